"""A deal of Crummy on small numbers, to be played on very often.

A card is a number, its rank above its suit, and a set of cards is a mask with a bit for each. A world is one way in
which the hidden cards may lie. It follows ``engine/games/crummy/play.py`` action by action; tests play the same decks
in both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import SUITS, Card, Rank, card
from engine.parts.tricks import CALLED_RANKS, CALLERS, MOST_TIMES, MOST_TRICKS, TRICK_SIZE, WITHOUT, points

LOWEST: Final = Rank.FIVE
"""The lowest rank that any table has."""
RANKS: Final = tuple(rank for rank in sorted(Rank) if rank >= LOWEST)
"""The ranks from the lowest up. A rank's number is its place here."""
CARDS: Final[tuple[Card, ...]] = tuple(card(rank.notation + suit.value) for rank in RANKS for suit in SUITS)
"""The cards by number."""
NUMBERS: Final = {there: number for number, there in enumerate(CARDS)}
"""The number of each card."""
FOUR: Final = (1 << TRICK_SIZE) - 1
"""The mask of the quartet of the lowest rank; others lie ``TRICK_SIZE`` bits higher each."""
FIRSTS: Final = sum(1 << TRICK_SIZE * number for number in range(len(RANKS)))
"""The first card of each rank."""
SUIT: Final = tuple(FIRSTS << number for number in range(TRICK_SIZE))
"""The cards of each suit."""
OF_SUIT: Final = tuple(SUIT[number % TRICK_SIZE] for number in range(len(CARDS)))
"""By card: those of its suit."""
OF_RANK: Final = tuple(FOUR << number // TRICK_SIZE * TRICK_SIZE for number in range(len(CARDS)))
"""By card: those of its rank."""
POINTS: Final = tuple(points(rank) for rank in RANKS)
"""What a quartet is worth, by the number of its rank."""

LAYING: Final = 64
"""Added to a rank's number: lay its quartet. A move below is the card with that number, played."""
HALT: Final = 128
"""Call a halt."""


@dataclass(frozen=True)
class Terms:
    """A table, as far as its kernel needs it."""

    seats: int
    halts: bool
    """Whether the last two may call a halt."""
    free: bool
    """Whether they may before the position has come up again."""
    without: int
    """The points for having laid no quartet."""
    following: tuple[int, ...]
    """Who acts after each seat."""


def terms(halt: str, seats: int) -> Terms:
    """The terms of a table with that ``halt`` among its rules."""
    return Terms(
        seats, halt != "off", halt == "free", WITHOUT[seats], tuple((seat + 1) % seats for seat in range(seats))
    )


class World:
    """A deal in which every card has its place. It changes as it is played; ``copy`` it first to keep it."""

    __slots__ = (
        "best",
        "doubled",
        "hands",
        "laid",
        "marked",
        "may_halt",
        "may_lay",
        "net",
        "out",
        "over",
        "played",
        "positions",
        "seat",
        "taker",
        "terms",
        "there",
        "trick",
        "tricks",
        "value",
    )

    terms: Terms
    hands: list[int]
    """By seat; whoever is out has none."""
    value: list[int]
    """By seat: what its quartets count, with the joker; 0 for none."""
    laid: list[tuple[int, ...]]
    """By seat: the numbers of the ranks it has laid, in that order."""
    marked: bool
    """Whether a quartet has the joker on it."""
    out: tuple[int, ...]
    """The seats that have gone out, in that order."""
    seat: int
    """Whose turn it is."""
    may_lay: bool
    """Whether the seat has just taken a trick, so that it may lay quartets."""
    may_halt: bool
    """Whether the last two may call a halt now."""
    trick: int
    """The cards that lie in the trick; none: the seat is to lead."""
    there: int
    """The cards of all suits that lie in it."""
    played: tuple[int, ...]
    """Who has played to the trick, card by card."""
    taker: int
    """Whose trick it would be as it lies."""
    best: int
    """The highest card in it."""
    doubled: bool
    """Whether two of its cards match."""
    tricks: int
    """How many tricks have been taken."""
    positions: list[int]
    """The positions between tricks since a quartet was last laid, this one last."""
    over: bool
    net: list[int]
    """What each seat scores, once it is over."""

    def copy(self) -> World:
        """The same world, to be played on its own."""
        other = World.__new__(World)
        other.terms, other.hands, other.value, other.laid = self.terms, self.hands[:], self.value[:], self.laid[:]
        other.marked, other.out, other.seat = self.marked, self.out, self.seat
        other.may_lay, other.may_halt = self.may_lay, self.may_halt
        other.trick, other.there, other.played = self.trick, self.there, self.played
        other.taker, other.best, other.doubled = self.taker, self.best, self.doubled
        other.tricks, other.positions, other.over, other.net = self.tricks, self.positions[:], self.over, self.net
        return other


Policy = Callable[[World], int]
"""What a seat does in a world in which it is to act: a move."""


def play(world: World, policies: Sequence[Policy], move: int | None = None, tricks: int = MOST_TRICKS) -> None:
    """Plays the world on until it is over, or until so many tricks have been taken and their takers have laid.

    ``policies`` are the seats'; ``move`` is what the seat to act does first. The world is changed.
    """
    last = world.tricks + tricks
    if move is not None:
        step(world, move)
    while not world.over:
        if world.tricks >= last and not world.trick:
            if not world.may_lay:
                return
            move = policies[world.seat](world)
            if move < LAYING or move >= HALT:
                return
            step(world, move)
        else:
            step(world, policies[world.seat](world))


def quartets(hand: int) -> int:
    """The first card of each rank of which the hand has all four."""
    pairs = hand & hand >> 1
    return pairs & pairs >> 2 & FIRSTS


def step(world: World, move: int) -> None:
    """The world after a move of the seat to act, which must be one that the game allows."""
    if move >= LAYING:
        if move >= HALT:
            _halt(world, world.seat)
        else:
            _lay(world, move - LAYING)
        return
    seat, hands, bit = world.seat, world.hands, 1 << move
    hands[seat] ^= bit
    trick = world.trick
    if not trick:
        world.may_lay = world.may_halt = False
        world.taker, world.best = seat, move
    elif OF_RANK[move] & trick:
        world.doubled, world.taker = True, seat
    elif move > world.best:
        world.best = move
        if not world.doubled:
            world.taker = seat
    world.trick = trick | bit
    world.played += (seat,)
    if len(world.played) == TRICK_SIZE:
        _take(world)
        return
    world.there = there = world.there | OF_SUIT[move]
    following = world.terms.following
    seat = following[seat]
    while not hands[seat] & ~there:
        seat = following[seat]
    world.seat = seat


def _take(world: World) -> None:
    """Whoever takes the trick has its cards, and leads next; seats without cards are out."""
    hands, played, taker = world.hands, world.played, world.taker
    hands[taker] |= world.trick
    for place, seat in enumerate(played):
        if not hands[seat] and seat not in played[place + 1 :]:
            world.out += (seat,)
    world.trick = world.there = 0
    world.played, world.doubled = (), False
    world.tricks += 1
    world.seat = taker
    if len(world.out) == world.terms.seats - 1:
        _last(world, taker)
    else:
        world.may_lay = True
        _stands(world)


def _lay(world: World, rank: int) -> None:
    """The seat lays the quartet of a rank; without cards left it is out, and the lead passes on."""
    seat, hands = world.seat, world.hands
    hands[seat] &= ~(FOUR << TRICK_SIZE * rank)
    _count(world, seat, rank)
    world.positions = []
    if not hands[seat]:
        world.out += (seat,)
        following = world.terms.following
        while not hands[seat]:
            seat = following[seat]
        if len(world.out) == world.terms.seats - 1:
            _last(world, seat)
            return
        world.seat, world.may_lay = seat, False
    _stands(world)


def _count(world: World, seat: int, rank: int) -> None:
    """Counts a quartet for whoever lays it; the first of the deal counts double."""
    world.value[seat] += POINTS[rank] if world.marked else 2 * POINTS[rank]
    world.laid[seat] += (rank,)
    world.marked = True


def position(hands: Sequence[int], leader: int) -> int:
    """All hands and the player to lead, as one number."""
    together = leader
    for hand in hands:
        together = together << len(CARDS) | hand
    return together


def _stands(world: World) -> None:
    """A position between tricks; one that stands for the third time ends the deal, and so does the cap."""
    terms = world.terms
    now = position(world.hands, world.seat)
    world.positions.append(now)
    times = world.positions.count(now)
    world.may_halt = False
    if terms.halts and len(world.out) == terms.seats - CALLERS and (times > 1 or terms.free):
        world.may_halt = sum(world.hands).bit_count() == CALLED_RANKS * TRICK_SIZE
    if times >= MOST_TIMES and world.may_halt:
        _halt(world, world.seat)
    elif times >= MOST_TIMES or world.tricks >= MOST_TRICKS:
        world.over, world.net = True, [0] * terms.seats


def _halt(world: World, caller: int) -> None:
    """The caller lays the lower rank and is out before the other, who lays the higher."""
    hands = world.hands
    other = next(seat for seat, hand in enumerate(hands) if hand and seat != caller)
    together = sum(hands)
    _count(world, caller, ((together & -together).bit_length() - 1) // TRICK_SIZE)
    world.out += (caller,)
    hands[caller], hands[other] = 0, FOUR << (together.bit_length() - 1) // TRICK_SIZE * TRICK_SIZE
    _last(world, other)


def _last(world: World, seat: int) -> None:
    """Play is over: the last player's cards are quartets and are laid, the most valuable first."""
    left = world.hands[seat]
    world.hands[seat] = 0
    while left:
        rank = (left.bit_length() - 1) // TRICK_SIZE
        _count(world, seat, rank)
        left &= ~(FOUR << TRICK_SIZE * rank)
    world.out += (seat,)
    world.over, world.net = True, score(world)


def score(world: World) -> list[int]:
    """What each seat scores when all are out: its quartets, times its place from the end."""
    seats, without = world.terms.seats, world.terms.without
    net = [0] * seats
    for place, seat in enumerate(world.out):
        net[seat] = (seats - place) * (world.value[seat] or without)
    return net
