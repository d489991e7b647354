"""Making and deleting servers, and the bot's place in them, for who owns them."""

from __future__ import annotations

from aiohttp import web

from bot.local.context import Context
from bot.local.people.access import caller, number
from bot.local.people.errors import RefusedError
from bot.local.people.talk import read_object
from bot.local.people.views import server_view
from bot.local.state import permissions, servers
from bot.local.state.model import Guild

routes = web.RouteTableDef()
_SERVER = "/local/servers/{server_id}"


@routes.post("/local/servers")
async def make(request: web.Request) -> web.Response:
    here, person = caller(request)
    body = await read_object(request)
    name = " ".join(str(body.get("name") or "").split())
    if not 2 <= len(name) <= 100:
        raise RefusedError("bad_name", "A server's name has 2 to 100 characters.")
    if not person.host:
        raise RefusedError("missing_permission", "Only the host makes servers.", status=403)
    bits = number(body.get("permissions", permissions.LEAST_FOR_BOT), "set of permissions")
    guild = servers.found(here.world, name, person, bits)
    return web.json_response(server_view(here, guild, person), status=201)


@routes.delete(_SERVER)
async def delete(request: web.Request) -> web.Response:
    here, guild = _own(request)
    if len(here.world.guilds) == 1:
        raise RefusedError("last_server", "The last server stays.", status=409)
    servers.delete(here.world, guild)
    return web.Response(status=204)


@routes.put(_SERVER + "/bot")
async def invite(request: web.Request) -> web.Response:
    here, guild = _own(request)
    if here.world.bot.id not in guild.members:
        servers.invite_bot(here.world, guild)
    return web.Response(status=204)


@routes.delete(_SERVER + "/bot")
async def remove(request: web.Request) -> web.Response:
    here, guild = _own(request)
    if here.world.bot.id in guild.members:
        servers.remove_bot(here.world, guild)
    return web.Response(status=204)


def _own(request: web.Request) -> tuple[Context, Guild]:
    """The server of the path. Raises RefusedError where it isn't the caller's."""
    here, person = caller(request)
    guild = here.world.guilds.get(number(request.match_info["server_id"], "server"))
    if guild is None or guild.owner_id != person.id:
        raise RefusedError("unknown_server", "There is no such server of yours.", status=404)
    return here, guild
