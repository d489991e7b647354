"""The picture of an evening."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards_img import (
    EveningCaptions,
    EveningMoment,
    EveningRow,
    Look,
    SeatCaption,
    evening_picture,
)
from cards_img.layout.places import WIDTH
from cards_img.pictures import samples
from engine.cards import cards
from tests.cards_img.compare import assert_like, opened

BEST = EveningMoment("Bo, deal 7", "Full house, nines over fours", cards("9S 9H 9D 4C 4S"))
ROWS = (
    EveningRow(SeatCaption("Bo"), "5", "+31", leads=True),
    EveningRow(SeatCaption("Ada", computer=True), "3", "0"),
    EveningRow(SeatCaption("Ann"), "2", "−31"),
)
LARGEST = EveningMoment("Deal of the evening: 4", "Ann won 24 chips")
EVENING = EveningCaptions(ROWS, (LARGEST, BEST), "Knock Poker", "11 deals", "deals", "chips")


def test_everything_is_seen() -> None:
    pictures = {
        evening_picture(EVENING),
        evening_picture(replace(EVENING, moments=())),
        evening_picture(replace(EVENING, moments=(replace(BEST, cards=cards("9S 9H 9D 4C 5S")),))),
        evening_picture(replace(EVENING, moments=(replace(BEST, words="Full house"),))),
        evening_picture(replace(EVENING, moments=(replace(BEST, caption="Ann"),))),
        evening_picture(replace(EVENING, moments=(LARGEST,))),
        evening_picture(replace(EVENING, moments=(BEST, LARGEST))),
        evening_picture(replace(EVENING, rows=ROWS[:2])),
        evening_picture(replace(EVENING, rows=(replace(ROWS[0], leads=False), *ROWS[1:]))),
        evening_picture(replace(EVENING, rows=(replace(ROWS[0], net="+32"), *ROWS[1:]))),
        evening_picture(replace(EVENING, rows=(replace(ROWS[0], deals="6"), *ROWS[1:]))),
        evening_picture(replace(EVENING, title="", detail="")),
        evening_picture(replace(EVENING, deals="", net="")),
        evening_picture(EVENING, Look(cloth="night")),
    }
    assert len(pictures) == 14


@pytest.mark.parametrize("count", range(1, 11))
def test_any_number_of_players_has_room(count: int) -> None:
    picture = opened(evening_picture(replace(EVENING, rows=tuple(ROWS[i % 3] for i in range(count)))))
    assert picture.width == 800
    assert picture.height < 1100


@pytest.mark.parametrize("name", ["", "李小龙", "W" * 32, "a\nb\tc", "🎉"])
def test_odd_words_are_drawn(name: str) -> None:
    row = EveningRow(SeatCaption(name, computer=True), name, name, leads=True)
    moments = (EveningMoment(name, name, BEST.cards),) * 2
    assert opened(evening_picture(EveningCaptions((row, row), moments, name, name, name, name))).width == WIDTH


def test_what_is_long_to_say_is_never_cut() -> None:
    """Words get as many lines as they need, beside another frame, too; the cards lie below them."""
    words = "Celeste and Bartholomew won 124 chips each: three pairs, aces, eights and sixes"
    for count, lines in ((1, 2), (2, 3)):
        short, tall = (
            opened(evening_picture(replace(EVENING, moments=(replace(BEST, words=said),) * count)))
            for said in ("Ann", words)
        )
        assert tall.height == short.height + 40 * (lines - 1)


def test_two_things_worth_showing_are_no_taller_than_one_below_the_other() -> None:
    above, beside = (opened(evening_picture(replace(EVENING, moments=(BEST,) * count))) for count in (1, 2))
    assert beside.height <= above.height


def test_an_evening_needs_players() -> None:
    with pytest.raises(ValueError, match="without players"):
        evening_picture(EveningCaptions(()))


def test_evenings_look_as_before() -> None:
    assert_like("evening", samples.evening(Look()))
