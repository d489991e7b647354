"""The way of every API request: faults made on purpose, the token, rate limits, the history's commit, the log."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable

from aiohttp import web

from bot.local.context import Context, context
from bot.local.errors import ERRORS, ApiError
from bot.local.faults import FaultRule
from bot.local.ratelimits import BY_TOKEN, LimitedError, Verdict
from bot.local.requestlog import without_tokens
from bot.local.rest.body import SHOWN
from bot.local.state.happenings import FaultsChanged
from bot.local.state.model import Json

PREFIX = "/api/v10"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token")
_log = logging.getLogger(__name__)


async def answer(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Handle an API request from first to last."""
    here = context(request)
    started = time.monotonic()
    SHOWN.set(None)
    path = request.path.removeprefix(PREFIX)
    if here.faults.rate_limits and here.rates.banned:
        response = _banned(here)
        _write_down(request, here, path, response, started, None)
        return response
    fault = here.faults.take(request.method, path)
    if fault is not None:
        here.world.bus.tell(FaultsChanged())
    if here.faults.latency_ms:
        await asyncio.sleep(here.faults.latency_ms / 1000)
    if fault is not None and fault.kind == "status":
        response = _made_up(fault)
    elif fault is not None and fault.kind == "cut":
        response = _cut(request)
    else:
        response = await _carry_out(request, handler, here, path)
        await here.world.history.settle()
        if fault is not None:
            response = _cut(request, response)
    response.headers["Via"] = "1.1 local"
    if response.content_type == "application/json":
        response.headers["Content-Type"] = "application/json"  # without a charset, as Discord sends it
    if here.faults.rate_limits:
        here.rates.answered(response.status, dict(response.headers))
    _write_down(request, here, path, response, started, fault)
    return response


def _banned(here: Context) -> web.Response:
    """What Discord's proxy answers to a banned address: no JSON, and no ``Via``, by which libraries tell it."""
    after = {"Retry-After": str(max(1, round(here.rates.banned)))}
    return web.Response(status=429, text="error code: 1015", headers=after)


async def _carry_out(request: web.Request, handler: Handler, here: Context, path: str) -> web.Response:
    headers: dict[str, str] = {}
    try:
        if not path.startswith(BY_TOKEN):
            _check_token(request, here)
        route = request.match_info.route.resource
        if here.faults.rate_limits and route is not None:
            major = "+".join(request.match_info[k] for k in _MAJOR if k in request.match_info)
            verdict = here.rates.ask(request.method, route.canonical.removeprefix(PREFIX), major)
            headers = verdict.headers
            if verdict.retry_after is not None:
                return _limited(verdict)
        response = await handler(request)
        assert isinstance(response, web.Response)
    except LimitedError as error:
        headers |= error.verdict.headers
        response = _limited(error.verdict, error.code)
    except ApiError as error:
        response = web.json_response(error.body(), status=error.status)
    except web.HTTPException as error:
        response = web.json_response({"message": f"{error.status}: {error.reason}", "code": 0}, status=error.status)
    except asyncio.CancelledError:
        raise
    except ConnectionError:  # whoever asked went away in mid-request, as a bot does that is killed
        response = _cut(request)
    except Exception:
        _log.exception("%s %s failed", request.method, without_tokens(path))
        response = web.json_response({"message": "500: Internal Server Error", "code": 0}, status=500)
    response.headers.update(headers)
    return response


def _check_token(request: web.Request, here: Context) -> None:
    given = request.headers.get("Authorization", "").removeprefix("Bot ")
    if not secrets.compare_digest(given.encode(), here.token.encode()):
        raise ApiError(0)


def _limited(verdict: Verdict, code: int | None = None) -> web.Response:
    body = {
        "message": "You are being rate limited." if code is None else ERRORS[code][1],
        "retry_after": round(verdict.retry_after or 0, 3),
        "global": verdict.is_global,
    }
    if code is not None:
        body["code"] = code
    return web.json_response(body, status=429, headers=verdict.headers)


def _made_up(fault: FaultRule) -> web.Response:
    if fault.status == 429:
        scope = {"X-RateLimit-Global": "true"} if fault.is_global else {"X-RateLimit-Scope": "shared"}
        headers = {**scope, "Retry-After": str(max(1, round(fault.retry_after)))}
        return _limited(Verdict(headers, fault.retry_after, fault.is_global))
    return web.json_response({"message": f"{fault.status}: made on purpose", "code": 0}, status=fault.status)


def _cut(request: web.Request, done: web.Response | None = None) -> web.Response:
    """Cut the line. What stands in the log is what would have been answered."""
    if request.transport is not None:
        request.transport.abort()
    return done if done is not None else web.Response(status=499)


def _write_down(
    request: web.Request, here: Context, path: str, response: web.Response, started: float, fault: FaultRule | None
) -> None:
    resource = request.match_info.route.resource
    route = "" if resource is None else resource.canonical.removeprefix(PREFIX)
    own_token = not path.startswith(BY_TOKEN)
    sent = SHOWN.get()
    files = len(sent["files"]) if isinstance(sent, dict) and "payload_json" in sent else 0
    size = request.content_length or 0
    here.counts.add(request.method, route, own_token=own_token, status=response.status, size=size, files=files)
    body = response.body
    answered = body if response.content_type == "application/json" and isinstance(body, bytes) else None
    told: Json = {
        "time": here.world.now(),
        "method": request.method,
        "path": without_tokens(path),
        "route": route,
        "own_token": own_token,
        "query": dict(request.query),
        "status": response.status,
        "ms": round((time.monotonic() - started) * 1000, 1),
    }
    if response.status >= 400 and answered is not None and isinstance(error := json.loads(answered), dict):
        told["code"] = error.get("code")
    if fault is not None:
        told["fault"] = fault.kind if fault.kind != "status" else str(fault.status)
    here.log.add(told, sent, answered)
