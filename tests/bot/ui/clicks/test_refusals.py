"""Refusals say what can be done instead, and why."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from bot.i18n import Texts
from bot.service.model import Bounds, Refusal
from bot.store import migrate
from bot.store.database import ServerError
from bot.store.model.errors import StoreError
from bot.store.postgresql import sentences
from bot.store.where import Server
from bot.ui.clicks.refusals import explain
from engine.actions import ARGUMENTS, act
from engine.cards import Card, Rank
from engine.errors import IllegalAction
from engine.game import GAMES
from tests.kit.lab import Lab

ACTIONS = ("draw", "discard", "knock", "show", "stay", "fold", "play", "meld", "halt", "pass", "bet")


def _sqlite(name: str) -> sqlite3.Error:
    error = sqlite3.OperationalError("refused")
    error.sqlite_errorname = name
    return error


@pytest.mark.parametrize(
    ("error", "certain"),
    [
        (migrate.explain(Path("k.sqlite3"), _sqlite("SQLITE_FULL")), True),
        (migrate.explain(Path("k.sqlite3"), _sqlite("SQLITE_IOERR_FSYNC")), False),
        (sentences.explain(Server("postgresql://a@host/k"), ServerError("53100", "no space left on device")), True),
        (sentences.explain(Server("postgresql://a@host/k"), ServerError("25006", "read-only transaction")), True),
        (sentences.explain(Server("postgresql://a@host/k"), ServerError("53300", "too many clients")), True),
        (sentences.explain(Server("postgresql://a@host/k"), ServerError("57P01", "terminating connection")), False),
        (sentences.explain(Server("postgresql://a@host/k"), ServerError("", "the connection failed")), False),
    ],
)
def test_whoever_asks_while_nothing_can_be_written_is_told_so(error: StoreError, certain: bool, texts: Texts) -> None:
    """What the database says for certain that it hasn't written is not told as what nobody knows."""
    said = explain(error, texts)
    assert ("can’t save anything at the moment, so that wasn’t done" in said) == certain
    assert ("I don’t know whether that was saved" in said) != certain


def test_too_few_chips_to_be_dealt_in_can_be_mended_at_an_open_table(texts: Texts) -> None:
    said = explain(Refusal("buy_in_too_small", least=9), texts)
    assert "Sit down with at least as many (`chips:` in `/newgame`, or **Set up**)" in said


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_done_in_a_game_is_refused_with_all_that_is(game: str, texts: Texts) -> None:
    lab = Lab(GAMES[game].telling.recommended[0], game=game, chips=60).deal()
    card = lab.view(lab.seat).hand[0]
    arguments: dict[str, Card | Rank | int | str] = {"card": card, "rank": Rank.SEVEN, "amount": 1, "from": "stock"}
    refused: list[IllegalAction] = []
    done = set()
    for do in ACTIONS:
        wanted = arguments.get(ARGUMENTS.get(do, "")) if do != "fold" else None
        try:
            GAMES[game].apply(lab.running.state, act(do, lab.seat, wanted))
        except IllegalAction as error:
            if error.code == "not_in_this_game":
                refused.append(error)
                continue
        done.add(do)
    assert refused
    for refusal in refused:
        said = explain(refusal, texts, lab.snapshot)
        assert said.startswith(f"That isn’t done in {texts.game(game)}. There you ")
        assert set(re.findall(r"`/(\w+)`", said)) == done


def test_who_tops_up_beyond_the_buy_in_hears_the_limit_and_what_is_there(texts: Texts) -> None:
    said = explain(Refusal("nothing_to_top_up", have=1234, most=20), texts)
    assert said == (
        "`/topup` fills up to 20 chips, as many as everybody sits down with, and you have 1,234. "
        "So there’s nothing to add."
    )


def test_a_deal_that_waits_for_whoever_is_away_is_refused_in_the_words_of_the_table(texts: Texts) -> None:
    lab = Lab(2, game="knock-rummy", names=["Ann", "Bo"])
    lab.table.note(setup=replace(lab.table.setup, buy_in=0))
    refusal = Refusal("too_few", least=2)
    assert explain(refusal, texts, lab.snapshot).startswith("It takes 2 players. Others can press **Join**")
    lab.deal().play_out()
    lab.table.change(2, away="row")
    assert explain(refusal, texts, lab.snapshot) == (
        "Bo is away, and the next deal takes 2 players. Wait for Bo. Somebody else can join, too."
    )


def test_what_a_purse_has_is_told_apart_from_what_is_owed_at_other_tables(texts: Texts) -> None:
    said = explain(Refusal("purse_too_small", have=220, need=100, owed=480), texts)
    assert said.startswith("That takes 100 chips, and your purse has 220, and you owe 480 at other tables. ")
    said = explain(Refusal("carried_away", carried=100, have=220, owed=480, usual=20), texts)
    assert "Your purse has 220, and you owe 480 at other tables: bring " in said


def test_of_a_single_chip_it_is_said_in_the_singular(texts: Texts) -> None:
    assert explain(Refusal("too_much_corrected", most=1), texts) == (
        "Corrections give a person 1 chip a day at most, and take no more than that. "
        "The page of the purse says how many are left today."
    )
    assert "200 chips a day" in explain(Refusal("too_much_corrected", most=200), texts)
    said = explain(Refusal("purse_too_small", have=0, need=1, owed=0), texts)
    assert said.startswith("That takes 1 chip, and your purse has 0. ")


def test_po_33_that_extra_chips_do_not_count_is_said_where_a_stack_looks_large_enough(texts: Texts) -> None:
    lab = Lab(3, game="poch", names=["Ann", "Bo", "Cy"], chips=60)
    for number, (chips, extra) in enumerate(((70, 12), (20, 12), (60, 12)), 1):
        lab.table.change(number, chips=chips, extra=extra)

    def said(*names: str) -> str:
        refusal = Refusal("short_of_supply", names=names, count=len(names), chips=60)
        return explain(refusal, texts, lab.snapshot)

    plain = "Everybody begins a game with 60 chips, and "
    way = "Whoever has fewer tops up with `/topup`, or gets up."
    assert said("Bo") == f"{plain}Bo has fewer. {way}", "which Bo reads, too"
    assert said("Ann", "Bo") == (
        f"{plain}Ann and Bo have fewer. {way} "
        "Extra chips that Ann got from the house don’t count: they go back to it first."
    )
    assert said("Cy").endswith("Extra chips that Cy got from the house don’t count: they go back to it first.")


def test_what_was_won_beyond_the_limits_does_not_count_and_is_not_called_extra_chips(texts: Texts) -> None:
    lab = Lab(3, game="poch", names=["Ann", "Bo", "Cy"], chips=60)
    lab.table.change(1, chips=70, bounds=Bounds(0, 24, 0))
    lab.table.change(2, chips=65, bounds=Bounds(0, 0, 6))
    refusal = Refusal("short_of_supply", names=("Ann", "Bo"), count=2, chips=60)
    said = explain(refusal, texts, lab.snapshot)
    assert "xtra chips" not in said
    assert "Ann won 0 of 24 chips from computer players: a person wins at most the buy-in (60)" in said
    assert (
        "6 of the chips that Bo won aren’t paid: chips were lost at this table that nobody had brought there." in said
    )
