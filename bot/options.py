"""A game's Rules as Discord shows them: typed options of ``/newgame``, lines for the lobby, the list for ``/rules``.

Everything here is made from the options that a Rules model declares (``engine.rules.options``); their English texts
stand there, and other languages come from the catalogue.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import app_commands

from bot.i18n import Catalogue, Texts
from bot.i18n.commands import keyed
from bot.i18n.markup import is_blank
from engine.game import Game
from engine.rules import MOST, Option, Rules, Value, options, read_rules

COMMAND_LIMIT = 8000
"""The most characters of one command that Discord takes, counted as ``command_size`` does."""
MOST_OPTIONS = 25
"""The most options of one subcommand."""

PRESET: Final = "preset"
"""The option that names a style of the game, or a preset of the server, from which the others depart."""
Typed = app_commands.Range[str, 1, 100]
"""The name of a style or preset, as somebody typed it or as a suggestion has it; Discord takes no longer suggestion."""
_TABLE = "argument-newgame-"
"""How the catalogue's keys for the options of a table begin."""

Values = Mapping[str, Value]
"""Options by name, as far as somebody filled them in."""
Suggest = Callable[[discord.Interaction[Any], Game[Any], str], Awaitable[list[app_commands.Choice[str]]]]
"""Suggests styles and presets of a game for what was typed."""
NewGame = Callable[[discord.Interaction[Any], Game[Any], Values], Awaitable[None]]
"""What ``/newgame`` calls: with the interaction, the game, and the options that were filled in."""


@dataclass(frozen=True)
class NewTable:
    """What a table is opened with."""

    rules: Rules
    chips: int
    """The buy-in; 0 if nothing is played for."""
    four_colour: bool
    """Whether the table's pictures have a colour for each suit."""


@dataclass(frozen=True)
class Style:
    """What a preset sets."""

    rules: Values
    chips: int | None = None
    """The chips to sit down with; None: the game's usual number."""


class BadOption(ValueError):  # noqa: N818 - reads better where it is raised
    """An impossible option; its text is one sentence in the person's language."""


def plays_for_chips(game: Game[Any], rules: Rules) -> bool:
    """Whether chips change hands by these rules, so that everybody needs some."""
    return game.for_chips(rules)


def may_play_for_chips(game: Game[Any]) -> bool:
    """Whether chips change hands by any rules of the game."""
    return game.judging.unit == "chips" or bool(game.money.option)


def table_options(texts: Texts, game: Game[Any]) -> tuple[Option, ...]:
    """What may be set at a table besides its rules: ``chips`` to sit down with, ``four_colour`` pictures.

    A game that is never played for chips has no ``chips``.
    """

    def said(name: str) -> tuple[str, str]:
        return texts(f"{_TABLE}{name}.label"), texts(f"{_TABLE}{name}.description")

    chips = Option("chips", "number", game.money.chips, *said("chips"), min(1, game.money.chips), MOST)
    four_colour = Option("four_colour", "flag", False, *said("four_colour"))
    return (chips, four_colour) if may_play_for_chips(game) else (four_colour,)


# -- the command -----------------------------------------------------------------------------------------------------


async def _nothing_to_suggest(
    interaction: discord.Interaction[Any], game: Game[Any], current: str
) -> list[app_commands.Choice[str]]:
    return []


def build_newgame(
    games: Iterable[Game[Any]], callback: NewGame, catalogue: Catalogue, suggest: Suggest = _nothing_to_suggest
) -> app_commands.Group:
    """The command ``/newgame`` with a subcommand for each game, described in every language of the catalogue.

    ``suggest``: what is offered for the option ``preset``, which every game has.

    Raises ValueError, which names the game and the option, if Discord would not take so long a command.
    """
    games = tuple(games)
    if found := too_long(games, catalogue):
        raise ValueError(" ".join(found))
    texts = _english(catalogue)
    key = "command-newgame"
    group = app_commands.Group(
        name=keyed("newgame", key),
        description=keyed(texts(f"{key}.description"), f"{key}.description"),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
    )
    for game in games:
        group.add_command(_subcommand(game, _of_command(texts, game), callback, suggest, texts))
    return group


def _of_command(texts: Texts, game: Game[Any]) -> tuple[Option, ...]:
    """The options of a game's subcommand: those of the table first, then the few of its rules that people type.

    Everything is set up in the lobby.
    """
    found = {option.name: option for option in options(game.rules)}
    return (*table_options(texts, game), *(found[name] for name in game.rules.often))


