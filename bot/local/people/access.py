"""Who is calling: only this machine, only our own page, and which person."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from aiohttp import web

from bot.local.context import Context, context
from bot.local.people.errors import RefusedError
from bot.local.state.model import Channel, Message, Person


def is_loopback(host: str | None) -> bool:
    """True for ``localhost`` and loopback addresses."""
    if host is None:
        return False
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def check_host(request: web.Request) -> None:
    """Refuse a Host header that names another machine (DNS rebinding). Raises RefusedError."""
    if not is_loopback(urlsplit(f"//{request.headers.get('Host', '')}").hostname):
        raise RefusedError("foreign_host", "This server answers only under a loopback address.", status=403)


def check_origin(request: web.Request) -> None:
    """Refuse what another web page sends. Raises RefusedError."""
    origin = request.headers.get("Origin")
    if origin is None:
        return
    if origin != f"http://{request.headers.get('Host', '')}":
        raise RefusedError("foreign_origin", "Another web page can't act here.", status=403)


def with_key(here: Context, key: str) -> Person | None:
    """The person of a key."""
    person = here.world.by_key.get(key)
    return person if person is not None and not person.bot else None


def caller(request: web.Request) -> tuple[Context, Person]:
    """The server and who is calling it. Raises RefusedError without a good key."""
    here = context(request)
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    person = with_key(here, key.strip()) if scheme.lower() == "bearer" else None
    if person is None:
        raise RefusedError("signed_out", "Sign in with your link first.", status=401)
    return here, person


def number(value: object, what: str) -> int:
    """An id out of a path or a body. Raises RefusedError."""
    if isinstance(value, bool) or not str(value).isdecimal():
        raise RefusedError("bad_id", f"{value!r} is no id of a {what}.")
    return int(str(value))


def place(request: web.Request) -> tuple[Context, Person, Channel]:
    """The caller and the channel of the path. Raises RefusedError where the caller can't see it."""
    here, person = caller(request)
    channel = here.world.channels.get(number(request.match_info["channel_id"], "channel"))
    if channel is None or not here.world.sees_channel(channel, person.id):
        raise RefusedError("unknown_channel", "There is no such channel, or you can't see it.", status=404)
    return here, person, channel


def place_and_message(request: web.Request) -> tuple[Context, Person, Channel, Message]:
    """The caller, the channel and the message of the path. Raises RefusedError."""
    here, person, channel = place(request)
    return here, person, channel, find_message(request, here, person, channel)


def find_message(request: web.Request, here: Context, person: Person, channel: Channel) -> Message:
    """The message of the path. Raises RefusedError where the person can't see it."""
    message = here.world.find_message(channel.id, number(request.match_info["message_id"], "message"))
    if message is None or not here.world.sees(message, person.id):
        raise RefusedError("unknown_message", "That message is gone.", status=404)
    return message


def need(here: Context, channel: Channel, person: Person, name: str, doing: str) -> None:
    """Raises RefusedError where the person lacks a permission."""
    if not here.world.may(channel, person.id, name):
        raise RefusedError("missing_permission", f"You have no permission to {doing} here.", status=403)


def bot_is_in(here: Context, channel: Channel) -> bool:
    """Whether the bot is in the channel's server; in direct messages it always is."""
    guild = here.world.guild_of(channel)
    return guild is None or here.world.bot.id in guild.members


def need_bot(here: Context, channel: Channel) -> None:
    """Raises RefusedError where the bot is no longer in the channel's server, so that nobody answers."""
    if not bot_is_in(here, channel):
        raise RefusedError("no_bot", "The bot is no longer in this server.", status=409)
