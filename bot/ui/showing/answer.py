"""Answers an interaction: acknowledges it at once, whatever happens next, and drops what can no longer be told.

Where a press only changes the message that was pressed, and what it shows next is there in no time, that is the
acknowledgement: one request, and the person sees it a round trip earlier.

No failure here undoes or repeats an action: the interaction's id is the action's key.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from enum import Enum
from typing import Any, Final

import discord
from discord.webhook.async_ import async_context

from bot.logs import log_unexpected
from bot.ui.pages.page import NOTHING_KEPT, Kept, KeptFile, Page
from bot.ui.showing.attached import pictures_of
from bot.ui.showing.by_token import ByToken
from bot.ui.showing.sending import (
    ALREADY,
    DISCORD_TOKEN_LIFE,
    FAILURES,
    TOKEN_DEAD,
    code_of,
    describe,
    edited,
    pause_after,
    persevere,
    refused,
    shown,
    sure_of_files,
)

Interaction = discord.Interaction[Any]
"""A click or command, whatever client it came to."""

log = logging.getLogger(__name__)

PATIENCE: Final = 2.75
"""Seconds after which an acknowledgement comes too late; Discord gives three."""
ATTEMPT: Final = 1.6
"""Seconds after which a second attempt begins beside one that hangs or is slow."""
SOON: Final = 0.05
"""Seconds for which a press waits for its page, which then is the acknowledgement; a later page comes after it."""
FRESH: Final = (-0.5, 1.0)
"""How old, in seconds by the bot's clock, an interaction is that can wait so long, at least and at most."""
MOST_ATTEMPTS: Final = 8
"""Attempts at one acknowledgement, at most."""
LATER: Final = 20.0
"""Seconds after which an answer that could not be given is tried again."""


class Way(Enum):
    """Where an answer appears."""

    PRIVATE = "private"
    """A new message that only the person sees."""
    PUBLIC = "public"
    """A new message for all."""
    UPDATE = "update"
    """The message that was clicked."""
    ASIDE = "aside"
    """A new message that only the person sees, sent when there is something to show; the one clicked stays as it is."""


class Pending:
    """Whether Discord shows "thinking" in an answer's place; at first it doesn't."""

    def __init__(self) -> None:
        self._not_pending = asyncio.Event()
        self._not_pending.set()

    @property
    def pending(self) -> bool:
        """Whether Discord shows "thinking" in the answer's place, until it is there or taken away."""
        return not self._not_pending.is_set()

    @pending.setter
    def pending(self, pending: bool) -> None:
        if pending:
            self._not_pending.clear()
        else:
            self._not_pending.set()

    async def given(self, within: float) -> bool:
        """Waits so many seconds at most until the answer is pending no more. Returns whether it isn't."""
        if self.pending and within:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(within):
                    await self._not_pending.wait()
        return not self.pending


