"""Open tables as a start needs them: where they are and who sits there, and which of them are at rest.

A table at rest has a row in ``resting`` for as long as nothing happens there, nor to the messages that show it. Whoever
does anything deletes the row first. A backup has none of them: messages go on while it lies there. Where the database
is moved they go along: the bot plays on there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from bot.store import codec
from bot.store.connection import Reader, Writer
from bot.store.database import Database


@dataclass(frozen=True, slots=True)
class Rest:
    """How a table rests."""

    shown: str
    """By which program and in which language the messages were made that show it as it is."""
    deal: int
    seq: int
    """How many actions the deal has had."""
    sitting_id: int | None
    """Whose time runs; None: nobody's."""
    began: float = 0.0
    """When that turn began, in seconds since the epoch (UTC)."""
    drawn: float = 0.0
    """Seconds that the deal's turns have had from that person's time bank."""
    deadline: float | None = None
    """When the messages say that the time is up; None: they don't."""
    slow: bool = False
    """Whether they say that the turn is slow."""
    reminders: int = 0
    """How often the person has been reminded of it."""


@dataclass(frozen=True, slots=True)
class Place:
    """An open table, without what lies on it."""

    table_id: int
    guild_id: int
    channel_id: int
    game: str
    rules: str
    """As they are stored."""
    rules_version: int
    turn_seconds: int | None
    stage: Literal["lobby", "playing", "between"]
    seated: tuple[int, ...]
    """The users who sit there, also those who get up after the deal."""
    leaving: frozenset[int]
    """Those of them."""
    unreadable: str
    """Why its newest deal can't be read, in a few words; empty if it can."""
    rest: Rest | None
    """None: it isn't known to rest."""


class RestingTables:
    """Which tables rest. Raises StoreError."""

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self._reader, self._writer = reader, writer

    async def places(self) -> list[Place]:
        """Every table that is not closed, the oldest first."""
        return await self._reader.read(_places)

    async def note(self, rests: Sequence[tuple[int, Rest]]) -> None:
        """Notes that these tables rest from now on."""
        await self._writer.write(lambda db: _note(db, rests))

    async def disturb(self, table_id: int) -> None:
        """Notes that a table rests no more, before anything happens there."""
        await self._writer.write(lambda db: _disturb(db, table_id))


def _disturb(db: Database, table_id: int) -> None:
    db.execute("DELETE FROM resting WHERE table_id = ?", (table_id,))


def disturb_tables_of(db: Database, user_id: int) -> None:
    """Notes that the tables at which that person sat rest no more: their messages may name the person."""
    db.execute("DELETE FROM resting WHERE table_id IN (SELECT table_id FROM sittings WHERE user_id = ?)", (user_id,))


def _note(db: Database, rests: Sequence[tuple[int, Rest]]) -> None:
    db.executemany(
        "INSERT INTO resting (table_id, shown, deal, seq, sitting_id, began, drawn, deadline, slow,"
        " reminders) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET shown = excluded.shown,"
        " deal = excluded.deal, seq = excluded.seq, sitting_id = excluded.sitting_id, began = excluded.began,"
        " drawn = excluded.drawn, deadline = excluded.deadline, slow = excluded.slow, reminders = excluded.reminders",
        [
            (
                *(table_id, rest.shown, rest.deal, rest.seq, rest.sitting_id, rest.began, rest.drawn, rest.deadline),
                *(rest.slow, rest.reminders),
            )
            for table_id, rest in rests
        ],
    )


def _places(db: Database) -> list[Place]:
    """All of them in a few statements: one a table would take half of a start."""
    seated: defaultdict[int, list[tuple[int, bool]]] = defaultdict(list)
    rows = db.execute(
        "SELECT table_id, user_id, sittings.leaving FROM tables JOIN sittings ON table_id = tables.id"
        " WHERE status <> 'closed' AND left_at IS NULL AND user_id IS NOT NULL ORDER BY table_id, position"
    )
    for table_id, user_id, leaving in rows:
        seated[table_id].append((user_id, bool(leaving)))
    rests = {
        table_id: Rest(shown, deal, seq, sitting_id, began, drawn, deadline, bool(slow), reminders)
        for table_id, shown, deal, seq, sitting_id, began, drawn, deadline, slow, reminders in db.execute(
            "SELECT table_id, shown, deal, seq, sitting_id, began, drawn, deadline, slow, reminders FROM resting"
        )
    }
    found = []
    rows = db.execute(
        "SELECT tables.id, guild_id, channel_id, game, rules, rules_version, turn_seconds, deals.status, stakes, result"
        " FROM tables LEFT JOIN deals ON table_id = tables.id"
        " AND number = (SELECT max(number) FROM deals WHERE table_id = tables.id)"
        " WHERE tables.status <> 'closed' ORDER BY tables.id"
    )
    for table_id, guild_id, channel_id, game, rules, version, turn_seconds, status, stakes, result in rows:
        people = seated[table_id]
        found.append(
            Place(
                table_id,
                guild_id,
                channel_id,
                game,
                rules,
                version,
                turn_seconds,
                "playing" if status == "open" else "between" if status == "finished" else "lobby",
                tuple(user_id for user_id, _ in people),
                frozenset(user_id for user_id, leaving in people if leaving),
                _unreadable(stakes, result),
                rests.get(table_id),
            )
        )
    return found


def _unreadable(stakes: Any, result: Any) -> str:
    try:
        if stakes is not None:
            codec.stakes_from_json(codec.from_text(stakes))
        if result is not None:
            codec.result_from_json(codec.from_text(result))
    except codec.UNREADABLE as error:
        return codec.why(error)
    return ""
