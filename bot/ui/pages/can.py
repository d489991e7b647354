"""What can be done at the moment: each legal move in a line with what it leads to, and why others are not allowed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.i18n import Texts
from bot.service.model import Private
from bot.ui.clicks.address import Address
from bot.ui.pages.moves import HAND, MORE, act_button, explains, my_hand
from bot.ui.pages.page import FELT, GREY, Button, Page
from bot.ui.words.advice import advice, advised
from bot.ui.words.consequences import consequences, not_allowed
from bot.ui.words.lines import lines
from engine.advice import Advice
from engine.errors import IllegalAction

CAN: Final = "can"
"""The verb of the button that asks for the page."""
CAN_HERE: Final = "can-here"
"""The same where the page takes the place of the page with the button."""


def can_page(private: Private, refused: Iterable[IllegalAction], texts: Texts, hint: Advice | None = None) -> Page:
    """The page, for the person whose view it is. ``refused``: why what one would expect may not be done.
    ``hint``: the one that the person was given at this moment.

    It fills a phone, so its buttons lead on: to do what the hint says, and back to the panel. Where a panel can explain
    more, a button has it do so: the panel itself may have had no room for that one.
    """
    table, view = private.table, private.view
    texts = texts.at_table(table)
    may = consequences(table, view, texts) if view is not None else ()
    not_now = not_allowed(refused, table, texts)
    explain = Button(texts.plain("button-hand-more"), Address(table.table_id, table.turn, HAND, MORE))
    ways = [*(follow(hint, private, texts) if hint is not None else ()), my_hand(table, texts)]
    return Page(
        heading=texts("can-heading"),
        body=lines(
            *((advice(hint, table, view, texts), "") if hint is not None and view is not None else ()),
            *(texts("can-line", line=line) for line in may),
            *((texts("can-not"),) if may and not_now else ()),
            *(texts("can-line", line=line) for line in not_now),
        ),
        rows=((*ways, explain) if view is not None and explains(view) else tuple(ways),),
        accent=FELT if may else GREY,
    )


def follow(hint: Advice, private: Private, texts: Texts) -> tuple[Button, ...]:
    """The button that does what the hint says; none where it says to wait."""
    table, view = private.table, private.view
    if view is None or hint.to_wait:
        return ()
    return (act_button(hint.action, advised(hint, view, texts.plain), table),)
