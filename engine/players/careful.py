"""A player who draws and keeps what makes the best hand, and knows when a hand is good enough.

This is how it plays Knock Poker; kin.py is how it plays Dompe and Poe Crumb, rummy.py Knock Rummy, crummy.py Crummy,
poch.py the Poch family. What is good enough depends on the number of players. The limits are those that won most in a
few hundred simulated deals each: sensible, and not the best there could be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.actions import Action, Discard, Draw, Fold, Knock, Stay
from engine.cards import Card, Rank
from engine.game import GAMES
from engine.middle import Piles
from engine.parts.ranking import least, rank_hand, value_parts
from engine.players import crummy, kin, poch, rummy
from engine.players.base import Player
from engine.shuffle import Stream
from engine.view import View


def choose(view: View, stream: Stream) -> Action:
    """What a sensible player would do. Raises ValueError if the viewer is asked nothing."""
    if view.viewer is None or not view.prompts:
        raise ValueError("nothing is asked of this seat")
    return _BY_GAME[view.game](view, view.viewer)


def _knock_poker(view: View, seat: int) -> Action:
    if view.prompt("draw") is not None:
        return _begin_turn(view, seat)
    return _end_turn(view, seat)


def _begin_turn(view: View, seat: int) -> Action:
    hand = view.hand
    if view.prompt("knock") is not None and rank_hand(hand) >= _limit(view, KNOCK):
        return Knock(seat)
    assert isinstance(view.middle, Piles)
    assert view.middle.upcard is not None
    improved = max(rank_hand(five) for five in _after(hand, view.middle.upcard))
    if view.prompt("stay") is not None:  # the stock is gone
        if rank_hand(hand) < improved >= _least_to_stay(view):
            return Draw(seat, "discard")
        return Stay(seat) if rank_hand(hand) >= _least_to_stay(view) else Fold(seat)
    return Draw(seat, "discard" if _made(improved) > _made(rank_hand(hand)) else "stock")


def _end_turn(view: View, seat: int) -> Action:
    discard = view.prompt("discard")
    assert discard is not None
    hand = view.hand
    choices = tuple(card for card in discard.choices if isinstance(card, Card))
    card = max(choices, key=lambda card: rank_hand(_without(hand, card)))
    kept = rank_hand(_without(hand, card))
    if view.prompt("fold") is not None and kept < _least_to_stay(view):
        return Fold(seat, card)
    if view.prompt("knock") is not None and kept >= _limit(view, KNOCK):
        return Knock(seat)
    return Discard(seat, card)


def _after(hand: tuple[Card, ...], taken: Card) -> tuple[tuple[Card, ...], ...]:
    """The hands that can be kept after taking a card from the discard pile."""
    return tuple((*_without(hand, card), taken) for card in hand)


def _without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple(held for held in hand if held is not card)


def _made(value: int) -> tuple[int, ...]:
    """What matters when a card is offered: the type, and the first rank of a type that is made; no odd cards."""
    kind, first, *_ = value_parts(value)
    return (kind, first) if kind else (kind,)


KNOCK: Final = {
    2: least("pair", Rank.TEN),
    3: least("two_pairs", Rank.FIVE),
    4: least("two_pairs", Rank.NINE),
    5: least("two_pairs", Rank.QUEEN),
    6: least("three_of_a_kind"),
}
"""The value worth knocking with, by the number of players: the more there are to beat, the higher."""

STAY: Final = {
    2: least("pair", Rank.ACE),
    3: least("two_pairs", Rank.TEN),
    4: least("two_pairs", Rank.JACK),
    5: least("two_pairs", Rank.ACE),
}
"""The value worth showing after somebody's knock."""


def _least_to_stay(view: View) -> int:
    """The least value to stay in with; anything, where folding saves nothing."""
    return _limit(view, STAY) if GAMES[view.game].money.cheaper_to_fold(view.rules) else 0


def _limit(view: View, by_players: Mapping[int, int]) -> int:
    players = sum(seat.standing != "out" for seat in view.seats)
    return by_players[min(players, max(by_players))]


_BY_GAME: Final[Mapping[str, Callable[[View, int], Action]]] = {
    "knock-poker": _knock_poker,
    "dompe": kin.choose,
    "poe-crumb": kin.choose,
    "crummy": crummy.choose,
    "knock-rummy": rummy.choose,
    "poch": poch.choose,
    "le-poque": poch.choose,
    "poch-1873": poch.choose,
}

CAREFUL: Final = Player("careful", choose, games=tuple(_BY_GAME), speaks_up=crummy.calls_halt)
