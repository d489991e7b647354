"""The kernel of Knock Rummy with the numbers of gin rummy, and a player of OpenSpiel's gin rummy on top of it.

Gin is Knock Rummy with a limit of ten points to knock with, 25 points for a hand without deadwood, 25 for an undercut,
cards laid off on the knocker's melds, and an end when two cards are left in the stock. The player is told what a player
at the table would be: its own cards, the discards, and the cards that the other was seen to take.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from engine.cards import ALL_CARDS
from engine.games.knock_rummy.rules import KnockRummyRules
from engine.parts.melds import Meld, arrange, deadwood
from engine.players.base import Limit
from engine.players.drawing.kernel import LEFT, Past, Style
from engine.players.drawing.knock_rummy import KnockRummy
from engine.players.drawing.sampling import Situation
from engine.players.drawing.thinking import DrawDecision
from engine.players.drawing.world import (
    CARD,
    DISCARD,
    DRAW,
    KNOCKING,
    NOBODY,
    STOCK,
    UPCARD,
    World,
    shuffled_by,
)
from engine.players.search import paired
from engine.shuffle import Stream

from .rummy_peers import number

KNOCK_LIMIT: Final = 10
GIN_POINTS: Final = 25
UNDERCUT_POINTS: Final = 25
BOX: Final = 25
"""What each deal that is won is worth besides at the end of a game. The player reckons with it; a deal's score doesn't
have it."""
_WAITS: Final = 6
"""With a hand of at most so many points of deadwood it may be better to wait for gin, or for the other's knock."""
_FOR: Final = 3
"""By how many points waiting must be better, so that a deal that is as good as won is not put at risk for little."""
_NEVER: Final = 99
"""More points than any card saves: the upcard is taken for a meld alone."""
WALL: Final = 2
"""With this many cards left in the stock the deal is over, and nobody scores."""
TAKE_STOCK, TAKE_UPCARD, PASS, KNOCK_ACTION, FIRST_MELD = 53, 52, 54, 55, 56
"""OpenSpiel's actions; a discard, or a card laid off, is the card's number."""
THEIRS: Final = {number(card): card.index for card in ALL_CARDS}
OURS: Final = {ours: theirs for theirs, ours in THEIRS.items()}
_BITS: Final = tuple(card.bit for card in ALL_CARDS)


class Gin(KnockRummy):
    """Gin rummy for two."""

    discards = 8
    """Deals are long, and which cards are of least use now says less."""

    def __init__(self) -> None:
        rules = KnockRummyRules(knock_limit=KNOCK_LIMIT, rum_points=GIN_POINTS, undercut_penalty=UNDERCUT_POINTS)
        super().__init__(rules, 2)
        self.terms = replace(self.terms, turns_over=False, ends_with_stock=True)
        self.sharp = self.friendly = Style("gin", (KNOCK_LIMIT,), gain=8, link=1)
        plain = Style("plain", (KNOCK_LIMIT,), gain=_NEVER, link=0)
        self.mixture = (self.sharp, replace(self.sharp, name="low", knock=(5,)), plain)

    def settle(self, world: World) -> tuple[list[float], int]:
        """What a deal is worth: its points, and as much of ``BOX`` to each side; nothing where nobody has knocked."""
        knocker = world.knocker
        if knocker == NOBODY:
            return [0.0, 0.0], 0
        other = 1 - knocker
        knocked, least = world.sums[knocker], deadwood(world.sums[knocker])
        held = world.sums[other] if least == 0 else laid_off(world.sums[other], knocked)
        ahead = deadwood(held) - least
        won = ahead + GIN_POINTS if least == 0 else ahead if ahead > 0 else ahead - UNDERCUT_POINTS
        worth = won + BOX / 2 if won > 0 else won - BOX / 2
        net = [worth, -worth] if knocker == 0 else [-worth, worth]
        return net, 1 << (knocker if won > 0 else other)


