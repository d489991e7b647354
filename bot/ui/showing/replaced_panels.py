"""Panels that another has taken the place of: they are deleted, or say so in a line."""

from __future__ import annotations

import logging
from collections.abc import Callable

from bot.ui.desk import Desk
from bot.ui.pages.page import Page
from bot.ui.showing.live import LiveMessage
from bot.ui.showing.sending import FAILURES, MESSAGE_GONE, code_of, describe, persevere
from bot.ui.showing.tokens import UnreachableError

log = logging.getLogger(__name__)


class ReplacedPanels:
    """The earlier panels of one person at a table.

    ``key``: the table and the user. ``wake`` has the panel looked at again. ``message``: the panel of now, which may be
    the earlier one again by the time that something is done to that, because it was pressed meanwhile.
    """

    def __init__(self, desk: Desk, key: tuple[int, int], wake: Callable[[], None]) -> None:
        self._desk, self._wake = desk, wake
        self._table_id, self._user_id = key

    def clear_away(self, message: LiveMessage, before: tuple[int, int] | None) -> None:
        """Has the panel of before, in that channel and of that id, deleted if there was one and it isn't the panel
        still."""
        if before is not None and before[1] != message.id:
            self._desk.spawn(self.delete(message, *before))

    async def delete(self, message: LiveMessage, channel_id: int, message_id: int) -> None:
        """Deletes a panel that another has taken the place of, unless it is pressed meanwhile. Never raises."""

        async def delete() -> None:
            if message.id != message_id:
                await message.place.delete(channel_id, message_id)

        try:
            await persevere(delete, attempts=2)
        except UnreachableError:
            pass  # it has had its last edit, or becomes the panel when it is pressed
        except FAILURES as error:
            if code_of(error) not in MESSAGE_GONE:
                log.info("an older panel at table %s stays: %s", self._table_id, describe(error))

    async def shrink(self, message: LiveMessage, channel_id: int, message_id: int) -> None:
        """Has a panel that another has taken the place of say so in a line. Never raises.

        It may be pressed meanwhile, and is the panel again then.
        """
        line = Page(body=(await self._desk.texts_of(self._user_id))("private-newer"), framed=False)

        async def shrink() -> None:
            if message.id != message_id:
                await message.place.edit(channel_id, message_id, line, {})

        try:
            await persevere(shrink)
        except (UnreachableError, *FAILURES) as error:
            log.info("an older panel at table %s keeps its buttons: %s", self._table_id, describe(error))
        if message.id == message_id:
            message.doubt()
            self._wake()


def where(message: LiveMessage) -> tuple[int, int] | None:
    """The message's channel and id; None where there is none that is known."""
    return None if message.channel_id is None or message.id is None else (message.channel_id, message.id)