class Answer(Pending):
    """The answer to one interaction."""

    def __init__(self, interaction: Interaction, way: Way) -> None:
        super().__init__()
        self.interaction = interaction
        self.way = way
        self.message_id: int | None = None
        """The answer's message, if it is known."""
        self.attachments: Sequence[KeptFile] = ()
        """The files of that message, once it was shown."""
        self.elsewhere = False
        """Whether Discord had an answer already when it surely got the first one from here."""
        self._requests = 0
        """How many requests with the first answer have begun."""
        self.pictures = 0
        """How many pictures were sent to show it."""
        self._heard: Callable[[], object] = lambda: None
        self._timer: asyncio.TimerHandle | None = None
        """Runs while Discord has been told nothing yet, because the answer is about to come."""
        self._acknowledging: asyncio.Task[bool] | None = None

    @property
    def key(self) -> int:
        """The key that makes the requested action happen only once."""
        return self.interaction.id

    @property
    def public(self) -> bool:
        """Whether everybody sees the answer, and that it is pending."""
        return self.way is Way.PUBLIC

    @property
    def thinks(self) -> bool:
        """Whether Discord shows "thinking" from the acknowledgement on."""
        return self.way in {Way.PRIVATE, Way.PUBLIC}

    @property
    def updates(self) -> bool:
        """Whether the answer is shown in the message that was clicked."""
        return self.way is Way.UPDATE

    @property
    def original(self) -> int | None:
        """The message that the interaction's token edits as its own answer, once it was acknowledged."""
        pressed = self.interaction.message if self.way in {Way.UPDATE, Way.ASIDE} else None
        return pressed.id if pressed is not None else self.message_id

    async def ask(self, form: discord.ui.Modal) -> bool:
        """Answers with a form to fill in, which must be the first answer. False if it came too late. Never raises."""

        async def send() -> Any:
            return await self.interaction.response.send_modal(form)

        return await self._first(send)

    async def acknowledge(self) -> bool:
        """Tells Discord that the interaction has arrived. False if that came too late: then it must not be carried out.

        Never raises.

        If the connection broke and nobody knows whether Discord heard, it counts as heard: the person may see that the
        action was done, and a second press finds an old address.
        """
        heard = await self._first(self._defer)
        self.pending = heard and self.thinks
        return heard

    def acknowledge_soon(self, heard: Callable[[], object]) -> None:
        """Lets the page that is shown next be the acknowledgement, too, if it comes ``SOON``; else acknowledges first.

        For an answer that is shown in the message that was clicked, and an interaction that is fresh. ``heard`` is
        called as soon as Discord has heard.
        """
        self._heard = heard
        self._timer = asyncio.get_running_loop().call_later(SOON, self._acknowledge_now)

    async def acknowledged(self) -> bool:
        """Acknowledges the interaction if nothing else has by now. False if that came too late. Never raises."""
        self._acknowledge_now()
        return self._acknowledging is None or await asyncio.shield(self._acknowledging)

    def turn_aside(self) -> None:
        """Has the answer come in a message of its own: the one that was clicked is being deleted."""
        self.way, self.message_id = Way.ASIDE, None
        self._acknowledge_now()

    def _acknowledge_now(self) -> None:
        if self._still_open():
            self._begin_to_acknowledge()

    def _begin_to_acknowledge(self) -> None:
        self._acknowledging = asyncio.create_task(self._acknowledge_alone())

    async def _acknowledge_alone(self) -> bool:
        if heard := await self.acknowledge():
            self._heard()
        return heard

    def _still_open(self) -> bool:
        """Whether Discord has been told nothing yet. Whoever asks tells it."""
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()
        return timer is not None

    async def _first(self, send: Callable[[], Awaitable[Any]]) -> bool:
        """The first answer, tried as often as time allows."""
        clock = asyncio.get_running_loop().time
        end, attempt, uncertain = clock() + PATIENCE, 0, False
        under_way: set[asyncio.Task[Any]] = set()
        try:
            while (left := end - clock()) > 0:
                if attempt < MOST_ATTEMPTS:
                    under_way.add(self._begin(send))
                    attempt += 1
                if not under_way:
                    break
                done, under_way = await asyncio.wait(
                    under_way, timeout=min(ATTEMPT, left), return_when=asyncio.FIRST_COMPLETED
                )
                for task in done:
                    error = task.exception()
                    if error is None:
                        answered = task.result()
                        self.message_id = answered.message_id if answered is not None else None
                        return True
                    if isinstance(error, discord.InteractionResponded) or code_of(error) == ALREADY:
                        # The library repeats requests by itself, but each is counted.
                        self.elsewhere = self.elsewhere or (code_of(error) == ALREADY and self._requests == 1)
                        return True
                    pause = pause_after(error, attempt - 1)
                    if pause is None:
                        self._not_heard(error)
                        return False
                    uncertain = uncertain or not refused(error)
                    await asyncio.sleep(min(pause, max(0.0, end - clock())))
            log.warning("interaction %s: no word from Discord in %.1f s", self.key, PATIENCE)
            return uncertain or bool(under_way)
        finally:
            for task in under_way:
                task.cancel()

    def _begin(self, send: Callable[[], Awaitable[Any]]) -> asyncio.Task[Any]:
        """Begins an attempt. Its result need not be read."""

        async def alone() -> Any:
            # The library makes requests of one interaction wait for each other; with its own adapter each goes at once.
            async_context.set(ByToken(self._count))
            return await send()

        attempt = asyncio.create_task(alone())
        attempt.add_done_callback(lambda task: task.cancelled() or task.exception())
        return attempt

    def _count(self) -> None:
        self._requests += 1

    def _not_heard(self, error: BaseException) -> None:
        if isinstance(error, discord.HTTPException):
            log.warning("interaction %s could not be acknowledged: %s", self.key, describe(error))
        else:
            log_unexpected(log, f"interaction {self.key} could not be acknowledged", error)

    async def _defer(self) -> Any:
        response = self.interaction.response
        if self.way in {Way.UPDATE, Way.ASIDE}:
            came = await response.defer()
            return came if self.updates else None  # else the pressed message is no place for an answer
        return await response.defer(ephemeral=self.way is Way.PRIVATE, thinking=True)

    async def show(self, page: Page, kept: Kept = NOTHING_KEPT) -> int | None:
        """Shows the page where the answer appears. Returns the message's id, or None if it could not be shown.

        ``kept``: the files that this message has already.
        """
        if self._still_open():
            try:
                shown, sure = await self._show_first(page, kept)
            except asyncio.CancelledError:
                self._begin_to_acknowledge()
                raise
            if shown is not None:
                return shown
            kept = kept if sure else NOTHING_KEPT  # an attempt that nobody heard of may have replaced them
            self._begin_to_acknowledge()
        await self.acknowledged()

        async def send(page: Page, kept: Kept) -> discord.Message:
            if self.way is not Way.ASIDE:
                return await self.interaction.edit_original_response(
                    view=page.view(), allowed_mentions=page.mentions, attachments=page.changed_files(kept)
                )
            if self.message_id is None:
                return await self._sent_aside(page)
            return await self.interaction.followup.edit_message(
                self.message_id, view=page.view(), allowed_mentions=page.mentions, attachments=page.changed_files(kept)
            )

        try:
            message = await persevere(sure_of_files(lambda: kept, lambda kept: edited(page, kept, send)))
        except FAILURES as error:
            self._failed("shown", error)
            return None
        self._has_shown(page, kept, message)
        return message.id

    async def _show_first(self, page: Page, kept: Kept) -> tuple[int | None, bool]:
        """Shows the page in the message that was clicked, as the first answer. Where that is slow, a second attempt
        only acknowledges: that takes no picture along.

        Returns the message's id, None if that isn't certain or Discord doesn't take it like that; and whether it is
        certain what has become of it.
        """
        said: list[discord.InteractionMessage] = []
        begun, sure = False, True

        async def send() -> Any:
            nonlocal begun, sure
            if begun:
                return await self._defer()
            begun = True
            try:
                came = await self.interaction.response.edit_message(
                    view=page.view(), allowed_mentions=page.mentions, attachments=page.changed_files(kept)
                )
            except BaseException as error:
                sure = refused(error)
                raise
            if came is not None and isinstance(came.resource, discord.InteractionMessage):
                said.append(came.resource)
            return came

        if not (await self._first(send) and said):
            return None, sure
        self._heard()
        self._has_shown(page, kept, said[0])
        return said[0].id, True

    def _has_shown(self, page: Page, kept: Kept, message: discord.Message) -> None:
        self.pending = False
        self.pictures += page.uploads(kept)
        self.message_id, self.attachments = message.id, pictures_of(message)

    async def finish_later(self, page: Page) -> None:
        """Fills in an answer that could not be given, or takes it away, as soon as Discord lets it. Never raises."""
        clock = asyncio.get_running_loop().time
        end = clock() + DISCORD_TOKEN_LIFE
        while self.pending and clock() < end:
            if self.way is Way.PUBLIC:
                await self.withdraw()
            else:
                await self.show(page)
            if self.pending:
                await asyncio.sleep(LATER)

    async def finish_at_once(self, page: Page) -> None:
        """The same by one request: the bot is about to stop. Never raises."""
        await self.acknowledged()
        if not self.pending:
            return
        with contextlib.suppress(*FAILURES):
            if self.way is Way.PUBLIC:
                await self.interaction.delete_original_response()
            else:
                await self.interaction.edit_original_response(view=page.view(), allowed_mentions=page.mentions)
            self.pending = False

    async def tell(self, page: Page) -> int | None:
        """Shows a page to the person alone, wherever the answer appears. Returns the message's id, or None if it could
        not be shown."""
        match self.way:
            case Way.PRIVATE:
                return await self.show(page)
            case Way.UPDATE | Way.ASIDE:
                return await self.tell_aside(page)
            case Way.PUBLIC:
                await self.withdraw()
                return await self.tell_aside(page)

    async def withdraw(self) -> None:
        """Takes back an acknowledgement that everybody sees as "thinking"."""
        try:
            await persevere(self.interaction.delete_original_response, attempts=4)
            self.pending = False
        except FAILURES as error:
            self._failed("withdrawn", error)

    async def tell_aside(self, page: Page) -> int | None:
        """Shows a page to the person alone, in a message of its own beside the answer. Returns the message's id, or
        None if it could not be shown."""
        await self.acknowledged()
        try:
            return (await persevere(lambda: shown(page, self._sent_aside), attempts=4)).id
        except FAILURES as error:
            self._failed("told", error)
            return None

    async def _sent_aside(self, page: Page) -> discord.WebhookMessage:
        return await self.interaction.followup.send(
            view=page.view(), files=page.files(), ephemeral=True, allowed_mentions=page.mentions, wait=True
        )

    def _failed(self, what: str, error: BaseException) -> None:
        self.pending = self.pending and code_of(error) not in TOKEN_DEAD
        level = logging.INFO if code_of(error) in TOKEN_DEAD else logging.WARNING
        log.log(level, "the answer to interaction %s was not %s: %s", self.key, what, describe(error))


def is_fresh(interaction: Interaction, now: float) -> bool:
    """Whether the interaction was made a moment ago; ``now`` in seconds of UTC."""
    least, most = FRESH
    return least <= now - interaction.created_at.timestamp() <= most


def is_private(interaction: Interaction) -> bool:
    """Whether only the person sees the pressed message."""
    return interaction.guild_id is None or sent_aside(interaction)


def sent_aside(interaction: Interaction) -> bool:
    """Whether the pressed message was an answer for the person alone, and none that stays."""
    return interaction.message is not None and interaction.message.flags.ephemeral
