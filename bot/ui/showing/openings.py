"""Tables that are being opened: the message that answers the command becomes the table's own."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

from bot.service.model import Snapshot
from bot.ui.desk import Desk
from bot.ui.pages.page import Page
from bot.ui.showing.publisher import Adoption
from bot.ui.showing.thinking import ThinkingAnswers


class Opening:
    """A table that is being opened, and the message that answers the command; None if it has none."""

    def __init__(self, message_id: int | None, adopt: Callable[[Snapshot, int], Awaitable[None]]) -> None:
        self._message_id, self._adopt = message_id, adopt
        self.adoption: Adoption = asyncio.get_running_loop().create_future()

    async def opened(self, table: Snapshot) -> None:
        """The table is there: remembers the answer as its message, so that a restart finds it."""
        if self._message_id is not None:
            await self._adopt(table, self._message_id)

    def shown(self, message_id: int | None, page: Page) -> None:
        """Says that the answer shows that page; None if it could not be shown: then the table gets its own message."""
        self.adoption.set_result((message_id, page))


class Openings:
    """The tables that are being opened.

    ``adopt`` takes a message as a table's; ``changed`` has a table shown whose panel is all there is of it.
    """

    def __init__(
        self,
        desk: Desk,
        thinking: ThinkingAnswers,
        adopt: Callable[[Snapshot, int], Awaitable[None]],
        changed: Callable[[int], None],
    ) -> None:
        self._desk, self._thinking, self._adopt, self._changed = desk, thinking, adopt, changed
        self._under_way: dict[tuple[int, int], Opening] = {}
        """By the channel, and the person who opens a table there."""

    def under_way_in(self, channel_id: int) -> bool:
        """Whether a table is being opened in that channel."""
        return any(opened_in == channel_id for opened_in, _ in self._under_way)

    def adoption(self, table: Snapshot) -> Adoption | None:
        """The answer to the command that opens that table just now; None if none does."""
        opening = self._under_way.get((table.channel_id, table.host_id))
        return opening.adoption if opening is not None else None

    @contextlib.asynccontextmanager
    async def opening(self, channel_id: int, user_id: int, message_id: int | None) -> AsyncIterator[Opening]:
        """While this is open, that message answers the person who opens a table there: the table waits for it."""
        opening = Opening(message_id, self._adopt)
        place = channel_id, user_id
        async with self._thinking.waiting(channel_id, message_id):
            self._under_way.setdefault(place, opening)
            try:
                yield opening
            finally:
                if self._under_way.get(place) is opening:
                    del self._under_way[place]
                at = self._desk.service.location_in(channel_id)
                if at is not None and at.in_dm:
                    self._changed(at.table_id)
                if not opening.adoption.done():
                    opening.adoption.set_result((None, None))
