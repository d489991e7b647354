"""What can be done at the moment: each legal move in a line with what it leads to, and why others are not allowed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.i18n import Texts
from bot.service.model import Private
from bot.ui.clicks.address import Address
from bot.ui.pages.moves import HAND, MORE, explains
from bot.ui.pages.page import FELT, GREY, Button, Page
from bot.ui.words.advice import advice
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

    Where a panel can explain more, a button has it do so: the panel itself may have had no room for that one.
    """
    table, view = private.table, private.view
    texts = texts.at_table(table)
    may = consequences(table, view, texts) if view is not None else ()
    not_now = not_allowed(refused, table, texts)
    explain = Button(texts.plain("button-hand-more"), Address(table.table_id, table.turn, HAND, MORE))
    return Page(
        heading=texts("can-heading"),
        body=lines(
            *((advice(hint, table, view, texts), "") if hint is not None and view is not None else ()),
            *(texts("can-line", line=line) for line in may),
            *((texts("can-not"),) if may and not_now else ()),
            *(texts("can-line", line=line) for line in not_now),
        ),
        rows=((explain,),) if view is not None and explains(view) else (),
        accent=FELT if may else GREY,
    )
