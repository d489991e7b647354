"""The score sheet: every player a column, every deal a row."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

from cards_img import SheetCaptions, SheetRow, score_sheet_picture
from cards_img.layout.places import BAR, WIDTH
from cards_img.pictures import sheet
from tests.cards_img import captions
from tests.cards_img.compare import assert_like, opened
from tests.cards_img.test_words import ODD


def made(players: int, deals: int, **more: Any) -> SheetCaptions:
    rows = tuple(
        SheetRow(str(deal), tuple(f"+{7 * i + deal}" if i % 2 else f"−{deal}" for i in range(players)))
        for deal in range(deals)
    )
    found = SheetCaptions(
        captions.seats(players), rows, SheetRow("Total", ("120",) * players), (0,), "Scores", "3 of 4"
    )
    return replace(found, **more)


@pytest.mark.parametrize("players", range(1, sheet.SLIM + 1))
def test_columns_and_lines_lie_side_by_side(players: int) -> None:
    places = sheet.columns(players)
    assert len(places) == players
    assert places[0][0] >= 80
    assert all(a[1] == b[0] and b[1] - b[0] >= 68 for a, b in itertools.pairwise(places))
    assert places[-1][1] <= WIDTH - 10
    lines = sheet.sheet_layout((0, 1, 2), totals=True, cut=True)
    assert len(lines) == 6
    assert lines[0].top > BAR
    assert all(a.bottom == b.top for a, b in itertools.pairwise(lines))


@pytest.mark.parametrize("players", [2, 4, 7, 10])
@pytest.mark.parametrize("deals", [0, 1, 12, 13, 200])
def test_any_number_of_players_and_deals_is_drawn(players: int, deals: int) -> None:
    picture = opened(score_sheet_picture(made(players, deals)))
    assert picture.width == WIDTH
    assert picture.height < 900


def test_the_last_deals_are_shown() -> None:
    many = made(3, 30)
    assert score_sheet_picture(many) == score_sheet_picture(replace(many, rows=many.rows[3:]))
    assert score_sheet_picture(many) != score_sheet_picture(replace(many, rows=many.rows[-sheet.MOST :]))
    assert score_sheet_picture(many) != score_sheet_picture(replace(many, rows=many.rows[:-1]))


def test_what_is_seen_on_a_sheet() -> None:
    four = made(4, 2)
    explained = replace(four.rows[0], details=("4×(11+8)", "3×25", "", ""))
    pictures = {
        score_sheet_picture(four),
        score_sheet_picture(replace(four, leaders=(1, 2))),
        score_sheet_picture(replace(four, leaders=())),
        score_sheet_picture(replace(four, totals=None)),
        score_sheet_picture(replace(four, title="")),
        score_sheet_picture(replace(four, detail="4 of 4")),
        score_sheet_picture(replace(four, rows=(explained, four.rows[1]))),
        score_sheet_picture(
            replace(four, rows=(replace(explained, details=("1×(9+10+11+22)+" * 2,) * 4), four.rows[1]))
        ),
    }
    assert len(pictures) == 8


@pytest.mark.parametrize("name", ODD)
def test_odd_words_are_drawn(name: str) -> None:
    odd = SheetRow(name, (name,) * 7, (name,) * 7)
    players = tuple(replace(seat, name=name) for seat in captions.seats(7))
    whole = SheetCaptions(players, (odd, odd), odd, (1,), name, name)
    few = SheetCaptions(players[:3], (replace(odd, cells=(name,) * 3, details=(name,) * 3),))
    assert [opened(score_sheet_picture(sheet)).width for sheet in (whole, few)] == [WIDTH, WIDTH]


def test_a_sheet_needs_its_numbers() -> None:
    with pytest.raises(ValueError, match="4 players and a row with 3 scores"):
        score_sheet_picture(replace(made(4, 2), totals=SheetRow("Total", ("1",) * 3)))
    with pytest.raises(ValueError, match="1 to 10 players"):
        score_sheet_picture(SheetCaptions(captions.seats(10) + captions.seats(1), ()))
    with pytest.raises(ValueError, match="1 to 10 players"):
        score_sheet_picture(made(0, 0))


def test_sheets_look_as_before() -> None:
    rows = (SheetRow("1", ("76", "75", "40", "52"), ("4×(11+8)", "3×25", "2×(7+13)", "1×(9+10+11+22)")),)
    assert_like("sheet", score_sheet_picture(replace(made(4, 0), rows=rows)))
    assert_like("sheet_10", score_sheet_picture(made(10, 14)))
