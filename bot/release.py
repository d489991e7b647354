"""``python -m bot release``: closes a table from outside, whether the bot runs or not; its channel is told."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from bot.backup import is_running
from bot.service.way_out import release
from bot.store.model.errors import StoreError
from bot.store.store import Store
from bot.store.ways_out import ask, open_tables
from bot.store.where import Where

PATIENCE: Final = 20.0
"""Seconds that a running bot is given to do it."""
LOOK: Final = 0.2
"""Seconds between two checks whether it has."""


def release_command(database: Where, table_id: int | None, patience: float = PATIENCE) -> int:
    """Closes the table and prints so; without a table, lists those that are open. The exit code. Raises StoreError."""
    tables = open_tables(database)
    if table_id is None:
        print(*(str(table) for table in tables) if tables else ("No table is open.",), sep="\n")
        return 0
    if table_id not in [table.id for table in tables]:
        raise StoreError(f"No table {table_id} is open: `python -m bot release` lists those that are.")
    if is_running(database):
        _ask_the_bot(database, table_id, patience)
        said = "its channel is told."
    else:
        asyncio.run(_release(database, table_id))
        said = "its channel is told when the bot starts."
    print(f"Table {table_id} is closed, an open deal was taken back, and everybody has the chips back; {said}")
    return 0


def _ask_the_bot(database: Where, table_id: int, patience: float) -> None:
    ask(database, table_id, time.time())
    end = time.monotonic() + patience
    while table_id in [table.id for table in open_tables(database)]:
        if time.monotonic() > end:
            raise StoreError(
                f"The running bot was asked to release table {table_id}, and has not done it in {patience:g} s. "
                "It does it as soon as it can; if it hangs, stop it and ask again."
            )
        time.sleep(LOOK)


async def _release(database: Where, table_id: int) -> None:
    store = await Store.open(database)
    try:
        await release(store, table_id)
    finally:
        await store.close()
