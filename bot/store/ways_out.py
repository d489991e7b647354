"""Ways out of a table: tables closed at once, deals taken back, and what is still to be told of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from bot.discord_url import discord_url
from bot.store import connection, deals, server_log, tables
from bot.store.connection import Reader, Writer
from bot.store.counting import number_of
from bot.store.database import Database
from bot.store.outside import FAILURES, to_read, to_write
from bot.store.server_log import Act
from bot.store.where import Where

Kind = Literal["closed_now", "agreed", "released", "stuck", "gone", "removed", "locked_out"]
"""What has happened. ``closed_now``: closed in mid-deal by whoever manages the channel; ``agreed``: by its host, with
everybody's consent; ``released``: by whoever hosts the bot; ``stuck``: a deal that could not go on was taken back;
``gone``: the table's channel is gone; ``removed``: the bot left its server; ``locked_out``: the bot could not use the
channel for a day."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something to be told, once."""

    id: int
    table_id: int
    guild_id: int
    channel_id: int
    game: str
    user_id: int | None
    """Whom to tell by direct message; None: the channel."""
    kind: str
    name: str
    """Who did it; "" for nobody in particular."""
    chips: int
    """What the user got up with."""
    practice: bool
    """Whether these chips were for practice."""
    deal: int | None
    """The number of the deal that was taken back with it; None: none was."""


class WaysOut:
    """What is still to be told, and what the operator asks of a running bot. Raises StoreError."""

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self._reader, self._writer = reader, writer

    async def announcements(self) -> tuple[Announcement, ...]:
        """Everything that is still to be told, the oldest first."""
        return await self._reader.read(_announcements)

    async def told(self, announcement_id: int) -> None:
        """That was told, or can't be."""
        await self._writer.write(lambda db: _delete(db, "DELETE FROM announcements WHERE id = ?", announcement_id))

    async def releases(self) -> dict[int, int]:
        """The tables that are to be released, in the order in which that was asked for, and the server of each.

        0: direct messages.
        """
        return await self._reader.read(
            lambda db: {
                row["table_id"]: row["guild_id"]
                for row in db.execute(
                    "SELECT table_id, guild_id FROM releases JOIN tables ON tables.id = table_id ORDER BY at"
                )
            }
        )

    async def released(self, table_id: int) -> None:
        """That table was released, or can't be."""
        await self._writer.write(lambda db: _delete(db, "DELETE FROM releases WHERE table_id = ?", table_id))

    async def lock_out(self, table_id: int, since: float | None) -> None:
        """Notes since when Discord refuses the bot that table's channel, in seconds since the epoch; None: it
        doesn't. The earliest moment counts."""
        await self._writer.write(lambda db: _lock_out(db, table_id, since))

    async def locked_out(self) -> dict[int, float]:
        """Since when the channels of open tables have been refused, by the tables' ids."""
        return await self._reader.read(
            lambda db: {
                row["id"]: row["locked_out_since"]
                for row in db.execute(
                    "SELECT id, locked_out_since FROM tables WHERE status <> 'closed' AND locked_out_since IS NOT NULL"
                )
            }
        )


def _announcements(db: Database) -> tuple[Announcement, ...]:
    rows = db.execute(
        "SELECT announcements.id, table_id, guild_id, channel_id, game, user_id, kind, name, chips, practice, deal"
        " FROM announcements JOIN tables ON tables.id = table_id ORDER BY announcements.id"
    )
    return tuple(Announcement(**{**dict(row), "practice": bool(row["practice"])}) for row in rows)


def _delete(db: Database, sql: str, number: int) -> None:
    db.execute(sql, (number,))


def _lock_out(db: Database, table_id: int, since: float | None) -> None:
    if since is None:
        db.execute("UPDATE tables SET locked_out_since = NULL WHERE id = ?", (table_id,))
    else:
        db.execute(
            "UPDATE tables SET locked_out_since = ? WHERE id = ? AND locked_out_since IS NULL", (since, table_id)
        )


