"""What belongs to a person and not to a table: purse, name, settings."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import asdict, replace
from typing import Any, Final

from bot.store import erased, extra, ledger, letters
from bot.store.connection import Reader, Writer
from bot.store.database import Database
from bot.store.model.people import CallTime, HandPlace, Member, OwnCloth, PersonSettings, Purse, Sources
from bot.store.model.servers import Chips, LogEntry
from engine.players.base import Level

TRIED_AGAIN: Final = 24 * 3600.0
"""Seconds after which somebody who took no direct messages is sent one again."""


class People:
    """What is kept about people. Raises StoreError if the database can't be used."""

    def __init__(self, reader: Reader, writer: Writer, chips: Chips, clock: Callable[[], float]) -> None:
        self._reader, self._writer, self._chips, self._clock = reader, writer, chips, clock

    async def purse(self, member: Member) -> Purse:
        """A member's chips; the purse is opened at its first use, and topped up if that is due today."""
        now = self._clock()
        settled = await self._reader.read(lambda db: ledger.settled_purse(db, member, self._chips, now))
        if settled is not None:
            return settled
        return await self._writer.write(lambda db: ledger.use_purse(db, member, self._chips, now))

    async def sources(self, member: Member) -> Sources:
        """Where a member's chips came from."""
        return await self._reader.read(lambda db: ledger.sources(db, member))

    async def extra_chips(self, sittings: Collection[int]) -> dict[int, int]:
        """How many chips the house has lent to each of these sittings in its deals, and takes back first."""
        return await self._reader.read(lambda db: {each: max(0, extra.issued(db, each)) for each in sittings})

    async def corrections(self, member: Member) -> tuple[LogEntry, ...]:
        """How the member's purse was corrected lately, the newest first."""
        now = self._clock()
        return await self._reader.read(lambda db: letters.about_purse(db, member.guild_id, member.user_id, now))

    async def note_member(self, member: Member) -> None:
        """Keeps the member's name, also for the time after the person has left the server."""
        await self._writer.write(lambda db: ledger.note_member(db, member))

    async def settings(self, user_id: int) -> PersonSettings:
        """What the person has chosen, else the defaults."""
        return await self._reader.read(lambda db: settings(db, user_id))

    async def set_settings(
        self,
        user_id: int,
        *,
        hand: HandPlace | None = None,
        four_colour: bool | None = None,
        cut: int | None = None,
        auto_top_up: bool | None = None,
        ask_first: bool | None = None,
        call: CallTime | None = None,
        cloth: OwnCloth | None = None,
        computers: Level | None = None,
    ) -> PersonSettings:
        """Changes the settings that are given, and returns all settings."""
        given = {
            "hand": hand,
            "four_colour": four_colour,
            "cut": cut,
            "auto_top_up": auto_top_up,
            "ask_first": ask_first,
            "call": call,
            "cloth": cloth,
            "computers": computers,
        }
        changes: dict[str, Any] = {name: value for name, value in given.items() if value is not None}

        def work(db: Database) -> PersonSettings:
            return set_settings(db, user_id, replace(settings(db, user_id), **changes))

        return await self._writer.write(work)

    async def note_locale(self, user_id: int, locale: str, interaction_id: int) -> PersonSettings:
        """Notes in which language the person made that press or command, and returns all settings.

        Nothing is noted of somebody who was erased since.
        """

        def work(db: Database) -> PersonSettings:
            before = settings(db, user_id)
            if erased.since_asked(db, user_id, interaction_id):
                return before
            return set_settings(db, user_id, replace(before, locale=locale))

        return await self._writer.write(work)

    async def lesson_step(self, user_id: int, game: str) -> int | None:
        """The step, from 0, at which the person is in a game's lesson; None: nothing is known of that."""
        return await self._reader.read(lambda db: lesson_step(db, user_id, game))

    async def lesson_steps(self, user_id: int) -> dict[str, int]:
        """The steps, from 0, at which the person is in lessons, by their games."""
        return await self._reader.read(lambda db: lesson_steps(db, user_id))

    async def lessons_done(self, user_id: int) -> frozenset[str]:
        """The games whose lessons the person has been through to the end."""
        return await self._reader.read(lambda db: lessons_done(db, user_id))

    async def learn(self, user_id: int, game: str, step: int, *, done: bool) -> None:
        """The person has come to a step of a game's lesson; ``done``: to its end."""
        now = self._clock()
        await self._writer.write(lambda db: learn(db, user_id, game, step, now if done else None))

    async def dms_closed(self, guild_id: int, user_id: int) -> bool:
        """Whether a direct message to that member was refused within the last day; after that it is tried again."""
        since = self._clock() - TRIED_AGAIN
        return await self._reader.read(lambda db: dms_closed(db, guild_id, user_id, since))

    async def note_dms_closed(self, guild_id: int, user_id: int) -> None:
        """Notes that a direct message to that member was refused now; not of somebody who was just erased, and of
        whom the server knows nothing since."""
        now = self._clock()
        await self._writer.write(lambda db: note_dms_closed(db, guild_id, user_id, now))

    async def forget_closed_dms(self, user_id: int) -> None:
        """The person wants direct messages: they are tried at once, in every server."""
        await self._writer.write(lambda db: forget_closed_dms(db, user_id))


