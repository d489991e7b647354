"""The ways in which hidden cards may lie in Crummy, as a seat's view and memory allow.

Whoever has watched knows nearly all: a card that was once played is in the hand of whoever took the trick, or in a
quartet that it has laid. Of the cards that have never been seen, whoever passed has none of the suits that were
missing. Which quartets lie face down is told to nobody, but only complete ones can be there.

All of that is certain and every world keeps to it. How people play is left aside, so every true deal is possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from math import factorial
from typing import Any, Final, NamedTuple

from engine.cards import Card
from engine.events import CardPlayed, Passed, QuartetLaid, TrickTaken, WentOut
from engine.memory import Memory
from engine.parts.tricks import TRICK_SIZE
from engine.players.tricks.styles import PACK
from engine.players.tricks.world import (
    CARDS,
    FOUR,
    NUMBERS,
    OF_RANK,
    OF_SUIT,
    POINTS,
    RANKS,
    SUIT,
    World,
    position,
    terms,
)
from engine.shuffle import Stream
from engine.view import View

_MOST_WAYS: Final = 1000
"""How many ways in which quartets may lie are kept: more than there are, unless somebody plays wildly."""
_ALL: Final = (1 << len(CARDS)) - 1


class Way(NamedTuple):
    """One way in which the quartets that were laid may be which they are, and what it leaves open."""

    laid: tuple[tuple[int, ...], ...]
    """By seat: the numbers of the ranks."""
    value: tuple[int, ...]
    """By seat: what they count, with the joker."""
    hands: tuple[int, ...]
    """By seat: the cards that it must hold."""
    wanted: tuple[int, ...]
    """By seat: how many others it holds, of those never seen."""
    unseen: tuple[int, ...]
    """The cards that were never seen and that no quartet has, by number."""
    chances: int
    """How many deals lead to it, roughly."""


class Situation(NamedTuple):
    """All that a seat knows of a deal, on numbers."""

    plain: World
    """What every world has in common; its hands are those of the likeliest way, as far as they are known."""
    ways: tuple[Way, ...]
    heap: tuple[int, ...]
    """The chances of the ways, each added to those before."""
    may: tuple[int, ...]
    """By seat: the cards that it may hold, of those never seen."""
    before: tuple[int, ...]
    """For each position since a quartet was last laid: by which cards the hands differed then, and the leader."""


class _Walk:
    """What follows from the events that were told, one after another."""

    def __init__(self, memory: Memory, seats: int) -> None:
        self.known = [0] * seats
        """By seat: the cards that it got and that were not played since."""
        assert memory.viewer is not None
        self.known[memory.viewer] = self.located = _mask(memory.hand)
        """All cards that have been seen."""
        self.may = [_ALL] * seats
        """By seat: the cards that it may have held since the deal."""
        self.laid: list[tuple[int, int]] = []
        """Each quartet that was laid: by which seat, and the ranks that it may be, a bit each."""
        self.out: tuple[int, ...] = ()
        self.trick: list[tuple[int, int]] = []
        """Who played which card to the trick."""
        self.tricks = 0
        self.may_lay = False
        self.moved = 0
        """By which cards the hands differ from those dealt, all in one number."""
        self.positions: list[tuple[int, int]] = []
        """What had been moved, and who led, at each position since a quartet was last laid."""
        self._leader = 0
        self._seats = seats
        for event in memory.told:
            match event:
                case CardPlayed(seat, card):
                    self._play(seat, NUMBERS[card])
                case Passed(seat):
                    for _, lying in self.trick:
                        self._missing &= ~OF_SUIT[lying]
                    self.may[seat] &= ~self._missing
                case TrickTaken(seat):
                    self._take(seat)
                case QuartetLaid(seat):
                    self.laid.append((seat, self._complete(seat)))
                    self.positions = []
                case WentOut(seat):
                    self.out += (seat,)
                    self.may_lay = self.may_lay and seat != self._leader

    def shift(self, seat: int) -> int:
        """Where the seat's cards are in a position."""
        return len(CARDS) * (self._seats - 1 - seat)

    def _play(self, seat: int, card: int) -> None:
        if not self.trick:
            self.positions.append((self.moved, seat))
            self.may_lay = False
            self._missing = _ALL
        self.trick.append((seat, card))
        self.known[seat] &= ~(1 << card)
        self.located |= 1 << card
        self.moved ^= 1 << card + self.shift(seat)
        rank = 1 << card // TRICK_SIZE
        self.laid = [(layer, ranks & ~rank) for layer, ranks in self.laid]

    def _take(self, seat: int) -> None:
        cards = sum(1 << card for _, card in self.trick)
        self.known[seat] |= cards
        self.moved ^= cards << self.shift(seat)
        self.trick = []
        self.tricks += 1
        self.may_lay, self._leader = True, seat

    def _complete(self, seat: int) -> int:
        """The ranks of which the seat may have all four cards."""
        had = self.known[seat] | (self.may[seat] & ~self.located)
        return sum(1 << rank for rank in range(len(RANKS)) if not FOUR << TRICK_SIZE * rank & ~had)


