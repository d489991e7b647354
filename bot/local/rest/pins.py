"""Pinned messages."""

from __future__ import annotations

import contextlib
from datetime import datetime

from aiohttp import web

from bot.local import limits
from bot.local.context import Context
from bot.local.errors import ApiError
from bot.local.forms.form import Form, Node
from bot.local.rest.access import channel_in, message_in, need
from bot.local.state.happenings import PinsChanged
from bot.local.state.model import Channel, Message

routes = web.RouteTableDef()


def _moment(node: Node, key: str) -> datetime | None:
    """A time with its offset from UTC, or none."""
    text = node.text(key, 1, 64)
    if text is None:
        return None
    with contextlib.suppress(ValueError):
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is not None:
            return moment
    node.fault("TIMESTAMP_TYPE_COERCE", f'Value "{text}" is not a timestamp.', key)
    return None


@routes.get("/channels/{channel_id}/messages/pins")
async def pins(request: web.Request) -> web.Response:
    here, channel = channel_in(request)
    pinned = [m for m in here.world.messages(channel.id) if m.pinned_at is not None]
    pinned.sort(key=lambda m: m.pinned_at or "", reverse=True)
    form = Form()
    node = form.root(dict(request.query))
    limit = node.integer("limit", 1, limits.PINS) or limits.PINS
    before = _moment(node, "before")
    form.check()
    if before is not None:
        pinned = [m for m in pinned if datetime.fromisoformat(m.pinned_at or "") < before]
    listed = [{"pinned_at": m.pinned_at, "message": here.payloads.message(m)} for m in pinned[:limit]]
    return web.json_response({"items": listed, "has_more": len(pinned) > limit})


@routes.get("/channels/{channel_id}/pins")
async def old_pins(request: web.Request) -> web.Response:
    here, channel = channel_in(request)
    pinned = [m for m in here.world.messages(channel.id, newest_first=True) if m.pinned_at is not None]
    return web.json_response([here.payloads.message(m) for m in pinned])


@routes.put("/channels/{channel_id}/messages/pins/{message_id}")
@routes.put("/channels/{channel_id}/pins/{message_id}")
async def pin(request: web.Request) -> web.Response:
    here, found = message_in(request)
    channel = here.world.channel(found.channel_id)
    need(here.world, channel, "pin_messages")
    pinned = [m for m in here.world.messages(channel.id) if m.pinned_at is not None]
    if found.pinned_at is None:
        if len(pinned) >= limits.PINS:
            raise ApiError(30003)
        found.pinned_at = channel.last_pin = here.world.now()
        _pins_changed(here, channel, found)
    return web.Response(status=204)


@routes.delete("/channels/{channel_id}/messages/pins/{message_id}")
@routes.delete("/channels/{channel_id}/pins/{message_id}")
async def unpin(request: web.Request) -> web.Response:
    here, found = message_in(request)
    channel = here.world.channel(found.channel_id)
    need(here.world, channel, "pin_messages")
    if found.pinned_at is not None:
        found.pinned_at = None
        _pins_changed(here, channel, found)
    return web.Response(status=204)


def _pins_changed(here: Context, channel: Channel, changed: Message) -> None:
    here.world.save(channel)
    here.chat.touch(changed)
    here.world.bus.tell(PinsChanged(channel))
