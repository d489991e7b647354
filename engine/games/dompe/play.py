"""How a deal of Dompe goes: the deal, what each seat may do, and what its actions change."""

from __future__ import annotations

from typing import Final

from engine.actions import Action, Discard, Draw, Knock, Prompt, Show, Shuffle, Source, offered, once_a_state
from engine.cards import Card
from engine.events import Called, DealOver, Event, HandShown, Paid, Shuffled
from engine.evolve import evolve
from engine.games.dompe.hands import FIVE, call_discards, name_of, outright, pack, strength
from engine.games.dompe.refusals import refusal
from engine.games.dompe.rules import DompeRules
from engine.games.dompe.state import State, ToDiscard, held, loose
from engine.parts.ante import antes, dealt_in
from engine.parts.dealing import check_setup, dealt
from engine.parts.piles import Piles
from engine.parts.results import Over, chips_result
from engine.parts.seating import after, neighbour, order_of_play
from engine.parts.turns import DRAW, KNOCK, MOST_TURNS, OPEN_DISCARD, ToDraw, ToShuffle, after_discard, after_draw
from engine.secret import Secret
from engine.stakes import POT, Stakes, Transfer, lies_in

SEATS: Final = range(2, 6)
"""DM-2."""


def new_deal(rules: DompeRules, seats: int, stakes: Stakes, deck: tuple[Card, ...]) -> State:
    """Takes the antes and deals five cards each, and a sixth to the first player (DM-3 to DM-6). Raises BadSetup."""
    check_setup("Dompe", SEATS, seats, stakes, deck, pack(rules))
    playing = dealt_in(stakes.chips, rules.ante, rules.broke, SEATS[0])  # DM-52
    order = order_of_play(stakes.dealer, seats, playing, clockwise=False)
    first, used = order[0], FIVE * len(order)
    hands = dealt(deck, order, FIVE)
    hands[first] = (*hands[first], deck[used])
    return State(
        rules=rules,
        stakes=stakes,
        order=order,
        piles=Piles(Secret(deck), used + 1, ()),
        hands=tuple(Secret(hands.get(seat, ()), (seat,)) for seat in range(seats)),
        phase=ToDiscard(first, None),
        transfers=antes(order, rules.ante),
    )


def to_act(state: State) -> tuple[int, ...]:
    """The one seat whose turn it is; none while the discards are to be shuffled, and when the deal is over."""
    return () if isinstance(state.phase, Over | ToShuffle) else (state.phase.seat,)


def to_shuffle(state: State) -> tuple[Card, ...]:
    """The cards that must become a new stock before anybody acts (DM-17b)."""
    return state.piles.under_top if isinstance(state.phase, ToShuffle) else ()


_SHOW: Final = Prompt("show")


@once_a_state
def prompts(state: State, seat: int) -> tuple[Prompt, ...]:
    """What the seat may do now."""
    if seat not in to_act(state):
        return ()
    if not isinstance(state.phase, ToDiscard):
        return (DRAW,)
    rules, hand, may_go = state.rules, held(state, seat), loose(state, state.phase)
    if state.caller == seat:
        return (Prompt("discard", call_discards(rules, hand, may_go)),)
    offers = [Prompt("discard", may_go)]
    if state.caller is None and call_discards(rules, hand, may_go):  # DM-34, DM-35
        offers.insert(0, KNOCK)
    if outright(rules, hand):  # DM-19, DM-38
        offers.insert(0, _SHOW)
    return tuple(offers)


