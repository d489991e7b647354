"""The rules as told to players: whole, short enough for Discord, and true to the options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import engine.games
from bot.i18n import Texts
from engine.game import GAMES, Game
from engine.rules import Rules, Value, options, read_rules
from tests.ninth import TEST_GAMES

MOST_SECTION = 1000
"""A section of a game's rules must be shorter than this, in characters."""

NAMES = (*GAMES, *(game.name for game in TEST_GAMES))


def pairs_of_options(game: Game[Any]) -> Iterator[Rules]:
    """Rules in which each two options have each pair of telling values."""
    found: list[tuple[str, list[Value]]] = []
    for option in options(game.rules):
        if option.kind == "flag":
            found.append((option.name, [False, True]))
        elif option.kind == "choice":
            found.append((option.name, [value for value, _ in option.choices]))
        else:
            found.append((option.name, [max(option.least or 0, 0), 1, option.most or 1_000_000]))
    for place, (first, values) in enumerate(found):
        for second, others in found[place + 1 :]:
            for chosen in values:
                for other in others:
                    yield read_rules(game.rules, {first: chosen, second: other})


@pytest.mark.parametrize("name", NAMES)
def test_every_section_fits_whatever_the_options(all_texts: Texts, name: str) -> None:
    seen = set()
    for rules in pairs_of_options(GAMES[name]):
        sections = all_texts.rules_sections(name, rules)
        assert sections
        for section in sections:
            assert section.title
            assert 0 < len(section.body) < MOST_SECTION, f"{section.title}: {len(section.body)}"
            assert "\n\n\n" not in section.body, section.body
            assert section.body == section.body.strip()
            assert "{" not in section.body
            seen.add(section.body)
    assert len(seen) > len(all_texts.rules_sections(name)), "the rules follow the options"


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_pages_to_read_have_no_numbers_of_rules_and_none_that_a_table_agrees_on(texts: Texts, name: str) -> None:
    game = GAMES[name]
    agreed = {option.name: 37 for option in options(game.rules) if option.kind == "number"}
    for rules in (game.rules(), game.rules(**agreed)):
        for section in texts.rules_sections(name, rules):
            assert not re.search(r"[A-Z]{2}-\d|◆|\b37\b", section.body), section.body


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_first_page_has_five_lines(texts: Texts, name: str) -> None:
    for rules in pairs_of_options(GAMES[name]):
        first = texts.rules_sections(name, rules)[0]
        assert [line[:4] for line in first.body.split("\n")] == ["- **"] * 5


def test_kp_rules_follow_the_options(texts: Texts) -> None:
    def told(**changed: Value) -> str:
        rules = read_rules(GAMES["knock-poker"].rules, changed)
        return "\n".join(section.body for section in texts.rules_sections("knock-poker", rules))

    assert "Everybody pays the ante to the pot" in told()  # KP-4
    assert "pay the knocker the fold payment at once" in told()  # KP-23
    assert "Fold" not in told(settlement="simple")  # KP-50
    assert "Each draw costs you 1 chip" in told(extra_chip_per_draw=True)  # KP-52
    assert "Any hand will do" in told()
    assert "Pair of aces. Any better type will do" in told(knock_minimum="pair_of_aces")  # KP-56
    assert "for winning with a pat knock," in told(bonuses=True)  # KP-61
    assert "for winning with a pat knock," not in told()
    assert "Take the top discard" in told()  # KP-42
    assert "Take the top discard" not in told(stockout_after_knock="all_stay")  # KP-47
    assert "stay in the pot for the next deal" in told(odd_chips="stay_in_pot")  # KP-35
    assert "sits out" in told(broke="sit_out")  # G-8
    assert "after an agreed number of deals" in told(deals=10)  # KP-70


@pytest.mark.parametrize(
    ("game", "changed", "said", "unsaid"),
    [
        ("poe-crumb", {"jokers": 2, "flush_repeats": True}, "are A-A-A-9-4", "are A-K-Q-9-4"),  # PC-37
        (
            "knock-rummy",
            {"knock_limit": 12},
            "keep only so much deadwood as the table allows",
            "no limit to the deadwood",
        ),  # KR-12a
        ("poch", {"money": True, "chip_value": 5}, "A chip has a value", "Nobody gets the chips left"),  # PO-64a
    ],
)
def test_each_rule_is_told_as_its_option_has_it(
    texts: Texts, game: str, changed: dict[str, Value], said: str, unsaid: str
) -> None:
    told, usual = (
        "\n".join(section.body for section in texts.rules_sections(game, read_rules(GAMES[game].rules, options)))
        for options in (changed, {"jokers": 2} if "jokers" in changed else {})
    )
    assert said in told
    assert unsaid not in told
    assert said not in usual
    assert unsaid in usual


@pytest.mark.parametrize(
    ("game", "words"),
    [("knock-poker", ("Rap Poker", "**Fold**, or drop")), ("poch", ("a count of 31",))],
)
def test_g_14_names_and_words_that_people_may_know(texts: Texts, game: str, words: tuple[str, ...]) -> None:
    told = "\n".join(section.body for section in texts.rules_sections(game, GAMES[game].rules()))
    assert all(word in told for word in words)


HOUSE_PARTS = {
    "poe_crumb.md": {"PC-3": "one at a time"},
    "knock_rummy.md": {"KR-2": "one at a time", "KR-5": "After each deal the next player to the left deals"},
    "dompe.md": {"DM-13": "with the dealer's discard"},
    "le_poque.md": {"LQ-6": "at once, and may bet with it", "LQ-7a": "So everybody may bet, with or without a pair"},
    "poch_1873.md": {"HO-4": "one at a time"},
}
"""What is a house decision in a rule whose rest is not."""


@pytest.mark.parametrize("page", HOUSE_PARTS)
def test_a_house_decision_within_a_rule_is_marked(page: str) -> None:
    text = (Path(engine.games.__file__).parent / page).read_text(encoding="utf-8")
    rules = {
        number: " ".join(rule.split())
        for number, rule in re.findall(r"\* \*\*([\w-]+)\*\* ((?:.|\n(?!\*|\n|#))*)", text)
    }
    for number, decided in HOUSE_PARTS[page].items():
        assert f"*(house)* {decided}" in rules[number]


EACH_OPTION = [
    (game.name, option.name) for game in GAMES.values() for option in options(game.rules) if option.kind != "number"
]


@pytest.mark.parametrize(("name", "option"), EACH_OPTION)
def test_every_option_changes_what_the_rules_say(all_texts: Texts, name: str, option: str) -> None:
    """Numbers stand on the page that lists the options, and nowhere else."""
    declared = next(found for found in options(GAMES[name].rules) if found.name == option)
    values = (False, True) if declared.kind == "flag" else [value for value, _ in declared.choices]
    needed = {declared.only_with[0]: declared.only_with[1][0]} if declared.only_with else {}
    told = set()
    for value in values:
        sections = all_texts.rules_sections(name, GAMES[name].rules(**needed | {option: value}))
        told.add("\n".join(section.body for section in sections))
    assert len(told) > 1, f"bot/i18n/en/rules_*.ftl: no section chooses by ${option} or shows ${option}_text"
