"""Which card of six to throw away by what the others promise: four cards to a flush or a straight are worth a wait.

What a hand promises is its *level*. Levels compare as made hands do, by type and first rank; four cards to a better
hand have their place among these, which a player's ``Draws`` say.

Where only what a hand becomes counts, and nothing is won by odd cards or a pair, ``Prospects`` say more: what is worth
keeping, in points, and which upcard is better than one that nobody has seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.cards import SUITS
from engine.players.drawing.poker import (
    EACH_SUIT,
    FULL,
    RANK_BITS,
    RANKS_BITS,
    SUIT_BITS,
    SUIT_SHIFT,
    WILD_SHIFT,
    Hands,
)
from engine.players.drawing.world import STOCK, UPCARD

_TO_FOUR: Final = 4 * EACH_SUIT
"""A suit's counter of four or more with this added has its bit in ``FULL``."""
_COUNTER: Final = (1 << RANK_BITS) - 1
_NATURAL: Final = (1 << WILD_SHIFT) - 1
"""The bits of a weight that tell the rank of a card that is not wild."""
_FINER: Final = 2
"""How many bits a level has below a made hand's, so that draws have places between made hands."""
_FLUSH, _OPEN, _INSIDE = 1, 2, 3
"""How far a draw lies below the least hand that is not broken up for it."""
_RANKS: Final = 13


class Draws(NamedTuple):
    """The least value that is not broken up for four cards to a better hand, by what these cards are; 0: they are not
    kept."""

    flush: int = 0
    outside: int = 0
    """Four cards to a straight that two ranks complete."""
    inside: int = 0
    """Four cards to a straight that one rank completes."""


NO_DRAWS: Final = Draws()
"""Only what is made counts."""


class Keeper:
    """What somebody keeps who breaks up hands for such draws."""

    def __init__(self, hands: Hands, draws: Draws) -> None:
        self.hands, self._windows = hands, hands.windows()
        flush, self._outside, self._inside = (hands.made(least) << _FINER for least in draws)
        self._flush, self._most = flush, max(flush, self._outside, self._inside)
        self._kept: dict[int, tuple[int, int]] = {}
        self._levels: dict[int, int] = {}
        self._runs: dict[int, tuple[int, int]] = {}

    def level(self, total: int) -> int:
        """What five cards promise, by their sum."""
        if (total + _TO_FOUR) & FULL:
            made = self.hands.made(self.hands.value(total)) << _FINER
            return (
                self._flush - _FLUSH if made < self._flush else max(made, self._straight(total & RANKS_BITS, made)[0])
            )
        key = total & RANKS_BITS
        found = self._levels.get(key)
        if found is None:
            made = self.hands.made(self.hands.value(total)) << _FINER
            found = self._levels[key] = max(made, self._straight(key, made)[0])
        return found

    def keep(self, hand: Sequence[int], total: int, kept: int = -1) -> tuple[int, int]:
        """What six cards promise after the best discard, and that card; ``kept`` may not go."""
        hands = self.hands
        weights, key, suited = hands.weights, total & RANKS_BITS, (total + _TO_FOUR) & FULL
        if not suited:
            found = self._kept.get(key)
            if found is None:
                found = self._kept[key] = self._keep(key)
            level, part = found
            for there in hand:
                if weights[there] & RANKS_BITS == part and there != kept:
                    return level, there
        value, gone = hands.best(hand, total, kept)
        made = hands.made(value) << _FINER
        if made >= self._most:
            return made, gone
        if suited and made < self._flush:
            shift = suited.bit_length() - SUIT_BITS
            thrown = self._thrown([there for there in hand if not weights[there] >> shift & 1], total, kept)
            if thrown >= 0:
                return self._flush - _FLUSH, thrown
        level, run = self._straight(key, made)
        if level:
            thrown = self._thrown([there for there in hand if _spare(weights[there], key, run)], total, kept)
            if thrown >= 0:
                return level, thrown
        return made, gone

    def source(self, hand: Sequence[int], total: int, top: int, least: int = 0) -> int:
        """Where to draw from: the upcard, ``top``, where it makes the hand promise more, else the stock.

        It must leave a hand of that value at least.
        """
        six = total + self.hands.weights[top]
        level, gone = self.keep((*hand, top), six, top)
        if level <= self.level(total) or (least and self.hands.value(six - self.hands.weights[gone]) < least):
            return STOCK
        return UPCARD

    def _keep(self, key: int) -> tuple[int, int]:
        """What six cards with no four of a suit promise, and the weight of the rank to throw away."""
        hands = self.hands
        parts = hands.parts(key)
        gone = max(parts, key=lambda part: hands.mixed(key - part))
        made = hands.made(hands.mixed(key - gone)) << _FINER
        level, run = self._straight(key, made)
        spare = [part for part in parts if _spare(part, key, run)] if level else []
        return (level, max(spare, key=lambda part: hands.mixed(key - part))) if spare else (made, gone)

    def _thrown(self, loose: Sequence[int], total: int, kept: int) -> int:
        """Of these cards, without ``kept``, the one that leaves the best hand; -1 if there is none."""
        value, weights = self.hands.value, self.hands.weights
        may = [there for there in loose if there != kept]
        return max(may, key=lambda there: value(total - weights[there])) if may else -1

    def _straight(self, key: int, made: int) -> tuple[int, int]:
        """The level of four cards to a straight, and their ranks, a bit each; 0 where there are none worth keeping."""
        found = self._runs.get(key)
        if found is None:
            there = sum(1 << place for place in range(_RANKS) if key >> RANK_BITS * place & _COUNTER)
            fours = [there & window for window in self._windows if (there & window).bit_count() == 4]
            found = self._runs[key] = max(((fours.count(four), four) for four in fours), default=(0, 0))
        ends, run = found
        least, below = (self._outside, _OPEN) if ends > 1 else (self._inside, _INSIDE)
        return (least - below, run) if ends and made < least else (0, 0)


