"""What can be done at the moment and what it leads to, in words; and why what one would expect is not allowed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.i18n import Texts
from bot.service.model import Snapshot
from engine.cards import Card, Rank
from engine.consequences import Consequence, Value
from engine.errors import IllegalAction
from engine.game import GAMES
from engine.view import View


def consequences(table: Snapshot, view: View, texts: Texts) -> tuple[str, ...]:
    """Each move that the viewer may make, in a line with what it leads to."""
    return tuple(_line(found, table, texts) for found in GAMES[view.game].telling.consequences(view))


def _line(found: Consequence, table: Snapshot, texts: Texts) -> str:
    values = dict(_told(found.values, table, texts))
    return texts(f"leads-{found.code}", **values)


def _told(values: Iterable[tuple[str, Value]], table: Snapshot, texts: Texts) -> Iterator[tuple[str, object]]:
    """The values as sentences name them: players by name, a rank as that of several cards, the highest card first."""
    for name, value in values:
        match value:
            case int() if name == "seat":
                yield "name", table.at(value).name
            case Rank():
                yield "ranks", texts.ranks(value)
            case tuple():
                yield name, [texts.card_short(card) for card in sorted(value, key=_highest_first)]
            case _:
                yield name, value


def _highest_first(card: Card) -> tuple[int, int]:
    return -card.rank, card.index


def not_allowed(errors: Iterable[IllegalAction], table: Snapshot, texts: Texts) -> tuple[str, ...]:
    """Why each of these may not be done now, in a sentence."""
    return tuple(texts.illegal(error, lambda seat: table.at(seat).name) for error in errors)
