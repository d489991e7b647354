"""The leaderboard numbers places as they are, and calls nobody."""

from __future__ import annotations

import pytest

from bot.i18n import Texts
from bot.store.model.people import Leaderboard, Standing
from bot.ui.pages.leaderboard import leaderboard_page
from tests.bot.ui.held import held, ids_of, labels_of, texts_of
from tests.kit.lab import LONG


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


def test_the_leaderboard_says_in_how_many_deals_somebody_gained(texts: Texts) -> None:
    first, own = Standing(1, 1, "Ann", 12, 5, 3), Standing(7, 7, "Bo", 2, 1, 1)
    said = texts_of(held(leaderboard_page(Leaderboard((first,), 1, 1, own), texts)))
    assert "**Ann** +12 (gained in 3 of 5 deals)" in said
    assert "**Your place:** 7, +2 (gained in 1 of 1 deal)" in said
    assert "What was won from computer players, or lost to them, doesn’t count." in said
    assert "won)" not in said


@pytest.mark.parametrize(("chips", "told"), [(0, "0 chips"), (-9, "−9 chips")])
def test_whoever_has_won_no_more_than_lost_has_no_place(chips: int, told: str, texts: Texts) -> None:
    own = Standing(1, 1, "Ann", chips, 3, 0)
    said = texts_of(held(leaderboard_page(Leaderboard((), 1, 1, own), texts)))
    assert f"In 3 deals you won no more from people than you lost to them ({told})." in said
    assert "Your place" not in said
    assert "gained in" not in said


@pytest.mark.parametrize(("season", "when"), [(1, "here."), (2, "here this season.")])
def test_whoever_has_played_no_deal_that_counts_is_told_so(season: int, when: str, texts: Texts) -> None:
    listed = Standing(1, 1, "Ann", 12, 5, 3)
    for rows in ((), (listed,)):
        said = texts_of(held(leaderboard_page(Leaderboard(rows, 1, 1, None, season), texts)))
        assert f"**You:** no place yet. You have finished no deal for chips {when}" in said
    assert "**You:**" not in texts_of(held(leaderboard_page(Leaderboard((listed,), 1, 1, listed, season), texts)))
