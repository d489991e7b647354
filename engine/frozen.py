"""Frozen values: dataclasses that can't be changed and are quick to make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, fields
from operator import attrgetter
from typing import Any, TypeVar, cast, dataclass_transform

C = TypeVar("C", bound=type)


@dataclass_transform(frozen_default=True)
def frozen(cls: C) -> C:
    """``dataclass(frozen=True, slots=True)``, but making a value takes little more than half the time.

    Every action makes half a dozen values: prompts, events, piles. The ``__init__`` of an ordinary frozen dataclass
    looks up ``object.__setattr__`` for every field of every value; this one already has the setters of the slots.
    In the same way a copy of it, and what goes to another process, is made from the values of its fields alone.
    Fields are plain: given in the order of declaration, with or without a default.
    """
    made: Any = dataclass(frozen=True, slots=True)(cls)
    names = [field.name for field in fields(made)]
    setters = {f"set_{name}": getattr(made, name).__set__ for name in names}
    body = [f"    set_{name}(self, {name})" for name in names] or ["    pass"]
    exec("\n".join([f"def __init__(self, {', '.join(names)}):", *body]), setters)  # as dataclass itself does
    init: Any = setters["__init__"]
    init.__defaults__ = tuple(field.default for field in fields(made) if field.default is not MISSING)
    init.__qualname__ = f"{made.__qualname__}.__init__"
    init.__annotations__ = made.__init__.__annotations__
    made.__init__ = init
    given = _all_of(names)
    made.__reduce__ = lambda value: (made, given(value))
    return cast(C, made)


def _all_of(names: Sequence[str]) -> Callable[[object], tuple[Any, ...]]:
    """Gives the attributes of these names."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)
