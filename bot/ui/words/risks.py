"""Moves that risk much, from the player's own view alone, and the question that is asked before them."""

from __future__ import annotations

from bot.i18n import Texts
from bot.ui.words.betting import gives_more, stakes_of
from engine.memory import Memory
from engine.players import would
from engine.view import View


def risky_stake(view: View, stake: int, texts: Texts) -> str | None:
    """The question before a stake, in chips in all, that takes more than half of what the viewer has; else None."""
    stakes, own = stakes_of(view), view.own
    if stakes is None or own is None or not stakes[0] <= stake <= stakes[1]:
        return None
    more = stake - own.stake
    if more >= own.chips and not gives_more(view):
        return texts("asked-all-in", chips=texts.chips(own.chips))
    if more > own.chips:
        return texts("asked-stake.issued", chips=texts.chips(own.chips), issued=more - own.chips)
    return texts("asked-stake", more=more, chips=texts.chips(own.chips)) if more * 2 > own.chips else None


def risky_knock(view: View, memory: Memory, texts: Texts) -> str | None:
    """The question before a knock with a hand that careful and regular players would play on; else None.

    That is as true of a knock after a draw as of one in place of a turn.
    """
    own = view.own
    if view.prompt("knock") is None or own is None or would(view, memory, "knock") is not False:
        return None
    if view.prompt("show") is not None:
        return None  # a careful player would not play on, either, but show
    return texts("asked-knock", worth=own.name) if own.name is not None else texts("asked-knock.bare")
