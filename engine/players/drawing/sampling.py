"""The ways in which hidden cards may lie in a game of draw and discard, as a seat's view and memory allow.

What is certain is kept: the own hand, the piles, the cards that somebody was seen to take. What others did, and did not
do, is evidence: of the hands that a seat could hold, one is taken that fits how somebody may play. Evidence is soft: a
part of the worlds leaves it aside, and after a few tries whatever came up is taken, so every true deal is possible. But
nobody is given a hand with which the rules don't allow the knock that was seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from engine.cards import Card
from engine.events import Called, CardDiscarded, CardTurned, Folded, Knocked, Shuffled, Stayed, TurnedOver
from engine.memory import Drew, Known, Memory, known
from engine.middle import Piles
from engine.players.base import Levels
from engine.players.drawing.kernel import LEFT, Kernel, Past, Style
from engine.players.drawing.pasts import Held, Turn, likely, together, turns_of
from engine.players.drawing.world import CHOOSE, DISCARD, DRAW, NOBODY, STOCK, UPCARD, World, apart, shuffled_by
from engine.players.thinking import styles_at
from engine.shuffle import Stream
from engine.view import View

_TRIES: Final = 8
"""How often a hand is sampled for a seat at most."""
_MORE_TRIES: Final = 24
"""The same where the discards count, too: few hands explain them."""
_SURE_TRIES: Final = 200
"""The same for whoever has knocked, where it matters more to be right than to be quick."""
_MOST_TRIES: Final = 1000
"""How often a hand is sampled until the rules allow what was seen of its seat."""
_PLAIN: Final = 10
"""One world in this many ignores how others play."""
_IMPROVED: Final = 12
"""For at most this many of its draws, a seat is assumed to have kept its best cards."""


class Situation(NamedTuple):
    """All that a seat knows of a deal, on numbers: what every world has in common."""

    kernel: Kernel
    plain: World
    """With the viewer's hand, the piles as far as they are known, and the known cards of the others."""
    unseen: tuple[int, ...]
    stock_known: tuple[int, ...]
    """The top cards of the stock that are known, from the top."""
    wanted: tuple[tuple[int, int], ...]
    """Each other seat dealt in, and how many cards it holds that are not known; first whose past says the most."""
    past: tuple[Past, ...]
    """By seat."""
    turns: tuple[tuple[Turn, ...], ...]
    """By seat: its turns, one by one."""


def situation(kernel: Kernel, view: View, memory: Memory) -> Situation:
    """What the seat that sees this view and remembers this knows. The view must ask it something."""
    viewer, middle = view.viewer, view.middle
    assert viewer is not None
    assert isinstance(middle, Piles)
    seen = known(memory)
    seats = range(len(view.seats))
    order = _order(view, clockwise=kernel.terms.clockwise)
    weights = kernel.terms.weights
    hands = [_numbers(view.hand) if seat == viewer else _held(view, seen, seat) for seat in seats]
    discards = _numbers(seen.discards)
    stock_known = tuple(_numbers(seen.stock))
    gone = {*discards, *stock_known, *(card for hand in hands for card in hand)}
    past = tuple(_past(kernel, view, memory, seen, seat) for seat in seats)
    world = World()
    world.terms, world.order = kernel.terms, order
    world.following = {seat: order[(place + 1) % len(order)] for place, seat in enumerate(order)}
    world.hands, world.sums = hands, [sum(weights[card] for card in hand) for hand in hands]
    world.stock, world.left, world.places, world.drawn = [], middle.stock, None, 0
    world.discards = discards
    world.seat, world.shuffles, world.chance = viewer, 0, shuffled_by(0)
    asks = {prompt.do for prompt in view.prompts}
    world.stage = DISCARD if "discard" in asks else CHOOSE if "stay" in asks else DRAW
    world.source = {"stock": STOCK, "discard": UPCARD, None: 0}[middle.drawn_from]
    world.knocker = NOBODY if view.knocker is None else view.knocker
    world.pat = any(isinstance(event, Knocked) and event.pat for event in memory.told)
    world.folded = sum(1 << seat for seat in seats if view.seats[seat].standing == "folded")
    world.turns = sum(there.turns for there in past)
    world.paid, world.pot, world.net, world.won = [0.0] * len(seats), view.pot, [], 0
    others = [seat for seat in order if seat != viewer]
    others.sort(key=lambda seat: (not past[seat].knocked, not past[seat].stayed, -past[seat].draws))
    wanted = [(seat, kernel.terms.hand - len(hands[seat])) for seat in others]
    return Situation(
        kernel,
        world,
        tuple(card for card in kernel.pack if card not in gone),
        stock_known,
        tuple(wanted),
        past,
        turns_of(memory, middle.stock, kernel.terms),
    )


