"""What people are to be told privately of what hosts and moderators did about them; it stands in the server's log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.store import server_log
from bot.store.connection import Reader, Writer
from bot.store.database import Database
from bot.store.model.servers import LogEntry
from bot.store.server_log import Act

LATELY: Final = 30 * 86_400.0
"""For how many seconds people are shown how their purses were corrected."""
MOST_SHOWN: Final = 5
"""How many of these corrections are shown at most: the newest."""


@dataclass(frozen=True, slots=True)
class Letter:
    """Something that a person is to be told, once."""

    id: int
    """That of the log's entry."""
    guild_id: int
    entry: LogEntry


class Letters:
    """What is still to be told. Raises StoreError."""

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self._reader, self._writer = reader, writer

    async def all(self) -> tuple[Letter, ...]:
        """Everything that is still to be told, the oldest first."""
        return await self._reader.read(waiting)

    async def told(self, letter_id: int) -> None:
        """That was told, or can't be."""
        await self._writer.write(lambda db: forget(db, letter_id))


def write(db: Database, guild_id: int, act: Act, key: str, at: float) -> None:
    """Writes into the server's log, once a key. Whoever it concerns is to be told, unless they did it themselves."""
    if (log_id := server_log.write(db, guild_id, act, key, at)) is not None and act.about not in (None, act.by):
        db.execute("INSERT INTO letters (log_id) VALUES (?)", (log_id,))


def waiting(db: Database) -> tuple[Letter, ...]:
    """Everything that is still to be told, the oldest first."""
    rows = db.execute(
        f"SELECT server_log.id, server_log.guild_id, {server_log.COLUMNS} FROM letters"
        " JOIN server_log ON server_log.id = log_id LEFT JOIN tables ON tables.id = table_id ORDER BY log_id"
    )
    return tuple(Letter(row["id"], row["guild_id"], server_log.entry(row)) for row in rows)


def forget(db: Database, letter_id: int) -> None:
    """Forgets that it is to be told."""
    db.execute("DELETE FROM letters WHERE log_id = ?", (letter_id,))


def about_purse(db: Database, guild_id: int, user_id: int, now: float) -> tuple[LogEntry, ...]:
    """How a member's purse was corrected lately, the newest first."""
    rows = db.execute(
        f"SELECT {server_log.COLUMNS} FROM server_log LEFT JOIN tables ON tables.id = table_id"
        " WHERE about_id = ? AND server_log.guild_id = ? AND what = 'correction' AND at > ?"
        " ORDER BY server_log.id DESC LIMIT ?",
        (user_id, guild_id, now - LATELY, MOST_SHOWN),
    )
    return tuple(server_log.entry(row) for row in rows)
