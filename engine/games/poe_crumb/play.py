"""How a deal of Poe Crumb goes: the deal, what each seat may do, and what its actions change."""

from __future__ import annotations

from typing import Any, Final

from engine.actions import Action, Discard, Draw, Knock, Prompt, Shuffle, Source, offered, once_a_state
from engine.cards import Card, standard_pack
from engine.events import DealOver, Event, HandShown, Knocked, Paid, Shuffled, StockRanOut
from engine.evolve import evolve
from engine.games.poe_crumb.hands import HAND_SIZE, name_of, worth_by
from engine.games.poe_crumb.refusals import refusal
from engine.games.poe_crumb.rules import PoeCrumbRules
from engine.games.poe_crumb.state import State, ToDiscard, held, is_first_turn
from engine.parts.ante import antes
from engine.parts.dealing import check_setup, dealt
from engine.parts.piles import Piles
from engine.parts.results import Over, scored_result
from engine.parts.seating import after, neighbour, order_of_play
from engine.parts.sharing import shares
from engine.parts.turns import DRAW, KNOCK, MOST_TURNS, OPEN_DISCARD, ToDraw, ToShuffle, after_discard, after_draw
from engine.secret import Secret
from engine.stakes import POT, Stakes, Transfer, lies_in

SEATS: Final = range(2, 11)
"""PC-1."""


def new_deal(rules: PoeCrumbRules, seats: int, stakes: Stakes, deck: tuple[Card, ...]) -> State:
    """Takes the antes, if any, deals five cards each and turns one up (PC-3, PC-10). Raises BadSetup."""
    check_setup("Poe Crumb", SEATS, seats, stakes, deck, standard_pack(rules.jokers))
    order = order_of_play(stakes.dealer, seats)
    hands, used = dealt(deck, order, HAND_SIZE), HAND_SIZE * seats
    return State(
        rules=rules,
        stakes=stakes,
        order=order,
        piles=Piles(Secret(deck), used + 1, (deck[used],)),
        hands=tuple(Secret(hands[seat], (seat,)) for seat in range(seats)),
        phase=ToDraw(order[0]),
        transfers=antes(order, rules.ante),
    )


def to_act(state: State) -> tuple[int, ...]:
    """The one seat whose turn it is; none while the discards are to be shuffled, and when the deal is over."""
    return () if isinstance(state.phase, Over | ToShuffle) else (state.phase.seat,)


def to_shuffle(state: State) -> tuple[Card, ...]:
    """The cards that must become a new stock before anybody acts (PC-18)."""
    return state.piles.under_top if isinstance(state.phase, ToShuffle) else ()


@once_a_state
def prompts(state: State, seat: int) -> tuple[Prompt, ...]:
    """What the seat may do now."""
    if seat not in to_act(state):
        return ()
    if isinstance(state.phase, ToDiscard):
        return (Prompt("discard", held(state, seat)),)
    return open_prompts(state)


def open_prompts(state: State) -> tuple[Prompt, ...]:
    """What the moment offers before anybody looks into a hand."""
    if isinstance(state.phase, Over | ToShuffle):
        return ()
    if isinstance(state.phase, ToDiscard):
        return (OPEN_DISCARD,)
    if state.knocker is None and not is_first_turn(state):  # PC-13, PC-14, PC-16
        return (KNOCK, DRAW)
    return (DRAW,)


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after the action, and what happened. Raises IllegalAction."""
    if isinstance(action, Shuffle):
        return _shuffle(state, action)
    if not offered(prompts(state, action.seat), action):
        raise refusal(state, action)
    match action:
        case Draw(seat, source):
            return _draw(state, seat, source)
        case Knock(seat):
            return _end_turn(state, seat, (Knocked(seat),), knocker=seat)
        case Discard(seat, card):
            piles, hands, discarded = after_discard(state.piles, state.hands, seat, card)
            return _end_turn(state, seat, (discarded,), piles=piles, hands=hands)
    raise AssertionError(action.do)


def _shuffle(state: State, shuffle: Shuffle) -> tuple[State, tuple[Event, ...]]:
    if not isinstance(state.phase, ToShuffle) or not state.piles.can_be_shuffled(shuffle.order):
        raise refusal(state, shuffle)
    shuffled = evolve(state, piles=state.piles.shuffled(shuffle.order), phase=ToDraw(state.phase.seat))
    return shuffled, (Shuffled(len(shuffle.order)),)


def _draw(state: State, seat: int, source: Source) -> tuple[State, tuple[Event, ...]]:
    piles, hands, drawn = after_draw(state.piles, state.hands, seat, source)
    return evolve(state, piles=piles, hands=hands, phase=ToDiscard(seat, source)), (drawn,)


def _end_turn(before: State, seat: int, events: tuple[Event, ...], **changes: Any) -> tuple[State, tuple[Event, ...]]:
    """Whose turn is next, or how the deal ends (PC-17, PC-19 to PC-22); ``changes`` are the turn's own."""
    following = after(seat, before.order)
    state = evolve(before, turns=before.turns + 1, phase=ToDraw(following), **changes)
    if not state.piles.stock:
        if state.rules.sudden_death:
            return _showdown(state, (*events, StockRanOut()))
        state = evolve(state, phase=ToShuffle(following))
    if following == state.knocker:
        return _showdown(state, events)
    if state.knocker is None and state.turns >= MOST_TURNS:
        return _over(state, events, void=True)
    return state, events


def _showdown(state: State, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """Everybody shows, and all who hold the best hand win the round (PC-23, PC-25)."""
    worth = worth_by(state.rules)
    values = {seat: worth(held(state, seat)) for seat in state.order}
    highest = max(values.values())
    shown = (HandShown(seat, held(state, seat), name_of(state.rules, held(state, seat))) for seat in state.order)
    winners = tuple(seat for seat, value in values.items() if value == highest)
    return _over(state, (*events, *shown), winners=winners, shown=state.order)


def _over(
    state: State,
    events: tuple[Event, ...],
    *,
    winners: tuple[int, ...] = (),
    shown: tuple[int, ...] = (),
    void: bool = False,
) -> tuple[State, tuple[Event, ...]]:
    """Shares out the pot, if any, counts the rounds won (PC-26), and passes the deal to the left (PC-27)."""
    in_pot = lies_in(POT, state.stakes.pot, state.transfers)
    pot_shares = shares(in_pot, winners) if winners else {}
    paid = tuple(Transfer(POT, seat, share, "pot") for seat, share in pot_shares.items() if share)
    transfers = state.transfers + paid
    seats = len(state.hands)
    result = scored_result(
        state.stakes,
        transfers,
        winners=winners,
        net=tuple(int(seat in winners) for seat in range(seats)),
        next_dealer=neighbour(state.stakes.dealer, seats),
        deals=state.rules.deals,
        target=state.rules.target_wins,
        shown=shown,
        void=void,
    )
    ended = evolve(state, phase=Over(), transfers=transfers, result=result)
    return ended, (*events, *map(Paid, paid), DealOver(result))
