"""What beats what in Poe Crumb, with jokers and without (poe_crumb.md, PC-30 to PC-39)."""

from __future__ import annotations

from functools import partial
from typing import Final

from engine.cards import cards
from engine.examples import Chart
from engine.games.poe_crumb.hands import rank
from engine.games.poe_crumb.rules import PoeCrumbRules
from engine.parts.poker_hands import poker_chart

_WITH_JOKERS: Final = {
    0: (),
    1: (cards("8S 8H 8D 8C X"), cards("KH X 9C 5D 2S")),
    2: (cards("8S 8H 8D X1 X2"), cards("KH X1 9C 5D 2S")),
}
"""Five of a kind, and an aided pair, by the number of jokers (PC-31, PC-32)."""


def charts(rules: PoeCrumbRules) -> tuple[Chart, ...]:
    """The types of hand, from the top."""
    return (poker_chart(partial(rank, rules), _WITH_JOKERS[rules.jokers]),)
