"""``/newgame`` and the texts of options, made from the games' Rules."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any, ClassVar, Literal

import discord
import pytest
from discord import app_commands
from pydantic import create_model

import engine.games  # noqa: F401 - registers the games
from bot.i18n import Catalogue, CommandTranslator, Texts
from bot.i18n.check import problems
from bot.i18n.language import Language, read_language
from bot.options import (
    COMMAND_LIMIT,
    MOST_OPTIONS,
    BadOption,
    NewTable,
    all_options,
    build_newgame,
    command_size,
    read_options,
    table_options,
    too_long,
    what_is_played,
)
from engine.game import GAMES, Game
from engine.games.knock_poker import KnockPokerRules
from engine.rules import Rules, Value, option, options, read_rules

KNOCK_POKER = GAMES["knock-poker"]
OPTION_TYPES = {"flag": 5, "number": 4}


@pytest.fixture
def tree() -> app_commands.CommandTree[Any]:
    return app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))


async def nothing(interaction: Any, game: Game[Any], values: Any) -> None: ...


def parts(payload: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield payload
    for part in payload.get("options", ()):
        yield from parts(part)


# -- the command -----------------------------------------------------------------------------------------------------


def test_every_game_is_a_subcommand_with_the_few_options_that_people_type(
    tree: app_commands.CommandTree[Any], catalogue: Catalogue, texts: Texts
) -> None:
    told = build_newgame(GAMES.values(), nothing, catalogue).to_dict(tree)
    assert told["name"] == "newgame"
    assert told["contexts"] == [0, 1]
    assert [subcommand["name"] for subcommand in told["options"]] == list(GAMES)
    for game, subcommand in zip(GAMES.values(), told["options"], strict=True):
        assert subcommand["type"] == 1
        known = {option.name: option for option in options(game.rules)}
        assert len(game.rules.often) <= 6
        expected = [*table_options(texts, game), *(known[name] for name in game.rules.often)]
        preset, *rest = subcommand["options"]
        assert (preset["name"], preset["type"], preset["required"]) == ("preset", 3, False)
        assert preset["autocomplete"]
        assert [option["name"] for option in rest] == [option.name for option in expected]
        for field, sent in zip(expected, rest, strict=True):
            assert sent["description"] == field.description
            assert sent["required"] is False
            assert sent.get("min_value") == field.least
            assert sent.get("max_value") == field.most
            assert [(c["value"], c["name"]) for c in sent.get("choices", ())] == list(field.choices)
            assert sent["type"] == OPTION_TYPES.get(field.kind, 4 if isinstance(field.default, int) else 3)


def test_kp_options_have_the_names_of_records(tree: app_commands.CommandTree[Any], catalogue: Catalogue) -> None:
    told = build_newgame([KNOCK_POKER], nothing, catalogue).to_dict(tree)
    names = {option["name"] for option in told["options"][0]["options"]}
    assert names >= {"ante", "knock_minimum", "bonuses", "settlement", "deals"}
    assert names >= {"chips", "four_colour"}


def test_a_game_that_is_never_played_for_chips_asks_for_none(texts: Texts) -> None:
    without = {
        game.name for game in GAMES.values() if "chips" not in {option.name for option in table_options(texts, game)}
    }
    assert without == {"crummy"}
    assert read_options(texts, GAMES["crummy"], {"four_colour": True}).chips == 0
    with pytest.raises(BadOption, match="chips"):
        read_options(texts, GAMES["crummy"], {"chips": 50})
    assert read_options(texts, GAMES["knock-rummy"], {"chips": 50, "chips_per_point": 1}).chips == 50


def test_chips_without_anything_to_play_for_are_refused(texts: Texts) -> None:
    with pytest.raises(BadOption, match=r"^Chips to sit down with has no effect where Chips per point is “"):
        read_options(texts, GAMES["knock-rummy"], {"chips": 50})
    with pytest.raises(BadOption, match=r"^Chips to sit down with has no effect where Ante is “"):
        read_options(texts, GAMES["poe-crumb"], {"chips": 50})


async def test_newgame_is_within_discords_limits(tree: app_commands.CommandTree[Any], catalogue: Catalogue) -> None:
    group = build_newgame(GAMES.values(), nothing, catalogue)
    told = await group.get_translated_payload(tree, CommandTranslator(catalogue))
    assert command_size(told) < COMMAND_LIMIT
    for part in parts(told):
        for name in (part["name"], *part.get("name_localizations", {}).values()):
            assert re.fullmatch(r"[-_'\w]{1,32}", name)
            assert name == name.lower()
        for text in (part["description"], *part.get("description_localizations", {}).values()):
            assert 1 <= len(text) <= 100
        assert len(part.get("options", ())) <= MOST_OPTIONS
        assert len(part.get("choices", ())) <= 25
        for choice in part.get("choices", ()):
            assert 1 <= len(choice["name"]) <= 100
            assert 1 <= len(str(choice["value"])) <= 100


def test_discord_counts_the_longest_language_of_each_field() -> None:
    payload = {
        "name": "draw",
        "name_localizations": {"de": "ziehen", "fr": "x"},
        "description": "0123456789",
        "description_localizations": {"de": "short"},
        "options": [
            {
                "name": "from",
                "description": "12345",
                "choices": [
                    {"name": "stock", "value": "abc", "name_localizations": {"de": "Stapel!"}},
                    {"name": "two", "value": 22},
                ],
            }
        ],
    }
    assert command_size(payload) == len("ziehen") + 10 + len("from") + 5 + len("Stapel!") + 3 + len("two") + 2


GERMAN = """
command-newgame = neues-spiel
option-knock-poker-ante = einsatz
    .label = Einsatz
    .told-other = { $value } Chips Einsatz
    .description = So viele Chips zahlt jeder vor dem Geben in den Topf; sie gehen an den Gewinner.