class Other(NamedTuple):
    """Whom a seat is taken for."""

    styles: tuple[Style, ...]
    """How it may play; each is as likely as another."""
    hands: list[Held]
    """What it may hold then; none where nothing was seen of it."""


def others(there: Situation, levels: Levels, stream: Stream) -> tuple[Other, ...]:
    """By seat: computer players of these levels and ordinary people, with the hands that they may hold."""
    kernel = there.kernel
    unknown = {seat for seat, _ in there.wanted if there.turns[seat] and not there.plain.folded >> seat & 1}
    found = []
    for seat, turns in enumerate(there.turns):
        styles = styles_at(kernel, levels, seat)
        if levels and levels[seat] == "expert":
            styles = tuple(style.expert or style for style in styles)
        hands = likely(kernel, there.plain, seat, turns, there.unseen, styles, stream) if seat in unknown else []
        found.append(Other(styles, hands))
    return tuple(found)


def determinize(
    there: Situation, stream: Stream, taken_for: Sequence[Other] | None = None
) -> tuple[World, list[Style]]:
    """A world, and how the others play in it, by seat.

    ``taken_for``: by seat, whom each is taken for in every world, with one of its hands where there are any
    (``others``), and not now and then for anybody with anything, for whom an expert is prepared.
    """
    kernel, below, terms = there.kernel, stream.below, there.kernel.terms
    world = there.plain.copy()
    pool = list(there.unseen)
    plain = taken_for is None and below(_PLAIN) == 0
    styles = [kernel.sharp] * terms.seats
    most = _MORE_TRIES if kernel.reads_left else _TRIES
    taken = 0
    for seat, wanted in there.wanted:
        past = there.past[seat]
        mixture, hands = taken_for[seat] if taken_for else (kernel.mixture, [])
        if hands and (found := together(hands, taken, below)) is not None:
            world.hands[seat], world.sums[seat], styles[seat] = found.hand[:], found.total, found.style
            pool = [card for card in pool if not found.cards >> card & 1]
            taken |= found.cards
            continue
        tries = 1 if plain or not past.turns or world.folded >> seat & 1 else most
        if taken_for and past.knocked:
            tries = _SURE_TRIES
        extra = 0 if plain else min(past.draws, _IMPROVED)
        while True:
            tries -= 1
            style = mixture[below(len(mixture))]
            hand, total = _dealt(there, world.hands[seat], world.sums[seat], pool, wanted, extra, below)
            if kernel.allows(total, past) and (tries <= 0 or kernel.fits(style, total, past)):
                break
            if tries <= -_MOST_TRIES:
                break
            pool += hand[len(world.hands[seat]) :]
        world.hands[seat], world.sums[seat], styles[seat] = hand, total, style
        taken |= sum([1 << card for card in hand])
    for place in range(len(pool) - 1, 0, -1):
        other = below(place + 1)
        pool[place], pool[other] = pool[other], pool[place]
    world.stock = pool + list(reversed(there.stock_known))
    if pool and not there.stock_known:
        apart(world)
    world.chance = shuffled_by(below(1 << 32))
    return world, styles


