"""What a language lacks, and what is wrong with it: for translators and for the tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any

from fluent.syntax import FluentSerializer, ast, visitor

import engine.games  # noqa: F401 - registers the games
from bot.i18n.catalogue import Catalogue
from bot.i18n.commands import MENUS, NAMED, PRESETS, fits
from bot.i18n.language import Language
from bot.i18n.texts import told_key, typographic
from bot.options import too_long
from engine.errors import REASONS
from engine.game import GAMES, Game
from engine.rules import options


@dataclass(frozen=True)
class Wanted:
    """A text that a language should have."""

    key: str
    file: str
    """Where it belongs, such as ``table.ftl``."""
    english: ast.Pattern


def wanted(catalogue: Catalogue) -> dict[str, Wanted]:
    """Every text by its key: those of the English folder, then those that the engine has for the games' options,
    presets and refusals."""
    found = {
        key: Wanted(key, entry.file.name, pattern)
        for entry in catalogue.base.entries.values()
        for key, pattern in entry.patterns()
    }
    for key, text in _option_texts().items():
        found[key] = Wanted(key, "options.ftl", _as_fluent(text))
    for code, reasons in REASONS.items():
        key = f"illegal-{code}"
        if key not in found:
            found[key] = Wanted(key, "errors.ftl", _as_fluent(reasons[0].text))
    return found


def _as_fluent(sentence: str) -> ast.Pattern:
    """A sentence of the engine as a translator gets it: ``{card}`` as ``{ $card }``."""
    elements: list[ast.TextElement | ast.Placeable] = []
    for text, value, _, _ in Formatter().parse(typographic(sentence)):
        if text:
            elements.append(ast.TextElement(text))
        if value is not None:
            elements.append(ast.Placeable(ast.VariableReference(ast.Identifier(value))))
    return ast.Pattern(elements)


def _option_texts() -> dict[str, str]:
    found: dict[str, str] = {}
    for game in GAMES.values():
        for option in options(game.rules):
            key = f"option-{game.name}-{option.name}"
            found[f"{key}.label"] = option.label
            found[f"{key}.description"] = option.description
            found |= {f"{key}.choice-{value}": label for value, label in option.choices}
            found |= {told_key(key, value): text for value, text in option.told if text}
        for preset in game.rules.presets:
            found[f"preset-{game.name}-{preset.name}.label"] = preset.label
            found[f"preset-{game.name}-{preset.name}.description"] = preset.description
    return found


def needed(game: Game[Any]) -> tuple[str, ...]:
    """The texts that every game must have of its own, by their keys; ``bot.i18n`` says what they are for."""
    return (
        f"game-{game.name}",
        f"game-{game.name}.ways",
        f"command-newgame-{game.name}.description",
        *(f"pool-{pool}-dish" for pool in game.money.pools),
    )


def lacked(catalogue: Catalogue, game: Game[Any]) -> list[str]:
    """A sentence for each text that the game needs and English does not have."""
    found = [key for key in needed(game) if key not in catalogue.base.keys]
    if not catalogue.for_locale(None).rules_sections(game.name, game.rules()):
        found.append(f"rules-{game.name}-aim")
    return [f"The game {game.name} needs the text {key}, which is in no file of {catalogue.base.tag}" for key in found]


def missing(catalogue: Catalogue, tag: str) -> str:
    """What a language lacks, as Fluent with the English texts in place; empty if it lacks nothing."""
    have: Mapping[str, object] = catalogue.languages[tag].keys if tag in catalogue.languages else {}
    lacking = [text for key, text in wanted(catalogue).items() if key not in have]
    return "\n".join(
        f"### {file}\n\n{_fluent([text for text in lacking if text.file == file])}"
        for file in dict.fromkeys(text.file for text in lacking)
    )


def _fluent(texts: list[Wanted]) -> str:
    messages: dict[str, ast.Message] = {}
    for text in texts:
        name, _, attribute = text.key.partition(".")
        message = messages.setdefault(name, ast.Message(ast.Identifier(name)))
        if attribute:
            message.attributes.append(ast.Attribute(ast.Identifier(attribute), text.english))
        else:
            message.value = text.english
    return FluentSerializer().serialize(ast.Resource(list(messages.values())))


class _Variables(visitor.Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()
        self.messages: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802 - the visitor's naming
        self.names.add(node.id.name)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802 - and this too
        self.messages.add(f"{node.id.name}.{node.attribute.name}" if node.attribute else node.id.name)


def variables(language: Language, key: str, seen: frozenset[str] = frozenset()) -> frozenset[str]:
    """The values that a text needs, those of the messages it refers to included. Raises KeyError for an unknown one."""
    pattern = dict(language.keys[key].patterns())[key]
    found = _Variables()
    found.visit(pattern)
    names = set(found.names)
    for other in found.messages - seen:
        names |= variables(language, other, seen | {key})
    return frozenset(names)


def _named(pattern: ast.Pattern) -> frozenset[str]:
    """The values of a text that refers to no other."""
    found = _Variables()
    found.visit(pattern)
    return frozenset(found.names)


def problems(catalogue: Catalogue) -> list[str]:
    """What is wrong with the texts of every language, each with its file and line, and with all of them together."""
    found = [trouble for language in catalogue.languages.values() for trouble in _problems(catalogue, language)]
    games = tuple(GAMES.values())
    lacking = [sentence for game in games for sentence in lacked(catalogue, game)]
    return [*found, *(lacking or too_long(games, catalogue))]


def _problems(catalogue: Catalogue, language: Language) -> Iterator[str]:
    base = catalogue.base
    known = wanted(catalogue)
    for key, entry in language.keys.items():
        at = f"{entry.place}: {key}"
        own_name = key.startswith(NAMED) and "." not in key and any(other.startswith(f"{key}.") for other in known)
        if key not in known and not own_name:
            yield f"{at} is a text that English does not have"
            continue
        try:
            used = variables(language, key)
        except KeyError as unknown:
            yield f"{at} refers to {unknown.args[0]}, which is not there"
            continue
        english = _named(known[key].english) if key in known else frozenset[str]()
        allowed = variables(base, key) if key in base.keys else english
        if language is not base and not used <= allowed:
            yield f"{at} takes {', '.join(f'${name}' for name in sorted(used - allowed))}, which English does not have"
        if key.startswith((*NAMED, PRESETS, MENUS)) and (key.startswith(PRESETS) or not key.endswith(".label")):
            text, _ = language.format(key, {})
            if not fits(key, text):
                yield f"{at} is not what Discord takes there: {text!r}"