option-knock-poker-knock_minimum =
    .label = Mindestblatt
    .choice-pair_of_jacks = Bubenpaar oder irgendetwas Besseres als das
"""


@pytest.fixture
def with_german(catalogue: Catalogue, tmp_path: Any) -> Catalogue:
    folder = tmp_path / "de"
    folder.mkdir()
    (folder / "all.ftl").write_text(GERMAN, encoding="utf-8")
    languages: dict[str, Language] = {**catalogue.languages, "de": read_language(folder)}
    return Catalogue(languages, strict=True)


async def test_other_languages_go_along_and_are_counted(
    tree: app_commands.CommandTree[Any], catalogue: Catalogue, with_german: Catalogue
) -> None:
    group = build_newgame([KNOCK_POKER], nothing, with_german)
    told = await group.get_translated_payload(tree, CommandTranslator(with_german))
    assert told["name_localizations"] == {"de": "neues-spiel"}
    sent = {option["name"]: option for option in told["options"][0]["options"]}
    assert sent["ante"]["name_localizations"] == {"de": "einsatz"}
    choices = {choice["value"]: choice for choice in sent["knock_minimum"]["choices"]}
    assert "name_localizations" not in choices["pair_of_aces"]
    assert choices["pair_of_jacks"]["name_localizations"]["de"].startswith("Bubenpaar")
    plain = build_newgame([KNOCK_POKER], nothing, catalogue).to_dict(tree)
    assert command_size(told) > command_size(plain)


@pytest.mark.parametrize("german", [False, True])
async def test_what_does_not_fit_is_told_aloud(
    tree: app_commands.CommandTree[Any],
    catalogue: Catalogue,
    with_german: Catalogue,
    german: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The sizes are counted exactly as Discord counts them: with one character less the command is too long."""
    texts = with_german if german else catalogue
    games = [KNOCK_POKER, GAMES["dompe"]]
    whole = await build_newgame(games, nothing, texts).get_translated_payload(tree, CommandTranslator(texts))
    size = command_size(whole)
    assert too_long(games, texts, size) == []
    (trouble,) = too_long(games, texts, size - 1)
    assert f"/newgame has {size} characters in the longest languages and Discord takes {size - 1}" in trouble
    parts_of = {part["name"]: part for part in whole["options"]}
    longest = max(parts_of, key=lambda name: command_size(parts_of[name]))
    last = parts_of[longest]["options"][-1]
    assert f"The longest game is {longest} with {command_size(parts_of[longest])}" in trouble
    assert f"{command_size(last)} of them for its last option {last['name']}" in trouble
    monkeypatch.setattr(too_long, "__defaults__", (size - 1,))
    with pytest.raises(ValueError, match=f"last option {last['name']}"):
        build_newgame(games, nothing, texts)


