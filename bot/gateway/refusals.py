"""Requests that Discord would refuse are not sent: it bans the address of a bot that had 10,000 refused in ten minutes.

What the bot may do in a channel follows from what Discord has told of the channel, its overwrites and the bot's roles.
So tables whose channels were taken from the bot cost next to nothing, also where a start looks at thousands of them,
and they are tried again once Discord tells of another permission.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Final, TypeVar

import discord

NO_ACCESS: Final = 50001
"""Discord's code where the bot may not see the channel."""
NO_PERMISSION: Final = 50013
"""Its code where it lacks another permission."""
PROVEN_FOR: Final = 3600.0
"""Seconds for which it holds what a request has told that is known to be refused."""
MOST_PROOFS: Final = 100
"""In how many servers at a time a request that is known to be refused is sent all the same, to see whether it is."""
_MESSAGES: Final = "/channels/{channel_id}/messages"
_MESSAGE: Final = f"{_MESSAGES}/{{message_id}}"

Request = TypeVar("Request", bound=Callable[..., Any])
ServerChannel = discord.abc.GuildChannel | discord.Thread
Channel = ServerChannel | discord.abc.PrivateChannel | None


class KnownRefusal(discord.Forbidden):
    """A request that wasn't sent, because Discord would refuse it with that code."""

    response: Any

    def __init__(self, code: int) -> None:
        Exception.__init__(self, f"not asked for, as it would be refused (error code: {code})")
        self.response, self.status, self.code, self.text = None, 403, code, ""


def sending_what_is_allowed(request: Request, channel: Callable[[int], Channel]) -> Request:
    """A function that makes requests as the library's ``request`` does, and raises KnownRefusal in place of those that
    are known to be refused. ``channel`` finds what the library knows of a channel, by its id.

    In each server one of these is sent all the same, anew after an hour, and in a hundred servers at most. Where
    Discord takes it the library is wrong about that server, and no table there is to stay hidden for that.
    """
    proofs: dict[int, asyncio.Future[bool | None]] = {}
    """Whether Discord has refused the last one that was sent so, by the server's id; None: that told nothing."""

    @wraps(request)
    async def allowed(route: discord.http.Route, **given: Any) -> Any:
        there = channel(int(route.channel_id)) if route.channel_id is not None else None
        if there is None or isinstance(there, discord.abc.PrivateChannel):
            return await request(route, **given)
        code = refusal(there, route.method, route.path, files=bool(given.get("files")))
        if code is None:
            return await request(route, **given)
        while (proof := proofs.get(there.guild.id)) is not None:
            is_refused = await asyncio.shield(proof)
            if is_refused:
                raise KnownRefusal(code)
            if is_refused is not None:
                return await request(route, **given)
        if len(proofs) >= MOST_PROOFS:
            raise KnownRefusal(code)
        return await prove(there.guild.id, request(route, **given))

    async def prove(guild_id: int, answer: Awaitable[Any]) -> Any:
        loop = asyncio.get_running_loop()
        proofs[guild_id] = proof = loop.create_future()

        def tells(refused: bool) -> None:
            proof.set_result(refused)
            loop.call_later(PROVEN_FOR, proofs.pop, guild_id, None)

        try:
            answered = await answer
        except discord.Forbidden:
            tells(True)
            raise
        except BaseException:
            del proofs[guild_id]  # one of those that wait sends its own
            proof.set_result(None)
            raise
        tells(False)
        return answered

    return allowed  # type: ignore[return-value]


def refusal(channel: ServerChannel, method: str, path: str, *, files: bool) -> int | None:
    """The code with which Discord is known to refuse that request; None where it isn't.

    ``path``: with its placeholders, as the library names it. ``files``: whether any are sent along.
    """
    guild, thread = channel.guild, isinstance(channel, discord.Thread)
    if guild.unavailable or guild.me is None or (isinstance(channel, discord.Thread) and channel.parent is None):
        return None  # what the library has of it may be out of date, or isn't all
    allowed = channel.permissions_for(guild.me)
    if not allowed.view_channel:
        return NO_ACCESS
    posts = (method, path) == ("POST", _MESSAGES)
    sends = allowed.send_messages_in_threads if thread else allowed.send_messages
    reads = (method, path) == ("GET", _MESSAGE)
    if posts and not (sends and (allowed.attach_files or not files)):
        return NO_PERMISSION  # an edit with a new file isn't known to be refused
    return NO_PERMISSION if reads and not allowed.read_message_history else None
