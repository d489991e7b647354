"""What the bot remembers so as to find its messages again: direct messages with hands, and notes under names."""

from __future__ import annotations

import sqlite3

from bot.store import deals, tables
from bot.store.connection import Reader, Writer
from bot.store.model import HandMessage


class Notes:
    """What is kept about messages. Raises StoreError where the database can't be used."""

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self._reader, self._writer = reader, writer

    async def set_live(self, table_id: int, message_id: int | None) -> None:
        """Remembers the message with the table's live buttons."""
        await self._writer.write(lambda db: tables.set_live(db, table_id, message_id))

    async def set_hand_message(self, deal_id: int, user_id: int, channel_id: int, message_id: int) -> None:
        """Remembers the direct message that shows a person's hand of a deal; a later one takes its place."""
        message = HandMessage(user_id, channel_id, message_id)
        await self._writer.write(lambda db: deals.set_hand_message(db, deal_id, message))

    async def hand_messages(self, deal_id: int) -> tuple[HandMessage, ...]:
        """The direct messages that show hands of a deal."""
        return await self._reader.read(lambda db: deals.hand_messages(db, deal_id))

    async def earlier_hands(self, table_id: int, deal_id: int | None) -> tuple[HandMessage, ...]:
        """Those of the table's last deal that was played to its end, where that is another than ``deal_id``."""

        def work(db: sqlite3.Connection) -> tuple[HandMessage, ...]:
            before = deals.last_finished(db, table_id)
            return () if before is None or before == deal_id else deals.hand_messages(db, before)

        return await self._reader.read(work)

    async def get(self, name: str) -> str | None:
        """What is noted under the name."""
        return await self._reader.read(lambda db: get_meta(db, name))

    async def set(self, name: str, value: str) -> None:
        """Notes the value under the name."""
        await self._writer.write(lambda db: set_meta(db, name, value))


def get_meta(db: sqlite3.Connection, key: str) -> str | None:
    """What is remembered under the key."""
    row = db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row["value"])


def set_meta(db: sqlite3.Connection, key: str, value: str) -> None:
    """Remembers the value under the key."""
    db.execute(
        "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", (key, value)
    )
