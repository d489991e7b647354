"""The private pages on which tables are set up: each goes as soon as nothing can be set up any more."""

from __future__ import annotations

import logging

from bot.ui.desk import Desk
from bot.ui.showing.live import LiveMessage
from bot.ui.showing.memory import SETUPS, Memory, numbers, setup_name, setups_of
from bot.ui.showing.places import ByTokens
from bot.ui.showing.sending import FAILURES, MESSAGE_GONE, code_of, describe
from bot.ui.showing.tokens import Tokens, UnreachableError

log = logging.getLogger(__name__)


class SetupPages:
    """The pages that people have open, one a person and table."""

    def __init__(self, desk: Desk, memory: Memory, tokens: Tokens) -> None:
        self._desk, self._memory, self._tokens = desk, memory, tokens

    def restore(self) -> None:
        """After a start: the pages of tables at which a deal was dealt meanwhile go."""
        for table_id in {numbers(left.name)[0] for left in self._memory.starting(SETUPS)}:
            self.changed(table_id)

    async def shown(self, table_id: int, user_id: int, channel_id: int, message_id: int) -> None:
        """That message shows a person the setup from now on; one that the person had open before goes."""
        page = self._page(setup_name(table_id, user_id))
        if page.exists and page.id != message_id:
            await self._remove(page)
            page = self._page(setup_name(table_id, user_id))
        await page.adopt(channel_id, message_id)
        self.changed(table_id)  # a deal may have been dealt while it was on its way

    def changed(self, table_id: int) -> None:
        """Has the pages of that table go where it can be set up no more."""
        table = self._desk.service.snapshot_of(table_id)
        if table is not None and table.stage == "lobby":
            return
        for left in self._memory.starting(setups_of(table_id)):
            self._desk.spawn(self._remove(self._page(left.name)))

    def _page(self, name: str) -> LiveMessage:
        return LiveMessage(ByTokens(self._tokens), self._memory, self._desk.spawn, name)

    async def _remove(self, page: LiveMessage) -> None:
        """Deletes the page. Never raises: one that no token reaches says that it is over when it is pressed."""
        try:
            await page.remove()
        except (*FAILURES, UnreachableError) as error:
            if code_of(error) not in MESSAGE_GONE:
                log.info("a page of the setup stays (%s): %s", page.name, describe(error))
            await page.forget()
