"""Crummy: take tricks of one card of each suit, lay quartets, and be out of cards early. Rules: ../crummy.md.

``rules`` has the options, ``state`` the deal as a value, ``play`` what each seat may do and what it changes,
``settlement`` what it scores, ``refusals`` why something is not allowed, ``view`` who sees what,
``examples`` who takes a trick and what quartets are worth, ``lesson`` a first deal with a coach.
"""

from __future__ import annotations

from typing import Final

from engine.game import Game, Goal, Judging, Money, Telling
from engine.games.crummy.consequences import consequences
from engine.games.crummy.examples import charts
from engine.games.crummy.lesson import LESSON
from engine.games.crummy.play import apply, new_deal, prompts, to_act
from engine.games.crummy.rules import CrummyRules
from engine.games.crummy.state import ACTIONS, NAME, PACKS, SEATS, State
from engine.games.crummy.view import MOST_CARDS, layout, observe, rank, shown
from engine.parts.tricks import MOST_TRICKS, TRICK_SIZE

GAME: Final = Game(
    name=NAME,
    rules=CrummyRules,
    seats=SEATS,
    clockwise=True,
    actions=ACTIONS,
    pack=lambda rules, seats: PACKS[seats],
    money=Money(chips=0),
    judging=Judging(unit="points", rank=rank, goal=lambda rules, seats: Goal(score=rules.target), shown=shown),
    telling=Telling(
        recommended=range(4, 5),
        explains_scores=True,
        charts=charts,
        lesson=LESSON,
        consequences=consequences,
        expected=("meld", "halt"),
    ),
    new_deal=new_deal,
    apply=apply,
    observe=observe,
    prompts=prompts,
    to_act=to_act,
    layout=layout,
    # four cards a trick, and every quartet laid once
    most_actions=lambda rules, seats: TRICK_SIZE * MOST_TRICKS + MOST_CARDS // TRICK_SIZE,
    largest_hand=lambda rules, seats: MOST_CARDS,  # whoever takes trick upon trick may come to hold nearly all
)

__all__ = ["GAME", "CrummyRules", "State"]
