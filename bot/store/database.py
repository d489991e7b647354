"""What a unit of work sees of a database, SQLite's or PostgreSQL's: statements, and their rows.

Statements are written so that both understand them. ``?`` and ``:name`` stand for values; a new row's id comes
from ``RETURNING id``; 0 and 1 stand for false and true; a conflict names its columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from typing import Any, Protocol

Values = Sequence[Any] | Mapping[str, Any]
"""What stands for the marks in a statement."""


class Row(Protocol):
    """A row: its values by the columns' names and by their places, from 0."""

    def keys(self) -> Iterable[str]:
        """The columns' names."""
        ...

    def __getitem__(self, column: Any, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...


class Rows(Protocol):
    """What a statement found or did."""

    @property
    def rowcount(self) -> int:
        """How many rows the statement changed."""
        ...

    def fetchone(self) -> Any:
        """The next row; None if there is none."""
        ...

    def fetchmany(self, size: int = ..., /) -> list[Any]:
        """So many of the next rows."""
        ...

    def fetchall(self) -> list[Any]:
        """The rest of the rows."""
        ...

    def __iter__(self) -> Iterator[Any]: ...


class Database(Protocol):
    """A connection to a database, for use in one thread at a time."""

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction was begun and is not over, also one that failed."""
        ...

    def execute(self, sql: str, values: Values = ..., /) -> Rows:
        """Runs a statement."""
        ...

    def executemany(self, sql: str, values: Iterable[Values], /) -> Rows:
        """Runs a statement once for each of the values."""
        ...


ALL_ROWS = 2**53
"""A limit for statements that are to find everything."""


def marks(values: Sized) -> str:
    """Marks for each of the values, for ``IN (…)``; NULL, which nothing equals, where there are none."""
    return ", ".join("?" * len(values)) or "NULL"


class ServerError(Exception):
    """What a PostgreSQL server says, or that it can't be reached; without values, which may be cards and tokens."""

    def __init__(self, state: str, text: str) -> None:
        super().__init__(text)
        self.state = state
        """PostgreSQL's code; "" where the connection failed."""

    @property
    def undone(self) -> bool:
        """Whether the transaction has met another one and was undone: it may be run again."""
        return self.state in {"40001", "40P01"}


def numbers(values: Iterable[int]) -> str:
    """The numbers themselves, for ``IN (…)``, where there may be more than a statement takes marks."""
    return ", ".join(str(int(value)) for value in values) or "NULL"
