"""Names and descriptions of slash commands: English set into the commands, other languages for Discord to choose.

Keys: ``command-<name>`` (a subcommand's with its group's, ``command-newgame-knock-poker``) is the name and has
``.description``; ``argument-<command>-<option>`` is an option's name and has ``.description`` and ``.choice-<value>``;
``menu-<name>`` is the name of a command in messages' menus.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from typing import Any

from discord import Locale, app_commands
from discord.app_commands import Choice, Command, CommandTree, Group, TranslationContextTypes, Translator, locale_str

from bot.i18n.catalogue import Catalogue
from bot.i18n.texts import Texts

log = logging.getLogger(__name__)

NAME = re.compile(r"[-_'\w]{1,32}")
"""What Discord takes as the name of a command or option, which must be in small letters too."""
NAMED = ("command-", "argument-", "option-")
"""How the keys begin whose own text, without an attribute, is a name."""
PRESETS = "preset-"
"""How the keys of the games' presets begin, whose labels are choices of a command, too."""
MENUS = "menu-"
"""How the keys begin whose text is the name of a command in the menu of a message."""
MOST_MENU_NAME = 32
"""The longest of these names, in which everything may stand."""
MOST_DESCRIPTION = 100
"""The longest description, and the longest name of a choice."""


def keyed(english: str, key: str) -> locale_str:
    """A command's text in English, which ``CommandTranslator`` finds in other languages under the key."""
    return locale_str(str(english), key=key)


def fits(key: str, text: str) -> bool:
    """Whether Discord takes the text as what its key says it is: a name, a description or a choice."""
    name, _, attribute = key.partition(".")
    if name.startswith(MENUS):
        return 1 <= len(text) <= MOST_MENU_NAME
    if attribute or not name.startswith(NAMED):
        return 1 <= len(text) <= MOST_DESCRIPTION
    return NAME.fullmatch(text) is not None and text == text.lower()


class CommandTranslator(Translator):
    """Gives Discord each command's names and descriptions in every language the catalogue has besides English."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """The text in that language, without falling back: Discord itself shows English if there is none."""
        key = string.extras.get("key")
        if key is None:
            return None
        for language in self._catalogue.chain(locale)[:-1]:
            if key in language.keys:
                text, _ = language.format(key, {})
                if fits(key, text):
                    return text
                log.error("%s: Discord does not take the text of %s", language.keys[key].place, key)
        return None


AnyCommand = Command[Any, ..., Any] | Group


def localise(commands: CommandTree[Any] | Iterable[AnyCommand] | AnyCommand, catalogue: Catalogue) -> None:
    """Sets the English descriptions of commands, options and choices, and the keys of their translations.

    Done once, before the commands are synced. A text that has a key already stays as it is. Raises KeyError for a
    command or option that the catalogue does not describe, and ValueError for a text that Discord refuses.
    """
    texts = Texts([catalogue.base], strict=True).plain
    found: Iterable[Any]
    if isinstance(commands, CommandTree):
        found = commands.get_commands()
    else:
        found = (commands,) if isinstance(commands, Command | Group) else commands
    for command in found:
        if isinstance(command, Group):
            _describe(command, texts)
            for child in command.walk_commands():
                _describe(child, texts)
        elif isinstance(command, Command):
            _describe(command, texts)


def menu_name(catalogue: Catalogue, key: str) -> locale_str:
    """The name of a command in messages' menus. Raises KeyError and ValueError as ``localise`` does."""
    return keyed(_english(Texts([catalogue.base], strict=True).plain, key), key)


# discord.py offers no way to give a finished command its texts; what it keeps of them is set here and nowhere else.


def _describe(command: AnyCommand, texts: Texts) -> None:
    path = command.qualified_name.replace(" ", "-")
    key = f"command-{path}"
    if not _has_key(command._locale_name):
        command._locale_name = keyed(command.name, key)
    if not _has_key(command._locale_description):
        command.description = _english(texts, f"{key}.description")
        command._locale_description = keyed(command.description, f"{key}.description")
    if isinstance(command, Group):
        return
    for parameter in command._params.values():
        key = f"argument-{path}-{parameter.display_name}"
        if not _has_key(parameter._rename):
            parameter._rename = keyed(parameter.display_name, key)
        if not _has_key(parameter.description):
            parameter.description = keyed(_english(texts, f"{key}.description"), f"{key}.description")
        if parameter.choices:
            parameter.choices = [
                choice if _has_key(choice._locale_name) else _choice(texts, f"{key}.choice-{choice.value}", choice)
                for choice in parameter.choices
            ]


def _choice(texts: Texts, key: str, choice: Choice[Any]) -> app_commands.Choice[Any]:
    return Choice(name=keyed(_english(texts, key), key), value=choice.value)


def _has_key(text: object) -> bool:
    return isinstance(text, locale_str) and "key" in text.extras


def _english(texts: Texts, key: str) -> str:
    text = str(texts(key))
    if not fits(key, text):
        raise ValueError(f"Discord does not take the text of {key}: {text!r}")
    return text
