"""Knock Rummy: collect groups and sequences, then knock with as little unmatched as you can. Rules: ../knock_rummy.md.

``rules`` has the options, ``state`` the deal as a value, ``play`` what each seat may do and what it changes,
``settlement`` who wins how many points, ``refusals`` why something is not allowed, ``view`` who sees what.
"""

from __future__ import annotations

from typing import Final

from engine.game import Game, Goal
from engine.games.knock_rummy.play import SEATS, apply, new_deal, prompts, to_act
from engine.games.knock_rummy.rules import KnockRummyRules
from engine.games.knock_rummy.state import NAME, PACK, State
from engine.games.knock_rummy.view import layout, observe, rank
from engine.parts.turns import MOST_TURNS

GAME: Final = Game(
    name=NAME,
    rules=KnockRummyRules,
    seats=SEATS,
    recommended=SEATS,
    chips=200,
    unit="points",
    clockwise=True,
    pack=lambda rules, seats: PACK,
    new_deal=new_deal,
    apply=apply,
    observe=observe,
    prompts=prompts,
    to_act=to_act,
    layout=layout,
    rank=rank,
    # two actions a turn, and one knock
    most_actions=lambda rules, seats: 2 * MOST_TURNS + 1,
    goal=lambda rules, seats: Goal(deals=rules.agreed_deals(seats)),
    chips_option="chips_per_point",
)

__all__ = ["GAME", "KnockRummyRules", "State"]