def _dealt(
    there: Situation,
    held: list[int],
    total: int,
    pool: list[int],
    wanted: int,
    extra: int,
    below: Callable[[int], int],
) -> tuple[list[int], int]:
    """A hand with the cards known to be held first, whose others come out of the pool."""
    kernel = there.kernel
    weights = kernel.terms.weights
    hand = held[:]
    for _ in range(wanted):
        place = below(len(pool))
        card, pool[place] = pool[place], pool[-1]
        pool.pop()
        hand.append(card)
        total += weights[card]
    if not wanted:
        return hand, total
    thrown: list[int] = []
    for _ in range(min(extra, len(pool))):
        place = below(len(pool))
        card, pool[place] = pool[place], pool[-1]
        pool.pop()
        hand.append(card)
        total += weights[card]
        gone = kernel.trimmed(hand, total)
        if gone in held:  # it was taken to be kept
            gone = card
        hand.remove(gone)
        total -= weights[gone]
        thrown.append(gone)
    pool += thrown
    return hand, total


def _numbers(cards: tuple[Card, ...]) -> list[int]:
    return [card.index for card in cards]


def _held(view: View, seen: Known, seat: int) -> list[int]:
    """The cards that another seat is known to hold, in canonical order."""
    return [] if view.seats[seat].standing == "out" else sorted(card.index for card in seen.taken[seat])


def _order(view: View, *, clockwise: bool) -> tuple[int, ...]:
    """The seats dealt in, from the first to act to the dealer."""
    seats = len(view.seats)
    way = 1 if clockwise else -1
    around = [(view.dealer + way * place) % seats for place in range(1, seats + 1)]
    return tuple(seat for seat in around if view.seats[seat].standing != "out")


def _past(kernel: Kernel, view: View, memory: Memory, seen: Known, seat: int) -> Past:
    """What a seat was seen to do. A turn ends with a discard, or a fold, a stay or a knock that takes its place."""
    turns, knocked, threw = 0, view.knocker == seat, False
    over = last = False
    for event in memory.told:
        over = over or isinstance(event, Called | Knocked)
        last = last or (over and isinstance(event, CardDiscarded | Stayed) and event.seat == seat)
        if isinstance(event, CardDiscarded) and event.seat == seat:
            turns, threw = turns + 1, True
        elif isinstance(event, Stayed) and event.seat == seat:
            turns += 1
        elif isinstance(event, Knocked) and event.seat == seat:
            turns += event.pat or kernel.terms.instead
        elif isinstance(event, Folded) and event.seat == seat:
            turns += not threw
        if not isinstance(event, CardDiscarded):
            threw = False
    there = view.seats[seat]
    # Whoever had the last turn before the knock has not stayed in against it, but didn't knock either.
    stayed = last and view.knocker is not None and not knocked and there.standing == "in" and there.done
    found = Past(seen.draws[seat], turns, knocked, stayed, max(turns - 1, 0))
    return _with_discards(found, kernel, memory, seat) if kernel.reads_left and seat != view.viewer else found


def _with_discards(past: Past, kernel: Kernel, memory: Memory, seat: int) -> Past:
    """The same with what that seat threw away, or left on the discard pile when it drew from the stock."""
    left: list[int] = []
    thrown = bound = drawn = -1
    top = memory.upcard
    for event in memory.told:
        match event:
            case CardTurned(card=card):
                top = card
            case CardDiscarded(seat=thrower, card=card):
                if thrower == seat:
                    left.append(card.index)
                    thrown, bound, drawn = card.index, drawn, -1
                top = card
            case Drew(seat=drawer, source=source):
                if drawer == seat and top is not None:
                    if source == "stock":
                        left.append(top.index)
                    elif not kernel.terms.taken_may_go:
                        drawn = top.index
                top = None
            case TurnedOver() | Shuffled():
                top = None
    return replace(past, left=tuple(left[-LEFT:]), thrown=thrown, bound=bound)
