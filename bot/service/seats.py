"""Who sits at a table: people come and go and bring chips, computer players are added and taken away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.service import steps
from bot.service.locked import Locked
from bot.service.model import Person, Refusal, Snapshot, Turn
from bot.service.names import distinct
from bot.service.play import Play
from bot.service.snapshots import snapshot
from bot.service.table import Table
from bot.store.store import Store
from engine.players.base import LEVEL_NAMES, Level


class Seats:
    """Sitting down and getting up."""

    def __init__(self, store: Store, play: Play, work: Locked) -> None:
        self._store, self._play, self._work = store, play, work

    async def join(
        self, table_id: int, person: Person, key: int, turn: Turn | None = None, *, again: bool = False
    ) -> Snapshot:
        """Seats the person at once; in mid-deal, to play from the next deal on. Raises Refusal.

        ``again``: only if the person has sat there before.
        """

        async def work(table: Table) -> None:
            if table.location.in_dm:
                raise Refusal("for_one_person")
            mine = table.seated(person.user_id)
            if mine is not None:
                raise Refusal("leaving" if mine.leaving else "already_seated")
            _check_room(table)
            name = distinct(person.name, table.names)
            table.take(
                await self._store.step(lambda books: steps.sit(books, table, person, name, f"{key}:sit", again=again))
            )

        return await self._work.change(table_id, key, turn, work)

    async def takes(self, table_id: int, user_id: int) -> bool:
        """Whether the table takes that person: neither its lock nor a removal is in the way. Raises StoreError."""
        return await self._store.may_sit(table_id, user_id)

    async def leave(self, table_id: int, person: Person, key: int, turn: Turn | None = None) -> Snapshot:
        """The person gets up; in mid-deal a computer player plays on (``general.md G-11``). Raises Refusal."""

        async def work(table: Table) -> None:
            await self._play.get_up(table, table.check_seated(person.user_id), f"{key}:rise")

        return await self._work.change(table_id, key, turn, work)

    async def add_computer(
        self,
        table_id: int,
        person: Person,
        names: Callable[[Level], Sequence[str]],
        key: int,
        turn: Turn | None = None,
        *,
        level: Level | None = None,
    ) -> Snapshot:
        """Seats a computer player, with the first of the level's names that is free. Raises Refusal.

        ``level``: None for the one that was chosen last at the table.
        """

        async def work(table: Table) -> None:
            table.check_seated(person.user_id)
            _check_room(table)
            # Only now: whoever has just chosen a level may press at once.
            wanted = table.setup.settings.computers if level is None else level
            known = names(wanted)
            free = [name for name in known if distinct(name, table.names) == name]
            name = free[0] if free else distinct(known[0], table.names)
            after = await self._store.step(
                lambda books: steps.sit_computer(books, table, name, wanted, key=f"{key}:sit")
            )
            table.take(after)

        return await self._work.change(table_id, key, turn, work)

    async def choose_level(
        self, table_id: int, person: Person, level: str, key: int, turn: Turn | None = None
    ) -> Snapshot:
        """The next computer player there plays that well, and those of the person's next table. Raises Refusal."""
        chosen = next((known for known in LEVEL_NAMES if known == level), None)
        if chosen is None:
            raise Refusal("unknown_button")

        async def work(table: Table) -> None:
            table.check_seated(person.user_id)
            after = await self._store.step(
                lambda books: steps.choose_level(books, table, person.user_id, chosen, key=f"{key}:level")
            )
            table.take(after)

        return await self._work.change(table_id, key, turn, work)

    async def remove_computer(
        self, table_id: int, person: Person, key: int, turn: Turn | None = None, sitting_id: int | None = None
    ) -> Snapshot:
        """A computer player gets up. Raises Refusal.

        ``sitting_id``: which one; None: whoever came last.
        """

        async def work(table: Table) -> None:
            table.check_seated(person.user_id)
            computers = [s for s in table.staying if s.user_id is None]
            if not computers:
                raise Refusal("no_computer")
            meant = [s for s in computers if sitting_id in {None, s.sitting_id}]
            if not meant:
                raise Refusal("stale")  # somebody else has just removed that one
            await self._play.get_up(table, meant[-1], f"{key}:rise")

        return await self._work.change(table_id, key, turn, work)

    async def tops_up(self, table_id: int, user_id: int, by_itself: bool) -> None:
        """Has the table know that the person is topped up by itself from now on, or isn't; the books have that
        already. Raises Refusal."""

        async def work(table: Table) -> None:
            table.sitters = tuple(replace(s, tops_up=by_itself) if s.user_id == user_id else s for s in table.sitters)

        await self._work.change(table_id, None, None, work)

    async def top_up(self, table_id: int, person: Person, key: int, turn: Turn | None = None) -> tuple[Snapshot, int]:
        """Brings the person's stack back to the buy-in, between deals. Returns also the chips added. Raises Refusal."""

        async def fill_up(table: Table) -> tuple[Snapshot, int]:
            sitter = table.check_seated(person.user_id)
            after, topped_up = await self._store.step(
                lambda books: steps.fill_up(books, table, sitter, key=f"{key}:top_up")
            )
            table.take(after)
            return snapshot(table), topped_up.added

        async def work(table: Table) -> tuple[Snapshot, int]:
            table.check_seated(person.user_id)
            table.check_top_up()
            return await fill_up(table)

        # Done again, the books answer as they did the first time.
        return await self._work.write(table_id, key, turn, work, again=fill_up)


def _check_room(table: Table) -> None:
    most = table.game.seats[-1]
    if len(table.staying) >= most:
        computers = sum(s.user_id is None for s in table.staying)
        raise Refusal("table_full", seats=most, computers=computers)
