"""Melds and deadwood: how a hand is best arranged in groups and sequences (``games/knock_rummy.md`` KR-20 to KR-25).

A hand is looked up as a bit mask (``Card.bit``), a lane of thirteen bits for each suit. Tables of all lanes tell the
sequences of a lane and the deadwood beside them; three lanes that share a bit have a group. There is a choice only if a
card fits into a group and into a sequence, and then there are few ways to try.

The arrangement with the least deadwood is often not the only one. Among those with equally little, the first in this
order is taken, so that one hand is always arranged in one way:

1. the one that melds the most cards,
2. the one with the fewest melds,
3. the one with the most cards in sequences,
4. the one whose cards in sequences come first in canonical order (spades, hearts, diamonds, clubs).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from engine.cards import ALL_CARDS, SUITS, Card, Rank

Meld = tuple[Card, ...]
"""A group, in the order of suits, or a sequence, from its lowest card; the ace is the lowest of all (KR-22)."""

SHORTEST_MELD: Final = 3
"""A group and a sequence have at least three cards (KR-20, KR-21)."""


class Arrangement(NamedTuple):
    """A hand in its melds."""

    deadwood: int
    """The total of the unmatched cards, in points."""
    melds: tuple[Meld, ...]
    """Sequences, by suit and then from the highest; then groups, from the kings down to the aces."""


def height(rank: Rank) -> int:
    """The place of a rank from the ace, 1, up to the king, 13 (KR-4)."""
    return 1 if rank is Rank.ACE else int(rank)


def points(card: Card) -> int:
    """What an unmatched card counts (KR-23)."""
    return min(height(card.rank), 10)


def arrange(hand: Iterable[Card], mask: int = 0) -> Arrangement:
    """The best arrangement of the cards of ``hand``, in any order, together with those whose bits are set in ``mask``.

    A caller that keeps the mask of a hand may pass only the mask, which is faster. Meant for hands of up to 13 cards:
    the more groups a hand holds, the more ways have to be tried. Raises IndexError for a joker.
    """
    if hand:
        total = 0.0
        for card in hand:
            total += card.weight
        mask += int(total)
    low, high = mask & _HALF_MASK, mask >> _HALF
    spades, hearts = low & _LANE_MASK, low >> _LANE
    diamonds, clubs = high & _LANE_MASK, high >> _LANE
    worth = _WORTH[spades] + _WORTH[hearts] + _WORTH[diamonds] + _WORTH[clubs]
    ranks = (spades & hearts & (diamonds | clubs)) | (diamonds & clubs & (spades | hearts))
    if not ranks:
        if worth < _SEQUENCE:
            return _UNMELDED[worth]
        melds = _IN_SPADES[spades] + _IN_HEARTS[hearts] + _IN_DIAMONDS[diamonds] + _IN_CLUBS[clubs]
        return _new(Arrangement, (worth & _DEADWOOD, melds))
    matched, groups = _GROUPS[mask & ranks * _COLUMN]
    if worth < _SEQUENCE:
        return _new(Arrangement, (worth - matched, groups))
    if ranks & (_MATCHED[spades] | _MATCHED[hearts] | _MATCHED[diamonds] | _MATCHED[clubs]):
        return _best_of_several(mask, ranks * _COLUMN)
    melds = _IN_SPADES[spades] + _IN_HEARTS[hearts] + _IN_DIAMONDS[diamonds] + _IN_CLUBS[clubs]
    return _new(Arrangement, ((worth & _DEADWOOD) - matched, melds + groups))


def deadwood(mask: int) -> int:
    """The least total of unmatched cards, in points, of the cards whose bits are set: ``arrange`` without the melds."""
    low, high = mask & _HALF_MASK, mask >> _HALF
    spades, hearts = low & _LANE_MASK, low >> _LANE
    diamonds, clubs = high & _LANE_MASK, high >> _LANE
    worth = _WORTH[spades] + _WORTH[hearts] + _WORTH[diamonds] + _WORTH[clubs]
    ranks = (spades & hearts & (diamonds | clubs)) | (diamonds & clubs & (spades | hearts))
    if not ranks:
        return worth & _DEADWOOD
    matched, _ = _GROUPS[mask & ranks * _COLUMN]
    if worth < _SEQUENCE:
        return worth - matched
    if ranks & (_MATCHED[spades] | _MATCHED[hearts] | _MATCHED[diamonds] | _MATCHED[clubs]):
        return _least_of_several(mask, ranks * _COLUMN)
    return (worth & _DEADWOOD) - matched


def meldable(mask: int) -> int:
    """The bits of the cards that are in some meld which these cards make.

    Without any other of them deadwood is less by just its points.
    """
    low, high = mask & _HALF_MASK, mask >> _HALF
    spades, hearts = low & _LANE_MASK, low >> _LANE
    diamonds, clubs = high & _LANE_MASK, high >> _LANE
    ranks = (spades & hearts & (diamonds | clubs)) | (diamonds & clubs & (spades | hearts))
    in_sequences = (
        _MATCHED[spades] | _MATCHED[hearts] << _LANE | _MATCHED[diamonds] << _HALF | _MATCHED[clubs] << _HALF + _LANE
    )
    return in_sequences | (mask & ranks * _COLUMN)


def best_discard(hand: Iterable[Card], choices: Iterable[Card]) -> tuple[Card, Arrangement]:
    """The card whose discard leaves the least deadwood, and how the others are arranged then.

    Among equals the highest rank goes, and then the first of ``choices``. Raises ValueError without a choice.
    """
    mask = sum(card.bit for card in hand)
    left = [(card, arrange((), mask - card.bit)) for card in choices]
    return min(left, key=lambda discard: (discard[1].deadwood, -height(discard[0].rank)))


def unmatched(hand: Iterable[Card], melds: Iterable[Meld]) -> tuple[Card, ...]:
    """The cards of the hand that are in no meld, from the highest."""
    matched = frozenset(card for meld in melds for card in meld)
    return from_the_king(card for card in hand if card not in matched)


def from_the_king(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards from the kings down to the aces, those of one rank in canonical order."""
    return tuple(sorted(cards, key=lambda card: (-height(card.rank), card.index)))


