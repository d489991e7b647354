"""A turn of draw and discard: what each seat may do, and what its actions change."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from engine.actions import (
    Action,
    Discard,
    Draw,
    Fold,
    Knock,
    Prompt,
    Show,
    Shuffle,
    Source,
    Stay,
    offered,
    once_a_state,
)
from engine.asks import Ask
from engine.cards import Card
from engine.events import (
    Called,
    CardDiscarded,
    CardDrawn,
    Event,
    Folded,
    Knocked,
    Paid,
    Shuffled,
    Stayed,
    StockRanOut,
    TurnedOver,
)
from engine.evolve import evolve, with_changes
from engine.frozen import maker
from engine.games.drawing.ending import showdown, shown_outright, void
from engine.games.drawing.refusals import refusal
from engine.games.drawing.state import (
    State,
    ToChoose,
    ToDiscard,
    ToDraw,
    ToShuffle,
    has_chosen,
    held,
    loose,
)
from engine.parts.piles import Hand, with_hand, without
from engine.parts.results import Over
from engine.parts.seating import after
from engine.secret import Secret, everybody
from engine.stakes import POT, Transfer

MOST_TURNS: Final = 500
"""A deal that nobody has ended after this many turns is void (games/general.md G-12)."""
SOURCES: Final[tuple[Source, ...]] = ("stock", "discard")
"""Where a card can be drawn from."""

_DRAW: Final = Prompt("draw", SOURCES)
_DRAW_UPCARD: Final = Prompt("draw", ("discard",))
_KNOCK: Final = Prompt("knock")
_SHOW: Final = Prompt("show")
_STAY: Final = Prompt("stay")
_FOLD: Final = Prompt("fold")
_OPEN_DISCARD: Final = Prompt("discard", from_hand=True)
_OPEN_FOLD: Final = Prompt("fold", from_hand=True)
_JUST_DRAW: Final = (_DRAW,)
_DRAW_OR_PAT: Final = (_DRAW, _KNOCK)
_KNOCK_OR_DRAW: Final = (_KNOCK, _DRAW)
_CHOICES: Final = (_STAY, _DRAW_UPCARD, _FOLD)

# Seats and cards are few, so each of these is made once.
_to_draw: Final = cache(ToDraw)
_to_discard: Final = cache(ToDiscard)
_discarded: Final = cache(CardDiscarded)
_knocked: Final = cache(Knocked)
_folded: Final = cache(Folded)
_prompt: Final = maker(Prompt)
_transfer: Final = maker(Transfer)


@cache
def _drawn(seat: int, source: Source, card: Card, seats: int) -> CardDrawn:
    """Everybody sees an upcard, only the seat a card from the stock."""
    return CardDrawn(seat, source, Secret(card, (seat,) if source == "stock" else everybody(seats)))


def to_act(state: State) -> tuple[int, ...]:
    """The one seat whose turn it is; none while the discards are to be shuffled, and when the deal is over."""
    phase = state.phase
    return (phase.seat,) if isinstance(phase, (ToDraw, ToDiscard, ToChoose)) else ()


def to_shuffle(state: State) -> tuple[Card, ...]:
    """The cards that must become a new stock before anybody acts: the discards under the top one (PC-18, DM-17b)."""
    return state.discards[:-1] if isinstance(state.phase, ToShuffle) else ()


@once_a_state
def prompts(state: State, seat: int) -> tuple[Prompt, ...]:
    """What the seat may do now."""
    phase = state.phase
    if isinstance(phase, ToDiscard) and phase.seat == seat:
        return _before_discard(state, phase)
    if isinstance(phase, Over) or phase.seat != seat:
        return ()
    offered = open_prompts(state)
    pat = state.drawing.pat
    if offered is _DRAW_OR_PAT and pat is not None and not pat(held(state, seat)):  # KP-16
        return _JUST_DRAW
    return offered


def _before_discard(state: State, phase: ToDiscard) -> tuple[Prompt, ...]:
    drawing, knocker = state.drawing, state.knocker
    may_go = _may_go(state, phase)
    discard = _prompt("discard", may_go)
    if knocker == phase.seat:
        return (discard,)
    offers: tuple[Prompt, ...] = (discard,)
    if knocker is None:
        if drawing.knock == "after_draw" and (
            drawing.knock_discards is None or drawing.knock_discards(held(state, phase.seat), may_go)
        ):
            offers = (_KNOCK, discard)
    elif drawing.fold_payment is not None and not has_chosen(state):  # KP-20
        offers = (discard, _prompt("fold", may_go))
    if drawing.outright is not None and drawing.outright(held(state, phase.seat)):  # DM-19, DM-38
        return (_SHOW, *offers)
    return offers


def _may_go(state: State, phase: ToDiscard) -> Hand:
    """The cards that may be discarded: after its own knock, those that leave a hand to knock with (KP-55, DM-34)."""
    may_go = loose(state, phase)
    if state.knocker != phase.seat or (discards := state.drawing.knock_discards) is None:
        return may_go
    return discards(held(state, phase.seat), may_go)


def open_prompts(state: State) -> tuple[Prompt, ...]:
    """What the moment offers before anybody looks into a hand."""
    phase, drawing, knocker = state.phase, state.drawing, state.knocker
    if isinstance(phase, ToDraw):
        first_turn = state.turns < len(state.order)
        if knocker is None and drawing.knock == "instead" and not first_turn:  # PC-13, PC-14, PC-16
            return _KNOCK_OR_DRAW
        if knocker is None and drawing.pat is not None and first_turn:  # KP-15
            return _DRAW_OR_PAT
        return _JUST_DRAW
    if isinstance(phase, ToChoose):
        return _CHOICES
    if not isinstance(phase, ToDiscard):
        return ()
    show = () if drawing.outright is None or knocker == phase.seat else (_SHOW,)
    if knocker is None:
        return (*show, _KNOCK, _OPEN_DISCARD) if drawing.knock == "after_draw" else (*show, _OPEN_DISCARD)
    if drawing.fold_payment is None or knocker == phase.seat or has_chosen(state):
        return (*show, _OPEN_DISCARD)
    return (*show, _OPEN_DISCARD, _OPEN_FOLD)


def asked(state: State) -> Ask | None:
    """What the seat to act is asked, as far as everybody can know."""
    asks = state.phase.asks
    return Ask.DRAW_OR_KNOCK if asks is Ask.DRAW and open_prompts(state) is not _JUST_DRAW else asks


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after the action, and what happened. Raises IllegalAction.

    Draws and discards, which are most actions, check what ``prompts`` offers without making the prompts.
    """
    phase = state.phase
    if isinstance(action, Discard):
        if isinstance(phase, ToDiscard) and phase.seat == action.seat and action.card in _may_go(state, phase):
            return _discard(state, action.seat, action.card)
        raise refusal(state, action)
    if isinstance(action, Draw) and isinstance(phase, ToDraw):
        if phase.seat == action.seat and action.source in SOURCES:
            return _draw(state, action.seat, action.source)
        raise refusal(state, action)
    if isinstance(action, Shuffle):
        return _shuffle(state, action)
    seat = action.seat
    if not offered(prompts(state, seat), action):
        raise refusal(state, action)
    if isinstance(action, Draw):
        return _draw(state, seat, action.source)
    if isinstance(action, Knock):
        return _knock(state, seat)
    if isinstance(action, Fold):
        return _fold(state, seat, action.card)
    if isinstance(action, Show):
        return shown_outright(state, seat)
    assert isinstance(action, Stay), action.do
    return _end_turn(state, seat, (Stayed(seat),), {})


