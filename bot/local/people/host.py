"""Signing in, guests, and the host's drawer: faults, gateway, permissions, the log."""

from __future__ import annotations

import colorsys
from typing import Any

from aiohttp import web
from pydantic import ValidationError

from bot.local.context import Context, context
from bot.local.faults import FaultChange
from bot.local.forms.commands import LOCALES
from bot.local.people.access import caller, need_bot, number, place, with_key
from bot.local.people.errors import RefusedError
from bot.local.people.talk import read_object
from bot.local.people.views import channel_view, faults_view, person_view, sign_in, state_view
from bot.local.state import permissions
from bot.local.state.happenings import ChannelChanged, FaultsChanged, MemberChanged, PersonChanged, RoleCreated
from bot.local.state.model import DM, Overwrite, Person, Role
from bot.local.state.seed import username

routes = web.RouteTableDef()
_GUESTS = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo")
_FARTHEST = 366 * 86_400
_GOLDEN = 0.618033988749895


@routes.post("/local/enter")
async def enter(request: web.Request) -> web.Response:
    """Sign in with a key, or as the host."""
    here = context(request)
    key = (await read_object(request)).get("key")
    person = here.world.host if key is None else with_key(here, str(key))
    if person is None:
        raise RefusedError("bad_key", "That link is not known here: ask the host for a new one.", status=401)
    return web.json_response({"key": person.key, "person": person_view(here, person)})


@routes.get("/local/state")
async def state(request: web.Request) -> web.Response:
    return web.json_response(state_view(*caller(request)))


@routes.get("/local/people")
async def people(request: web.Request) -> web.Response:
    here, _ = caller(request)
    return web.json_response([sign_in(here, p) for p in here.world.people.values() if not p.bot])


def _name(value: object) -> str:
    name = " ".join(str(value).split())
    if not 1 <= len(name) <= 32:
        raise RefusedError("bad_name", "A name has 1 to 32 characters.")
    return name


def _locale(value: object) -> str:
    if value not in LOCALES:
        raise RefusedError("bad_locale", f"{value!r} is no language that Discord knows.")
    return str(value)


@routes.post("/local/people")
async def make_guest(request: web.Request) -> web.Response:
    """A new guest, who joins the server at once."""
    here, _ = caller(request)
    world = here.world
    body = await read_object(request)
    taken = {person.name for person in world.people.values()}
    numbered = (f"Guest {n}" for n in range(1, len(taken) + 2))
    free = next(name for name in (*_GUESTS, *numbered) if name not in taken)
    name = _name(body["name"]) if body.get("name") else free
    red, green, blue = colorsys.hls_to_rgb(len(taken) * _GOLDEN % 1, 0.5, 0.55)
    person = Person(
        id=world.snowflakes.next(),
        username=username(world, name),
        name=name,
        locale=_locale(body.get("locale") or "en-US"),
        color=int(red * 255) << 16 | int(green * 255) << 8 | int(blue * 255),
    )
    world.save(person)
    for guild in world.guilds.values():
        world.join(guild, person)
        world.bus.tell(MemberChanged(guild, person, joined=True))
    return web.json_response(sign_in(here, person), status=201)


@routes.patch("/local/people/{person_id}")
async def change_person(request: web.Request) -> web.Response:
    """Rename somebody, set the language, open or close DMs, leave or join the server."""
    here, person = caller(request)
    which = request.match_info["person_id"]
    if which != "@me":
        found = here.world.people.get(number(which, "person"))
        if found is None or found.bot:
            raise RefusedError("unknown_person", "There is no such person.", status=404)
        person = found
    body = await read_object(request)
    if "name" in body:
        person.name = _name(body["name"])
    if "locale" in body:
        person.locale = _locale(body["locale"])
    if "dms_open" in body:
        person.dms_open = bool(body["dms_open"])
    here.world.save(person)
    if "member" in body:
        _set_member(here, person, bool(body["member"]))
    here.world.bus.tell(PersonChanged(person))
    return web.json_response(person_view(here, person))


@routes.post("/local/roles")
async def make_role(request: web.Request) -> web.Response:
    """A new role of a server, with permissions besides those that everybody has; of the first where none is named."""
    here, _ = caller(request)
    world, body = here.world, await read_object(request)
    named = str(body.get("server_id") or next(iter(world.guilds)))
    guild = next((guild for guild in world.guilds.values() if str(guild.id) == named), None)
    if guild is None:
        raise RefusedError("unknown_server", "There is no such server.", status=404)
    role = Role(
        id=world.snowflakes.next(),
        name=_name(body.get("name", "")),
        permissions=_bits(body.get("permissions", [])),
        position=1 + max(role.position for role in guild.roles),
    )
    guild.roles.append(role)
    world.save(guild)
    world.bus.tell(RoleCreated(guild, role))
    return web.json_response({"id": str(role.id)}, status=201)


