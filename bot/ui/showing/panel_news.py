"""Whether a panel shows what there is to show by now, and what is waited for before it is made to."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.service.model import Private, Refusal, Snapshot, Turn
from bot.ui.desk import Desk
from bot.ui.pages.concern import Concern
from bot.ui.pages.page import Page
from bot.ui.pictures.moved import as_pictured
from bot.ui.showing.live import LiveMessage
from bot.ui.showing.panel_content import PanelContent
from bot.ui.showing.table_info import TableInfo
from bot.ui.workload import Urgency

LAST_EDIT: Final = 30.0
"""Seconds before its token runs out at which a panel gets its last edit by it."""
WITH_THE_TABLE: Final = 1.5
"""Seconds for which a panel waits at most for the table's message, whose picture it can then show by its address."""
BEHIND_OTHERS: Final = 0.25
"""Seconds after which it waits no longer, where the table's page hasn't begun: then the bot has much to do."""


class PanelNews:
    """What one person's panel has to show, compared with what a message of it shows.

    ``key``: the table and the user. ``wake`` has the panel looked at again; ``held``: whether an answer is under way
    that shows it.
    """

    def __init__(
        self,
        desk: Desk,
        key: tuple[int, int],
        content: PanelContent,
        wake: Callable[[], None],
        held: Callable[[], bool],
        info: TableInfo,
    ) -> None:
        self._table_id, self._user_id = key
        self._desk, self._content, self._wake, self._held, self._info = desk, content, wake, held, info
        self.seen = 0
        """The number of the last deal in which the person was shown the panel after a press, or in the channel."""
        self._shown_deal: int | None = None
        """The deal that the message shows whose page waits to be made, if that is known."""

    def private(self) -> Private | None:
        """The table as the person sees it now; None for whoever doesn't sit there."""
        try:
            return self._desk.service.private_of(self._table_id, self._user_id)
        except Refusal:
            return None

    def stands(self, message: LiveMessage, about: object) -> bool:
        """Whether the message shows that, and no picture that may be gone."""
        return message.shows(about) and not self._lacks_a_picture(message)

    def _lacks_a_picture(self, message: LiveMessage) -> bool:
        """Whether the message shows a picture of the table's message that may be gone."""
        files = self._info.files(self._table_id)
        return bool(message.shared) and (files is None or files.lacks(message.shared))

    async def for_message(self, message: LiveMessage, private: Private, *, live: bool) -> bool:
        """Whether there is something that the message doesn't show. ``live``: it follows what others do, too."""
        about, before = await self._content.concern(private, live=live), message.about
        in_words = self._desk.workload.overloaded and isinstance(before, Concern) and not before.drawn
        if in_words:
            about = replace(about, drawn=False)
        shown = self.stands(message, about) or self._may_wait(message, about, private.table)
        if shown and in_words:
            self._desk.studio.on_late(self._table_id)  # its pictures follow when it is calm
        return not shown

    def _may_wait(self, message: LiveMessage, about: Concern, table: Snapshot) -> bool:
        """Whether the message shows all but the beginning of somebody else's turn, and may do so until that is over."""
        before = message.about
        if not (isinstance(before, Concern) and self._info.rest_follows(table)):
            return False
        begun = Turn(table.turn.deal, as_pictured(table).told[-1].seq)
        return before.in_same_turn(about, begun) and self.stands(message, before)

    async def room(self, message: LiveMessage) -> Private | None:
        """Waits until the page for the message may be made. Returns what it is to be made from, as it is then."""
        self._shown_deal = message.deal
        await self._desk.workload.room(_urgency(self.private(), message.deal), of=self)
        return self.private()

    def gives_way(self) -> bool:
        """Whether the panel is left to an answer that was begun while this waited; then it is looked at again after
        that. Of two edits at the same time nobody knows which came last."""
        held = self._held()
        if held:
            self._wake()
        return held

    def hurry(self) -> None:
        """Has a page that waits to be made wait no longer than its holder may, who may be to act or have a new hand by
        now."""
        workload = self._desk.workload
        if workload.waits(self):
            workload.hurry(self, _urgency(self.private(), self._shown_deal))

    async def with_the_table(self) -> None:
        """Waits until the table's message shows what there is to show by now, if that is to be soon."""
        first = min(BEHIND_OTHERS, WITH_THE_TABLE)
        if not await self.after_the_table(first) and not self._info.waits(self._table_id):
            await self.after_the_table(WITH_THE_TABLE - first)

    async def after_the_table(self, most: float) -> bool:
        """Waits until the table's message shows what there is to show by now, ``most`` seconds. Returns whether it
        does."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(most):
                await self._info.shown(self._table_id)
            return True
        return False

    async def show(self, message: LiveMessage, page: Page, about: object, *, send_again: bool = True) -> None:
        """Has the message show the page; where it isn't sure that it does, the panel is looked at again."""
        if self._lacks_a_picture(message):
            message.outdated()
        sure = await message.show(page, about, send_again=send_again)
        if not sure and (message.exists or not message.place.takes_posts):
            self._wake()


def to_act(private: Private | None) -> bool:
    """Whether the panel's holder is to act."""
    return private is not None and private.view is not None and private.view.asked is not None


def _urgency(private: Private | None, shown: int | None) -> Urgency:
    """How soon the panel is to be made that nobody has pressed. ``shown``: the deal whose hand it shows, if known."""
    if private is None:
        return Urgency.WAITING
    if shown is not None and private.table.turn.deal != shown:
        return Urgency.ANSWER
    return Urgency.TO_ACT if to_act(private) or private.table.stage != "playing" else Urgency.WAITING
