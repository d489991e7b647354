"""What a table came to when it is closed: who won what, and the best hand that was shown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from typing import Any, Final

from bot.service.model import BestHand, Evening
from bot.service.restore import ReplayError, replayed
from bot.service.table import Table
from bot.store.model import StoredDeal
from bot.store.store import Store
from engine.events import HandShown
from engine.game import Game
from engine.rules import Rules

log = logging.getLogger(__name__)

MOST_DEALS: Final = 100
"""How many of a table's last deals are looked through for the best hand."""


async def evening_of(store: Store, table: Table) -> Evening | None:
    """What the table came to; None if no deal was played there, or if it can't be read."""
    if not table.dealt:
        return None
    try:
        people = await store.results.winnings(table.table_id)
        deals = await store.finished_deals(table.table_id, MOST_DEALS)
        return Evening(people, await asyncio.to_thread(best_hand, table.game, table.rules, deals))
    except Exception:  # a table is closed whether or not this can be told
        log.exception("table %s: what it came to can't be told", table.table_id)
        return None


def best_hand(game: Game[Any], rules: Rules, deals: Sequence[StoredDeal]) -> BestHand | None:
    """The best hand that was shown in those deals, of equal ones the first; None if none was."""
    found = max(_shown(game, rules, deals), key=lambda ranked: ranked[0], default=None)
    return found[1] if found is not None else None


def _shown(game: Game[Any], rules: Rules, deals: Sequence[StoredDeal]) -> Iterator[tuple[tuple[int, ...], BestHand]]:
    """Every hand with a name that was shown, with what it is worth."""
    for stored in deals:
        try:
            told = replayed(game, rules, stored).told
        except ReplayError as error:
            log.error("deal %s can't be looked through for the best hand: %s", stored.id, error)
            continue
        for event in (event for step in told for event in step.events):
            if isinstance(event, HandShown) and event.name is not None:
                worth = game.judging.rank(rules, event.cards).value
                yield worth, BestHand(stored.names[event.seat], event.name, event.cards, stored.number)
