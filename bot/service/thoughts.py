"""What computer players do at tables: thought about elsewhere while their pause runs, by rules where no thought comes.

The moment at which a computer player acts is fixed before it begins to think, and never moved: so how long a thought
takes tells nobody anything about a hand. A thought belongs to one moment of a table; where the table has gone on, or is
not as it was, the thought is dropped.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Final

from bot.processes.thinkers import Job, NotThoughtError, Thinks
from bot.service.dealing import new_seed
from bot.service.model import Turn
from bot.service.table import Table
from engine.actions import Action, offered
from engine.players import CAREFUL
from engine.players.base import Choice
from engine.players.choosing import by_rules, decide
from engine.players.levels import Manner
from engine.shuffle import Stream
from engine.view import View

log = logging.getLogger(__name__)

MANNER: Final[Manner] = "friendly"
"""How computer players play where people sit."""


@dataclass(frozen=True)
class _Thought:
    """What a computer player thinks of one moment."""

    turn: Turn
    seat: int
    view: View
    """What its seat sees."""
    answer: asyncio.Task[Action | None]
    """What it does; None: it came to nothing."""


class Thoughts:
    """The thoughts of the computer players who are to act, one a table."""

    def __init__(self, thinks: Thinks) -> None:
        self._thinks = thinks
        self._of: dict[int, _Thought] = {}

    def begin(self, table: Table, seat: int, seconds: float) -> None:
        """Has the computer player of that seat think, until it acts after ``seconds``."""
        self.forget(table)
        if seconds <= 0:
            return
        try:
            view, memory = table.seen_by(seat)
        except Exception as error:  # the clock must go on, and the text could name a card
            log.error("table %s: a computer player can't remember (%s)", table.table_id, type(error).__name__)
            return
        job = Job(decide, (view, memory, table.level_of(seat), MANNER, new_seed()))
        answer = asyncio.create_task(self._answer(table.table_id, job, seconds), name=f"thought of {table.table_id}")
        self._of[table.table_id] = _Thought(table.turn, seat, view, answer)

    def keep_up(self, table: Table) -> None:
        """Drops what is thought about at the table if it has gone on, or is closed."""
        thought = self._of.get(table.table_id)
        if thought is not None and (table.closed or thought.turn != table.turn):
            self.forget(table)

    def about(self, table: Table) -> bool:
        """Whether somebody thinks about that table."""
        return table.table_id in self._of

    def forget(self, table: Table) -> None:
        """Drops what is thought about at the table."""
        if (before := self._of.pop(table.table_id, None)) is not None:
            before.answer.cancel()

    async def action(self, table: Table, seat: int, view: View) -> Action:
        """What the computer player of that seat, which sees this view, does now; it thinks no longer."""
        thought = self._of.get(table.table_id)
        found: Action | None = None
        if thought is not None and (thought.turn, thought.seat, thought.view) == (table.turn, seat, view):
            found = thought.answer.result() if thought.answer.done() and not thought.answer.cancelled() else None
        self.forget(table)
        if found is not None and offered(view.prompts, found):
            return found
        return await self._by_rules(table, seat, view)

    async def stop(self) -> None:
        """Drops all thoughts."""
        thoughts = [thought.answer for thought in self._of.values()]
        self._of.clear()
        for answer in thoughts:
            answer.cancel()
        await asyncio.gather(*thoughts, return_exceptions=True)

    async def _answer(self, table_id: int, job: Job[Choice], seconds: float) -> Action | None:
        try:
            choice = await self._thinks.submit(job, seconds)
        except NotThoughtError as error:
            # Of a process that is lost, those who keep it tell.
            level = logging.DEBUG if error.outcome == "lost" else logging.INFO
            log.log(level, "table %s: a computer player plays by rules alone (%s)", table_id, error.outcome)
            return None
        return choice.action

    async def _by_rules(self, table: Table, seat: int, view: View) -> Action:
        """What its level does without a search; what ``careful`` does where that fails."""
        seed = new_seed()
        try:
            _, memory = table.seen_by(seat)
            choice = await asyncio.to_thread(by_rules, view, memory, table.level_of(seat), MANNER, seed)
            if offered(view.prompts, choice.action):
                return choice.action
            log.error("table %s: a computer player chose what it is not offered", table.table_id)
        except Exception as error:  # its text could name a card
            log.error("table %s: a computer player failed (%s)", table.table_id, type(error).__name__)
        return await asyncio.to_thread(CAREFUL.choose, view, Stream(seed))
