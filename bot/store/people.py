"""What a person has chosen, the leaderboard, and what the bot remembers about itself."""

from __future__ import annotations

import sqlite3

from bot.store.model import Leaderboard, PersonSettings, Standing


def settings(db: sqlite3.Connection, user_id: int) -> PersonSettings:
    """What the person has chosen, else the defaults."""
    row = db.execute(
        "SELECT hand, four_colour, cut, auto_top_up, locale FROM people WHERE user_id = ?", (user_id,)
    ).fetchone()
    if row is None:
        return PersonSettings()
    return PersonSettings(row["hand"], bool(row["four_colour"]), row["cut"], bool(row["auto_top_up"]), row["locale"])


def set_settings(db: sqlite3.Connection, user_id: int, chosen: PersonSettings) -> PersonSettings:
    """Writes what the person has chosen."""
    db.execute(
        "INSERT INTO people (user_id, hand, four_colour, cut, auto_top_up, locale) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET hand = excluded.hand, four_colour = excluded.four_colour, cut = excluded.cut,"
        " auto_top_up = excluded.auto_top_up, locale = excluded.locale",
        (user_id, chosen.hand, chosen.four_colour, chosen.cut, chosen.auto_top_up, chosen.locale),
    )
    return chosen


def dms_closed(db: sqlite3.Connection, user_id: int) -> bool:
    """Whether the person takes no direct messages, as last seen."""
    row = db.execute("SELECT dms_closed FROM people WHERE user_id = ?", (user_id,)).fetchone()
    return row is not None and bool(row["dms_closed"])


def set_dms_closed(db: sqlite3.Connection, user_id: int, closed: bool) -> None:
    """Notes whether the person takes direct messages."""
    db.execute(
        "INSERT INTO people (user_id, dms_closed) VALUES (?, ?)"
        " ON CONFLICT DO UPDATE SET dms_closed = excluded.dms_closed",
        (user_id, closed),
    )


def leaderboard(db: sqlite3.Connection, guild_id: int, page: int, size: int) -> Leaderboard:
    """One page of the server's members by chips won over finished deals; equals share a place."""
    if size < 1:
        raise ValueError(f"a page of {size} lines can't be shown")
    (people,) = db.execute(
        "SELECT count(DISTINCT user_id) FROM results WHERE guild_id = ? AND chips IS NOT NULL AND user_id IS NOT NULL",
        (guild_id,),
    ).fetchone()
    pages = max(1, -(-people // size))
    page = min(max(page, 1), pages)
    rows = db.execute(
        "WITH standing AS ("
        " SELECT user_id, sum(chips) AS chips, count(*) AS deals, sum(won) AS wins FROM results"
        " WHERE guild_id = ?1 AND chips IS NOT NULL AND user_id IS NOT NULL GROUP BY user_id)"
        " SELECT rank() OVER (ORDER BY chips DESC) AS place, standing.user_id, coalesce(name, ''), chips, deals, wins"
        " FROM standing LEFT JOIN members ON members.guild_id = ?1 AND members.user_id = standing.user_id"
        " ORDER BY place, wins DESC, standing.user_id LIMIT ?2 OFFSET ?3",
        (guild_id, size, (page - 1) * size),
    )
    return Leaderboard(tuple(Standing(*row) for row in rows), page, pages)


def get_meta(db: sqlite3.Connection, key: str) -> str | None:
    """What is remembered under the key."""
    row = db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row["value"])


def set_meta(db: sqlite3.Connection, key: str, value: str) -> None:
    """Remembers the value under the key."""
    db.execute(
        "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", (key, value)
    )
