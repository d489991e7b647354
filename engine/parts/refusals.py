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


def not_dealt_in(seat: int) -> IllegalAction:
    """The seat could not pay the ante."""
    return IllegalAction(
        "not_dealt_in", "You could not pay the ante and were not dealt in: wait for the next deal.", seat=seat
    )


def shuffle_first() -> IllegalAction:
    """The stock is empty, and chance comes before the next seat."""
    return IllegalAction(
        "shuffle_first", "The stock is empty: the discards are shuffled into a new stock before anybody plays on."
    )


def no_shuffle() -> IllegalAction:
    """Nothing is to be shuffled now."""
    return IllegalAction(
        "no_shuffle", "The discards are shuffled only when a turn has emptied the stock: play the next turn."
    )


def wrong_shuffle(cards: int) -> IllegalAction:
    """The order does not hold just the cards that are to be shuffled."""
    return IllegalAction(
        "wrong_shuffle",
        f"A shuffle orders the discards under the top one: name each of those, {cards} in number, once.",
        cards=cards,
    )


def already_knocked(knocker: int, seat: int) -> IllegalAction:
    """Somebody has knocked, and there is one knock a deal."""
    return IllegalAction(
        "already_knocked",
        "You have knocked already: discard a card."
        if knocker == seat
        else f"Seat {knocker} has knocked, and only one player knocks in a deal: play your last turn.",
        knocker=knocker,
    )
