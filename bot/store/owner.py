"""Whose the database is: one bot's, which is noted when it is first used. Another one is refused before it changes
anything, because it would close all tables whose channels it can't find."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from bot.store import connection, migrate
from bot.store.database import Database
from bot.store.model.errors import OwnerError
from bot.store.where import Where

_NAME: Final = "owner"
"""The note's name."""


@dataclass(frozen=True, slots=True)
class Owner:
    """A bot."""

    id: int
    """Its user's id; 0: it isn't known yet."""
    name: str
    chat: str = ""
    """Where the local Discord keeps its chat that made the bot, or its address; "": the bot is Discord's own."""

    def __str__(self) -> str:
        number = f" with the id {self.id}" if self.id else ""
        if self.chat:
            return f"the bot{number} of the local Discord whose chat is {self.chat}"
        return f"the bot {self.name}{number} of Discord"

    def may_follow(self, before: Owner | None) -> bool:
        """Whether it may go on with what belongs to that one: its own, nobody's, or a local Discord's on Discord."""
        return before is None or before.id == self.id or (bool(before.chat) and not self.chat)


def noted(db: Database) -> Owner | None:
    """Whose the database is; None: it is nobody's yet."""
    there = (
        "SELECT count(*) FROM sqlite_master WHERE name = 'meta'"
        if isinstance(db, sqlite3.Connection)
        else "SELECT count(*) FROM pg_class WHERE oid = to_regclass('meta')"
    )
    if not db.execute(there).fetchone()[0]:
        return None
    row = db.execute("SELECT value FROM meta WHERE key = ?", (_NAME,)).fetchone()
    return None if row is None else Owner(**json.loads(row[0]))


def refuse(where: Where, owner: Owner, before: Owner | None) -> None:
    """Raises OwnerError if the database belongs to another bot, which is ``before``."""
    if owner.may_follow(before):
        return
    assert before is not None
    if before.chat and owner.chat:
        what = f"put that chat's file in its place ({owner.chat})"
    else:
        what = "set that bot's DISCORD_TOKEN"
    missing = "" if owner.id else ", which is not there"
    raise OwnerError(
        f"The database {where} belongs to {before}, and this is {owner}{missing}. Nothing was changed: {what}, name "
        "another database with KNOCKABOUT_DATABASE, or give this one to the bot that you start with "
        "`python -m bot adopt`."
    )


def claim(where: Where, db: Database, owner: Owner, alone: Callable[[], None] = lambda: None) -> None:
    """Notes that the database is that bot's. ``alone`` raises StoreError where other processes run with it.

    Raises OwnerError if it belongs to another bot; nothing is written then.
    """
    before = noted(db)
    refuse(where, owner, before)
    if before is not None and before.id == owner.id and before.chat and "://" in owner.chat:
        owner = replace(owner, chat=before.chat)  # where the chat's file is says more than where it is served
    if before == owner:
        return
    if before is not None and before.id != owner.id:
        alone()
    connection.done(db, partial(note, owner=owner))


def owner_of(where: Where) -> Owner | None:
    """Whose the database is; None: it isn't there, or nobody's yet. Writes nothing. Raises StoreError."""
    if not isinstance(where, Path):
        server = connection.postgresql()
        with server.opened(where) as session:
            return noted(session) if server.check(where, session) else None
    migrate.check(where)
    if not where.exists():
        return None
    with migrate.explained(where), migrate.looked_at(where) as db:
        return noted(db)


def note(db: Database, owner: Owner) -> None:
    """Notes that the database is that bot's, whosever it was."""
    db.execute(
        "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (_NAME, json.dumps(asdict(owner))),
    )
