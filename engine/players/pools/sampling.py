"""The ways in which hidden cards may lie in the Poch family, as a seat's view and memory allow.

What is certain is kept: the own hand, the cards that somebody has shown or won a pool with, the cards that were played,
those before which a sequence stopped. What others bet and dropped is evidence: of the hands that a seat could hold,
one is taken with which somebody may play so. Evidence is soft: a part of the worlds leaves it aside, and after a few
tries whatever came up is taken, so every true deal is possible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from engine.events import BetMade, CardPlayed, Folded, Paid, Passed
from engine.memory import Memory, known
from engine.middle import Pools
from engine.players.base import Levels
from engine.players.pools.kernel import Bidding, Kernel, Style, bidding
from engine.players.pools.world import (
    BET,
    CENTRE_POOL,
    DROP,
    LEAD,
    POCH_POOL,
    SUIT,
    World,
    begun,
    mask_of,
    numbers_of,
    stake,
)
from engine.players.thinking import styles_at
from engine.shuffle import Stream
from engine.view import View

_TRIES: Final = 8
"""How often a hand is sampled for a seat at most."""
_SURE_TRIES: Final = 200
"""The same where it is known whom others are taken for: it matters more to be right than to be quick."""
_LUCK: Final = 1 << 16
_PLAIN: Final = 10
"""One world in this many ignores how others play."""

Past = tuple[tuple[Bidding, int], ...]
"""What a seat knew of the betting each time that it was to act, and the stake that it went to, or DROP."""


class Situation(NamedTuple):
    """All that a seat knows of a deal, on numbers: what every world has in common."""

    kernel: Kernel
    plain: World
    """With the viewer's hand, and the known cards of the others."""
    unseen: tuple[int, ...]
    """The cards that may be anywhere."""
    wanted: tuple[tuple[int, int], ...]
    """Each other seat, and how many cards it holds that are not known; first whose past says the most."""
    past: tuple[Past, ...]
    """By seat."""
    played: tuple[int, ...]
    """By seat, as masks: the cards that it has played out."""