_LANE: Final = len(ALL_CARDS) // len(SUITS)
_LANE_MASK: Final = (1 << _LANE) - 1
_LANES: Final = range(1 << _LANE)
_HALF: Final = 2 * _LANE
_HALF_MASK: Final = (1 << _HALF) - 1
_COLUMN: Final = sum(1 << _LANE * suit for suit in range(len(SUITS)))
"""One bit in every lane, the same rank in each."""
_SEQUENCE: Final = 1 << 9
"""Set in a lane's worth if it has a sequence; the bits below are deadwood, of which a whole pack has 340."""
_DEADWOOD: Final = _SEQUENCE - 1
_new: Final = tuple.__new__


def _cards(mask: int) -> Iterator[Card]:
    """The cards whose bits are set, in canonical order."""
    while mask:
        lowest = mask & -mask
        yield ALL_CARDS[lowest.bit_length() - 1]
        mask -= lowest


def _matched(lane: int) -> int:
    """The bits of a lane that are in a sequence."""
    falling = lane >> 1 | (lane & 1) << _LANE - 1  # the ace, which leads a lane, follows the two instead
    third = falling & falling >> 1 & falling >> 2
    matched = third | third << 1 | third << 2
    return matched << 1 & _LANE_MASK | matched >> _LANE - 1


_MATCHED: Final = [_matched(lane) for lane in _LANES]


def _worth() -> list[int]:
    """By lane: the deadwood beside its sequences, marked if it has one."""
    total = [0]
    for card in ALL_CARDS[:_LANE]:
        total += [points(card) + lane for lane in total]
    return [total[lane - matched] + (_SEQUENCE if matched else 0) for lane, matched in enumerate(_MATCHED)]


_WORTH: Final = _worth()
_UNMELDED: Final = [Arrangement(deadwood, ()) for deadwood in range(_SEQUENCE)]


def _sequences(suit: int) -> list[tuple[Meld, ...]]:
    """By lane: the longest sequences in that suit, from the highest."""
    by_matched: dict[int, tuple[Meld, ...]] = {}
    for matched in set(_MATCHED):
        runs: list[Meld] = []
        for card in sorted(_cards(matched << _LANE * suit), key=lambda card: height(card.rank), reverse=True):
            if runs and height(runs[-1][0].rank) == height(card.rank) + 1:
                runs[-1] = (card, *runs[-1])
            else:
                runs.append((card,))
        by_matched[matched] = tuple(runs)
    return [by_matched[matched] for matched in _MATCHED]