def too_long(games: Sequence[Game[Any]], catalogue: Catalogue, limit: int = COMMAND_LIMIT) -> list[str]:
    """A sentence for each reason why Discord would refuse ``/newgame`` with these games; empty if it takes it.

    None is left out silently: the games say which few there are.
    """
    texts = _english(catalogue)
    found = []
    size = _entry_size(catalogue, "newgame", "command-newgame", texts("command-newgame.description"))
    last: dict[str, tuple[int, Option]] = {}
    for game in games:
        given = _of_command(texts, game)
        if len(given) >= MOST_OPTIONS:  # for the preset is one, too
            rest = ", ".join(option.name for option in given[MOST_OPTIONS - 1 :])
            found.append(
                f"/newgame {game.name} has {len(given) + 1} options and Discord takes {MOST_OPTIONS}: {rest} must go."
            )
        key = f"command-newgame-{game.name}"
        whole = _entry_size(catalogue, game.name, key, texts(f"{key}.description"))
        whole += _entry_size(catalogue, PRESET, f"{_TABLE}{PRESET}", texts(f"{_TABLE}{PRESET}.description"))
        whole += sum(_option_size(catalogue, game, option) for option in given)
        last[game.name] = whole, given[-1]
        size += whole
    if size > limit:
        longest = max(last, key=lambda name: last[name][0])
        whole, option = last[longest]
        here = _option_size(catalogue, next(game for game in games if game.name == longest), option)
        found.append(
            f"/newgame has {size} characters in the longest languages and Discord takes {limit}: shorten its texts. "
            f"The longest game is {longest} with {whole}, {here} of them for its last option {option.name}."
        )
    return found


def command_size(payload: Mapping[str, Any]) -> int:
    """How many characters Discord counts: every name, description and value, each in its longest language."""
    size = _longest(payload, "name") + _longest(payload, "description") + len(str(payload.get("value", "")))
    return size + sum(command_size(option) for option in (*payload.get("options", ()), *payload.get("choices", ())))


def _longest(payload: Mapping[str, Any], field: str) -> int:
    translated = payload.get(f"{field}_localizations") or {}
    return max(len(text) for text in (payload.get(field) or "", *translated.values()))


def _english(catalogue: Catalogue) -> Texts:
    return Texts([catalogue.base], strict=True).plain


def _key(game: Game[Any], option: Option) -> str:
    """The catalogue's key of an option's name and description."""
    ours = option.name in game.rules.model_fields
    return f"option-{game.name}-{option.name}" if ours else f"{_TABLE}{option.name}"


def _option_size(catalogue: Catalogue, game: Game[Any], option: Option) -> int:
    key = _key(game, option)
    size = _entry_size(catalogue, option.name, key, option.description)
    for value, label in option.choices:
        size += _text_size(catalogue, f"{key}.choice-{value}", label) + len(str(value))
    return size


def _entry_size(catalogue: Catalogue, name: str, key: str, description: str) -> int:
    return _text_size(catalogue, key, name) + _text_size(catalogue, f"{key}.description", description)


def _text_size(catalogue: Catalogue, key: str, english: str) -> int:
    others = (
        language.format(key, {})[0]
        for language in catalogue.languages.values()
        if language is not catalogue.base and key in language.keys
    )
    return max(map(len, (english, *others)))