def situation(kernel: Kernel, view: View, memory: Memory, luck: int = 0) -> Situation:
    """What the seat that sees this view and remembers this knows. The view must ask it something.

    ``luck`` is a number for what its style leaves to chance.
    """
    viewer, middle, rules = view.viewer, view.middle, kernel.terms
    assert viewer is not None
    assert isinstance(middle, Pools)
    seen, seats = known(memory), range(len(view.seats))
    turned = middle.turned
    world = begun(rules, view.dealer, turned.index // SUIT * SUIT)
    played = [0] * rules.seats
    for event in memory.told:
        if isinstance(event, CardPlayed):
            played[event.seat] |= event.card.bit
    chips = {pool.name: pool.chips for pool in middle.pools}
    past = _betting(world, view, memory, chips)
    gone = mask_of(middle.gone)
    dead = mask_of(tuple(seen.dead))
    if middle.turned_to is None:
        gone |= turned.bit
        world.cards &= ~turned.bit
    if middle.pools_first or not middle.betting:
        dead |= _untaken(kernel, world, memory, chips) & ~gone
    world.live = rules.pack & ~gone & ~dead
    for seat in seats:
        there = view.seats[seat]
        held = mask_of(view.hand) if seat == viewer else mask_of(tuple(seen.taken[seat])) & world.live
        world.hands[seat], world.sizes[seat] = held, there.cards
        for card in numbers_of(held):
            world.holder[card] = seat
    world.values[viewer], world.safe[viewer] = kernel.worth(world, world.hands[viewer] | played[viewer])
    world.chips = [there.chips for there in view.seats]
    world.base = world.chips[:]
    world.seat, world.luck = viewer, luck
    _fill_pools(world, middle, chips)
    world.stage = BET if middle.betting else LEAD
    sure = 0
    for held in world.hands:
        sure |= held
    wanted = [(seat, world.sizes[seat] - world.hands[seat].bit_count()) for seat in world.order if seat != viewer]
    wanted.sort(key=lambda there: (-sum(amount != DROP for _, amount in past[there[0]]), not past[there[0]]))
    return Situation(
        kernel, world, tuple(numbers_of(world.live & ~sure)), tuple(wanted), tuple(map(tuple, past)), tuple(played)
    )


def _betting(world: World, view: View, memory: Memory, pools: Mapping[str, int]) -> list[list[tuple[Bidding, int]]]:
    """Plays the betting in the world, as it was told, and returns what each seat knew and did."""
    past: list[list[tuple[Bidding, int]]] = [[] for _ in view.seats]
    acts = [event for event in memory.told if isinstance(event, BetMade | Folded | Passed)]
    if not acts:
        return past
    chips = [there.chips for there in view.seats]
    for event in memory.told[memory.told.index(acts[0]) :]:
        if isinstance(event, Paid):
            source, target = event.transfer.source, event.transfer.target
            if isinstance(source, int):
                chips[source] += event.transfer.amount
            if isinstance(target, int):
                chips[target] -= event.transfer.amount
            if event.transfer.reason == POCH_POOL:
                world.poch = event.transfer.amount
    stakes = [0] * len(chips)
    for event in acts:
        if isinstance(event, BetMade):
            stakes[event.seat] = event.stake
    world.chips = [now + staked for now, staked in zip(chips, stakes, strict=True)]
    if not world.poch:
        world.poch = pools[POCH_POOL] - (sum(stakes) if world.terms.bank_is_pool else 0)
    for event in acts:
        amount = event.stake if isinstance(event, BetMade) else DROP
        past[event.seat].append((bidding(world)._replace(luck=1), amount))
        stake(world, amount)
        if world.stage != BET:
            break
    return past


def _fill_pools(world: World, middle: Pools, pools: Mapping[str, int]) -> None:
    """Lays the chips of each pool where the world has them: those that can still be won, and the rest of the board."""
    rules, left = world.terms, dict(pools)
    world.centre = left.pop(CENTRE_POOL, 0)
    world.poch = left.pop(POCH_POOL) - (sum(world.stakes) if rules.bank_is_pool and middle.betting else 0)
    waits = () if middle.pools_first or not middle.betting else rules.claims
    world.pools = tuple((places << world.pay, left.pop(name)) for name, places in waits)
    world.board = sum(left.values())


def _untaken(kernel: Kernel, world: World, memory: Memory, pools: Mapping[str, int]) -> int:
    """The cards that are in no hand, as nobody took the pool that each of them wins alone."""
    taken = {event.transfer.source for event in memory.told if isinstance(event, Paid)}
    found = 0
    for name, places in kernel.terms.claims:
        if pools[name] and name not in taken and not places & (places - 1):
            found |= places << world.pay
    return found


def determinize(there: Situation, stream: Stream, levels: Levels | None = None) -> tuple[World, list[Style]]:
    """A world, and how the others play in it, by seat.

    ``levels``: the others are taken for computer players of these levels and ordinary people, who bet as such do,
    bluffs among it, in every world, and not now and then for anybody with anything, for whom an expert is prepared.
    How much a computer player staked tells of its hand; of people it counts in every other world, as some stake as they
    like. Where few hands explain it, it is left aside.
    """
    kernel, below = there.kernel, stream.below
    sure = levels is not None
    most = _SURE_TRIES if sure else _TRIES
    world = there.plain.copy()
    world.values, world.safe = world.values[:], world.safe[:]
    pool = list(there.unseen)
    plain = not sure and below(_PLAIN) == 0
    styles = [kernel.sharp] * kernel.terms.seats
    holder = world.holder
    for seat, wanted in there.wanted:
        past, before = there.past[seat], there.played[seat]
        mixture = kernel.mixture if levels is None else styles_at(kernel, levels, seat)
        tries = 1 if plain or not past or wanted == len(pool) else most
        sized = sure and (bool(levels and levels[seat]) or below(2) == 0)
        while True:
            tries -= 1
            style = mixture[below(len(mixture))]
            hand = drawn(pool, wanted, below)
            mask = world.hands[seat]
            for card in hand:
                mask |= 1 << card
            value, safe = kernel.worth(world, mask | before)
            luck = below(_LUCK) if sure and tries > 0 else None
            if tries <= 0 or kernel.fits(style, value, safe, past, luck, sized=sized and tries > most // 2):
                break
        del pool[len(pool) - wanted :]
        world.hands[seat], world.values[seat], world.safe[seat], styles[seat] = mask, value, safe, style
        for card in hand:
            holder[card] = seat
    world.luck = below(_LUCK)
    return world, styles


def drawn(pool: list[int], wanted: int, below: Callable[[int], int]) -> list[int]:
    """Brings that many cards by lot to the end of the pool, and returns them."""
    last = len(pool)
    for place in range(last - 1, last - 1 - wanted, -1):
        other = below(place + 1)
        pool[place], pool[other] = pool[other], pool[place]
    return pool[last - wanted :]
