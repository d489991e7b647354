"""Notes each change to an object, so that what is made of it is made anew only then."""

from __future__ import annotations

from itertools import count
from typing import Any, Final

_NUMBERS: Final = count(1)
_PLAIN: Final = frozenset((bool, int, float, str, type(None)))
"""Types of values that are unchanged where they are the same object."""


class Watched:
    """Notes that it has changed whenever an attribute is set.

    It can't notice what happens inside an attribute's value: what others are shown must be held in values that never
    change, a tuple instead of a list.
    """

    changed: int = 0
    """The number of its last change, among the changes of all that is watched: no two changes have the same."""

    def __setattr__(self, name: str, value: Any) -> None:
        if type(value) in _PLAIN and self.__dict__.get(name, _NUMBERS) is value:
            return
        object.__setattr__(self, name, value)
        object.__setattr__(self, "changed", next(_NUMBERS))
