"""PostgreSQL's values, rows and marks in place of SQLite's, so that both take the same statements."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

import psycopg
from psycopg.adapt import Dumper, Loader

from bot.store.database import Values

BIGINT: Final = 20
"""PostgreSQL's number for the type of all whole numbers here."""


class _Whole(Dumper):
    """Whole numbers and truth values as BIGINT: the columns are that, and statements are prepared for one type."""

    oid = BIGINT

    def dump(self, obj: Any) -> bytes:
        return b"%d" % obj

    def quote(self, obj: Any) -> bytes:
        return self.dump(obj)


class _Sum(Loader):
    """Sums of BIGINT, which PostgreSQL makes NUMERIC."""

    def load(self, data: Any) -> int:
        return int(bytes(data))


def adapt(adapters: Any) -> None:
    """Has a connection read and write numbers so."""
    for kind in (int, bool):
        adapters.register_dumper(kind, _Whole)
    adapters.register_loader("numeric", _Sum)


class NamedRow:
    """A row: its values by the columns' names and by their places."""

    __slots__ = ("_places", "_values")

    def __init__(self, places: dict[str, int], values: Sequence[Any]) -> None:
        self._places, self._values = places, tuple(values)

    def keys(self) -> Iterable[str]:
        """The columns' names."""
        return self._places.keys()

    def __getitem__(self, column: Any) -> Any:
        return self._values[self._places[column] if isinstance(column, str) else column]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def named(cursor: psycopg.Cursor[Any]) -> Callable[[Sequence[Any]], NamedRow]:
    """What makes the rows of a cursor: psycopg's row factory."""
    places = {column.name: place for place, column in enumerate(cursor.description or ())}
    return lambda values: NamedRow(places, values)


_MARKS: Final = re.compile(r"'(?:[^']|'')*'|::|\?|:([a-z_]+)|%")


@lru_cache(maxsize=1024)
def translated(sql: str) -> str:
    """The statement with PostgreSQL's marks for values in place of SQLite's."""

    def mark(found: re.Match[str]) -> str:
        text, name = found[0], found[1]
        if text == "?":
            return "%s"
        return f"%({name})s" if name else text.replace("%", "%%")

    return _MARKS.sub(mark, sql)


def given(values: Values) -> Any:
    """The values as psycopg takes them, which knows no rows."""
    if isinstance(values, dict):
        return values
    return tuple(values)
