"""Whether the database takes what is written, and can be read: learnt from what is done anyway.

Only after something was refused it is tried again and again until it works, with what needs room on the disk: a row
that is changed in its place is written also where nothing new can be.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.store.database import Database
from bot.store.model.errors import StoreError
from bot.tasks import end_tasks

log = logging.getLogger(__name__)

TRIED_AGAIN: Final = 5.0
"""Seconds between two attempts."""
_ROOM: Final = "room"
"""Under what an attempt is kept in ``meta`` for a moment, in a file of SQLite's."""
_CHARACTERS: Final = 1 << 16
"""How many characters it has."""


class Trouble:
    """Why the database can't be used at the moment, if it can't.

    ``attempt`` raises StoreError as long as it can't; ``what``: for the log, what can't be done, "read" or "written".
    """

    def __init__(self, attempt: Callable[[], Awaitable[object]], what: str) -> None:
        self._attempt, self._what = attempt, what
        self.why: StoreError | None = None
        """What was refused last; None: nothing is."""
        self.on_change: Callable[[], None] = lambda: None
        """Called when that begins, and when it is over."""
        self._trying: asyncio.Task[None] | None = None
        self._closed = False

    def note(self, error: Exception) -> None:
        """Notes how something has ended that was to be done, if disk or server refused it."""
        if isinstance(error, StoreError) and error.by_disk:
            began, self.why = self.why is None, error
            if self._trying is None and not self._closed:
                log.error("the database can't be %s now: %s", self._what, error)
                self._trying = asyncio.create_task(self._try_again(), name="trying-the-database")
            if began:
                self.on_change()

    async def close(self) -> None:
        """Tries no more."""
        self._closed = True
        if self._trying is not None:
            await end_tasks(self._trying)

    async def _try_again(self) -> None:
        while True:
            await asyncio.sleep(TRIED_AGAIN)
            try:
                await self._attempt()
                break
            except StoreError:
                pass  # it was told of as it was refused first
            except Exception:
                log.exception("whether the database can be %s could not be found out", self._what)
        log.info("the database can be %s again", self._what)
        self.why, self._trying = None, None
        self.on_change()


def take_room(db: Database) -> None:
    """Writes something into a file of SQLite's that takes room there, and that nobody needs."""
    db.execute(
        "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (_ROOM, "x" * _CHARACTERS),
    )


def give_room_back(db: Database) -> None:
    """Deletes that."""
    db.execute("DELETE FROM meta WHERE key = ?", (_ROOM,))