def _subcommand(
    game: Game[Any], typed: tuple[Option, ...], callback: NewGame, suggest: Suggest, texts: Texts
) -> app_commands.Command[Any, ..., None]:
    async def newgame(interaction: discord.Interaction[Any], **values: Value | None) -> None:
        await callback(interaction, game, {name: value for name, value in values.items() if value is not None})

    # discord.py reads a command's options from its function's parameters.
    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)
    preset = inspect.Parameter(PRESET, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Typed | None)
    rest = [
        inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_annotation(option))
        for option in typed
    ]
    newgame.__signature__ = inspect.Signature([first, preset, *rest])  # type: ignore[attr-defined]  # inspect looks there

    async def offered(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await suggest(interaction, game, current)

    app_commands.autocomplete(**{PRESET: offered})(newgame)
    keys = {PRESET: f"{_TABLE}{PRESET}", **{option.name: _key(game, option) for option in typed}}
    app_commands.rename(**{name: keyed(name, key) for name, key in keys.items()})(newgame)
    said = texts(f"{_TABLE}{PRESET}.description")
    app_commands.describe(
        **{PRESET: keyed(said, f"{_TABLE}{PRESET}.description")},
        **{option.name: keyed(option.description, f"{keys[option.name]}.description") for option in typed},
    )(newgame)
    app_commands.choices(
        **{
            option.name: [
                app_commands.Choice(name=keyed(label, f"{keys[option.name]}.choice-{value}"), value=value)
                for value, label in option.choices
            ]
            for option in typed
            if option.choices
        }
    )(newgame)
    key = f"command-newgame-{game.name}"
    return app_commands.Command(
        name=keyed(game.name, key),
        description=keyed(texts(f"{key}.description"), f"{key}.description"),
        callback=newgame,
    )


def _annotation(option: Option) -> Any:
    if option.kind == "flag":
        return bool | None
    if option.kind == "choice":
        return type(option.default) | None
    if option.least is None and option.most is None:
        return int | None
    return app_commands.Range[int, option.least, option.most] | None


# -- what was filled in ----------------------------------------------------------------------------------------------


def read_options(texts: Texts, game: Game[Any], values: Values, style: Style | None = None) -> NewTable:
    """The table that somebody asks for, as the ``style`` has it where nothing else is given.

    Raises BadOption with one sentence that names the option and what it can be.
    """
    style = style or Style({})
    of_table = {option.name: option for option in table_options(texts, game)}
    of_rules = {option.name: option for option in options(game.rules)}
    for name, value in values.items():
        if name in of_table:
            check_option(texts, game, of_table[name], value)
        elif name in of_rules:
            check_option(texts, game, of_rules[name], value)
        else:
            raise BadOption(texts("bad-option-unknown", given=name, game=texts.game(game.name)))
    usual = {} if style.chips is None else {"chips": style.chips}
    chosen = {name: values.get(name, usual.get(name, option.default)) for name, option in of_table.items()}
    try:
        rules = read_rules(
            game.rules, {**style.rules, **{name: value for name, value in values.items() if name in of_rules}}
        )
    except ValueError as error:
        raise BadOption(texts.name(str(error))) from None
    for option in of_rules.values():
        if option.name in values:
            _check_effect(texts, game, option, rules)
    for_chips = plays_for_chips(game, rules)
    if "chips" in values and not for_chips:
        raise _idle(texts, game, of_table["chips"].label, game.money.option, rules)
    chips = int(chosen["chips"]) if for_chips else 0
    if for_chips and "chips" not in {**usual, **values}:
        chips = game.usual_chips(rules)
    return NewTable(rules, chips, bool(chosen["four_colour"]))


def _check_effect(texts: Texts, game: Game[Any], option: Option, rules: Rules) -> None:
    """Raises BadOption for an option that has no effect beside the others, so that nobody believes it counts."""
    if option.only_with is not None and not option.has_effect(rules):
        raise _idle(texts, game, texts.option_label(game.name, option), option.only_with[0], rules)


def _idle(texts: Texts, game: Game[Any], label: str, other: str, rules: Rules) -> BadOption:
    """The refusal of an option that has no effect because of another one's value."""
    return BadOption(
        texts(
            "bad-option-idle",
            label=label,
            other=texts.option_label(game.name, other),
            value=texts.option_value(game.name, other, getattr(rules, other)),
        )
    )


def said_of(texts: Texts, game: Game[Any], option: Option) -> tuple[str, str]:
    """The label and description of an option of the game's rules, or of a table of it."""
    if option.name in game.rules.model_fields:
        return texts.option_label(game.name, option), texts.option_description(game.name, option)
    return option.label, option.description


def value_to_text(value: Value | None) -> str:
    """A value as the line of a select holds it."""
    return json.dumps(value)


def value_from_text(text: str) -> Any:
    """The value that the line of a select holds. Raises ValueError."""
    return json.loads(text)


def check_option(texts: Texts, game: Game[Any], option: Option, value: object) -> None:
    """Raises BadOption with one sentence if the option can't be set to that."""
    label, _ = said_of(texts, game, option)
    wrong = {"label": label, "given": value if type(value) is int else str(value)}
    match option.kind:
        case "flag":
            if not isinstance(value, bool):
                raise BadOption(texts("bad-option-flag", **wrong))
        case "choice":
            if not any(value == one_value and type(value) is type(one_value) for one_value, _ in option.choices):
                labels = [texts.choice_label(game.name, option, known) for known, _ in option.choices]
                raise BadOption(texts("bad-option-choice", choices=labels, **wrong))
        case "number":
            least, most = option.least or 0, option.most
            if (
                isinstance(value, int)
                and not isinstance(value, bool)
                and value >= least
                and (most is None or value <= most)
            ):
                return
            form = ".empty" if isinstance(value, str) and is_blank(value) else ""
            if most is None:
                raise BadOption(texts(f"bad-option-number{form}", least=least, **wrong))
            raise BadOption(texts(f"bad-option-range{form}", least=least, most=most, **wrong))


# -- what a table plays by -------------------------------------------------------------------------------------------


def what_is_played(texts: Texts, game: Game[Any], rules: Rules) -> list[str]:
    """What is played, in a few words an option, numbers first: "ante 1", "losers pay 2".

    An option without words for its value is told by its label, if it is not as usual.
    """
    changed, found = rules.changed(), []
    for option in options(type(rules)):
        if not option.has_effect(rules):
            continue
        said = texts.option_told(game.name, option, getattr(rules, option.name))
        if not said and option.name in changed:
            said = _line(texts, "rule-line", game, option, rules)
        if said:
            found.append((option.kind != "number", said))
    return [said for _, said in sorted(found, key=lambda pair: pair[0])]


def all_options(texts: Texts, game: Game[Any], rules: Rules) -> list[str]:
    """Every option and what it is set to, for ``/rules``; what is not as usual stands out."""
    changed = rules.changed()
    return [
        _line(texts, "rule-line-changed" if option.name in changed else "rule-line", game, option, rules)
        for option in options(type(rules))
    ]


def _line(texts: Texts, key: str, game: Game[Any], option: Option, rules: Rules) -> str:
    value: Value = getattr(rules, option.name)
    return texts(key, label=texts.option_label(game.name, option), value=texts.option_value(game.name, option, value))
