"""The third stage of Poch: the cards are played out in suit and sequence, and the deal ends (PO-40 to PO-44)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from itertools import starmap
from typing import Any, Final

from engine.cards import Card
from engine.events import CardPlayed, DealOver, Event, Paid, SequenceStopped, WentOut
from engine.evolve import evolve, with_changes
from engine.games.poch.edition import CENTRE, Edition
from engine.games.poch.settlement import Till, money, most_cards, unclaimed
from engine.games.poch.state import Leading, State, in_pools, paid, stacks
from engine.middle import Played
from engine.parts.results import OVER, chips_result, is_last
from engine.parts.seating import neighbour
from engine.parts.stops import run
from engine.secret import Secret

# Seats and cards are few, so each of these is made once.
_led: Final = cache(CardPlayed)
_followed: Final = cache(partial(CardPlayed, forced=True))
_played: Final = cache(Played)
_stopped: Final = cache(SequenceStopped)
_leading: Final = cache(Leading)
_went_out: Final = cache(WentOut)


def lead(state: State, seat: int, card: Card) -> tuple[State, tuple[Event, ...]]:
    """A card is led; whoever holds the next card plays it, until nobody has it or somebody is out (PO-40 to PO-43)."""
    held = [hand.open() for hand in state.hands]
    sequence = run(seat, card, held)
    edition, out, (last, last_card) = state.edition, sequence.out, sequence.last
    told: list[Event] = [_led(seat, card), *starmap(_followed, sequence.cards[1:])]
    if sequence.stopped and (out is None or edition.board.stop):
        told.append(_stopped(last, last_card))
    hands = list(state.hands)
    for player, left in enumerate(sequence.left):
        if left is not held[player]:
            hands[player] = Secret(left, hands[player].seen_by)
    changes: dict[str, Any] = {
        "hands": tuple(hands),
        "gone": (*state.gone, *starmap(_played, sequence.cards)),
        "run": len(state.gone),
        "phase": _leading(last),
    }
    if out is None and not edition.board.stop:
        return with_changes(state, changes), tuple(told)
    till = Till(state.lies)
    if sequence.stopped and edition.board.stop:  # HO-8, HO-12
        till.collect(last, dict.fromkeys(state.order, edition.board.stop), "stop")
    if out is not None:
        told.append(_went_out(out))
        _pay_who_is_out(till, edition, out, {seat: len(sequence.left[seat]) for seat in state.order})
    transfers = till.transfers
    changes["transfers"], changes["lies"] = state.transfers + transfers, till.lies
    after = with_changes(state, changes)
    events = (*told, *map(Paid, transfers))
    return (after, events) if out is None else _over(after, out, events)


def _pay_who_is_out(till: Till, edition: Edition, out: int, left: Mapping[int, int]) -> None:
    """Pays the player who went out (PO-43), then has the player with the most cards pay (LQ-8a).

    ``left`` has each seat's number of cards, in order of play.
    """
    if CENTRE in edition.board.pools:
        till.take(CENTRE, out, till.lies[CENTRE], "centre")
    till.collect(out, {seat: cards * edition.stake for seat, cards in left.items()}, "cards")
    if edition.most_cards_tie is not None:
        most_cards(till, left, edition.most_cards_tie)


def _over(state: State, out: int, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """Writes the result down. The game ends when somebody can't dress the board again (PO-50)."""
    edition = state.edition
    broke = min(stacks(state)) < edition.entry
    ends = broke or is_last(state.stakes, edition.max_deals)
    if edition.board.shared_at_end and ends:  # PO-64, PO-65
        shared = unclaimed(tuple(zip(edition.board.pools, in_pools(state), strict=True)), state.order)
        state, events = paid(state, shared), (*events, *map(Paid, shared))
    result = chips_result(
        state.stakes,
        state.transfers,
        lies=state.lies,
        pools=edition.board.pools,
        winners=(out,),
        next_dealer=neighbour(state.order[-1], len(state.order), clockwise=edition.clockwise),
        deals=edition.max_deals,
        broke=broke,
    )
    if edition.chip_value and ends:
        supply = state.stakes.supply or edition.chips
        due = money(result.stakes.chips, supply, edition.chip_value, extra_chips=edition.board.extra_chips)
        result = evolve(result, money=due)
    return evolve(state, phase=OVER, result=result), (*events, DealOver(result))
