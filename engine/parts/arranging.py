"""The order in which the cards of a hand that is shown are laid out, and which of them make it what it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from engine.cards import ALL_CARDS, Card, Rank
from engine.parts.hands import HandName

_LOW_STRAIGHT = frozenset({Rank.ACE, Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.TWO})


def arranged(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards with what the hand is made of first: jokers, then fours, threes and pairs, then the rest.

    Among equally many the higher rank comes first; the ace comes last where it is low (``games/general.md R-3``).
    """
    held = tuple(cards)
    ranks = Counter(card.rank for card in held)
    natural = {rank: count for rank, count in ranks.items() if rank is not Rank.JOKER}
    low = len(natural) > 2 and max(natural.values()) == 1 and Rank.ACE in natural and _LOW_STRAIGHT.issuperset(natural)

    def place(card: Card) -> tuple[bool, int, int, int]:
        rank = 1 if low and card.rank is Rank.ACE else int(card.rank)
        return not card.is_joker, -ranks[card.rank], -rank, card.index

    return tuple(sorted(held, key=place))


_WHOLE = frozenset(
    {
        "five_of_a_kind",
        "straight_flush",
        "full_house",
        "flush",
        "straight",
        "six_card_flush",
        "six_card_straight",
        "three_pairs",
    }
)
"""The types of hand that all of its cards make."""
_TELLING = {"four_of_a_kind": 1, "three_of_a_kind": 1, "two_pairs": 2, "pair": 1}
"""Of the other types: how many of the ranks in the name are those of the cards that make it."""
_FIVE = 5


def making(cards: Iterable[Card], name: HandName, name_of: Callable[[tuple[Card, ...]], HandName]) -> tuple[Card, ...]:
    """The cards that make a hand of that name, in their order; none where it is nothing but a high card.

    ``name_of`` names five cards, or raises ValueError. Of more cards than the hand has, the best are meant.
    """
    held = tuple(cards)
    best = held
    if len(held) > _FIVE and not name.type.startswith(("six", "three_pairs")):
        best = next((rest for rest in _without_one(held) if _named(rest, name_of) == name), held)
    if name.type in _WHOLE:
        return best
    ranks = name.ranks[: _TELLING.get(name.type, 0)]
    wild = set(_wild(best, name_of)) if name.aided and ranks else set()
    return tuple(card for card in best if card.rank in ranks or card in wild)


def _without_one(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    return (cards[:place] + cards[place + 1 :] for place in reversed(range(len(cards))))


def _named(cards: tuple[Card, ...], name_of: Callable[[tuple[Card, ...]], HandName]) -> HandName | None:
    try:
        return name_of(cards)
    except ValueError:
        return None


def _wild(cards: tuple[Card, ...], name_of: Callable[[tuple[Card, ...]], HandName]) -> Iterator[Card]:
    """The wild cards: jokers, and a card without which the others have no help."""
    jokers = [card for card in cards if card.is_joker]
    if jokers:
        yield from jokers
        return
    for card in cards:
        others = (other for other in ALL_CARDS if other not in cards)
        names = (_named(tuple(other if held is card else held for held in cards), name_of) for other in others)
        if not next((name.aided for name in names if name is not None), True):
            yield card
