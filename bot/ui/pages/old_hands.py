"""What replaces an old private hand: its holder has got up, or a newer deal has begun."""

from __future__ import annotations

from collections.abc import Iterable

from bot.i18n import Texts
from bot.service.model import Snapshot
from bot.ui.desk import channel_mention
from bot.ui.pages.hand import Concern, to_table
from bot.ui.pages.page import GREY, Button, Page, lines


def parting(table: Snapshot) -> Concern:
    """What concerns somebody who has got up from that table: nothing that happens there later."""
    return Concern(deal=table.turn.deal, stage="left")


def parting_page(table: Snapshot, user_id: int, texts: Texts) -> Page:
    """The message for a person who has got up, or whose table is closed: without cards, and without buttons."""
    if table.stage == "closed":
        said = texts("refusal-table_gone")
    elif table.seated(user_id) is not None:
        said = texts("private-left.dealt", deal=table.turn.deal)
    else:
        said = texts("private-left")
    texts = texts.at(table.game, table.rules)
    return Page(
        heading=texts("private-heading-table", game=texts.game(table.game), channel=channel_mention(table)),
        body=said,
        rows=((to_table(table, texts),),),
        accent=GREY,
    )


def earlier_page(table: Snapshot, newer: tuple[int, int], texts: Texts, notices: Iterable[str] = ()) -> Page:
    """The message for a hand of an earlier deal that still had buttons.

    ``newer``: channel and message of the direct message with the current hand.
    """
    link = Button(texts.plain("button-newest"), f"https://discord.com/channels/@me/{newer[0]}/{newer[1]}")
    return Page(
        heading=texts("private-heading-table", game=texts.game(table.game), channel=channel_mention(table)),
        body=lines(*(texts("private-notice", notice=notice) for notice in notices), texts("private-earlier")),
        rows=((link,),),
        accent=GREY,
    )
