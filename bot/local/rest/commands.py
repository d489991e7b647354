"""Application commands: global ones and those of one server."""

from __future__ import annotations

from aiohttp import web

from bot.local.context import Context, context, path_id
from bot.local.errors import ApiError
from bot.local.forms.commands import check_command, check_commands
from bot.local.limits import COMMAND_CREATES_A_DAY, COMMANDS, CONTEXT_COMMANDS
from bot.local.rest.body import read_json
from bot.local.state.happenings import CommandsChanged
from bot.local.state.model import Command, Json

routes = web.RouteTableDef()
_GLOBAL = "/applications/{application_id}/commands"
_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"
_DAY = 86_400.0


def _place(request: web.Request) -> tuple[Context, int | None]:
    """Whose commands: the guild's id, None for global ones. Raises 10002, 10004, 50001."""
    here = context(request)
    if request.match_info["application_id"] != str(here.world.secrets.application_id):
        raise ApiError(20012)
    if "guild_id" not in request.match_info:
        return here, None
    return here, here.world.guild(path_id(request, "guild_id", 10004)).id


def _listed(here: Context, guild_id: int | None) -> list[Command]:
    return [c for c in here.world.commands.values() if c.guild_id == guild_id]


def _found(request: web.Request) -> tuple[Context, Command]:
    here, guild_id = _place(request)
    command = here.world.commands.get(path_id(request, "command_id", 10063))
    if command is None or command.guild_id != guild_id:
        raise ApiError(10063)
    return here, command


def _shown(here: Context, command: Command, *, localizations: bool = True) -> Json:
    payload = here.payloads.command(command)
    if not localizations:
        payload = {k: v for k, v in payload.items() if not k.endswith("_localizations")}
    return payload


def _create(here: Context, guild_id: int | None, body: Json) -> Command:
    """Add a command, or write over the one of that name (its id stays)."""
    same = [c for c in _listed(here, guild_id) if (c.body["type"], c.body["name"]) == (body["type"], body["name"])]
    if same:
        command = same[0].model_copy(update={"body": body})
    else:
        _count_create(here, guild_id)
        command = Command(id=here.world.snowflakes.next(), guild_id=guild_id, body=body)
    here.world.save(command)
    return command


def _count_create(here: Context, guild_id: int | None) -> None:
    """Raises 30034 for the 201st new command of a day."""
    now = here.world.clock()
    made = here.gateway.command_creates.setdefault(guild_id, [])
    made[:] = [moment for moment in made if moment > now - _DAY]
    if len(made) >= COMMAND_CREATES_A_DAY:
        raise ApiError(30034)
    made.append(now)


@routes.get(_GLOBAL)
@routes.get(_GUILD)
async def commands(request: web.Request) -> web.Response:
    here, guild_id = _place(request)
    full = request.query.get("with_localizations", "false").lower() in ("1", "true")
    return web.json_response([_shown(here, c, localizations=full) for c in _listed(here, guild_id)])


@routes.put(_GLOBAL)
@routes.put(_GUILD)
async def overwrite(request: web.Request) -> web.Response:
    here, guild_id = _place(request)
    bodies = check_commands(await read_json(request))
    kept = [_create(here, guild_id, body) for body in bodies]
    ids = {command.id for command in kept}
    for command in _listed(here, guild_id):
        if command.id not in ids:
            here.world.remove(command)
    here.world.bus.tell(CommandsChanged())
    return web.json_response([_shown(here, command) for command in kept])


@routes.post(_GLOBAL)
@routes.post(_GUILD)
async def create(request: web.Request) -> web.Response:
    here, guild_id = _place(request)
    body = check_command(await read_json(request))
    others = _listed(here, guild_id)
    new = not any((c.body["type"], c.body["name"]) == (body["type"], body["name"]) for c in others)
    most = COMMANDS if body["type"] == 1 else CONTEXT_COMMANDS
    if new and sum(c.body["type"] == body["type"] for c in others) >= most:
        raise ApiError(30032)
    command = _create(here, guild_id, body)
    here.world.bus.tell(CommandsChanged())
    return web.json_response(_shown(here, command), status=201 if new else 200)


@routes.get(_GUILD + "/permissions")
async def permissions(request: web.Request) -> web.Response:
    _place(request)
    return web.json_response([])


@routes.get(_GLOBAL + "/{command_id}")
@routes.get(_GUILD + "/{command_id}")
async def command(request: web.Request) -> web.Response:
    here, found = _found(request)
    return web.json_response(_shown(here, found))


@routes.patch(_GLOBAL + "/{command_id}")
@routes.patch(_GUILD + "/{command_id}")
async def change(request: web.Request) -> web.Response:
    here, found = _found(request)
    found.body = check_command(await read_json(request), found.body)
    here.world.save(found)
    here.world.bus.tell(CommandsChanged())
    return web.json_response(_shown(here, found))


@routes.delete(_GLOBAL + "/{command_id}")
@routes.delete(_GUILD + "/{command_id}")
async def delete(request: web.Request) -> web.Response:
    here, found = _found(request)
    here.world.remove(found)
    here.world.bus.tell(CommandsChanged())
    return web.Response(status=204)


@routes.get(_GUILD + "/{command_id}/permissions")
async def command_permissions(request: web.Request) -> web.Response:
    _found(request)
    raise ApiError(10066)
