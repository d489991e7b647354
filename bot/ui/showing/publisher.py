"""A table's one message in its channel: edited in place, and posted anew below only where that is needed.

The service commits first, so a crash can't undo what is shown here. Only the newest state is shown; states in between
are skipped.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from enum import Enum, auto
from functools import partial
from typing import Final

import discord

from bot.logs import log_unexpected
from bot.service.model import Snapshot
from bot.ui.address import Address, BadAddress
from bot.ui.desk import Desk
from bot.ui.pages.page import Page
from bot.ui.pages.table import table_page
from bot.ui.pictures.moved import has_only_drawn
from bot.ui.showing.below import BelowTable
from bot.ui.showing.limiter import Priority, RequestTurn
from bot.ui.showing.live import Leaving, LiveMessage, Status
from bot.ui.showing.refresher import Refresher
from bot.ui.showing.results import ResultLines
from bot.ui.showing.sending import (
    ARCHIVED,
    CHANNEL_GONE,
    FAILURES,
    NOT_ALLOWED,
    OLD_MESSAGE,
    age_of,
    code_of,
    describe,
    helps_later,
)
from bot.ui.showing.table_files import TableFiles
from bot.ui.showing.tokens import Tokens, UnreachableError
from bot.ui.showing.visibility import Visibility
from bot.ui.workload import Urgency

log = logging.getLogger(__name__)

SPACING: Final = 1.2
"""Seconds between two requests for the same table, at least: Discord takes about five in five seconds."""
ADOPTION: Final = 20.0
"""Seconds to wait for the message that answers /newgame, before the table gets one of its own."""

Adoption = asyncio.Future[tuple[int | None, Page | None]]
"""The message that answers /newgame, with what it shows; without one the table gets a message of its own."""


class Due(Enum):
    """What is to be done so that a table's message shows the table as it is."""

    NOTHING = auto()
    EDIT = auto()
    POST = auto()
    """A new message, below what was written since."""


