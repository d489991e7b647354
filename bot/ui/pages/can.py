"""What can be done at the moment: each legal move in a line with what it leads to, and why others are not allowed.

The moves stand below as buttons, as in the panel: whoever has read what they lead to does one of them at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bot.i18n import Texts
from bot.service.model import Private
from bot.ui.address import Address
from bot.ui.pages.betting import STAKING
from bot.ui.pages.cards import card_rows, in_rows
from bot.ui.pages.emojis import NO_EMOJIS
from bot.ui.pages.moves import HAND, MORE, act_button, button, explains, my_hand, own_moves
from bot.ui.pages.page import FELT, GREY, Button, Page, Row, Select
from bot.ui.words.advice import advice, advised
from bot.ui.words.consequences import consequences, not_allowed
from bot.ui.words.lines import lines
from engine.actions import Bet
from engine.advice import Advice
from engine.errors import IllegalAction

CAN: Final = "can"
"""The verb of the button that asks for the page."""
CAN_HERE: Final = "can-here"
"""The same where the page takes the place of the page with the button."""
HINT_HERE: Final = "hint-here"
"""The verb of the button that asks for a hint in the page's place."""


def can_page(private: Private, refused: Iterable[IllegalAction], texts: Texts, hint: Advice | None = None) -> Page:
    """The page, for the person whose view it is. ``refused``: why what one would expect may not be done.
    ``hint``: the one that the person was given at this moment.

    Where a panel can explain more, a button has it do so: the panel itself may have had no room for that one.
    """
    table, view = private.table, private.view
    texts = texts.at_table(table)
    may = consequences(table, view, texts) if view is not None else ()
    not_now = not_allowed(refused, table, texts)
    return Page(
        heading=texts("can-heading"),
        body=lines(
            *((advice(hint, table, view, texts), "") if hint is not None and view is not None else ()),
            *(texts("can-line", line=line) for line in may),
            *((texts("can-not"),) if may and not_now else ()),
            *(texts("can-line", line=line) for line in not_now),
        ),
        rows=(*_moves(private, hint, texts), tuple(_ways(private, hint, texts))),
        accent=FELT if may else GREY,
    )


def _moves(private: Private, hint: Advice | None, texts: Texts) -> Iterator[Row]:
    """The panel's buttons and lists for the moves; what the hint says comes first, and not a second time."""
    table, view = private.table, private.view
    if view is None or not view.prompts or private.sitter.away:
        return
    first = follow(hint, private, texts) if hint is not None else ()
    taken = {there.to for there in first}
    stake = str(hint.action.amount) if hint is not None and isinstance(hint.action, Bet) else None
    others = [move for move in own_moves(view) if move.verb not in STAKING or move.argument != stake]
    moves = [*first, *(there for move in others if (there := button(move, table, texts, view)).to not in taken)]
    yield from in_rows(moves)
    for row in card_rows(private, texts, NO_EMOJIS, arranged=False):
        left = row if isinstance(row, Select) else tuple(there for there in row if there.to not in taken)
        if left:
            yield left


def _ways(private: Private, hint: Advice | None, texts: Texts) -> Iterator[Button]:
    """Back to the panel, to a hint where there may be one, and to the panel with explanations."""
    table, view = private.table, private.view
    yield my_hand(table, texts)
    if view is not None and view.prompts and not private.sitter.away:
        yield from ask(private, hint, texts)
    if view is not None and explains(view):
        yield Button(texts.plain("button-hand-more"), Address.at(table, HAND, MORE))


def ask(private: Private, hint: Advice | None, texts: Texts) -> Iterator[Button]:
    """The button that asks for a hint, where hints are allowed: there is none yet, or it was a rule of thumb alone."""
    table = private.table
    if table.gives_hints and (hint is None or hint.by_rule):
        yield Button(texts.plain("button-hint"), Address.at(table, HINT_HERE))


def follow(hint: Advice, private: Private, texts: Texts) -> tuple[Button, ...]:
    """The button that does what the hint says; none where it says to wait."""
    table, view = private.table, private.view
    if view is None or hint.to_wait:
        return ()
    return (act_button(hint.action, advised(hint, view, texts.plain), table),)
