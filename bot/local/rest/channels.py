"""Channels and threads."""

from __future__ import annotations

from aiohttp import web

from bot.local.chat import Chat
from bot.local.context import Context, context, path_id
from bot.local.errors import ApiError
from bot.local.forms.form import Form, Node
from bot.local.limits import CHANNEL_NAME, SLOWMODE, TOPIC
from bot.local.rest.access import channel_in, need, need_to_send, seen_message
from bot.local.rest.body import read_json
from bot.local.rest.paging import page_of_ids
from bot.local.state.happenings import ChannelChanged, ChannelCreated, ChannelDeleted, Typing
from bot.local.state.model import DM, HAS_THREAD, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, THREADS, Channel, Message

routes = web.RouteTableDef()
_CHANNEL = "/channels/{channel_id}"
_ARCHIVE_AFTER = (60, 1440, 4320, 10080)
_YES_OR_NO = ("archived", "locked", "invitable")


@routes.get(_CHANNEL)
async def channel(request: web.Request) -> web.Response:
    here, found = channel_in(request)
    return web.json_response(here.payloads.channel(found))


@routes.patch(_CHANNEL)
async def change(request: web.Request) -> web.Response:
    here, found = channel_in(request)
    if found.type == DM:
        raise ApiError(50003)
    form = Form()
    node = form.root(await read_json(request))
    name = node.text("name", *CHANNEL_NAME)
    topic = node.text("topic", 0, TOPIC)
    slowmode = node.integer("rate_limit_per_user", 0, SLOWMODE)
    auto_archive = node.one_of("auto_archive_duration", _ARCHIVE_AFTER)
    archived, locked = node.get("archived"), node.get("locked")
    for key in _YES_OR_NO:
        node.flag(key)
    form.check()
    own_thread = found.type in THREADS and found.owner_id == here.world.bot.id
    if not own_thread or locked is not None:
        need(here.world, found, "manage_threads" if found.type in THREADS else "manage_channels")
    found.name = name or found.name
    found.topic = topic if node.has("topic") else found.topic
    found.slowmode = found.slowmode if slowmode is None else slowmode
    found.auto_archive = auto_archive or found.auto_archive
    if archived is not None:
        found.archived, found.archive_changed = archived, here.world.now()
    found.locked = found.locked if locked is None else locked
    here.world.save(found)
    here.world.bus.tell(ChannelChanged(found))
    return web.json_response(here.payloads.channel(found))


@routes.delete(_CHANNEL)
async def delete(request: web.Request) -> web.Response:
    here, found = channel_in(request)
    if found.type != DM:
        need(here.world, found, "manage_threads" if found.type in THREADS else "manage_channels")
        for thread in here.world.threads_of(found):
            here.world.remove(thread)
            here.world.bus.tell(ChannelDeleted(thread))
        here.world.remove(found)
        here.world.bus.tell(ChannelDeleted(found))
    return web.json_response(here.payloads.channel(found))


@routes.post(_CHANNEL + "/typing")
async def typing(request: web.Request) -> web.Response:
    here, found = channel_in(request)
    need_to_send(here.world, found)
    here.world.bus.tell(Typing(found, here.world.bot.id))
    return web.Response(status=204)


# Threads


def start_thread(
    chat: Chat, parent: Channel, owner_id: int, name: str, *, kind: int = PUBLIC_THREAD,
    message: Message | None = None, auto_archive: int = 1440, slowmode: int = 0,
) -> Channel:  # fmt: skip
    """Open a thread; one that starts from a message has the message's id. Raises 50024, 160004."""
    world = chat.world
    if parent.type != TEXT:
        raise ApiError(50024)
    if message is not None and message.id in world.channels:
        raise ApiError(160004)
    thread = Channel(
        id=world.snowflakes.next() if message is None else message.id,
        type=kind,
        name=name,
        guild_id=parent.guild_id,
        parent_id=parent.id,
        owner_id=owner_id,
        auto_archive=auto_archive,
        slowmode=slowmode,
        thread_members={owner_id: world.now()},
    )
    world.save(thread)
    world.bus.tell(ChannelCreated(thread))
    if message is not None:
        message.flags |= HAS_THREAD
        chat.touch(message)
    elif kind == PUBLIC_THREAD:
        chat.announce(parent, world.person(owner_id), thread)
    return thread


def _read_thread(node: Node) -> tuple[str, int, int]:
    name = node.text("name", *CHANNEL_NAME, required=True) or ""
    auto_archive = node.one_of("auto_archive_duration", _ARCHIVE_AFTER) or 1440
    node.flag("invitable")
    return name, auto_archive, node.integer("rate_limit_per_user", 0, SLOWMODE) or 0


@routes.post(_CHANNEL + "/threads")
async def create_thread(request: web.Request) -> web.Response:
    here, parent = channel_in(request)
    form = Form()
    node = form.root(await read_json(request))
    name, auto_archive, slowmode = _read_thread(node)
    kind = node.one_of("type", (PUBLIC_THREAD, PRIVATE_THREAD)) or PRIVATE_THREAD
    form.check()
    need(here.world, parent, "create_public_threads" if kind == PUBLIC_THREAD else "create_private_threads")
    thread = start_thread(
        here.chat,
        parent,
        here.world.bot.id,
        name,
        kind=kind,
        auto_archive=auto_archive,
        slowmode=slowmode,
    )
    return web.json_response(here.payloads.channel(thread), status=201)


@routes.post(_CHANNEL + "/messages/{message_id}/threads")
async def create_thread_from_message(request: web.Request) -> web.Response:
    here, parent = channel_in(request)
    message = seen_message(here.world, parent.id, path_id(request, "message_id", 10008))
    form = Form()
    name, auto_archive, slowmode = _read_thread(form.root(await read_json(request)))
    form.check()
    need(here.world, parent, "create_public_threads")
    thread = start_thread(
        here.chat, parent, here.world.bot.id, name, message=message, auto_archive=auto_archive, slowmode=slowmode
    )
    return web.json_response(here.payloads.channel(thread), status=201)


def _thread(request: web.Request) -> tuple[Context, Channel]:
    here, found = channel_in(request)
    if found.type not in THREADS:
        raise ApiError(50024)
    return here, found


@routes.put(_CHANNEL + "/thread-members/{user_id}")
async def join_thread(request: web.Request) -> web.Response:
    here, thread = _thread(request)
    if thread.archived:
        raise ApiError(50083)
    person_id = _thread_user(request)
    if person_id not in thread.thread_members:
        thread.thread_members[person_id] = here.world.now()
        here.world.save(thread)
        here.world.bus.tell(ChannelChanged(thread))
    return web.Response(status=204)


@routes.delete(_CHANNEL + "/thread-members/{user_id}")
async def leave_thread(request: web.Request) -> web.Response:
    here, thread = _thread(request)
    if thread.thread_members.pop(_thread_user(request), None):
        here.world.save(thread)
        here.world.bus.tell(ChannelChanged(thread))
    return web.Response(status=204)


def _thread_user(request: web.Request) -> int:
    world = context(request).world
    if request.match_info["user_id"] == "@me":
        return world.bot.id
    return world.person(path_id(request, "user_id", 10013)).id


@routes.get(_CHANNEL + "/thread-members")
async def thread_members(request: web.Request) -> web.Response:
    here, thread = _thread(request)
    listed = page_of_ids(request, thread.thread_members, default=100, most=100)
    return web.json_response([here.payloads.thread_member(thread, p) for p in listed])
