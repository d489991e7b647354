"""A record that can be read, and the same with one thing changed."""

from __future__ import annotations

import copy
from typing import Any

GOOD: dict[str, Any] = {
    "format": "knockabout/1",
    "game": "knock-poker",
    "rules": {"ante": 1},
    "seats": [{"name": "Ann", "chips": 20}, {"name": "Bo", "chips": 20}, {"name": "Cy", "chips": 20}],
    "dealer": 2,
    "deals": [
        {
            "deck": ["AS", "TD"],
            "actions": [{"seat": 0, "do": "draw", "from": "stock"}, {"seat": 0, "do": "discard", "card": "9S"}],
        }
    ],
}
MISSING = object()
"""Given for a value: what is there is taken away."""


def changed(path: tuple[Any, ...], value: object) -> dict[str, Any]:
    """The record with another value, or none, at a path of keys and indices."""
    data: Any = copy.deepcopy(GOOD)
    target = data
    for step in path[:-1]:
        target = target[step]
    if value is MISSING:
        del target[path[-1]]
    else:
        target[path[-1]] = value
    return data
