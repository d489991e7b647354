"""How a deal of Knock Poker goes: the deal, what each seat may do, and what its actions change."""

from __future__ import annotations

from typing import Any, Final

from engine.actions import Action, Discard, Draw, Fold, Knock, Prompt, Shuffle, Source, Stay, offered, once_a_state
from engine.cards import Card
from engine.events import (
    DealOver,
    Event,
    Folded,
    HandShown,
    Knocked,
    Paid,
    Stayed,
    StockRanOut,
)
from engine.evolve import evolve
from engine.games.knock_poker.refusals import refusal
from engine.games.knock_poker.rules import KnockPokerRules
from engine.games.knock_poker.settlement import PlayEnd, Settlement, settle
from engine.games.knock_poker.state import (
    HAND_SIZE,
    PACK,
    State,
    ToChoose,
    ToDiscard,
    held,
    is_choosing,
    knock_discards,
    may_knock_pat,
    may_knock_with,
)
from engine.parts.ante import antes, dealt_in
from engine.parts.dealing import check_setup, dealt
from engine.parts.piles import Piles
from engine.parts.ranking import hand_name, rank_hand
from engine.parts.results import Over, chips_result
from engine.parts.seating import after, neighbour, order_of_play
from engine.parts.turns import DRAW, KNOCK, MOST_TURNS, OPEN_DISCARD, ToDraw, after_discard, after_draw
from engine.secret import Secret
from engine.stakes import POT, Stakes, Transfer, lies_in

SEATS: Final = range(2, 11)
"""KP-2: ten hands and an upcard leave one card of stock."""


def new_deal(rules: KnockPokerRules, seats: int, stakes: Stakes, deck: tuple[Card, ...]) -> State:
    """Takes the antes, deals five cards each and turns one up (KP-1 to KP-7). Raises BadSetup."""
    check_setup("Knock Poker", SEATS, seats, stakes, deck, PACK)
    playing = dealt_in(stakes.chips, rules.ante, rules.broke, SEATS[0])  # G-8
    order = order_of_play(stakes.dealer, seats, playing)
    hands = dealt(deck, order, HAND_SIZE)
    used = HAND_SIZE * len(order)
    return State(
        rules=rules,
        stakes=stakes,
        order=order,
        piles=Piles(Secret(deck), used + 1, (deck[used],)),
        hands=tuple(Secret(hands.get(seat, ()), (seat,)) for seat in range(seats)),
        phase=ToDraw(order[0]),
        transfers=antes(order, rules.ante),
    )


def to_act(state: State) -> tuple[int, ...]:
    """The one seat whose turn it is; none when the deal is over."""
    return () if isinstance(state.phase, Over) else (state.phase.seat,)


_DRAW_UPCARD: Final = Prompt("draw", ("discard",))
_STAY: Final = Prompt("stay")
_FOLD: Final = Prompt("fold")
_OPEN_FOLD: Final = Prompt("fold", from_hand=True)


@once_a_state
def prompts(state: State, seat: int) -> tuple[Prompt, ...]:
    """What the seat may do now."""
    phase, rules = state.phase, state.rules
    if isinstance(phase, Over) or phase.seat != seat:
        return ()
    if isinstance(phase, ToDraw):
        if may_knock_pat(state) and may_knock_with(rules, held(state, seat)):  # KP-16
            return (DRAW, KNOCK)
        return (DRAW,)
    if isinstance(phase, ToChoose):
        return (_STAY, _DRAW_UPCARD, _FOLD)
    hand = held(state, seat)
    loose = hand[:-1] if phase.source == "discard" else hand  # KP-13
    discard = Prompt("discard", loose)
    if state.knocker is None:
        may_knock = rules.knock_minimum == "none" or knock_discards(rules, hand, loose)
        return (KNOCK, discard) if may_knock else (discard,)
    if state.knocker == seat:
        return (Prompt("discard", knock_discards(rules, hand, loose)),)
    return (discard,) if phase.chosen else (discard, Prompt("fold", loose))


