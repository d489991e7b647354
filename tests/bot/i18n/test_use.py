"""The code and the catalogue know each other: no text is asked for that is not there, and none is there for nothing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter

from fluent.syntax import FluentSerializer
from fluent.syntax import ast as fluent

import engine.games  # noqa: F401 - registers the games
from bot.i18n import Catalogue
from bot.i18n.check import Wanted, variables, wanted
from bot.i18n.language import Language
from bot.i18n.texts import SPANISH
from engine.errors import REASONS, Reason
from engine.game import GAMES
from engine.rules import options

ROOT = Path(__file__).parents[3]
ASKING = {"texts", "plain", "told"}
"""What a call is named that asks for a text by its key: texts("key"), self.texts("key"), texts.plain("key")."""
MADE_FROM_CODES = ("illegal-", "command-", "argument-", "value-", *(f"rules-{game}-" for game in GAMES))
"""Keys made from names in the engine or of commands; each kind has a test of its own."""


@cache
def nodes(folder: str) -> dict[Path, list[ast.Assign | ast.Call | ast.Constant | ast.JoinedStr]]:
    """What the code of each file in that folder assigns, calls and writes out. Walking there takes seconds."""
    return {
        file: [
            node
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if isinstance(node, ast.Assign | ast.Call | ast.Constant | ast.JoinedStr)
        ]
        for file in sorted((ROOT / folder).rglob("*.py"))
    }


@cache
def calls(folder: str) -> list[tuple[str, ast.Call]]:
    return [
        (f"{file.relative_to(ROOT)}:{node.lineno}", node)
        for file, there in nodes(folder).items()
        for node in there
        if isinstance(node, ast.Call)
    ]


def name_of(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def asked() -> Iterator[tuple[str, str, ast.Call]]:
    """Each place where a text is asked for by a key that is written out there."""
    for place, call in calls("bot"):
        if name_of(call.func) in ASKING and call.args:
            for key in (branch for branch in _branches(call.args[0]) if isinstance(branch, ast.Constant)):
                yield place, str(key.value), call


def _branches(node: ast.expr) -> Iterator[ast.expr]:
    """What an argument can be: both sides of "a" if … else "b"."""
    if isinstance(node, ast.IfExp):
        yield from _branches(node.body)
        yield from _branches(node.orelse)
    else:
        yield node


def test_every_text_that_is_asked_for_is_there_with_its_values(catalogue: Catalogue) -> None:
    known = catalogue.base
    wrong = []
    for place, key, call in asked():
        given = {keyword.arg for keyword in call.keywords} | ({"name"} if name_of(call.func) == "told" else set())
        if key not in known.keys:
            wrong.append(f"{place} asks for {key!r}, which is in no file")
        elif None not in given and variables(known, key) - given:
            wrong.append(f"{place} does not give {key!r} its {', '.join(variables(known, key) - given)}")
    assert wrong == []


def beginnings() -> set[str]:
    """What keys begin with that are put together in f-strings: of f"rank-{name}" the beginning "rank-"."""
    found = set()
    for there in nodes("bot").values():
        for node in there:
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                start = str(node.values[0].value)
                if re.fullmatch(r"[a-z]+(-[a-z_]+)*-", start):
                    found.add(start)
    return found


def written() -> set[str]:
    """Every string in the code of the bot."""
    return {
        node.value
        for there in nodes("bot").values()
        for node in there
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def referred(language: Language) -> set[str]:
    """The messages that other messages refer to."""
    text = "".join(file.read_text(encoding="utf-8") for file in {entry.file for entry in language.entries.values()})
    return set(re.findall(r"\{ *([a-z][\w-]*)[ .]", text))


WORDS = tuple(f"-{word}" for word in (SPANISH, *GAMES))
"""What the key of a text ends with that takes another's place at some tables."""


def general(name: str) -> str:
    """Whose place the text takes; its own name where it takes none."""
    return next((name.removesuffix(word) for word in WORDS if name.endswith(word)), name)


def test_every_text_is_used(catalogue: Catalogue) -> None:
    used = {key.partition(".")[0] for key in written()} | referred(catalogue.base)
    starts = tuple(beginnings() - {"rules-"}) + MADE_FROM_CODES
    unused = [
        f"{entry.place}: {name}"
        for name, entry in catalogue.base.entries.items()
        if not {name, general(name)} & used and not name.startswith(starts)
    ]
    assert unused == []


def test_every_sentence_of_a_refusal_is_that_of_a_code(catalogue: Catalogue) -> None:
    codes = written()
    refusals = [name for name in catalogue.base.entries if name.startswith("refusal-")]
    assert [name for name in map(general, refusals) if not {name, name.removeprefix("refusal-")} & codes] == []