def _spare(weight: int, key: int, run: int) -> bool:
    """Whether a card of that weight, or rank, may go without breaking a run; wild cards never go."""
    rank = weight & _NATURAL
    place = rank.bit_length() // RANK_BITS
    return bool(rank) and (not run >> place & 1 or (key >> RANK_BITS * place & _COUNTER) > 1)


class Prospects(NamedTuple):
    """What five cards are worth to somebody who waits for better ones, in points, by what they have."""

    pair: int
    two_pairs: int
    three_suited: int
    four_suited: int
    three_near: int
    """For each straight of which three ranks are there, up to three such straights."""
    four_near: int
    """For each straight of which four ranks are there."""
    triplet: int
    """Three of a kind, without a pair besides."""
    stands: int = 0
    """The least value that is never broken up, as it counts for more than any points; 0: points are all that counts."""


_MOST_NEAR: Final = 3
"""How many straights of which three ranks are there count, at most."""


class Waiter:
    """What somebody throws away who looks at prospects. Wild cards are of every suit and rank."""

    def __init__(self, hands: Hands, prospects: Prospects) -> None:
        self._hands, self._prospects = hands, prospects
        self._windows = hands.windows()
        self._by_ranks: dict[int, int] = {}
        self._by_suits: dict[int, int] = {}

    def points(self, total: int) -> int:
        """What five cards are worth to whoever waits, by their sum."""
        stands = self._prospects.stands
        if stands and (value := self._hands.value(total)) >= stands:
            return value
        ranks, suits = total & RANKS_BITS, total >> SUIT_SHIFT
        found = self._by_ranks.get(ranks)
        if found is None:
            found = self._by_ranks[ranks] = self._of_ranks(ranks)
        suited = self._by_suits.get(suits)
        if suited is None:
            suited = self._by_suits[suits] = self._of_suits(suits)
        return found + suited

    def order(self, hand: Sequence[int], total: int, kept: int = -1) -> list[int]:
        """The cards of six, the one to throw away first: what it leaves has most points, then the highest value.

        ``kept`` may not go, so it is left out.
        """
        weights, value = self._hands.weights, self._hands.value
        loose = [there for there in hand if there != kept]
        points = {there: self.points(total - weights[there]) for there in loose}
        return sorted(loose, key=lambda there: (-points[there], -value(total - weights[there]), there))

    def thrown(self, hand: Sequence[int], total: int, kept: int = -1) -> int:
        """The first of ``order``, found sooner."""
        weights, value, points = self._hands.weights, self._hands.value, self.points
        most, best, gone = -1, -1, -1
        for there in hand:
            if there == kept:
                continue
            rest = total - weights[there]
            now = points(rest)
            if now < most:
                continue
            worth = value(rest)
            if now > most or worth > best or (worth == best and there < gone):
                most, best, gone = now, worth, there
        return gone

    def source(self, hand: Sequence[int], total: int, top: int, gain: int) -> int:
        """Where to draw from: the upcard, ``top``, where it makes the hand worth more by over so many points, else the
        stock."""
        six = total + self._hands.weights[top]
        gone = self.thrown((*hand, top), six, top)
        return UPCARD if self.points(six - self._hands.weights[gone]) > self.points(total) + gain else STOCK

    def _of_ranks(self, key: int) -> int:
        there, wild = self._prospects, key >> WILD_SHIFT
        counts = [key >> RANK_BITS * place & _COUNTER for place in range(_RANKS)]
        ranks = sum(1 << place for place, count in enumerate(counts) if count)
        near = [(ranks & window).bit_count() + wild for window in self._windows]
        pairs = sum(count > 1 for count in counts)
        alike = there.triplet if max(counts) + wild > 2 else there.pair
        return (
            (0, alike, there.two_pairs)[min(pairs, 2)]
            + there.three_near * min(near.count(3), _MOST_NEAR)
            + there.four_near * sum(count >= 4 for count in near)
        )

    def _of_suits(self, key: int) -> int:
        most = max(key >> SUIT_BITS * place & ((1 << SUIT_BITS) - 1) for place in range(len(SUITS)))
        return self._prospects.four_suited if most >= 4 else self._prospects.three_suited if most == 3 else 0
