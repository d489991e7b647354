"""Worlds of the games with pools, made of decks, and back to states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.cards import ALL_CARDS, Card
from engine.evolve import evolve
from engine.players.pools.kernel import Kernel
from engine.players.pools.world import SUIT, World, begun, collect, numbers_of
from engine.secret import Secret
from engine.stakes import Stakes


def dealt(kernel: Kernel, deck: Sequence[Card], stakes: Stakes) -> World:
    """The world at the beginning of a deal of these cards; what the dealing pays is paid."""
    rules, seats = kernel.terms, kernel.terms.seats
    cards = [card.index for card in deck]
    used = len(cards) - 1 if rules.deals_all else seats * sum(rules.packets)
    turned = cards[used]
    world = begun(rules, stakes.dealer, turned // SUIT * SUIT)
    hands: dict[int, list[int]] = {seat: [] for seat in world.order}
    if rules.deals_all:
        for place in range(used):
            hands[world.order[place % seats]].append(cards[place])
    else:
        top = 0
        for packet in rules.packets:
            for seat in world.order:
                hands[seat] += cards[top : top + packet]
                top += packet
    owner = world.order[used % seats] if rules.turned_to_next else None
    if owner is None:
        world.live &= ~(1 << turned)
        world.cards = world.live
    else:
        hands[owner].append(turned)
    for seat, held in hands.items():
        world.hands[seat] = sum(1 << card for card in held)
        world.sizes[seat] = len(held)
        world.values[seat], world.safe[seat] = kernel.worth(world, world.hands[seat])
        for card in held:
            world.holder[card] = seat
    world.base = list(stakes.chips)
    world.chips = [chips - rules.entry for chips in stakes.chips]
    before = dict(stakes.pools)
    lies = {name: before.get(name, 0) + (rules.stake * seats if name in rules.dressed else 0) for name in POOLS}
    if rules.honour_to_dealer and owner is None:
        for name, places in rules.claims:
            if places == 1 << turned % SUIT:
                world.chips[world.order[-1]] += lies[name]
                lies[name] = 0
    world.pools = tuple((places << world.pay, lies[name]) for name, places in rules.claims)
    world.poch, world.centre = lies["poch"], lies["centre"]
    if rules.pools_first:
        collect(world)
    return world


POOLS = ("ace", "king", "queen", "jack", "ten", "marriage", "sequence", "poch", "centre")


def to_state(world: World, state: Any, seat: int) -> Any:
    """The state that a world stands for: ``state`` with the world's hands and rest; what ``seat`` sees stays."""
    hands = [
        hand if there == seat else Secret(cards_of(world.hands[there]), hand.seen_by)
        for there, hand in enumerate(state.hands)
    ]
    aside = {played.card for played in state.gone} | ({state.turned} if state.owner is None else set())
    held = {card for hand in hands for card in hand.open()}
    pack = state.edition.pack.cards
    return evolve(state, hands=tuple(hands), rest=Secret(tuple(card for card in pack if card not in aside | held)))


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a mask."""
    return tuple(ALL_CARDS[number] for number in numbers_of(mask))
