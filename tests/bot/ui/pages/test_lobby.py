"""The lobby: what it says of the table, and what can be pressed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.options import what_is_played
from bot.service.model import Bounds, TableSettings
from bot.ui.pages.lobby import lobby_page
from engine.game import GAMES
from tests.bot.ui.held import BUTTON, held, labels_of, texts_of
from tests.kit.lab import LONG, Lab


def button(flat: list[dict], label: str) -> dict:
    return next(component for component in flat if component["type"] == BUTTON and component["label"] == label)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_lobby_says_what_is_played(game, texts):
    lab = Lab(3, game=game)
    said = texts_of(held(lobby_page(lab.snapshot, texts)))
    played = [*what_is_played(texts.at(game, lab.rules), GAMES[game], lab.rules)]
    assert played
    assert [words for words in played if words not in said] == []


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_fullest_lobby_keeps_to_discords_limits(game, texts):
    seats = GAMES[game].seats[-1]
    lab = Lab(seats, game=game, names=[LONG] * seats, computers=2)
    full = replace(lab.snapshot, settings=TableSettings(86400, True), practice=True, deal_taken_back=True)
    flat = held(lobby_page(full, texts))
    assert {"Leave", "Start", "Set up", "Rules", "Close table", "Remove one"} <= set(labels_of(flat))


def test_start_can_be_pressed_only_when_it_can_start(texts):
    for game, seats, label in (
        ("knock-poker", 1, "Start (1 more needed)"),
        ("poch", 1, "Start (2 more needed)"),
        ("poch", 2, "Start (1 more needed)"),
        ("knock-poker", 2, "Start"),
    ):
        flat = held(lobby_page(Lab(seats, game=game).snapshot, texts))
        assert button(flat, label).get("disabled", False) is (label != "Start")
    one_left = replace(Lab(2, computers=1).snapshot, one_left=True)
    assert button(held(lobby_page(one_left, texts)), "Start")["disabled"]


def test_join_is_plain(texts):
    flat = held(lobby_page(Lab(2).snapshot, texts))
    assert button(flat, "Join")["style"] == button(flat, "Leave")["style"]


@pytest.mark.parametrize(
    ("seats", "said"),
    [(10, "With 10 players one card is drawn"), (9, "With 9 players 6 cards are drawn"), (8, None), (2, None)],
)
def test_kp_2_a_short_stock_is_told(seats, said, texts):
    shown = texts_of(held(lobby_page(Lab(seats).snapshot, texts)))
    assert (said in shown) if said else ("the stock is used up" not in shown)


def test_a_stock_that_is_made_anew_is_never_short(texts):
    assert "the stock is used up" not in texts_of(held(lobby_page(Lab(10, game="poe-crumb").snapshot, texts)))
    sudden = Lab(10, game="poe-crumb", sudden_death=True)
    assert "With 10 players one card is drawn" in texts_of(held(lobby_page(sudden.snapshot, texts)))


def test_practice_is_told_before_and_after(texts):
    alone = texts_of(held(lobby_page(Lab(3, computers=2).snapshot, texts)))
    assert "Alone with computer players you play **for practice**" in alone
    assert "practice" not in texts_of(held(lobby_page(Lab(3, computers=1).snapshot, texts))).lower()
    practised = replace(Lab(3, computers=1).snapshot, practice=True)
    assert "**Practice:** these chips come from the house" in texts_of(held(lobby_page(practised, texts)))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (TableSettings(), None),
        (TableSettings(30), "**Pace:** 30 seconds a turn"),
        (TableSettings(60, True), "**Pace:** 1 minute a turn · quick computer players"),
        (TableSettings(7200), "**Pace:** 2 hours a turn"),
        (TableSettings(0), "**Pace:** no limit for a turn"),
    ],
)
def test_the_pace_is_told_where_it_is_not_as_usual(settings, said, texts):
    shown = texts_of(held(lobby_page(replace(Lab(2).snapshot, settings=settings), texts)))
    assert (said in shown) if said else ("Pace" not in shown)


def test_hints_are_told_to_all_where_they_are_allowed_and_not_a_matter_of_course(texts):
    lab = Lab(2)
    assert "Hints are allowed" not in texts_of(held(lobby_page(lab.snapshot, texts)))
    allowed = replace(lab.snapshot, settings=TableSettings(hints=True))
    assert "Hints are allowed here" in texts_of(held(lobby_page(allowed, texts)))
    practised = replace(allowed, practice=True)
    assert "Hints are allowed" not in texts_of(held(lobby_page(practised, texts)))


def test_whoever_is_left_with_computer_players_and_too_few_chips_can_start_to_practise(texts):
    lab = Lab(3, game="poch", computers=2, chips=60)
    lab.table.change(lab.table.sitters[0].sitting_id, chips=19)
    assert lab.snapshot.to_practise
    flat = held(lobby_page(lab.snapshot, texts))
    (start,) = [part for part in flat if part.get("label") == "Start"]
    assert not start.get("disabled")
    assert "Top up" not in labels_of(flat)
    assert "Top up" not in texts_of(flat)


def test_po_3_what_each_pays_in_or_gets_back_at_the_start_is_told(texts):
    lab = Lab(3, game="poch", names=("Ann", "Bo", "Cy"), chips=60)
    flat = held(lobby_page(lab.snapshot, texts))
    assert "At the start" not in texts_of(flat)
    assert "Top up" not in labels_of(flat)
    lab.table.change(lab.table.sitters[0].sitting_id, chips=19)
    lab.table.change(lab.table.sitters[1].sitting_id, chips=71)
    flat = held(lobby_page(lab.snapshot, texts))
    assert "**At the start everybody has 60 chips:** Ann pays in 41 more and Bo gets 11 back." in texts_of(flat)
    assert "Ann presses **Top up** (or `/topup`) first." in texts_of(flat)
    assert "Top up" in labels_of(flat)
    (start,) = [part for part in flat if part.get("label") == "Start"]
    assert start["disabled"], "it would be refused"
    lab.table.change(lab.table.sitters[0].sitting_id, tops_up=True)
    flat = held(lobby_page(lab.snapshot, texts))
    assert "Ann pays in 41 more and Bo gets 11 back." in texts_of(flat)
    assert "Top up" not in texts_of(flat), "nobody has to press anything"
    assert "Top up" not in labels_of(flat)
    lab.table.change(lab.table.sitters[1].sitting_id, chips=40)
    lab.table.change(lab.table.sitters[2].sitting_id, chips=50)
    flat = held(lobby_page(lab.snapshot, texts))
    assert "Bo and Cy press **Top up** (or `/topup`) first." in texts_of(flat)
    lab.table.change(lab.table.sitters[0].sitting_id, tops_up=False)
    lab.table.change(lab.table.sitters[1].sitting_id, chips=71)
    lab.table.change(lab.table.sitters[2].sitting_id, chips=60)
    lab.table.note(practice=True)
    flat = held(lobby_page(lab.snapshot, texts))
    assert "Ann pays in 41 more" in texts_of(flat)
    assert "Top up" not in labels_of(flat), "the house brings them"
    lab.table.change(lab.table.sitters[0].sitting_id, chips=60)
    lab.table.note(practice=False)
    assert "Top up" not in labels_of(held(lobby_page(lab.snapshot, texts))), "nobody pays in"


def test_po_33_chips_that_go_to_the_house_are_no_chips_to_begin_with(texts):
    lab = Lab(3, game="poch", names=("Ann", "Bo", "Cy"), chips=12)
    for seat, (chips, extra, over) in enumerate(((19, 12, 0), (31, 0, 12), (24, 11, 1))):
        lab.table.change(lab.table.sitters[seat].sitting_id, chips=chips, extra=extra, bounds=Bounds(0, over))
    shown = texts_of(flat := held(lobby_page(lab.snapshot, texts)))
    assert "Ann pays in 5 (the house first takes back its extra chips, 12 of Ann’s 19)" in shown
    assert "Bo gets 7 back (the house first takes winnings beyond the limits, 12 of Bo’s 31)" in shown
    both = "the house first takes back its extra chips, and winnings beyond the limits, 12 of Cy’s 24"
    assert f"Cy gets nothing back ({both})" in shown
    assert "Top up" in labels_of(flat), "however large the stack looks"
    users = [sitter.user_id for sitter in lab.snapshot.sitters]
    assert lab.snapshot.fillable == {users[0]}, "nobody else has anything to add"
    lab.table.change(lab.table.sitters[0].sitting_id, chips=12)
    assert "Ann pays in 12 (the house first takes back its extra chips, all of Ann’s 12)" in texts_of(
        held(lobby_page(lab.snapshot, texts))
    )


def test_po_33_why_the_house_takes_chips_from_many_is_said_once(texts):
    lab = Lab(6, game="poch", names=("Ann", "Bo", "Cy", "Di", "Ed", "Flo"), chips=60)
    for seat, chips in enumerate((19, 90, 72, 72, 30, 60)):
        extra = 12 if seat < 5 else 0
        lab.table.change(lab.table.sitters[seat].sitting_id, chips=chips, extra=extra)
    shown = texts_of(held(lobby_page(lab.snapshot, texts)))
    assert (
        "**At the start everybody has 60 chips.** The house first takes back its extra chips (their number is in"
        " brackets): Ann pays in 53 (12), Bo gets 18 back (12), Cy gets nothing back (12), Di gets nothing back (12),"
        " and Ed pays in 42 (12)."
    ) in shown
    lab.table.change(lab.table.sitters[5].sitting_id, chips=70, bounds=Bounds(0, 4))
    shown = texts_of(held(lobby_page(lab.snapshot, texts)))
    assert "takes back its extra chips, and winnings beyond the limits (their number" in shown
    assert "and Flo gets 6 back (4)." in shown


def test_where_stacks_stay_as_they_are_nothing_is_said_of_the_start(texts):
    lab = Lab(2)
    lab.table.change(lab.table.sitters[0].sitting_id, chips=3)
    assert "At the start" not in texts_of(held(lobby_page(lab.snapshot, texts)))


@pytest.mark.parametrize(
    ("game", "said"),
    [("poch", "until somebody can’t pay for the pools"), ("le-poque", "the ten wins the fifth pool")],
)
def test_the_lobby_says_in_words_that_a_newcomer_knows_what_is_played(game, said, texts):
    read = texts_of(held(lobby_page(Lab(3, game=game).snapshot, texts)))
    assert said in read
    assert "dress the board" not in read
