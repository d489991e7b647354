"""Why an action is refused, where several games refuse it for one reason. Each function returns the error to raise.

A refusal says nothing that the seat did not know or name itself, so it may be logged.
"""

from __future__ import annotations

from engine.cards import Card
from engine.errors import IllegalAction


def not_now(seat: int, to_act: tuple[int, ...]) -> IllegalAction:
    """Nothing is asked of this seat: the deal is over, or it is somebody else's turn."""
    if not to_act:
        return IllegalAction("deal_over", "The deal is over: wait for the next one.", seat=seat)
    return IllegalAction(
        "not_your_turn",
        f"It is not seat {seat}'s turn: wait until {_seats(to_act)} has played.",
        seat=seat,
        to_act=to_act,
    )


def _seats(seats: tuple[int, ...]) -> str:
    return " or ".join(f"seat {seat}" for seat in seats)


def not_in_this_game(do: str, game: str) -> IllegalAction:
    """The game has no such action."""
    return IllegalAction("not_in_this_game", f"There is no action {do!r} in {game}.", do=do, game=game)


def draw_first(do: str) -> IllegalAction:
    """A turn begins with a draw."""
    return IllegalAction(
        "draw_first", f"A turn begins with a draw: draw from the stock or the discard pile before you {do}.", do=do
    )


def already_drawn() -> IllegalAction:
    """One draw a turn."""
    return IllegalAction("already_drawn", "You have drawn this turn: discard a card now.")


def card_not_held(card: Card) -> IllegalAction:
    """The card is not in the hand."""
    return IllegalAction("card_not_held", f"You do not hold the {card}: choose a card from your hand.", card=card)


def taken_card(card: Card) -> IllegalAction:
    """The card was taken from the discard pile this turn."""
    return IllegalAction(
        "taken_card",
        f"You took the {card} from the discard pile this turn, so it can't go straight back: discard another card.",
        card=card,
    )
