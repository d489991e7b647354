"""A player of Knock Poker who draws and keeps what makes the best hand, and knows when a hand is good enough.

The limits are the hands that won about half of the deals, or lost most of them, in long runs of this player against
itself.
"""

from __future__ import annotations

from typing import Final

from engine.actions import Action, Discard, Draw, Fold, Knock, Stay
from engine.cards import Card, Rank
from engine.parts.ranking import least, rank_hand, value_parts
from engine.players.base import Player
from engine.shuffle import Stream
from engine.view import View

_HAND_SIZE: Final = 5


def choose(view: View, stream: Stream) -> Action:
    """What a sensible player would do. Raises ValueError where the viewer is asked nothing."""
    if view.viewer is None or not view.prompts:
        raise ValueError("nothing is asked of this seat")
    seat = view.viewer
    if view.prompt("draw") is not None:
        return _begin_turn(view, seat)
    return _end_turn(view, seat)


def _begin_turn(view: View, seat: int) -> Action:
    hand = view.hand
    if view.prompt("knock") is not None and rank_hand(hand) >= _good(view):
        return Knock(seat)
    assert view.upcard is not None
    improved = max(rank_hand(five) for five in _after(hand, view.upcard))
    wants_upcard = _made(improved) > _made(rank_hand(hand)) or (view.stock == 0 and improved > rank_hand(hand))
    if view.prompt("stay") is not None:
        if wants_upcard:
            return Draw(seat, "discard")
        return Stay(seat) if rank_hand(hand) >= _worth_staying(view) else Fold(seat)
    return Draw(seat, "discard" if wants_upcard else "stock")


def _end_turn(view: View, seat: int) -> Action:
    discard = view.prompt("discard")
    assert discard is not None
    hand = view.hand
    choices = tuple(card for card in discard.choices if isinstance(card, Card))
    card = max(choices, key=lambda one: rank_hand(_without(hand, one)))
    kept = rank_hand(_without(hand, card))
    if view.prompt("fold") is not None and kept < _worth_staying(view):
        return Fold(seat, card)
    if view.prompt("knock") is not None and kept >= _good(view):
        return Knock(seat)
    return Discard(seat, card)


def _after(hand: tuple[Card, ...], taken: Card) -> tuple[tuple[Card, ...], ...]:
    """The hands that can be kept after taking a card from the discard pile."""
    return tuple((*_without(hand, card), taken) for card in hand)


def _without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple(one for one in hand if one is not card)


def _made(value: int) -> tuple[int, ...]:
    """What matters when a card is offered: the type, and the first rank of a type that is made; no odd cards."""
    kind, first, *_ = value_parts(value)
    return (kind, first) if kind else (kind,)


def _good(view: View) -> int:
    """The value worth knocking with: the more players are to be beaten, the higher."""
    players = sum(seat.standing != "out" for seat in view.seats)
    return _KNOCK[min(players, max(_KNOCK))]


def _worth_staying(view: View) -> int:
    """The value worth showing after somebody's knock."""
    return _STAY


_KNOCK: Final = {
    2: least("pair", Rank.ACE),
    3: least("two_pairs", Rank.TEN),
    4: least("two_pairs", Rank.QUEEN),
    5: least("three_of_a_kind"),
}
_STAY: Final = least("pair", Rank.TEN)

CAREFUL: Final = Player("careful", choose, games=("knock-poker",))
