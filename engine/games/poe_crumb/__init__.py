"""Poe Crumb: draw and discard for the best poker hand, then knock instead of a turn. Rules: ../poe_crumb.md.

``rules`` has the options, ``hands`` how hands with jokers rank, ``state`` the deal as a value, ``play`` what each seat
may do and what it changes, ``refusals`` why something is not allowed, ``view`` who sees what.
"""

from __future__ import annotations

from typing import Final

from engine.cards import standard_pack
from engine.game import Game, Goal, Judging, Money, Telling
from engine.games.poe_crumb.play import SEATS, apply, new_deal, prompts, to_act, to_shuffle
from engine.games.poe_crumb.rules import PoeCrumbRules
from engine.games.poe_crumb.state import NAME, State
from engine.games.poe_crumb.view import layout, observe, rank
from engine.parts.turns import MOST_TURNS

GAME: Final = Game(
    name=NAME,
    rules=PoeCrumbRules,
    seats=SEATS,
    clockwise=True,
    pack=lambda rules, seats: standard_pack(rules.jokers),
    money=Money(chips=20, entry=lambda rules, seats: rules.ante, pot=True, option="ante"),
    judging=Judging(
        unit="rounds", rank=rank, goal=lambda rules, seats: Goal(deals=rules.deals, score=rules.target_wins)
    ),
    telling=Telling(recommended=range(3, 7)),
    new_deal=new_deal,
    apply=apply,
    observe=observe,
    prompts=prompts,
    to_act=to_act,
    layout=layout,
    # a shuffle and two actions a turn, one knock, and a last turn for everybody else
    most_actions=lambda rules, seats: 3 * (MOST_TURNS + seats) + 1,
    to_shuffle=to_shuffle,
)

__all__ = ["GAME", "PoeCrumbRules", "State"]
