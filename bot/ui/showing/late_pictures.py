"""Tables whose pictures were not drawn in time: they are shown again, one after another, once it is calm."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from bot.ui.desk import Desk

DRAWN_AGAIN: Final = 5.0
"""After this many seconds tables are shown again whose pictures were not drawn in time, unless there is still too much
to do: then that is looked at again after as many."""
NEXT_DRAWN: Final = 0.05
"""Seconds between two of them: all at once, they would be too much to do."""


class LatePictures:
    """The tables whose pictures were not drawn in time. ``show_again`` is called with the id of each."""

    def __init__(self, desk: Desk, show_again: Callable[[int], None]) -> None:
        self._desk, self._show_again = desk, show_again
        self._late: dict[int, None] = {}
        """In the order in which that came about."""

    def awaited(self, table_id: int) -> bool:
        """Whether that table is to be shown again."""
        return table_id in self._late

    def note(self, table_id: int) -> None:
        """A picture was not drawn in time: it is tried again, with all that the table shows by then."""
        if not self._late:
            asyncio.get_running_loop().call_later(DRAWN_AGAIN, self._draw_again)
        self._late[table_id] = None

    def _draw_again(self) -> None:
        """Shows a table again whose picture was late, and soon the next one."""
        loop = asyncio.get_running_loop()
        if self._desk.workload.overloaded:
            loop.call_later(DRAWN_AGAIN, self._draw_again)
            return
        table_id = next(iter(self._late))
        del self._late[table_id]
        if self._late:
            loop.call_later(NEXT_DRAWN, self._draw_again)
        self._show_again(table_id)
