"""The results of finished deals, for everybody to read: no card, deck or seed is among them."""

from __future__ import annotations

import sqlite3
from typing import Final

from bot.store import servers
from bot.store.connection import Reader
from bot.store.model.deals import Winnings
from bot.store.model.people import Leaderboard, Standing


class Results:
    """The results of finished deals. Raises StoreError if the database can't be used."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def leaderboard(self, guild_id: int, page: int = 1, size: int = 10, viewer: int | None = None) -> Leaderboard:
        """A page of the server's members by chips won from people in this season, also of members who have left.

        Only those are on it who have won more than they have lost. ``viewer``: the user who looks, with a line of
        their own in any case.
        """
        return await self._reader.read(lambda db: leaderboard(db, guild_id, page, size, viewer))

    async def winnings(self, table_id: int) -> tuple[Winnings, ...]:
        """What everybody won or lost at a table, computer players too; who has won most comes first."""
        return await self._reader.read(lambda db: winnings(db, table_id))


def leaderboard(db: sqlite3.Connection, guild_id: int, page: int, size: int, viewer: int | None = None) -> Leaderboard:
    """A page of the members who have won more chips than lost; members with equal chips share a place."""
    if size < 1:
        raise ValueError(f"a page of {size} lines can't be shown")
    (people,) = db.execute(
        "SELECT count(*) FROM (SELECT 1 FROM results"  # noqa: S608 - words of our own
        " WHERE guild_id = ?1 AND chips IS NOT NULL AND user_id IS NOT NULL"
        f" AND {_THIS_SEASON} GROUP BY user_id HAVING sum(chips) > 0)",
        (guild_id,),
    ).fetchone()
    pages = max(1, -(-people // size))
    page = min(max(page, 1), pages)
    rows = db.execute(
        f"{_STANDINGS} WHERE chips > 0 ORDER BY place, wins DESC, ranked.user_id LIMIT ?2 OFFSET ?3",
        (guild_id, size, (page - 1) * size),
    )
    own = db.execute(f"{_STANDINGS} WHERE ranked.user_id = ?2", (guild_id, viewer)).fetchone()
    board = tuple(Standing(*row) for row in rows)
    return Leaderboard(board, page, pages, Standing(*own) if own else None, servers.season(db, guild_id))


_THIS_SEASON: Final = "deal_id > coalesce((SELECT max(after_deal) FROM seasons WHERE guild_id = ?1), 0)"
"""Whether a result counts in the present season: deals that began before it don't."""
_STANDINGS: Final = (
    "WITH standing AS ("  # noqa: S608 - words of our own
    " SELECT user_id, sum(chips) AS chips, count(*) AS deals, sum(chips > 0) AS wins FROM results"
    f" WHERE guild_id = ?1 AND chips IS NOT NULL AND user_id IS NOT NULL AND {_THIS_SEASON} GROUP BY user_id),"
    " ranked AS (SELECT rank() OVER (ORDER BY chips DESC) AS place, * FROM standing)"
    " SELECT place, ranked.user_id, coalesce(name, ''), chips, deals, wins"
    " FROM ranked LEFT JOIN members ON members.guild_id = ?1 AND members.user_id = ranked.user_id"
)
"""Every member's line of the leaderboard."""


def winnings(db: sqlite3.Connection, table_id: int) -> tuple[Winnings, ...]:
    """What everybody won or lost at a table, computer players too; who has won most comes first."""
    rows = db.execute(
        "SELECT sittings.name, sum(results.net) AS net, sum(results.net > 0) AS wins, count(*) AS deals,"
        " results.user_id,"
        " (SELECT coalesce(sum(stays.hints), 0) FROM sittings AS stays"
        " WHERE stays.table_id = deals.table_id AND stays.user_id = results.user_id) AS hints FROM deals"
        " JOIN results ON results.deal_id = deals.id"
        " JOIN deal_seats ON deal_seats.deal_id = deals.id AND deal_seats.seat = results.seat"
        " JOIN sittings ON sittings.id = sitting_id WHERE deals.table_id = ?"
        " GROUP BY coalesce(results.user_id, -sittings.id) ORDER BY net DESC, wins DESC, sittings.id",
        (table_id,),
    )
    return tuple(
        Winnings(
            row["name"], row["net"], row["wins"], row["deals"], computer=row["user_id"] is None, hints=row["hints"]
        )
        for row in rows
    )
