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
        """Their names by how they begin: by kind, and by kind and first id where more follows."""

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
        names = self._names.get(prefix, ()) if prefix else self._known
        return tuple(self._known[name] for name in names)

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


TABLES: Final = "table:"
"""How the names of tables' messages begin; then comes the table's id."""
HANDS: Final = "hand:"
"""How the names of direct messages with hands begin; then come the ids of table and user."""
PANELS: Final = "panel:"
"""How the names of panels in channels begin, which only one person sees; then come the ids of table and user."""
POINTERS: Final = "pointer:"
"""How the names of direct messages begin that lead to a panel in the channel; then come the ids of table and user."""
SETUPS: Final = "setup:"
"""How the names of pages begin on which a table is set up, which only one person sees; then come the ids of table and
user."""
MORES: Final = "more:"
"""How the names of pages begin with what the end of a deal has besides, which only one person sees; then come the ids
of table and user."""
MANAGES: Final = "manage:"
"""How the names of panels begin on which a table is managed, which only one person sees; then come the ids of table and
user."""
ADVICE: Final = "advice:"
"""How the names of pages begin with a hint or what can be done, which only one person sees; then come the ids of table
and user."""
TRICKS: Final = "trick:"
"""How the names of pages begin with the last trick, which only one person sees; then come the ids of table and user."""
THINKING: Final = "thinking:"
"""How the names of answers begin that everybody sees as "thinking"; then comes the message's id."""
CALLS: Final = "call:"
"""How the names of messages that call somebody begin; then come the ids of table and user."""
QUESTIONS: Final = "question:"
"""How the names of messages begin that ask whether a table is to close at once; then comes the table's id."""
UNREADABLE: Final = "unreadable:"
"""How the names of messages begin that say that a table is of another version; then comes the table's id."""


LEFT: Final = "left:"
"""How the names of messages begin that another has taken the place of, and that are to go; then comes the message's id.
"""


def names_at(kind: str, table_id: int) -> str:
    """How the names of one kind of messages at a table begin; then comes the user's id."""
    return f"{kind}{table_id}:"


def name_of(kind: str, *ids: int) -> str:
    """The name of the message of that kind with those ids."""
    return kind + ":".join(map(str, ids))


def numbers(name: str) -> tuple[int, ...]:
    """The ids in a name."""
    return tuple(int(part) for part in name.split(":")[1:])
