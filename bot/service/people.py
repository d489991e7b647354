"""What belongs to a person and not to a table: purse, place on the leaderboard, settings, direct messages."""

from __future__ import annotations

from typing import Any

from bot.service.model import Person
from bot.store.model import Leaderboard, Member, PersonSettings, Purse
from bot.store.store import Store

PAGE_ROWS = 10
"""Lines on a page of the leaderboard."""


class People:
    """Reads and writes what is kept about people."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def purse(self, person: Person) -> Purse:
        """The person's chips in that server; gives the starting chips and the daily top-up where they are due."""
        return await self._store.purse(Member(person.guild_id, person.user_id, person.name))

    async def leaderboard(self, guild_id: int, page: int) -> Leaderboard:
        """One page of the server's leaderboard, from 1."""
        return await self._store.leaderboard(guild_id, page, PAGE_ROWS)

    async def settings(self, user_id: int) -> PersonSettings:
        """What the person has chosen."""
        return await self._store.settings(user_id)

    async def set_settings(self, user_id: int, **changes: Any) -> PersonSettings:
        """Changes some of it and gives the whole."""
        return await self._store.set_settings(user_id, **changes)

    async def dms_closed(self, user_id: int) -> bool:
        """Whether the person's direct messages were closed at the last attempt."""
        return await self._store.dms_closed(user_id)

    async def set_dms_closed(self, user_id: int, closed: bool) -> None:
        """Remembers it."""
        await self._store.set_dms_closed(user_id, closed)
