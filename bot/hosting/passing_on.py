"""Presses in direct messages, which all come to shard 0, are passed on to the process that has their table."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

from bot.hosting.handing_over import Waiting
from bot.store.model.errors import StoreError
from bot.ui.clicks.address import NO_TABLE, Address, BadAddress

if TYPE_CHECKING:
    from bot.client import KnockaboutClient
    from bot.store.leases import Leases

log = logging.getLogger(__name__)


def pass_presses_on(client: KnockaboutClient, leases: Leases, waiting: Waiting) -> None:
    """From now on a press in a direct message goes to the process that holds its table's shard.

    What comes of shards that aren't played on here yet goes to ``waiting``.
    """

    def passes_on(data: Any) -> bool:
        if waiting.keeps(data):
            return True
        table_id = _table_of(data)
        if table_id == NO_TABLE or client.service.shard_of(table_id) is not None:
            return False
        client.desk.spawn(_pass_on(client, leases, table_id, data))
        return True

    client.pass_on(passes_on)


async def _pass_on(client: KnockaboutClient, leases: Leases, table_id: int, data: Any) -> None:
    with client.desk.serving.one():
        try:
            if await leases.pass_on(int(data["id"]), table_id, json.dumps(data)):
                return
        except StoreError as error:
            log.warning("a press could not be passed on to another process: %s", error)
    client.serve(data)  # it says that the table is gone, or another process's


def _table_of(data: Any) -> int:
    """The table whose button was pressed in a direct message; ``NO_TABLE`` for anything else."""
    if data.get("guild_id") is not None:
        return NO_TABLE
    try:
        return Address.parse(str((data.get("data") or {}).get("custom_id", ""))).table
    except BadAddress:
        return NO_TABLE
