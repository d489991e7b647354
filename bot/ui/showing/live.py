"""Keeps one message on Discord equal to a page, whatever goes wrong on the way."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, TypeVar

import discord

from bot.store.messages import Remembered
from bot.ui.pages.page import NOTHING_KEPT, Kept, KeptFile, Page
from bot.ui.showing.attached import pictures_of
from bot.ui.showing.memory import LEFT, Memory, name_of
from bot.ui.showing.places import Place
from bot.ui.showing.retire import without_buttons
from bot.ui.showing.sending import (
    CHANNEL_GONE,
    FAILURES,
    HANGS,
    MESSAGE_GONE,
    NOT_ALLOWED,
    code_of,
    describe,
    helps_later,
    persevere,
    refused,
    sure_of_files,
)
from bot.ui.showing.tokens import Token, UnreachableError

log = logging.getLogger(__name__)
T = TypeVar("T")

ATTEMPTS: Final = 3
"""Attempts at one request, before the message is made again from what there is to show by then."""
MOST_LOST: Final = 4
"""Pages that are kept of a message that may show any of them."""
ANSWER: Final = "answer"
"""How what is kept as a nonce begins where the message was sent as an answer; the press's number follows."""
NO_FILES: Final = frozenset({50013, 40005})
"""Files are not allowed there, or are too large."""

Through = Callable[[Page, Kept], Awaitable[Sequence[KeptFile] | None]]
"""Another way to edit a message than its place's, such as the answer to a click on it: gives the files that the
message has then, None where it failed. The files in ``Kept`` it has already."""


class Status(Enum):
    """What is known of a message."""

    UNKNOWN = "unknown"
    """It may show anything, as after a restart, or may not be there, as after a request whose answer was lost."""
    SHOWN = "shown"
    """It shows the page."""
    GONE = "gone"
    """There is none: it was never sent, or somebody has deleted it."""
    RETIRED = "retired"
    """It stays as it is, without buttons, and is not looked at any more."""


@dataclass(frozen=True)
class Leaving:
    """What is to be left of a message in whose place another is sent."""

    page: Page
    """What it shows for good, with all files that other messages may show."""
    otherwise: Callable[[], Awaitable[object]]
    """Called where it can't show that, and goes."""


