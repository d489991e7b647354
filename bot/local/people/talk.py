"""People talking: messages, reactions, read marks, threads."""

from __future__ import annotations

from aiohttp import web

from bot.local.context import Context
from bot.local.forms.message import check_edit, check_message
from bot.local.people.access import caller, need, number, place, place_and_message
from bot.local.people.errors import RefusedError
from bot.local.people.views import channel_view, dms_of
from bot.local.people.windows import unread_view
from bot.local.rest.body import read_body, read_json
from bot.local.rest.channels import start_thread
from bot.local.rest.messages import page_of, read_page
from bot.local.rest.reactions import read_emoji
from bot.local.state.happenings import ChannelChanged, ChannelCreated, ReadMark, Typing
from bot.local.state.model import DEFAULT, DM, REPLY, THREADS, Channel, Json, Message, Person

routes = web.RouteTableDef()
_CHANNEL = "/local/channels/{channel_id}"
_MESSAGES = _CHANNEL + "/messages"
_MESSAGE = _MESSAGES + "/{message_id}"


async def read_object(request: web.Request) -> Json:
    """A body that must be an object. Raises RefusedError."""
    body = await read_json(request)
    if not isinstance(body, dict):
        raise RefusedError("bad_body", "The body must be a JSON object.")
    return body


def need_to_talk(here: Context, channel: Channel, person: Person) -> None:
    """Raises RefusedError where the person can't write."""
    need(here, channel, person, "send_messages_in_threads" if channel.type in THREADS else "send_messages", "write")
    if channel.locked and channel.archived:
        raise RefusedError("locked", "This thread is locked.", status=403)


@routes.get(_MESSAGES)
async def messages(request: web.Request) -> web.Response:
    here, person, channel = place(request)
    query = read_page(request)
    found = [m for m in here.world.messages(channel.id) if here.world.sees(m, person.id)]
    return web.json_response([here.payloads.message(m) for m in page_of(found, query)])


@routes.get(_MESSAGE)
async def message(request: web.Request) -> web.Response:
    here, _, _, found = place_and_message(request)
    return web.json_response(here.payloads.message(found))


@routes.post(_MESSAGES)
async def say(request: web.Request) -> web.Response:
    here, person, channel = place(request)
    body, uploads = await read_body(request)
    if not isinstance(body, dict):
        raise RefusedError("bad_body", "The body must be a JSON object.")
    need_to_talk(here, channel, person)
    said = {key: body[key] for key in ("content", "attachments", "nonce") if key in body}
    form = check_message(here.world, said, uploads)
    reference = _reference(here, channel, body.get("reply_to"))
    kind = REPLY if reference else DEFAULT
    return web.json_response(
        here.payloads.message(here.chat.post(channel, person, form, kind=kind, reference=reference))
    )


def _reference(here: Context, channel: Channel, reply_to: object) -> Json | None:
    if reply_to is None:
        return None
    if here.world.find_message(channel.id, number(reply_to, "message")) is None:
        raise RefusedError("unknown_message", "The message you reply to is gone.", status=404)
    known: Json = {"type": 0, "channel_id": str(channel.id), "message_id": str(reply_to)}
    return known if channel.guild_id is None else known | {"guild_id": str(channel.guild_id)}


def _own(person: Person, found: Message) -> None:
    if found.author_id != person.id:
        raise RefusedError("not_yours", "Only who wrote a message can change it.", status=403)


@routes.patch(_MESSAGE)
async def edit(request: web.Request) -> web.Response:
    here, person, _, found = place_and_message(request)
    _own(person, found)
    content = (await read_object(request)).get("content")
    form = check_edit(here.world, {"content": content}, [], found)
    return web.json_response(here.payloads.message(here.chat.edit(found, form)))


@routes.delete(_MESSAGE)
async def delete(request: web.Request) -> web.Response:
    here, person, channel, found = place_and_message(request)
    if found.only_for == person.id:
        here.chat.dismiss(found)
        return web.Response(status=204)
    if not here.world.may(channel, person.id, "manage_messages") or channel.type == DM:
        _own(person, found)
    here.chat.delete(found)
    return web.Response(status=204)


@routes.put(_MESSAGE + "/reactions/{emoji}")
async def react(request: web.Request) -> web.Response:
    here, person, channel, found = place_and_message(request)
    need(here, channel, person, "add_reactions", "react")
    here.chat.react(found, person.id, read_emoji(here.world, request.match_info["emoji"]))
    return web.Response(status=204)


