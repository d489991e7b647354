"""A deal of draw and discard on small numbers, to be played to its end very often: the kernel of four games.

Cards are their places in canonical order (``Card.index``). What tells the games apart is data, the ``Terms``; what
hands are worth and how a deal is settled is a function of the game's. A world is one way in which the hidden cards may
lie. It follows ``engine/games/drawing/turn.py`` action by action; tests play the same decks in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.shuffle import Stream

DRAW, DISCARD, CHOOSE, OVER = range(4)
"""What a world waits for: a draw, a discard, a choice after the stock has run out; or nothing, as it is over."""
KNOCK, STOCK, UPCARD, STAY, FOLD, SHOW = -1, -2, -3, -4, -5, -6
"""Moves without a card. A discard is the card's number."""
KNOCKING: Final = 64
"""Added to a card: knock, and discard it."""
FOLDING: Final = 128
"""Added to a card: fold, and discard it."""
CARD: Final = KNOCKING - 1
"""The bits of such a move, or of a discard, that are its card."""
NOBODY: Final = -1
MOST_TURNS: Final = 150
"""How many turns a world has at most, before it counts as void: far more than players who want to win need."""

Policy = Callable[["World"], int]
"""What a seat does in a world in which it is to act: a move."""


@dataclass(frozen=True)
class Terms:
    """A game of draw and discard, as far as its kernel needs it; ``engine.games.drawing.drawing`` says what is what."""

    seats: int
    hand: int
    dealt_first: bool
    taken_may_go: bool
    instead: bool
    """Whether a knock takes the place of any turn but the first."""
    pat: bool
    """Whether a knock may take the place of the first turn."""
    ends_at_once: bool
    to_the_dealer: bool
    fold_payment: int | None
    shuffles: bool
    turns_over: bool
    ends_with_stock: bool
    draw_price: int
    ante: int
    clockwise: bool
    weights: tuple[int, ...]
    """What each card adds to the sum that stands for a hand."""
    settle: Callable[[World], tuple[list[float], int]]
    """What each seat gets in the end, in the unit that the game counts, the payments in ``World.paid`` included; and
    the seats that have won, a bit each."""


def terms(
    rules: Any,
    seats: int,
    weights: tuple[int, ...],
    settle: Callable[[World], tuple[list[float], int]],
) -> Terms:
    """The terms of a table, from the rules of a game of draw and discard."""
    drawing = rules.drawing(seats)
    return Terms(
        seats=seats,
        hand=drawing.hand,
        dealt_first=drawing.dealt_first,
        taken_may_go=drawing.taken_may_go,
        instead=drawing.knock == "instead",
        pat=drawing.pat is not None,
        ends_at_once=drawing.last_turns == "none",
        to_the_dealer=drawing.last_turns == "to_the_dealer",
        fold_payment=drawing.fold_payment,
        shuffles=drawing.empty_stock == "shuffle",
        turns_over=drawing.empty_stock == "turned_over",
        ends_with_stock=drawing.empty_stock == "ends",
        draw_price=drawing.draw_price,
        ante=drawing.ante,
        clockwise=drawing.clockwise,
        weights=weights,
        settle=settle,
    )


class World:
    """A deal in which every card has its place. It changes as it is played; ``copy`` it first to keep it."""

    __slots__ = (
        "chance",
        "discards",
        "drawn",
        "folded",
        "following",
        "hands",
        "knocker",
        "left",
        "net",
        "order",
        "paid",
        "pat",
        "places",
        "pot",
        "seat",
        "shuffles",
        "source",
        "stage",
        "stock",
        "sums",
        "terms",
        "turns",
        "won",
    )

    terms: Terms
    order: tuple[int, ...]
    """The seats dealt in, from the first to act to the dealer."""
    following: dict[int, int]
    """Who acts after each seat."""
    hands: list[list[int]]
    """By seat; a card just drawn is the last."""
    sums: list[int]
    """By seat: the weights of its cards, added up."""
    stock: list[int]
    """The top card is the last of the first ``left``; the list is shared between copies and never changed."""
    left: int
    """How many cards the stock has."""
    places: list[int] | None
    """By seat: where in the stock it draws next, if each draws from a part of its own (``apart``); None: all from the
    top."""
    drawn: int
    """The places of the stock that were drawn from, a bit each, where seats draw apart."""
    discards: list[int]
    """The top card is the last."""
    seat: int
    """Whose turn it is."""
    stage: int
    source: int
    """Where the seat drew from this turn, STOCK or UPCARD; 0 before its draw, or if it discards without a draw."""
    knocker: int
    pat: bool
    folded: int
    """The seats that have folded, a bit each."""
    turns: int
    """How many turns are over."""
    paid: list[float]
    """By seat: the chips got less those paid since the world began, by folds and draws."""
    pot: float
    """The chips in the pot."""
    net: list[float]
    """What each seat got, once it is over."""
    won: int
    """The seats that won, alone or with others, a bit each."""
    chance: Callable[[list[int], int], list[int]]
    """(cards, how often was shuffled before) -> the cards in the order of the new stock, the top one last."""
    shuffles: int

    def copy(self) -> World:
        """The same world, to be played on its own."""
        other = World.__new__(World)
        other.terms, other.order, other.following = self.terms, self.order, self.following
        other.hands = [hand[:] for hand in self.hands]
        other.sums = self.sums[:]
        other.stock, other.left, other.drawn = self.stock, self.left, self.drawn
        other.places = self.places and self.places[:]
        other.discards = self.discards[:]
        other.seat, other.stage, other.source = self.seat, self.stage, self.source
        other.knocker, other.pat, other.folded, other.turns = self.knocker, self.pat, self.folded, self.turns
        other.paid, other.pot, other.net, other.won = self.paid[:], self.pot, self.net, self.won
        other.chance, other.shuffles = self.chance, self.shuffles
        return other


