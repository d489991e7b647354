"""The bot on the local Discord, for what is counted of it."""

from __future__ import annotations

from tests.bot.ui.conftest import blank, night

__all__ = ["blank", "night"]
