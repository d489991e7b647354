"""The third stage of Poch: the cards are played out in suit and sequence, and the deal ends (PO-40 to PO-44)."""

from __future__ import annotations

from engine.cards import Card
from engine.events import CardPlayed, DealOver, Event, Paid, SequenceStopped, WentOut
from engine.evolve import evolve
from engine.games.poch.edition import CENTRE, Edition
from engine.games.poch.settlement import Till, most_cards, unclaimed
from engine.games.poch.state import Leading, Over, State, all_hands, chips_of, edition_of, held, in_pool
from engine.parts.results import chips_result
from engine.parts.seating import neighbour
from engine.parts.stops import run
from engine.secret import Secret
from engine.stakes import Transfer
from engine.view import Played


def lead(state: State, seat: int, card: Card) -> tuple[State, tuple[Event, ...]]:
    """A card is led, and whoever holds the next one follows, until nobody does or somebody has none left."""
    sequence = run(seat, card, all_hands(state))
    edition, played = edition_of(state), {card for _, card in sequence.cards}
    events: tuple[Event, ...] = tuple(
        CardPlayed(follower, one, forced=place > 0) for place, (follower, one) in enumerate(sequence.cards)
    )
    state = evolve(
        state,
        hands=tuple(
            Secret(tuple(one for one in hand.open() if one not in played), hand.seen_by) for hand in state.hands
        ),
        gone=(*state.gone, *(Played(follower, one) for follower, one in sequence.cards)),
        run=len(state.gone),
    )
    till = Till(chips_of(state))
    last, last_card = sequence.last
    if sequence.stopped and (sequence.out is None or edition.stop_pays):
        events += (SequenceStopped(last, last_card),)
    if sequence.stopped and edition.stop_pays:  # HO-8, HO-12
        till.collect(last, dict.fromkeys(state.order, edition.stake), "stop")
    if sequence.out is None:
        state = evolve(state, transfers=state.transfers + till.transfers, phase=Leading(last))
        return state, (*events, *map(Paid, till.transfers))
    return _go_out(state, edition, sequence.out, till, events)


def _go_out(
    state: State, edition: Edition, out: int, till: Till, events: tuple[Event, ...]
) -> tuple[State, tuple[Event, ...]]:
    """Pays who went out (PO-43), then who has the most cards pays (LQ-8a), and the deal is over."""
    if CENTRE in edition.board:
        till.take(CENTRE, out, in_pool(state, CENTRE), "centre")
    left = {seat: len(held(state, seat)) for seat in state.order}
    till.collect(out, {seat: cards * edition.stake for seat, cards in left.items()}, "cards")
    if edition.most_cards_tie is not None:
        most_cards(till, left, edition.most_cards_tie)
    return _over(
        evolve(state, transfers=state.transfers + till.transfers),
        edition,
        out,
        (*events, WentOut(out), *map(Paid, till.transfers)),
    )


def _over(state: State, edition: Edition, out: int, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """Writes the result down. The game ends where somebody can't dress the board again (PO-50)."""
    broke = min(chips_of(state)) < edition.entry
    shared: tuple[Transfer, ...] = ()
    if edition.money and (broke or state.stakes.deals + 1 == edition.max_deals):  # PO-64, PO-65
        shared = unclaimed([(pool, in_pool(state, pool)) for pool in edition.board], state.order)
    state = evolve(state, transfers=state.transfers + shared)
    result = chips_result(
        state.stakes,
        state.transfers,
        winners=(out,),
        next_dealer=neighbour(state.order[-1], len(state.order), clockwise=edition.clockwise),
        deals=edition.max_deals,
        board=edition.board,
        broke=broke,
    )
    return evolve(state, phase=Over(), result=result), (*events, *map(Paid, shared), DealOver(result))
