"""The leaderboard of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n import Markup, Texts
from bot.ui.address import Address
from bot.ui.pages.page import GOLD, Button, Page
from bot.ui.words.lines import lines

if TYPE_CHECKING:
    from bot.store.model.people import Leaderboard, Standing


def leaderboard_page(board: Leaderboard, texts: Texts) -> Page:
    """Who has won the most chips, and the viewer's own place; names are plain text, nobody is called."""
    rows = [_standing("leaderboard-line", row, texts) for row in board.rows]
    buttons = [
        Button(texts.plain(f"button-{key}"), Address.without_table("page", str(page)))
        for key, page in (("earlier", board.page - 1), ("later", board.page + 1))
        if 1 <= page <= board.pages
    ]
    return Page(
        heading=texts("leaderboard-heading.season" if board.season > 1 else "leaderboard-heading", number=board.season),
        body=lines(
            Markup("\n").join(rows) if rows else texts("leaderboard-empty"),
            None if board.own in board.rows else _own_standing(board, texts),
            texts("leaderboard-what"),
        ),
        call=texts("page-of-pages", page=board.page, pages=board.pages) if board.pages > 1 else "",
        rows=(tuple(buttons),) if buttons else (),
        accent=GOLD,
    )


def _standing(key: str, row: Standing, texts: Texts) -> str:
    return texts(key, place=row.place, name=row.name, chips=texts.signed(row.chips), deals=row.deals, wins=row.wins)


def _own_standing(board: Leaderboard, texts: Texts) -> str:
    """Where the viewer stands: a place only for whoever has won more than lost, as on the list."""
    row = board.own
    if row is None:
        return texts("leaderboard-own.season" if board.season > 1 else "leaderboard-own.new")
    if row.chips > 0:
        return _standing("leaderboard-own", row, texts)
    return texts("leaderboard-own.none", deals=row.deals, chips=texts.chips(row.chips))
