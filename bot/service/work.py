"""How the parts of the service change a table."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from bot.service.model import Refusal, Snapshot, Turn
from bot.service.table import Table
from bot.store.model.errors import StoreError
from bot.store.store import Store

log = logging.getLogger(__name__)


class Change(Protocol):
    """Does something at a table, under its lock and once a key. Returns the table after it."""

    async def __call__(
        self, table_id: int, key: int | None, turn: Turn | None, work: Callable[[Table], Awaitable[None]]
    ) -> Snapshot:
        """``turn``: the moment for which it was asked; None: at any moment. Raises Refusal."""


async def is_written(store: Store, key: int) -> bool:
    """Whether the books have what that interaction asked for. Raises Refusal if they can't be read."""
    try:
        return await store.asked(key)
    except StoreError:
        log.exception("what is written could not be read")
        raise Refusal("disk") from None
