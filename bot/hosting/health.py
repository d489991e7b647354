"""How the bot is, for whoever watches it: three addresses on this machine alone."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Final

from aiohttp import web

from bot.hosting.systemd import State
from bot.service.shards import listed

if TYPE_CHECKING:
    from bot.client import KnockaboutClient
    from bot.hosting.metrics import Metrics

HOST: Final = "127.0.0.1"
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
"""What Prometheus reads."""


@contextlib.asynccontextmanager
async def health(client: KnockaboutClient, metrics: Metrics, port: int) -> AsyncIterator[int]:
    """Serves ``/live``, ``/ready`` and ``/metrics``; yields the port. Raises OSError where the port can't be had.

    ``/live`` answers as long as the bot runs; ``/ready`` says 503 while people can't play, and why.
    """

    async def live(request: web.Request) -> web.Response:
        return web.Response(text="alive\n")

    async def ready(request: web.Request) -> web.Response:
        why = not_ready(client)
        how = "stands by: other processes hold all shards" if stands_by(client) else "ready"
        return web.Response(text=f"{why or how}\n", status=503 if why else 200)

    async def counted(request: web.Request) -> web.Response:
        return web.Response(body=metrics.text(), headers={"Content-Type": CONTENT_TYPE})

    app = web.Application()
    app.add_routes([web.get("/live", live), web.get("/ready", ready), web.get("/metrics", counted)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, HOST, port)
        await site.start()
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()


def not_ready(client: KnockaboutClient) -> str:
    """Why people can't play now, everywhere or in some servers, as a sentence; "" if they can."""
    if client.is_closed():
        return "The bot stops."
    if why := trouble(client):
        return why
    if any(member.desk.serving.cut_off for member in client.members):
        return "The database can't be reached, and other processes may play on by now."
    away, held = away_and_held(client)
    if stands_by(client):
        return ""
    if len(away) == len(held):
        return "The bot has not signed in to Discord yet, or is not connected."
    if away:
        return f"Of the bot's {len(held)} shards {len(away)} are not signed in yet, or not connected: {listed(away)}."
    return ""


def state(client: KnockaboutClient) -> State:
    """How the bot is, for systemd."""
    why = not_ready(client)
    away, held = away_and_held(client)
    if not held:
        return State(not why, why or "other processes hold all shards")
    return State(not why, trouble(client) or f"{len(held) - len(away)} of {len(held)} shards are signed in")


def stands_by(client: KnockaboutClient) -> bool:
    """Whether it plays nowhere, because other processes hold all shards, and would go on if they ended."""
    return not away_and_held(client)[1] and client.opened.is_set()


def trouble(client: KnockaboutClient) -> str:
    """Why the database can't be written or read now, as a sentence; "" if it can, as far as it was tried."""
    return next((why for member in client.members if (why := member.service.trouble)), "")


def away_and_held(client: KnockaboutClient) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The shards of this process that are not signed in, or not connected, and all that it holds; also by deputies."""
    return (
        tuple(sorted({shard for member in client.members for shard in member.away})),
        tuple(sorted({shard for member in client.members for shard in member.service.shards.held})),
    )
