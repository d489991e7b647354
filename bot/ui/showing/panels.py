"""The panels of everybody at the tables, each kept up to date by itself.

A panel that a token edits follows every move; a direct message without one is edited only when something changes for
its holder (``pages.concern.Concern``). Slow or closed direct messages of one person delay nobody else's.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Final

import discord

from bot.service.model import Private, Refusal
from bot.ui.desk import Desk
from bot.ui.pages.page import sentence
from bot.ui.pages.question import Question
from bot.ui.showing.answer import Answer
from bot.ui.showing.memory import HANDS, PANELS, POINTERS, Memory, name_of, names_at, numbers
from bot.ui.showing.panel import Panel
from bot.ui.showing.refresher import Refresher
from bot.ui.showing.sending import log_failure
from bot.ui.showing.table_info import TableInfo
from bot.ui.showing.tokens import Tokens

log = logging.getLogger(__name__)

CATCHING_UP: Final = 5.0
"""Seconds for which a table's message that is over waits at most for the panels that show its pictures."""
SPACING: Final = 0.4
"""Seconds between two looks at the same person's panel."""


class Panels:
    """All panels: one a person and table.

    ``on_closed_dms`` is called with a table's id when somebody there turns out to take no direct messages.
    """

    def __init__(
        self,
        desk: Desk,
        client: discord.Client,
        memory: Memory,
        tokens: Tokens,
        on_closed_dms: Callable[[int], None],
        info: TableInfo,
    ) -> None:
        self._desk, self._client, self._memory, self._tokens = desk, client, memory, tokens
        self._on_closed_dms, self._info = on_closed_dms, info
        self._panels: defaultdict[int, dict[int, tuple[Panel, Refresher]]] = defaultdict(dict)
        """By table and user."""
        self._ending: set[Refresher] = set()
        """Those of panels that are over, while they lose their buttons."""
        self._unreached: dict[int, set[int]] = {}
        self._closed = False

    @property
    def kept(self) -> frozenset[tuple[int, int]]:
        """The panels that are kept true, as table and user."""
        return frozenset((table_id, user_id) for table_id, panels in self._panels.items() for user_id in panels)

    @property
    def busy(self) -> bool:
        """Whether any panel is being looked at."""
        return any(refresher.busy for panels in self._panels.values() for _, refresher in panels.values())

    def looks_at(self, table_id: int) -> bool:
        """Whether any panel at that table is being looked at, or is about to be."""
        return any(refresher.due for _, refresher in self._panels.get(table_id, {}).values())

    def all_up_to_date(self, table_id: int) -> bool:
        """Whether all panels that are kept there are known to show what there is to show."""
        return all(panel.up_to_date for panel, _ in self._panels.get(table_id, {}).values())

    def let_go(self, table_id: int) -> None:
        """Keeps no panel of that table any more; messages stay as they are."""
        for panel, refresher in self._panels.pop(table_id, {}).values():
            refresher.stop()
            panel.let_go()

    def shared(self, table_id: int) -> frozenset[int]:
        """The files of that table's message which panels show, or are about to show."""
        panels = self._panels.get(table_id, {}).values()
        return frozenset[int]().union(*(panel.shared for panel, _ in panels))

    async def caught_up(self, table_id: int) -> None:
        """Waits a while until all panels at that table show what there is to show by now."""
        busy = [refresher for _, refresher in self._panels.get(table_id, {}).values() if refresher.busy]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CATCHING_UP):
                await asyncio.gather(*(refresher.caught_up() for refresher in busy))

    def changed(self, table_id: int) -> None:
        """Looks at the panels of everybody who sits, or has a panel, at that table."""
        snapshot = self._desk.service.snapshot_of(table_id)
        if snapshot is None or snapshot.stage != "playing":
            self._unreached.pop(table_id, None)
        people = {s.user_id for s in snapshot.sitters if s.user_id is not None} if snapshot is not None else set()
        people |= self._panels.get(table_id, {}).keys()
        for kind in (HANDS, PANELS, POINTERS):
            people |= {numbers(message.name)[1] for message in self._memory.starting(names_at(kind, table_id))}
        for user_id in people:
            self.wake(table_id, user_id)

    def wake(self, table_id: int, user_id: int) -> None:
        """Looks at that person's panel."""
        panel, refresher = self._panel(table_id, user_id)
        refresher.wake()
        panel.hurry()

    def unreached(self, table_id: int) -> frozenset[int]:
        """The people of that table who turned out, in this deal, to take no direct messages."""
        return frozenset(self._unreached.get(table_id, ()))

    @contextlib.asynccontextmanager
    async def answering(self, table_id: int, user_id: int) -> AsyncIterator[None]:
        """While an answer that shows the panel is under way, the panel is not edited as well."""
        _, refresher = self._panel(table_id, user_id)
        refresher.hold()
        try:
            yield
        finally:
            refresher.release()
            if not self._info.put_off(table_id):
                self.wake(table_id, user_id)

    def change(self, table_id: int, user_id: int, deal: int, **looks: bool) -> None:
        """Changes how that person's panel looks, in the deal of that number."""
        self._panel(table_id, user_id)[0].change(deal, **looks)

    def presses(self, table_id: int, user_id: int, what: object, within: float = math.inf) -> bool:
        """Notes what that person presses to act. Whether that is what was pressed last, as by a double tap; ``within``:
        so many seconds ago at most."""
        return self._panel(table_id, user_id)[0].presses(what, within)

    def has(self, table_id: int, user_id: int, message_id: int) -> bool:
        """Whether that message is that person's panel."""
        known = (self._memory.get(name_of(kind, table_id, user_id)) for kind in (PANELS, HANDS))
        return any(panel is not None and panel.message_id == message_id for panel in known)

    def in_channel(self, table_id: int, user_id: int) -> bool:
        """Whether that person's panel is in the table's channel."""
        return self._memory.get(name_of(PANELS, table_id, user_id)) is not None

    async def show(
        self,
        answer: Answer,
        private: Private,
        notices: tuple[str, ...] = (),
        *,
        anew: bool = False,
        question: Question | None = None,
    ) -> None:
        """Shows the panel as the answer, and keeps it true from then on; ``anew``: at the bottom of the channel.

        ``question``: asked before a move, in place of the buttons.
        """
        panel, _ = self._panel(private.table.table_id, answer.interaction.user.id)
        await panel.answer(answer, private, notices, anew=anew, question=question)

    async def tell(self, table_id: int, user_id: int, said: str) -> bool:
        """Says in that person's panel, where it is open in the channel, why a press on the table's message was refused.

        Returns whether it was said: False where no such panel can be edited.
        """
        if user_id not in self._panels.get(table_id, {}):
            return False
        async with self.answering(table_id, user_id):
            return await self._panel(table_id, user_id)[0].in_channel.tell(said)

    async def refuse(self, answer: Answer, table_id: int, said: str) -> None:
        """Says in the pressed message, a panel, why the press was refused.

        Where there is something to be kept true it stays a panel, else the words take its place.
        """
        user_id, page = answer.interaction.user.id, sentence(said)
        if user_id not in self._panels.get(table_id, {}):
            await answer.show(page)  # nobody takes that message for a panel
            return
        async with self.answering(table_id, user_id):
            try:
                private = self._desk.service.private_of(table_id, user_id)
            except Refusal:
                private = None
            if private is None or private.table.stage == "closed":
                await self._panel(table_id, user_id)[0].give_way(answer, page)
            else:
                await self.show(answer, private, (said,))

    def is_lowest(self, table_id: int, user_id: int) -> bool:
        """Whether that person's panel can be edited in the channel, with nothing known to stand below it."""
        panels = self._panels.get(table_id, {})
        return user_id in panels and panels[user_id][0].in_channel.lowest

    def come_down(self, table_id: int, user_id: int) -> None:
        """Has that person's panel come below what was just posted, if it is open in the channel."""
        panels = self._panels.get(table_id, {})
        if user_id in panels and panels[user_id][0].in_channel.is_open:
            panels[user_id][0].in_channel.come_down()
            self.wake(table_id, user_id)

    def has_seen(self, table_id: int, user_id: int, deal: int) -> bool:
        """Whether that person was shown the panel in that deal, other than by a direct message that may lie unread."""
        return self._panel(table_id, user_id)[0].seen == deal

    async def moves_to_direct_messages(self, table_id: int, user_id: int) -> None:
        """Has that person's panel come by direct message from now on, also where it is open in the channel."""
        await self._panel(table_id, user_id)[0].in_channel.take_away()

    async def close(self) -> None:
        """Stops everything for good: an answer that ends later doesn't look at a panel any more."""
        self._closed = True
        refreshers = [refresher for at_table in self._panels.values() for _, refresher in at_table.values()]
        await asyncio.gather(*(refresher.close() for refresher in (*refreshers, *self._ending)))

    def _panel(self, table_id: int, user_id: int) -> tuple[Panel, Refresher]:
        key, panels = (table_id, user_id), self._panels[table_id]
        if user_id not in panels:
            wake = partial(self.wake, *key)
            held = partial(self._held, *key)
            not_reached = partial(self._not_reached, *key)
            panel = Panel(
                self._desk, self._client, self._memory, self._tokens, key, wake, held, not_reached, self._info
            )
            failed = partial(log_failure, log, f"a panel at table {table_id} could not be shown")
            refresher = Refresher(lambda: self._look(key, panel), SPACING, failed)
            if self._closed:
                refresher.stop()
            panels[user_id] = panel, refresher
        return panels[user_id]

    async def _look(self, key: tuple[int, int], panel: Panel) -> None:
        if not await self._desk.serving.shows(panel.look):
            table_id, user_id = key
            _, refresher = self._panels[table_id].pop(user_id)
            if not self._panels[table_id]:
                del self._panels[table_id]
            refresher.stop()
            self._ending.add(refresher)
            try:
                await panel.end()
            finally:
                self._ending.discard(refresher)

    def _held(self, table_id: int, user_id: int) -> bool:
        """Whether an answer is under way that shows that person's panel."""
        _, refresher = self._panels.get(table_id, {}).get(user_id, (None, None))
        return refresher is not None and refresher.held

    def _not_reached(self, table_id: int, user_id: int) -> None:
        """Has the table's message say that this person's hand must be looked at there."""
        there = self._unreached.setdefault(table_id, set())
        if user_id not in there:
            there.add(user_id)
            self._on_closed_dms(table_id)
