"""How many chips the house gives in a server at the start and from day to day, and how many it could give when."""

from __future__ import annotations

import json
from typing import Final

from bot.store import economy
from bot.store.database import Database
from bot.store.model.servers import Chips

EVERYWHERE: Final = 0
"""Stands in ``allowed_gifts`` for every server that has set nothing of its own."""


def chips(db: Database, guild_id: int, usual: Chips) -> Chips:
    """How many chips the house gives in a server."""
    rows = db.execute(
        "SELECT name, value FROM server_settings WHERE guild_id = ? AND name IN ('starting_chips', 'daily_chips')",
        (guild_id,),
    )
    own = {row["name"]: json.loads(row["value"]) for row in rows}
    return Chips(own.get("starting_chips", usual.starting), own.get("daily_chips", usual.daily))


def allow(db: Database, guild_id: int, source: str, number: int | None, at: float) -> None:
    """Notes that from now on a source gives so many chips; None: as many as in every server."""
    (last,) = db.execute("SELECT coalesce(max(id), 0) FROM postings").fetchone()
    db.execute(
        "INSERT INTO allowed_gifts (guild_id, source, after_posting, chips, at) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (guild_id, source, after_posting) DO UPDATE SET chips = excluded.chips, at = excluded.at",
        (guild_id, source, last, number, at),
    )


def note_usual(db: Database, usual: Chips, at: float) -> None:
    """Notes what the bot is set to give, if that has changed."""
    for source, number in ((economy.STARTING, usual.starting), (economy.DAILY, usual.daily)):
        row = db.execute(
            "SELECT chips FROM allowed_gifts WHERE guild_id = ? AND source = ? ORDER BY after_posting DESC LIMIT 1",
            (EVERYWHERE, source),
        ).fetchone()
        if row is None or row["chips"] != number:
            allow(db, EVERYWHERE, source, number, at)
