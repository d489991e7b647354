"""What every request handler needs, in one place."""

from __future__ import annotations

from dataclasses import dataclass

from aiohttp import web

from .chat import Chat
from .errors import ApiError
from .faults import Faults
from .gateway.sessions import Gateway
from .interactions.answers import Answers
from .interactions.lifecycle import Interactions
from .ratelimits import RateLimits
from .requestlog import RequestLog
from .state.payloads import Payloads
from .state.world import World


@dataclass(slots=True)
class Context:
    """The parts of a running server."""

    world: World
    chat: Chat
    payloads: Payloads
    interactions: Interactions
    answers: Answers
    gateway: Gateway
    faults: Faults
    rates: RateLimits
    log: RequestLog
    token: str
    base: str


CONTEXT: web.AppKey[Context] = web.AppKey("context", Context)


def context(request: web.Request) -> Context:
    """The server that a request came to."""
    return request.app[CONTEXT]


def path_id(request: web.Request, name: str, unknown: int = 50035) -> int:
    """An id of the path; what is no id is answered with the code `unknown`."""
    value = request.match_info[name]
    if not value.isdecimal():
        raise ApiError(unknown)
    return int(value)
