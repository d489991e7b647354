"""Knock Poker: collect the best five-card hand, then knock. The rules, with their numbers, are in ../knock_poker.md.

``rules`` has the options, ``state`` the deal as a value, ``play`` what each seat may do and what it changes,
``settlement`` who pays whom, ``refusals`` why something is not allowed, ``view`` who sees what.
"""

from __future__ import annotations

from typing import Final

from engine.game import Game, Goal, Judging, Money, Telling
from engine.games.knock_poker.play import SEATS, apply, new_deal, prompts, to_act
from engine.games.knock_poker.rules import KnockPokerRules
from engine.games.knock_poker.state import NAME, PACK, State
from engine.games.knock_poker.view import layout, observe, rank
from engine.parts.turns import MOST_TURNS

GAME: Final = Game(
    name=NAME,
    rules=KnockPokerRules,
    seats=SEATS,
    clockwise=True,
    pack=lambda rules, seats: PACK,
    money=Money(chips=20, entry=lambda rules, seats: rules.ante, pot=True),
    judging=Judging(unit="chips", rank=rank, goal=lambda rules, seats: Goal(deals=rules.deals)),
    telling=Telling(recommended=range(3, 6), folds=True),
    new_deal=new_deal,
    apply=apply,
    observe=observe,
    prompts=prompts,
    to_act=to_act,
    layout=layout,
    # two actions a turn, one knock, and a last turn for everybody else
    most_actions=lambda rules, seats: 2 * MOST_TURNS + 1 + 2 * (seats - 1),
)

__all__ = ["GAME", "KnockPokerRules", "State"]
