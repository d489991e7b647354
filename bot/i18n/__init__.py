"""Every text a person reads, in every language there is; through Fluent, with babel for lists, numbers and plurals.

One folder a language, named by its code (``en``, ``de``, ``pt-BR``), with as many ``.ftl`` files as it likes: a text is
found by its key, whichever file it stands in. Discord's locales find their language by leaving out parts from the
right (``es-419`` and ``es-ES`` both find ``es``); what a language lacks comes from English, key by key.

**To begin a language** make its folder, then

    python -m bot.i18n missing de > bot/i18n/de/all.ftl

writes everything it lacks in Fluent, the English text to be translated in place. Later ``missing de`` prints what has
come since. ``python -m bot.i18n check`` tells what is wrong (values that English does not have, names that Discord
refuses, texts that are too long), ``python -m bot.i18n keys`` lists every key with its file and English text. No code
changes.

**Where English stands.** The texts of the bot stand in ``en/``. The label, description and choices of an option stand
once, in the game's ``Rules``; only other languages have them here, as ``option-<game>-<name>`` with ``.label``,
``.description`` and ``.choice-<value>``, and as its value the slash option's name in that language, if it is to have
one; so do the presets of a game, as ``preset-<game>-<name>`` with ``.label`` and ``.description``. In ``commands.ftl``
the value of ``command-<name>`` or ``argument-<command>-<option>`` is the name, which in English is the one the code
goes by; ``menu-<name>`` is the name of a command in messages' menus. What the engine refuses it says in English itself,
with its values named in the sentence; other languages have it as ``illegal-<code>``, and so has ``en/`` where Discord
needs other words (``Texts.illegal`` says when).

**To give a game its texts** write, in a file of its own, ``game-<game>`` (its shown name, with ``.ways``: one sentence
that names the command of every action there is in it), ``command-newgame-<game>`` with ``.description`` (what
``/newgame`` says of it), its rules as told to players, ``rules-<game>-<section>`` with ``.body`` for each section in
their order, and ``pool-<pool>-dish`` for each pool on its board. A hand with a name of its own, ``HandName("run")``,
has ``hand-run``, with ``.bare`` for the name without its ranks (``en/hands.ftl`` has the others). Where the usual words
don't suit the game, ``<key>-<game>`` takes the place of any ``<key>``. A number among its options that isn't told as a
bare number has ``value-<option>`` or ``value-<game>-<option>``; a reason of payments that should be told has
``reason-<reason>``. What it refuses is said in the engine. ``check`` names whatever is missing, except names of hands
and reasons: only play comes upon these, and the tests play.

**Strangers' texts** (names above all) are escaped where they enter a text, unless they are ``Markup``: see
``markup.py``.
"""

from bot.i18n.catalogue import Catalogue
from bot.i18n.commands import CommandTranslator, localise, menu_name
from bot.i18n.language import CatalogueError
from bot.i18n.markup import Markup, Plain
from bot.i18n.texts import NameOf, Section, Texts

__all__ = [
    "Catalogue",
    "CatalogueError",
    "CommandTranslator",
    "Markup",
    "NameOf",
    "Plain",
    "Section",
    "Texts",
    "localise",
    "menu_name",
]
