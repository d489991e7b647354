"""The answers that Discord shows as "thinking" until they are given: what a start after a crash gives or takes away."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from bot.store.connection import Reader, Writer
from bot.store.database import Database


@dataclass(frozen=True, slots=True)
class Owed:
    """An answer that is owed."""

    interaction_id: int
    application_id: int
    secret: str = field(repr=False)
    """The interaction's token: whoever knows it can write in the bot's name."""
    public: bool
    """Whether everybody sees that it is owed."""
    locale: str
    """The language of whoever waits for it."""
    until: float
    """When it can't be given any more, in seconds since the epoch."""
    guild_id: int = 0
    """The server in which it was asked for; 0: in direct messages."""


class OwedAnswers:
    """All that the store knows of them; nothing else of the store can be reached from here."""

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self._reader, self._writer = reader, writer

    async def all(self) -> tuple[Owed, ...]:
        """Every answer that is owed, the oldest first. Raises StoreError."""
        return await self._reader.read(_all)

    async def note(self, owed: Owed) -> None:
        """Writes down that an answer will be owed. Raises StoreError."""
        await self._writer.write(lambda db: _note(db, owed))

    async def strike(self, interaction_ids: Collection[int]) -> None:
        """Strikes out what is owed no more. Raises StoreError."""
        await self._writer.write(lambda db: _strike(db, interaction_ids))


def _all(db: Database) -> tuple[Owed, ...]:
    rows = db.execute(
        "SELECT interaction_id, application_id, secret, public, locale, until, guild_id FROM owed_answers"
        " ORDER BY interaction_id"
    )
    return tuple(Owed(**{**dict(row), "public": bool(row["public"])}) for row in rows)


def _note(db: Database, owed: Owed) -> None:
    db.execute(
        "INSERT INTO owed_answers (interaction_id, application_id, secret, public, locale, until, guild_id)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (owed.interaction_id, owed.application_id, owed.secret, owed.public, owed.locale, owed.until, owed.guild_id),
    )


def _strike(db: Database, interaction_ids: Collection[int]) -> None:
    db.executemany("DELETE FROM owed_answers WHERE interaction_id = ?", [(number,) for number in interaction_ids])
