"""The tokens of presses that are still good, so that what they edit goes on after a restart."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from bot.store import erased
from bot.store.connection import Reader, Writer
from bot.store.database import Database

PATIENCE: Final = 0.05
"""Seconds for which what is known of tokens waits at most for something else to be written with it."""


@dataclass(frozen=True, slots=True)
class Token:
    """What a press or command lets the bot do for fifteen minutes: edit its answer, and send more and edit that."""

    interaction_id: int
    """Of two tokens the one with the larger number is the younger."""
    application_id: int
    secret: str = field(repr=False)
    """The token itself: whoever knows it can write in the bot's name."""
    user_id: int
    """Who pressed."""
    table_id: int
    """The table that it was about; 0 for none."""
    channel_id: int
    direct: bool
    """Whether that channel is that of direct messages."""
    original: int | None
    """The message that it edits as its own answer: the one that was pressed, or the answer; None where it has none."""
    until: float
    """When it is used no more, in seconds since the epoch."""
    sent: tuple[int, ...] = ()
    """The messages that were sent with it besides, which it edits, too."""

    @property
    def messages(self) -> tuple[int, ...]:
        """All messages that it edits."""
        return self.sent if self.original is None else (self.original, *self.sent)


class TokenShelf:
    """All that the store knows of tokens; nothing else of the store can be reached from here."""

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self._reader, self._writer = reader, writer

    async def all(self) -> tuple[Token, ...]:
        """Every token, the oldest first. Raises StoreError."""
        return await self._reader.read(_all)

    async def keep(self, tokens: Collection[Token], gone: Collection[int] = ()) -> None:
        """Writes tokens down as they are, and strikes out those of the interactions in ``gone``. Raises StoreError.

        Nothing is written of presses whose person was erased since. A press is mostly followed by its act, whose commit
        they share; else they are written a moment later.
        """
        await self._writer.write(lambda db: _keep(db, tokens, gone), within=PATIENCE)


def _all(db: Database) -> tuple[Token, ...]:
    sent: dict[int, list[int]] = {}
    for interaction_id, message_id in db.execute("SELECT interaction_id, message_id FROM token_messages"):
        sent.setdefault(interaction_id, []).append(message_id)
    rows = map(
        dict,
        db.execute(
            "SELECT interaction_id, application_id, secret, user_id, table_id, channel_id, direct, original, until"
            " FROM tokens ORDER BY interaction_id"
        ),
    )
    return tuple(
        Token(**{**row, "direct": bool(row["direct"])}, sent=tuple(sent.get(row["interaction_id"], ()))) for row in rows
    )


def _keep(db: Database, tokens: Collection[Token], gone: Collection[int]) -> None:
    db.executemany("DELETE FROM tokens WHERE interaction_id = ?", [(interaction_id,) for interaction_id in gone])
    for token in tokens:
        if erased.since_asked(db, token.user_id, token.interaction_id):
            continue
        db.execute(
            "INSERT INTO tokens"
            " (interaction_id, application_id, secret, user_id, table_id, channel_id, direct, original, until)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (interaction_id) DO UPDATE SET table_id = excluded.table_id, original = excluded.original",
            (
                token.interaction_id,
                token.application_id,
                token.secret,
                token.user_id,
                token.table_id,
                token.channel_id,
                token.direct,
                token.original,
                token.until,
            ),
        )
        db.execute("DELETE FROM token_messages WHERE interaction_id = ?", (token.interaction_id,))
        db.executemany(
            "INSERT INTO token_messages (interaction_id, message_id) VALUES (?, ?)",
            [(token.interaction_id, message_id) for message_id in token.sent],
        )
