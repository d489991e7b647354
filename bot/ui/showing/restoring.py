"""What was shown before a start is shown again: that of each shard's servers once the shard is there.

The same holds for shards that a process takes while it runs.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

import discord

from bot.logs import errors_logged, log_unexpected
from bot.service.model import Refusal
from bot.store.messages import Remembered
from bot.store.model.errors import StoreError
from bot.ui.desk import Desk
from bot.ui.showing.live import LiveMessage
from bot.ui.showing.memory import HANDS, LEFT, PANELS, POINTERS, TABLES, Memory, numbers
from bot.ui.showing.places import ByTokens, InChannel
from bot.ui.showing.sending import FAILURES, describe

if TYPE_CHECKING:
    from bot.ui.showing.showing import Showing

log = logging.getLogger(__name__)

SHOWN_AT_ONCE: Final = 4
"""How many tables are shown again at one time after a start, so that no picture waits for long."""
BETWEEN_TABLES: Final = 0.2
"""Seconds to wait before the next table takes the place of one that is shown: Discord takes fifty requests a second."""
SHOWN_AGAIN: Final = 10.0
"""After this many seconds the next table is shown, even if the one before is not shown yet."""
READ_AGAIN: Final = 30.0
"""After this many seconds a table is shown again that could not be read after a start."""


class Restoring:
    """Reads what was shown before, and has it shown again by ``showing``, or taken away."""

    def __init__(self, showing: Showing, desk: Desk, client: discord.Client, memory: Memory) -> None:
        self._showing, self._desk, self._client, self._memory = showing, desk, client, memory
        self._restoring = asyncio.Lock()
        self._loaded = False
        """Whether what was shown before was read, and nothing was done with it yet."""
        self._restored: set[int] = set()
        """The shards whose tables are shown again after the start."""

    async def load(self) -> None:
        """Reads which messages and tokens there are from before; called before anything is shown.

        What can't be read is shown anew, or as it is, and ends no start.
        """
        shards, showing = self._desk.service.shards, self._showing
        loads: tuple[tuple[str, Callable[[], Awaitable[None]]], ...] = (
            ("messages from before", partial(self._memory.load, None if shards.ids is None else shards.holds)),
            ("tokens from before", showing.tokens.load),
            ("answers that are owed", partial(showing.pending_answers.load, shards.holds)),
        )
        for what, load in loads:
            try:
                await load()
            except StoreError as error:
                log_unexpected(log, f"{what} could not be read", error)
        self._was_read()

    async def take(self, taken: frozenset[int]) -> None:
        """The same for shards that this process takes while it runs. Raises StoreError: then it may be tried again."""
        service = self._desk.service

        def holds(guild_id: int) -> bool:
            return service.shards.of(guild_id) in taken

        await self._memory.load(holds)
        await self._showing.tokens.load(lambda table_id: service.shard_of(table_id) in taken)
        await self._showing.pending_answers.load(holds)
        self._was_read()

    def _was_read(self) -> None:
        """Tells the service which messages show tables. What was read is shown again once a shard is there."""
        for message in self._memory.starting(TABLES):
            self._desk.service.set_live(numbers(message.name)[0], message.message_id)
        self._loaded = True

    async def restore(self, shard: int) -> bool:
        """The first time that a shard is there after a start: shows its open tables again.

        With the first of all shards that were taken together, answers that never came are removed, and what is left of
        closed tables. Returns whether it is the first of all.
        """
        async with self._restoring:
            if shard in self._restored:
                return False
            first, at_all = self._loaded, not self._restored
            self._loaded = False
            if first:
                await self._showing.thinking.settle()
                self._showing.pending_answers.restore()
            self._restored.add(shard)
            self._restore(shard, first=first)
            if first and not at_all:
                self._showing.announcements.refresher.wake()
                self._showing.letters.refresher.wake()
            return at_all

    def watch_ends(self) -> None:
        """After a start: tells what is still to be told, and looks for tables that nobody can reach any more."""
        self._showing.announcements.refresher.wake()
        self._showing.letters.refresher.wake()
        self._desk.keep_running(self._showing.lost.watch())

    def _restore(self, shard: int, *, first: bool) -> None:
        service, showing = self._desk.service, self._showing

        def due(message: Remembered) -> bool:
            """Whether that message of a table's is to be looked at now."""
            of = service.shard_of(numbers(message.name)[0])
            return of == shard if of is not None else first

        there = [at for at in service.locations() if not at.closed and service.shards.of(at.guild_id) == shard]
        tables = {at.table_id for at in there}
        resting = {at.table_id for at in there if showing.is_shown_at_rest(at)}

        def gone(message: Remembered) -> bool:
            """Whether its table has closed meanwhile; of those that are open all is looked at as they are shown."""
            return due(message) and numbers(message.name)[0] not in tables

        left = [message for kind in (TABLES, HANDS, PANELS) for message in self._memory.starting(kind)]
        work = iter(
            [
                *(partial(self._show_again, at.table_id) for at in there if at.table_id not in resting),
                *(partial(self._remove_buttons, message) for message in left if gone(message)),
                *(partial(self._clear_away, message) for message in self._memory.starting(LEFT) if first),
                *(partial(self._clear_away, message) for message in self._memory.starting(POINTERS) if gone(message)),
            ]
        )
        for _ in range(SHOWN_AT_ONCE):
            self._desk.spawn(_one_after_another(work))
        showing.calls.restore(gone)
        for pages in showing.private_pages.values():
            pages.restore(gone)
        showing.unreadable.restore(shard, due)
        showing.questions.restore(due)

    async def _show_again(self, table_id: int) -> None:
        """Shows a table after a start, and waits a while for it. One that can't be read is shown later."""
        await self._desk.service.rests.prepare(table_id)
        try:
            self._showing.changed(table_id)
        except Refusal as refusal:
            log.warning("table %s can't be shown again yet (%s)", table_id, refusal.code)
            self._desk.keep_running(self._show_later(table_id))
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SHOWN_AGAIN):
                await self._showing.publishers.caught_up(table_id)

    async def _show_later(self, table_id: int) -> None:
        await asyncio.sleep(READ_AGAIN)
        await self._show_again(table_id)

    async def _clear_away(self, message: Remembered) -> None:
        """Deletes a message that another had taken the place of when the bot stopped; else it loses its buttons."""
        place = InChannel(self._client, message.channel_id or 0)
        left = LiveMessage(place, self._memory, self._desk.spawn, message.name)
        try:
            await left.remove()
        except FAILURES as error:
            log.info("a message from before the start can't be deleted (%s): %s", message.name, describe(error))
            await left.retire()

    async def _remove_buttons(self, message: Remembered) -> None:
        """Removes the buttons from the message of a table that was closed unseen before the start, or can't be read."""
        private = message.name.startswith(PANELS)
        place = ByTokens(self._showing.tokens) if private else InChannel(self._client, message.channel_id or 0)
        await LiveMessage(place, self._memory, self._desk.spawn, message.name).retire()


async def _one_after_another(work: Iterator[Callable[[], Awaitable[None]]]) -> None:
    """Does the work that is left, piece by piece; several calls may share it. A piece that fails is logged."""
    for do in work:
        with errors_logged(log, "something could not be shown again after the start"):
            await do()
        await asyncio.sleep(BETWEEN_TABLES)