@dataclass(frozen=True, slots=True)
class Listed:
    """An open table, for whoever hosts the bot."""

    id: int
    guild_id: int
    channel_id: int
    game: str
    opened: float
    """In seconds since the epoch (UTC)."""
    people: int
    """How many people sit there."""
    computers: int
    """How many computer players sit there."""

    @property
    def link(self) -> str:
        """Where Discord shows its channel."""
        return discord_url(self.guild_id, self.channel_id)

    def __str__(self) -> str:
        opened = datetime.fromtimestamp(self.opened, UTC)
        place = f"channel {self.channel_id} of server {self.guild_id}" if self.guild_id else "direct messages"
        seated = f"{self.people} {'person' if self.people == 1 else 'people'}"
        if self.computers:
            seated += f" and {number_of(self.computers, 'computer player')}"
        return f"{self.id}: {self.game} in {place}, {seated}, opened {opened:%Y-%m-%d %H:%M} UTC, {self.link}"


def open_tables(where: Where) -> tuple[Listed, ...]:
    """Every open table in a database, which a bot may be using. Raises StoreError."""
    with to_read(where) as db:
        rows = db.execute(
            "SELECT id, guild_id, channel_id, game, opened_at,"
            " (SELECT count(*) FROM sittings WHERE table_id = tables.id AND left_at IS NULL AND user_id IS NOT NULL),"
            " (SELECT count(*) FROM sittings WHERE table_id = tables.id AND left_at IS NULL AND user_id IS NULL)"
            " FROM tables WHERE status <> 'closed' ORDER BY id"
        )
        return tuple(Listed(*row) for row in rows)


def ask(where: Where, table_id: int, at: float) -> None:
    """Asks the bot that uses this database to release that table. Raises StoreError."""

    def work(db: Database) -> None:
        db.execute("INSERT INTO releases (table_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING", (table_id, at))

    try:
        with to_write(where) as db:
            connection.done(db, work)
    except FAILURES as error:
        raise connection.explained(where, error) from error


def announce(db: Database, table_id: int, kind: str, name: str, at: float, deal: int | None = None) -> None:
    """Has the table's channel told. ``deal``: the number of the deal that was taken back."""
    db.execute(
        "INSERT INTO announcements (table_id, kind, name, chips, at, deal) VALUES (?, ?, ?, 0, ?, ?)",
        (table_id, kind, name, at, deal),
    )


def take_back(db: Database, table_id: int, at: float) -> bool:
    """Takes the table's open deal back with all its chips, and has the channel told. False if there is none."""
    if (deal_id := deals.being_played(db, table_id)) is None:
        return False
    deals.cancel(db, deal_id, at)
    act = Act("taken_back", table=table_id)
    server_log.write(db, tables.table(db, table_id).guild_id, act, f"deal:{deal_id}:taken back", at)
    announce(db, table_id, "stuck", "", at)
    return True


def close(db: Database, table_id: int, kind: str, name: str, direct: bool, at: float, by: int | None = None) -> int:
    """Closes the table at once as ``tables.close_table`` does, and has it told; returns its id.

    ``direct``: tells everybody who sat there by direct message, because the channel can't be told; ``by``: the user
    who did it. Raises ConflictError: no_table, table_closed.
    """
    act = Act("closed", by, table=table_id, details={"how": kind})
    server_log.write(db, tables.table(db, table_id).guild_id, act, f"table:{table_id}:closed", at)
    deal = _open_deal(db, table_id)
    people = [who.id for who in tables.sittings(db, table_id) if who.user_id is not None]
    tables.close_table(db, table_id, at)
    if not direct:
        announce(db, table_id, kind, name, at, deal)
        return table_id
    for sitting_id in people:
        gone = tables.got_up(db, sitting_id)
        db.execute(
            "INSERT INTO announcements (table_id, user_id, kind, name, chips, at) VALUES (?, ?, ?, ?, ?, ?)",
            (table_id, gone.user_id, kind, name, gone.chips, at),
        )
    return table_id


def _open_deal(db: Database, table_id: int) -> int | None:
    """The number of the deal that is played at a table; None: none is."""
    row = db.execute("SELECT number FROM deals WHERE table_id = ? AND status = 'open'", (table_id,)).fetchone()
    return None if row is None else int(row["number"])