def open_prompts(state: State) -> tuple[Prompt, ...]:
    """What the moment offers before anybody looks into a hand."""
    phase = state.phase
    if isinstance(phase, Over):
        return ()
    if isinstance(phase, ToDraw):
        return (DRAW, KNOCK) if may_knock_pat(state) else (DRAW,)
    if isinstance(phase, ToChoose):
        return (_STAY, _DRAW_UPCARD, _FOLD)
    if state.knocker is None:
        return (KNOCK, OPEN_DISCARD)
    return (OPEN_DISCARD,) if phase.chosen or state.knocker == phase.seat else (OPEN_DISCARD, _OPEN_FOLD)


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after the action, and what happened. Raises IllegalAction.

    The phase has decided what is offered, so what is left to tell apart are the actions.
    """
    if isinstance(action, Shuffle) or not offered(prompts(state, action.seat), action):
        raise refusal(state, action)
    seat = action.seat
    if isinstance(action, Draw):
        return _draw(state, seat, action.source)
    if isinstance(action, Discard):
        piles, hands, discarded = after_discard(state.piles, state.hands, seat, action.card)
        return _end_turn(state, seat, (discarded,), piles=piles, hands=hands)
    if isinstance(action, Fold):
        return _fold(state, seat, action.card)
    if isinstance(action, Knock):
        return _knock(state, seat)
    assert isinstance(action, Stay)
    return _end_turn(state, seat, (Stayed(seat),))


def _draw(state: State, seat: int, source: Source) -> tuple[State, tuple[Event, ...]]:
    """KP-12, and the chip of KP-52."""
    piles, hands, drawn = after_draw(state.piles, state.hands, seat, source)
    phase = ToDiscard(seat, source, isinstance(state.phase, ToChoose))
    if not state.rules.extra_chip_per_draw:
        return evolve(state, piles=piles, hands=hands, phase=phase), (drawn,)
    paid = Transfer(seat, POT, 1, "draw")
    transfers = (*state.transfers, paid)
    return evolve(state, piles=piles, hands=hands, phase=phase, transfers=transfers), (drawn, Paid(paid))


def _knock(state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    """A knock without a draw is pat, and is the whole turn (KP-15, KP-18)."""
    if isinstance(state.phase, ToDraw):
        return _end_turn(evolve(state, knocker=seat, pat=True), seat, (Knocked(seat, pat=True),))
    return evolve(state, knocker=seat), (Knocked(seat),)


def _fold(state: State, seat: int, card: Card | None) -> tuple[State, tuple[Event, ...]]:
    """The seat throws its five cards away and pays the knocker at once (KP-20, KP-22, KP-23)."""
    assert state.knocker is not None
    fold_payment = state.rules.fold_payment
    paid = (Transfer(seat, state.knocker, fold_payment, "fold"),) if fold_payment else ()
    events: tuple[Event, ...] = (Folded(seat), *map(Paid, paid))
    changes: dict[str, Any] = {"folded": (*state.folded, seat), "transfers": state.transfers + paid}
    if card is not None:
        changes["piles"], changes["hands"], discarded = after_discard(state.piles, state.hands, seat, card)
        events = (discarded, *events)
    return _end_turn(state, seat, events, **changes)


def _end_turn(state: State, seat: int, events: tuple[Event, ...], **changes: Any) -> tuple[State, tuple[Event, ...]]:
    """Whose turn is next, or how the deal ends (KP-17, KP-40 to KP-47, KP-51); ``changes`` are the turn's own."""
    rules, knocker, stock = state.rules, state.knocker, state.piles.stock
    turns = state.turns + 1
    following = after(seat, state.order)
    all_had_last_turn = following == knocker or (knocker is not None and rules.settlement == "simple")
    if stock == 0 and not is_choosing(state.phase):
        events = (*events, StockRanOut())
    if all_had_last_turn or (stock == 0 and (knocker is None or rules.stockout_after_knock == "all_stay")):
        return _showdown(evolve(state, turns=turns, **changes), events)
    if knocker is None and turns >= MOST_TURNS:
        return _over(evolve(state, turns=turns, **changes), events, Settlement((), (), ()), void=True)
    return evolve(state, turns=turns, phase=ToDraw(following) if stock else ToChoose(following), **changes), events


def _showdown(state: State, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    values = {seat: rank_hand(held(state, seat)) for seat in state.order if seat not in state.folded}
    in_pot = lies_in(POT, state.stakes.pot, state.transfers)
    settlement = settle(state.rules, PlayEnd(state.order, values, state.knocker, state.pat, in_pot))
    shown = (HandShown(seat, held(state, seat), hand_name(values[seat])) for seat in settlement.shown)
    return _over(state, (*events, *shown), settlement)


def _over(
    state: State, events: tuple[Event, ...], settlement: Settlement, *, void: bool = False
) -> tuple[State, tuple[Event, ...]]:
    """Writes the result down; the deal passes to the left (KP-5), and the game ends with its last deal (KP-70)."""
    transfers = state.transfers + settlement.transfers
    result = chips_result(
        state.stakes,
        transfers,
        winners=settlement.winners,
        next_dealer=neighbour(state.order[-1], len(state.hands)),
        deals=state.rules.deals,
        shown=settlement.shown,
        void=void,
    )
    ended = evolve(state, phase=Over(), transfers=transfers, result=result)
    return ended, (*events, *map(Paid, settlement.transfers), DealOver(result))
