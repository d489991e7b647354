"""Gives the database of one bot to another, deliberately."""

from __future__ import annotations

import contextlib
from functools import partial
from pathlib import Path

from bot.store import connection
from bot.store.model.errors import StoreError
from bot.store.moving import moving
from bot.store.outside import FAILURES, to_write
from bot.store.owner import Owner, note, noted, owner_of
from bot.store.where import Where


def adopt(where: Where, owner: Owner) -> Owner | None:
    """Makes the database that bot's, whosever it was, and returns that one. Raises StoreError, also if a bot runs."""
    owner_of(where)
    if isinstance(where, Path) and not where.exists():
        raise StoreError(f"There is no database {where}: name the one that the bot is to have.")
    try:
        with moving(where), contextlib.ExitStack() as stack:
            db = stack.enter_context(to_write(where))
            before = noted(db)
            if before is not None:  # else it is the first bot's that starts
                connection.done(db, partial(note, owner=owner))
            return before
    except FAILURES as error:
        raise connection.explained(where, error) from error