def settings(db: Database, user_id: int) -> PersonSettings:
    """What the person has chosen, else the defaults."""
    row = db.execute(
        "SELECT hand, four_colour, cut, auto_top_up, ask_first, locale, call, cloth, computers FROM people"
        " WHERE user_id = ?",
        (user_id,),
    ).fetchone()
    if row is None:
        return PersonSettings()
    return PersonSettings(
        hand=row["hand"],
        four_colour=bool(row["four_colour"]),
        cut=row["cut"],
        auto_top_up=bool(row["auto_top_up"]),
        ask_first=bool(row["ask_first"]),
        locale=row["locale"],
        call=row["call"],
        cloth=row["cloth"],
        computers=row["computers"],
    )


def set_settings(db: Database, user_id: int, chosen: PersonSettings) -> PersonSettings:
    """Writes what the person has chosen."""
    db.execute(
        "INSERT INTO people (user_id, hand, four_colour, cut, auto_top_up, ask_first, locale, call, cloth, computers)"
        " VALUES (:user_id, :hand, :four_colour, :cut, :auto_top_up, :ask_first, :locale, :call, :cloth, :computers)"
        " ON CONFLICT (user_id) DO UPDATE SET hand = excluded.hand, four_colour = excluded.four_colour,"
        " cut = excluded.cut,"
        " auto_top_up = excluded.auto_top_up, ask_first = excluded.ask_first, locale = excluded.locale,"
        " call = excluded.call, cloth = excluded.cloth, computers = excluded.computers",
        {"user_id": user_id, **asdict(chosen)},
    )
    return chosen


def lesson_step(db: Database, user_id: int, game: str) -> int | None:
    """The step, from 0, at which the person is in a game's lesson; None: nothing is known of that."""
    row = db.execute("SELECT step FROM lessons WHERE user_id = ? AND game = ?", (user_id, game)).fetchone()
    return None if row is None else int(row["step"])


def lesson_steps(db: Database, user_id: int) -> dict[str, int]:
    """The steps, from 0, at which the person is in lessons, by their games."""
    rows = db.execute("SELECT game, step FROM lessons WHERE user_id = ?", (user_id,)).fetchall()
    return {row["game"]: int(row["step"]) for row in rows}


def lessons_done(db: Database, user_id: int) -> frozenset[str]:
    """The games whose lessons the person has been through to the end."""
    rows = db.execute("SELECT game FROM lessons WHERE user_id = ? AND done_at IS NOT NULL", (user_id,)).fetchall()
    return frozenset(row["game"] for row in rows)


def learn(db: Database, user_id: int, game: str, step: int, done_at: float | None) -> None:
    """Keeps how far the person has come in a game's lesson, and when the end was first reached."""
    db.execute(
        "INSERT INTO lessons (user_id, game, step, done_at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (user_id, game) DO UPDATE SET step = excluded.step,"
        " done_at = coalesce(lessons.done_at, excluded.done_at)",
        (user_id, game, step, done_at),
    )


def dms_closed(db: Database, guild_id: int, user_id: int, since: float) -> bool:
    """Whether a direct message to that member was refused since then, in seconds since the epoch."""
    row = db.execute(
        "SELECT 1 FROM closed_dms WHERE guild_id = ? AND user_id = ? AND at > ?", (guild_id, user_id, since)
    ).fetchone()
    return row is not None


def note_dms_closed(db: Database, guild_id: int, user_id: int, at: float) -> None:
    """Notes that a direct message to that member was refused; see ``People.note_dms_closed``."""
    if erased.since(db, user_id, at - erased.LATE):
        member = "SELECT 1 FROM members WHERE guild_id = ? AND user_id = ?"
        if db.execute(member, (guild_id, user_id)).fetchone() is None:
            return
    db.execute(
        "INSERT INTO closed_dms (guild_id, user_id, at) VALUES (?, ?, ?)"
        " ON CONFLICT (guild_id, user_id) DO UPDATE SET at = excluded.at",
        (guild_id, user_id, at),
    )


def forget_closed_dms(db: Database, user_id: int) -> None:
    """Forgets in every server that the person took no direct messages."""
    db.execute("DELETE FROM closed_dms WHERE user_id = ?", (user_id,))