def test_more_options_than_discord_takes_are_named(catalogue: Catalogue) -> None:
    fields: dict[str, Any] = {
        f"more_{n}": (bool, option(False, f"More {n}", "Something.")) for n in range(MOST_OPTIONS)
    }
    rules = create_model("ManyRules", __base__=Rules, **fields)
    rules.often = tuple(fields)
    game = replace(KNOCK_POKER, rules=rules)
    (trouble,) = too_long([game], catalogue)
    assert trouble == (
        f"/newgame knock-poker has {MOST_OPTIONS + 3} options and Discord takes {MOST_OPTIONS}: "
        f"more_{MOST_OPTIONS - 3}, more_{MOST_OPTIONS - 2}, more_{MOST_OPTIONS - 1} must go."
    )
    with pytest.raises(ValueError, match="must go"):
        build_newgame([game], nothing, catalogue)


def longer(text: str, most: int = 100) -> str:
    """The text with half as many letters more, as far as Discord takes them."""
    return (text + "m" * (len(text) // 2 + 1))[:most].rstrip()


def test_texts_half_as_long_again_leave_room_for_every_option(catalogue: Catalogue, tmp_path: Any) -> None:
    plain, said = catalogue.for_locale(None).plain, []
    for begins, name in (
        *((f"command-newgame-{game.name}", game.name) for game in GAMES.values()),
        *((f"argument-newgame-{name}", name) for name in ("chips", "four_colour", "preset")),
    ):
        description = longer(plain(f"{begins}.description"))
        said.append(f"{begins} = {longer(name, 32)}\n    .description = {description}")
    for game in GAMES.values():
        for each in options(game.rules):
            key = f"option-{game.name}-{each.name}"
            said.append(f"{key} = {longer(each.name, 32)}\n    .description = {longer(each.description)}")
            said += [f"    .choice-{value} = {longer(label)}" for value, label in each.choices]
    folder = tmp_path / "de"
    folder.mkdir()
    (folder / "all.ftl").write_text("\n".join(said), encoding="utf-8")
    german = Catalogue({**catalogue.languages, "de": read_language(folder)}, strict=True)
    assert too_long(list(GAMES.values()), german) == []
    assert too_long(list(GAMES.values()), german, 7000), "the longer texts are counted"


def test_translators_are_told_of_a_command_that_grows_too_long(catalogue: Catalogue, tmp_path: Any) -> None:
    """A language whose options are longer than English ones must not make an option disappear."""
    long = [
        f"option-{game.name}-{option.name} =\n    .description = {'x' * 100}"
        + "".join(f"\n    .choice-{value} = {'x' * 100}" for value, _ in option.choices)
        for game in GAMES.values()
        for option in options(game.rules)
    ]
    folder = tmp_path / "de"
    folder.mkdir()
    (folder / "all.ftl").write_text("\n".join(long), encoding="utf-8")
    longer = Catalogue({**catalogue.languages, "de": read_language(folder)}, strict=True)
    assert problems(catalogue) == []
    (trouble,) = problems(longer)
    assert trouble.startswith("/newgame has ")
    with pytest.raises(ValueError, match="shorten its texts"):
        build_newgame(GAMES.values(), nothing, longer)


async def test_newgame_hands_on_what_was_filled_in(catalogue: Catalogue) -> None:
    got: list[tuple[Any, ...]] = []

    async def callback(interaction: Any, game: Game[Any], values: Any) -> None:
        got.append((interaction, game, values))

    group = build_newgame([KNOCK_POKER], callback, catalogue)
    command = group.get_command("knock-poker")
    assert isinstance(command, app_commands.Command)
    called: Callable[..., Awaitable[object]] = command.callback
    await called("the interaction", ante=2, bonuses=False, deals=None)
    assert got == [("the interaction", KNOCK_POKER, {"ante": 2, "bonuses": False})]


def test_options_may_be_choices_of_numbers(tree: app_commands.CommandTree[Any], catalogue: Catalogue) -> None:
    class JokerRules(Rules):
        often: ClassVar[tuple[str, ...]] = ("jokers", "free")

        jokers: Literal[0, 1, 2] = option(0, "Jokers", "Jokers.", choices={0: "None", 1: "One", 2: "Two"})
        free: int = option(0, "Free", "Any whole number.")

    free_of_charge = replace(KNOCK_POKER.money, dearest=lambda rules, seats, chips: 0)
    game = replace(KNOCK_POKER, rules=JokerRules, money=free_of_charge)
    told = build_newgame([game], nothing, catalogue).to_dict(tree)
    jokers, free = told["options"][0]["options"][3:]
    assert jokers["type"] == 4
    assert [choice["value"] for choice in jokers["choices"]] == [0, 1, 2]
    assert "min_value" not in free
    texts = catalogue.for_locale("en")
    assert read_options(texts, game, {"jokers": 2}).rules == JokerRules(jokers=2)
    with pytest.raises(BadOption, match="choose one of None, One, and Two"):
        read_options(texts, game, {"jokers": True})
    with pytest.raises(BadOption, match="a whole number from 0 up"):
        read_options(texts, game, {"free": "many"})


# -- what was filled in ----------------------------------------------------------------------------------------------


def test_what_was_filled_in_becomes_a_table(texts: Texts) -> None:
    usual = read_options(texts, KNOCK_POKER, {})
    assert usual == NewTable(KNOCK_POKER.rules(), KNOCK_POKER.money.chips, False)
    table = read_options(
        texts, KNOCK_POKER, {"ante": 3, "chips": 50, "four_colour": True, "knock_minimum": "two_pairs"}
    )
    assert table.chips == 50
    assert table.four_colour is True
    assert table.rules.changed() == {"ante": 3, "knock_minimum": "two_pairs"}


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"ante": -1}, "Ante can’t be “-1”: give a whole number from 0 to 1,000,000."),
        ({"ante": 2_000_000}, "Ante can’t be “2,000,000”: give a whole number from 0 to 1,000,000."),
        ({"ante": True}, "Ante can’t be “True”: give a whole number from 0 to 1,000,000."),
        ({"ante": "two"}, "Ante can’t be “two”: give a whole number from 0 to 1,000,000."),
        ({"chips": 0}, "Chips to sit down with can’t be “0”: give a whole number from 1 to 1,000,000."),
        ({"bonuses": "yes"}, "Bonuses is either on or off, not “yes”: choose True or False."),
        ({"four_colour": 1}, "Table’s cards in four colours is either on or off, not “1”: choose True or False."),
        ({"stakes": 1}, "There is no option “stakes” in Knock Poker: /newgame lists the options there are."),
        ({"**x**": 1}, r"There is no option “\*\*x\*\*” in Knock Poker: /newgame lists the options there are."),
    ],
)
def test_a_bad_option_is_one_sentence_that_names_it(texts: Texts, values: dict[str, Value], sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_options(texts, KNOCK_POKER, values)
    assert str(refused.value) == sentence


def test_an_unknown_choice_is_told_with_those_there_are(texts: Texts) -> None:
    with pytest.raises(BadOption, match=r"Minimum to knock can’t be “full”: choose one of .*Pair of jacks.*Straight"):
        read_options(texts, KNOCK_POKER, {"knock_minimum": "full"})


@pytest.mark.parametrize(
    ("game", "values", "sentence"),
    [
        (
            "dompe",
            {"deck": "spanish_40", "joker": 1},
            "Joker has no effect where Pack is “Spanish, 40 cards”: leave it out, or change Pack.",
        ),
        (
            "dompe",
            {"wild": "two_of_coins"},
            "Wild card (Spanish packs) has no effect where Pack is “International, 52 cards”: leave it out, or change "
            "Pack.",
        ),
        (
            "knock-poker",
            {"bonus_pat_knock": 5},
            "Pat knock bonus has no effect where Bonuses is “off”: leave it out, or change Bonuses.",
        ),
    ],
)
def test_an_option_without_effect_is_refused_but_no_record_with_it(
    texts: Texts, game: str, values: dict[str, Value], sentence: str
) -> None:
    with pytest.raises(BadOption) as refused:
        read_options(texts, GAMES[game], values)
    assert str(refused.value) == sentence
    assert read_rules(GAMES[game].rules, values).changed().items() <= values.items()


def test_an_option_that_has_an_effect_is_taken(texts: Texts) -> None:
    dompe = GAMES["dompe"]
    for values in ({"joker": 0}, {"deck": "spanish_48", "wild": "two_of_coins"}, {"deck": "spanish_40"}):
        assert read_options(texts, dompe, values).rules.changed() == values
    paid = {"bonuses": True, "bonus_royal_flush": 9}
    assert read_options(texts, KNOCK_POKER, paid).rules.changed() == paid


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_what_an_option_needs_is_an_option_of_its_game(game: Game[Any]) -> None:
    known = {option.name: option for option in options(game.rules)}
    for field in known.values():
        if field.only_with is not None:
            name, values = field.only_with
            assert values
            for value in values:
                assert field.has_effect(game.rules(**{name: value}))


# -- what a table plays by -------------------------------------------------------------------------------------------


def test_the_lobby_tells_what_is_played_numbers_first(texts: Texts) -> None:
    usual = ["ante 1", "a fold pays 1", "losers pay 2", "everybody has a turn after a knock"]
    assert what_is_played(texts, KNOCK_POKER, KNOCK_POKER.rules())[:4] == usual
    rules = read_options(texts, KNOCK_POKER, {"ante": 2, "bonuses": True, "deals": 3, "fold_payment": 0}).rules
    assert what_is_played(texts, KNOCK_POKER, rules) == [
        "ante 2",
        "a fold pays nothing",
        "losers pay 2",
        "3 deals",
        "everybody has a turn after a knock",
        "anything is enough to knock",
        "bonuses for a pat knock and for rare hands",
    ]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_whatever_is_played_is_told_in_words_that_go_on_in_a_line(game: Game[Any], texts: Texts) -> None:
    usual = game.rules()
    for field in options(game.rules):
        if not (field.told or field.choices):
            continue
        values = [value for value, _ in field.choices] or [True, False]
        if field.kind == "number":
            usually = int(getattr(usual, field.name))
            values = [value for value in (0, 1, usually + 1) if field.least is None or value >= field.least]
        needs = {} if field.only_with is None else {field.only_with[0]: field.only_with[1][0]}
        for value in values:
            for words in what_is_played(texts, game, game.rules(**{**needs, field.name: value})):
                assert words[:1] == words[:1].lower(), f"{field.name}: {value}"


def test_what_makes_no_difference_is_not_told(texts: Texts) -> None:
    told = what_is_played(texts, KNOCK_POKER, KnockPokerRules(settlement="simple", bonus_pat_knock=9))
    assert told == ["ante 1", "a knock ends the deal, for the pot alone", "anything is enough to knock"]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_whatever_is_changed_changes_what_is_told(texts: Texts, game: Game[Any]) -> None:
    for setting in options(game.rules):
        needed = {setting.only_with[0]: setting.only_with[1][0]} if setting.only_with is not None else {}
        usual = what_is_played(texts, game, game.rules(**needed))
        values: list[Value] = [value for value, _ in setting.choices] or (
            [True, False] if setting.kind == "flag" else [1, 7]
        )
        for value in values:
            told = what_is_played(texts, game, game.rules(**needed, **{setting.name: value}))
            assert (told == usual) is (value == setting.default), (setting.name, value)
            assert all(words and "{" not in words for words in told)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_rules_lists_every_option_with_its_value(texts: Texts, game: Game[Any]) -> None:
    lines = all_options(texts, game, game.rules())
    assert len(lines) == len(options(game.rules))
    for field, line in zip(options(game.rules), lines, strict=True):
        assert line.startswith(f"{field.label}: ")
    for field in options(game.rules):
        if field.kind == "flag":
            flipped = all_options(texts, game, game.rules(**{field.name: not field.default}))
            assert [line for line in flipped if line.startswith("**")] == [
                f"**{field.label}: {'off' if field.default else 'on'}**"
            ]


def test_options_are_told_in_other_languages(with_german: Catalogue) -> None:
    texts = with_german.for_locale("de")
    assert texts.option_label("knock-poker", "ante") == "Einsatz"
    assert texts.option_description("knock-poker", "ante").startswith("So viele")
    assert texts.choice_label("knock-poker", "knock_minimum", "pair_of_jacks").startswith("Bubenpaar")
    assert texts.choice_label("knock-poker", "knock_minimum", "straight") == "Straight"
    assert what_is_played(texts, KNOCK_POKER, KnockPokerRules(ante=2))[0] == "2 Chips Einsatz"
    assert what_is_played(texts, KNOCK_POKER, KnockPokerRules(ante=0))[0] == "no ante"
    assert "Einsatz" in texts.option_label("knock-poker", "ante")


def test_every_option_of_every_game_describes_itself_within_discords_limits() -> None:
    for game in GAMES.values():
        for field in options(game.rules):
            assert field.label
            assert 1 <= len(field.description) <= 100
            assert "\n" not in field.description
            assert all(1 <= len(label) <= 100 for _, label in field.choices)