def laid_off(hand: int, knocked: int) -> int:
    """A hand, as bits, without the cards that are laid off on the melds of the knocker's."""
    while True:
        now = deadwood(hand)
        fits = _fits(knocked) & hand
        better = [card.bit for card in ALL_CARDS if card.bit & fits and deadwood(hand - card.bit) < now]
        if not better:
            return hand
        gone = min(better, key=lambda bit: deadwood(hand - bit))
        hand, knocked = hand - gone, knocked + gone


@lru_cache(maxsize=1 << 16)
def _fits(knocked: int) -> int:
    """The cards, as bits, that lengthen a meld of the knocker's hand, which is one as it was arranged at first."""
    return sum({bit for meld in arrange((), knocked).melds for bit in _longer(meld)}) & ~knocked


@lru_cache(maxsize=1 << 12)
def _longer(meld: Meld) -> tuple[int, ...]:
    """The bits of the cards that lengthen a meld."""
    return tuple(card.bit for card in ALL_CARDS if card not in meld and arrange((*meld, card)).deadwood == 0)


class GinPlayer:
    """Plays a seat of OpenSpiel's gin rummy, deal by deal: by rule, or by a search. ``begin`` first.

    ``limit``: how far a search may go; None: by rule alone. ``clock`` tells seconds.
    """

    def __init__(self, limit: Limit | None, clock: Callable[[], float]) -> None:
        self._limit, self._clock = limit, clock
        self.times: list[float] = []
        """How long each search took, in seconds."""

    def begin(self, seat: int, stream: Stream) -> None:
        """A new deal."""
        self._seat, self._stream = seat, stream
        self._taken: set[int] = set()
        self._draws = self._turns = 0
        self._left: list[int] = []
        self._drawn = self._thrown = self._bound = -1

    def saw(self, phase: str, action: int, upcard: int | None) -> None:
        """The other drew, or discarded: what everybody at the table sees of it."""
        if phase in ("DRAW", "FIRST_UPCARD"):
            self._draws += action != PASS
            self._drawn = -1
            if action == TAKE_UPCARD and upcard is not None:
                self._drawn = THEIRS[upcard]
                self._taken.add(self._drawn)
            elif upcard is not None:
                self._left.append(THEIRS[upcard])
        elif phase == "DISCARD" and action < TAKE_UPCARD:
            self._taken.discard(THEIRS[action])
            self._left.append(THEIRS[action])
            self._turns += 1
            self._thrown, self._bound = THEIRS[action], self._drawn

    def choose(self, state: Any, phase: str) -> int:
        """An action for the seat, of what it may know of the state."""
        legal = state.legal_actions()
        if len(legal) == 1:
            return int(legal[0])
        hand = [THEIRS[card] for card in state.hands()[self._seat]]
        if phase == "LAYOFF" and not state.finished_layoffs():
            return _lay_off(hand, legal)
        if phase in ("KNOCK", "LAYOFF"):
            return _lay_down(hand, legal, state, self._seat)
        if phase == "WALL":
            return KNOCK_ACTION if KNOCK_ACTION in legal else PASS
        move = self._move(state, phase, hand, legal)
        if phase in ("FIRST_UPCARD", "DRAW"):
            wanted = TAKE_UPCARD if move == UPCARD else PASS if PASS in legal else TAKE_STOCK
            return wanted if wanted in legal else int(legal[0])
        if move >= KNOCKING:
            return KNOCK_ACTION
        card = OURS[move & CARD]
        return card if card in legal else int(max(legal))

    def _move(self, state: Any, phase: str, hand: list[int], legal: Sequence[int]) -> int:
        there = self._situation(state, phase, hand, legal)
        decision = DrawDecision(there, self._stream, there.kernel.sharp)
        default = decision.default()
        knocks = default >= KNOCKING
        if self._limit is None or (knocks and not 0 < _after(there.plain, default) <= _WAITS):
            return default
        began = self._clock()
        candidates = decision.candidates()
        found = paired(candidates, decision.world, decision.worth, self._limit)
        self.times.append(self._clock() - began)
        return default if knocks and found.gain < _FOR else candidates[found.best]

    def _situation(self, state: Any, phase: str, hand: list[int], legal: Sequence[int]) -> Situation:
        seat, other = self._seat, 1 - self._seat
        upcard = state.upcard()
        discards = [THEIRS[card] for card in state.discard_pile()]
        if upcard is not None and phase != "DISCARD":
            discards.append(THEIRS[upcard])
        own = sorted(hand)
        source = 0
        if phase == "DISCARD":
            source = STOCK
            kept_back = [card for card in own if OURS[card] not in legal and KNOCK_ACTION not in legal]
            if kept_back:  # the upcard, just taken
                own.remove(kept_back[0])
                own.append(kept_back[0])
                source = UPCARD
        hands: list[list[int]] = [[], []]
        hands[seat], hands[other] = own, sorted(self._taken)
        world = World()
        world.terms, world.order = GIN.terms, (seat, other)
        world.following = {0: 1, 1: 0}
        world.hands, world.sums = hands, [sum(_BITS[card] for card in held) for held in hands]
        world.stock, world.left = [], max(state.stock_size() - WALL, 1)
        world.places, world.drawn = None, 0
        world.discards = discards
        world.seat, world.shuffles, world.chance = seat, 0, shuffled_by(0)
        world.stage, world.source = DISCARD if phase == "DISCARD" else DRAW, source
        world.knocker, world.pat, world.folded = NOBODY, False, 0
        world.turns = 2 * self._turns
        world.paid, world.pot, world.net, world.won = [0.0, 0.0], 0.0, [], 0
        gone = {*discards, *own, *hands[other]}
        past = [Past(), Past()]
        past[other] = Past(
            self._draws,
            self._turns,
            rounds=max(self._turns - 1, 0),
            left=tuple(self._left[-LEFT:]),
            thrown=self._thrown,
            bound=self._bound,
        )
        unseen = tuple(card for card in GIN.pack if card not in gone)
        wanted = ((other, GIN.terms.hand - len(hands[other])),)
        return Situation(GIN, world, unseen, (), wanted, tuple(past), ((), ()))


