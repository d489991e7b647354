"""What the knocks, calls and folds of a deal were worth when they were made, for whoever asks when it is over.

Another process thinks about it, from what the seat that decided had seen. Decisions with a hand that was shown are told
to everybody, the others to the hand's holder alone. Where no process has time, nothing is told.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

from bot.processes.thinkers import Job, NotThoughtError, Thinks
from bot.service.deal import Deal
from bot.service.model import Worth, events_of
from bot.service.table import Table
from bot.store.store import Store
from engine.afterwards import Moment, moments, worth
from engine.events import HandShown
from engine.game import Game
from engine.record import read_action

log = logging.getLogger(__name__)

WITHIN: Final = 2.0
"""Seconds that somebody waits at most."""
MOST_REMEMBERED: Final = 200
"""How many deals' decisions are kept in memory."""


@dataclass
class _Decided:
    """The decisions of a deal, and what of them is known by now."""

    moments: tuple[Moment, ...] = field(repr=False)
    shares: dict[int, int] = field(default_factory=dict)
    """By the decision's place."""


class Afterwards:
    """Tells what decisions of deals were worth."""

    def __init__(self, store: Store, thinks: Thinks, at: Callable[[int], Awaitable[Table]]) -> None:
        """``at``: the table of that id, brought back if it rests; raises Refusal."""
        self._store, self._thinks, self._at = store, thinks, at
        self._known: dict[int, _Decided] = {}

    async def of(self, table_id: int, deal_id: int, user_id: int) -> tuple[Worth, ...]:
        """What that person may know of the decisions of the table's last deal, in order, as far as it is found in time.

        Nothing where the table has gone on since ``deal_id``. Raises Refusal.
        """
        table = await self._at(table_id)
        deal = table.deal
        if deal is None or deal.deal_id != deal_id or deal.result is None:
            return ()
        until = asyncio.get_running_loop().time() + WITHIN
        shown = {event.seat for event in events_of(deal.told) if isinstance(event, HandShown)}
        own = {seat for seat, player in enumerate(deal.players) if player.user_id == user_id}
        decided = await self._decided(table_id, table.game, deal)
        found = []
        for place, moment in enumerate(decided.moments):
            if moment.seat in shown | own:
                share = await self._share(table_id, decided, place, until)
                if share is not None:
                    found.append(Worth(moment.seat, moment.kind, share, moment.seat in shown, moment.stake))
        return tuple(found)

    async def _share(self, table_id: int, decided: _Decided, place: int, until: float) -> int | None:
        """What one decision was worth; None where that is not found in time."""
        if place not in decided.shares:
            left = until - asyncio.get_running_loop().time()
            try:
                share = await self._thinks.submit(Job(worth, (decided.moments[place],)), left)
            except NotThoughtError as error:
                log.debug("table %s: what a decision was worth is not told (%s)", table_id, error.outcome)
                return None
            if share is None:
                return None
            decided.shares.setdefault(place, share)  # whoever asks at the same time is told the same
        return decided.shares[place]

    async def _decided(self, table_id: int, game: Game[Any], deal: Deal) -> _Decided:
        """The decisions of a deal that is over, found by playing it again."""
        if deal.deal_id not in self._known:
            try:
                stored = await self._store.deal(deal.deal_id)
                if stored is None:
                    return _Decided(())
                pack, seats = game.pack(deal.start.rules, len(deal.players)), len(deal.players)
                actions = [read_action(there.action, pack, seats) for there in stored.actions]
                found = await asyncio.to_thread(moments, game, deal.start, actions, deal.levels)
            except Exception as error:  # its text could name a card, and the rest of the story is told anyway
                log.error("table %s: what decisions were worth can't be told (%s)", table_id, type(error).__name__)
                return _Decided(())
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            self._known.setdefault(deal.deal_id, _Decided(found))
        return self._known[deal.deal_id]
