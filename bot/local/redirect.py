"""Points discord.py, unchanged, at another Discord: its API, its gateway, its files.

Other libraries take the address as a setting (README.md says which); discord.py has it in its classes. It is imported
when it is asked for, so that the server runs where there is no discord.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


def redirect(url: str) -> None:
    """Let every client of discord.py in this process speak to the server at ``url`` from now on."""
    import yarl
    from discord.asset import Asset
    from discord.gateway import DiscordWebSocket
    from discord.http import Route

    Route.BASE = f"{url}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws{url.removeprefix('http')}/gateway")
    Asset.BASE = url


@contextmanager
def redirected(url: str) -> Iterator[None]:
    """The same inside a ``with`` block: afterwards discord.py speaks to the address that it had before."""
    from discord.asset import Asset
    from discord.gateway import DiscordWebSocket
    from discord.http import Route

    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE
    redirect(url)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = before
