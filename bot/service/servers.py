"""What the people who manage a server do with the bot: settings, purses, seasons; and the log of what was done."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any, Final

from bot.service.customs import DAY, LEAST_TURN, MOST_TURN, may_last
from bot.service.model import Refusal, Usual
from bot.service.pace import Pace
from bot.store.economy import MOST_DAILY, MOST_STARTING
from bot.store.model.errors import StoreError
from bot.store.model.servers import MOST_CHANNELS, NOTHING_SET, LogPage, ServerPurse, ServerSettings
from bot.store.server_log import Act
from bot.store.store import Store

BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "tables_person": (1, 25),
    "tables_server": (1, 1000),
    "starting_chips": (0, MOST_STARTING),
    "daily_chips": (0, MOST_DAILY),
    "turn_seconds": (LEAST_TURN, MOST_TURN),
    "pause_seconds": (0, DAY),
}
"""The least and the most of each setting that is a number; a turn may have 0 seconds, too, which is no limit."""


class ManagedServers:
    """The settings of servers, as the books have them, and all else that is done there.

    Whoever calls has seen to it that the person may. ``key`` is that of the interaction. Methods that write raise
    StoreError where the books can't be used.
    """

    def __init__(self, store: Store, pace: Pace) -> None:
        self._store = store
        self._pace = pace
        self._of: dict[int, ServerSettings] = {}
        self._lock = asyncio.Lock()

    async def load(self) -> None:
        """Reads what servers have set. Raises StoreError."""
        async with self._lock:  # else a change that was written meanwhile would be taken back in memory
            await self._load()

    async def _load(self) -> None:
        self._of = await self._store.servers.all()

    def of(self, guild_id: int) -> ServerSettings:
        """What a server has set."""
        return self._of.get(guild_id, NOTHING_SET)

    def pause_of(self, guild_id: int) -> float | None:
        """Seconds between two deals, as a server has set them; None: as usual."""
        return self.of(guild_id).pause_seconds

    def usual(self) -> Usual:
        """What holds where a server has set nothing."""
        return Usual(self._store.servers.usual(), self._pace.turn, self._pace.pause)

    async def change(self, guild_id: int, by: int, changes: Mapping[str, Any], key: int) -> ServerSettings:
        """Sets what is given. Raises Refusal: setting_bounds(setting, least, most)."""
        for name, value in changes.items():
            check(name, value)
        async with self._lock:
            try:
                self._of[guild_id] = await self._store.servers.change(guild_id, by, changes, str(key))
            except StoreError:
                with contextlib.suppress(StoreError):
                    await self._load()  # nobody knows whether it was written
                raise
            return self._of[guild_id]

    async def season(self, guild_id: int) -> int:
        """The number of the leaderboard's season, from 1."""
        return await self._store.servers.season(guild_id)

    async def begin_season(self, guild_id: int, by: int, after: int, key: int) -> int:
        """Begins the leaderboard anew after that season; the new one's number. Raises Refusal: season_over(number)."""
        return await self._store.servers.begin_season(guild_id, by, after, str(key))

    async def purse(self, guild_id: int, user_id: int) -> ServerPurse:
        """A member's purse; nothing is opened or given by looking at it."""
        return await self._store.servers.purse(guild_id, user_id)

    async def correct(self, guild_id: int, user_id: int, chips: int, why: str, by: int, key: int) -> ServerPurse:
        """Gives a purse chips, or below 0 takes them. Raises Refusal: no_purse, too_much_corrected, more_than_there."""
        return await self._store.servers.correct(guild_id, user_id, chips, why, by, str(key))

    async def freeze(self, guild_id: int, user_id: int, why: str, by: int, key: int) -> ServerPurse:
        """Freezes a purse: whoever has it can't sit down for chips."""
        return await self._store.servers.freeze(guild_id, user_id, why, by, str(key))

    async def unfreeze(self, guild_id: int, user_id: int, why: str, by: int, key: int) -> ServerPurse:
        """Lets a person use a purse again."""
        return await self._store.servers.unfreeze(guild_id, user_id, why, by, str(key))

    async def log(self, guild_id: int, page: int) -> LogPage:
        """A page of the log, the newest entries first; pages are counted from 1."""
        return await self._store.servers.log(guild_id, page)


def check(name: str, value: object) -> None:
    """Raises Refusal for a value that a setting can't have: setting_bounds(setting, least, most)."""
    if name == "channels":
        assert isinstance(value, tuple), "channels are ids"
        if len(value) > MOST_CHANNELS:
            raise Refusal("setting_bounds", setting=name, least=0, most=MOST_CHANNELS)
    if name not in BOUNDS or value is None:
        return
    least, most = BOUNDS[name]
    assert isinstance(value, int), "it is a number"
    if not (may_last(value) if name == "turn_seconds" else least <= value <= most):
        raise Refusal("setting_bounds", setting=name, least=least, most=most)


# -- what stands in the log of tables


def closed(table_id: int, how: str, by: int | None = None) -> Act:
    """A table was closed: by its ``host``, by a ``moderator``, by a ``vote``, or for one of the other reasons."""
    return Act("closed", by, table=table_id, details={"how": how})


def closes(table_id: int, how: str, by: int) -> Act:
    """A table is to close after the deal."""
    return Act("closing", by, table=table_id, details={"how": how})


def opened(table_id: int, by: int) -> Act:
    """A table was opened."""
    return Act("opened", by, table=table_id)


def went_on(table_id: int, by: int, game: str) -> Act:
    """A table was closed because its people go on at another one in the channel, with that game."""
    return Act("went_on", by, table=table_id, details={"game": game})


def at_table(what: str, table_id: int, by: int | None, about: int | None = None) -> Act:
    """Something else that was done at a table."""
    return Act(what, by, about, table_id)
