"""What the clock does at a table: computer players, missed turns, the next deal, the end of an idle table."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from bot.service.acts import DONE, FAILED, Act, Acts
from bot.service.clock import Clock
from bot.service.locked import Locked
from bot.service.model import Refusal, Turn
from bot.service.play import Play
from bot.service.table import Table
from bot.service.way_out import WayOut
from engine.errors import IllegalAction

log = logging.getLogger(__name__)


class ByItself:
    """Does at tables what nobody has asked for.

    ``seen`` asks Discord whether people can see that table; ``changed`` says that there is something else to show
    there.
    """

    def __init__(
        self,
        work: Locked,
        play: Play,
        way_out: WayOut,
        acts: Acts,
        clock: Clock,
        seen: Callable[[int], Awaitable[bool]],
        changed: Callable[[int], None],
    ) -> None:
        self._work, self._play, self._way_out, self._acts = work, play, way_out, acts
        self._clock, self._seen, self._changed = clock, seen, changed

    async def play_for(self, table: Table, turn: Turn, absent: bool) -> None:
        """A computer player acts; ``absent``: the plain move of a person whose time is up. Raises Refusal."""

        async def work(table: Table) -> None:
            if not table.playing:
                raise Refusal("no_deal")
            if absent and self._play.takes_the_turn(table):
                raise Refusal("stale")  # the others have just had a computer player take over
            await self._way_out.go_on(table, lambda: acted(table))

        async def acted(table: Table) -> None:
            try:
                await self._play.computer(table, absent=absent, drawn=self._clock.drawn(table))
            except IllegalAction as error:
                raise RuntimeError(f"a computer player chose what can't be done ({error.code})") from None

        await self._by_itself(table, "missed turn" if absent else "computer's turn", turn, work)

    async def deal(self, table: Table, turn: Turn) -> None:
        """Deals the next deal. Raises Refusal."""

        async def work(table: Table) -> None:
            if table.playing:
                raise Refusal("deal_running")
            if not self._play.ready(table):
                raise Refusal("stale")  # somebody has just paused the table, or got up
            try:
                await self._play.deal(table, None)
            except Refusal:
                table.refused_to = table.sitters  # somebody must bring chips or sit down first
                table.timing.next_deal_at = None
                self._changed(table.table_id)
                raise

        await self._by_itself(table, "next deal", turn, work)

    async def _by_itself(self, table: Table, what: str, turn: Turn, work: Callable[[Table], Awaitable[None]]) -> None:
        """Does at a table what the clock asks for, and notes it."""
        outcome = FAILED
        try:
            await self._work.change(table.table_id, None, turn, work)
            outcome = DONE
        except Refusal as refusal:
            outcome = refusal.code
            raise
        finally:
            now = table.turn
            self._acts.note(Act(what, "clock", outcome, table.table_id, now.deal, now.seq))

    async def end(self, table: Table, turn: Turn) -> None:
        """Closes a table at which nobody has done anything for long. Raises Refusal."""

        async def work(table: Table) -> None:
            if table.playing:
                raise Refusal("deal_running")
            if not self._clock.is_idle(table):
                raise Refusal("stale")  # somebody has just done something
            await self._play.end(table)

        await self._by_itself(table, "idle table ends", turn, work)

    async def is_seen(self, table: Table) -> bool:
        """Whether people can see the table; where that can't be told they can't."""
        try:
            return await self._seen(table.table_id)
        except Exception:
            log.exception("table %s: whether it can be seen can't be told", table.table_id)
            return False

    async def look_again(self, table: Table) -> None:
        """Reads a table again of which nobody knows what was written. Raises Refusal."""

        async def work(table: Table) -> None:
            """Does nothing: ``look`` reads the table again first, because it is unsure."""

        await self._work.look(table.table_id, None, work)