def situation(view: View, memory: Memory) -> Situation:
    """What the seat that sees this view and remembers this knows. The view must ask it something."""
    rules: Any = view.rules
    seats = len(view.seats)
    viewer = view.viewer
    assert viewer is not None
    walk = _Walk(memory, seats)
    world = World()
    world.terms = terms(rules.halt, seats)
    world.marked, world.out, world.seat = bool(walk.laid), walk.out, view.to_act[0]
    world.may_lay, world.may_halt = walk.may_lay, view.prompt("halt") is not None
    _lay_trick(world, walk.trick)
    world.tricks, world.over, world.net = walk.tricks, False, []
    ways = _ways(view, walk)
    likely = max(ways, key=lambda way: way.chances)
    world.hands, world.value, world.laid = list(likely.hands), list(likely.value), list(likely.laid)
    if not walk.trick:
        walk.positions.append((walk.moved, world.seat))
    leading = len(CARDS) * seats
    before = tuple(moved ^ walk.moved | leader << leading for moved, leader in walk.positions)
    world.positions = []
    return Situation(world, ways, tuple(accumulate(way.chances for way in ways)), tuple(walk.may), before)


def _lay_trick(world: World, trick: Sequence[tuple[int, int]]) -> None:
    """The trick as it lies."""
    world.trick = world.there = world.best = world.taker = 0
    world.played, world.doubled = (), False
    for seat, card in trick:
        if OF_RANK[card] & world.trick:
            world.doubled, world.taker = True, seat
        elif not world.trick or card > world.best:
            world.best = card
            world.taker = world.taker if world.doubled else seat
        world.trick |= 1 << card
        world.there |= OF_SUIT[card]
        world.played += (seat,)


def _ways(view: View, walk: _Walk) -> tuple[Way, ...]:
    """The ways in which the quartets that were laid may be which they are."""
    seats = len(view.seats)
    lowest = len(RANKS) - PACK[seats]
    unseen = _ALL & ~walk.located & ~((1 << TRICK_SIZE * lowest) - 1)
    quartets = [sum(layer == seat for layer, _ in walk.laid) for seat in range(seats)]
    wanted = [
        view.seats[seat].cards + TRICK_SIZE * quartets[seat] - walk.known[seat].bit_count() for seat in range(seats)
    ]
    held = _mask(view.hand)
    found: list[Way] = []

    def choose(number: int, ranks: tuple[int, ...]) -> None:
        """Goes through what the quartets from that one on may be."""
        if len(found) >= _MOST_WAYS:
            return
        if number == len(walk.laid):
            way = _way(walk, ranks, tuple(wanted), unseen, seats)
            if way is not None:
                found.append(way)
            return
        seat, possible = walk.laid[number]
        for rank in reversed(range(lowest, len(RANKS))):
            four = FOUR << TRICK_SIZE * rank
            needed = (four & unseen).bit_count()
            if not possible >> rank & 1 or rank in ranks or needed > wanted[seat] or four & held:
                continue
            wanted[seat] -= needed
            choose(number + 1, (*ranks, rank))
            wanted[seat] += needed

    choose(0, ())
    return tuple(found)


