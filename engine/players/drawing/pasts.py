"""What a seat did turn by turn in a game of draw and discard, and hands with which somebody would have done the same.

Hands are found by playing the seat's turns again: many are dealt and draw by lot, each played by somebody of a style.
Whoever would have drawn from the other pile, or knocked sooner or later, had another hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import Final, NamedTuple

from engine.events import Called, CardDiscarded, CardTurned, Folded, Knocked, Stayed, TurnedOver
from engine.memory import Drew, Memory
from engine.players.drawing.kernel import Kernel, Past, Style
from engine.players.drawing.world import (
    CARD,
    DISCARD,
    DRAW,
    FOLDING,
    KNOCK,
    KNOCKING,
    NOBODY,
    STOCK,
    UPCARD,
    Terms,
    World,
)
from engine.players.thinking import policy_of
from engine.shuffle import Stream

HANDS: Final = 250
"""How many hands of a seat are played again at a time."""
_ENOUGH: Final = 200
"""How many of them must be left after a turn; with fewer, as many again are tried."""
_ROUNDS: Final = 20
"""How often hands are tried at most."""
_IN_VAIN: Final = 3
"""The same if none is left."""
_TRIES: Final = 200
"""How often a hand is looked for that has no card of another's."""
NO_DRAW: Final = 0
"""The source of whoever was dealt a card more and only throws one away."""


class Turn(NamedTuple):
    """A turn of a seat that is over, and what the table was like before it."""

    over: int
    """How many turns were over."""
    left: int
    """How many cards the stock had."""
    knocker: int
    pat: bool
    top: int
    """The upcard, by number; -1: there was none."""
    source: int
    """STOCK, UPCARD or NO_DRAW; or KNOCK, which took the place of the draw."""
    knocks: bool = False
    """Whether it knocked, or called, with its discard."""
    thrown: int = -1
    """What it threw away, by number."""


def turns_of(memory: Memory, stock: int, terms: Terms) -> tuple[tuple[Turn, ...], ...]:
    """Each seat's turns in which it drew, threw away or knocked, in order; ``stock`` cards are left now."""
    found: list[list[Turn]] = [[] for _ in range(memory.seats)]
    left = stock + sum(isinstance(event, Drew) and event.source == "stock" for event in memory.told)
    over, knocker, pat, threw = 0, NOBODY, False, False
    top = -1 if memory.upcard is None else memory.upcard.index
    now: Turn | None = None
    for event in memory.told:
        match event:
            case CardTurned(card=card):
                top = card.index
            case Drew(source=source):
                now = Turn(over, left, knocker, pat, top, STOCK if source == "stock" else UPCARD)
                left, top = left - (source == "stock"), -1
            case Knocked(seat) | Called(seat):
                if now is None and isinstance(event, Knocked):
                    found[seat].append(Turn(over, left, knocker, pat, top, KNOCK))
                    over += event.pat or terms.instead
                    pat = event.pat
                else:
                    now = (now or Turn(over, left, knocker, pat, top, NO_DRAW))._replace(knocks=True)
                knocker = seat
            case CardDiscarded(seat, card):
                now = now or Turn(over, left, knocker, pat, top, NO_DRAW)
                found[seat].append(now._replace(thrown=card.index))
                over, top, now = over + 1, card.index, None
            case Stayed():
                over += 1
            case Folded():
                over += not threw
            case TurnedOver():
                top = -1  # the upcard is in the stock, too; where the discards are shuffled it stays
        threw = isinstance(event, CardDiscarded)
    return tuple(map(tuple, found))


class Held(NamedTuple):
    """Cards that somebody of a style may hold."""

    style: Style
    hand: list[int]
    total: int
    """The weights of its cards, added up."""
    cards: int
    """The cards, a bit each."""


