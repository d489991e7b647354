"""Frozen values: dataclasses that can't be changed and are quick to make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, fields
from operator import attrgetter
from typing import Any, Final, ParamSpec, TypeVar, cast, dataclass_transform

C = TypeVar("C", bound=type)
T = TypeVar("T")
P = ParamSpec("P")

_FEW: Final = 2
"""How many fields, at most, are set faster one by one in the locked value than by locking it at the end."""


@dataclass_transform(frozen_default=True)
def frozen(cls: C) -> C:
    """``dataclass(frozen=True, slots=True)``, but making a value takes little more than half the time, or less.

    Every action makes half a dozen values: prompts, events, piles; every look at a table makes some of a dozen fields.
    The ``__init__`` of an ordinary frozen dataclass looks up ``object.__setattr__`` for every field of every value.
    Here a value of few fields already has the setters of its slots. A value of more begins as one of an open class
    with the same slots, where a field is simply set, and then becomes one of the frozen class, which locks it; from
    such a class none can be derived. With 15 fields that is in less than half the time of the setters.
    In the same way a copy of it, and what goes to another process, is made from the values of its fields alone.
    Fields are plain: given in the order of declaration, with or without a default.
    """
    made: Any = dataclass(frozen=True, slots=True)(cls)
    names = [field.name for field in fields(made)]
    few = len(names) <= _FEW
    making: Any = _set_one_by_one(made, names) if few else _locked_at_the_end(made, names, "__new__", "cls")
    making.__defaults__ = _defaults(made)
    making.__qualname__ = f"{made.__qualname__}.{making.__name__}"
    making.__annotations__ = made.__init__.__annotations__
    if not few:
        del made.__init__
    setattr(made, making.__name__, making)
    given = _all_of(names)
    made.__reduce__ = lambda value: (made, given(value))
    return cast(C, made)


def maker(cls: Callable[P, T]) -> Callable[P, T]:
    """A function that makes the values of a frozen class, for those that every other action makes.

    It takes little more than half the time that calling the class does: Python has to find out first how a class makes
    its values, each time anew.
    """
    names = [field.name for field in fields(cast(Any, cls))]
    make: Any = _locked_at_the_end(cls, names, "make")
    make.__defaults__ = _defaults(cls)
    return cast(Callable[P, T], make)


def _defaults(made: Any) -> tuple[object, ...]:
    return tuple(field.default for field in fields(made) if field.default is not MISSING)


def _set_one_by_one(made: Any, names: Sequence[str]) -> object:
    """An ``__init__`` that sets each field by the setter of its slot."""
    setters = {f"set_{name}": getattr(made, name).__set__ for name in names}
    body = [f"set_{name}(self, {name})" for name in names] or ["pass"]
    return _function(f"__init__(self, {', '.join(names)})", body, setters)


def _locked_at_the_end(made: Any, names: Sequence[str], called: str, *before: str) -> object:
    """A function that fills an open value and then makes it one of the frozen class; ``before`` the fields it takes
    these arguments."""
    open_class = type(f"Open{made.__name__}", made.__bases__, {"__slots__": tuple(names)})
    body = ["self = open_class()", *[f"self.{name} = {name}" for name in names], "self.__class__ = cls", "return self"]
    return _function(f"{called}({', '.join([*before, *names])})", body, {"open_class": open_class, "cls": made})


def _function(head: str, body: Sequence[str], known: dict[str, Any]) -> object:
    """The function of these lines, made as dataclass itself makes them."""
    exec("\n    ".join([f"def {head}:", *body]), known)
    return known[head.partition("(")[0]]


def _all_of(names: Sequence[str]) -> Callable[[object], tuple[Any, ...]]:
    """Gives the attributes of these names."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)
