"""Answers to interactions: the callback, and the webhook that lives under an interaction's token."""

from __future__ import annotations

from aiohttp import web

from bot.local.context import Context, context, path_id
from bot.local.ratelimits import LimitedError
from bot.local.rest.body import read_body
from bot.local.state.model import EPHEMERAL, LOADING, Interaction, Json, Message

routes = web.RouteTableDef()
_WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
_SHOWN_TYPES = (4, 7)


@routes.post("/interactions/{interaction_id}/{webhook_token}/callback")
async def callback(request: web.Request) -> web.Response:
    """The first answer."""
    here = context(request)
    interaction_id = path_id(request, "interaction_id", 10062)
    interaction = here.interactions.awaiting(interaction_id, request.match_info["webhook_token"])
    body, uploads = await read_body(request)
    # files may have come in slowly: another answer or the clock may have been faster
    here.interactions.awaiting(interaction_id, interaction.token)
    message = here.answers.first(interaction, body, uploads)
    if request.query.get("with_response", "").lower() not in ("1", "true"):
        return web.Response(status=204)
    return web.json_response(_response(here, interaction, message))


def _response(here: Context, interaction: Interaction, message: Message | None) -> Json:
    about: Json = {
        "id": str(interaction.id),
        "type": interaction.type,
        "channel_id": str(interaction.channel_id),
    }
    response: Json = {"interaction": about}
    if message is not None:
        about |= {
            "response_message_id": str(message.id),
            "response_message_loading": bool(message.flags & LOADING),
            "response_message_ephemeral": bool(message.flags & EPHEMERAL),
        }
        if interaction.answer in _SHOWN_TYPES:
            response["resource"] = {"type": interaction.answer, "message": here.payloads.message(message)}
    return response


def _interaction(request: web.Request) -> tuple[Context, Interaction]:
    here = context(request)
    place = request.match_info
    return here, here.interactions.by_token(place["webhook_id"], place["webhook_token"])


@routes.get(_WEBHOOK)
async def webhook(request: web.Request) -> web.Response:
    here, interaction = _interaction(request)
    about = {
        "id": str(here.world.secrets.application_id),
        "type": 3,
        "application_id": str(here.world.secrets.application_id),
        "token": interaction.token,
        "name": here.world.bot.name,
        "avatar": None,
        "channel_id": None,
        "guild_id": None,
    }
    return web.json_response(about)


@routes.post(_WEBHOOK)
async def follow_up(request: web.Request) -> web.Response:
    here, interaction = _interaction(request)
    body, uploads = await read_body(request)
    if here.faults.rate_limits and not interaction.waiting:
        verdict = here.rates.ask_webhook_post(interaction.channel_id)
        if verdict.retry_after is not None:
            raise LimitedError(verdict)
    return web.json_response(here.payloads.message(here.answers.follow_up(interaction, body, uploads)))


@routes.get(_WEBHOOK + "/messages/{message_id}")
async def message(request: web.Request) -> web.Response:
    here, interaction = _interaction(request)
    return web.json_response(here.payloads.message(here.answers.find(interaction, request.match_info["message_id"])))


@routes.patch(_WEBHOOK + "/messages/{message_id}")
async def edit(request: web.Request) -> web.Response:
    here, interaction = _interaction(request)
    body, uploads = await read_body(request)
    which = request.match_info["message_id"]
    return web.json_response(here.payloads.message(here.answers.edit(interaction, which, body, uploads)))


@routes.delete(_WEBHOOK + "/messages/{message_id}")
async def delete(request: web.Request) -> web.Response:
    here, interaction = _interaction(request)
    here.answers.delete(interaction, request.match_info["message_id"])
    return web.Response(status=204)