def mask_of(seats: Iterable[int]) -> int:
    """The seats, a bit each."""
    return sum([1 << seat for seat in seats])


def shuffled_by(number: int) -> Callable[[list[int], int], list[int]]:
    """The shuffles in mid-deal of a world with that number."""

    def shuffled(cards: list[int], before: int) -> list[int]:
        return Stream(number.to_bytes(8, "big"), number=before).shuffled(sorted(cards))

    return shuffled


def apart(world: World) -> None:
    """Lets every seat draw from a part of the stock of its own, and when that is used up from the next.

    In a stock that nobody knows any order is as likely as another, so this changes no chances. But what a seat draws no
    longer depends on who drew before, so two courses of a world differ by what people do and hardly by luck.
    """
    seats = len(world.hands)
    world.places, world.drawn = [world.left * seat // seats for seat in range(seats)], 0


def first_turn(world: World) -> bool:
    """Whether the seat to act has had no turn before."""
    return world.turns < len(world.order)


def taken(world: World) -> int:
    """The card that the seat took from the discards this turn and may not throw away again; -1 if there is none."""
    if world.source != UPCARD or world.terms.taken_may_go:
        return -1
    return world.hands[world.seat][-1]


def may_fold(world: World) -> bool:
    """Whether the seat that is to discard may fold instead."""
    return (
        world.terms.fold_payment is not None
        and world.knocker not in (NOBODY, world.seat)
        and not (world.source == UPCARD and not world.left)
    )


def play(world: World, policies: Sequence[Policy], move: int | None = None) -> list[float]:
    """Plays the world to its end and returns what each seat gets; ``move`` is what the seat to act does first.

    ``policies`` are the seats'. The world is changed.
    """
    if move is not None:
        step(world, move)
    while world.stage != OVER:
        step(world, policies[world.seat](world))
    return world.net


def step(world: World, move: int) -> None:
    """The world after a move of the seat to act, which must be one that the game allows."""
    seat, rules = world.seat, world.terms
    if world.stage == DISCARD:
        if move == SHOW:
            world.paid[seat] += world.pot
            world.pot = 0
            world.net, world.won, world.stage = world.paid, 1 << seat, OVER
            return
        card = move & CARD
        world.hands[seat].remove(card)
        world.sums[seat] -= rules.weights[card]
        world.discards.append(card)
        if move >= FOLDING:
            _fold(world, seat)
        elif move >= KNOCKING:
            world.knocker = seat
    elif move == STOCK:
        if not world.left:
            world.stock, world.left, world.discards = world.discards[::-1], len(world.discards), []
            world.places = None
        world.left -= 1
        _take(world, seat, world.stock[world.left if world.places is None else _own_place(world, seat)], STOCK)
        return
    elif move == UPCARD:
        _take(world, seat, world.discards.pop(), UPCARD)
        return
    elif move == KNOCK:
        world.knocker, world.pat = seat, rules.pat
    elif move == FOLD:
        _fold(world, seat)
    _end_turn(world, seat)


def _own_place(world: World, seat: int) -> int:
    """Where in the stock the seat draws, which is marked as drawn; there is a card left."""
    places, drawn = world.places, world.drawn
    assert places is not None
    place = places[seat]
    while drawn >> place & 1:
        place = (place + 1) % len(world.stock)
    places[seat], world.drawn = (place + 1) % len(world.stock), drawn | 1 << place
    return place


def _take(world: World, seat: int, card: int, source: int) -> None:
    rules = world.terms
    world.hands[seat].append(card)
    world.sums[seat] += rules.weights[card]
    if rules.draw_price:
        world.paid[seat] -= rules.draw_price
        world.pot += rules.draw_price
    world.stage, world.source = DISCARD, source


def _fold(world: World, seat: int) -> None:
    world.folded |= 1 << seat
    price = world.terms.fold_payment or 0
    world.paid[seat] -= price
    world.paid[world.knocker] += price


def _end_turn(world: World, seat: int) -> None:
    rules, knocker, following = world.terms, world.knocker, world.following[seat]
    knocked = knocker != NOBODY
    stock_gone = not world.left
    world.turns += 1
    world.seat, world.stage, world.source = following, DRAW, 0
    ends = knocked and (following == knocker or rules.ends_at_once or (rules.to_the_dealer and seat == world.order[-1]))
    if stock_gone and not ends:
        if rules.shuffles:
            top = world.discards.pop()
            world.stock = world.chance(world.discards, world.shuffles)
            world.left, world.discards, world.places = len(world.stock), [top], None
            world.shuffles += 1
        elif not rules.turns_over:
            ends = not knocked or rules.ends_with_stock
            world.stage = CHOOSE
    if ends:
        world.net, world.won = rules.settle(world)
        world.stage = OVER
    elif not knocked and world.turns >= MOST_TURNS:
        world.net, world.stage = world.paid, OVER
