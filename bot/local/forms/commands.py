"""Application commands: names, descriptions, options, choices, and how large a command may be."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from bot.local import limits
from bot.local.errors import ApiError
from bot.local.forms.form import Form, Node
from bot.local.state.model import Json

_LOCALES = """
    id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja
    zh-TW ko
"""
LOCALES = frozenset(_LOCALES.split())
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
_VALUES = frozenset(range(3, 12))
# What may stand in a command, in a group, in a subcommand
_ALLOWED = (frozenset(range(1, 12)), frozenset({SUBCOMMAND}), _VALUES)
_WITH_CHOICES = (STRING, INTEGER, NUMBER)
_EXTRA_LETTERS = re.compile(r"[-_'\u0900-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff\u0e00-\u0e7f]")
"""Marks beside the letters and digits of all scripts: Discord lists all of Devanagari and of Thai."""


def check_commands(data: object) -> list[Json]:
    """A whole list of commands (bulk overwrite). Raises ApiError 50035 or 30032."""
    form = Form()
    if not isinstance(data, list):
        form.add((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        data = []
    nodes = [form.root(entry, (i,)) for i, entry in enumerate(data)]
    commands = [_command(node) for node in nodes]
    seen: set[tuple[Any, ...]] = set()
    for node, command in zip(nodes, commands, strict=True):
        key = (command["type"], command["name"])
        if key in seen:
            node.fault("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique", "name")
        seen.add(key)
    form.check()
    for kind, most in ((1, limits.COMMANDS), (2, limits.CONTEXT_COMMANDS), (3, limits.CONTEXT_COMMANDS)):
        if sum(command["type"] == kind for command in commands) > most:
            raise ApiError(30032)
    return commands


def check_command(data: object, old: Json | None = None) -> Json:
    """One command, new or (with ``old``) changed."""
    form = Form()
    node = form.root(data)
    if old is not None:
        node = Node(form, old | node.data, ())
    command = _command(node)
    form.check()
    return command


def _command(node: Node) -> Json:
    kind = node.one_of("type", (1, 2, 3)) or 1
    command: Json = {"type": kind, **_named(node, slash=kind == 1)}
    if kind == 1:
        command["options"] = _options(node, depth=0)
        size = command_size(command)
        if size > limits.COMMAND_TOTAL:
            node.fault(
                "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({limits.COMMAND_TOTAL}); it has {size}"
            )
    else:
        command |= {"description": "", "options": []}
        if node.get("options"):
            node.fault("APPLICATION_COMMAND_INVALID_OPTIONS", "Context menu commands cannot have options", "options")
        if node.get("description"):
            text = "Context menu commands cannot have description"
            node.fault("APPLICATION_COMMAND_INVALID_DESCRIPTION", text, "description")
    permissions = node.integer("default_member_permissions", 0, limits.PERMISSIONS)
    command["default_member_permissions"] = None if permissions is None else str(permissions)
    command["dm_permission"] = True if node.get("dm_permission") is None else node.flag("dm_permission")
    command["nsfw"] = node.flag("nsfw")
    for key, most, usual in (("contexts", 2, None), ("integration_types", 1, [0])):
        given = node.get(key) is not None
        values = node.items(key, 1, most + 1) if given else usual
        if given and not all(type(value) is int and 0 <= value <= most for value in values or []):
            node.fault("BASE_TYPE_CHOICES", f"Value must be one of {tuple(range(most + 1))}.", key)
        command[key] = values
        if given:
            node.once(key, values or [])
    return command


def _named(node: Node, *, slash: bool) -> Json:
    name = node.text("name", *limits.COMMAND_NAME, required=True)
    if name is not None and slash:
        _check_name(node, name, "name")
    named: Json = {"name": name or ""}
    if slash:
        named["description"] = node.text("description", *limits.COMMAND_DESCRIPTION, required=True) or ""
    named["name_localizations"] = _localized(node, "name_localizations", limits.COMMAND_NAME, names=slash)
    named["description_localizations"] = _localized(node, "description_localizations", limits.COMMAND_DESCRIPTION)
    return named


def _localized(node: Node, key: str, length: tuple[int, int], *, names: bool = False) -> Json | None:
    entries = dict(node.texts(key))
    for locale, value in entries.items():
        if locale not in LOCALES:
            node.fault("APPLICATION_COMMAND_INVALID_LOCALE", f"{locale} is not a valid locale", key)
        if not length[0] <= len(value) <= length[1]:
            node.fault("BASE_TYPE_BAD_LENGTH", f"Must be between {length[0]} and {length[1]} in length.", key, locale)
        elif names:
            _check_name(node, value, key, locale)
    return entries or None


def _check_name(node: Node, name: str, *where: str) -> None:
    """Letters and digits of any script, hyphen, underscore, apostrophe; no capital where there is a small letter."""
    fits = all(unicodedata.category(c)[0] in "LN" or _EXTRA_LETTERS.match(c) for c in name)
    if len(name) <= limits.COMMAND_NAME[1] and (not fits or name != name.lower()):
        node.fault("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid", *where)


def _options(node: Node, *, depth: int) -> list[Json]:
    nodes = node.nodes("options", 0, limits.OPTIONS)
    options = [_option(child, depth) for child in nodes]
    seen: set[str] = set()
    optional_before = False
    for child, option in zip(nodes, options, strict=True):
        if option["name"] in seen:
            child.fault("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists", "name")
        seen.add(option["name"])
        if option.get("required") and optional_before:
            child.fault(
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_before = optional_before or not option.get("required")
    kinds = {option["type"] in (SUBCOMMAND, GROUP) for option in options}
    if len(kinds) > 1:
        node.fault(
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually "
            "exclusive to all other types", "options"
        )  # fmt: skip
    return options


def _option(node: Node, depth: int) -> Json:
    kind = node.one_of("type", _ALLOWED[depth], required=True) or 0
    option: Json = {"type": kind, **_named(node, slash=True)}
    if kind == SUBCOMMAND:
        option["options"] = _options(node, depth=2)
    elif kind == GROUP:
        option["options"] = _options(node, depth=1)
    elif kind:
        option["required"] = node.flag("required")
        option |= _value_option(node, kind)
    return option


def _value_option(node: Node, kind: int) -> Json:
    option: Json = {}
    if kind in _WITH_CHOICES:
        option["autocomplete"] = node.flag("autocomplete")
        choices = [check_choice(choice, kind) for choice in node.nodes("choices", 0, limits.CHOICES)]
        if choices and option["autocomplete"]:
            node.fault(
                "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES", "Autocomplete options cannot have choices", "choices"
            )
        for key in ("name", "value"):
            if len({str(choice[key]) for choice in choices}) < len(choices):
                node.fault(
                    "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", f"Choice {key}s must be unique", "choices"
                )
        if choices:
            option["choices"] = choices
    if kind == STRING:
        for key, low in (("min_length", 0), ("max_length", 1)):
            if (length := node.integer(key, low, limits.OPTION_STRING)) is not None:
                option[key] = length
    if kind in (INTEGER, NUMBER):
        for key in ("min_value", "max_value"):
            value = (
                node.number(key, limits.SAFE_NUMBER)
                if kind == NUMBER
                else node.integer(key, -limits.SAFE_INTEGER, limits.SAFE_INTEGER)
            )
            if value is not None:
                option[key] = value
    if kind == CHANNEL:
        option["channel_types"] = node.each_of("channel_types", limits.CHANNEL_TYPES, 25)
    return option


def check_choice(node: Node, kind: int) -> Json:
    """A choice of an option, fixed or offered by autocomplete."""
    choice: Json = {
        "name": node.text("name", *limits.CHOICE_TEXT, required=True) or "",
        "name_localizations": _localized(node, "name_localizations", limits.CHOICE_TEXT),
    }
    if kind == STRING:
        choice["value"] = node.text("value", *limits.CHOICE_TEXT, required=True) or ""
    elif kind == INTEGER:
        choice["value"] = node.integer("value", -limits.SAFE_INTEGER, limits.SAFE_INTEGER, required=True)
    else:
        node.get("value", required=True)
        choice["value"] = node.number("value", limits.SAFE_NUMBER)
    return choice


def command_size(command: Json) -> int:
    """The characters that count towards the limit: name, description and choices' values and names, of each field its
    longest localization."""
    size = 0
    for key in ("name", "description"):
        texts = [command.get(key) or "", *(command.get(f"{key}_localizations") or {}).values()]
        size += max(len(t) for t in texts)
    for choice in command.get("choices", []):
        names = [choice["name"], *(choice.get("name_localizations") or {}).values()]
        size += max(len(n) for n in names)
        size += len(str(choice["value"])) if isinstance(choice["value"], str) else 0
    return size + sum(command_size(option) for option in command.get("options", []))
