"""What came with a command, checked against what the command takes: Discord may still show an older form of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import discord
from discord import AppCommandOptionType, app_commands

from bot.i18n import Markup, Texts

LONGEST_TEXT: Final = 100
"""Characters of the longest text that an option takes where nothing shorter is said: as many as Discord lets a
suggestion have."""

Parameter = app_commands.Parameter


class BadGiven(app_commands.AppCommandError):
    """A value that an option can't have."""

    def __init__(self, parameter: Parameter, value: object) -> None:
        super().__init__(parameter.display_name)
        self.parameter, self.value = parameter, value


class Unknown(app_commands.AppCommandError):
    """A command or option that there is no more, or that has changed."""


def check_given(tree: app_commands.CommandTree[Any], data: Mapping[str, Any]) -> None:
    """Checks what a slash command came with. Raises BadGiven or Unknown."""
    command: object = tree.get_command(str(data.get("name")), type=discord.AppCommandType.chat_input)
    given: Iterable[Mapping[str, Any]] = data.get("options") or ()
    while isinstance(command, app_commands.Group):
        step = next(iter(given), None)
        if step is None or "value" in step:
            raise Unknown
        command, given = command.get_command(str(step.get("name"))), step.get("options") or ()
    if not isinstance(command, app_commands.Command):
        raise Unknown
    values = {str(option.get("name")): option.get("value") for option in given}
    known = {parameter.display_name: parameter for parameter in command.parameters}
    if not values.keys() <= known.keys():
        raise Unknown
    for name, parameter in known.items():
        if name in values:
            _check(parameter, values[name])
        elif parameter.required:
            raise Unknown


def _check(parameter: Parameter, value: object) -> None:
    """Raises BadGiven for a value that the option doesn't take, and Unknown for an option of no kind that there is."""
    match parameter.type:
        case AppCommandOptionType.string:
            fits = isinstance(value, str) and _within(len(value), parameter)
        case AppCommandOptionType.integer:
            fits = isinstance(value, int) and not isinstance(value, bool) and _within(value, parameter)
        case AppCommandOptionType.boolean:
            fits = isinstance(value, bool)
        case _:
            raise Unknown
    if not fits or (parameter.choices and value not in [choice.value for choice in parameter.choices]):
        raise BadGiven(parameter, value)


def _within(number: int, parameter: Parameter) -> bool:
    least, most = parameter.min_value, parameter.max_value
    return (least is None or number >= least) and (most is None or number <= most)


def why_not(error: BadGiven, texts: Texts) -> str:
    """The sentence about a value that an option can't have."""
    parameter, value, given = error.parameter, error.value, str(error.value)
    short = len(given) <= LONGEST_TEXT
    said: dict[str, Any] = {
        "label": Markup(f"`{parameter.display_name}`"),
        "given": value if type(value) is int and short else given if short else given[:LONGEST_TEXT] + "…",
    }
    if parameter.choices:
        return texts("bad-option-choice", choices=[choice.name for choice in parameter.choices], **said)
    match parameter.type:
        case AppCommandOptionType.boolean:
            return texts("bad-option-flag", **said)
        case AppCommandOptionType.integer:
            return texts("bad-option-range", least=parameter.min_value, most=parameter.max_value, **said)
        case _:
            return texts("bad-option-text", least=parameter.min_value, most=parameter.max_value, **said)
