"""What a table and a hand show, held against Discord's limits."""

from __future__ import annotations

from bot.ui.pages.hand import hand_page
from bot.ui.pages.table import more_page, table_page
from tests.bot.ui.held import held, texts_of


async def hand(lab, seat, texts, studio, **more) -> list[dict]:
    """The components of a seat's private message, flat."""
    return held(await hand_page(lab.private(seat), texts, studio, **more))


async def public(lab, texts, studio) -> list[dict]:
    """The components of the table's message, flat; between deals with those of what **More** shows to a player."""
    snapshot = lab.snapshot
    shown = held(await table_page(snapshot, texts, studio))
    seated = snapshot.sitters[0].user_id
    return [*shown, *held(more_page(snapshot, seated, texts))] if snapshot.stage == "between" else shown


async def said(lab, texts, studio) -> str:
    """All words of these."""
    return texts_of(await public(lab, texts, studio))
