"""The results of finished deals, for everybody to read: no card, deck or seed is among them."""

from __future__ import annotations

from typing import Final

from bot.store import servers
from bot.store.connection import Reader
from bot.store.database import Database
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
        """What everybody won or lost at a table, computer players too; whoever has won most comes first."""
        return await self._reader.read(lambda db: winnings(db, table_id))


def leaderboard(db: Database, guild_id: int, page: int, size: int, viewer: int | None = None) -> Leaderboard:
    """A page of the members who have won more chips than lost; members with equal chips share a place."""
    if size < 1:
        raise ValueError(f"a page of {size} lines can't be shown")
    season = servers.season(db, guild_id)
    people = _with_more_than(db, guild_id, season, 0)
    pages = max(1, -(-people // size))
    page = min(max(page, 1), pages)
    before = (page - 1) * size
    rows = db.execute(
        f"{_STANDINGS} AND chips > 0 ORDER BY chips DESC, wins DESC, standings.user_id LIMIT ? OFFSET ?",
        (guild_id, season, size, before),
    )
    board: list[Standing] = []
    for number, row in enumerate(rows.fetchall(), start=before + 1):
        if board and board[-1].chips == row["chips"]:
            place = board[-1].place
        else:
            place = number if board else _place(db, guild_id, season, row["chips"])
        board.append(Standing(place, *row))
    own = db.execute(f"{_STANDINGS} AND standings.user_id = ?", (guild_id, season, viewer)).fetchone()
    line = None if own is None else Standing(_place(db, guild_id, season, own["chips"]), *own)
    return Leaderboard(tuple(board), page, pages, line, season)


_STANDINGS: Final = (
    "SELECT standings.user_id, coalesce(name, '') AS name, chips, deals, wins FROM standings"
    " LEFT JOIN members ON members.guild_id = standings.guild_id AND members.user_id = standings.user_id"
    " WHERE standings.guild_id = ? AND season = ?"
)
"""A server's lines of the leaderboard in a season."""


def _with_more_than(db: Database, guild_id: int, season: int, chips: int) -> int:
    """How many people have won more than so many chips."""
    (people,) = db.execute(
        "SELECT count(*) FROM standings WHERE guild_id = ? AND season = ? AND chips > ?", (guild_id, season, chips)
    ).fetchone()
    return int(people)


def _place(db: Database, guild_id: int, season: int, chips: int) -> int:
    """The place of whoever has won so many chips."""
    return 1 + _with_more_than(db, guild_id, season, chips)


def winnings(db: Database, table_id: int) -> tuple[Winnings, ...]:
    """What everybody won or lost at a table, computer players too; whoever has won most comes first."""
    rows = db.execute(
        "SELECT name, stays.net, stays.wins, stays.deals, user_id, stays.hints FROM"
        " (SELECT max(id) AS newest, min(id) AS first, sum(net) AS net, sum(wins) AS wins, sum(deals) AS deals,"
        " sum(hints) AS hints FROM sittings"
        " WHERE table_id = ? GROUP BY coalesce(user_id, -id) HAVING sum(deals) > 0) AS stays"
        " JOIN sittings ON id = newest ORDER BY stays.net DESC, stays.wins DESC, first",
        (table_id,),
    )
    return tuple(
        Winnings(
            row["name"], row["net"], row["wins"], row["deals"], computer=row["user_id"] is None, hints=row["hints"]
        )
        for row in rows
    )
