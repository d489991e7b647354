"""Worlds of Crummy, made of deals that the engine plays, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.actions import Action, Halt, Meld, Play
from engine.cards import Card
from engine.evolve import evolve
from engine.players.tricks.world import CARDS, HALT, LAYING, NUMBERS, RANKS, Terms, World, position
from engine.secret import Secret


def mask(cards: Sequence[Card]) -> int:
    """The set of these cards."""
    return sum(1 << NUMBERS[card] for card in cards)


def as_cards(hand: int) -> frozenset[Card]:
    """The cards of a set."""
    return frozenset(card for card in CARDS if hand >> NUMBERS[card] & 1)


def dealt(terms: Terms, deck: Sequence[Card], dealer: int) -> World:
    """The world at the beginning of a deal of these cards, from the top, round by round."""
    world = World()
    seats = terms.seats
    world.terms, world.hands = terms, [0] * seats
    for place, there in enumerate(deck):
        world.hands[(dealer + 1 + place) % seats] |= 1 << NUMBERS[there]
    world.value, world.laid, world.marked, world.out = [0] * seats, [()] * seats, False, ()
    world.seat, world.may_lay, world.may_halt = (dealer + 1) % seats, False, False
    world.trick = world.there = world.tricks = 0
    world.played, world.taker, world.best, world.doubled = (), 0, 0, False
    world.positions, world.over, world.net = [position(world.hands, world.seat)], False, []
    return world


def action_of(seat: int, move: int) -> Action:
    """The action that a move is."""
    if move >= HALT:
        return Halt(seat)
    return Meld(seat, RANKS[move - LAYING]) if move >= LAYING else Play(seat, CARDS[move])


def to_state(world: World, state: Any) -> Any:
    """The state that a world stands for: ``state`` with the world's hands and quartets; all that is public stays."""
    hands = []
    for hand, secret in zip(world.hands, state.hands, strict=True):
        held = as_cards(hand)
        same = tuple(card for card in secret.open() if card in held)
        hands.append(Secret(same + tuple(card for card in CARDS if card in held - set(same)), secret.seen_by))
    laid = tuple(tuple(Secret(RANKS[rank]) for rank in ranks) for ranks in world.laid)
    return evolve(state, hands=tuple(hands), laid=laid)