def _shuffle(state: State, shuffle: Shuffle) -> tuple[State, tuple[Event, ...]]:
    """The discards under the top one become the stock in that order."""
    left = to_shuffle(state)
    if not isinstance(state.phase, ToShuffle) or len(shuffle.order) != len(left) or set(shuffle.order) != set(left):
        raise refusal(state, shuffle)
    shuffled = evolve(
        state, deck=Secret(shuffle.order), used=0, discards=state.discards[-1:], phase=ToDraw(state.phase.seat)
    )
    return shuffled, (Shuffled(len(left)),)


def _draw(state: State, seat: int, source: Source) -> tuple[State, tuple[Event, ...]]:
    """The seat takes the top card of a pile."""
    drawing, hands = state.drawing, state.hands
    changes: dict[str, Any]
    if source == "discard":
        card, changes = state.discards[-1], {"discards": state.discards[:-1]}
    else:
        deck, used = state.deck.open(), state.used
        if used == len(deck):  # KR-16, KR-17
            return _turn_over(state, seat)
        card, changes = deck[used], {"used": used + 1}
    events: tuple[Event, ...] = (_drawn(seat, source, card, len(hands)),)
    if drawing.empty_stock == "turned_over" and source == "stock" and used + 1 == len(deck):
        events = (*events, StockRanOut())
    if drawing.draw_price:  # KP-52
        paid = _transfer(seat, POT, drawing.draw_price, "draw")
        changes["transfers"], events = (*state.transfers, paid), (*events, Paid(paid))
    changes["hands"] = with_hand(hands, seat, (*hands[seat].open(), card))
    changes["phase"] = _to_discard(seat, source)
    return with_changes(state, changes), events


