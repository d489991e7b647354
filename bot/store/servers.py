"""What servers have set, frozen purses, corrections, and the seasons of leaderboards."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, replace
from typing import Any, Final

from bot.store import economy, gifts, ledger, letters, server_log
from bot.store.connection import Reader, Writer
from bot.store.database import Database
from bot.store.model.errors import Refusal
from bot.store.model.people import Member
from bot.store.model.servers import NO_SERVER, Chips, LogPage, ServerPurse, ServerSettings
from bot.store.server_log import Act

SETTINGS: Final = tuple(field.name for field in fields(ServerSettings))
"""The names of the settings."""
_GIFTS: Final[Mapping[str, str]] = {"starting_chips": economy.STARTING, "daily_chips": economy.DAILY}
"""The settings that say how many chips a source gives, with that source."""


class Servers:
    """What is kept about servers. Raises StoreError if the database can't be used.

    ``key`` is that of an interaction: with the same one a second time nothing is done.
    """

    def __init__(self, reader: Reader, writer: Writer, chips: Chips, clock: Callable[[], float]) -> None:
        self._reader, self._writer, self._chips, self._clock = reader, writer, chips, clock

    def usual(self) -> Chips:
        """How many chips the house gives where a server has set nothing."""
        return self._chips

    async def all(self) -> dict[int, ServerSettings]:
        """What every server has set, of those that have set anything."""
        return await self._reader.read(every)

    async def change(self, guild_id: int, by: int, changes: Mapping[str, Any], key: str) -> ServerSettings:
        """Sets what is given, by that user, and returns all settings."""
        now = self._clock()
        return await self._writer.write(lambda db: change(db, guild_id, by, changes, key, now))

    async def season(self, guild_id: int) -> int:
        """The number of the leaderboard's season, from 1."""
        return await self._reader.read(lambda db: season(db, guild_id))

    async def begin_season(self, guild_id: int, by: int, after: int, key: str) -> int:
        """Begins the leaderboard anew, by that user, and returns the new season's number.

        ``after``: the season that is to end. Raises Refusal ``season_over`` if it has ended already.
        """
        now = self._clock()
        return await self._writer.write(lambda db: begin_season(db, guild_id, by, after, key, now))

    async def purse(self, guild_id: int, user_id: int) -> ServerPurse:
        """A member's purse as a moderator sees it; nothing is opened or given by that."""
        now = self._clock()
        return await self._reader.read(lambda db: purse(db, guild_id, user_id, now))

    async def correct(self, guild_id: int, user_id: int, chips: int, why: str, by: int, key: str) -> ServerPurse:
        """A moderator gives a purse chips, or below 0 takes them, for a reason; the purse after it.

        Raises Refusal: no_purse, too_much_corrected(most), more_than_there(have).
        """
        now = self._clock()
        return await self._writer.write(lambda db: correct(db, guild_id, user_id, chips, why, by, key, now))

    async def freeze(self, guild_id: int, user_id: int, why: str, by: int, key: str) -> ServerPurse:
        """A moderator freezes a purse for a reason; the purse after it."""
        now = self._clock()
        return await self._writer.write(lambda db: freeze(db, guild_id, user_id, why, by, key, now))

    async def unfreeze(self, guild_id: int, user_id: int, why: str, by: int, key: str) -> ServerPurse:
        """A moderator lets a person use a purse again, for a reason; the purse after it."""
        now = self._clock()
        return await self._writer.write(lambda db: unfreeze(db, guild_id, user_id, why, by, key, now))

    async def log(self, guild_id: int, page: int = 1) -> LogPage:
        """A page of a server's log, the newest entries first; pages are counted from 1."""
        return await self._reader.read(lambda db: server_log.page(db, guild_id, page))


def every(db: Database) -> dict[int, ServerSettings]:
    """What every server has set."""
    found: dict[int, dict[str, Any]] = {}
    for row in db.execute("SELECT guild_id, name, value FROM server_settings"):
        found.setdefault(row["guild_id"], {})[row["name"]] = json.loads(row["value"])
    return {guild_id: _settings(values) for guild_id, values in found.items()}


def of(db: Database, guild_id: int) -> ServerSettings:
    """What a server has set."""
    rows = db.execute("SELECT name, value FROM server_settings WHERE guild_id = ?", (guild_id,))
    return _settings({row["name"]: json.loads(row["value"]) for row in rows})


def _settings(values: Mapping[str, Any]) -> ServerSettings:
    """The settings, without those that this version doesn't know."""
    known: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    return ServerSettings(**{name: value for name, value in known.items() if name in SETTINGS})


