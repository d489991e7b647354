"""The messages on Discord that the bot keeps up to date, so that it finds them again after a restart."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.store import erased
from bot.store.connection import Reader, Writer
from bot.store.database import Database


@dataclass(frozen=True, slots=True)
class Remembered:
    """One message, or one that is being sent."""

    name: str
    """What it shows, and whose: a kind, and the ids of table and user, of a table or of a message, as in
    ``hand:5:7``; bot/ui/showing/memory.py says which kinds there are."""
    channel_id: int | None = None
    """None: not known yet, because a direct message's channel is opened with the message."""
    message_id: int | None = None
    """None: not known."""
    nonce: str = ""
    """The nonce of a message that is being sent and may have arrived; "" for none."""
    deal: int = 0
    """The number of the deal whose hand it shows; 0 where it shows no hand."""


_OF_A_PERSON: Final = re.compile(r"\w+:(?P<table>\d+):(?P<user>\d+)")


class Messages:
    """The remembered messages; from here nothing else in the store can be reached."""

    def __init__(self, reader: Reader, writer: Writer, clock: Callable[[], float]) -> None:
        self._reader, self._writer, self._clock = reader, writer, clock

    async def all(self, holds: Callable[[int], bool] | None = None) -> tuple[Remembered, ...]:
        """Every remembered message, in the order of names. Raises StoreError.

        ``holds``: whether the messages of that server's tables are wanted; None: all are.
        """
        return await self._reader.read(lambda db: _all(db, holds))

    async def remember(self, message: Remembered) -> None:
        """Writes a message down, in place of an earlier one with the same name. Raises StoreError.

        Nothing is written of somebody who was just erased and has not sat down at that table since.
        """
        now = self._clock()
        await self._writer.write(lambda db: _remember(db, message, now))

    async def forget(self, name: str) -> None:
        """Deletes what is known of a message, if anything. Raises StoreError."""
        await self._writer.write(lambda db: _forget(db, name))


def _all(db: Database, holds: Callable[[int], bool] | None) -> tuple[Remembered, ...]:
    rows = db.execute("SELECT name, channel_id, message_id, nonce, deal FROM messages ORDER BY name")
    known = tuple(Remembered(*row) for row in rows)
    if holds is None:
        return known
    places = {message.name: _server(db, message) for message in known}
    return tuple(message for message in known if (place := places[message.name]) is not None and holds(place))


def _server(db: Database, message: Remembered) -> int | None:
    """The server of the table that a message belongs to; None if that isn't known.

    Names with the message's own id instead of a table's are found by their channel.
    """
    number = int(message.name.split(":")[1])
    row = db.execute("SELECT guild_id FROM tables WHERE id = ?", (number,)).fetchone()
    if row is None:
        row = db.execute("SELECT guild_id FROM tables WHERE channel_id = ?", (message.channel_id,)).fetchone()
    return None if row is None else int(row["guild_id"])


def whose(name: str) -> int | None:
    """The user for whom the message of that name is; None: it is for everybody at a table."""
    found = _OF_A_PERSON.fullmatch(name)
    return None if found is None else int(found["user"])


def _is_of_before(db: Database, name: str, now: float) -> bool:
    """Whether the message is for somebody who was just erased, and who has not sat down at its table since."""
    found = _OF_A_PERSON.fullmatch(name)
    if found is None or not erased.since(db, int(found["user"]), now - erased.LATE):
        return False
    sat = "SELECT 1 FROM sittings WHERE table_id = ? AND user_id = ?"
    return db.execute(sat, (int(found["table"]), int(found["user"]))).fetchone() is None


def _remember(db: Database, message: Remembered, now: float) -> None:
    if _is_of_before(db, message.name, now):
        return
    db.execute(
        "INSERT INTO messages (name, channel_id, message_id, nonce, deal) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (name) DO UPDATE SET channel_id = excluded.channel_id, message_id = excluded.message_id,"
        " nonce = excluded.nonce, deal = excluded.deal",
        (message.name, message.channel_id, message.message_id, message.nonce, message.deal),
    )


def _forget(db: Database, name: str) -> None:
    db.execute("DELETE FROM messages WHERE name = ?", (name,))
