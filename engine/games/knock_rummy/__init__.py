"""Knock Rummy: collect groups and sequences, then knock with as little unmatched as you can. Rules: ../knock_rummy.md.

``rules`` has the options, ``state`` the deal as a value, ``play`` what each seat may do and what it changes,
``settlement`` who wins how many points, ``refusals`` why something is not allowed, ``view`` who sees what.
"""

from __future__ import annotations

from typing import Final

from engine.game import Game, Goal, Judging, Money, Telling
from engine.games.knock_rummy.play import SEATS, apply, new_deal, prompts, to_act
from engine.games.knock_rummy.rules import KnockRummyRules
from engine.games.knock_rummy.state import NAME, PACK, State
from engine.games.knock_rummy.view import layout, observe, rank
from engine.parts.turns import MOST_TURNS

GAME: Final = Game(
    name=NAME,
    rules=KnockRummyRules,
    seats=SEATS,
    clockwise=True,
    pack=lambda rules, seats: PACK,
    money=Money(chips=200, option="chips_per_point"),
    judging=Judging(unit="points", rank=rank, goal=lambda rules, seats: Goal(deals=rules.agreed_deals(seats))),
    telling=Telling(recommended=SEATS),
    new_deal=new_deal,
    apply=apply,
    observe=observe,
    prompts=prompts,
    to_act=to_act,
    layout=layout,
    # two actions a turn, and one knock
    most_actions=lambda rules, seats: 2 * MOST_TURNS + 1,
)

__all__ = ["GAME", "KnockRummyRules", "State"]