def test_every_form_of_a_text_is_used(catalogue: Catalogue) -> None:
    """A form is an attribute: of ``story-stake.folded`` the code names the key, or ``.folded`` to put behind one, or
    ``story-stake.`` to put a form behind."""
    parts = {part for key in written() for part in re.findall(r"\.[a-z]+(?:-[a-z_]+)*", key)}
    open_keys = {key for key in written() if re.fullmatch(r"[a-z]+(-[a-z_]+)*\.", key)}
    unused = [
        f"{entry.place}: {key}"
        for key, entry in catalogue.base.keys.items()
        if "." in key and f".{key.partition('.')[2]}" not in parts
        if not key.startswith((*MADE_FROM_CODES, *open_keys))
    ]
    assert unused == []


def test_the_words_of_a_game_take_the_values_of_those_whose_place_they_take(catalogue: Catalogue) -> None:
    known = catalogue.base
    for key, entry in known.keys.items():
        name, dot, attribute = key.partition(".")
        place = f"{general(name)}{dot}{attribute}"
        if name != general(name) and not name.startswith(("command-", "game-", "argument-")):
            assert place in known.keys, f"{entry.place}: {key} takes no text's place"
            assert variables(known, key) <= variables(known, place), f"{entry.place}: {key}"


def test_every_beginning_is_that_of_a_text(catalogue: Catalogue) -> None:
    """Guards the test above: a beginning that fits no text is a key that nobody wrote."""
    asked_starts = {
        str(key.values[0].value)
        for _, call in calls("bot")
        if name_of(call.func) in ASKING and call.args
        for key in _branches(call.args[0])
        if isinstance(key, ast.JoinedStr) and isinstance(key.values[0], ast.Constant)
    }
    names = catalogue.base.keys
    assert [start for start in asked_starts if not any(name.startswith(start) for name in names)] == []


def given() -> dict[Reason, list[set[str]]]:
    """The details with which each declared reason is given, place by place."""
    declared = {
        name: value
        for file in nodes("engine")
        if "Reason(" in file.read_text(encoding="utf-8") and file.name != "errors.py"
        for name, value in vars(
            import_module(".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
        ).items()
        if isinstance(value, Reason)
    }
    found: dict[Reason, list[set[str]]] = {}
    for there in nodes("engine").values():
        chosen = {  # of reason = _ONE if … else _OTHER
            name_of(node.targets[0]): list(_branches(node.value))
            for node in there
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.IfExp)
        }
        for node in there:
            if isinstance(node, ast.Call):
                for branch in chosen.get(name_of(node.func), _branches(node.func)):
                    if reason := declared.get(name_of(branch)):
                        found.setdefault(reason, []).append({str(keyword.arg) for keyword in node.keywords})
    return found


def test_every_refusal_is_given_with_what_its_text_names(catalogue: Catalogue) -> None:
    places, keys = given(), catalogue.base.keys
    assert set(places) == {reason for reasons in REASONS.values() for reason in reasons}
    for reason, all_details in places.items():
        for details in all_details:
            needed = {name for _, name, _, _ in Formatter().parse(reason.text) if name is not None}
            key = f"illegal-{reason.code}"
            if not details and f"{key}.bare" in keys:
                key = f"{key}.bare"
            if key in keys:
                needed |= variables(catalogue.base, key)
            assert needed <= details, f"{key} needs {needed}"


def test_own_words_for_refusals_are_those_of_a_refusal(catalogue: Catalogue) -> None:
    own = {name.removeprefix("illegal-") for name in catalogue.base.entries if name.startswith("illegal-")}
    assert own < set(REASONS)


def test_what_the_engine_says_in_several_sentences_has_one_text_for_translators(catalogue: Catalogue) -> None:
    several = {f"illegal-{code}" for code, reasons in REASONS.items() if len(reasons) > 1}
    assert several
    assert several <= set(catalogue.base.keys)


def test_no_refusal_names_a_seat_in_discord(catalogue: Catalogue) -> None:
    """A person is named there; and apostrophes are printed as everywhere in the catalogue."""
    taken = {key: _written(text) for key, text in wanted(catalogue).items() if key.startswith("illegal-")}
    assert {key.removesuffix(".bare") for key in taken} == {f"illegal-{code}" for code in REASONS}
    assert [text for text in taken.values() if "eat {" in text or "'" in text] == []


def _written(text: Wanted) -> str:
    return FluentSerializer().serialize(fluent.Resource([fluent.Message(fluent.Identifier("x"), text.english)]))


def test_every_amount_is_that_of_an_option(catalogue: Catalogue) -> None:
    """``value-<option>`` or ``value-<game>-<option>`` for options that are numbers; ``value-on``, ``value-off``."""
    known = {"value-on", "value-off"}
    for game in GAMES.values():
        for option in options(game.rules):
            if option.kind == "number":
                known |= {f"value-{option.name}", f"value-{game.name}-{option.name}"}
    assert [name for name in catalogue.base.entries if name.startswith("value-") and name not in known] == []


def test_named_games_are_games_there_are(catalogue: Catalogue) -> None:
    names = {name.removeprefix("game-") for name in catalogue.base.entries if name.startswith("game-")}
    assert names == set(GAMES)