def change(db: Database, guild_id: int, by: int, changes: Mapping[str, Any], key: str, at: float) -> ServerSettings:
    """Sets what is given, notes what gifts that allows, and writes each change into the log."""
    before = of(db, guild_id)
    after = replace(before, **changes)
    usual = asdict(ServerSettings())
    for name in changes:
        was, now = getattr(before, name), getattr(after, name)
        if was == now:
            continue
        if now == usual[name]:
            db.execute("DELETE FROM server_settings WHERE guild_id = ? AND name = ?", (guild_id, name))
        else:
            db.execute(
                "INSERT INTO server_settings (guild_id, name, value) VALUES (?, ?, ?)"
                " ON CONFLICT (guild_id, name) DO UPDATE SET value = excluded.value",
                (guild_id, name, json.dumps(now)),
            )
        if name in _GIFTS:
            gifts.allow(db, guild_id, _GIFTS[name], now, at)
        told = Act("setting", by, details={"setting": name, "from": was, "to": now})
        server_log.write(db, guild_id, told, f"{key}:{name}", at)
    return after


# -- tables


def check_room(db: Database, guild_id: int, user_id: int) -> None:
    """Raises Refusal where more tables are open than may be: too_many_of_yours(most), too_many_here(most).

    ``user_id``: the host of the table that was opened just now, which counts. A table stays that of whoever opened it,
    and counts for its present host, too: nobody hands tables on to open more.
    """
    if guild_id == NO_SERVER:
        return
    own = of(db, guild_id)
    (here, yours) = db.execute(
        "SELECT count(*), count(*) FILTER (WHERE host_id = :person OR id IN"
        " (SELECT table_id FROM sittings WHERE user_id = :person AND position = 0))"
        " FROM tables WHERE guild_id = :server AND status <> 'closed'",
        {"person": user_id, "server": guild_id},
    ).fetchone()
    if yours > own.tables_person:
        raise Refusal("too_many_of_yours", most=own.tables_person)
    if here > own.tables_server:
        raise Refusal("too_many_here", most=own.tables_server)


# -- seasons


def season(db: Database, guild_id: int) -> int:
    """The number of the leaderboard's season, from 1."""
    (number,) = db.execute("SELECT coalesce(max(number), 1) FROM seasons WHERE guild_id = ?", (guild_id,)).fetchone()
    return int(number)


def begin_season(db: Database, guild_id: int, by: int, after: int, key: str, at: float) -> int:
    """Begins the leaderboard anew. Raises Refusal: season_over."""

    def work() -> int:
        now = season(db, guild_id)
        if now != after:
            raise Refusal("season_over", number=now)
        (last,) = db.execute("SELECT coalesce(max(id), 0) FROM deals").fetchone()
        db.execute(
            "INSERT INTO seasons (guild_id, number, after_deal, at) VALUES (?, ?, ?, ?)", (guild_id, now + 1, last, at)
        )
        server_log.write(db, guild_id, Act("season", by, details={"number": now + 1}), f"{key}:log", at)
        return now + 1

    return ledger.once(db, f"{key}:season", "season", at, work)


# -- purses


def purse(db: Database, guild_id: int, user_id: int, now: float) -> ServerPurse:
    """A member's purse as a moderator sees it."""
    member, name = Member(guild_id, user_id, ""), ledger.purse(guild_id, user_id)
    there = db.execute("SELECT 1 FROM accounts WHERE name = ?", (name,)).fetchone() is not None
    given, taken = ledger.corrected(db, member, now)
    return ServerPurse(
        user_id,
        ledger.balance(db, name) if there else None,
        ledger.at_tables(db, guild_id, user_id),
        ledger.frozen(db, guild_id, user_id),
        economy.MOST_CORRECTED - given,
        economy.MOST_CORRECTED - taken,
    )


def correct(
    db: Database, guild_id: int, user_id: int, number: int, why: str, by: int, key: str, at: float
) -> ServerPurse:
    """A moderator gives a purse chips, or below 0 takes them."""

    def work() -> int:
        ledger.correct(db, Member(guild_id, user_id, ""), number, key, at)
        act = Act("correction", by, user_id, details={"chips": number, "why": why})
        letters.write(db, guild_id, act, f"{key}:log", at)
        return number

    ledger.once(db, f"{key}:correct", "correct", at, work)
    return purse(db, guild_id, user_id, at)


def freeze(db: Database, guild_id: int, user_id: int, why: str, by: int, key: str, at: float) -> ServerPurse:
    """A moderator freezes a purse; one that is frozen already has the new reason."""

    def work() -> int:
        ledger.freeze(db, guild_id, user_id, why, at)
        letters.write(db, guild_id, Act("freeze", by, user_id, details={"why": why}), f"{key}:log", at)
        return 1

    ledger.once(db, f"{key}:freeze", "freeze", at, work)
    return purse(db, guild_id, user_id, at)


def unfreeze(db: Database, guild_id: int, user_id: int, why: str, by: int, key: str, at: float) -> ServerPurse:
    """A moderator lets a person use a purse again."""

    def work() -> int:
        gone = db.execute("DELETE FROM frozen_purses WHERE guild_id = ? AND user_id = ?", (guild_id, user_id))
        if gone.rowcount:
            letters.write(db, guild_id, Act("unfreeze", by, user_id, details={"why": why}), f"{key}:log", at)
        return gone.rowcount

    ledger.once(db, f"{key}:unfreeze", "unfreeze", at, work)
    return purse(db, guild_id, user_id, at)
