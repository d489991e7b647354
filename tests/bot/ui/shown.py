"""What a table and a hand show, held against Discord's limits."""

from __future__ import annotations

from bot.ui.pages.panel import Looks, panel_page
from bot.ui.pages.table import table_page
from tests.bot.ui.held import held, texts_of


async def hand(lab, seat, texts, studio, **more) -> list[dict]:
    """The components of a seat's panel, flat; ``arranged`` and ``explained`` are how it is looked at."""
    looks = Looks(more.pop("arranged", True), more.pop("explained", False))
    return held(await panel_page(lab.private(seat), texts, studio, looks=looks, **more))


async def public(lab, texts, studio) -> list[dict]:
    """The components of the table's message, flat."""
    return held(await table_page(lab.snapshot, texts, studio))


async def said(lab, texts, studio) -> str:
    """All words of the table's message."""
    return texts_of(await public(lab, texts, studio))