_IN_SPADES, _IN_HEARTS, _IN_DIAMONDS, _IN_CLUBS = map(_sequences, range(len(SUITS)))


class _Groups(dict[int, tuple[int, tuple[Meld, ...]]]):
    """The total of the cards in groups, and the groups from the kings to the aces, by the bits of all their cards."""

    def __missing__(self, mask: int) -> tuple[int, tuple[Meld, ...]]:
        by_rank: dict[Rank, Meld] = {}
        for card in _cards(mask):
            by_rank[card.rank] = (*by_rank.get(card.rank, ()), card)
        melds = tuple(by_rank[rank] for rank in sorted(by_rank, key=height, reverse=True))
        self[mask] = found = sum(map(points, _cards(mask))), melds
        return found


_GROUPS: Final = _Groups()


_MELDED, _MELDS, _DEADWOOD_SHIFT = 12, 6, 18


def _merit(deadwood: int, melded: int, melds: int, in_sequences: int) -> int:
    """The merit of some melds as one number, which can be added up: what counts more is in higher bits."""
    return (melded << _MELDED) - (melds << _MELDS) + in_sequences - (deadwood << _DEADWOOD_SHIFT)


def _sequences_merit(lane: int) -> int:
    melded = _MATCHED[lane].bit_count()
    return _merit(_WORTH[lane] & _DEADWOOD, melded, len(_IN_SPADES[lane]), melded)


_MERIT: Final = [_sequences_merit(lane) for lane in _LANES]
"""By lane: the merit of its sequences with the deadwood beside them."""


def _best_of_several(mask: int, columns: int) -> Arrangement:
    """Tries every choice of groups; the cards left over make the longest sequences that they can."""
    most = -_DEADWOOD << _DEADWOOD_SHIFT
    best: list[int] = []
    for grouped, merit in _choices(mask & columns):
        left = mask - grouped
        merit += (
            _MERIT[left & _LANE_MASK]
            + _MERIT[left >> _LANE & _LANE_MASK]
            + _MERIT[left >> _HALF & _LANE_MASK]
            + _MERIT[left >> _HALF + _LANE]
        )
        if merit > most:
            most, best = merit, [grouped]
        elif merit == most:
            best.append(grouped)
    deadwood = -(most >> _DEADWOOD_SHIFT)
    if len(best) == 1:
        return _arranged(mask, deadwood, best[0])
    return min((_arranged(mask, deadwood, grouped) for grouped in best), key=_places_in_sequences)


def _least_of_several(mask: int, columns: int) -> int:
    """The deadwood of ``_best_of_several``, found sooner."""
    least = _DEADWOOD
    for grouped, _ in _choices(mask & columns):
        left = mask - grouped
        worth = (
            _WORTH[left & _LANE_MASK]
            + _WORTH[left >> _LANE & _LANE_MASK]
            + _WORTH[left >> _HALF & _LANE_MASK]
            + _WORTH[left >> _HALF + _LANE]
        ) & _DEADWOOD
        if worth < least:
            least = worth
    return least


@lru_cache(maxsize=4096)
def _choices(mask: int) -> tuple[tuple[int, int], ...]:
    """All the ways to put some of the cards into groups: of each rank none, all, or any three of four.

    Each way comes with its merit.
    """
    ways = []
    for column in (mask & _COLUMN << place for place in range(_LANE)):
        if column:
            bits = [card.bit for card in _cards(column)]
            ways.append([0, column, *(column - bit for bit in bits if len(bits) > SHORTEST_MELD)])
    return tuple((sum(way), _merit(0, sum(way).bit_count(), len(way) - way.count(0), 0)) for way in product(*ways))


def _arranged(mask: int, deadwood: int, grouped: int) -> Arrangement:
    """The arrangement with just these cards in groups."""
    left = mask - grouped
    sequences = (
        _IN_SPADES[left & _LANE_MASK]
        + _IN_HEARTS[left >> _LANE & _LANE_MASK]
        + _IN_DIAMONDS[left >> _HALF & _LANE_MASK]
        + _IN_CLUBS[left >> _HALF + _LANE]
    )
    return Arrangement(deadwood, sequences + _GROUPS[grouped][1])


def _places_in_sequences(arrangement: Arrangement) -> list[int]:
    """What decides if all else is equal: the places of the cards in sequences, of which the smallest are best."""
    return sorted(card.index for meld in arrangement.melds if meld[0].rank is not meld[1].rank for card in meld)
