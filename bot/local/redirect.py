"""Points discord.py, unchanged, at another Discord: its API, its gateway, its files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route


def redirect(url: str) -> None:
    """From now on every client of discord.py in this process speaks to the server at `url`."""
    Route.BASE = f"{url}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws{url.removeprefix('http')}/gateway")
    Asset.BASE = url


@contextmanager
def redirected(url: str) -> Iterator[None]:
    """The same for a while: afterwards discord.py speaks to where it spoke before."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE
    redirect(url)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = before
