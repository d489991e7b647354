"""A fingerprint of a state: the same on every machine, and different as soon as any card or chip lies elsewhere.

A deal that is replayed after a crash must come to the fingerprint that was stored with its last action.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, is_dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from engine.cards import Card, Rank, Suit
from engine.rules import Rules
from engine.secret import Secret

LATER: Final = "later"
"""Marks in a dataclass field's metadata that the field came when there were stored fingerprints already: it counts only
where its value is not the default, so that those still hold."""


def fingerprint(state: object) -> str:
    """The SHA-256, in hexadecimal, of a state or another value of the engine, secrets included.

    Raises TypeError for a value that is not made of dataclasses, rules, cards, ranks, suits, secrets, tuples, sets,
    strings, numbers, booleans and None.
    """
    parts: list[str] = []
    _write(state, parts.append)
    return sha256("".join(parts).encode()).hexdigest()


def _write(value: Any, put: Callable[[str], None]) -> None:
    """Writes a value so that no two different values are written alike."""
    writer = _WRITERS.get(type(value))
    if writer is not None:
        writer(value, put)
    elif isinstance(value, Rules):
        put(_rules_text(value))
    elif is_dataclass(value):
        put(f"{type(value).__name__}(")
        for name, silent in _fields(value.__class__):
            if (found := getattr(value, name)) != silent:
                put(f"{name}=")
                _write(found, put)
        put(")")
    else:
        raise TypeError(f"a {type(value).__name__} has no fingerprint")


@lru_cache
def _fields(kind: Any) -> tuple[tuple[str, object], ...]:
    """The fields of a dataclass, each with the value that is not written; MISSING where every value is."""
    declared = kind.__dataclass_fields__.values()  # those of the class itself, too, which fields() leaves out
    return tuple((one.name, one.default if one.metadata.get(LATER) else MISSING) for one in declared)


@lru_cache
def _rules_text(rules: Rules) -> str:
    changed = sorted(rules.changed().items())
    return f"{type(rules).__name__}{changed!r};"


def _text(value: object, put: Callable[[str], None]) -> None:
    put(f"{value!r};")


def _card(value: Card | Rank, put: Callable[[str], None]) -> None:
    put(f"{value.notation};")


def _secret(value: Secret[Any], put: Callable[[str], None]) -> None:
    put("secret(")
    _write(value.seen_by, put)
    _write(value.open(), put)
    put(")")


def _tuple(value: tuple[Any, ...], put: Callable[[str], None]) -> None:
    put("(")
    for one in value:
        _write(one, put)
    put(")")


def _set(value: frozenset[Any], put: Callable[[str], None]) -> None:
    put("{")
    put(",".join(sorted(map(repr, value))))
    put("}")


_WRITERS: Final[dict[type, Callable[[Any, Callable[[str], None]], None]]] = {
    **dict.fromkeys((str, int, bool, float, type(None)), _text),
    Card: _card,
    Rank: _card,
    Suit: _text,
    Secret: _secret,
    tuple: _tuple,
    frozenset: _set,
}
