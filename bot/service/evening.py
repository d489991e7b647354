"""What a table came to when it is closed: who won what, the deal in which most was won, the best hand shown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bot.service.model import BestHand, Evening, LargestWin, Told
from bot.service.restore import ReplayError, replayed
from bot.service.table import Table
from bot.store.model.deals import StoredDeal, Winnings
from bot.store.store import Store
from engine.events import DealOver, Event, HandShown, Paid
from engine.game import Game
from engine.rules import Rules
from engine.stakes import HOUSE

log = logging.getLogger(__name__)

MOST_DEALS: Final = 100
"""How many of a table's last deals are looked through for the best hand, and how many with the largest win."""

_NOT_BY_HAND: Final = frozenset({"pool", "returned"})
"""Reasons of transfers that aren't won by a shown hand: won by one card of it, or given back as nobody matched them."""


@dataclass(frozen=True)
class Shown:
    """The hands that were shown in a deal."""

    hands: Mapping[int, HandShown] = field(default_factory=dict)
    """By seat; each seat's last."""
    won: frozenset[int] = frozenset()
    """The seats whose hands have won something: the deal, or in its middle the bets."""


async def evening_of(store: Store, table: Table) -> Evening | None:
    """What the table came to; None if no deal was played there, or if it can't be read."""
    if not table.dealt:
        return None
    try:
        people = await store.results.winnings(table.table_id)
        last = await store.finished_deals(table.table_id, MOST_DEALS)
        largest = await store.deals_with_largest_win(table.table_id, MOST_DEALS)
        return await asyncio.to_thread(_looked_through, table.game, table.rules, people, last, largest)
    except Exception:  # a table is closed whether or not this can be told
        log.exception("table %s: what it came to can't be told", table.table_id)
        return None


def _looked_through(
    game: Game[Any],
    rules: Rules,
    people: tuple[Winnings, ...],
    last: Sequence[StoredDeal],
    largest: Sequence[StoredDeal],
) -> Evening:
    """The evening of those people, with the best hand of the ``last`` deals and the largest win."""
    deals = {stored.id: stored for stored in (*last, *largest)}
    shown = {deal_id: shown_in(game, rules, stored) for deal_id, stored in deals.items()}
    return Evening(people, best_hand(game, rules, last, shown), largest_win(game, rules, largest, shown))


def shown_in(game: Game[Any], rules: Rules, stored: StoredDeal) -> Shown:
    """The hands that were shown in the deal; none if it can't be played again."""
    try:
        told = replayed(game, rules, stored).told
    except ReplayError as error:
        log.error("what was shown in deal %s can't be told: %s", stored.id, error)
        return Shown()
    return hands_in(told)


def hands_in(told: Iterable[Told]) -> Shown:
    """The hands that were shown in what has happened in a deal."""
    hands: dict[int, HandShown] = {}
    won: set[int] = set()
    for step in told:
        if shown := {event.seat: event for event in step.events if isinstance(event, HandShown)}:
            hands |= shown
            won |= _winners(step.events) & set(shown)
    return Shown(hands, frozenset(won))


def _winners(events: Sequence[Event]) -> set[int]:
    """The seats that won by the hands that were shown in this step: in the end of a deal, or of its betting."""
    for event in events:
        if isinstance(event, DealOver):
            return set(event.result.winners)
    paid = [event.transfer for event in events if isinstance(event, Paid)]
    return {
        transfer.target
        for transfer in paid
        if isinstance(transfer.target, int) and transfer.source != HOUSE and transfer.reason not in _NOT_BY_HAND
    }


def best_hand(game: Game[Any], rules: Rules, deals: Sequence[StoredDeal], shown: dict[int, Shown]) -> BestHand | None:
    """The best hand with a name that was shown in those deals, the first of equal ones; None if none was shown.

    ``shown``: what was shown, by the deal's id.
    """
    found = [
        (_worth(game, rules, hand), stored, hand)
        for stored in deals
        for hand in shown[stored.id].hands.values()
        if hand.name is not None
    ]
    if not found:
        return None
    _, stored, hand = max(found, key=lambda ranked: ranked[0])
    assert hand.name is not None, "others were left out"
    return BestHand(stored.names[hand.seat], hand.name, hand.cards, stored.number)


def largest_win(
    game: Game[Any], rules: Rules, deals: Sequence[StoredDeal], shown: dict[int, Shown]
) -> LargestWin | None:
    """The largest win; of equal wins the one with the best hand, and of those the first. None for no deals.

    ``shown``: what was shown, by the deal's id.
    """
    found: list[tuple[tuple[int, ...], LargestWin]] = []
    for stored in deals:
        if stored.result is None:
            continue
        gain = max(stored.result.net)
        seats = [seat for seat, net in enumerate(stored.result.net) if net == gain]
        won_by_hand = len(seats) == 1 and seats[0] in shown[stored.id].won
        hand = shown[stored.id].hands[seats[0]] if won_by_hand else None
        win = LargestWin(tuple(stored.names[seat] for seat in seats), gain, stored.number, hand)
        found.append((_worth(game, rules, hand) if hand is not None else (), win))
    return max(found, key=lambda ranked: ranked[0])[1] if found else None


def _worth(game: Game[Any], rules: Rules, hand: HandShown) -> tuple[int, ...]:
    return game.judging.rank(rules, hand.cards).value
