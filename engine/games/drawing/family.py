"""Makes a game from its rules: what all games of draw and discard have in common."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from engine.cards import Card
from engine.examples import Chart
from engine.game import Game, Goal, Judging, Money, Ranking, Telling
from engine.games.drawing.consequences import Numbers, consequences
from engine.games.drawing.dealing import new_deal
from engine.games.drawing.drawing import DrawingRules
from engine.games.drawing.state import State
from engine.games.drawing.turn import MOST_TURNS, apply, prompts, to_act, to_shuffle
from engine.games.drawing.view import layout, observe
from engine.lessons import Lesson

_ANY: Final = 2
"""Any number of seats, to ask a game for what is the same for all of them."""


def family_game(
    rules: type[DrawingRules],
    rank: Callable[[Any, tuple[Card, ...]], Ranking],
    *,
    recommended: range,
    charts: Callable[[Any], tuple[Chart, ...]],
    chips: int,
    pot: bool = True,
    chips_option: str = "",
    folds: bool = False,
    lesson: Lesson | None = None,
    cheaper_to_fold: Callable[[Any], bool] = lambda rules: False,
    expected: tuple[str, ...] = ("knock",),
    numbers: Numbers = lambda rules: {},
) -> Game[State]:
    """The game that is played by these rules; ``engine.game.Game`` says what the other arguments are.

    ``numbers``: those of its rules that are named where it is told what moves lead to.
    """
    drawing = rules().drawing(_ANY)
    return Game(
        name=drawing.name,
        rules=rules,
        seats=drawing.seats,
        clockwise=drawing.clockwise,
        actions=drawing.actions,
        pack=lambda rules, seats: rules.drawing(seats).pack,
        money=Money(
            chips=chips,
            entry=lambda rules, seats: rules.drawing(seats).ante,
            dearest=dearest,
            pot=pot,
            option=chips_option,
            cheaper_to_fold=cheaper_to_fold,
        ),
        judging=Judging(unit=drawing.unit, rank=rank, goal=_goal),
        telling=Telling(
            recommended=recommended,
            folds=folds,
            draws=draws,
            charts=charts,
            lesson=lesson,
            consequences=partial(consequences, numbers=numbers),
            expected=expected,
        ),
        new_deal=new_deal,
        apply=apply,
        observe=observe,
        prompts=prompts,
        to_act=to_act,
        layout=layout,
        most_actions=most_actions,
        largest_hand=lambda rules, seats: rules.drawing(seats).hand + 1,
        to_shuffle=to_shuffle,
    )


def most_actions(rules: DrawingRules, seats: int) -> int:
    """Two actions a turn, before it a shuffle in games that have one, one knock, and a last turn for everybody else."""
    drawing = rules.drawing(seats)
    in_a_turn = 3 if drawing.empty_stock == "shuffle" else 2
    last = 0 if drawing.last_turns == "none" else seats - 1
    return in_a_turn * (MOST_TURNS + last) + 1


def dearest(rules: DrawingRules, seats: int, chips: int) -> int | None:
    """The most chips that a deal can cost a seat; None: no such number, also where every card drawn is paid for."""
    drawing = rules.drawing(seats)
    return None if drawing.most_paid is None or drawing.draw_price else drawing.ante + drawing.most_paid


def draws(rules: DrawingRules, seats: int) -> int:
    """How many cards can be drawn before the end of the stock ends the deal; 0 if there is a new stock then."""
    drawing = rules.drawing(seats)
    if drawing.empty_stock not in {"ends", "choices"}:
        return 0
    return len(drawing.pack) - seats * drawing.hand - 1  # which is turned up, or dealt to the first player


def _goal(rules: DrawingRules, seats: int) -> Goal:
    drawing = rules.drawing(seats)
    return Goal(deals=drawing.deals, score=drawing.target)
