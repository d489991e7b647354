"""The third stage of Poch: the cards are played out in suit and sequence, and the deal ends (PO-40 to PO-44)."""

from __future__ import annotations

from engine.cards import Card
from engine.events import CardPlayed, DealOver, Event, Paid, SequenceStopped, WentOut
from engine.evolve import evolve
from engine.games.poch.edition import CENTRE
from engine.games.poch.settlement import Till, money, most_cards, unclaimed
from engine.games.poch.state import Leading, State, all_hands, held, in_pool, paid
from engine.middle import Played
from engine.parts.piles import Hands
from engine.parts.results import Over, chips_result, is_last
from engine.parts.seating import neighbour
from engine.parts.stops import Run, run
from engine.secret import Secret


def lead(state: State, seat: int, card: Card) -> tuple[State, tuple[Event, ...]]:
    """A card is led; whoever holds the next card plays it, until nobody has it or somebody is out (PO-40 to PO-43)."""
    sequence = run(seat, card, all_hands(state))
    edition, (last, last_card) = state.edition, sequence.last
    told: list[Event] = [CardPlayed(seat, card)]
    told += [CardPlayed(follower, played, forced=True) for follower, played in sequence.cards[1:]]
    if sequence.stopped and (sequence.out is None or edition.board.stop):
        told.append(SequenceStopped(last, last_card))
    after = evolve(
        state,
        hands=_played_from(state.hands, sequence),
        gone=(*state.gone, *[Played(follower, played) for follower, played in sequence.cards]),
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


def _played_from(hands: Hands, sequence: Run) -> Hands:
    """The hands without the cards of the sequence."""
    gone = {card for _, card in sequence.cards}
    left = list(hands)
    for seat in {seat for seat, _ in sequence.cards}:
        hand = hands[seat]
        left[seat] = Secret(tuple([card for card in hand.open() if card not in gone]), hand.seen_by)
    return tuple(left)


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
    result = chips_result(
        state.stakes,
        state.transfers,
        winners=(out,),
        next_dealer=neighbour(state.order[-1], len(state.order), clockwise=edition.clockwise),
        deals=edition.max_deals,
        board=edition.board.pools,
        broke=broke,
    )
    if edition.chip_value and ends:
        supply = state.stakes.supply or edition.chips
        due = money(state.chips, supply, edition.chip_value, extra_chips=edition.board.extra_chips)
        result = evolve(result, money=due)
    return evolve(state, phase=Over(), result=result), (*events, *map(Paid, shared), DealOver(result))
