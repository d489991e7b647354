"""Interactions of shards that this process has a connection for, and not yet the lease: another process still serves.

While both have a connection Discord brings each interaction to both. What comes here is kept until it can't be answered
any more; once the lease is here, what the other process hasn't taken is served.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from bot.logs import errors_logged
from bot.store.lease_sql import ANSWERED_WITHIN

if TYPE_CHECKING:
    from bot.client import KnockaboutClient

log = logging.getLogger(__name__)


class KeptInteractions:
    """What people ask for in servers whose shards another process still holds."""

    def __init__(self, client: KnockaboutClient, now: Callable[[], float] = time.monotonic) -> None:
        self._client, self._now = client, now
        self._kept: deque[tuple[float, Any]] = deque()

    def keeps(self, data: Any) -> bool:
        """Keeps an interaction, as Discord has sent it, if it is of a shard that isn't played on here yet."""
        if self._client.plays_on(self._shard(data)):
            return False
        self._forget_old()
        self._kept.append((self._now(), data))
        return True

    def serve(self) -> None:
        """Serves what can still be answered and was kept for shards that are played on by now.

        What another process has taken is dropped: passed on once more, it would be done at a second table.
        """
        self._forget_old()
        kept, self._kept = self._kept, deque()
        served = 0
        for since, data in kept:
            if self._client.plays_on(self._shard(data)):
                with errors_logged(log, "what had waited for the lease could not be served"):
                    if not self._client.desk.was_heard(int(data["id"])):
                        served += 1
                        self._client.receive(data)
            else:
                self._kept.append((since, data))
        if served:
            log.info("serving %d presses and commands of the last seconds", served)

    def _shard(self, data: Any) -> int:
        return self._client.service.shards.of(int(data.get("guild_id") or 0))

    def _forget_old(self) -> None:
        while self._kept and self._kept[0][0] + ANSWERED_WITHIN < self._now():
            self._kept.popleft()
