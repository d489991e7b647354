"""A player of Crummy who lays quartets at once and weighs, card by card, what taking the trick would bring.

It assumes that every card it does not see is equally likely to come into the trick. The weights are those that scored
most in a few hundred simulated deals: sensible, but not the best there could be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from engine.actions import Action, Halt, Meld, Play
from engine.cards import Card, Rank
from engine.game import GAMES
from engine.middle import Trick
from engine.parts.tricks import QUARTETS, TRICK_SIZE, missing_suits, taken_by
from engine.view import View

_BURDEN: Final = (0.0, 1.0, 1.0, -1.0, -3.0)
"""What holding 0 to 4 cards of one rank costs, counted in single cards: three or four cards are close to a quartet."""
_LAID: Final = 8.0
"""What laying a quartet is worth, besides getting rid of its cards."""


def choose(view: View, seat: int) -> Action:
    """What a sensible player would do at this seat, which has prompts."""
    if calls_halt(view):
        return Halt(seat)
    meld = view.prompt("meld")
    if meld is not None:  # the highest is the best to get the joker
        return Meld(seat, max(rank for rank in meld.choices if isinstance(rank, Rank)))
    return Play(seat, in_order(view)[0])


def in_order(view: View) -> list[Card]:
    """The cards that the viewer may play, the most promising first."""
    play = view.prompt("play")
    assert play is not None
    assert isinstance(view.middle, Trick)
    trick = view.middle.cards if view.middle.winner is None else ()
    cards = (card for card in play.choices if isinstance(card, Card))
    return sorted(cards, key=lambda card: -_promise(view, trick, card))


def calls_halt(view: View) -> bool:
    """Whether to call a halt when that is possible: the caller's cards count twice and the other's once, but the other
    gets the higher rank (``crummy.md CR-51``). It assumes that its own laid quartets are of the lowest rank there is.

    To be the caller is worse only with a hand without a quartet whose ranks are far apart.
    """
    if view.prompt("halt") is None or view.own is None or not isinstance(view.middle, Trick):
        return False
    lowest = _lowest(view)
    ranks = {card.rank for card in view.hand}
    lower, higher = (min(ranks), max(ranks)) if len(ranks) > 1 else (lowest, Rank.ACE)  # the other rank is not known
    laid = view.own.quartets * _points(view, lowest)
    return 2 * (laid + _points(view, lower)) >= laid + _points(view, higher)


def _points(view: View, rank: Rank) -> int:
    """What a quartet is worth, in points."""
    return GAMES[view.game].judging.rank(view.rules, QUARTETS[rank]).value[0]


def _lowest(view: View) -> Rank:
    return Rank.FIVE if len(view.seats) == 5 else Rank.SEVEN


def _promise(view: View, trick: tuple[Card, ...], card: Card) -> float:
    """What the hand will be worth after playing a card: the trick taken or not, each weighted by its likelihood."""
    kept = tuple(held for held in view.hand if held is not card)
    lying = (*trick, card)
    takes = _likelihood(lying, _unseen(view, (*view.hand, *trick)))
    to_come = TRICK_SIZE - len(lying)
    return takes * (_worth((*kept, *lying), laying=True) - to_come) + (1 - takes) * _worth(kept, laying=False)


def _worth(hand: Iterable[Card], *, laying: bool) -> float:
    """What a hand is worth: nothing if it is empty, and less the farther it is from being empty."""
    counts = Counter(card.rank for card in hand).values()
    return sum(_LAID if laying and count == TRICK_SIZE else -_BURDEN[count] for count in counts)


def _unseen(view: View, seen: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that others may hold, among them those of face-down quartets, whose ranks nobody is told."""
    return tuple(card for rank, four in QUARTETS.items() if rank >= _lowest(view) for card in four if card not in seen)


def _likelihood(lying: tuple[Card, ...], unseen: Sequence[Card]) -> float:
    """How likely the last of the cards takes the trick, if any unseen card of a missing suit may be played to it."""
    place, doubled = taken_by(lying)
    if place != len(lying) - 1:
        return 0.0
    card = lying[-1]
    ranks = {there.rank for there in lying}
    likely = 1.0
    for suit in missing_suits(lying):
        coming = [other.rank for other in unseen if other.suit is suit]
        beaten = [rank for rank in coming if rank not in ranks and (doubled or rank < card.rank)]
        likely *= len(beaten) / len(coming) if coming else 1.0
    return likely
