"""Pages about the game and about persons, and the pictures with the real drawing functions."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest

from bot.service.fairness import Verification
from bot.store.model import Leaderboard, PersonSettings, Purse, Standing
from bot.ui.pages.about import (
    OPTIONS,
    chips_page,
    help_page,
    leaderboard_page,
    rules_page,
    settings_page,
    verification_page,
)
from bot.ui.pages.page import Button, Page, lines, shorten
from bot.ui.permissions import LEAST, invite_url, missing
from bot.ui.pictures.studio import Studio
from engine.game import GAMES
from tests.bot.ui.held import held, ids_of, labels_of, texts_of
from tests.bot.ui.lab import LONG, Lab


@pytest.mark.parametrize("game", GAMES)
def test_every_section_of_the_rules_fits(game, texts):
    first = held(rules_page(game, None, texts))
    options = next(one for one in first if one["type"] == 3)["options"]
    assert options[-1]["value"] == OPTIONS
    said = {texts_of(held(rules_page(game, None, texts, option["value"]))) for option in options}
    assert len(said) == len(options), "every section is another"
    assert texts_of(held(rules_page(game, None, texts, "nonsense"))) == texts_of(first)


def test_the_rules_are_those_of_the_table(texts):
    lab = Lab(2, ante=7)
    page = rules_page("knock-poker", lab.snapshot, texts, OPTIONS)
    assert "7 chips" in texts_of(held(page))
    assert ids_of(held(page)) == ["kb:7:0.0:rules:knock-poker"]


def test_the_leaderboard_calls_nobody_and_turns_its_pages(texts):
    rows = tuple(Standing(place, place, f"<@1> **{LONG[:20]}", 10**9, 10**6, 10**5) for place in range(1, 11))
    page = leaderboard_page(Leaderboard(rows, 2, 3), texts)
    flat = held(page)
    assert labels_of(flat) == ["Earlier", "Later"]
    assert [one.split(":")[-1] for one in ids_of(flat)] == ["1", "3"]
    assert "\\<@1>" in texts_of(flat) or "<@\u200b1>" in texts_of(flat)
    assert page.mentions.to_dict()["users"] == []
    assert labels_of(held(leaderboard_page(Leaderboard((), 1, 0), texts))) == []
    assert labels_of(held(leaderboard_page(Leaderboard(rows, 1, 1), texts))) == []


def test_equal_places_are_not_numbered_on_by_discord(texts):
    rows = tuple(Standing(place, seat, "Ann", 3, 2, 1) for seat, place in enumerate((1, 2, 2)))
    said = texts_of(held(leaderboard_page(Leaderboard(rows, 1, 1), texts)))
    assert [line[:4] for line in said.split("\n") if "Ann" in line] == [r"1\. ", r"2\. ", r"2\. "]


def test_the_proof_of_a_shuffle_carries_the_record(texts):
    found = Verification(3, "c" * 64, "5" * 64, 17, True, {"format": "knockabout/1", "game": "knock-poker"})
    page = verification_page(found, None, texts)
    assert "c" * 64 in texts_of(held(page))
    assert "5" * 64 in texts_of(held(page))
    assert page.files()[0].filename == "record.json"
    assert b'"knockabout/1"' in page.files()[0].fp.read()


@pytest.mark.parametrize(
    ("other", "said"), [("equal", "it ends the same"), ("differs", "it does **not** end the same")]
)
def test_a_deal_of_another_version_is_said_to_be_one(other, said, texts):
    found = Verification(3, "c" * 64, "5" * 64, 17, True, {})
    assert "another version" not in texts_of(held(verification_page(found, None, texts)))
    page = texts_of(held(verification_page(replace(found, other_version=other), None, texts)))
    assert "another version of me, whose checksums I don’t check" in page
    assert said in page


def test_purse_settings_and_help(texts):
    assert "12 chips" in texts_of(held(chips_page(Purse(12, 20, 5), [], texts)))
    for settings in (PersonSettings(), PersonSettings("here", True, 1, True), PersonSettings(cut=51)):
        assert texts_of(held(settings_page(settings, texts, changed=True)))
    told = texts_of(held(help_page(texts)))
    assert "/newgame" in told
    assert all(texts.game(name) in told for name in GAMES)


def test_the_invite_asks_for_what_a_table_needs_and_no_more():
    assert discord.Permissions(1 << 10 | 1 << 11 | 1 << 15 | 1 << 38) == LEAST
    assert missing(LEAST, thread=False) == missing(LEAST, thread=True) == []
    assert missing(discord.Permissions.none(), thread=True) == [
        "view_channel", "send_messages_in_threads", "attach_files",
    ]  # fmt: skip
    assert f"permissions={LEAST.value}" in invite_url(42)
    assert "applications.commands" in invite_url(42)


def test_lines_and_lengths():
    assert lines("", None, "a", None, "", "b", "") == "a\n\nb"
    assert shorten("abcdef", 4) == "abc…"
    assert shorten("𝓐𝓷𝓷", 6) == "𝓐𝓷𝓷"
    assert shorten("𝓐𝓷𝓷", 5) == "𝓐𝓷…", "each of these may count as two"
    page = Page(heading="h" * 300, body="b" * 5000, call="c" * 200, rows=((Button("l" * 200, "https://x.y"),),))
    held(page)


class Straight:
    """Draws at once, with the real functions."""

    async def draw(self, picture, *arguments, **named):
        return picture(*arguments, **named)


async def test_the_real_pictures_take_what_they_are_given(texts):
    studio = Studio(Straight())
    lab = Lab(10, computers=5, names=[f"名 <@{i}> Ω {LONG[:20]}" for i in range(10)]).deal()
    table = await studio.table(lab.snapshot, texts)
    hand = await studio.hand(lab.private(0), texts, four_colour=True)
    lab.do("draw", "stock")
    six = await studio.hand(lab.private(0), texts, four_colour=False)
    lab.knock_and_finish() if lab.snapshot.view.prompt("draw") else lab.do("knock")
    while lab.table.playing:
        prompt = lab.table.game.prompts(lab.table.deal.state, lab.seat)[0]
        lab.do(prompt.do, prompt.choices[0] if prompt.choices else None)
    end = await studio.showdown(lab.snapshot, texts)
    for picture in (table, hand, six, end):
        assert picture is not None
        assert picture.png.startswith(b"\x89PNG")
        assert len(picture.png) < 300_000
        assert 1 <= len(picture.alt) <= 1024
