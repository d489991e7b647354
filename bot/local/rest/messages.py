"""Messages, as the bot reads, sends, edits and deletes them."""

from __future__ import annotations

from aiohttp import web

from bot.local import limits
from bot.local.context import Context
from bot.local.errors import ApiError
from bot.local.forms.form import Form
from bot.local.forms.message import MessageForm, check_edit, check_message
from bot.local.ratelimits import LimitedError
from bot.local.rest.access import channel_in, message_in, need, need_to_send
from bot.local.rest.body import read_body, read_json
from bot.local.snowflakes import EPOCH_MS, created_at
from bot.local.state.happenings import MessagesDeleted
from bot.local.state.model import DEFAULT, DM, REPLY, Channel, Json, Message
from bot.local.state.world import World

routes = web.RouteTableDef()
_MESSAGES = "/channels/{channel_id}/messages"
_MESSAGE = _MESSAGES + "/{message_id}"
_TWO_WEEKS_MS = 14 * 86_400 * 1000


def page_of(found: list[Message], query: dict[str, int]) -> list[Message]:
    """A page out of messages in the order of their ids; the page too is in that order.

    ``query`` may hold one of ``before``, ``after``, ``around``, and ``limit``.
    """
    limit = query.get("limit", 50)
    if "around" in query:
        half = limit // 2
        older = [m for m in found if m.id <= query["around"]][-half - 1 :]
        newer = [m for m in found if m.id > query["around"]][:half]
        return older + newer
    if "after" in query:
        return [m for m in found if m.id > query["after"]][:limit]
    if "before" in query:
        found = [m for m in found if m.id < query["before"]]
    return found[-limit:]


def read_page(request: web.Request) -> dict[str, int]:
    """The query of a page. Raises 50035 for a limit outside 1 to 100."""
    form = Form()
    node = form.root(dict(request.query))
    query: dict[str, int] = {}
    limit = node.integer("limit", 1, limits.HISTORY_PAGE)
    if limit is not None:
        query["limit"] = limit
    for key in ("before", "after", "around"):
        value = node.snowflake(key)
        if value is not None:
            query[key] = value
    form.check()
    return query


@routes.get(_MESSAGES)
async def messages(request: web.Request) -> web.Response:
    here, channel = channel_in(request)
    query = read_page(request)
    if channel.type != DM and not here.world.may(channel, here.world.bot.id, "read_message_history"):
        return web.json_response([])
    found = [m for m in here.world.messages(channel.id) if m.only_for is None]
    return web.json_response([here.payloads.message(m) for m in reversed(page_of(found, query))])


@routes.get(_MESSAGE)
async def message(request: web.Request) -> web.Response:
    here, found = message_in(request)
    return web.json_response(here.payloads.message(found))


@routes.post(_MESSAGES)
async def create(request: web.Request) -> web.Response:
    here, channel = channel_in(request)
    body, uploads = await read_body(request)
    form = check_message(here.world, body, uploads)
    need_to_send(here.world, channel)
    if uploads:
        need(here.world, channel, "attach_files")
    if form.embeds:
        need(here.world, channel, "embed_links")
    here.chat.check_dm(channel)
    if form.enforce_nonce and form.nonce is not None and (same := _same_nonce(here.world, channel, form)):
        return web.json_response(here.payloads.message(same))
    reference = check_reference(here.world, channel, form.reference)
    kind = REPLY if reference else DEFAULT
    made = here.chat.post(channel, here.world.bot, form, kind=kind, reference=reference)
    return web.json_response(here.payloads.message(made))


def _same_nonce(world: World, channel: Channel, form: MessageForm) -> Message | None:
    """A message that the bot has lately sent here under the same nonce."""
    oldest = (int((world.clock() - limits.NONCE_MEMORY) * 1000) - EPOCH_MS) << 22
    for found in world.messages(channel.id, newest_first=True):
        if found.id < oldest:
            return None
        if found.author_id == world.bot.id and str(found.nonce) == str(form.nonce):
            return found
    return None


def check_reference(world: World, channel: Channel, reference: Json | None) -> Json | None:
    """The message that is replied to. Raises 50035 for one that isn't there, unless ``fail_if_not_exists`` is false."""
    if reference is None:
        return None
    form = Form()
    node = form.root(reference, ("message_reference",))
    message_id = node.snowflake("message_id", required=True)
    if node.get("type") not in (None, 0):
        node.fault("BASE_TYPE_CHOICES", "Value must be one of {0}.", "type")
    node.snowflake("channel_id")
    node.snowflake("guild_id")
    form.check()
    if channel.type != DM and not world.may(channel, world.bot.id, "read_message_history"):
        raise ApiError(160002)
    target = world.find_message(channel.id, message_id)
    if target is None or target.only_for is not None:
        if reference.get("fail_if_not_exists") is False:
            return None
        form.add(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        form.check()
    known: Json = {"type": 0, "channel_id": str(channel.id), "message_id": str(message_id)}
    return known if channel.guild_id is None else known | {"guild_id": str(channel.guild_id)}


@routes.patch(_MESSAGE)
async def edit(request: web.Request) -> web.Response:
    here, found = message_in(request)
    body, uploads = await read_body(request)
    if found.author_id != here.world.bot.id:
        raise ApiError(50005)
    if here.world.channel(found.channel_id).archived:
        raise ApiError(50083)
    form = check_edit(here.world, body, uploads, found)
    _count_old_edit(here, found)
    return web.json_response(here.payloads.message(here.chat.edit(found, form)))


def _count_old_edit(here: Context, found: Message) -> None:
    """Raises LimitedError (30046) where the channel's old messages were edited too often."""
    if here.world.clock() - created_at(found.id).timestamp() <= here.rates.rates.old_after:
        return
    verdict = here.rates.ask_old_edit(found.channel_id)
    if verdict.retry_after is not None:
        raise LimitedError(verdict, 30046)


@routes.delete(_MESSAGE)
async def delete(request: web.Request) -> web.Response:
    here, found = message_in(request)
    channel = here.world.channel(found.channel_id)
    if found.author_id != here.world.bot.id:
        if channel.type == DM:
            raise ApiError(50003)
        need(here.world, channel, "manage_messages")
    here.chat.delete(found)
    return web.Response(status=204)


@routes.post(_MESSAGES + "/bulk-delete")
async def bulk_delete(request: web.Request) -> web.Response:
    here, channel = channel_in(request)
    if channel.type == DM:
        raise ApiError(50003)
    need(here.world, channel, "manage_messages")
    form = Form()
    node = form.root(await read_json(request))
    entries = node.once("messages", node.items("messages", 0, 10_000, required=True))
    ids = {node.as_snowflake(v, "messages", i) for i, v in enumerate(entries)}
    form.check()
    low, high = limits.BULK_DELETE
    if not low <= len(ids) <= high:
        raise ApiError(50016)
    oldest = (int(here.world.clock() * 1000) - _TWO_WEEKS_MS - EPOCH_MS) << 22
    if any(i is not None and i < oldest for i in ids):
        raise ApiError(50034)
    gone = [m for m in here.world.messages(channel.id) if m.id in ids and m.only_for is None]
    here.chat.take_out_all(gone)
    here.world.bus.tell(MessagesDeleted(channel, tuple(gone)))
    return web.Response(status=204)
