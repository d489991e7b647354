"""Short texts that the bot keeps for itself, under names."""

from __future__ import annotations

from bot.store.connection import Reader, Writer
from bot.store.database import Database


class Notes:
    """Short texts. Raises StoreError if the database can't be used."""

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self._reader, self._writer = reader, writer

    async def get(self, name: str) -> str | None:
        """The text under the name; None if there is none."""
        return await self._reader.read(lambda db: _get(db, name))

    async def set(self, name: str, value: str) -> None:
        """Keeps the text under the name."""
        await self._writer.write(lambda db: _set(db, name, value))


def _get(db: Database, key: str) -> str | None:
    row = db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row["value"])


def _set(db: Database, key: str, value: str) -> None:
    db.execute(
        "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (key, value),
    )
