"""The picture of an evening."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards_img import (
    EveningCaptions,
    EveningHand,
    EveningRow,
    Look,
    SeatCaption,
    evening_picture,
)
from cards_img.pictures import samples
from engine.cards import cards
from tests.cards_img.compare import assert_like, opened

BEST = EveningHand("Bo, deal 7", "Full house, nines over fours", cards("9S 9H 9D 4C 4S"))
ROWS = (
    EveningRow(SeatCaption("Bo"), "5", "+31", leads=True),
    EveningRow(SeatCaption("Ada", computer=True), "3", "0"),
    EveningRow(SeatCaption("Ann"), "2", "−31"),
)
EVENING = EveningCaptions(ROWS, BEST, "Knock Poker", "11 deals", "deals", "chips")


def test_everything_is_seen() -> None:
    pictures = {
        evening_picture(EVENING),
        evening_picture(replace(EVENING, best=None)),
        evening_picture(replace(EVENING, best=replace(BEST, cards=cards("9S 9H 9D 4C 5S")))),
        evening_picture(replace(EVENING, best=replace(BEST, name="Full house"))),
        evening_picture(replace(EVENING, best=replace(BEST, caption="Ann"))),
        evening_picture(replace(EVENING, rows=ROWS[:2])),
        evening_picture(replace(EVENING, rows=(replace(ROWS[0], leads=False), *ROWS[1:]))),
        evening_picture(replace(EVENING, rows=(replace(ROWS[0], net="+32"), *ROWS[1:]))),
        evening_picture(replace(EVENING, rows=(replace(ROWS[0], deals="6"), *ROWS[1:]))),
        evening_picture(replace(EVENING, title="", detail="")),
        evening_picture(replace(EVENING, deals="", net="")),
        evening_picture(EVENING, Look(cloth="night")),
    }
    assert len(pictures) == 12


@pytest.mark.parametrize("count", range(1, 11))
def test_any_number_of_players_has_room(count: int) -> None:
    picture = opened(evening_picture(replace(EVENING, rows=tuple(ROWS[i % 3] for i in range(count)))))
    assert picture.width == 800
    assert picture.height < 1100


@pytest.mark.parametrize("name", ["", "李小龙", "W" * 32, "a\nb\tc", "🎉"])
def test_odd_words_are_drawn(name: str) -> None:
    row = EveningRow(SeatCaption(name, computer=True), name, name, leads=True)
    evening_picture(EveningCaptions((row, row), EveningHand(name, name, BEST.cards), name, name, name, name))


def test_a_long_name_of_the_best_hand_is_never_cut() -> None:
    long = replace(BEST, name="three pairs, aces, eights and sixes, all of them with the help of the joker")
    short, tall = opened(evening_picture(EVENING)), opened(evening_picture(replace(EVENING, best=long)))
    assert tall.height == short.height + 40


def test_an_evening_needs_players() -> None:
    with pytest.raises(ValueError, match="without players"):
        evening_picture(EveningCaptions(()))


def test_evenings_look_as_before() -> None:
    assert_like("evening", samples.evening(Look()))
