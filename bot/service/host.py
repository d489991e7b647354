"""What the host of a table may do besides playing, and whoever may manage its channel; and votes to close it."""

from __future__ import annotations

from bot.service import steps
from bot.service.model import Person, Refusal, Snapshot, Turn
from bot.service.table import Table
from bot.service.votes import ballot_of, decides, electors
from bot.service.work import Change
from bot.store.store import Store


class Hosting:
    """What hosts do. ``moderator``: whether the person may manage the channel; everybody else must be the host."""

    def __init__(self, store: Store, change: Change) -> None:
        self._store, self._change = store, change

    async def remove(
        self, table_id: int, person: Person, sitting_id: int, key: int, turn: Turn | None = None, *, moderator: bool
    ) -> Snapshot:
        """A person gets up between deals, with the chips, and can't sit down again until invited. Raises Refusal."""

        async def work(table: Table) -> None:
            check_host(table, person, moderator=moderator)
            sitter = next((s for s in table.sitters if s.sitting_id == sitting_id and s.user_id is not None), None)
            if sitter is None:
                raise Refusal("stale")
            if sitter.user_id == person.user_id:
                raise Refusal("not_yourself")
            if table.playing:
                raise Refusal("deal_running")
            table.take(
                await self._store.step(lambda books: steps.remove(books, table, sitter, person.user_id, f"{key}:rise"))
            )

        return await self._change(table_id, key, turn, work)

    async def lock(
        self, table_id: int, person: Person, locked: bool, key: int, turn: Turn | None = None, *, moderator: bool
    ) -> Snapshot:
        """Lets nobody new sit down but people who were invited, or everybody again. Raises Refusal."""

        async def work(table: Table) -> None:
            check_host(table, person, moderator=moderator)
            table.take(
                await self._store.step(lambda books: steps.lock(books, table, locked, person.user_id, f"{key}:lock"))
            )

        return await self._change(table_id, key, turn, work)

    async def invite(
        self, table_id: int, person: Person, user_id: int, key: int, turn: Turn | None = None, *, moderator: bool
    ) -> Snapshot:
        """Lets a person sit down, also at a locked table, or after having been removed. Raises Refusal."""

        async def work(table: Table) -> None:
            check_host(table, person, moderator=moderator)
            there = table.seated(user_id)
            if there is not None and not there.leaving:
                raise Refusal("sits_here", name=there.name)
            await self._store.step(lambda books: steps.invite(books, table, user_id, person.user_id, f"{key}:invite"))

        return await self._change(table_id, key, turn, work)


def check_host(table: Table, person: Person, *, moderator: bool) -> None:
    """Raises Refusal for whoever is neither the table's host nor may manage the channel."""
    if moderator:
        return
    table.check_seated(person.user_id)
    if person.user_id != table.host_id:
        raise Refusal("only_the_host", name=table.host_name)


def may_close(table: Table, person: Person) -> bool:
    """Whether the table closes as that person asks: the host may, and whoever has the vote that it still takes.

    Raises Refusal: not_seated, leaving, away, no_vote_to_close.
    """
    sitter = table.check_seated(person.user_id)
    if person.user_id == table.host_id:
        return True
    if sitter.away:
        raise Refusal("away")
    if person.user_id not in electors(table):
        raise Refusal("no_vote_to_close")
    return decides(table, ballot_of(table, person.user_id, "close"))
