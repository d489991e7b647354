"""Hints: what a person would do well to do, thought about in another process, from what that seat has seen alone.

A hint is given a fixed time after it was asked for, whether it was found at once or hardly in time: so how long it took
tells nobody anything about a hand. Where every process is busy it is a rule of thumb, and says so. It is counted where
one is given.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.processes.thinkers import Job, NotThoughtError, Thinks
from bot.service.model import Person, Private, Refusal, Turn
from bot.service.snapshots import private
from bot.service.table import Table
from bot.store.model.errors import StoreError
from bot.store.store import Store
from engine.advice import Advice, advise
from engine.memory import Memory
from engine.players.base import Limit
from engine.view import View

log = logging.getLogger(__name__)

WORLDS: Final = 1000
SECONDS: Final = 0.7
"""How far a hint's search goes at most."""
AFTER: Final = 1.5
"""Seconds after which a hint is given."""


class Hints:
    """Gives people hints at their tables."""

    def __init__(self, store: Store, thinks: Thinks, at: Callable[[int], Awaitable[Table]]) -> None:
        """``at``: the table of that id, brought back if it rests; raises Refusal."""
        self._store, self._thinks, self._at = store, thinks, at

    async def take(self, table_id: int, person: Person, turn: Turn | None = None) -> tuple[Private, Advice]:
        """A hint for the person whose turn it is, with the table as the person saw it. Raises Refusal."""
        table = await self._at(table_id)
        asking = private(table, person.user_id)
        if not asking.table.gives_hints:
            raise Refusal("hints_off")
        seat = asking.sitter.seat
        if not table.playing or table.deal is None:
            raise Refusal("no_deal")
        if seat is None:
            raise Refusal("not_in_deal")
        if asking.sitter.away:
            raise Refusal("away")
        if turn is not None and turn != table.turn:
            raise Refusal("stale")
        view, memory = table.seen_by(seat)
        if not view.prompts:
            waits_for = asking.table.to_act
            raise Refusal("not_your_turn", name=waits_for.name if waits_for is not None else "")
        until = asyncio.get_running_loop().time() + AFTER
        advice: Advice | None = None
        try:
            advice = await self._thinks.submit(Job(advise, (view, memory), WORLDS, SECONDS), AFTER)
        except NotThoughtError as error:
            log.info("table %s: a hint is a rule of thumb (%s)", table_id, error.outcome)
            advice = await _rule_of_thumb(table_id, view, memory)
        if advice is not None:
            await self._count(asking.sitter.sitting_id)
        await asyncio.sleep(until - asyncio.get_running_loop().time())
        if advice is None:
            raise Refusal("no_hint_now")
        return asking, advice

    async def _count(self, sitting_id: int) -> None:
        try:
            await self._store.step(lambda books: books.take_hint(sitting_id))
        except StoreError:  # a hint that isn't counted is better than none
            log.exception("a hint could not be counted")


async def _rule_of_thumb(table_id: int, view: View, memory: Memory) -> Advice | None:
    """What the rules of a computer player say, with nothing tried out; None where that fails."""
    try:
        return await asyncio.to_thread(advise, view, memory, Limit(0))
    except Exception as error:  # its text could name a card
        log.error("table %s: a hint failed (%s)", table_id, type(error).__name__)
        return None
