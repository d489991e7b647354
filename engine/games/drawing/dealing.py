"""How a deal of draw and discard begins: the antes are paid and the cards dealt."""

from __future__ import annotations

from engine.cards import Card
from engine.evolve import built
from engine.games.drawing.drawing import DrawingRules
from engine.games.drawing.state import State, ToDiscard, ToDraw
from engine.parts.ante import antes, dealt_in
from engine.parts.dealing import check_setup, dealt
from engine.parts.seating import order_of_play
from engine.secret import Secret
from engine.stakes import Stakes


def new_deal(rules: DrawingRules, seats: int, stakes: Stakes, deck: tuple[Card, ...]) -> State:
    """Takes the antes, deals the hands, and turns a card up or gives it to the first player.

    Raises BadSetup. (KP-1 to KP-7, DM-3 to DM-6, PC-3, PC-10, KR-1 to KR-5; games/general.md G-8.)
    """
    drawing = rules.drawing(seats)
    check_setup(drawing.title, drawing.seats, seats, stakes, deck, drawing.pack)
    playing = dealt_in(stakes.chips, drawing.ante, drawing.broke, drawing.seats[0])
    order = order_of_play(stakes.dealer, seats, playing, clockwise=drawing.clockwise)
    hands = dealt(deck, order, drawing.hand)
    first, used = order[0], drawing.hand * len(order)
    turned = deck[used]
    if drawing.dealt_first:
        hands[first] = (*hands[first], turned)
    state = built(
        State,
        rules=rules,
        stakes=stakes,
        order=order,
        deck=Secret(deck),
        used=used + 1,
        discards=() if drawing.dealt_first else (turned,),
        hands=tuple([Secret(hands.get(seat, ()), (seat,)) for seat in range(seats)]),
        phase=ToDiscard(first, None) if drawing.dealt_first else ToDraw(first),
        transfers=antes(order, drawing.ante),
        turns=0,
        knocker=None,
        pat=False,
        folded=(),
        result=None,
    )
    state.__dict__["drawing"] = drawing  # so State.drawing need not look it up
    return state