def open_prompts(state: State) -> tuple[Prompt, ...]:
    """What the moment offers before anybody looks into a hand."""
    phase = state.phase
    if isinstance(phase, Over | ToShuffle):
        return ()
    if isinstance(phase, ToDraw):
        return (DRAW,)
    if state.caller is None:
        return (_SHOW, KNOCK, OPEN_DISCARD)
    return (OPEN_DISCARD,) if state.caller == phase.seat else (_SHOW, OPEN_DISCARD)


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after the action, and what happened. Raises IllegalAction."""
    if isinstance(action, Shuffle):
        return _shuffle(state, action)
    if not offered(prompts(state, action.seat), action):
        raise refusal(state, action)
    match action:
        case Draw(seat, source):
            return _draw(state, seat, source)
        case Show(seat):
            return _win_outright(state, seat)
        case Knock(seat):
            return evolve(state, caller=seat), (Called(seat),)
        case Discard(seat, card):
            return _discard(state, seat, card)
    raise AssertionError(action.do)


def _shuffle(state: State, shuffle: Shuffle) -> tuple[State, tuple[Event, ...]]:
    if not isinstance(state.phase, ToShuffle) or not state.piles.can_be_shuffled(shuffle.order):
        raise refusal(state, shuffle)
    shuffled = evolve(state, piles=state.piles.shuffled(shuffle.order), phase=ToDraw(state.phase.seat))
    return shuffled, (Shuffled(len(shuffle.order)),)


def _draw(state: State, seat: int, source: Source) -> tuple[State, tuple[Event, ...]]:
    piles, hands, drawn = after_draw(state.piles, state.hands, seat, source)
    return evolve(state, piles=piles, hands=hands, phase=ToDiscard(seat, source)), (drawn,)


def _discard(state: State, seat: int, card: Card) -> tuple[State, tuple[Event, ...]]:
    """Ends the turn, and with the dealer's turn after a call the play (DM-13, DM-14)."""
    piles, hands, discarded = after_discard(state.piles, state.hands, seat, card)
    turns, following = state.turns + 1, after(seat, state.order)
    phase = ToDraw(following) if piles.stock else ToShuffle(following)
    ended = evolve(state, piles=piles, hands=hands, phase=phase, turns=turns)
    events = (discarded,)
    if state.caller is not None and seat == state.order[-1]:
        return _showdown(ended, state.caller, events)
    if state.caller is None and turns >= MOST_TURNS:
        return _over(ended, events, void=True)
    return ended, events


def _win_outright(state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    """The shower takes the pot, whatever the others hold (DM-16)."""
    hand = held(state, seat)
    shown = HandShown(seat, hand, name_of(state.rules, hand), outright=True)
    return _over(state, (shown,), winner=seat, shown=(seat,))


def _showdown(state: State, caller: int, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """All show, from the caller on, and the highest hand takes the pot (DM-33).

    ``max`` keeps the first of several equal hands, which is what ``first_called`` asks for (DM-51); otherwise there
    are no equal hands (DM-30).
    """
    first = state.order.index(caller)
    showing = (*state.order[first:], *state.order[:first])
    strength_of = strength(state.rules)
    winner = max(showing, key=lambda seat: strength_of(held(state, seat)))
    shown = (HandShown(seat, held(state, seat), name_of(state.rules, held(state, seat))) for seat in showing)
    return _over(state, (*events, *shown), winner=winner, shown=showing)


def _over(
    state: State,
    events: tuple[Event, ...],
    *,
    winner: int | None = None,
    shown: tuple[int, ...] = (),
    void: bool = False,
) -> tuple[State, tuple[Event, ...]]:
    """Writes the result down; the deal passes to the right (DM-3). The pot of a void deal stays (general.md G-12)."""
    in_pot = lies_in(POT, state.stakes.pot, state.transfers)
    paid = () if winner is None or not in_pot else (Transfer(POT, winner, in_pot, "pot"),)
    transfers = state.transfers + paid
    result = chips_result(
        state.stakes,
        transfers,
        winners=() if winner is None else (winner,),
        next_dealer=neighbour(state.order[-1], len(state.hands), clockwise=False),
        deals=state.rules.deals,
        shown=shown,
        void=void,
    )
    ended = evolve(state, phase=Over(), transfers=transfers, result=result)
    return ended, (*events, *map(Paid, paid), DealOver(result))