@routes.delete(_MESSAGE + "/reactions/{emoji}")
async def unreact(request: web.Request) -> web.Response:
    here, person, _, found = place_and_message(request)
    here.chat.unreact(found, person.id, read_emoji(here.world, request.match_info["emoji"]))
    return web.Response(status=204)


@routes.post(_CHANNEL + "/read")
async def read(request: web.Request) -> web.Response:
    """Move the read mark to a message, or to the newest."""
    here, person, channel = place(request)
    wanted = (await read_object(request)).get("message_id")
    newest = max((m.id for m in here.world.messages(channel.id)), default=0)
    mark = newest if wanted is None else number(wanted, "message")
    if mark != channel.read.get(person.id):
        channel.read[person.id] = mark
        here.world.save(channel)
        here.world.bus.tell(ReadMark(channel, person.id))
    return web.json_response(unread_view(here, channel, person))


@routes.post(_CHANNEL + "/typing")
async def typing(request: web.Request) -> web.Response:
    here, person, channel = place(request)
    need_to_talk(here, channel, person)
    here.world.bus.tell(Typing(channel, person.id))
    return web.Response(status=204)


# Places


def _name(body: Json) -> str:
    name = str(body.get("name") or "").strip()
    if not 1 <= len(name) <= 100:
        raise RefusedError("bad_name", "A name has 1 to 100 characters.")
    return name


@routes.post("/local/channels")
async def make_channel(request: web.Request) -> web.Response:
    here, person = caller(request)
    body = await read_object(request)
    wanted = body.get("server_id")
    guilds = [g for g in here.world.guilds.values() if wanted is None or g.id == number(wanted, "server")]
    guild = next((g for g in guilds if g.owner_id == person.id), None)
    if guild is None:
        raise RefusedError("missing_permission", "Only the host makes channels.", status=403)
    name = "-".join(_name(body).lower().split())
    position = 1 + max((c.position for c in here.world.channels.values() if c.guild_id == guild.id), default=-1)
    channel = Channel(
        id=here.world.snowflakes.next(),
        name=name,
        topic=str(body["topic"])[:1024] if body.get("topic") else None,
        guild_id=guild.id,
        position=position,
    )
    here.world.save(channel)
    here.world.bus.tell(ChannelCreated(channel))
    return web.json_response(channel_view(here, channel, person), status=201)


@routes.post(_CHANNEL + "/threads")
async def make_thread(request: web.Request) -> web.Response:
    here, person, channel = place(request)
    need(here, channel, person, "create_public_threads", "open a thread")
    body = await read_object(request)
    start = None
    if body.get("message_id") is not None:
        start = here.world.find_message(channel.id, number(body["message_id"], "message"))
        if start is None or start.only_for is not None:
            raise RefusedError("unknown_message", "That message is gone.", status=404)
    thread = start_thread(here.chat, channel, person.id, _name(body), message=start)
    return web.json_response(channel_view(here, thread, person), status=201)


@routes.patch(_CHANNEL)
async def change_channel(request: web.Request) -> web.Response:
    """Rename a channel; archive a thread or bring it back."""
    here, person, channel = place(request)
    own = channel.type in THREADS and channel.owner_id == person.id
    if not own:
        need(here, channel, person, "manage_threads" if channel.type in THREADS else "manage_channels", "change this")
    body = await read_object(request)
    if "name" in body:
        channel.name = _name(body)
    if channel.type in THREADS and "archived" in body:
        channel.archived, channel.archive_changed = bool(body["archived"]), here.world.now()
    here.world.save(channel)
    here.world.bus.tell(ChannelChanged(channel))
    return web.json_response(channel_view(here, channel, person))


@routes.post("/local/dms")
async def open_dm(request: web.Request) -> web.Response:
    """The caller's DM with the bot."""
    here, person = caller(request)
    channel = here.world.open_dm(person.id)
    if person.id not in channel.read:
        channel.read[person.id] = 0
        here.world.save(channel)
        here.world.bus.tell(ChannelCreated(channel))
    return web.json_response(channel_view(here, channel, person))


@routes.get("/local/dms")
async def dms(request: web.Request) -> web.Response:
    here, person = caller(request)
    return web.json_response(dms_of(here, person))
