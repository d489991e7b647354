"""The third stage of Poch: the cards are played out in suit and sequence, and the deal ends (PO-40 to PO-44)."""

from __future__ import annotations

from functools import cache, partial
from typing import Final

from engine.cards import Card
from engine.events import CardPlayed, DealOver, Event, Paid, SequenceStopped, WentOut
from engine.evolve import evolve
from engine.games.poch.edition import CENTRE
from engine.games.poch.settlement import Till, money, most_cards, unclaimed
from engine.games.poch.state import Leading, State, all_hands, held, in_pool, paid
from engine.middle import Played
from engine.parts.results import Over, counted_result, is_last
from engine.parts.seating import neighbour
from engine.parts.stops import run
from engine.secret import Secret

# Seats and cards are few, so each of these is made once.
_led: Final = cache(CardPlayed)
_followed: Final = cache(partial(CardPlayed, forced=True))
_played: Final = cache(Played)


def lead(state: State, seat: int, card: Card) -> tuple[State, tuple[Event, ...]]:
    """A card is led; whoever holds the next card plays it, until nobody has it or somebody is out (PO-40 to PO-43)."""
    sequence = run(seat, card, all_hands(state))
    edition, left, (last, last_card) = state.edition, sequence.left, sequence.last
    told: list[Event] = [_led(seat, card)]
    told += [_followed(follower, played) for follower, played in sequence.cards[1:]]
    if sequence.stopped and (sequence.out is None or edition.board.stop):
        told.append(SequenceStopped(last, last_card))
    after = evolve(
        state,
        hands=tuple(
            [
                hand if hand.open() is left[holder] else Secret(left[holder], hand.seen_by)
                for holder, hand in enumerate(state.hands)
            ]
        ),
        gone=(*state.gone, *[_played(follower, played) for follower, played in sequence.cards]),
        run=len(state.gone),
        phase=Leading(last),
    )
    if sequence.out is None and not edition.board.stop:
        return after, tuple(told)
    till = Till(state.chips)
    if sequence.stopped and edition.board.stop:  # HO-8, HO-12
        till.collect(last, dict.fromkeys(state.order, edition.board.stop), "stop")
    if sequence.out is not None:
        return _go_out(after, sequence.out, till, tuple(told))
    return paid(after, till.transfers), (*told, *map(Paid, till.transfers))


def _go_out(state: State, out: int, till: Till, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """Pays the player who went out (PO-43), then has the player with the most cards pay (LQ-8a), and ends the deal."""
    edition = state.edition
    if CENTRE in edition.board.pools:
        till.take(CENTRE, out, in_pool(state, CENTRE), "centre")
    left = {seat: len(held(state, seat)) for seat in state.order}
    till.collect(out, {seat: cards * edition.stake for seat, cards in left.items()}, "cards")
    if edition.most_cards_tie is not None:
        most_cards(till, left, edition.most_cards_tie)
    return _over(paid(state, till.transfers), out, (*events, WentOut(out), *map(Paid, till.transfers)))


def _over(state: State, out: int, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """Writes the result down. The game ends when somebody can't dress the board again (PO-50)."""
    edition = state.edition
    broke = min(state.chips) < edition.entry
    ends = broke or is_last(state.stakes, edition.max_deals)
    shared = unclaimed(state.pools, state.order) if edition.board.shared_at_end and ends else ()  # PO-64, PO-65
    state = paid(state, shared)
    result = counted_result(
        state.stakes,
        state.transfers,
        chips=state.chips,
        pot=state.pot,
        pools=state.pools,
        gifts=edition.board.extra_chips,
        winners=(out,),
        next_dealer=neighbour(state.order[-1], len(state.order), clockwise=edition.clockwise),
        deals=edition.max_deals,
        broke=broke,
    )
    if edition.chip_value and ends:
        supply = state.stakes.supply or edition.chips
        due = money(state.chips, supply, edition.chip_value, extra_chips=edition.board.extra_chips)
        result = evolve(result, money=due)
    return evolve(state, phase=Over(), result=result), (*events, *map(Paid, shared), DealOver(result))
