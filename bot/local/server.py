"""The server: puts the parts together, starts and stops them, on loopback only."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from pathlib import Path

from aiohttp import web

from bot.local import limits
from bot.local.chat import Chat
from bot.local.clock import Clock
from bot.local.context import CONTEXT, Context
from bot.local.counts import Counts
from bot.local.errors import ApiError
from bot.local.faults import Faults
from bot.local.gateway.connection import Connection
from bot.local.gateway.sessions import Gateway
from bot.local.gateway.sharding import UNSHARDED, Sharding
from bot.local.history import History, HistoryError
from bot.local.interactions.answers import Answers
from bot.local.interactions.lifecycle import Clocks, Interactions
from bot.local.page_files import page_file
from bot.local.people import clicks, commands, host, servers, talk, windows
from bot.local.people.access import check_host, check_origin, is_loopback
from bot.local.people.errors import RefusedError
from bot.local.people.views import link
from bot.local.people.windows import WINDOWS, Windows
from bot.local.ratelimits import RateLimits, Rates
from bot.local.requestlog import RequestLog
from bot.local.rest import application, channels, emojis, files, guilds, messages, pins, reactions, webhooks
from bot.local.rest import commands as rest_commands
from bot.local.rest.middleware import PREFIX, Handler, answer
from bot.local.state.load import load
from bot.local.state.payloads import Payloads
from bot.local.state.seed import Setting, seed
from bot.local.state.world import World

_API = (application, rest_commands, guilds, pins, messages, reactions, channels, webhooks, emojis)
_PEOPLE = (windows, host, servers, talk, commands, clicks)
_LARGEST = (limits.ATTACHMENTS + 1) * limits.ATTACHMENT_SIZE


class LocalDiscord:
    """A small Discord on this machine.

    ``history`` is the file that the chat is kept in; without it all is gone at ``stop``. ``setting`` names what a new
    chat begins with. ``privileged_intents`` are those that the bot may ask for (bits). ``heartbeat`` is in seconds.
    ``rates`` are the limits that requests are counted by, unless ``rate_limits`` is off. ``sharding`` is what the bot
    is told of shards. ``clocks`` and ``clock`` are for tests, which also move the clock with ``forward``.
    """

    def __init__(
        self,
        history: Path | str | None = None,
        *,
        setting: Setting | None = None,
        rate_limits: bool = True,
        privileged_intents: int = 0,
        heartbeat: float = 41.25,
        rates: Rates | None = None,
        sharding: Sharding = UNSHARDED,
        clocks: Clocks | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._history = History(None if history is None else Path(history))
        self._setting = setting or Setting()
        self._rate_limits = rate_limits
        self._privileged = privileged_intents
        self._heartbeat = heartbeat
        self._clocks = clocks or Clocks()
        self._rates = rates
        self._sharding = sharding
        self._clock = Clock(clock)
        self._runner: web.AppRunner | None = None
        self._context: Context | None = None
        self._windows: Windows | None = None

    @property
    def context(self) -> Context:
        """The parts of the running server. Raises RuntimeError before ``start``."""
        if self._context is None:
            raise RuntimeError("The local Discord has not been started")
        return self._context

    @property
    def token(self) -> str:
        """The token with which the bot signs in; a chat that is kept in a file keeps it, too."""
        return self.context.token

    @property
    def url(self) -> str:
        """The address of the page and of everything else, without a slash at its end."""
        return self.context.base

    @property
    def link(self) -> str:
        """The address that signs the host in."""
        return link(self.context, self.context.world.host)

    def forward(self, seconds: float) -> None:
        """Move the clock forward, as if so much time had passed: tokens die, messages grow old, limits are over.

        The clock of the bot, and that of the browser, stay where they are. Raises ValueError for a step back.
        """
        self._clock.forward(seconds)

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> None:
        """Listen. Port 0 takes a free one.

        Raises ValueError for a host that is not loopback, OSError for a taken port, HistoryError for a history that
        can't be used.
        """
        if not is_loopback(host):
            raise ValueError(f"The local Discord serves this machine only: {host!r} is no loopback address")
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family)
        try:
            shown = f"[{host}]" if ":" in host else host
            await self._build(f"http://{shown}:{listener.getsockname()[1]}")
            self._runner = web.AppRunner(self._app(), access_log=None, shutdown_timeout=0.5)
            await self._runner.setup()
            await web.SockSite(self._runner, listener).start()
        except BaseException:
            listener.close()
            await self.stop()
            raise

    async def _build(self, base: str) -> None:
        world = World(self._history, self._clock)
        load(world, await self._history.open())
        if not world.guilds:
            seed(world, self._setting)
        token = world.own_token()
        payloads = Payloads(world, base)
        chat = Chat(world)
        interactions = Interactions(payloads, self._clocks)
        self._clock.listen(interactions.catch_up)
        faults = Faults(rate_limits=self._rate_limits)
        gateway = Gateway(
            payloads,
            f"ws{base.removeprefix('http')}/gateway",
            token,
            privileged=self._privileged,
            heartbeat=self._heartbeat,
            sharding=self._sharding,
            limited=lambda: faults.rate_limits,
        )
        gateway.latency = lambda: faults.latency_ms / 1000
        self._context = Context(
            world=world,
            clock=self._clock,
            chat=chat,
            payloads=payloads,
            interactions=interactions,
            answers=Answers(interactions, chat),
            gateway=gateway,
            faults=faults,
            rates=RateLimits(self._clock, self._rates),
            log=RequestLog(),
            counts=Counts(),
            token=token,
            base=base,
        )
        self._windows = Windows(self._context)
        await self._history.settle()

    def _app(self) -> web.Application:
        app = web.Application(client_max_size=_LARGEST, middlewares=[_guard])
        app[CONTEXT] = self.context
        assert self._windows is not None
        app[WINDOWS] = self._windows
        for room in _API:
            for route in room.routes:
                assert isinstance(route, web.RouteDef)
                app.router.add_route(route.method, PREFIX + route.path, route.handler)
        for people_room in _PEOPLE:
            app.add_routes(people_room.routes)
        app.router.add_route("*", "/api/{path:.*}", _unknown)
        app.add_routes(files.routes)
        app.router.add_get("/gateway", _gateway)
        app.router.add_get("/{path:.*}", page_file)
        return app

    async def stop(self) -> None:
        """Close every line, commit the history, and stop listening."""
        if self._context is not None:
            self._context.interactions.stop()
            await self._context.gateway.stop()
        if self._windows is not None:
            await self._windows.stop()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
        await self._history.close()


async def _unknown(request: web.Request) -> web.StreamResponse:
    raise web.HTTPNotFound


async def _gateway(request: web.Request) -> web.StreamResponse:
    return await Connection(request.app[CONTEXT].gateway, request).run()


@web.middleware
async def _guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Loopback and our own page only; the API and the people's side each have their own way to refuse."""
    try:
        check_host(request)
        check_origin(request)
        if request.path.startswith("/api/"):
            return await answer(request, handler)
        response = await handler(request)
    except RefusedError as refusal:
        response = refusal.response()
    except ApiError as error:
        body = {"code": f"discord_{error.code}", "message": error.sentence(), "errors": error.errors or {}}
        response = web.json_response(body, status=error.status)
    if request.path.startswith("/local/") and request.method != "GET":
        await request.app[CONTEXT].world.history.settle()
    return response


__all__ = ["HistoryError", "LocalDiscord", "Setting"]