def _way(walk: _Walk, ranks: tuple[int, ...], wanted: tuple[int, ...], unseen: int, seats: int) -> Way | None:
    """That way, if the cards that are left can be dealt to who may hold them."""
    laid: list[tuple[int, ...]] = [()] * seats
    value, hands = [0] * seats, walk.known[:]
    for number, ((seat, _), rank) in enumerate(zip(walk.laid, ranks, strict=True)):
        laid[seat] += (rank,)
        value[seat] += POINTS[rank] if number else 2 * POINTS[rank]
        four = FOUR << TRICK_SIZE * rank
        hands[seat] &= ~four
        unseen &= ~four
    if not _fits(walk.may, wanted, unseen):
        return None
    chances = factorial(unseen.bit_count())
    for count in wanted:
        chances //= factorial(count)
    cards = tuple(card for card in range(len(CARDS)) if unseen >> card & 1)
    return Way(tuple(laid), tuple(value), tuple(hands), wanted, cards, chances)


def _fits(may: Sequence[int], wanted: Sequence[int], unseen: int) -> bool:
    """Whether so many of these cards can be dealt to each seat (Hall): some suits may be barred to it."""
    for some in range(1, 1 << TRICK_SIZE):
        cards = unseen & sum(SUIT[suit] for suit in range(TRICK_SIZE) if some >> suit & 1)
        if cards.bit_count() > sum(count for allowed, count in zip(may, wanted, strict=True) if allowed & cards):
            return False
    return True


def determinize(there: Situation, stream: Stream) -> World:
    """A world."""
    world = there.plain.copy()
    below = stream.below
    way = there.ways[0]
    if len(there.ways) > 1:
        drawn = _drawn(below, there.heap[-1])
        way = next(way for way, until in zip(there.ways, there.heap, strict=True) if drawn < until)
    world.hands, world.value, world.laid = list(way.hands), list(way.value), list(way.laid)
    if way.unseen:
        _deal(world.hands, stream.shuffled(way.unseen), list(way.wanted), there.may, below)
    now = position(world.hands, 0)
    world.positions = [now ^ before for before in there.before]
    return world


def _drawn(below: Callable[[int], int], limit: int) -> int:
    """A number below the limit, which may be large."""
    if limit < _LARGE:
        return below(limit)
    return (below(_LARGE - 1) * limit) // (_LARGE - 1)


_LARGE: Final = 1 << 32


def _deal(hands: list[int], cards: list[int], left: list[int], may: Sequence[int], below: Callable[[int], int]) -> None:
    """Deals cards to seats that may hold them, so many to each; a card that fewer may hold goes first."""
    seats = [seat for seat, count in enumerate(left) if count]
    open_to = {card: [seat for seat in seats if may[seat] >> card & 1] for card in cards}
    if any(len(found) < len(seats) for found in open_to.values()):
        cards.sort(key=lambda card: len(open_to[card]))
    given: dict[int, int] = {}
    for card in cards:
        total = sum([left[seat] for seat in open_to[card]])
        if not total:
            _make_room(card, open_to, given, left, set())
            total = 1
        drawn = below(total)
        for seat in open_to[card]:
            drawn -= left[seat]
            if drawn < 0:
                given[card] = seat
                left[seat] -= 1
                break
    for card, seat in given.items():
        hands[seat] |= 1 << card


def _make_room(
    card: int, open_to: dict[int, list[int]], given: dict[int, int], left: list[int], tried: set[int]
) -> bool:
    """Moves cards that were dealt to others that may hold them, until one that may hold the card has room for it."""
    for seat in open_to[card]:
        if seat in tried:
            continue
        tried.add(seat)
        for other in [dealt for dealt, holder in given.items() if holder == seat]:
            for target in open_to[other]:
                if left[target] or (target not in tried and _make_room(other, open_to, given, left, tried)):
                    free = next(there for there in open_to[other] if left[there])
                    given[other] = free
                    left[free] -= 1
                    left[seat] += 1
                    return True
    return False


def _mask(cards: Iterable[Card]) -> int:
    return sum(1 << NUMBERS[card] for card in cards)
