"""What people do about somebody's absence: they come back, or vote about a slow turn."""

from __future__ import annotations

from functools import partial

from bot.service import steps
from bot.service.clock import Clock
from bot.service.model import Person, Refusal, Snapshot, Turn, Vote
from bot.service.play import Play
from bot.service.table import Table
from bot.service.votes import ballot_of, decides, voters
from bot.service.work import Change
from bot.store.store import Store


class Absence:
    """Coming back, and going on without somebody."""

    def __init__(self, store: Store, play: Play, clock: Clock, change: Change) -> None:
        self._store, self._play, self._clock, self._change = store, play, clock, change

    async def back(self, table_id: int, person: Person, key: int) -> Snapshot:
        """The person plays again from the next action on, in mid-deal too; nothing happens to anybody who was there.

        Raises Refusal.
        """

        async def work(table: Table) -> None:
            sitter = table.check_seated(person.user_id)
            if sitter.away:
                await self._play.back(table, sitter, f"{key}:back")

        return await self._change(table_id, key, None, work)

    async def vote(self, table_id: int, person: Person, vote: Vote, key: int, turn: Turn | None = None) -> Snapshot:
        """Votes about a slow turn. As soon as most of the voters want it, it is done. Raises Refusal."""

        async def work(table: Table) -> None:
            sitter = table.check_seated(person.user_id)
            if sitter.away:
                raise Refusal("away")
            if table.playing and sitter.sitting_id == table.asked:
                raise Refusal("own_turn")
            if not table.playing or person.user_id not in voters(table):
                raise Refusal("no_vote")
            asked = next((s for s in table.sitters if s.sitting_id == table.asked), None)
            if asked is None or asked.computer or not self._clock.slow(table):
                raise Refusal("not_slow")
            ballot = ballot_of(table, person.user_id, vote)
            if not decides(table, ballot):
                work = partial(steps.vote, table=table, ballot=ballot, key=f"{key}:vote")
                table.take(await self._store.step(work))
            elif vote == "skip":
                await self._play.computer(table, absent=True, drawn=self._clock.drawn(table), key=f"{key}:vote")
            else:
                await self._play.take_over(table, asked, f"{key}:vote", self._clock.drawn(table))

        return await self._change(table_id, key, turn, work)