class Publisher:
    """Shows one table.

    ``unreached``: the users there who get no direct messages. ``ended`` is called when the table is closed and that is
    shown, ``look_at_panels`` where a panel may show a picture that has gone with the message, ``noticed`` as
    ``Visibility`` says. ``files`` are those of the message, to be shown by panels, too. ``rest_follows``: whether
    somebody is in mid-turn there.
    """

    def __init__(
        self,
        desk: Desk,
        client: discord.Client,
        tokens: Tokens,
        table_id: int,
        message: LiveMessage,
        adoption: Adoption | None,
        unreached: Callable[[], frozenset[int]],
        ended: Callable[[], object],
        files: TableFiles,
        look_at_panels: Callable[[], object],
        noticed: Callable[[int], object],
        rest_follows: Callable[[Snapshot], bool],
    ) -> None:
        self._desk = desk
        self._tokens = tokens
        self.table_id = table_id
        self.message = message
        self._adoption = adoption
        self._unreached = unreached
        self._ended = ended
        self.files = files
        self._look_at_panels = look_at_panels
        self._rest_follows = rest_follows
        self.below = BelowTable(client, message, self._asks)
        self._results = ResultLines(desk, client, table_id, self.below)
        self.visibility = Visibility(desk, client, table_id, noticed)
        self._deal: int | None = None
        """The deal that the message shows, 0 before the first; None where that is not known, as after a restart."""
        self._made_from: tuple[Snapshot, frozenset[int]] | None = None
        """What the message's page was made from; None: that is not known."""
        self._lacks_picture = False
        """Whether that page had to go without its picture."""
        self._shown_before_rest: Snapshot | None = None
        """What the message shows of before the table rested; None: that is not known."""
        self._look_down = False
        """Whether it is to be posted again if other messages have pushed it up."""
        self._asking: tuple[RequestTurn, int] | None = None
        """Its turn to ask Discord for something, or the wait for it, and the deal that the table was in as it asked for
        that turn; None: it asks for nothing."""
        self._begun = 0
        """The deal that began last, as far as it was noticed."""
        self.refresher = Refresher(lambda: desk.serving.shows(self._publish), SPACING, self._failed)

    def changed(self) -> None:
        """Has the table shown as it is now."""
        if (snapshot := self._desk.service.snapshot_of(self.table_id)) is not None:
            self._results.note(snapshot)
            if self._asking is not None and snapshot.turn.deal != self._asking[1]:
                self._asking[0].hurry(Priority.DEAL)
            self._desk.workload.hurry(self, self._urgency(snapshot))
            if self._begins(snapshot) and snapshot.turn.deal != self._begun:
                self._begun = snapshot.turn.deal
                self.below.deal_begins()
                self.refresher.hurry()  # new hands come after it
        self.refresher.wake()

    def woken(self, *, up_to_date: bool) -> None:
        """The table has rested, and nothing has happened there yet. ``up_to_date``: its message shows it as it is."""
        if (snapshot := self._desk.service.snapshot_of(self.table_id)) is not None:
            self._results.note(snapshot)
            known = up_to_date and self.message.id is not None
            self._shown_before_rest = replace(snapshot, live_message=None) if known else None

    @property
    def knows_all(self) -> bool:
        """Whether the message shows the table as it is, and nothing is to be done about it."""
        snapshot = self._desk.service.snapshot_of(self.table_id)
        quiet = self.visibility.good and not (self.refresher.due or self._look_down)
        return quiet and snapshot is not None and self._is_shown(snapshot)

    async def bring_down(self) -> None:
        """Posts the table again if other messages have pushed it up; returns when that is done."""
        self._look_down = True
        self.refresher.wake()
        await self.refresher.caught_up()

    async def is_shown_again(self) -> bool:
        """Tries to show a table that could not be shown. Returns whether it is shown now."""
        self.refresher.wake()
        await self.refresher.caught_up()
        if self.visibility.unseen:
            await self.is_visible(anew=True)
        return not (self.visibility.failing or self.visibility.unseen)

    async def _publish(self) -> None:
        """Shows the newest state."""
        await self._desk.service.rests.ready(self.table_id)
        await self._adopt()
        snapshot = self._desk.service.snapshot_of(self.table_id)
        if snapshot is None:
            self._end()
            return
        if self._shown_before_rest is not None and not self._look_down and self._is_shown(snapshot):
            self.visibility.shown()
            return
        if self.message.being_sent or self._look_down or self._deal is None:
            await self._recall(snapshot)
        due = await self._due(snapshot)
        if due is Due.NOTHING:
            self.visibility.shown()
            return
        await self._desk.workload.room(self._urgency(snapshot), of=self)
        before = snapshot
        snapshot = self._desk.service.snapshot_of(self.table_id) or snapshot
        if due is Due.EDIT and snapshot is not before:
            # What hasn't changed isn't asked about again: that may take a request.
            due = await self._due(snapshot)
            if due is Due.NOTHING:
                self.visibility.shown()
                return
        if due is Due.EDIT:
            async with self._request_turn(snapshot):
                snapshot = await self._show(snapshot, self.message.show)
        else:
            snapshot = await self._post(snapshot)
        self.visibility.shown()
        await self._results.post(snapshot)
        if snapshot.stage == "closed":
            self._end()
            await self.message.forget()

    async def is_visible(self, *, anew: bool = False) -> bool:
        """Asks Discord whether the table's channel is there for the bot, and whether the table is shown in it.

        If not, it is tried again. ``anew``: as in ``Visibility.look``. Never raises.
        """
        if not await self.visibility.look(anew=anew):
            return False
        if self.visibility.failing:
            self.refresher.wake()
            return False
        self.visibility.shown()
        return True

    async def _post(self, snapshot: Snapshot) -> Snapshot:
        """Posts the table anew, and returns what was shown.

        The current message becomes the line about the deal that it showed last, unless lines about earlier deals stand
        below it already. The new one is sent as an answer to it, or to a line before it, where a token that edits it
        allows that, and is edited by that.
        """
        before, due = self.message.id, self._results.due(snapshot)
        if before is None or due is None or self.below.may_hold_results:
            await self._results.post(snapshot)
            return await self._send(snapshot)
        await self._results.post_shuffles()
        deal, line = due
        leaving = Leaving(replace(line, spare=self.files.all), lambda: self._results.post_line(snapshot, deal, line))
        try:
            return await self._answer(snapshot, leaving) or await self._send(snapshot, leaving)
        finally:
            if self.message.id != before:
                self._results.told(deal)

    async def _send(self, snapshot: Snapshot, leaving: Leaving | None = None) -> Snapshot:
        async with self._asks(snapshot, Priority.DEAL if self._begins(snapshot) else Priority.TABLE):
            return await self._show(snapshot, partial(self.message.send, leaving=leaving))

    async def _answer(self, snapshot: Snapshot, leaving: Leaving) -> Snapshot | None:
        """Sends the table as an answer; None where no token allows that."""
        token = self._tokens.answering(self.message.id or 0)
        if token is None:
            return None
        try:
            return await self._show(snapshot, partial(self.message.send, answering=token, leaving=leaving))
        except UnreachableError:
            return None

    async def _show(self, snapshot: Snapshot, show: Callable[[Page], Awaitable[object]]) -> Snapshot:
        """Has ``show`` show the table as it is by now, and returns what was shown; ``snapshot``: as it was before."""
        snapshot = self._desk.service.snapshot_of(self.table_id) or snapshot
        unreached = self._unreached()
        before = self.message.id
        self._shown_before_rest = None
        page = await table_page(snapshot, self._desk.texts_in(snapshot.guild_id), self._desk.studio, unreached)
        page = self.files.kept_by(page)
        try:
            await show(page)
        finally:  # also where nobody knows what has become of the message
            files = self.message.files if self.message.status is Status.SHOWN else None
            self.files.shows(page, files, anew=self.message.id != before, deal=snapshot.turn.deal)
            if self.files.missing:
                self._look_at_panels()
            if self.message.id != before:
                self.below.all_above()
        self._deal = snapshot.turn.deal
        self._made_from = replace(snapshot, live_message=None), unreached
        self._lacks_picture = page.picture is None and snapshot.view is not None
        return snapshot

    def _is_shown(self, snapshot: Snapshot) -> bool:
        """Whether the message certainly shows this already."""
        made_from = replace(snapshot, live_message=None), self._unreached()
        if self._shown_before_rest is not None:
            return made_from == (self._shown_before_rest, frozenset())
        whole = self.message.status is Status.SHOWN and not self._lacks_picture
        return whole and snapshot.stage != "closed" and self._made_from == made_from

    def _may_wait(self, snapshot: Snapshot) -> bool:
        """Whether the message shows all but what follows later: the rest of a turn that somebody has begun, or, where
        there is too much to do, its picture.

        A turn is waited for there, too, and where an edit would be a request under the bot's own token, which are few:
        nobody has pressed the message lately.
        """
        if self._made_from is None or self.message.status is not Status.SHOWN or self.message.id is None:
            return False
        overloaded = self._desk.workload.overloaded
        if not overloaded and (self._lacks_picture or self._tokens.editing(self.message.id) is not None):
            return False
        (before, unreached), now = self._made_from, replace(snapshot, live_message=None)
        if unreached != self._unreached():
            return False
        begins = self._rest_follows(snapshot) and has_only_drawn(before, now)
        if not (begins or (overloaded and before == now and now.stage != "closed")):
            return False
        if self._lacks_picture:
            self._desk.studio.on_late(self.table_id)
        return True

    def _begins(self, snapshot: Snapshot) -> bool:
        """Whether the message doesn't show that deal yet."""
        return self._deal != snapshot.turn.deal

    def _urgency(self, snapshot: Snapshot) -> Urgency:
        """How soon that is to be shown: hands come after the beginning of a deal, and people read and press the message
        itself where no deal is played."""
        if self._begins(snapshot):
            return Urgency.ANSWER
        return Urgency.TABLE if snapshot.stage == "playing" else Urgency.TO_ACT

    @contextlib.asynccontextmanager
    async def _request_turn(self, snapshot: Snapshot) -> AsyncIterator[None]:
        """Waits for a turn to edit the message, unless a token edits it."""
        if self.message.id is not None and self._tokens.editing(self.message.id) is not None:
            yield
        else:
            async with self._asks(snapshot, Priority.DEAL if self._begins(snapshot) else Priority.TABLE):
                yield

    @contextlib.asynccontextmanager
    async def _asks(self, snapshot: Snapshot, priority: Priority) -> AsyncIterator[None]:
        """Waits for a turn, which comes sooner if another deal than the snapshot's begins meanwhile."""
        turn = self._desk.limiter.turn(priority)
        self._asking = turn, snapshot.turn.deal
        try:
            async with turn:
                yield
        finally:
            self._asking = None

    def _end(self) -> None:
        self.refresher.stop()
        self._ended()

    async def _adopt(self) -> None:
        """Waits for the answer to /newgame, which becomes the table's first message."""
        if self._adoption is None:
            return
        try:
            async with asyncio.timeout(ADOPTION):
                message_id, page = await asyncio.shield(self._adoption)
        except TimeoutError:
            message_id = None
            page = None
        self._adoption = None
        snapshot = self._desk.service.snapshot_of(self.table_id)
        if message_id is not None and snapshot is not None:
            await self.message.adopt(snapshot.channel_id, message_id, page)
            self.below.all_above()
            self._deal = 0

    async def _recall(self, snapshot: Snapshot) -> None:
        """Finds out whether there is a message, and which deal it shows."""
        page = None
        if self.message.being_sent:
            texts = self._desk.texts_in(snapshot.guild_id)
            page = await table_page(snapshot, texts, self._desk.studio, self._unreached())
        known, before = self._deal is not None, self.message.id
        # After a start thousands of tables may be looked for; where somebody has pressed, people wait for it.
        pressed = self._tokens.alive_at(self.table_id)
        async with self._asks(snapshot, Priority.DEAL if pressed else Priority.TABLE):
            message = await self.message.find(page)
        if message is not None and (not known or message.id != before):
            self.files.recall(message)
        if self.message.id != before:
            self.below.all_above()
        if message is not None and (deal := shown_deal(message, self.table_id)) is not None:
            self._deal = deal

    async def _due(self, snapshot: Snapshot) -> Due:
        """What is to be done to show that."""
        # It may be asked for again while Discord is asked, and is to be looked at again then.
        look_down = self._look_down
        self._look_down = False
        try:
            anew = await self._is_post_due(snapshot, look_down=look_down)
        except BaseException:
            self._look_down = self._look_down or look_down
            raise
        if anew:
            return Due.POST
        return Due.NOTHING if self._is_shown(snapshot) or self._may_wait(snapshot) else Due.EDIT

    async def _is_post_due(self, snapshot: Snapshot, *, look_down: bool) -> bool:
        """Whether a new message is due, rather than an edit of the current one; ``look_down``: also for any talk below
        it."""
        if not self.message.exists:
            return True
        if look_down:
            return await self.below.holds_anything(snapshot)
        if snapshot.stage != "playing" or self._deal == snapshot.turn.deal:
            return False
        old = age_of(self.message.id or 0, self._desk.clock()) > OLD_MESSAGE
        return old or await self.below.holds_too_much(snapshot)

    def _failed(self, error: Exception) -> bool:
        """Logs that the table could not be shown. Returns whether trying before the next change can help."""
        if not isinstance(error, FAILURES):
            log_unexpected(log, f"table {self.table_id} could not be shown", error)
            return True
        self.visibility.failed(error)
        if code_of(error) not in CHANNEL_GONE | NOT_ALLOWED | ARCHIVED:
            log.warning("table %s could not be shown: %s", self.table_id, describe(error))
            return helps_later(error)
        snapshot = self._desk.service.snapshot_of(self.table_id)
        if snapshot is None or snapshot.stage == "closed":
            log.info("the end of table %s can't be shown: %s", self.table_id, describe(error))
            self._end()
            self._desk.spawn(self.message.forget())
            return False
        self.visibility.hide(snapshot, describe(error))
        return False


def shown_deal(message: discord.Message, table_id: int) -> int | None:
    """The deal that a table's message was made for, as its buttons say."""
    for custom_id in _custom_ids(message.components):
        try:
            address = Address.parse(custom_id)
        except BadAddress:
            continue
        if address.table == table_id:
            return address.turn.deal
    return None


def _custom_ids(components: object) -> list[str]:
    found: list[str] = []
    for component in components if isinstance(components, list) else ():
        if custom_id := getattr(component, "custom_id", None):
            found.append(custom_id)
        found += _custom_ids(getattr(component, "children", None))
    return found
