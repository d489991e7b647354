"""Makes ``discord.json`` from Discord's whole description: what this bot uses, without the words.

``python -m tests.described specs/openapi.json LICENSE VERSION``: the description, its licence, and where it is from.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

from tests.described import DESCRIPTION, Json

_MESSAGES: Final = "/channels/{channel_id}/messages"
_WEBHOOK: Final = "/webhooks/{webhook_id}/{webhook_token}"
_EMOJIS: Final = "/applications/{application_id}/emojis"
USED: Final = {
    "/gateway/bot": ("get",),
    "/users/@me": ("get",),
    "/oauth2/applications/@me": ("get",),
    "/users/@me/channels": ("post",),
    "/applications/{application_id}/commands": ("put",),
    _EMOJIS: ("get", "post"),
    _EMOJIS + "/{emoji_id}": ("get", "delete"),
    "/channels/{channel_id}": ("get",),
    _MESSAGES: ("get", "post"),
    _MESSAGES + "/{message_id}": ("get", "patch", "delete"),
    "/interactions/{interaction_id}/{interaction_token}/callback": ("post",),
    _WEBHOOK: ("post",),
    _WEBHOOK + "/messages/{message_id}": ("get", "patch", "delete"),
}
"""The methods of the routes that the bot uses."""
_KEPT: Final = (
    *("$ref", "type", "format", "properties", "required", "items", "additionalProperties", "enum", "uniqueItems"),
    *("minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"),
)
"""What a schema keeps as it is."""


def trimmed(whole: Json, licence: str, version: str) -> Json:
    """The part of the description that the bot uses, with its licence."""
    paths = {path: {method: _operation(whole["paths"][path][method]) for method in used} for path, used in USED.items()}
    schemas: Json = {}
    _follow(paths, whole["components"]["schemas"], schemas)
    return {
        "version": version,
        "licence": licence,
        "paths": paths,
        "components": {"schemas": dict(sorted(schemas.items()))},
    }


def _operation(whole: Json) -> Json:
    kept: Json = {"responses": {}}
    if "requestBody" in whole:
        kept["requestBody"] = _body(whole["requestBody"])
    for status, response in whole["responses"].items():
        if status.startswith("2"):
            kept["responses"][status] = _body(response)
    return kept


def _body(whole: Json) -> Json:
    json_alone = whole.get("content", {}).get("application/json")
    return {} if json_alone is None else {"content": {"application/json": {"schema": _schema(json_alone["schema"])}}}


def _schema(whole: Json) -> Json:
    assert "allOf" not in whole or "enum" in whole, "schemas that hold together are not read"
    kept = {key: value for key, value in whole.items() if key in _KEPT}
    choices = whole.get("oneOf") or whole.get("anyOf") or []
    if choices and all("const" in choice for choice in choices):
        kept["enum"] = [choice["const"] for choice in choices]
    elif choices:
        kept["anyOf"] = [_schema(choice) for choice in choices]
    if "properties" in kept:
        kept["properties"] = {name: _schema(part) for name, part in kept["properties"].items()}
    for key in ("items", "additionalProperties"):
        if isinstance(kept.get(key), dict):
            kept[key] = _schema(kept[key])
    return kept


def _follow(part: Any, whole: Json, found: Json) -> None:
    """Adds every schema that a part refers to."""
    if isinstance(part, list):
        for entry in part:
            _follow(entry, whole, found)
    elif isinstance(part, dict):
        name = part["$ref"].rpartition("/")[2] if isinstance(part.get("$ref"), str) else None
        if name is not None and name not in found:
            found[name] = _schema(whole[name])
            _follow(found[name], whole, found)
        for entry in part.values():
            _follow(entry, whole, found)


def written(part: Json) -> str:
    """The part as text: a line for each schema and each operation, so that a newer version shows what has changed."""
    text = json.dumps(part, ensure_ascii=False, separators=(",", ":"))
    for name in [*part["paths"], *part["components"]["schemas"], "paths", "components"]:
        text = text.replace(f'"{name}":{{', f'\n"{name}":{{', 1)
    return text + "\n"


if __name__ == "__main__":
    description, licence, version = sys.argv[1:]
    whole = json.loads(Path(description).read_text(encoding="utf-8"))
    part = trimmed(whole, Path(licence).read_text(encoding="utf-8"), version)
    DESCRIPTION.write_text(written(part), encoding="utf-8")
