"""Reading a request's body field by field, collecting every fault under its path as Discord's error 50035 does."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from bot.local.errors import ApiError
from bot.local.state.model import Json

Path = tuple[str | int, ...]

REQUIRED = ("BASE_TYPE_REQUIRED", "This field is required")


class Form:
    """The faults found so far. ``check`` raises them together."""

    def __init__(self) -> None:
        self.faults: list[tuple[Path, str, str]] = []

    def add(self, path: Path, code: str, message: str) -> None:
        """Note a fault at a place of the body."""
        self.faults.append((path, code, message))

    def check(self) -> None:
        """Raises ApiError 50035 with the nested ``errors`` where there was a fault."""
        if not self.faults:
            return
        tree: Json = {}
        for path, code, message in self.faults:
            place = tree
            for step in path:
                place = place.setdefault(str(step), {})
            place.setdefault("_errors", []).append({"code": code, "message": message})
        raise ApiError(50035, errors=tree)

    def root(self, data: Any, path: Path = ()) -> Node:
        """Start reading ``data``. Anything but an object counts as an empty object with a fault."""
        if not isinstance(data, dict):
            self.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            data = {}
        return Node(self, data, path)


class Node:
    """One object of the body and where it stands. A null counts as left out."""

    def __init__(self, form: Form, data: Json, path: Path) -> None:
        self.form = form
        self.data = data
        self.path = path

    def fault(self, code: str, message: str, *where: str | int) -> None:
        """Note a fault in this object, or in the field named."""
        self.form.add((*self.path, *where), code, message)

    def has(self, key: str) -> bool:
        return key in self.data

    def get(self, key: str, required: bool = False) -> Any:
        value = self.data.get(key)
        if value is None and required:
            self.fault(*REQUIRED, key)
        return value

    def text(self, key: str, low: int, high: int, *, required: bool = False) -> str | None:
        """A string of ``low`` to ``high`` characters."""
        value: object = self.get(key, required)
        if value is None:
            return None
        if not isinstance(value, str):
            self.fault("STRING_TYPE_CONVERT", "Could not interpret value as string.", key)
            return None
        if low <= len(value) <= high:
            return value
        if required and not value:
            self.fault(*REQUIRED, key)
        elif low > 0:
            self.fault("BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.", key)
        else:
            self.fault("BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.", key)
        return value

    def integer(self, key: str, low: int, high: int, *, required: bool = False) -> int | None:
        """A whole number from ``low`` to ``high``; digits in a string count."""
        value = self.get(key, required)
        if value is None:
            return None
        try:
            if isinstance(value, bool) or (isinstance(value, float) and not value.is_integer()):
                raise ValueError
            number = int(value)
        except (TypeError, ValueError):
            self.fault("NUMBER_TYPE_COERCE", f'Value "{value}" is not int.', key)
            return None
        if number > high:
            self.fault("NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.", key)
        elif number < low:
            self.fault("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.", key)
        return number

    def number(self, key: str, most: float) -> float | None:
        """A number from ``-most`` to ``most``."""
        value = self.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            self.fault("NUMBER_TYPE_COERCE", f'Value "{value}" is not float.', key)
            return None
        if value > most:
            self.fault("NUMBER_TYPE_MAX", f"float value should be less than or equal to {most}.", key)
        elif value < -most:
            self.fault("NUMBER_TYPE_MIN", f"float value should be greater than or equal to {-most}.", key)
        return value

    def one_of(self, key: str, choices: Collection[int], *, required: bool = False) -> int | None:
        """A number out of a few."""
        value = self.get(key, required)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or value not in choices:
            listed = ", ".join(str(c) for c in sorted(choices))
            self.fault("BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.", key)
            return None
        return value

    def each_of(self, key: str, choices: Collection[int], high: int) -> list[int]:
        """A list of numbers out of a few."""
        entries = self.items(key, 0, high)
        for i, entry in enumerate(entries):
            if type(entry) is not int or entry not in choices:
                listed = ", ".join(str(c) for c in sorted(choices))
                self.fault("BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.", key, i)
        return self.once(key, entries)

    def once(self, key: str, entries: list[Any]) -> list[Any]:
        """The entries, with a fault for each that stands in the array already."""
        for i, entry in enumerate(entries):
            if entry in entries[:i]:
                self.fault("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value", key, i)
        return entries

    def flag(self, key: str) -> bool:
        """True or false; false where it is left out."""
        value = self.get(key)
        if value is not None and not isinstance(value, bool):
            self.fault("BOOLEAN_TYPE_CONVERT", "Must be either true or false.", key)
        return bool(value)

    def snowflake(self, key: str, *, required: bool = False) -> int | None:
        value = self.get(key, required)
        return None if value is None else self.as_snowflake(value, key)

    def as_snowflake(self, value: Any, *where: str | int) -> int | None:
        if isinstance(value, bool) or not str(value).isdecimal() or len(str(value)) > 20:
            self.fault("NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.', *where)
            return None
        return int(value)

    def items(self, key: str, low: int, high: int, *, required: bool = False) -> list[Any]:
        """An array of ``low`` to ``high`` entries; empty where it is left out."""
        value = self.get(key, required)
        if value is None:
            return []
        if not isinstance(value, list):
            self.fault("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType", key)
            return []
        if not low <= len(value) <= high:
            if low > 0:
                self.fault("BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.", key)
            else:
                self.fault("BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.", key)
        return value

    def nodes(self, key: str, low: int, high: int, *, required: bool = False) -> list[Node]:
        """An array of objects."""
        entries = self.items(key, low, high, required=required)
        return [self.form.root(entry, (*self.path, key, i)) for i, entry in enumerate(entries)]

    def node(self, key: str, *, required: bool = False) -> Node | None:
        """An object inside this one."""
        value = self.get(key, required)
        return None if value is None else self.form.root(value, (*self.path, key))

    def texts(self, key: str) -> Iterator[tuple[str, str]]:
        """The entries of a map from strings to strings (localizations)."""
        value = self.get(key)
        if value is None:
            return
        if not isinstance(value, dict):
            self.fault("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType", key)
            return
        for name, entry in value.items():
            if isinstance(entry, str):
                yield name, entry
            elif entry is not None:
                self.fault("STRING_TYPE_CONVERT", "Could not interpret value as string.", key, name)

    def url(self, key: str, high: int, *, schemes: tuple[str, ...], required: bool = False) -> str | None:
        """An address whose scheme is one of ``schemes``."""
        value = self.text(key, 0, high, required=required)
        if not value:
            return value
        scheme, mark, rest = value.partition("://")
        if not mark or not rest or " " in value:
            self.fault("URL_TYPE_INVALID_URL", "Not a well formed URL.", key)
        elif scheme.lower() not in schemes:
            listed = ", ".join(f"'{s}'" for s in schemes)
            self.fault(
                "URL_TYPE_INVALID_SCHEME", f'Scheme "{scheme}" is not supported. Scheme must be one of ({listed}).', key
            )
        return value
