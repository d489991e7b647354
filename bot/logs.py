"""What goes to the log, and what never may: neither a token nor the body of a request."""

from __future__ import annotations

import logging


def set_up_logs(level: str) -> None:
    """Logs to standard error from ``level`` up."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    # Below these levels the libraries log whole requests, hands and tokens included.
    for name, least in (("discord", logging.INFO), ("discord.http", logging.WARNING), ("aiohttp", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.setLevel(max(least, logging.getLevelName(level)))
    for name in (
        "aiosqlite",
        "asyncio",
        "PIL",
        "discord.gateway",
        "discord.webhook",
        "discord.client",
        "discord.state",
    ):
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelName(level)))