def _turn_over(state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    """The discards become the stock as they lie, and the seat draws from it (KR-16, KR-17)."""
    turned = evolve(state, deck=Secret(state.discards), used=0, discards=())
    after_draw, events = _draw(turned, seat, "stock")
    return after_draw, (TurnedOver(turned.stock), *events)


def _discard(state: State, seat: int, card: Card) -> tuple[State, tuple[Event, ...]]:
    """Puts a card on the discard pile, which ends the turn."""
    hands = state.hands
    changes = {
        "hands": with_hand(hands, seat, without(hands[seat].open(), card)),
        "discards": (*state.discards, card),
    }
    return _end_turn(state, seat, (_discarded(seat, card),), changes)


def _knock(state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    """A knock instead of a draw is the whole turn (KP-15, KP-18, PC-13); any other knock is followed by the discard."""
    if isinstance(state.phase, ToDiscard):
        return evolve(state, knocker=seat), (Called(seat) if state.drawing.called else _knocked(seat),)
    pat = state.drawing.pat is not None
    return _end_turn(evolve(state, knocker=seat, pat=pat), seat, (_knocked(seat, pat),), {})


def _fold(state: State, seat: int, card: Card | None) -> tuple[State, tuple[Event, ...]]:
    """The seat throws its cards away and pays the knocker at once (KP-20, KP-22, KP-23)."""
    assert state.knocker is not None
    price = state.drawing.fold_payment
    paid = (_transfer(seat, state.knocker, price, "fold"),) if price else ()
    events: tuple[Event, ...] = (_folded(seat), *map(Paid, paid))
    changes: dict[str, Any] = {"folded": (*state.folded, seat), "transfers": state.transfers + paid}
    if card is not None:
        changes["hands"] = with_hand(state.hands, seat, without(held(state, seat), card))
        changes["discards"] = (*state.discards, card)
        events = (_discarded(seat, card), *events)
    return _end_turn(state, seat, events, changes)


def _end_turn(
    state: State, seat: int, events: tuple[Event, ...], changes: dict[str, Any]
) -> tuple[State, tuple[Event, ...]]:
    """Whose turn is next, or how the deal ends; ``changes`` are those of the turn, none of them to the stock.

    (KP-17, KP-40 to KP-47, KP-51, DM-13, DM-14, PC-17, PC-19 to PC-22, KR-13; games/general.md G-12.)
    """
    drawing, knocker = state.drawing, state.knocker
    turns, following = state.turns + 1, after(seat, state.order)
    ends = knocker is not None and (
        following == knocker
        or drawing.last_turns == "none"
        or (drawing.last_turns == "to_the_dealer" and seat == state.order[-1])
    )
    phase: ToDraw | ToShuffle | ToChoose = _to_draw(following)
    if not state.stock:
        if drawing.empty_stock == "shuffle":
            phase = ToShuffle(following)
        elif drawing.empty_stock != "turned_over":
            ends = ends or knocker is None or drawing.empty_stock == "ends"
            phase = ToChoose(following)
            if not (isinstance(state.phase, ToChoose) or has_chosen(state)):
                events = (*events, StockRanOut())
    changes["turns"], changes["phase"] = turns, phase
    after_turn = with_changes(state, changes)
    if ends:
        return showdown(after_turn, events)
    if knocker is None and turns >= MOST_TURNS:
        return void(after_turn, events)
    return after_turn, events
