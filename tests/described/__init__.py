"""Discord's published description of its API, and whether requests and answers are as it says.

``discord.json`` is the part that this bot uses; ``python -m tests.described openapi.json`` makes it from the whole one
(github.com/discord/discord-api-spec, ``specs/openapi.json``).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

Json = dict[str, Any]
Where = tuple[str | int, ...]
Fault = tuple[Where, str]

DESCRIPTION: Final = Path(__file__).with_name("discord.json")
SENT_ANYHOW: Final = frozenset({"tts", "nsfw"})
"""What discord.py sends where it isn't described: ``tts`` with every edit, ``nsfw`` with every command."""
ANSWERED_ANYHOW: Final = frozenset({"flags", "loading_state", "name", "command_type"})
"""What Discord answers beyond its description: of media items, and of how a message came to be."""
_KINDS: Final[dict[str, tuple[type, ...]]] = {
    "null": (type(None),),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "array": (list,),
    "object": (dict,),
}
_ADDRESS = re.compile(r"[a-z]+://\S+")
_PLACE = re.compile(r"\{\w+\}")


@cache
def described() -> Json:
    """The description that lies beside this module."""
    found: Json = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    return found


def resolved(schema: Json) -> Json:
    """A schema, without a reference in its place."""
    while "$ref" in schema:
        _, _, kind, name = schema["$ref"].split("/")
        schema = described()["components"][kind][name]
    return schema


@cache
def operation(method: str, route: str) -> Json | None:
    """What is described of a method of a route, whose ids may have any names; None where that is nothing."""
    for path, operations in described()["paths"].items():
        if _PLACE.sub("{}", path) == _PLACE.sub("{}", route):
            found: Json | None = operations.get(method.lower())
            return found
    return None


def request_faults(method: str, route: str, body: Any) -> Iterator[Fault]:
    """Where a request's body isn't as described; ids may be numbers, as discord.py sends them."""
    found = operation(method, route)
    if found is None:
        yield (), "is not described"
    elif body is not None:
        content = found.get("requestBody", {}).get("content")
        if content is None:
            yield (), "has a body, and none is described"
        else:
            yield from faults(content["application/json"]["schema"], body, sent=True)


def answer_faults(method: str, route: str, status: int, body: Any) -> Iterator[Fault]:
    """Where an answer that something was done isn't as described."""
    responses = (operation(method, route) or {}).get("responses", {})
    if str(status) not in responses:
        yield (), f"{status} is not described"
        return
    content = responses[str(status)].get("content")
    if (content is None) != (body is None):
        yield (), "has a body, and none is described" if content is None else "has no body"
    elif content is not None:
        yield from faults(content["application/json"]["schema"], body, sent=False)


def faults(schema: Json, value: Any, where: Where = (), *, sent: bool) -> Iterator[Fault]:
    """Where a value isn't as the schema says: in types, lengths, bounds, choices, formats and fields."""
    schema = resolved(schema)
    if "anyOf" in schema:
        yield from _fewest(schema["anyOf"], value, where, sent)
        return
    if sent and schema.get("format") == "snowflake" and type(value) is int:
        value = str(value)
    kinds = _kinds(schema)
    if not _is(kinds, value):
        yield where, f"is a {type(value).__name__}, not {' or '.join(kinds)}"
        return
    if value is not None and "enum" in schema and value not in schema["enum"]:
        yield where, f"is {value!r}, none of {schema['enum']}"
    match value:
        case str():
            yield from _bounds(schema, len(value), "Length", where)
            yield from _format(schema.get("format"), value, where)
        case int() | float():
            for word, beyond in (("minimum", value < schema.get("minimum", value)),
                                 ("maximum", value > schema.get("maximum", value))):  # fmt: skip
                if beyond:
                    yield where, f"is {value}, and the {word} is {schema[word]}"
        case list():
            yield from _bounds(schema, len(value), "Items", where)
            if schema.get("uniqueItems") and any(entry in value[:i] for i, entry in enumerate(value)):
                yield where, "has something twice"
            for i, entry in enumerate(value):
                yield from faults(schema.get("items", {}), entry, (*where, i), sent=sent)
        case dict():
            yield from _fields(schema, value, where, sent)


def _fewest(schemas: list[Json], value: Any, where: Where, sent: bool) -> Iterator[Fault]:
    """The faults by the schema that fits best; a component has no other's faults."""
    fitting = [schema for schema in map(resolved, schemas) if _may_be(schema, value)]
    if not fitting:
        yield where, f"is {value!r:.80}, which fits nothing here"
        return
    yield from min((list(faults(schema, value, where, sent=sent)) for schema in fitting), key=len)


def _kinds(schema: Json) -> list[str]:
    kinds: str | list[str] = schema.get("type", [])
    return [kinds] if isinstance(kinds, str) else kinds


def _is(kinds: list[str], value: Any) -> bool:
    return not kinds or any(type(value) in _KINDS[kind] for kind in kinds)


def _may_be(schema: Json, value: Any) -> bool:
    """Whether a value can be meant so: by what it is, and of a component by its type."""
    if not _is(_kinds(schema), value) and schema.get("format") != "snowflake":
        return False
    kind = resolved(schema.get("properties", {}).get("type", {})).get("enum")
    return kind is None or not isinstance(value, dict) or value.get("type") in kind


def _bounds(schema: Json, size: int, word: str, where: Where) -> Iterator[Fault]:
    if size < (least := schema.get(f"min{word}", 0)):
        yield where, f"has {size}, and the least is {least}"
    if size > (most := schema.get(f"max{word}", size)):
        yield where, f"has {size}, and the most is {most}"


def _format(form: str | None, value: str, where: Where) -> Iterator[Fault]:
    match form:
        case "snowflake" if not value.isdecimal():
            yield where, f"is {value!r}, no id"
        case "uri" if not _ADDRESS.fullmatch(value):
            yield where, f"is {value!r}, no address"
        case "date-time":
            try:
                datetime.fromisoformat(value)
            except ValueError:
                yield where, f"is {value!r}, no time"


def _fields(schema: Json, value: Json, where: Where, sent: bool) -> Iterator[Fault]:
    known, others = schema.get("properties", {}), schema.get("additionalProperties")
    for key in schema.get("required", ()):
        if key not in value:
            yield (*where, key), "is missing"
    for key, entry in value.items():
        if key in known or isinstance(others, dict):
            yield from faults(known.get(key, others), entry, (*where, key), sent=sent)
        elif known and key not in (SENT_ANYHOW if sent else ANSWERED_ANYHOW):
            yield (*where, key), "is not described"


_FINE: Final[dict[tuple[str, str], Any]] = {}
"""The last request of each kind that was as described: every evening begins with the same commands."""


class Watch:
    """Listens to the log of a local Discord: what the bot sends and is answered has to be as described."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.seen: set[tuple[str, str]] = set()
        """The methods and routes of what was done."""

    def __call__(self, entry: Mapping[str, Any]) -> None:
        """Looks at an entry; what was refused, and what was to go wrong, counts for nothing."""
        if entry["status"] >= 400 or "fault" in entry:
            return
        method, route, body = entry["method"], entry["route"], entry["request"]
        self.seen.add((method, route))
        if isinstance(body, dict) and "payload_json" in body:
            body = body["payload_json"]
        if body is not None and _FINE.get((method, route)) == body:
            return
        found = [*request_faults(method, route, body), *answer_faults(method, route, entry["status"], entry["answer"])]
        if not found:
            _FINE[method, route] = body
        self.faults += [f"{method} {route}: {'.'.join(map(str, where))} {what}" for where, what in found]
