"""Which of the viewer's cards make the hand: pictures mark them."""

from __future__ import annotations

from engine.cards import Card
from engine.game import GAMES
from engine.parts.arranging import making
from engine.parts.hands import HandName
from engine.view import SeatView, View


def holds_what_was_shown(own: SeatView) -> bool:
    """Whether the seat still holds the cards that its hand is named for: of a set that was shown some may be played."""
    return own.hand is not None and set(own.hand).issuperset(own.shown)


def made_of(view: View) -> tuple[Card, ...]:
    """The viewer's cards that make what the hand is named for; none where it has no name, or none of them do."""
    own = view.own
    if own is None or own.name is None or not own.hand or not holds_what_was_shown(own):
        return ()

    def name_of(cards: tuple[Card, ...]) -> HandName:
        return GAMES[view.game].judging.rank(view.rules, cards).name

    return making(own.hand, own.name, name_of)