class LiveMessage:
    """A message that shows a page, in one place.

    ``name``: the name it keeps over a restart; "" for a message that can't be found again. ``spawn`` runs work that
    nobody waits for. ``moved`` is called with the message's id whenever there is another message, or none.
    ``unreadable`` makes the page without buttons for a message that is not known and may not be read. ``stub``: where
    another message takes its place it is deleted, and shows this if it can't be; without it, it loses its buttons.
    ``unneeded`` is waited for before it is deleted: other messages may still show its files.

    A failure raises what the last attempt raised: the owner tries again, with what there is to show then.
    """

    def __init__(
        self,
        place: Place,
        memory: Memory,
        spawn: Callable[[Coroutine[Any, Any, object]], None],
        name: str = "",
        moved: Callable[[int | None], None] = lambda message_id: None,
        unreadable: Callable[[], Page] | None = None,
        stub: Callable[[], Awaitable[Page]] | None = None,
        unneeded: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        self.place = place
        self._memory, self._spawn, self.name, self._moved = memory, spawn, name, moved
        self._unreadable, self._stub, self._unneeded = unreadable, stub, unneeded
        self.status = Status.GONE
        self.id: int | None = None
        """The message; None if there is none, or none that is known."""
        self.channel_id: int | None = None
        self.page: Page | None = None
        """The page it shows, or was last seen to show; None if that is not known."""
        self._about: object = None
        self.deal = 0
        """The number of the deal whose hand it shows; 0 if it shows no hand."""
        self._nonce = ""
        self._kept: Kept = {}
        self._coming: list[Page] = []
        """The pages that it is about to show."""
        self._lost: tuple[Page, ...] = ()
        """The pages that it may show, since it isn't known which edit came last or arrived."""
        self._editing = 0
        self._overlapped = False
        if (known := memory.get(name)) is not None:
            self.status = Status.UNKNOWN
            self.channel_id, self.id = known.channel_id, known.message_id
            self._nonce, self.deal = known.nonce, known.deal

    @property
    def exists(self) -> bool:
        """Whether there is a message, or may be one."""
        return self.id is not None or bool(self._nonce)

    @property
    def being_sent(self) -> bool:
        """Whether a message was sent that may or may not have arrived."""
        return bool(self._nonce)

    @property
    def about(self) -> object:
        """What the page that it certainly shows was made from; None if that is not known."""
        return self._about if self.status is Status.SHOWN else None

    def shows(self, about: object) -> bool:
        """Whether it certainly shows the page that was made from ``about``."""
        return self.status is Status.SHOWN and self._about == about

    def _shows_page(self, page: Page) -> bool:
        """Whether it certainly shows that page, whatever it was made from, with no picture that may be gone."""
        return self.about is not None and self.page == page

    @property
    def files(self) -> Kept:
        """The files that it certainly has, by the digests of their pictures."""
        return self._kept if self.status is Status.SHOWN else {}

    @property
    def shared(self) -> frozenset[int]:
        """The files of other messages that it shows, may show, or is about to show."""
        shown = [self.page] if self.page is not None and self.exists else []
        return frozenset[int]().union(*(page.shared for page in (*shown, *self._lost, *self._coming)))

    @contextlib.contextmanager
    def coming(self, page: Page) -> Iterator[None]:
        """While this is open the message is about to show that page."""
        self._coming.append(page)
        try:
            yield
        finally:
            self._coming.remove(page)

    # -- showing

    async def show(
        self, page: Page, about: object = None, *, through: Through | None = None, send_again: bool = True
    ) -> bool:
        """Has the message show the page; sends one if there is none. Raises what a request raises.

        ``about``: what the page was made from, where that is less than the page. ``through``: another way to edit it,
        which is used even if it shows the page already. ``send_again``: whether a message that turns out to be gone is
        sent again. Returns whether it certainly shows the page now: if two edits overlap nobody knows which came last.
        """
        with self.coming(page):
            return await self._show(page, page if about is None else about, through, send_again=send_again)

    async def _show(self, page: Page, about: object, through: Through | None, *, send_again: bool) -> bool:
        if through is None and (self.shows(about) or self._shows_page(page)):
            self._about = about
            return True
        if self._nonce and through is None:
            await self.find(page)
        if self.id is None and through is None and self.place.takes_posts:
            await self.send(page, about)
            return True
        try:
            return await self._edit(page, about, through)
        except discord.HTTPException as error:
            gone = code_of(error) in MESSAGE_GONE
            if helps_later(error) or code_of(error) in CHANNEL_GONE | NOT_ALLOWED or not self.place.takes_posts:
                raise
        if gone:
            await self._is_gone()
            if not send_again:
                return False
        await self.send(page, about)  # it is gone, its thread is archived, or it can't be edited
        return True

    async def send(
        self, page: Page, about: object = None, *, answering: Token | None = None, leaving: Leaving | None = None
    ) -> None:
        """Sends a new message in place of the current one, which goes or loses its buttons.

        ``answering``: the token with which it is sent, as an answer to the current one, and edited from then on; where
        Discord has certainly not taken it so, UnreachableError is raised. ``leaving``: what is to be left of the
        current one, which then doesn't go. Raises what the request raises; the current message then stays. If the new
        one may have arrived nevertheless, ``find`` or ``show`` finds it.
        """
        with self.coming(page):
            self._nonce = _new_nonce() if answering is None else f"{ANSWER}{answering.interaction_id}"
            await self._note()
            message = await (self._post(page) if answering is None else self._answer(page, answering))
            await self._replaced_by(message, leaving)
            self.status, self.page, self._about = Status.SHOWN, page, page if about is None else about
            self._kept = page.attached(pictures_of(message))
        await self._note()

    async def find(self, page: Page | None = None) -> discord.Message | None:
        """After a restart or a lost answer: finds out which message there is. Raises what a request raises.

        A message that was being sent is found by its nonce, or by the press that it answers; if it never arrived, this
        sends ``page``, if given.
        Returns the message as Discord has it; None if there is none, or if it may not be read.
        """
        if self._nonce and page is not None:
            message = await self._find_answer() or await self._post(page)
            if message.id != self.id:
                await self._replaced_by(message)
            self.status, self._nonce, self._kept = Status.UNKNOWN, "", {}
            await self._note()
            return message
        if self.id is None or self.channel_id is None:
            return None
        where = self.channel_id, self.id
        try:
            return await self._request(lambda: self.place.fetch(*where))
        except discord.HTTPException as error:
            if code_of(error) in MESSAGE_GONE:
                await self._is_gone()
            elif helps_later(error) or code_of(error) in CHANNEL_GONE:
                raise
        return None

    async def adopt(
        self,
        channel_id: int,
        message_id: int,
        page: Page | None = None,
        about: object = None,
        attachments: Sequence[KeptFile] = (),
    ) -> None:
        """Takes that message from now on. It shows the page, made from ``about``; None if that is not known.

        ``attachments``: the files that it has.
        """
        moved = self.id != message_id
        self.channel_id, self.id, self._nonce = channel_id, message_id, ""
        self._lost = ()
        self.status = Status.UNKNOWN if page is None else Status.SHOWN
        self.page, self._about = page, page if about is None else about
        self._kept = page.attached(attachments) if page is not None else {}
        if moved:
            self._moved(message_id)
        await self._note()

    def outdated(self) -> None:
        """It is to be edited, whatever it was made from: a file of another message that it shows may be gone."""
        self._about = None

    def doubt(self) -> None:
        """It was edited in another way, and may show anything."""
        if self.status is Status.SHOWN:
            self.status = Status.UNKNOWN
        self._overlapped = self._overlapped or self._editing > 0
        self._kept = {}

    # -- ending

    async def retire(self, page: Page | None = None) -> None:
        """Removes the call and the buttons of the message, which shows ``page``, or else what it showed before.

        If Discord can't be reached it stays remembered and nothing is raised.
        """
        there = self.id is not None or not self.place.takes_posts
        channel_id, message_id, shown = self.channel_id, self.id, self.page
        self.status, self.id, self._nonce = Status.RETIRED, None, ""
        if there:
            left = page or shown  # for good, so that it must not need another message's files
            left = left.by_itself() if left is not None else None
            done = await self._remove_buttons(channel_id or 0, message_id or 0, shown, self._kept, left)
            if not done or self.exists:
                return  # it stays remembered, or there is another one by now
        await self._is_over(message_id)

    async def remove(self) -> None:
        """Deletes the message, which may be gone already. Raises what the request raises."""
        if self.id is not None and self.channel_id is not None:
            await self._delete(self.channel_id, self.id)
        await self.forget()

    async def forget(self) -> None:
        """Leaves the message as it is, and forgets it."""
        message_id = self.id
        self.status, self.id, self._nonce = Status.RETIRED, None, ""
        await self._is_over(message_id)

    # -- inside

    async def _is_over(self, message_id: int | None) -> None:
        """Forgets that message, unless another one of that name is remembered by now."""
        known = self._memory.get(self.name)
        if known is None or known.message_id in {None, message_id}:
            await self._memory.forget(self.name)

    async def _edit(self, page: Page, about: object, through: Through | None) -> bool:
        self._overlapped = self._overlapped or self._editing > 0
        self._editing += 1
        edited, had = self.id, self._certain()
        done, attachments = False, None
        try:
            attachments = await (self._change(page) if through is None else through(page, self._certain()))
            done = attachments is not None
        finally:
            self._editing -= 1
            sure = done and not self._overlapped and self.id == edited
            if not self._editing:
                self._overlapped = False
            if self.id == edited and self.status is not Status.RETIRED:
                self.status, self._about = Status.SHOWN if sure else Status.UNKNOWN, about
                self._lost = () if sure else (*self._lost, page)[-MOST_LOST:]
                self.page = page if done else self.page
                self._kept = page.attached(attachments or (), had) if sure else {}
        return sure

    async def _change(self, page: Page) -> Sequence[KeptFile]:
        where = self.channel_id or 0, self.id or 0

        def changing(made: Page) -> Callable[[], Awaitable[Sequence[KeptFile]]]:
            return sure_of_files(self._certain, lambda kept: self.place.edit(*where, made, kept))

        return await self._with_or_without_picture(page, changing)

    def _certain(self) -> Kept:
        """The files that the message has, whatever becomes of other edits of it that are under way."""
        return self._kept if self._editing <= 1 else NOTHING_KEPT

    async def _post(self, page: Page) -> discord.Message:
        """Sends the page with the current nonce."""
        nonce = self._nonce
        try:
            return await self._with_or_without_picture(page, lambda made: lambda: self.place.post(made, nonce))
        except FAILURES as error:
            if helps_later(error):
                self.status = Status.UNKNOWN  # it may have arrived
            else:
                self._nonce = ""
                await self._note()
            raise

    async def _answer(self, page: Page, token: Token) -> discord.Message:
        """Sends the page with that token, once."""
        try:
            async with asyncio.timeout(HANGS):
                return await self.place.answer(page, token)
        except UnreachableError:
            pass
        except BaseException as error:
            if not refused(error):
                self.status = Status.UNKNOWN  # it may have arrived
                raise
            log.info("a message can't be sent as an answer (%s): %s", self.name, describe(error))
        self._nonce = ""
        await self._note()
        raise UnreachableError

    async def _find_answer(self) -> discord.Message | None:
        """The answer that may have arrived; None where it hasn't, or where none was sent."""
        if not self._nonce.startswith(ANSWER):
            return None
        interaction_id, where = int(self._nonce.removeprefix(ANSWER)), (self.channel_id or 0, self.id or 0)
        message = await self._request(lambda: self.place.find_answer(*where, interaction_id))
        if message is None:
            self._nonce = _new_nonce()
            await self._note()
        return message

    async def _replaced_by(self, message: discord.Message, leaving: Leaving | None = None) -> None:
        channel_id, before, shown = self.channel_id, self.id, self.page
        if before is not None and channel_id is not None and before != message.id:
            if self._stub is None:
                self._spawn(self._remove_buttons(channel_id, before, shown, self._kept, shown))
            else:
                if self.name:  # else a crash would leave it, with buttons and out of date
                    await self._memory.note(Remembered(name_of(LEFT, before), channel_id, before))
                self._spawn(self._clear_away(channel_id, before, self._stub, leaving))
        self.channel_id, self.id, self._nonce = message.channel.id, message.id, ""
        self.page, self._about, self._lost = None, None, ()
        if before != message.id:
            self._moved(message.id)

    async def _clear_away(
        self, channel_id: int, message_id: int, stub: Callable[[], Awaitable[Page]], leaving: Leaving | None
    ) -> None:
        """Deletes a message, unless it can show what is to be left of it; where neither can be done, it shrinks to the
        stub."""
        if leaving is not None:
            if await self._turn_into(channel_id, message_id, leaving.page):
                await self._memory.forget(name_of(LEFT, message_id))
                return
            await leaving.otherwise()
        if self._unneeded is not None:
            await self._unneeded()
        try:
            await self._delete(channel_id, message_id)
        except (*FAILURES, UnreachableError) as error:
            log.info("an earlier message can't be deleted (%s): %s", self.name, describe(error))
            if not await self._remove_buttons(channel_id, message_id, None, {}, await stub()):
                return  # after the next start it is tried again
        await self._memory.forget(name_of(LEFT, message_id))

    async def _delete(self, channel_id: int, message_id: int) -> None:
        """Deletes a message; where it is gone already there is nothing to be done. Raises what the request raises."""
        try:
            await self._request(lambda: self.place.delete(channel_id, message_id))
        except discord.HTTPException as error:
            if code_of(error) not in MESSAGE_GONE:
                raise

    async def _turn_into(self, channel_id: int, message_id: int, page: Page) -> bool:
        """Has a message that is over show that page, for good. Returns whether it does."""
        try:
            await self._request(lambda: self.place.edit(channel_id, message_id, page.quiet(), NOTHING_KEPT))
        except FAILURES as error:
            log.info("an earlier message can't be changed (%s): %s", self.name, describe(error))
            return False
        return True

    async def _remove_buttons(
        self, channel_id: int, message_id: int, shown: Page | None, kept: Kept, page: Page | None
    ) -> bool:
        """Removes the buttons of a message that showed a page, and has these files.

        Returns whether that is done, or impossible for good.
        """
        try:
            if page is None:
                await self._strip(channel_id, message_id)
            elif (quiet := page.quiet()) != shown:

                def quieting(made: Page) -> Callable[[], Awaitable[Sequence[KeptFile]]]:
                    return sure_of_files(lambda: kept, lambda kept: self.place.edit(channel_id, message_id, made, kept))

                await self._with_or_without_picture(quiet, quieting)
        except (*FAILURES, UnreachableError) as error:
            log.info("a message that is over keeps its buttons (%s): %s", self.name, describe(error))
            return isinstance(error, UnreachableError) or not helps_later(error)
        return True

    async def _strip(self, channel_id: int, message_id: int) -> None:
        """Removes the buttons of a message that only Discord still knows."""
        try:
            found = await self._request(lambda: self.place.fetch(channel_id, message_id))
        except discord.HTTPException as error:
            if code_of(error) not in NOT_ALLOWED or self._unreadable is None:
                raise
            view: discord.ui.LayoutView | None = self._unreadable().quiet().view()
            files: Sequence[KeptFile] = ()
        else:
            view, files = without_buttons(found), pictures_of(found)
        if view is not None:
            stripped = view
            await self._request(lambda: self.place.change_view(channel_id, message_id, stripped, files))

    async def _with_or_without_picture(self, page: Page, sending: Callable[[Page], Callable[[], Awaitable[T]]]) -> T:
        """Sends the page; in words alone if files are not allowed or not accepted. ``sending`` makes what sends it."""
        try:
            return await self._request(sending(page))
        except discord.HTTPException as error:
            if not page.pictures or (error.status != 413 and code_of(error) not in NO_FILES):
                raise
        return await self._request(sending(page.without_picture()))

    async def _request(self, send: Callable[[], Awaitable[T]]) -> T:
        """Every request for this message goes through here."""
        return await persevere(send, attempts=ATTEMPTS)

    async def _is_gone(self) -> None:
        self.status, self.id, self._kept = Status.GONE, None, {}
        self._moved(None)
        await self._note()

    async def _note(self) -> None:
        """Stores what must be known after a restart."""
        if not self.name:
            return
        if self.exists:
            await self._memory.note(Remembered(self.name, self.channel_id, self.id, self._nonce, self.deal))
        else:
            await self._memory.forget(self.name)


def _new_nonce() -> str:
    return secrets.token_hex(12)
