"""Whether somebody who doesn't sit at a table may sit down there: **Join** is offered to that person only then."""

from __future__ import annotations

import logging

from bot.logs import log_unexpected
from bot.service.model import Snapshot
from bot.store.model.errors import StoreError
from bot.ui.clicks.request import Request
from bot.ui.words.next_deal import full

log = logging.getLogger(__name__)


async def may_join(request: Request, table: Snapshot) -> bool:
    """Whether whoever asks doesn't sit at that table and may sit down, whatever the purse holds.

    The table has room and goes on, and takes that person. False where that can't be read.
    """
    user_id = request.interaction.user.id
    if table.in_dm or table.stage == "closed" or table.closing or full(table) or table.seated(user_id) is not None:
        return False
    try:
        return await request.service.seats.takes(table.table_id, user_id)
    except StoreError as error:
        log_unexpected(log, "whether somebody may sit down could not be read", error)
        return False
