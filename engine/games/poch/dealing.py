"""How a deal of Poch begins: the board is dressed, the cards are dealt, and pools are collected (PO-4 to PO-15)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.cards import Card
from engine.errors import BadSetup
from engine.events import CardTurned, Event, Paid
from engine.evolve import built
from engine.games.poch.edition import Edition, PochFamilyRules
from engine.games.poch.state import SEATS, State, Vying, paid
from engine.parts.betting import opened
from engine.parts.dealing import check_setup
from engine.parts.piles import Hand
from engine.parts.seating import order_of_play
from engine.secret import Secret
from engine.stakes import POT, Account, Stakes, Transfer

DRESS: Final = "dress"
"""The reason of the chips that are put on the board before a deal."""


def new_deal(rules: PochFamilyRules, seats: int, stakes: Stakes, deck: tuple[Card, ...]) -> State:
    """Dresses the board and deals (PO-4 to PO-6, LQ-2 to LQ-5, HO-2 to HO-4).

    Pools that are collected at once are paid (PO-15, LQ-6). Raises BadSetup.
    """
    edition = rules.edition(seats)
    check_setup(edition.title, SEATS, seats, stakes, deck, edition.pack)
    _check_board(edition, stakes)
    order = order_of_play(stakes.dealer, seats, clockwise=edition.clockwise)
    hands, used = _dealt(edition, deck, order)
    turned = deck[used]
    owner = order[used % seats] if edition.board.turned_to_next else None
    if owner is not None:
        hands[owner] = (*hands[owner], turned)
    entry, dressed, dress = edition.entry, edition.dressed, edition.stake * seats
    lies: dict[Account, int] = {seat: chips - entry for seat, chips in enumerate(stakes.chips)}
    lies |= {POT: stakes.pot, **dict.fromkeys(edition.board.pools, 0), **dict(stakes.pools)}
    for pool in dressed:
        lies[pool] += dress
    state = built(
        State,
        rules=rules,
        stakes=stakes,
        order=order,
        turned=turned,
        owner=owner,
        hands=tuple([Secret(hands[seat], (seat,)) for seat in range(seats)]),
        rest=Secret(deck[used + 1 :]),
        phase=Vying(opened(order)),
        transfers=_dressing(order, dressed, edition.stake),
        lies=lies,
        shown=(),
        gone=(),
        run=0,
        result=None,
    )
    state.__dict__["edition"] = edition  # it is at hand: State.edition need not look it up
    state = paid(state, _honour(state, edition))
    return paid(state, collected(state)) if edition.board.pools_first else state


@lru_cache(maxsize=256)
def _dressing(order: tuple[int, ...], pools: tuple[str, ...], stake: int) -> tuple[Transfer, ...]:
    return tuple(Transfer(seat, pool, stake, DRESS) for seat in order for pool in pools)


def opening(state: State) -> tuple[Event, ...]:
    """What a deal paid before anybody could act: the card turned up (PO-6), and the pools collected (PO-15)."""
    collected = (Paid(transfer) for transfer in state.transfers if transfer.reason != DRESS)
    return (CardTurned(state.turned, state.owner), *collected)


def _check_board(edition: Edition, stakes: Stakes) -> None:
    pools, entry = edition.board.pools, edition.entry
    for pool, _ in stakes.pools:
        if pool not in pools:
            raise BadSetup(f"the board of {edition.title} has no pool {pool!r}, but {', '.join(pools)}")
    for seat, chips in enumerate(stakes.chips):
        if chips < entry:
            raise BadSetup(
                f"seat {seat} has {chips} chips and can't put down the {entry} that a deal of {edition.title} takes, "
                "so the game is over"
            )


def largest_hand(edition: Edition, seats: int) -> int:
    """How many cards a seat is dealt at most, the card turned up included where it is somebody's."""
    each = sum(edition.packets) if edition.packets else -(-(len(edition.pack) - 1) // seats)
    return each + edition.board.turned_to_next


def _dealt(edition: Edition, deck: tuple[Card, ...], order: tuple[int, ...]) -> tuple[dict[int, Hand], int]:
    """The hands by seat, and how many cards they took from the top of the deck."""
    seats = len(order)
    if not edition.packets:
        used = len(deck) - 1
        return {seat: deck[place:used:seats] for place, seat in enumerate(order)}, used
    hands: dict[int, Hand] = dict.fromkeys(order, ())
    used = 0
    for size in edition.packets:
        for seat in order:
            hands[seat] += deck[used : used + size]
            used += size
    return hands, used


def collected(state: State) -> tuple[Transfer, ...]:
    """What the first stage pays: each pool goes to the hand with all its cards of the pay suit (PO-10 to PO-13)."""
    pay_suit, lies = state.turned.suit, state.lies
    hands = [hand.open() for hand in state.hands]
    holders = {card.rank: seat for seat, hand in enumerate(hands) for card in hand if card.suit is pay_suit}
    found: list[Transfer] = []
    for claim in state.edition.board.claims:
        rank, *others = claim.ranks
        seat, chips = holders.get(rank), lies[claim.pool]
        if seat is not None and chips and [holders.get(other) for other in others].count(seat) == len(others):
            found.append(Transfer(claim.pool, seat, chips, "pool"))
    return tuple(found)


def _honour(state: State, edition: Edition) -> tuple[Transfer, ...]:
    """What the dealer takes for a turned-up honour that belongs to nobody, never a pool of two cards (PO-60, PO-62)."""
    if not edition.honour_to_dealer or state.owner is not None:
        return ()
    pool = next((claim.pool for claim in edition.board.claims if claim.ranks == (state.turned.rank,)), None)
    return () if pool is None else (Transfer(pool, state.order[-1], state.lies[pool], "pool"),)
