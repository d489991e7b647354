"""The messages that are remembered over a restart, by name; stored as they change."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from bot.store.messages import Remembered
from bot.store.model.errors import StoreError

if TYPE_CHECKING:
    from bot.store.messages import Messages

log = logging.getLogger(__name__)


class Memory:
    """What is remembered. If it can't be stored, messages are shown nevertheless."""

    def __init__(self, store: Messages) -> None:
        self._store = store
        self._known: dict[str, Remembered] = {}
        self._names: defaultdict[str, dict[str, None]] = defaultdict(dict)
        """Their names by their beginnings: the kind, and the kind with the first id where another id follows."""

    async def load(self, holds: Callable[[int], bool] | None = None) -> None:
        """Reads what was remembered before, before anything is shown there.

        ``holds``: whether a server's messages are looked after here; None: all are. Raises StoreError.
        """
        for message in await self._store.all(holds):
            self._known[message.name] = message
            self._index(message.name)

    def get(self, name: str) -> Remembered | None:
        """The message of that name."""
        return self._known.get(name)

    def starting(self, prefix: str) -> tuple[Remembered, ...]:
        """All messages whose names begin like that: with a kind, or with a kind and a table."""
        return tuple(self._known[name] for name in self._names.get(prefix, ()))

    def _index(self, name: str) -> None:
        for beginning in _beginnings(name):
            self._names[beginning][name] = None

    async def note(self, message: Remembered) -> None:
        """Remembers it; a later one of the same name takes its place."""
        if self._known.get(message.name) != message:
            self._known[message.name] = message
            self._index(message.name)
            await self._written(self._store.remember(message), message.name)

    async def forget(self, name: str) -> None:
        """Forgets it."""
        if self._known.pop(name, None) is not None:
            for beginning in _beginnings(name):
                del self._names[beginning][name]
                if not self._names[beginning]:
                    del self._names[beginning]
            await self._written(self._store.forget(name), name)

    async def _written(self, write: Awaitable[None], name: str) -> None:
        try:
            await write
        except StoreError as error:  # its text is a sentence about the file
            log.error("a restart would not find the message %s as it is now: %s", name, error)


def _beginnings(name: str) -> list[str]:
    """``hand:`` and ``hand:5:`` of ``hand:5:7``, ``table:`` of ``table:5``."""
    return [name[: at + 1] for at, letter in enumerate(name) if letter == ":"]


# How the names of each kind of messages begin. After each kind: which ids follow in the name. Those of private pages
# are in private_pages.py.

TABLES: Final = "table:"
"""The public messages of tables; table."""
HANDS: Final = "hand:"
"""Panels that are direct messages; table and user."""
PANELS: Final = "panel:"
"""Panels in channels, which only one person sees; table and user."""
POINTERS: Final = "pointer:"
"""Direct messages that lead to a panel in the channel; table and user."""
THINKING: Final = "thinking:"
"""Answers that everybody sees as "thinking"; message."""
CALLS: Final = "call:"
"""Messages that call somebody by name; table and user, and how many reminders of the turn there had been."""
QUESTIONS: Final = "question:"
"""Messages that ask whether a table is to close at once; table."""
UNREADABLE: Final = "unreadable:"
"""Messages that say that a table is of another version; table."""
LEFT: Final = "left:"
"""Messages that another one has replaced, and that are still to be deleted; message."""


def names_at(kind: str, table_id: int) -> str:
    """How the names of one kind of messages at a table begin; then comes the user's id."""
    return f"{kind}{table_id}:"


def name_of(kind: str, *ids: int) -> str:
    """The name of the message of that kind with those ids."""
    return kind + ":".join(map(str, ids))


def numbers(name: str) -> tuple[int, ...]:
    """The ids in a name."""
    return tuple(int(part) for part in name.split(":")[1:])
