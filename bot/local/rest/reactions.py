"""Reactions under messages."""

from __future__ import annotations

from aiohttp import web

from bot.local.context import path_id
from bot.local.emoji import is_emoji
from bot.local.errors import ApiError
from bot.local.rest.access import message_in, need
from bot.local.rest.paging import page_of_ids
from bot.local.state.model import Json
from bot.local.state.world import World

routes = web.RouteTableDef()
_REACTIONS = "/channels/{channel_id}/messages/{message_id}/reactions"
_EMOJI = _REACTIONS + "/{emoji}"


def read_emoji(world: World, text: str) -> Json:
    """``name:id`` of an application's emoji, or a standard one. Raises 10014."""
    name, _, number = text.rpartition(":")
    if name and number.isdecimal():
        known = world.emojis.get(int(number))
        if known is None:
            raise ApiError(10014)
        return {"id": str(known.id), "name": known.name, "animated": known.animated}
    if not is_emoji(text):
        raise ApiError(10014)
    return {"id": None, "name": text}


@routes.put(_EMOJI + "/@me")
async def add(request: web.Request) -> web.Response:
    here, message = message_in(request)
    emoji = read_emoji(here.world, request.match_info["emoji"])
    if not any(r.emoji == emoji for r in message.reactions):
        need(here.world, here.world.channel(message.channel_id), "add_reactions")
    here.chat.react(message, here.world.bot.id, emoji)
    return web.Response(status=204)


@routes.delete(_EMOJI + "/{user_id}")
async def remove(request: web.Request) -> web.Response:
    here, message = message_in(request)
    emoji = read_emoji(here.world, request.match_info["emoji"])
    own = request.match_info["user_id"] == "@me"
    person_id = here.world.bot.id if own else path_id(request, "user_id", 10013)
    if person_id != here.world.bot.id:
        need(here.world, here.world.channel(message.channel_id), "manage_messages")
    here.chat.unreact(message, person_id, emoji)
    return web.Response(status=204)


@routes.get(_EMOJI)
async def users(request: web.Request) -> web.Response:
    here, message = message_in(request)
    emoji = read_emoji(here.world, request.match_info["emoji"])
    found = next((r.users for r in message.reactions if r.emoji == emoji), [])
    listed = page_of_ids(request, found, default=25, most=100)
    return web.json_response([here.payloads.user(here.world.person(u)) for u in listed])


@routes.delete(_EMOJI)
@routes.delete(_REACTIONS)
async def clear(request: web.Request) -> web.Response:
    here, message = message_in(request)
    need(here.world, here.world.channel(message.channel_id), "manage_messages")
    text = request.match_info.get("emoji")
    here.chat.clear_reactions(message, None if text is None else read_emoji(here.world, text))
    return web.Response(status=204)
