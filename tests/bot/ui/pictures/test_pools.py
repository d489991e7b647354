"""The alt text of a board stays within what Discord takes, and loses nothing but letters of long names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.i18n import Texts
from bot.service.model import Snapshot
from bot.ui.pictures.pools import SHORTER_NAMES, board_alt, board_captions
from bot.ui.words.lines import MOST_ALT, length, shorten
from cards_img.layout.wood import board_of
from cards_img.tools.fonts import NARROWEST, fitted
from cards_img.tools.theme import LEAST
from engine.asks import Ask
from engine.cards import card
from engine.middle import Played, Pools
from engine.stakes import DealResult, Stakes
from engine.view import View
from tests.bot.ui.poch import FAMILY
from tests.kit.lab import Lab

DIFFERENT = [f"{letter}{'W' * 31}" for letter in "ABCDEF"]
LIKE_ONE_ANOTHER = [f"{'W' * 31}{letter}" for letter in "ABCDEF"]
RUN = tuple(Played(place % 6, card(f"{rank}D")) for place, rank in enumerate("23456789TJQKA"))
FANCY = [chr(0x1D4D0 + place) * 32 for place in range(6)]
"""Letters that may count as two characters each."""


def fullest(game: str, names: list[str], *, over: bool) -> Snapshot:
    """Six seats, every pool taken, thirteen cards in a run with a change of hands at each, and thousands of chips."""
    lab = Lab(6, game=game, names=names, chips=60).deal("AS", dealer=0)
    snapshot, view, board = lab.snapshot, lab.view(), lab.middle(Pools)
    net = (-10_000,) * 5 + (50_000,)
    view = replace(
        view,
        asks=None if over else Ask.LEAD,
        middle=replace(
            board,
            pools=tuple(replace(pool, chips=0, taken_by=place % 6) for place, pool in enumerate(board.pools)),
            run=RUN,
            stopped=True,
        ),
        to_act=() if over else (0,),
        result=DealResult((5,), net, Stakes(0, (0,) * 6)) if over else None,
    )
    return replace(
        snapshot,
        view=view,
        players=tuple(replace(player, chips=12_345) for player in snapshot.players),
        turn=replace(snapshot.turn, deal=1234),
    )


def with_run(snapshot: Snapshot, run: tuple[Played, ...]) -> Snapshot:
    view = shown(snapshot)
    assert isinstance(view.middle, Pools)
    return replace(snapshot, view=replace(view, middle=replace(view.middle, run=run, stopped=bool(run))))


def shown(snapshot: Snapshot) -> View:
    assert snapshot.view is not None
    return snapshot.view


@pytest.mark.parametrize("game", FAMILY)
@pytest.mark.parametrize("names", [DIFFERENT, LIKE_ONE_ANOTHER, FANCY], ids=["different", "alike", "fancy"])
@pytest.mark.parametrize("over", [False, True])
def test_the_longest_alt_text_of_a_board_is_whole(game: str, names, over, texts: Texts) -> None:
    snapshot = fullest(game, names, over=over)
    plain = texts.at(game, snapshot.rules).plain
    said = board_alt(snapshot, plain)
    assert length(said) <= MOST_ALT
    assert said.endswith("A♦, and there it stops.")
    assert all(f" {plain.cards_short([played.card])}," in said for played in RUN)
    assert said.count("taken by") == len(shown(snapshot).pools)
    assert not any(name in said for name in names)


def test_names_are_no_shorter_than_need_be(texts: Texts) -> None:
    snapshot = fullest("poch", DIFFERENT, over=True)
    plain = texts.at("poch", snapshot.rules).plain
    short = with_run(snapshot, RUN[:2])
    said = board_alt(short, plain)
    assert f"{shorten(DIFFERENT[0], SHORTER_NAMES[0])}, 12,345 chips" in said
    none = with_run(snapshot, ())
    assert f"{DIFFERENT[0]}, 12,345 chips" in board_alt(none, plain)


def test_names_that_come_out_alike_are_numbered(texts: Texts) -> None:
    snapshot = fullest("poch", ["Ann", "Bo", *LIKE_ONE_ANOTHER[2:]], over=True)
    said = board_alt(snapshot, texts.at("poch", snapshot.rules).plain)
    assert "Ann, 12,345 chips" in said
    for place in (3, 4, 5, 6):
        assert f"… ({place}), 12,345 chips" in said


@pytest.mark.parametrize(
    ("game", "rules"), [*((game, {}) for game in FAMILY), ("le-poque", {"ten_pool": "ten_and_nine"})]
)
def test_the_name_of_each_pool_fits_into_its_dish(game: str, rules: dict[str, Any], texts: Texts) -> None:
    lab = Lab(3, game=game, **rules).deal()
    board = board_of(tuple(name for name, _ in lab.view().pools))
    for _, name in board_captions(lab.snapshot, texts.at(game, lab.rules).plain).pools:
        assert fitted(name, "Semibold", LEAST, int(board.rows.wide / NARROWEST)) == name
