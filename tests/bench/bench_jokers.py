"""How fast hands with one and two jokers are ranked: beside plain hands, and beside others' evaluators.

Those know no jokers, so they must try every card that the jokers could stand for, which is what anybody would do.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from engine.cards import ALL_CARDS, JOKER, JOKERS, Card
from engine.games.dompe import DompeRules
from engine.games.dompe.hands import strength
from engine.games.poe_crumb import PoeCrumbRules
from engine.games.poe_crumb.hands import worth_by
from engine.parts.ranking import rank_hand

from .evaluators import Evaluator, installed

ROUNDS = 9


def rate(value: Callable[[Any], object], hands: Sequence[Any]) -> float:
    """Hands a second of processor time, which other programs on the machine do not use up."""
    begin = time.thread_time()
    for hand in hands:
        value(hand)
    return len(hands) / (time.thread_time() - begin)


def by_substitution(evaluator: Evaluator) -> Callable[[tuple[Sequence[Any], Sequence[Any], int]], object]:
    """A function from the cards held, all others, and the number of jokers to the best value."""

    def value(hand: tuple[Sequence[Any], Sequence[Any], int]) -> object:
        held, free, jokers = hand
        return evaluator.best(evaluator.value([*held, *stands_for]) for stands_for in combinations(free, jokers))

    return value


def main(smoke: bool) -> None:
    """Prints hands a second, and the ratios that PERFORMANCE.md asks for."""
    count, rounds = (2_000, 1) if smoke else (100_000, ROUNDS)
    chance = random.Random(1)
    plain = [tuple(chance.sample(ALL_CARDS, 5)) for _ in range(count)]
    jokers = {
        1: [(*chance.sample(ALL_CARDS, 4), JOKER) for _ in range(count)],
        2: [(*chance.sample(ALL_CARDS, 3), *JOKERS) for _ in range(count)],
    }
    worth = worth_by(PoeCrumbRules())
    cases: dict[str, tuple[Callable[[Any], object], Sequence[Any]]] = {
        "no joker, plain ranking": (rank_hand, plain),
        "no joker, Poe Crumb": (worth, plain),
        "one joker, Poe Crumb": (worth, jokers[1]),
        "two jokers, Poe Crumb": (worth, jokers[2]),
        "no joker, Dompe, ties told apart": (strength(DompeRules()), plain),
        "one joker, Dompe, ties told apart": (strength(DompeRules()), jokers[1]),
    }
    rates: dict[str, list[float]] = {name: [] for name in cases}
    for round_ in range(rounds + 1):  # in turns, so that a slow moment of the machine slows all of them
        for name, (value, hands) in cases.items():
            found = rate(value, hands)
            if round_:  # the first fills the tables
                rates[name].append(found)
    plain_rates = rates["no joker, plain ranking"]
    ours = {name: statistics.median(found) for name, found in rates.items()}
    for name, measured in rates.items():
        ratio = statistics.median(rate / other for rate, other in zip(measured, plain_rates, strict=True))
        print(f"{name:34}{ours[name] / 1e6:6.2f} M/s, {ratio:.2f} x plain")
    for evaluator in installed():
        theirs = [[evaluator.card(card) for card in hand] for hand in plain[: 200 if smoke else 20_000]]
        _beside(f"no joker, {evaluator.name}", rate(evaluator.value, theirs), ours["no joker, plain ranking"])
        for number, name in ((1, "one joker"), (2, "two jokers")):
            few = [_spread(evaluator, hand, number) for hand in jokers[number][: 2 if smoke else 400 // number**4]]
            their_rate = rate(by_substitution(evaluator), few)
            _beside(f"{name}, {evaluator.name} by substitution", their_rate, ours[f"{name}, Poe Crumb"])


def _beside(name: str, theirs: float, ours: float) -> None:
    print(f"{name:38}{theirs / 1e3:9.2f} k/s, ours {ours / theirs:.1f} x")


def _spread(evaluator: Evaluator, hand: tuple[Card, ...], number: int) -> tuple[list[Any], list[Any], int]:
    held = [card for card in hand if not card.is_joker]
    free = [evaluator.card(card) for card in ALL_CARDS if card not in held]
    return [evaluator.card(card) for card in held], free, number
