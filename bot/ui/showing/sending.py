"""Requests to Discord, repeated when that can help, and what their failures mean."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import aiohttp
import discord

from bot.logs import log_unexpected
from bot.ui.pages.page import NOTHING_KEPT, Kept, Page

T = TypeVar("T")

MESSAGE_GONE: Final = frozenset({10008})
"""The message was deleted."""
CHANNEL_GONE: Final = frozenset({10003, 10004})
"""The channel or the server is gone, or the bot is no longer in it."""
NOT_ALLOWED: Final = frozenset({50001, 50013})
"""The bot lacks a permission."""
TOO_OLD: Final = frozenset({30046})
"""The message is older than an hour and was edited too often of late."""
ARCHIVED: Final = frozenset({50083})
"""The thread is archived: a new message brings it back, unless it is locked, too."""
DMS_CLOSED: Final = frozenset({50007, 50278})
"""The person takes no direct messages from the bot."""
DMS_TOO_FAST: Final = frozenset({40003})
"""Direct messages are being opened too fast; later it may work."""
TOKEN_DEAD: Final = frozenset({50027, 10015, 10008, 10062})
"""An interaction that can no longer be answered."""
ALREADY: Final = 40060
"""The interaction was acknowledged before."""
MALFORMED: Final = 50035
"""The request is malformed, for example because it names a file that the message doesn't have."""
NO_SUCH_EMOJI: Final = "Invalid emoji"
"""What Discord says of a button or choice whose emoji was deleted."""

OLD_MESSAGE: Final = 45 * 60.0
"""Seconds after which a message is sent anew with the next deal: Discord takes few edits of messages older than an
hour."""
DISCORD_TOKEN_LIFE: Final = 15 * 60.0
"""Seconds after a press or command for which Discord takes its token."""

LOST: Final = (aiohttp.ClientError, OSError, TimeoutError)
"""What a lost connection raises; whether the request arrived is unknown."""
HANGS: Final = 60.0
"""Seconds after which a request without an answer is given up, including pauses that Discord asked for."""
LONGEST_PAUSE: Final = 30.0
"""Seconds between two attempts, at most, where Discord asks for no more."""
FAILURES: Final = (discord.HTTPException, discord.RateLimited, *LOST)
"""What a request to Discord raises if it fails."""


def pause_after(error: BaseException, attempt: int) -> float | None:
    """Seconds to wait before trying again, ``attempt`` counted from 0; None if trying again can't help."""
    backing_off = min(0.25 * 3.0**attempt, LONGEST_PAUSE)
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    if isinstance(error, discord.HTTPException):
        if error.code in TOO_OLD:
            return None
        if error.status == 429:
            return asked_pause(error) or backing_off
        return backing_off if error.status >= 500 else None
    return backing_off if isinstance(error, LOST) else None


def helps_later(error: BaseException) -> bool:
    """Whether the same request may succeed in a while. A message that was being sent may also have arrived."""
    return pause_after(error, 0) is not None or code_of(error) in DMS_TOO_FAST


def asked_pause(error: discord.HTTPException) -> float | None:
    """The pause in seconds that a 429 asks for, if it says so in a header."""
    for header in ("Retry-After", "X-RateLimit-Reset-After"):
        try:
            return max(0.0, float(error.response.headers.get(header, "")))
        except ValueError:
            continue
    return None


async def persevere(send: Callable[[], Awaitable[T]], *, attempts: int = 6) -> T:
    """Sends until it arrives: 429, 5xx and lost connections are tried again, with growing pauses.

    ``send`` must be harmless when it is done twice (an edit, or a message with a nonce), and makes new files each
    time. Raises what the last attempt raised.
    """
    for attempt in range(attempts):
        try:
            async with asyncio.timeout(HANGS):
                return await send()
        except FAILURES as error:
            pause = pause_after(error, attempt)
            if pause is None or attempt == attempts - 1:
                raise
        await asyncio.sleep(pause)
    raise AssertionError("the loop returns or raises")


def sure_of_files(kept: Callable[[], Kept], edit: Callable[[Kept], Awaitable[T]]) -> Callable[[], Awaitable[T]]:
    """An edit for ``persevere``: once an attempt may have been done unheard, all files are sent anew.

    ``kept``: the files that the message has for certain, asked at each attempt. Such an attempt may have replaced them,
    and Discord refuses an edit that names a file which is gone.
    """
    unheard = False

    async def attempt() -> T:
        nonlocal unheard
        try:
            return await edit(NOTHING_KEPT if unheard else kept())
        except BaseException as error:
            unheard = unheard or not refused(error)
            raise

    return attempt


def refused(error: BaseException) -> bool:
    """Whether Discord has certainly not done what was asked."""
    return isinstance(error, discord.RateLimited) or (isinstance(error, discord.HTTPException) and error.status < 500)


async def shown(page: Page, send: Callable[[Page], Awaitable[T]]) -> T:
    """Sends the page; without its emojis where Discord has one of them no more, so that nobody waits for a panel."""
    try:
        return await send(page)
    except discord.HTTPException as error:
        if not page.emojis or error.status != 400 or NO_SUCH_EMOJI not in error.text:
            raise
    page.emojis[0].refused()
    return await send(page.without_emojis())


async def edited(page: Page, kept: Kept, edit: Callable[[Page, Kept], Awaitable[T]]) -> T:
    """The same for a message that is there, with the files in ``kept``; with all files anew where it lacks one of
    them, as after an edit whose answer was lost."""
    try:
        return await shown(page, lambda page: edit(page, kept))
    except discord.HTTPException as error:
        if not kept or error.code != MALFORMED:
            raise
    return await shown(page, lambda page: edit(page, NOTHING_KEPT))


def age_of(message_id: int, now: float) -> float:
    """Seconds since the message with that number was sent; ``now`` in seconds of UTC."""
    return now - discord.utils.snowflake_time(message_id).timestamp()


def code_of(error: BaseException) -> int:
    """Discord's error code; 0 if there is none."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def describe(error: BaseException) -> str:
    """The failure for a log line: status and code, never an address, because a webhook's address holds its token."""
    if isinstance(error, discord.HTTPException):
        return f"{type(error).__name__} {error.status} ({error.code})"
    return type(error).__name__


def log_failure(logger: logging.Logger, what: str, error: Exception) -> bool:
    """Logs why something could not be done on Discord. Returns whether trying again can help."""
    if isinstance(error, FAILURES):
        logger.warning("%s: %s", what, describe(error))
        return helps_later(error)
    log_unexpected(logger, what, error)
    return True


async def sent_directly(
    logger: logging.Logger, user: discord.User | discord.Member, page: Page, what: str
) -> discord.Message | None:
    """Sends the page by direct message; None where it can't be sent, which is logged unless those are closed."""
    try:
        return await user.send(view=page.view(), files=page.files())
    except FAILURES as error:
        if code_of(error) not in DMS_CLOSED:
            logger.warning("%s could not be sent by direct message: %s", what, describe(error))
        return None
