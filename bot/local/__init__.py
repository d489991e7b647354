"""Discord on this machine: a small Discord on loopback that the unchanged discord.py client connects to.

    server = LocalDiscord(history=path)
    await server.start(port=8080)
    redirect(server.url)
    await bot.start(server.token)

It knows no bot: nothing here imports anything of the rest of this project. People act through the page that it serves
at its address, or in tests through ``testing.driver.Person``; both use the API that ``people/__init__.py`` describes.
"""

from __future__ import annotations

from bot.local.gateway.sharding import Sharding
from bot.local.history import HistoryError
from bot.local.ratelimits import Rates
from bot.local.redirect import redirect, redirected
from bot.local.server import LocalDiscord
from bot.local.state.seed import Setting

__all__ = ["HistoryError", "LocalDiscord", "Rates", "Setting", "Sharding", "redirect", "redirected"]
