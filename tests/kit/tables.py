"""The tables of a service, for tests that look at all of them; none may rest."""

from __future__ import annotations

from bot.service.model import Snapshot
from bot.service.service import TableService
from bot.service.table import Table


def all_tables(service: TableService) -> list[Snapshot]:
    """Every table that can be played at, and those that were closed just now. Raises Refusal where one rests."""
    found = [service.snapshot_of(at.table_id) for at in service.locations()]
    return [table for table in found if table is not None]


def open_tables(service: TableService) -> list[Table]:
    """Those that are open, as the service has them. Raises Refusal where one rests."""
    by_channel = service._in_memory.by_channel
    return [by_channel[channel_id] for channel_id in by_channel.ids]


def lose(service: TableService) -> None:
    """Has the service know of no table any more, as if they had been closed long ago."""
    tables = service._in_memory
    tables.by_channel.ids.clear()
    for at in tables.by_id.locations():
        del tables.by_id[at.table_id]
