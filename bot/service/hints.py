"""Hints: what a person would do well to do, thought about in another process, from what that seat has seen alone.

A hint is given a fixed time after it was asked for, whether it was found at once or hardly in time: so how long it took
tells nobody anything about a hand. Where every process is busy the hint is a rule of thumb, and says so. Hints that are
given are counted. Whoever asks again at the same moment is told the same, which counts once; but a rule of thumb may be
replaced by a better hint.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from bot.processes.thinkers import Job, NotThoughtError, Thinks
from bot.service.model import Person, Private, Refusal, Turn
from bot.service.snapshots import private
from bot.service.table import Table
from bot.store.model.errors import StoreError
from bot.store.store import Store
from engine.advice import Advice, advise
from engine.memory import Memory
from engine.players.base import Levels, Limit
from engine.view import View

log = logging.getLogger(__name__)

WORLDS: Final = 1000
SECONDS: Final = 0.7
"""How far a hint's search goes at most."""
AFTER: Final = 1.5
"""Seconds after which a hint is given."""
MOST_REMEMBERED: Final = 1000
"""How many people's last hints are kept in memory."""


@dataclass(frozen=True)
class _Hint:
    """The last hint that somebody asked for at a table."""

    turn: Turn
    asking: Private = field(repr=False)
    """The table as the person saw it."""
    advice: asyncio.Task[Advice | None] = field(repr=False)
    """What is told as soon as it is due; None: nothing was found."""

    @property
    def told(self) -> Advice | None:
        """What the person has been told; None: nothing yet, or nothing was found."""
        done = self.advice.done() and not self.advice.cancelled() and self.advice.exception() is None
        return self.advice.result() if done else None

    @property
    def may_be_better(self) -> bool:
        """Whether asking again may bring a better one: nothing was found, or there was no time to try it out."""
        told = self.told
        return self.advice.done() and (told is None or told.by_rule)


class Hints:
    """Gives people hints at their tables."""

    def __init__(self, store: Store, thinks: Thinks, at: Callable[[int], Awaitable[Table]]) -> None:
        """``at``: the table of that id, brought back if it rests; raises Refusal."""
        self._store, self._thinks, self._at = store, thinks, at
        self._hints: dict[tuple[int, int], _Hint] = {}
        """By table and user, the oldest first."""

    def given(self, table_id: int, user_id: int, turn: Turn) -> Advice | None:
        """The hint that the person was given at this moment of the table; None where there was none."""
        hint = self._hints.get((table_id, user_id))
        return hint.told if hint is not None and hint.turn == turn else None

    async def take(self, table_id: int, person: Person, turn: Turn | None = None) -> tuple[Private, Advice]:
        """A hint for the person whose turn it is, with the table as the person saw it. Raises Refusal."""
        table = await self._at(table_id)
        asking = private(table, person.user_id)
        seat = asking.sitter.seat
        soon = not table.playing and (asking.table.to_practise or asking.table.in_dm)
        if not asking.table.gives_hints and not soon:
            raise Refusal("hints_off")
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
        hint = self._hints.get((table_id, person.user_id))
        if hint is None or hint.turn != table.turn or hint.may_be_better:
            counts = hint is None or hint.turn != table.turn or hint.told is None
            finding = asyncio.create_task(
                self._find(asking, view, memory, table.deal.levels, counts=counts), name=f"hint at table {table_id}"
            )
            hint = _Hint(table.turn, asking, finding)
            self._remember(table_id, person.user_id, hint)
        advice = await asyncio.shield(hint.advice)
        if hint.turn != table.turn:
            raise Refusal("hint_too_late")
        if advice is None:
            raise Refusal("no_hint_now")
        return hint.asking, advice

    async def _find(
        self, asking: Private, view: View, memory: Memory, levels: Levels, *, counts: bool
    ) -> Advice | None:
        """Finds a hint, and counts it if it ``counts``. It takes as long whatever is found."""
        clock = asyncio.get_running_loop().time
        until = clock() + AFTER
        table_id = asking.table.table_id
        advice: Advice | None
        try:
            job = Job(partial(advise, levels=levels), (view, memory), WORLDS, SECONDS)
            advice = await self._thinks.submit(job, AFTER)
        except NotThoughtError as error:
            log.info("table %s: a hint is a rule of thumb (%s)", table_id, error.outcome)
            advice = await _rule_of_thumb(table_id, view, memory)
        if advice is not None and counts:
            await self._count(asking.sitter.sitting_id)
        await asyncio.sleep(until - clock())
        return advice

    def _remember(self, table_id: int, user_id: int, hint: _Hint) -> None:
        self._hints.pop((table_id, user_id), None)
        while len(self._hints) >= MOST_REMEMBERED:
            del self._hints[next(iter(self._hints))]
        self._hints[table_id, user_id] = hint

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
