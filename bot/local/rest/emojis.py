"""Emojis of the application."""

from __future__ import annotations

import base64
import binascii
import re

from aiohttp import web

from bot.local import limits
from bot.local.context import Context, context, path_id
from bot.local.errors import ApiError
from bot.local.forms.files import measure
from bot.local.forms.form import Form, Node
from bot.local.rest.body import read_json
from bot.local.state.model import Emoji

routes = web.RouteTableDef()
_EMOJIS = "/applications/{application_id}/emojis"
_DATA = re.compile(r"data:image/(?:png|jpe?g|gif|webp|avif);base64,(.+)", re.DOTALL)
"""The kind of a picture, read from its bytes: discord.js calls every picture ``image/jpg``."""
_NAME = re.compile(r"\w+", re.ASCII)


def _here(request: web.Request) -> Context:
    here = context(request)
    if request.match_info["application_id"] != str(here.world.secrets.application_id):
        raise ApiError(20012)
    return here


def _emoji(request: web.Request) -> tuple[Context, Emoji]:
    here = _here(request)
    emoji = here.world.emojis.get(path_id(request, "emoji_id", 10014))
    if emoji is None:
        raise ApiError(10014)
    return here, emoji


def _name(node: Node, here: Context, renamed: Emoji | None = None) -> str:
    """The name of a new or a renamed emoji: no other one of the application may have it."""
    name = node.text("name", *limits.EMOJI_NAME, required=True) or ""
    if name and not _NAME.fullmatch(name):
        node.fault("STRING_TYPE_REGEX", "String value did not match validation regex.", "name")
    if any(emoji.name == name and emoji is not renamed for emoji in here.world.emojis.values()):
        node.fault("APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "Application emoji name has already been taken", "name")
    return name


@routes.get(_EMOJIS)
async def emojis(request: web.Request) -> web.Response:
    here = _here(request)
    return web.json_response({"items": [here.payloads.emoji(e) for e in here.world.emojis.values()]})


@routes.post(_EMOJIS)
async def create(request: web.Request) -> web.Response:
    here = _here(request)
    form = Form()
    node = form.root(await read_json(request))
    name = _name(node, here)
    match = _DATA.fullmatch(node.text("image", 1, 10**7, required=True) or "")
    picture = b""
    try:
        picture = base64.b64decode(match[1], validate=True) if match else b""
    except binascii.Error:
        match = None
    if match is None or measure(picture)[0] is None:
        node.fault("IMAGE_INVALID", "Invalid image", "image")
    elif len(picture) > limits.EMOJI_SIZE:
        node.fault("BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.", "image")
    form.check()
    if len(here.world.emojis) >= limits.EMOJIS:
        raise ApiError(30008)
    emoji = Emoji(
        id=here.world.snowflakes.next(),
        name=name,
        animated=picture.startswith(b"GIF8"),
        creator_id=here.world.bot.id,
    )
    here.world.history.keep_blob(emoji.id, picture)
    here.world.save(emoji)
    return web.json_response(here.payloads.emoji(emoji), status=201)


@routes.get(_EMOJIS + "/{emoji_id}")
async def emoji(request: web.Request) -> web.Response:
    here, found = _emoji(request)
    return web.json_response(here.payloads.emoji(found))


@routes.patch(_EMOJIS + "/{emoji_id}")
async def rename(request: web.Request) -> web.Response:
    here, found = _emoji(request)
    form = Form()
    name = _name(form.root(await read_json(request)), here, found)
    form.check()
    found.name = name
    here.world.save(found)
    return web.json_response(here.payloads.emoji(found))


@routes.delete(_EMOJIS + "/{emoji_id}")
async def delete(request: web.Request) -> web.Response:
    here, found = _emoji(request)
    here.world.remove(found)
    return web.Response(status=204)
