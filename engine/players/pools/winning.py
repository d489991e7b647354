"""How often a stake in the betting of the Poch family wins it, found in sampled worlds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.actions import Action, Bet
from engine.memory import Memory
from engine.players.base import Levels
from engine.players.pools.kernel import Kernel
from engine.players.pools.sampling import Situation, determinize, drawn, situation
from engine.players.pools.thinking import POOLS
from engine.players.pools.world import BET, RANK, World, limits, numbers_of, stake
from engine.players.thinking import policy_of
from engine.shuffle import Stream
from engine.view import View

_TRIES: Final = 40
"""How often the cards that nobody has seen of a hand are drawn at most, until they make no better set: the first half
of the times all at once, so that every such hand is as likely as another; then card by card."""


def wins(view: View, memory: Memory, action: Action, stream: Stream, levels: Levels = ()) -> Iterator[tuple[bool, ...]]:
    """Whether the stake wins the betting, in one world after the other; for a fold, whether matching does.

    The others are taken for computer players of these levels, and ordinary people. The view may have fewer cards of its
    viewer than the hand holds: those that were shown. Others are then drawn, with which the hand is worth no more. It
    ends where no such cards are found.
    """
    kernel = POOLS.kernel_for(view)
    there, sharp = situation(kernel, view, memory), kernel.sharp
    seat, allowed = there.plain.seat, limits(there.plain)
    assert allowed is not None, "a seat without chips has nothing to decide"
    amount = action.amount if isinstance(action, Bet) else allowed[0]
    while (full := _full(there, seat, stream)) is not None:
        world, styles = determinize(full, stream, levels)
        styles[seat] = sharp
        policies = [policy_of(kernel, style) for style in styles]
        stake(world, amount)
        while world.stage == BET:
            stake(world, policies[world.seat].bet(world))
        yield (world.seat == seat,)  # whoever wins the betting leads


def _full(there: Situation, seat: int, stream: Stream) -> Situation | None:
    """The situation with all cards of the seat's hand: those that are not known by lot. None if none are found."""
    kernel, plain = there.kernel, there.plain
    held = plain.hands[seat]
    lacking = plain.sizes[seat] - held.bit_count()
    if not lacking:
        return there
    best = kernel.worth(plain, held)[0] >> RANK
    pool = list(there.unseen)
    for tries in range(_TRIES):
        hand = _lot(kernel, plain, held, pool, lacking, stream, chosen=tries >= _TRIES // 2)
        value, safe = kernel.worth(plain, hand)
        if value >> RANK == best and hand.bit_count() == plain.sizes[seat]:
            break
    else:
        return None
    world = plain.copy()
    world.values, world.safe = world.values[:], world.safe[:]
    world.hands[seat], world.values[seat], world.safe[seat] = hand, value, safe
    for card in numbers_of(hand):
        world.holder[card] = seat
    return there._replace(plain=world, unseen=tuple(card for card in pool if not hand >> card & 1))


def _lot(
    kernel: Kernel, plain: World, held: int, pool: list[int], lacking: int, stream: Stream, *, chosen: bool
) -> int:
    """A hand with that many more cards by lot; ``chosen``: card by card, none that makes a better set."""
    hand = held
    if not chosen:
        for card in drawn(pool, lacking, stream.below):
            hand |= 1 << card
        return hand
    best = kernel.worth(plain, held)[0] >> RANK
    for card in drawn(pool, len(pool), stream.below):
        if lacking and kernel.worth(plain, hand | 1 << card)[0] >> RANK == best:
            hand, lacking = hand | 1 << card, lacking - 1
    return hand
