"""What a process proves of its leases before it writes: that its row among the processes is there, and no older one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.store.model.errors import LeaseLostError, OlderDatabaseError


@dataclass(slots=True)
class Proof:
    """What a process knows of its row."""

    process: int
    """Its number. In a database that was put back it may have been given once more."""
    since: float
    """When it came, by the database's clock: nobody else with that number came then."""
    until: float
    """Until when it has its leases, by the last renewal that was answered. It only changes by renewals, so a row that
    says less is of a database that was put back."""

    def check(self, row: Any | None, least: float) -> None:
        """Raises LeaseLostError unless the row is there, its ``since`` and ``until`` first; OlderDatabaseError if it is
        another process's, or older than ``least``: ``until`` as it was known before it was asked for.
        """
        if row is None:
            raise LeaseLostError
        if row[0] != self.since or row[1] < least:
            raise OlderDatabaseError
