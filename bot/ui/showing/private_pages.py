"""Private pages that belong to a moment of a table: each goes, or loses its buttons, as soon as that is over."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.service.model import Refusal, Snapshot
from bot.store.messages import Remembered
from bot.ui.desk import Desk
from bot.ui.pages.page import Page
from bot.ui.showing.live import LiveMessage
from bot.ui.showing.memory import Memory, name_of, names_at, numbers
from bot.ui.showing.places import ByTokens
from bot.ui.showing.sending import FAILURES, describe
from bot.ui.showing.tokens import Tokens, UnreachableError

log = logging.getLogger(__name__)

READ: Final = 5.0
"""Seconds in which somebody reads a sentence."""
ON_ITS_WAY: Final = 5.0
"""Seconds after a message was deleted in which a press on it may still come."""


@dataclass(frozen=True)
class Traits:
    """What the pages of one kind have in common."""

    prefix: str
    """How their names begin; then come the ids of table and user."""
    lasts: Callable[[Snapshot, int], bool]
    """Whether a page that was shown in that deal of the table still belongs to the present moment."""
    stays: bool
    """Whether it stays to be read, without buttons; else it is deleted."""
    moment: Callable[[Snapshot], object] = lambda table: None
    """What the moment is for which it was made: it goes once that is over, also where others or the clock have ended
    it. None: it goes with no moment."""
    stands: float = 0.0
    """Seconds that it stands at least, so that it can be read."""


def _in_the_lobby(table: Snapshot, deal: int) -> bool:
    return table.stage == "lobby"


def _after_the_deal(table: Snapshot, deal: int) -> bool:
    return table.stage == "between" and table.turn.deal == deal


def _until_the_next_deal(table: Snapshot, deal: int) -> bool:
    return table.stage != "closed" and table.turn.deal == deal


def _in_the_deal(table: Snapshot, deal: int) -> bool:
    return table.stage == "playing" and table.turn.deal == deal


def _present_moment(table: Snapshot) -> object:
    return table.turn


def _whose_turn(table: Snapshot) -> object:
    return table.turn.deal, None if table.to_act is None else table.to_act.seat


def _asked_about(table: Snapshot) -> object:
    return table.stage, table.turn.deal, table.closing


class PageKind(Enum):
    """The kinds of private pages."""

    SETUP = Traits("setup:", _in_the_lobby, stays=False)
    """The pages on which tables are set up."""
    MORE = Traits("more:", _after_the_deal, stays=True)
    """The pages with what the end of a deal has besides."""
    MANAGE = Traits("manage:", _until_the_next_deal, stays=False)
    """The panels of those who host a table, or may manage its channel."""
    ADVICE = Traits("advice:", _in_the_deal, stays=False, moment=_present_moment)
    """The pages with a hint, or with what can be done, at one moment of a turn."""
    TRICK = Traits("trick:", _in_the_deal, stays=False)
    """The pages with the last trick; their holder's next act ends them, too."""
    BEATS = Traits("beats:", _in_the_deal, stays=False)
    """The pages of the rules that were opened beside a panel, with what beats what; their holder's next act ends
    them."""
    WAITING = Traits("waits:", _in_the_deal, stays=False, moment=_whose_turn, stands=READ)
    """What somebody was told who can't do a thing because of whose turn it is."""
    ASKED = Traits("asked:", _until_the_next_deal, stays=False, moment=_asked_about)
    """The questions that are asked once, beside what was pressed."""


@dataclass(frozen=True)
class Anew:
    """How a page is made anew while it is open, so that it stays true."""

    shows: Callable[[Snapshot], object]
    """What the page shows of the table: it is made anew once that is something else."""
    page: Callable[[Snapshot], Awaitable[Page]]


@dataclass
class _OpenPage:
    """What is known of a page that is open, besides where it is, which is remembered."""

    moment: object
    """The moment for which it was made."""
    since: float
    """Since when it stands, in seconds of the event loop's clock."""
    anew: Anew | None
    """How it is made anew; None: it stays as it is until it ends."""
    shows: object
    """What it shows of its table, where it can be made anew."""

    def is_old(self, table: Snapshot) -> bool:
        """Whether it shows something else of the table than what is so now."""
        return self.anew is not None and self.anew.shows(table) != self.shows


