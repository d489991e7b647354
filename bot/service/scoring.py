"""How the scores of finished deals came about: the stored deals are played again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from typing import Any

from bot.service.model import Scoring
from bot.service.restore import ReplayError, replayed
from bot.store.model.deals import ScoredDeal, StoredDeal
from bot.store.store import Store
from engine.events import Scored
from engine.game import Game
from engine.rules import Rules

log = logging.getLogger(__name__)

MOST_REMEMBERED = 500
"""How many deals' scores are kept in memory: a deal that is over doesn't change."""


class Scorings:
    """Tells how scores came about, from the ``Scored`` events at a deal's end. Not every game has these."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, Scoring] = {}

    async def of(self, game: Game[Any], rules: Rules, deals: Iterable[ScoredDeal]) -> Mapping[int, Scoring]:
        """How the deals' scores came about, by the deals' numbers; empty for a deal without ``Scored`` events."""
        return {deal.number: await self._of(game, rules, deal.deal_id) for deal in deals}

    async def _of(self, game: Game[Any], rules: Rules, deal_id: int) -> Scoring:
        if deal_id not in self._known:
            stored = await self._store.deal(deal_id)
            if stored is None:
                return {}
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            self._known[deal_id] = await asyncio.to_thread(_played_again, game, rules, stored)
        return self._known[deal_id]


def _played_again(game: Game[Any], rules: Rules, stored: StoredDeal) -> Scoring:
    try:
        told = replayed(game, rules, stored).told
    except ReplayError as error:
        log.error("how deal %s was scored cannot be told: %s", stored.id, error)
        return {}
    last = told[-1].events if told else ()
    return {stored.sittings[event.seat]: event for event in last if isinstance(event, Scored)}
