"""What people read of a table is made once for each moment of it, however many read the same."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from bot.service.model import Private, Snapshot

S = TypeVar("S", Snapshot, Private)
P = ParamSpec("P")
R = TypeVar("R")


def once(make: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Has that function make only once what it makes of a table and of what else it is given, which must be hashable.

    It must hang on nothing else. What is made of a snapshot, which is public, is shared by all who see that moment;
    what is made of what one person sees stays with that: the cards of a hand can't come to anybody else.
    """

    @functools.wraps(make)
    def found(table: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        made, key = table.made, (make, args, tuple(kwargs.items()))
        if key not in made:
            made[key] = make(table, *args, **kwargs)
        result: R = made[key]
        return result

    return found
