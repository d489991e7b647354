"""Pages about the game and about people."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import Texts
from bot.service.fairness import Verification
from bot.store.model import Leaderboard, Purse, Sources, Standing
from bot.ui.pages.about import (
    OPTIONS,
    chips_page,
    help_page,
    leaderboard_page,
    rules_page,
    verification_page,
)
from engine.game import GAMES
from tests.bot.ui.held import held, ids_of, labels_of, texts_of
from tests.kit.lab import LONG, Lab


@pytest.mark.parametrize("game", GAMES)
def test_every_section_of_the_rules_fits(game: str, texts: Texts) -> None:
    first = held(rules_page(game, None, texts))
    options = next(component for component in first if component["type"] == 3)["options"]
    assert options[-1]["value"] == OPTIONS
    said = {texts_of(held(rules_page(game, None, texts, option["value"]))) for option in options}
    assert len(said) == len(options), "every section is another"
    assert texts_of(held(rules_page(game, None, texts, "nonsense"))) == texts_of(first)


def test_the_rules_are_those_of_the_table(texts: Texts) -> None:
    lab = Lab(2, ante=7)
    page = rules_page("knock-poker", lab.snapshot, texts, OPTIONS)
    assert "7 chips" in texts_of(held(page))
    assert ids_of(held(page)) == ["kb:7:0.0:rules:knock-poker"]


def test_the_leaderboard_calls_nobody_and_turns_its_pages(texts: Texts) -> None:
    rows = tuple(Standing(place, place, f"<@1> **{LONG[:20]}", 10**9, 10**6, 10**5) for place in range(1, 11))
    page = leaderboard_page(Leaderboard(rows, 2, 3), texts)
    flat = held(page)
    assert labels_of(flat)[:2] == ["Earlier", "Later"]
    assert [custom_id.split(":")[-1] for custom_id in ids_of(flat)][:2] == ["1", "3"]
    assert "\\<@1>" in texts_of(flat) or "<@\u200b1>" in texts_of(flat)
    assert page.mentions.to_dict()["users"] == []
    for alone in (Leaderboard((), 1, 0), Leaderboard(rows, 1, 1)):
        assert not {"Earlier", "Later"} & set(labels_of(held(leaderboard_page(alone, texts))))


def test_equal_places_are_not_numbered_on_by_discord(texts: Texts) -> None:
    rows = tuple(Standing(place, seat, "Ann", 3, 2, 1) for seat, place in enumerate((1, 2, 2)))
    said = texts_of(held(leaderboard_page(Leaderboard(rows, 1, 1), texts)))
    assert [line[:4] for line in said.split("\n") if "Ann" in line] == [r"1\. ", r"2\. ", r"2\. "]


def test_the_proof_of_a_shuffle_carries_the_record(texts: Texts) -> None:
    found = Verification(3, "c" * 64, "5" * 64, 17, True, {"format": "knockabout/1", "game": "knock-poker"})
    page = verification_page(found, None, texts)
    assert "c" * 64 in texts_of(held(page))
    assert "5" * 64 in texts_of(held(page))
    assert page.files()[0].filename == "record.json"
    assert b'"knockabout/1"' in page.files()[0].fp.read()


@pytest.mark.parametrize(
    ("other", "said"), [("equal", "it ends the same"), ("differs", "it does **not** end the same")]
)
def test_a_deal_of_another_version_is_said_to_be_one(other, said, texts: Texts) -> None:
    found = Verification(3, "c" * 64, "5" * 64, 17, True, {})
    assert "another version" not in texts_of(held(verification_page(found, None, texts)))
    page = texts_of(held(verification_page(replace(found, other_version=other), None, texts)))
    assert "another version of me, whose checksums I don’t check" in page
    assert said in page


def test_purse_and_help(texts: Texts) -> None:
    assert "12 chips" in texts_of(held(chips_page(Purse(12, 20, 5), [], texts)))
    told = texts_of(held(chips_page(Purse(12, 20, 0), [], texts, sources=Sources(200, 80, 7))))
    assert "200 chips at the start and 80 chips as daily gifts, and you won 7 chips from computer players" in told
    told = texts_of(held(chips_page(Purse(12, 20, 0), [], texts, sources=Sources(200, 80, 7, -5))))
    assert "corrected your purse by −5" in told
    told = texts_of(held(help_page(texts)))
    assert "/newgame" in told
    assert all(texts.game(name) in told for name in GAMES)
