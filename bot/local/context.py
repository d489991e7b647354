"""What every request handler needs, in one place."""

from __future__ import annotations

from dataclasses import dataclass

from aiohttp import web

from bot.local.chat import Chat
from bot.local.clock import Clock
from bot.local.counts import Counts
from bot.local.errors import ApiError
from bot.local.faults import Faults
from bot.local.gateway.sessions import Gateway
from bot.local.interactions.answers import Answers
from bot.local.interactions.lifecycle import Interactions
from bot.local.ratelimits import RateLimits
from bot.local.requestlog import RequestLog
from bot.local.state.payloads import Payloads
from bot.local.state.world import World


@dataclass(slots=True)
class Context:
    """The parts of a running server."""

    world: World
    clock: Clock
    chat: Chat
    payloads: Payloads
    interactions: Interactions
    answers: Answers
    gateway: Gateway
    faults: Faults
    rates: RateLimits
    log: RequestLog
    counts: Counts
    token: str
    base: str


CONTEXT: web.AppKey[Context] = web.AppKey("context", Context)


def context(request: web.Request) -> Context:
    """The server that a request came to."""
    return request.app[CONTEXT]


def path_id(request: web.Request, name: str, unknown: int = 50035) -> int:
    """An id of the path. Anything else is answered with the code ``unknown``."""
    value = request.match_info[name]
    if not value.isdecimal():
        raise ApiError(unknown)
    return int(value)
