"""Other hand evaluators to measure against, those of them that are installed (the extra ``bench``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.cards import Card


@dataclass(frozen=True)
class Evaluator:
    """One of them: how it wants a card, and how it is asked for the value of five."""

    name: str
    card: Callable[[Card], Any]
    value: Callable[[Sequence[Any]], Any]
    best: Callable[[Any], Any] = max
    """The better of several values: ``max``, or ``min`` where low values are good."""


def text(card: Card) -> str:
    """The usual notation: As, Td."""
    return card.notation[0] + card.notation[1].lower()


def installed() -> list[Evaluator]:
    """Those that can be imported; a line is printed for each of the others."""
    found = []
    for name, make in (("eval7", _eval7), ("treys", _treys), ("pokerkit", _pokerkit)):
        try:
            found.append(make())
        except ImportError:
            print(f"{name} is not installed (pip install -e '.[bench]') and is left out")
    return found


def _eval7() -> Evaluator:
    import eval7

    return Evaluator("eval7", lambda card: eval7.Card(text(card)), eval7.evaluate)


def _treys() -> Evaluator:
    import treys

    evaluate = treys.Evaluator().evaluate
    return Evaluator("treys", lambda card: treys.Card.new(text(card)), lambda five: evaluate(five, []), min)


def _pokerkit() -> Evaluator:
    import pokerkit

    return Evaluator("pokerkit", lambda card: next(pokerkit.Card.parse(text(card))), pokerkit.StandardHighHand)
