"""The bot itself: its user, its application, the gateway's address."""

from __future__ import annotations

from aiohttp import web

from bot.local.context import context
from bot.local.errors import ApiError
from bot.local.forms.form import Form
from bot.local.rest.body import read_json
from bot.local.rest.paging import page_of_ids
from bot.local.state.happenings import PersonChanged
from bot.local.state.model import Json

routes = web.RouteTableDef()


@routes.get("/users/@me")
async def own_user(request: web.Request) -> web.Response:
    return web.json_response(context(request).payloads.own_user())


@routes.patch("/users/@me")
async def change_own_user(request: web.Request) -> web.Response:
    here = context(request)
    form = Form()
    name = form.root(await read_json(request)).text("username", 2, 32)
    form.check()
    if name:
        bot = here.world.bot
        bot.name = name
        here.world.save(bot)
        here.world.bus.tell(PersonChanged(bot))
    return web.json_response(here.payloads.own_user())


@routes.get("/users/{user_id}")
async def user(request: web.Request) -> web.Response:
    here = context(request)
    value = request.match_info["user_id"]
    if not value.isdecimal():
        raise ApiError(10013)
    return web.json_response(here.payloads.user(here.world.person(int(value))))


@routes.get("/oauth2/applications/@me")
@routes.get("/applications/@me")
async def application(request: web.Request) -> web.Response:
    return web.json_response(context(request).payloads.application())


@routes.get("/gateway")
async def gateway(request: web.Request) -> web.Response:
    return web.json_response({"url": context(request).gateway.url})


@routes.get("/gateway/bot")
async def gateway_bot(request: web.Request) -> web.Response:
    here = context(request)
    told = {"shards": here.gateway.sharding.recommended, "session_start_limit": here.gateway.starts.limit()}
    return web.json_response({"url": here.gateway.url, **told})


@routes.post("/users/@me/channels")
async def open_dm(request: web.Request) -> web.Response:
    """Open the DM with a person. If the bot may not write there, it learns so when it writes."""
    here = context(request)
    form = Form()
    recipient = form.root(await read_json(request)).snowflake("recipient_id", required=True)
    form.check()
    person = here.world.people.get(recipient or 0)
    if person is None:
        raise ApiError(10013)
    if person.bot:
        raise ApiError(50007)
    if here.faults.dms_too_fast:
        here.faults.dms_too_fast -= 1
        raise ApiError(40003, retry_after=1.0)
    return web.json_response(here.payloads.channel(here.world.open_dm(person.id)))


@routes.get("/users/@me/guilds")
async def own_guilds(request: web.Request) -> web.Response:
    here = context(request)
    world = here.world
    own = [guild.id for guild in world.guilds.values() if world.bot.id in guild.members]
    listed: list[Json] = [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "features": [],
            "permissions": str(world.bot_role(guild).permissions),
            "approximate_member_count": len(guild.members),
            "approximate_presence_count": len(guild.members),
        }
        for guild in (world.guilds[i] for i in page_of_ids(request, own, default=200, most=200))
    ]
    return web.json_response(listed)
