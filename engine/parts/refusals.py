"""Why an action is refused: the reasons that several games have in common.

A refusal tells nothing that the seat did not know or name itself, so it may be logged.
"""

from __future__ import annotations

from engine.errors import IllegalAction, Reason

NOT_IN_THIS_GAME = Reason("not_in_this_game", "There is no action {do!r} in {game}.")
DEAL_OVER = Reason("deal_over", "The deal is over: wait for the next one.")
NOT_YOUR_TURN = Reason("not_your_turn", "It is not seat {seat}'s turn: wait until {seats} has played.")
NOT_DEALT_IN = Reason("not_dealt_in", "You could not pay the ante and were not dealt in: wait for the next deal.")
CARD_NOT_HELD = Reason("card_not_held", "You do not hold the {card}: choose a card from your hand.")
DRAW_FIRST = Reason("draw_first", "A turn begins with a draw: draw from the stock or the discard pile before you {do}.")
ALREADY_DRAWN = Reason("already_drawn", "You have drawn this turn: discard a card now.")
TAKEN_CARD = Reason(
    "taken_card",
    "You took the {card} from the discard pile this turn, so it can't go straight back: discard another card.",
)
SHUFFLE_FIRST = Reason(
    "shuffle_first", "The stock is empty: the discards are shuffled into a new stock before anybody plays on."
)
NO_SHUFFLE = Reason(
    "no_shuffle", "The discards are shuffled only when a turn has emptied the stock: play the next turn."
)
WRONG_SHUFFLE = Reason(
    "wrong_shuffle",
    "A shuffle orders the discards under the top one: name each of those, {cards} in number, once.",
)
_KNOCKED_YOURSELF = Reason("already_knocked", "You have knocked already: discard a card.")
_SOMEBODY_KNOCKED = Reason(
    "already_knocked", "Seat {knocker} has knocked, and only one player knocks in a deal: play your last turn."
)


def not_now(seat: int, to_act: tuple[int, ...]) -> IllegalAction:
    """Nothing is asked of this seat: the deal is over, or it is somebody else's turn."""
    if not to_act:
        return DEAL_OVER(seat=seat)
    return NOT_YOUR_TURN(seat=seat, to_act=to_act, seats=" or ".join(f"seat {other}" for other in to_act))


def already_knocked(knocker: int, seat: int) -> IllegalAction:
    """Somebody has knocked, and only one player knocks in a deal."""
    return _KNOCKED_YOURSELF() if knocker == seat else _SOMEBODY_KNOCKED(knocker=knocker)
