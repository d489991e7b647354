"""Dompe, from Sonora: collect three of a kind or better and call, or six cards that win outright. Rules: ../dompe.md.

``rules`` has the options, ``hands`` what cards are worth, ``state`` the deal as a value, ``play`` what each seat may do
and what it changes, ``refusals`` why something is not allowed, ``view`` who sees what.
"""

from __future__ import annotations

from typing import Final

from engine.game import Game, Goal, Judging, Money, Telling
from engine.games.dompe.hands import pack
from engine.games.dompe.play import SEATS, apply, new_deal, prompts, to_act, to_shuffle
from engine.games.dompe.rules import DompeRules
from engine.games.dompe.state import NAME, State
from engine.games.dompe.view import layout, observe, rank
from engine.parts.turns import MOST_TURNS

GAME: Final = Game(
    name=NAME,
    rules=DompeRules,
    seats=SEATS,
    clockwise=False,
    pack=lambda rules, seats: pack(rules),
    money=Money(chips=20, entry=lambda rules, seats: rules.ante, pot=True),
    judging=Judging(unit="chips", rank=rank, goal=lambda rules, seats: Goal(deals=rules.deals)),
    telling=Telling(recommended=SEATS),
    new_deal=new_deal,
    apply=apply,
    observe=observe,
    prompts=prompts,
    to_act=to_act,
    layout=layout,
    # a shuffle and two actions a turn, one call, and the rest of its round
    most_actions=lambda rules, seats: 3 * (MOST_TURNS + seats) + 1,
    to_shuffle=to_shuffle,
)

__all__ = ["GAME", "DompeRules", "State"]
