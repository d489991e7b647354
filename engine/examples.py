"""Cards as examples of what a game is about: what beats what, what cards pay, what they count. For teaching alone.

A game makes its charts from its rules (``Telling.charts``), with the functions that it plays by: names, order and
numbers are never written down a second time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from engine.cards import Card
from engine.frozen import frozen
from engine.parts.arranging import arranged, making
from engine.parts.hands import HandName

if TYPE_CHECKING:
    from engine.game import Ranking

Hand = tuple[Card, ...]


@frozen
class Example:
    """Some cards, and what they show."""

    cards: Hand
    """In the order in which they lie."""
    shows: str
    """What they show, by the name under which people are told, such as ``full_house`` or ``marriage``."""
    name: HandName | None = None
    """What they are as a hand, in examples of hands."""
    kept: Hand = ()
    """The cards that make it so; none: all of them do."""
    count: int | None = None
    """What they count, in points; None where nothing is counted."""
    first: bool = False
    """Whether it is one of the few that a first look at the game shows."""


@frozen
class Chart:
    """Examples that belong together."""

    name: str
    """What they are, by the name under which people are told, such as ``hands`` or ``pools``."""
    examples: tuple[Example, ...]
    ordered: bool = False
    """Whether each example beats every one below it."""


def hands(
    texts: Iterable[Hand], rank: Callable[[Hand], Ranking], *, first: Iterable[str] = (), order: bool = True
) -> tuple[Example, ...]:
    """Hands as examples: named by ``rank`` and, with ``order``, the best first.

    ``first``: the types of hand that a first look shows, the best example of each.
    """
    ranked = [(rank(hand), hand) for hand in texts]
    if order:
        ranked.sort(key=lambda pair: pair[0].value, reverse=True)
    wanted, found = set(first), list[Example]()
    for ranking, hand in ranked:
        name, lying = ranking.name, arranged(hand)
        glance = name.type in wanted
        wanted.discard(name.type)
        found.append(
            Example(lying, _shows(name), name, making(lying, name, lambda five: rank(five).name), None, glance)
        )
    return tuple(found)


def _shows(name: HandName) -> str:
    """What a hand is an example of: its type, or that a wild card helps where the same type can do without."""
    return "aided" if name.aided and name.type != "five_of_a_kind" else name.type
