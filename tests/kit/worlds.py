"""Worlds of the games of draw and discard, made of deals that the engine plays, and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.cards import ALL_CARDS, JOKER, JOKERS, Card
from engine.evolve import evolve
from engine.players.drawing.kernel import Kernel
from engine.players.drawing.world import DISCARD, DRAW, NOBODY, World, shuffled_by
from engine.secret import Secret

CARDS: dict[int, Card] = {card.index: card for card in (*ALL_CARDS, JOKER, *JOKERS)}
Shuffler = Callable[[list[int], int], list[int]]


def dealt(kernel: Kernel, deck: Sequence[int], dealer: int, *, chance: Shuffler | None = None) -> World:
    """The world at the beginning of a deal of these cards, from the top, to everybody; the antes are paid."""
    rules = kernel.terms
    seats = rules.seats
    way = 1 if rules.clockwise else -1
    order = tuple((dealer + way * place) % seats for place in range(1, seats + 1))
    world = World()
    world.terms, world.order = rules, order
    world.following = {seat: order[(place + 1) % seats] for place, seat in enumerate(order)}
    world.hands = [[] for _ in range(seats)]
    for place in range(rules.hand * seats):
        world.hands[order[place % seats]].append(deck[place])
    used = rules.hand * seats
    first = order[0]
    world.discards = []
    if rules.dealt_first:
        world.hands[first].append(deck[used])
    else:
        world.discards.append(deck[used])
    world.sums = [sum(rules.weights[card] for card in hand) for hand in world.hands]
    world.stock = list(reversed(deck[used + 1 :]))
    world.left, world.places, world.drawn = len(world.stock), None, 0
    world.seat, world.stage, world.source = first, DISCARD if rules.dealt_first else DRAW, 0
    world.knocker, world.pat, world.folded, world.turns = NOBODY, False, 0, 0
    world.paid, world.pot = [-float(rules.ante)] * seats, rules.ante * seats
    world.net, world.won = [], 0
    world.chance, world.shuffles = chance or shuffled_by(0), 0
    return world


def as_cards(numbers: Sequence[int]) -> tuple[Card, ...]:
    """The cards with these numbers."""
    return tuple(CARDS[number] for number in numbers)


def numbers(cards: Sequence[Card]) -> list[int]:
    """The numbers of these cards."""
    return [card.index for card in cards]


def to_state(world: World, state: Any, seat: int) -> Any:
    """The state that a world stands for: ``state`` with the world's hands and stock; what ``seat`` sees stays."""
    hands = [
        Secret(as_cards(world.hands[there]), hand.seen_by) if there in world.order else hand
        for there, hand in enumerate(state.hands)
    ]
    stock = as_cards(tuple(reversed(world.stock[: world.left])))
    return evolve(state, hands=tuple(hands), deck=Secret(stock), used=0)
