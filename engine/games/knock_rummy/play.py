"""How a deal of Knock Rummy goes: the deal, what each seat may do, and what its actions change."""

from __future__ import annotations

from typing import Final

from engine.actions import Action, Discard, Draw, Knock, Prompt, Source
from engine.cards import Card
from engine.events import (
    DealOver,
    Event,
    HandShown,
    Knocked,
    Paid,
    StockRanOut,
    TurnedOver,
)
from engine.evolve import evolve
from engine.games.knock_rummy.refusals import refusal
from engine.games.knock_rummy.rules import KnockRummyRules
from engine.games.knock_rummy.settlement import Settlement, payments, settle
from engine.games.knock_rummy.state import PACK, State, ToDiscard, held, loose, within_limit
from engine.parts.dealing import check_setup, dealt
from engine.parts.melds import arrange
from engine.parts.piles import Piles
from engine.parts.results import Over, scored_result
from engine.parts.seating import neighbour, order_of_play
from engine.parts.turns import DRAW, KNOCK, MOST_TURNS, OPEN_DISCARD, SOURCES, ToDraw, after_discard, after_draw
from engine.secret import Secret
from engine.stakes import Stakes

HAND_SIZES: Final = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
"""How many cards everybody gets, by the number of players (KR-1, KR-2)."""
SEATS: Final = range(min(HAND_SIZES), max(HAND_SIZES) + 1)


def new_deal(rules: KnockRummyRules, seats: int, stakes: Stakes, deck: tuple[Card, ...]) -> State:
    """Deals the hands and turns a card up (KR-1 to KR-5). Raises BadSetup."""
    check_setup("Knock Rummy", SEATS, seats, stakes, deck, PACK)
    order = order_of_play(stakes.dealer, seats)
    each = HAND_SIZES[seats]
    hands, used = dealt(deck, order, each), each * seats
    return State(
        rules=rules,
        stakes=stakes,
        order=order,
        piles=Piles(Secret(deck), used + 1, (deck[used],)),
        hands=tuple(Secret(hands[seat], (seat,)) for seat in range(seats)),
        phase=ToDraw(order[0]),
    )


def to_act(state: State) -> tuple[int, ...]:
    """The one seat whose turn it is; none when the deal is over."""
    return () if isinstance(state.phase, Over) else (state.phase.seat,)


def prompts(state: State, seat: int) -> tuple[Prompt, ...]:
    """What the seat may do now (KR-10 to KR-15); after a knock, no discard that leaves too much deadwood (KR-12a)."""
    phase = state.phase
    if isinstance(phase, Over) or phase.seat != seat:
        return ()
    if isinstance(phase, ToDraw):
        return (DRAW,)
    if state.knocker is not None:
        return (Prompt("discard", within_limit(state, phase)),)
    discard = Prompt("discard", loose(state, phase))
    return (KNOCK, discard) if within_limit(state, phase) else (discard,)


def open_prompts(state: State) -> tuple[Prompt, ...]:
    """What the moment offers before anybody looks into a hand."""
    phase = state.phase
    if isinstance(phase, Over):
        return ()
    if isinstance(phase, ToDraw):
        return (DRAW,)
    return (KNOCK, OPEN_DISCARD) if state.knocker is None else (OPEN_DISCARD,)


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after the action, and what happened. Raises IllegalAction.

    It asks what ``prompts`` asks, but makes no prompts for it: deals by the thousand are played through here.
    """
    phase = state.phase
    if isinstance(phase, ToDraw):
        if isinstance(action, Draw) and action.seat == phase.seat and action.source in SOURCES:
            return _draw(state, action.seat, action.source)
    elif isinstance(phase, ToDiscard):
        if isinstance(action, Discard):
            choices = loose if state.knocker is None else within_limit
            if action.seat == phase.seat and action.card in choices(state, phase):
                return _discard(state, action.seat, action.card)
        elif (
            isinstance(action, Knock)
            and action.seat == phase.seat
            and state.knocker is None
            and within_limit(state, phase)
        ):
            return evolve(state, knocker=action.seat), (Knocked(action.seat),)
    raise refusal(state, action)


def _draw(state: State, seat: int, source: Source) -> tuple[State, tuple[Event, ...]]:
    """A draw from the empty stock turns the discard pile over first (KR-16, KR-17)."""
    piles = state.piles
    events: tuple[Event, ...] = ()
    if source == "stock" and not piles.stock:
        piles = piles.turned_over()
        events = (TurnedOver(piles.stock),)
    piles, hands, drawn = after_draw(piles, state.hands, seat, source)
    events = (*events, drawn)
    if source == "stock" and not piles.stock:
        events = (*events, StockRanOut())
    return evolve(state, piles=piles, hands=hands, phase=ToDiscard(seat, source)), events


def _discard(state: State, seat: int, card: Card) -> tuple[State, tuple[Event, ...]]:
    """Ends the turn, and after a knock the deal (KR-13)."""
    piles, hands, discarded = after_discard(state.piles, state.hands, seat, card)
    turns, following = state.turns + 1, neighbour(seat, len(hands))
    ended = evolve(state, piles=piles, hands=hands, phase=ToDraw(following), turns=turns)
    events = (discarded,)
    if state.knocker is not None:
        return _showdown(ended, state.knocker, events)
    if turns >= MOST_TURNS:
        return _over(ended, events, Settlement((), (), (0,) * len(hands)), void=True)
    return ended, events


def _showdown(state: State, knocker: int, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """Everybody shows, arranged as well as can be (KR-25), and the deal is scored."""
    arranged = {seat: arrange(held(state, seat)) for seat in state.order}
    settlement = settle(state.rules, {seat: one.deadwood for seat, one in arranged.items()}, knocker)
    shown = (HandShown(seat, held(state, seat), None, one.melds, one.deadwood) for seat, one in arranged.items())
    return _over(state, (*events, *shown, *settlement.losses), settlement)


def _over(
    state: State, events: tuple[Event, ...], settlement: Settlement, *, void: bool = False
) -> tuple[State, tuple[Event, ...]]:
    """Writes the result down; the deal passes to the left, and the game ends with its last deal (KR-41)."""
    rules, before, seats = state.rules, state.stakes, len(state.hands)
    paid = payments(settlement.net, state.order, rules.chips_per_point)
    result = scored_result(
        before,
        paid,
        winners=settlement.winners,
        net=settlement.net,
        next_dealer=neighbour(before.dealer, seats),
        deals=rules.agreed_deals(seats),
        shown=() if void else state.order,
        void=void,
    )
    ended = evolve(state, phase=Over(), transfers=paid, result=result)
    return ended, (*events, *map(Paid, paid), DealOver(result))