def likely(
    kernel: Kernel,
    plain: World,
    seat: int,
    turns: Sequence[Turn],
    unseen: Sequence[int],
    styles: Sequence[Style],
    stream: Stream,
) -> list[Held]:
    """Hands that people of these styles may hold who have had the turns that this seat has had; none where none is
    found.

    ``plain`` has the cards that the seat is known to hold; all others are among the unseen ones. After each turn only
    those go on, each as often as another, who did what was seen; where nobody did, all do.
    """
    below, weights = stream.below, kernel.terms.weights
    if len(unseen) <= kernel.terms.hand:
        return []

    def dealt(number: int) -> tuple[Style, list[int]]:
        hand: list[int] = []
        while len(hand) < kernel.terms.hand:
            hand.append(_another(unseen, hand, below))
        return styles[number % len(styles)], hand

    playing: list[tuple[Style, list[int]]] = []
    world, lying = plain.copy(), set[int]()
    for turn in turns:
        if turn.source == UPCARD:
            lying.add(turn.top)
        world.turns, world.left, world.knocker, world.pat = turn.over, turn.left, turn.knocker, turn.pat
        passed: list[tuple[Style, list[int]]] = []
        for strict in (True, False):
            for tries in range(1, _ROUNDS + 1):
                for style, hand in playing or map(dealt, range(HANDS)):
                    drawn = _another(unseen, hand, below)
                    then = _after(kernel, world, seat, turn, style, hand, drawn, lying, strict=strict)
                    if then is not None:
                        passed.append((style, then))
                if len(passed) >= _ENOUGH or (not passed and tries >= _IN_VAIN):
                    break
            if passed:
                break
        else:
            return []
        lying.discard(turn.thrown)
        playing = [passed[below(len(passed))] for _ in range(HANDS)]
    playing = playing or [*map(dealt, range(HANDS))]
    known, past = set(plain.hands[seat]), Past(knocked=plain.knocker == seat)
    return [
        Held(style, hand, total, sum([1 << card for card in hand]))
        for style, hand in playing
        if known.issubset(hand) and kernel.allows(total := sum([weights[card] for card in hand]), past)
    ]


def _another(unseen: Sequence[int], hand: Sequence[int], below: Callable[[int], int]) -> int:
    """One of the unseen cards that is not in the hand."""
    while (card := unseen[below(len(unseen))]) in hand:
        pass
    return card


def _after(
    kernel: Kernel,
    world: World,
    seat: int,
    turn: Turn,
    style: Style,
    hand: list[int],
    drawn: int,
    lying: Set[int],
    *,
    strict: bool,
) -> list[int] | None:
    """The hand after the turn; None if somebody of that style would not have done what was seen.

    ``drawn`` is what came if it was from the stock, ``lying`` the cards that everybody knows to be in the hand after
    the draw. Not ``strict``: it may have been done for a reason of its own.
    """
    if turn.top in hand:  # of cards that were shuffled again some were in hands before
        return None
    policy, weights = policy_of(kernel, style), kernel.terms.weights
    world.seat, world.hands[seat], world.sums[seat] = seat, hand, sum([weights[card] for card in hand])
    if strict and turn.source != NO_DRAW and turn.top >= 0 and turn.left:
        world.stage, world.source, world.discards = DRAW, 0, [turn.top]
        if policy(world) != turn.source:
            return None
    if turn.source == KNOCK:
        return hand
    six = [*hand, turn.top if turn.source == UPCARD else drawn]
    world.hands[seat], world.sums[seat] = six, sum([weights[card] for card in six])
    world.stage, world.source = DISCARD, turn.source
    world.discards = [turn.top] if turn.top >= 0 and turn.source != UPCARD else []
    move = policy(world)
    if strict and (move < 0 or move >= FOLDING or (move >= KNOCKING) != turn.knocks):
        return None
    gone = turn.thrown
    if gone not in six:
        gone = move & CARD if move >= 0 else kernel.trimmed(six, world.sums[seat])
        if gone in lying:
            if strict:
                return None
            gone = next(card for card in six if card not in lying)
    return [card for card in six if card != gone]


def together(hands: Sequence[Held], taken: int, below: Callable[[int], int]) -> Held | None:
    """One of the hands that has none of the cards that are taken, a bit each; None if that is hard to find."""
    for _ in range(_TRIES):
        found = hands[below(len(hands))]
        if not found.cards & taken:
            return found
    return None
