"""What a table and a panel show, held against Discord's limits."""

from __future__ import annotations

from typing import Any

from bot.i18n import Texts
from bot.ui.pages.concern import Looks
from bot.ui.pages.panel import panel_page
from bot.ui.pages.table import more_page, table_page
from bot.ui.pictures.studio import Studio
from tests.bot.ui.held import Component, held, texts_of
from tests.kit.lab import Lab


async def hand(lab: Lab, seat: int, texts: Texts, studio: Studio, **more: Any) -> list[Component]:
    """The components of a seat's panel, flat; ``arranged`` and ``explained`` are how it is looked at."""
    looks = Looks(more.pop("arranged", True), more.pop("explained", False))
    return held(await panel_page(lab.private(seat), texts, studio, looks=looks, **more))


async def public(lab: Lab, texts: Texts, studio: Studio) -> list[Component]:
    """The components of the table's message, flat; between deals with those of what **More** shows to a player."""
    shown = held(await table_page(lab.snapshot, texts, studio))
    if lab.snapshot.stage != "between":
        return shown
    return [*shown, *held(more_page(lab.snapshot, lab.snapshot.sitters[0].user_id or 0, texts))]


async def said(lab: Lab, texts: Texts, studio: Studio) -> str:
    """All words of these."""
    return texts_of(await public(lab, texts, studio))
