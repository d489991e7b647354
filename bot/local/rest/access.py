"""What the bot may do where, with Discord's errors for what it may not."""

from __future__ import annotations

from aiohttp import web

from bot.local.context import Context, context, path_id
from bot.local.errors import ApiError
from bot.local.state.model import DM, THREADS, Channel, Message
from bot.local.state.world import World


def seen_channel(world: World, channel_id: int) -> Channel:
    """A channel that the bot can see. Raises 10003 or 50001."""
    channel = world.channel(channel_id)
    if not world.sees_channel(channel, world.bot.id):
        raise ApiError(50001)
    return channel


def need(world: World, channel: Channel, *names: str) -> None:
    """Raises 50013 where the bot lacks one of these permissions."""
    if channel.type != DM and not all(world.may(channel, world.bot.id, name) for name in names):
        raise ApiError(50013)


def need_to_send(world: World, channel: Channel) -> None:
    """Raises 50013, or 50083 in a locked thread, where the bot can't write."""
    need(world, channel, "send_messages_in_threads" if channel.type in THREADS else "send_messages")
    if channel.locked and channel.archived:
        raise ApiError(50083)


def seen_message(world: World, channel_id: int, message_id: int) -> Message:
    """A message that bot routes can reach: ephemeral ones are unknown to them. Raises 10003, 50001, 10008."""
    channel = seen_channel(world, channel_id)
    message = world.message(channel_id, message_id)
    if message.only_for is not None:
        raise ApiError(10008)
    if channel.type != DM and not world.may(channel, world.bot.id, "read_message_history"):
        raise ApiError(50013)
    return message


def channel_in(request: web.Request) -> tuple[Context, Channel]:
    """The channel in the path, which the bot can see. Raises 10003 or 50001."""
    here = context(request)
    return here, seen_channel(here.world, path_id(request, "channel_id", 10003))


def message_in(request: web.Request) -> tuple[Context, Message]:
    """The message in the path, which bot routes can reach. Raises as ``seen_message``."""
    here = context(request)
    channel_id = path_id(request, "channel_id", 10003)
    return here, seen_message(here.world, channel_id, path_id(request, "message_id", 10008))
