"""How the parts of the service change a table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from bot.service.model import Snapshot, Turn
from bot.service.table import Table


class Change(Protocol):
    """Does something at a table, under its lock and once a key. Returns the table after it."""

    async def __call__(
        self, table_id: int, key: int | None, turn: Turn | None, work: Callable[[Table], Awaitable[None]]
    ) -> Snapshot:
        """``turn``: the moment for which it was asked; None: at any moment. Raises Refusal."""
