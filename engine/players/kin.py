"""A player of Dompe and Poe Crumb who draws and keeps what makes the best hand, and calls or knocks with a good one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.actions import Action, Discard, Draw, Knock, Show
from engine.cards import Card
from engine.game import GAMES
from engine.middle import Piles
from engine.parts.hands import HandType
from engine.parts.ranking import least, value_parts
from engine.view import View

KNOCK: Final[Mapping[int, tuple[HandType, int]]] = {
    2: ("pair", 11),
    3: ("two_pairs", 6),
    4: ("two_pairs", 11),
    5: ("three_of_a_kind", 0),
}
"""The type and first rank worth knocking with in Poe Crumb, by the number of players; each joker in the
pack counts as one more player."""


def choose(view: View, seat: int) -> Action:
    """What a sensible player would do at this seat, which has prompts."""
    if view.prompt("draw") is not None:
        if view.prompt("knock") is not None and _is_good(view):
            return Knock(seat)
        return Draw(seat, "discard" if _wants_upcard(view) else "stock")
    if view.prompt("show") is not None:
        return Show(seat)
    if view.prompt("knock") is not None:
        # In Dompe the caller pays nobody and plays on like the others: three of a kind is worth the call.
        return Knock(seat)
    discard = view.prompt("discard")
    assert discard is not None
    cards = [card for card in discard.choices if isinstance(card, Card)]
    return Discard(seat, max(cards, key=lambda card: _worth(view, _without(view.hand, card))))


def _is_good(view: View) -> bool:
    """Whether the hand is worth knocking with before a draw."""
    seats = len(view.seats)
    players = seats + GAMES[view.game].pack(view.rules, seats).jokers
    type_, _, first, *_ = _worth(view, view.hand)
    least_type, least_first = KNOCK[min(players, max(KNOCK))]
    return (type_, first) >= (value_parts(least(least_type))[0], least_first)


def _wants_upcard(view: View) -> bool:
    """Whether the upcard makes a higher type than the hand has, or one of higher rank than a pair or more."""
    assert isinstance(view.middle, Piles)
    upcard = view.middle.upcard
    if upcard is None:
        return False
    taken = max(_worth(view, (*_without(view.hand, card), upcard)) for card in view.hand)
    return _made(taken) > _made(_worth(view, view.hand))


def _made(worth: tuple[int, ...]) -> tuple[int, ...]:
    """What matters when a card is offered: the type, and from a pair on its first rank."""
    return worth[:3] if worth[0] else worth[:1]


def _without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple(held for held in hand if held is not card)


def _worth(view: View, five: tuple[Card, ...]) -> tuple[int, ...]:
    return GAMES[view.game].judging.rank(view.rules, five).value
