"""Servers: their channels, members and roles."""

from __future__ import annotations

from aiohttp import web

from bot.local.context import Context, context, path_id
from bot.local.errors import ApiError
from bot.local.forms.form import Form, Node
from bot.local.limits import CHANNEL_NAME, NICK, OVERWRITES, SLOWMODE, TOPIC
from bot.local.rest.body import read_json
from bot.local.rest.paging import page_of_ids
from bot.local.state import permissions
from bot.local.state.happenings import ChannelCreated
from bot.local.state.model import TEXT, THREADS, Channel, Guild, Overwrite

routes = web.RouteTableDef()
_GUILD = "/guilds/{guild_id}"


def _guild(request: web.Request) -> tuple[Context, Guild]:
    here = context(request)
    return here, here.world.guild(path_id(request, "guild_id", 10004))


@routes.get(_GUILD)
async def guild(request: web.Request) -> web.Response:
    here, found = _guild(request)
    payload = here.payloads.guild(found)
    if request.query.get("with_counts", "").lower() in ("1", "true"):
        count = len(found.members)
        payload |= {"approximate_member_count": count, "approximate_presence_count": count}
    return web.json_response(payload)


@routes.get(_GUILD + "/channels")
async def channels(request: web.Request) -> web.Response:
    here, found = _guild(request)
    own = [c for c in here.world.channels.values() if c.guild_id == found.id and c.type not in THREADS]
    return web.json_response([here.payloads.channel(c) for c in own])


@routes.post(_GUILD + "/channels")
async def create_channel(request: web.Request) -> web.Response:
    """Make a text channel: there are no others here."""
    here, found = _guild(request)
    world = here.world
    form = Form()
    node = form.root(await read_json(request))
    name = node.text("name", *CHANNEL_NAME, required=True) or ""
    topic = node.text("topic", 0, TOPIC)
    node.one_of("type", (TEXT,))
    slowmode = node.integer("rate_limit_per_user", 0, SLOWMODE)
    overwrites = [_overwrite(entry) for entry in node.nodes("permission_overwrites", 0, OVERWRITES)]
    form.check()
    if not permissions.in_guild(found, world.bot.id) & permissions.bits("manage_channels"):
        raise ApiError(50013)
    made = Channel(
        id=world.snowflakes.next(),
        name="-".join(name.lower().split()),
        topic=topic,
        slowmode=slowmode or 0,
        guild_id=found.id,
        position=1 + max((c.position for c in world.channels.values() if c.guild_id == found.id), default=-1),
        overwrites=overwrites,
    )
    world.save(made)
    world.bus.tell(ChannelCreated(made))
    return web.json_response(here.payloads.channel(made), status=201)


def _overwrite(node: Node) -> Overwrite:
    """A role's (type 0) or a member's (type 1) exception."""
    return Overwrite(
        id=node.snowflake("id", required=True) or 0,
        type=node.one_of("type", (0, 1)) or 0,
        allow=node.integer("allow", 0, permissions.ALL) or 0,
        deny=node.integer("deny", 0, permissions.ALL) or 0,
    )


@routes.get(_GUILD + "/threads/active")
async def threads(request: web.Request) -> web.Response:
    here, found = _guild(request)
    world = here.world
    active = [c for c in world.channels.values() if c.guild_id == found.id and c.type in THREADS and not c.archived]
    seen = [c for c in active if world.sees_channel(c, world.bot.id)]
    mine = [here.payloads.thread_member(c, world.bot.id) for c in seen if world.bot.id in c.thread_members]
    return web.json_response({"threads": [here.payloads.channel(c) for c in seen], "members": mine, "has_more": False})


@routes.get(_GUILD + "/roles")
async def roles(request: web.Request) -> web.Response:
    here, found = _guild(request)
    return web.json_response([here.payloads.role(role) for role in found.roles])


@routes.get(_GUILD + "/members")
async def members(request: web.Request) -> web.Response:
    """The list of members needs the privileged members intent, as on Discord."""
    here, found = _guild(request)
    if not here.gateway.members_allowed:
        raise ApiError(50001)
    listed = page_of_ids(request, found.members, default=1, most=1000)
    return web.json_response([here.payloads.member(found.members[i], here.world.person(i)) for i in listed])


@routes.get(_GUILD + "/members/search")
async def search_members(request: web.Request) -> web.Response:
    here, found = _guild(request)
    query = request.query.get("query", "").lower()
    people = [here.world.person(i) for i in found.members]
    hits = [p for p in people if p.username.startswith(query) or p.name.lower().startswith(query)]
    limit = request.query.get("limit", "1")
    return web.json_response(
        [here.payloads.member(found.members[p.id], p) for p in hits[: int(limit) if limit.isdecimal() else 1]]
    )


@routes.get(_GUILD + "/members/{user_id}")
async def member(request: web.Request) -> web.Response:
    here, found = _guild(request)
    person = here.world.person(path_id(request, "user_id", 10013))
    if person.id not in found.members:
        raise ApiError(10007)
    return web.json_response(here.payloads.member(found.members[person.id], person))


@routes.patch(_GUILD + "/members/@me")
async def change_own_member(request: web.Request) -> web.Response:
    here, found = _guild(request)
    form = Form()
    node = form.root(await read_json(request))
    nick = node.text("nick", 0, NICK)
    form.check()
    own = found.members[here.world.bot.id]
    if node.has("nick"):
        if not permissions.in_guild(found, here.world.bot.id) & permissions.bits("change_nickname"):
            raise ApiError(50013)
        own.nick = nick or None
    here.world.save(found)
    return web.json_response(here.payloads.member(own, here.world.bot))
