"""Calling people by name when it is their turn, only where that is needed, by messages that go once they have acted.

Somebody who has pressed something lately is watching, and is called only where nothing comes for a while; somebody who
hasn't is called at once. Whoever practises with computer players alone keeps nobody waiting, and is called only for a
reminder. Each person chooses: like this, always at once, or never.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Final

import discord

from bot.service.model import Snapshot, Turn
from bot.store.messages import Remembered
from bot.ui.desk import Desk
from bot.ui.pages.page import sentence
from bot.ui.pages.table import call_page
from bot.ui.showing.limiter import Priority
from bot.ui.showing.live import LiveMessage
from bot.ui.showing.memory import CALLS, Memory, name_of, names_at, numbers
from bot.ui.showing.places import InChannel
from bot.ui.showing.refresher import Refresher
from bot.ui.showing.sending import FAILURES, describe, helps_later, log_failure
from bot.ui.showing.tokens import Tokens

log = logging.getLogger(__name__)

PATIENCE: Final = 15.0
"""Seconds without anything from somebody who has pressed something lately, before that person is called."""
LONGER: Final = 60.0
"""The same where the person's panel is the lowest message of the channel: whoever looks there sees it, and a call would
push it up under the finger."""
SPACING: Final = 0.4
"""Seconds between two looks at who is to be called at a table."""


class Calls:
    """The calls at all tables.

    ``sent`` is called with the ids of table, person and message whenever somebody is called; ``lowest`` says of a table
    and a person whether that person's panel is the lowest message of the channel.
    """

    def __init__(
        self,
        desk: Desk,
        client: discord.Client,
        memory: Memory,
        tokens: Tokens,
        sent: Callable[[int, int, int], None],
        lowest: Callable[[int, int], bool],
    ) -> None:
        self._desk, self._client, self._memory, self._tokens, self._sent = desk, client, memory, tokens, sent
        self._lowest = lowest
        self._callers: dict[int, _Caller] = {}
        self._closed = False

    @property
    def busy(self) -> bool:
        """Whether anybody is being called, or a call is being deleted."""
        return any(caller.refresher.busy for caller in self._callers.values())

    def restore(self, due: Callable[[Remembered], bool]) -> None:
        """After a start: deletes the calls of turns that have been made since, of those messages."""
        for table_id in {numbers(message.name)[0] for message in self._memory.starting(CALLS) if due(message)}:
            self.changed(table_id)

    def changed(self, table_id: int) -> None:
        """Looks who is to be called at that table, and whose call is to be deleted."""
        if self._closed:
            return
        if table_id not in self._callers:
            self._callers[table_id] = _Caller(
                self._desk,
                self._client,
                self._memory,
                self._tokens,
                table_id,
                partial(self._sent, table_id),
                partial(self._lowest, table_id),
                lambda: self._callers.pop(table_id, None),
            )
        self._callers[table_id].refresher.wake()

    def looks_at(self, table_id: int) -> bool:
        """Whether anybody is being called at that table, or is to be."""
        caller = self._callers.get(table_id)
        return caller is not None and caller.looks

    def let_go(self, table_id: int) -> None:
        """Calls nobody at that table any more, until something happens there; calls stay."""
        if (caller := self._callers.pop(table_id, None)) is not None:
            caller.refresher.stop()

    async def close(self) -> None:
        """Stops everything; calls stay until the next start."""
        self._closed = True
        await asyncio.gather(*(caller.close() for caller in self._callers.values()))


class _Caller:
    """The calls at one table: one at a time, and one for each time that the turn comes to somebody."""

    def __init__(
        self,
        desk: Desk,
        client: discord.Client,
        memory: Memory,
        tokens: Tokens,
        table_id: int,
        sent: Callable[[int, int], None],
        lowest: Callable[[int], bool],
        ended: Callable[[], object],
    ) -> None:
        self._desk, self._client, self._memory, self._tokens, self._lowest = desk, client, memory, tokens, lowest
        self._table_id, self._sent, self._ended = table_id, sent, ended
        self._waits_for: tuple[int, int] | None = None
        """The deal and the person whose turn has come, until it is somebody else's."""
        self._moment: Turn | None = None
        """The moment at which the table was seen last."""
        self._since = 0.0
        """When the table came to that moment, in seconds of the loop's clock."""
        self._called: Turn | None = None
        """The moment for which somebody was called whose turn it still is."""
        self._reminders = 0
        """How many reminders of that turn there had been by then."""
        self._messages = [self._message(left) for left in memory.starting(names_at(CALLS, table_id))]
        self._timer: asyncio.TimerHandle | None = None
        failed = partial(log_failure, log, f"nobody could be called at table {table_id}")
        self.refresher = Refresher(lambda: desk.serving.shows(self._look), SPACING, failed)

    async def close(self) -> None:
        """Stops, and cancels what is being done."""
        if self._timer is not None:
            self._timer.cancel()
        await self.refresher.close()

    @property
    def looks(self) -> bool:
        """Whether it looks, or will before anything happens."""
        waits = self._timer is not None and self._called is None and self._waits_for is not None
        return self.refresher.due or waits

    async def _look(self) -> None:
        snapshot = self._desk.service.snapshot_of(self._table_id)
        waits_for = _waits_for(snapshot)
        first = self._moment is None
        now = asyncio.get_running_loop().time()
        if snapshot is not None and snapshot.turn != self._moment:
            self._moment, self._since = snapshot.turn, now
        if waits_for != self._waits_for:
            self._waits_for, self._called = waits_for, None
            if first and waits_for is not None:
                for reminders in [_reminders(call) for call in self._messages if _person(call) == waits_for[1]]:
                    self._called, self._reminders = self._moment, reminders  # before a restart, or before it rested
        if snapshot is not None and snapshot.reminders > self._reminders:
            self._called = None  # the person is called again
        self._reminders = snapshot.reminders if snapshot is not None else 0
        if self._called is None or self._called != self._moment:
            await self._take_back()
        if waits_for is not None and self._called is None:
            due = await self._due(waits_for[1], alone=_practises_alone(snapshot))
            if due is not None and due <= now:
                await self._call(waits_for)
            elif due is not None:
                self._look_at(due)
        elif snapshot is None or snapshot.stage == "closed":
            self.refresher.stop()
            self._ended()

    async def _due(self, user_id: int, *, alone: bool) -> float | None:
        """When the person is to be called, in seconds of the loop's clock; None for never.

        ``alone``: whether only computer players sit there besides.
        """
        match (await self._desk.settings(user_id)).call:
            case "never":
                return None
            case "at_once":
                return self._since
            case "later" if alone and not self._reminders:
                return None
            case "later":
                overloaded = self._desk.workload.overloaded  # then people wait for the bot, and not the bot for them
                if not self._tokens.pressed_lately(self._table_id, user_id):
                    return self._since + (PATIENCE if overloaded else 0.0)
                return self._since + (LONGER if overloaded or self._lowest(user_id) else PATIENCE)

    def _look_at(self, due: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_at(due, self._look_now)

    def _look_now(self) -> None:
        self._timer = None
        self.refresher.wake()

    async def _call(self, waits_for: tuple[int, int]) -> None:
        async with self._desk.limiter.turn(Priority.CALL):
            snapshot = self._desk.service.snapshot_of(self._table_id)
            if snapshot is None or _waits_for(snapshot) != waits_for or snapshot.turn != self._moment:
                return  # it was waited for; the change has woken this again
            place = InChannel(self._client, snapshot.channel_id, snapshot.guild_id)
            name = name_of(CALLS, self._table_id, waits_for[1], snapshot.reminders)
            message = LiveMessage(place, self._memory, self._desk.spawn, name)
            self._messages.append(message)
            try:
                await message.send(call_page(snapshot, waits_for[1], self._desk.texts_in(snapshot.guild_id)))
            finally:
                if message.exists:  # also where it may have arrived: nobody is called twice
                    self._called = self._moment
        self._sent(waits_for[1], message.id or 0)

    async def _take_back(self) -> None:
        """Deletes all calls."""
        for message in tuple(self._messages):
            if message.exists:
                async with self._desk.limiter.turn(Priority.CALL):
                    await self._delete(message)
            self._messages.remove(message)

    async def _delete(self, message: LiveMessage) -> None:
        try:
            if message.being_sent:  # it may have arrived; sent again with the same nonce it tells which it is
                at = self._desk.service.location_of(self._table_id)
                await message.find(sentence(self._desk.texts_in(at.guild_id if at is not None else 0)("call-over")))
            await message.remove()
        except FAILURES as error:
            if helps_later(error):
                raise
            log.info("a call at table %s can't be deleted: %s", self._table_id, describe(error))
            await message.forget()

    def _message(self, left: Remembered) -> LiveMessage:
        at = self._desk.service.location_of(self._table_id)  # of one that was being sent no channel is known
        channel_id = left.channel_id or (at.channel_id if at is not None else 0)
        return LiveMessage(InChannel(self._client, channel_id), self._memory, self._desk.spawn, left.name)


def _waits_for(snapshot: Snapshot | None) -> tuple[int, int] | None:
    """The deal and the person that the table waits for; None where it waits for nobody."""
    acting = snapshot.to_act if snapshot is not None else None
    if snapshot is None or snapshot.in_dm or acting is None or acting.computer or acting.user_id is None:
        return None  # in direct messages nobody else is there to wait
    return snapshot.turn.deal, acting.user_id


def _practises_alone(snapshot: Snapshot | None) -> bool:
    """Whether somebody sits there for practice with computer players alone."""
    return snapshot is not None and snapshot.practice and sum(not s.computer for s in snapshot.sitters) == 1


def _person(message: LiveMessage) -> int:
    """Whom a message calls."""
    return numbers(message.name)[1]


def _reminders(message: LiveMessage) -> int:
    """How many reminders of the turn there had been when a message was sent; those of older versions don't say it."""
    return numbers(message.name)[2] if len(numbers(message.name)) > 2 else 0
