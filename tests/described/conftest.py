"""The local Discord with somebody to ask it, as in its own tests."""

from __future__ import annotations

from tests.bot.local.conftest import server

__all__ = ["server"]
