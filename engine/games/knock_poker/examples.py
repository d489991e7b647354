"""What beats what in Knock Poker (knock_poker.md, R-1 to R-14)."""

from __future__ import annotations

from functools import partial

from engine.examples import Chart
from engine.games.knock_poker.hands import rank
from engine.games.knock_poker.rules import KnockPokerRules
from engine.parts.poker_hands import poker_chart


def charts(rules: KnockPokerRules) -> tuple[Chart, ...]:
    """The types of hand, from the top."""
    return (poker_chart(partial(rank, rules)),)
