"""Pages about the game and about people."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.i18n import Texts
from bot.service.fairness import BoundDeal, Verification
from bot.service.model import Binding
from bot.store.model.people import Leaderboard, Purse, Sources, Standing
from bot.ui.pages.about import (
    chips_page,
    help_page,
    leaderboard_page,
    verification_page,
)
from engine.game import GAMES
from tests.bot.ui.held import held, ids_of, labels_of, texts_of
from tests.kit.lab import LONG, Lab


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


def test_the_proof_of_a_shuffle_carries_the_record(texts: Texts) -> None:
    record = {"format": "knockabout/1", "game": "knock-poker"}
    found = Verification(3, 17, True, record, commitment="c" * 64, seed="5" * 64)
    page = verification_page(found, None, texts)
    assert "c" * 64 in texts_of(held(page))
    assert "5" * 64 in texts_of(held(page))
    assert page.files()[0].filename == "record.json"
    assert b'"knockabout/1"' in page.files()[0].fp.read()


@pytest.mark.parametrize(
    ("other", "said"), [("equal", "it ends the same"), ("differs", "it does **not** end the same")]
)
def test_a_deal_of_another_version_is_said_to_be_one(other, said, texts: Texts) -> None:
    found = Verification(3, 17, True, {}, commitment="c" * 64, seed="5" * 64)
    assert "another version" not in texts_of(held(verification_page(found, None, texts)))
    page = texts_of(held(verification_page(replace(found, other_version=other), None, texts)))
    assert "another version of me, whose checksums I don’t check" in page
    assert said in page


def bound(**changed: Any) -> Verification:
    """A bound deal's proof for somebody who has pasted nothing, with some cards closed."""
    proof = BoundDeal(
        binding=Binding(1, 20, "b" * 64, ("c" * 64,) * 20),
        root="c" * 64,
        line_url="https://discord.com/channels/1/2/3",
        compared=False,
        words=(("Ann", "banana"),),
        choices=(("Ann", 5), ("Bo", 2)),
        cutter="Bo",
        shut=40,
        waits_for=("Ann", "Bo"),
        asks=True,
        table_id=8,
    )
    return Verification(3, 7, True, {"format": "knockabout/2"}, bound=replace(proof, **changed))


def test_the_proof_of_a_bound_deal_says_what_it_proves_and_what_not(texts: Texts) -> None:
    page = verification_page(bound(), None, texts)
    said = texts_of(held(page))
    assert "That proves nothing yet" in said, "the bot's own word is no proof"
    assert "https://discord.com/channels/1/2/3" in said
    assert "banana" in said
    assert "Ann 5 and Bo 2" in said
    assert "Cut by Bo: 7 cards" in said
    assert "Cut by Bo: none" in texts_of(held(verification_page(replace(bound(), cut=0), None, texts)))
    assert "40 cards are closed to you" in said
    assert "when Ann and Bo agree" in said
    assert "Whoever runs me can see every card" in said
    assert (labels_of(held(page)), ids_of(held(page))) == (["Open my cards"], ["kb:0:0.0:open-cards:8.3"])
    assert "b" * 64 not in said, "it is to be taken from the line"
    compared = texts_of(held(verification_page(bound(compared=True, asks=False), None, texts)))
    assert "follow from the number that you gave" in compared
    assert "do **not** follow" in texts_of(
        held(verification_page(replace(bound(compared=True), fits=False), None, texts))
    )


def test_where_nobody_had_a_part_or_nothing_was_published_it_says_so(texts: Texts) -> None:
    said = texts_of(held(verification_page(bound(words=(), choices=(), line_url=None), None, texts)))
    assert "people had no part in this shuffle" in said
    assert "nothing binds it" in said


def test_the_longest_proof_fits(texts: Texts) -> None:
    names = [f"{seat}{LONG[:31]}" for seat in range(10)]
    found = bound(
        words=tuple((name, "*" * 40) for name in names),
        choices=tuple((name, 10**6) for name in names),
        waits_for=tuple(names),
    )
    page = verification_page(found, Lab(2).deal().snapshot, texts)
    assert len(texts_of(held(page))) <= 4000


def test_purse_and_help(texts: Texts) -> None:
    assert "12 chips" in texts_of(held(chips_page(Purse(12, 20, 5), [], texts)))
    told = texts_of(held(chips_page(Purse(12, 20, 0), [], texts, sources=Sources(200, 80, 7))))
    assert "200 chips at the start and 80 chips as daily gifts, and you won 7 chips from computer players" in told
    told = texts_of(held(chips_page(Purse(12, 20, 0), [], texts, sources=Sources(200, 80, 7, -5))))
    assert "corrected your purse by −5" in told
    parts = held(help_page(texts))
    assert "/newgame" in texts_of(parts)
    (select,) = [part for part in parts if part["type"] == 3]
    assert [line["label"] for line in select["options"]] == [texts.game(name) for name in GAMES]


def test_the_help_has_a_page_for_hosts(texts):
    players, hosts = held(help_page(texts)), held(help_page(texts, "hosts"))
    assert (labels_of(players)[-1], ids_of(players)[-1]) == ("For hosts", "kb:0:0.0:help:hosts")
    assert (labels_of(hosts), ids_of(hosts)) == (["For players"], ["kb:0:0.0:help:"])
    for command in ("/server", "/log", "/manage", "/house save", "/close", "now:true"):
        assert command in texts_of(hosts), command
    assert "/server" not in texts_of(players)
