"""The messages on Discord that the bot keeps up to date, so that it finds them again after a restart."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from bot.store.connection import Reader, Writer


@dataclass(frozen=True, slots=True)
class Remembered:
    """One message, or one that is being sent."""

    name: str
    """What it shows: ``table:<table>``, ``hand:<table>:<user>`` (in direct messages), ``panel:<table>:<user>`` (in the
    channel), ``pointer:<table>:<user>`` (from direct messages to the channel), ``setup:<table>:<user>``,
    ``call:<table>:<user>``, ``thinking:<message>`` or ``unreadable:<table>``."""
    channel_id: int | None = None
    """None: not known yet, because a direct message's channel is opened with the message."""
    message_id: int | None = None
    """None: not known."""
    nonce: str = ""
    """The nonce of a message that is being sent and may have arrived; "" for none."""
    deal: int = 0
    """The number of the deal whose hand it shows; 0 where it shows no hand."""


class Messages:
    """The remembered messages; from here nothing else in the store can be reached."""

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self._reader, self._writer = reader, writer

    async def all(self) -> tuple[Remembered, ...]:
        """Every remembered message, in the order of names. Raises StoreError."""
        return await self._reader.read(_all)

    async def remember(self, message: Remembered) -> None:
        """Writes a message down, in place of an earlier one with the same name. Raises StoreError."""
        await self._writer.write(lambda db: _remember(db, message))

    async def forget(self, name: str) -> None:
        """Deletes what is known of a message, if anything. Raises StoreError."""
        await self._writer.write(lambda db: _forget(db, name))


def _all(db: sqlite3.Connection) -> tuple[Remembered, ...]:
    rows = db.execute("SELECT name, channel_id, message_id, nonce, deal FROM messages ORDER BY name")
    return tuple(Remembered(*row) for row in rows)


def _remember(db: sqlite3.Connection, message: Remembered) -> None:
    db.execute(
        "INSERT INTO messages (name, channel_id, message_id, nonce, deal) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET channel_id = excluded.channel_id, message_id = excluded.message_id,"
        " nonce = excluded.nonce, deal = excluded.deal",
        (message.name, message.channel_id, message.message_id, message.nonce, message.deal),
    )


def _forget(db: sqlite3.Connection, name: str) -> None:
    db.execute("DELETE FROM messages WHERE name = ?", (name,))
