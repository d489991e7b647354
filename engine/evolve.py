"""Changing frozen values."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, Final, TypeVar

T = TypeVar("T")

_new: Final = object.__new__
_set: Final = object.__setattr__


def evolve(value: T, /, **changes: Any) -> T:
    """A copy of a frozen dataclass with slots, with some fields changed. Raises AttributeError for an unknown field.

    The same as ``dataclasses.replace``, in less than half the time; states are made anew with every action.
    """
    cls: Any = type(value)
    read, write = _slots(cls)
    copy = _new(cls)
    for put, field in zip(write, read(value), strict=True):
        put(copy, field)
    for name, other in changes.items():
        _set(copy, name, other)
    return copy  # type: ignore[no-any-return]


@cache
def _slots(cls: Any) -> tuple[attrgetter[tuple[Any, ...]], tuple[Callable[[object, Any], None], ...]]:
    """What reads all fields of a class at once, and what writes each."""
    names = tuple(cls.__dataclass_fields__)
    return attrgetter(*names), tuple(getattr(cls, name).__set__ for name in names)