GIN: Final = Gin()


def _after(world: World, move: int) -> int:
    """The deadwood of the hand to act after a discard."""
    return deadwood(world.sums[world.seat] - _BITS[move & CARD])


def _lay_off(hand: list[int], legal: Sequence[int]) -> int:
    """The card that helps most to lay off, or none."""
    mask = sum(_BITS[card] for card in hand)
    cards = [action for action in legal if action < TAKE_UPCARD]
    left = {action: deadwood(mask - _BITS[THEIRS[action]]) for action in cards}
    best = min(left, key=lambda action: left[action], default=PASS)
    return best if best in left and left[best] < deadwood(mask) else PASS


def _lay_down(hand: list[int], legal: Sequence[int], state: Any, seat: int) -> int:
    """The next step of laying down a hand: the discard of the knocker's, then the melds, one after another."""
    mask = sum(_BITS[card] for card in hand)
    cards = [action for action in legal if action < TAKE_UPCARD]
    if cards:
        return min(cards, key=lambda action: (deadwood(mask - _BITS[THEIRS[action]]), -(action % 13)))
    left = {action: deadwood(mask - _named(state.action_to_string(seat, action))) for action in legal if action != PASS}
    best = min(left, key=lambda action: left[action], default=PASS)
    return best if best in left and (left[best] <= deadwood(mask) or PASS not in legal) else PASS


def _named(text: str) -> int:
    """The cards, a bit each, that the name of an action of OpenSpiel's tells, such as ``9hThJh``."""
    cards = text.rsplit(" ", 1)[-1]
    pairs = zip(cards[::2], cards[1::2], strict=True)
    return sum(_BITS[THEIRS["scdh".index(suit) * 13 + "A23456789TJQK".index(rank)]] for rank, suit in pairs)