@dataclass(eq=False)
class _Coming:
    """A page that is not there yet."""

    name: str
    over: bool = False
    """Whether what it is about has been done already."""


class PrivatePages:
    """The pages of one kind that people have open, one a person and table."""

    def __init__(self, kind: PageKind, desk: Desk, memory: Memory, tokens: Tokens) -> None:
        self._traits, self._desk, self._memory, self._tokens = kind.value, desk, memory, tokens
        self._coming: list[_Coming] = []
        """The pages that are being made, or are on their way."""
        self._open: dict[int, _OpenPage] = {}
        """The open pages, by their messages; not those from before a start. While a press on a page is served it isn't
        among them, as the answer may take its place."""
        # What is being done to messages: it may go on when their page is open no more, or another one is.
        self._pressed: list[int] = []
        """The messages with such pages on which presses are being served, one entry a press."""
        self._renewing: set[int] = set()
        """The messages that are being made anew."""
        self._ending: set[int] = set()
        """The messages that are being deleted, or have been a moment ago, or lose their buttons."""

    def restore(self, due: Callable[[Remembered], bool]) -> None:
        """After a start: those pages whose moment has passed meanwhile are ended."""
        for table_id in {numbers(left.name)[0] for left in self._memory.starting(self._traits.prefix) if due(left)}:
            self.changed(table_id)

    async def shown(
        self, table: Snapshot, user_id: int, channel_id: int, message_id: int, anew: Anew | None = None
    ) -> None:
        """That message shows a person such a page from now on; one that the person had open before is ended.

        ``anew``: how it is made anew when it isn't true any more; None: it stays as it is until it ends.
        """
        name = name_of(self._traits.prefix, table.table_id, user_id)
        before = self._message(name)
        self._open[message_id] = _OpenPage(
            moment=self._traits.moment(table),
            since=asyncio.get_running_loop().time(),
            anew=anew,
            shows=None if anew is None else anew.shows(table),
        )
        message = self._message(name)
        message.deal = table.turn.deal
        await message.adopt(channel_id, message_id)
        if before.exists and before.id != message_id:  # only now, as more of them may come while it is being ended
            await self._end(before)
        self.changed(table.table_id)  # the moment may have passed while it was on its way

    def changed(self, table_id: int) -> None:
        """Ends the pages of that table whose moment has passed, and makes those anew that aren't true any more."""
        table = self._desk.service.snapshot_of(table_id)
        for left in self._memory.starting(names_at(self._traits.prefix, table_id)):
            message_id = left.message_id or 0
            page = self._open.get(message_id)
            if table is None or not self._lasts(table, left):
                self._end_in_time(table_id, left)
            elif page is not None and page.is_old(table):
                self._desk.spawn(self._renew(table_id, left.name, message_id))

    def _end_in_time(self, table_id: int, left: Remembered) -> None:
        """Ends the page, once it has stood for as long as it takes to read it."""
        loop = asyncio.get_running_loop()
        page = self._open.get(left.message_id or 0)
        rest = 0.0 if page is None else page.since + self._traits.stands - loop.time()
        if rest > 0:
            loop.call_later(rest, self._look_again, table_id)
        else:
            self._desk.spawn(self._end(self._message(left.name)))

    def _look_again(self, table_id: int) -> None:
        with contextlib.suppress(Refusal):  # a table that rests is looked at when it is brought back
            self.changed(table_id)

    async def _renew(self, table_id: int, name: str, message_id: int) -> None:
        """Makes the page anew until it is true; one that no token reaches is right again once it is pressed. Never
        raises."""
        if message_id in self._renewing:
            return
        self._renewing.add(message_id)
        try:
            while (table := self._desk.service.snapshot_of(table_id)) is not None:
                left = self._memory.get(name)
                if left is None or not self._lasts(table, left):
                    return
                page = self._open.get(message_id)
                if page is None or page.anew is None or not page.is_old(table):
                    return
                made = await page.anew.page(table)
                message = self._message(name)
                if message.id != message_id or message_id in self._ending:
                    return  # it is pressed now, and the answer takes its place; or it is over
                await message.show(made, send_again=False)
                if self._open.get(message_id) is page:  # else it is pressed now, or it is over, or shows an answer
                    page.shows = page.anew.shows(table)
        except (*FAILURES, Refusal, UnreachableError) as error:
            if (page := self._open.get(message_id)) is not None:
                page.anew = None
            log.info("a private page stays as it is (%s): %s", name, describe(error))
        finally:
            self._renewing.discard(message_id)

    def _lasts(self, table: Snapshot, left: Remembered) -> bool:
        """Whether the page still belongs to the present moment, as far as that is known."""
        page = self._open.get(left.message_id or 0)
        its_moment = page is None or page.moment == self._traits.moment(table)
        return its_moment and self._traits.lasts(table, left.deal)

    def over(self, table_id: int, user_id: int) -> None:
        """Ends the page that the person has open at that table, if any, and one that is coming as soon as it is there.

        It is about what has been done by now.
        """
        name = name_of(self._traits.prefix, table_id, user_id)
        for coming in self._coming:
            if coming.name == name:
                coming.over = True
        message = self._message(name)
        if message.exists:
            self._desk.spawn(self._end(message))

    @contextlib.contextmanager
    def coming(self, table_id: int, user_id: int) -> Iterator[None]:
        """While a page for that person is made and shown, which may be over by then."""
        coming = _Coming(name_of(self._traits.prefix, table_id, user_id))
        self._coming.append(coming)
        try:
            yield
        finally:
            self._coming.remove(coming)
            if coming.over:
                self.over(table_id, user_id)

    def is_going(self, message_id: int) -> bool:
        """Whether that message is being deleted, or just was, so that nothing can be shown there any more."""
        return message_id in self._ending and not self._traits.stays

    @contextlib.asynccontextmanager
    async def answering(
        self, table_id: int, user_id: int, message_id: int, *, gives_way: bool = False
    ) -> AsyncIterator[None]:
        """While a press on that page is served, whose answer takes its place; where it is refused, the page stays.

        ``gives_way``: whether the panel takes its place where it is refused.
        """
        left = self._in(table_id, user_id, message_id)
        if left is None:
            yield
            return
        self._pressed.append(message_id)
        page = self._open.pop(message_id, None)
        await self._memory.forget(left.name)
        try:
            yield
        except Exception as error:
            if gives_way and isinstance(error, Refusal):
                raise
            if page is not None:
                self._open[message_id] = page
            await self._memory.note(left)
            self.changed(table_id)
            raise
        finally:
            self._pressed.remove(message_id)

    def has(self, table: Snapshot, user_id: int, message_id: int) -> bool:
        """Whether that message shows such a page, also while a press on it is served, and its moment isn't over."""
        there = message_id in self._pressed or self._in(table.table_id, user_id, message_id) is not None
        return there and self._traits.lasts(table, table.turn.deal)

    def _in(self, table_id: int, user_id: int, message_id: int) -> Remembered | None:
        """What is remembered of that person's page, if that message shows it."""
        left = self._memory.get(name_of(self._traits.prefix, table_id, user_id))
        return left if left is not None and left.message_id == message_id else None

    def _message(self, name: str) -> LiveMessage:
        """The message that is remembered by that name now; it doesn't change when another is remembered later."""
        return LiveMessage(ByTokens(self._tokens), self._memory, self._desk.spawn, name)

    async def _end(self, message: LiveMessage) -> None:
        """Deletes the page, or removes its buttons. Never raises: one that no token reaches says that it is over when
        it is pressed."""
        message_id = message.id or 0
        if message_id in self._ending:
            return
        self._ending.add(message_id)
        stays = self._traits.stays
        try:
            if stays:
                await message.retire()
            else:
                await message.remove()
        except (*FAILURES, UnreachableError) as error:
            stays = True
            log.info("a private page stays (%s): %s", message.name, describe(error))
            await message.forget()
        finally:
            if stays:
                self._ending.discard(message_id)
            else:  # a press on it may be on its way
                asyncio.get_running_loop().call_later(ON_ITS_WAY, self._ending.discard, message_id)
            self._open.pop(message_id, None)