@routes.put("/local/people/{person_id}/roles")
async def set_roles(request: web.Request) -> web.Response:
    """Gives a member just these roles, in every server."""
    here, _ = caller(request)
    person = here.world.people.get(number(request.match_info["person_id"], "person"))
    given = (await read_object(request)).get("roles")
    guilds = [guild for guild in here.world.guilds.values() if person is not None and person.id in guild.members]
    known = {str(r.id) for guild in guilds for r in guild.roles if r.id != guild.id and r.managed_by is None}
    if person is None or not guilds:
        raise RefusedError("unknown_person", "There is no such member.", status=404)
    if not isinstance(given, list) or not {str(role) for role in given} <= known:
        raise RefusedError("unknown_role", "There is no such role, or nobody can be given it.")
    wanted = {str(role) for role in given}
    for guild in guilds:
        guild.members[person.id].roles = [role.id for role in guild.roles if str(role.id) in wanted]
        here.world.save(guild)
    here.world.bus.tell(PersonChanged(person))
    return web.Response(status=204)


def _bits(names: Any) -> int:
    """The named permissions. Raises RefusedError."""
    try:
        return permissions.bits(*names)
    except (KeyError, TypeError) as error:
        raise RefusedError("bad_permission", f"There is no permission {error}.") from error


def _set_member(here: Context, person: Person, wanted: bool) -> None:
    world = here.world
    if person.host and not wanted:
        raise RefusedError("host_stays", "The host can't leave the server.", status=409)
    for guild in world.guilds.values():
        if wanted == (person.id in guild.members):
            continue
        if wanted:
            world.join(guild, person)
        else:
            del guild.members[person.id]
            world.save(guild)
        world.bus.tell(MemberChanged(guild, person, joined=wanted))


# Trying things out


@routes.get("/local/faults")
async def faults(request: web.Request) -> web.Response:
    here, _ = caller(request)
    return web.json_response(faults_view(here))


@routes.patch("/local/faults")
async def change_faults(request: web.Request) -> web.Response:
    here, _ = caller(request)
    try:
        FaultChange.model_validate(await read_object(request)).apply(here.faults)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"])
        raise RefusedError("bad_faults", f"{where}: {first['msg']}.") from error
    here.world.bus.tell(FaultsChanged())
    return web.json_response(faults_view(here))


@routes.post("/local/gateway")
async def gateway(request: web.Request) -> web.Response:
    here, _ = caller(request)
    body = await read_object(request)
    shard = None if body.get("shard") is None else number(body["shard"], "shard")
    try:
        met = here.gateway.act(str(body.get("action")), shard)
    except ValueError as error:
        raise RefusedError("bad_action", f"{error}.") from error
    return web.json_response({"sessions": met})


@routes.put("/local/channels/{channel_id}/bot-permissions")
async def bot_permissions(request: web.Request) -> web.Response:
    """Take permissions from the bot in a channel; an empty list gives all back."""
    here, person, channel = place(request)
    guild = here.world.guild_of(channel)
    if guild is None or channel.type == DM:
        raise RefusedError("bad_channel", "Only a server's channels have permissions.")
    need_bot(here, channel)
    deny = _bits((await read_object(request)).get("deny", []))
    place_of = here.world.parent_of(channel) or channel
    role = here.world.bot_role(guild)
    place_of.overwrites = [o for o in place_of.overwrites if o.id != role.id]
    if deny:
        place_of.overwrites.append(Overwrite(id=role.id, type=0, deny=deny))
    here.world.save(place_of)
    here.world.bus.tell(ChannelChanged(place_of))
    return web.json_response(channel_view(here, channel, person))


@routes.get("/local/log")
async def log(request: web.Request) -> web.Response:
    here, _ = caller(request)
    after = request.query.get("after", "0")
    entries = [dict(entry) for entry in here.log.after(int(after) if after.isdecimal() else 0)]
    return web.json_response({"entries": entries, "last": here.log.last, "refused": here.log.refused})


@routes.get("/local/counts")
async def counts(request: web.Request) -> web.Response:
    """The bot's requests by kind, and what counts towards the ban of its address."""
    here, _ = caller(request)
    return web.json_response(
        {"requests": here.counts.view(), "invalid": here.rates.invalid, "banned": round(here.rates.banned, 3)}
    )


@routes.delete("/local/counts")
async def clear_counts(request: web.Request) -> web.Response:
    here, _ = caller(request)
    here.counts.clear()
    return web.Response(status=204)


@routes.post("/local/clock")
async def clock(request: web.Request) -> web.Response:
    """Move the server's clock forward."""
    here, _ = caller(request)
    seconds = (await read_object(request)).get("forward")
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 <= seconds <= _FARTHEST:
        raise RefusedError("bad_time", f"The clock goes forward by 0 to {_FARTHEST} seconds.")
    here.clock.forward(seconds)
    return web.json_response({"now": here.world.now(), "ahead": here.clock.ahead})


@routes.delete("/local/log")
async def clear_log(request: web.Request) -> web.Response:
    here, _ = caller(request)
    here.log.clear()
    return web.Response(status=204)
