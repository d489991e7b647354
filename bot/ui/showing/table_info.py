"""What panels ask about the tables that they belong to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.service.model import Snapshot
from bot.ui.showing.table_files import TableFiles


@dataclass(frozen=True)
class TableInfo:
    """What panels ask about a table and its message. Where there are numbers, the table's id comes first."""

    shown: Callable[[int], Awaitable[None]]
    """Waits until the table's message shows what there is to show by now."""
    waits: Callable[[int], bool]
    """Whether the page of the table's message waits for others to be made."""
    files: Callable[[int], TableFiles | None]
    """The files of the table's message, to be shown by panels, too; None where nothing is known of it."""
    pushed_up: Callable[[int, int, int], bool]
    """Whether there is talk below that message of the table's channel, or more lines of the bot's own than that."""
    put_off: Callable[[int], bool]
    """Whether what has happened at the table is shown later, with what is about to follow, and so is its picture in the
    panels; all panels are looked at then."""
    rest_follows: Callable[[Snapshot], bool]
    """Whether somebody at the table is in mid-turn. A panel that can only wait shows such a turn when it is over."""
