"""Labels in a row share the room: none is cut where another leaves some, and none lies on another."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cards_img.captions import SeatCaption, SheetCaptions, SheetRow, TableCaptions, TrickCaptions
from cards_img.layout.labels import GAP, in_a_row, shared
from cards_img.look import Look
from cards_img.pictures import samples
from cards_img.pictures.sheet import score_sheet_picture
from cards_img.pictures.table import table_picture
from cards_img.pictures.trick import trick_picture
from cards_img.tools import fonts, theme
from engine.asks import Ask
from engine.cards import card
from engine.middle import Piles, Played, Trick
from engine.rules import Rules
from engine.view import SeatView, View

WIDTHS = st.lists(st.integers(1, 500), min_size=1, max_size=7)


@given(WIDTHS, st.integers(200, 800), st.data())
def test_labels_lie_beside_each_other_within_the_row(widths: list[int], room: int, data: st.DataObject) -> None:
    middles = sorted(data.draw(st.lists(st.floats(0, room), min_size=len(widths), max_size=len(widths))))
    places = in_a_row(list(zip(middles, widths, strict=True)), 0, room)
    edges = [(middle - wide / 2, middle + wide / 2) for middle, wide in places]
    assert all(before[1] + GAP <= after[0] + 0.01 for before, after in pairwise(edges))
    assert edges[0][0] >= -0.01
    assert edges[-1][1] <= room + 0.01


@given(WIDTHS, st.integers(50, 800))
def test_what_fits_is_whole_and_only_the_longest_are_cut(widths: list[int], room: int) -> None:
    found = shared(widths, room)
    whole = [got >= wide * fonts.NARROWEST - 1 for got, wide in zip(found, widths, strict=True)]
    assert sum(found) <= room or sum(widths) <= room
    if sum(widths) <= room:
        assert found == widths
    for wide, cut in zip(widths, whole, strict=True):
        if not cut:
            assert max(found) - found[widths.index(wide)] <= len(widths), "no other one has more"


@pytest.mark.parametrize(
    ("names", "cut"),
    [
        (("Alex", "Ann", "Blaise", "Ada"), []),
        (("Alexander", "Annabel", "Blaise", "Clara"), []),
        (("Maximiliana Berg", "Bo", "Celeste", "Ada"), []),
        (("Maximiliana von Hohenberg", "Bartholomew Featherstone", "Celeste", "Ada"), [0, 1]),
    ],
)
def test_names_below_the_cards_played_are_whole_where_there_is_room(
    names: tuple[str, ...], cut: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    kept = fonts.begun

    def begun(text: str, weight: fonts.Weight, size: int, room: int) -> str:
        written.append(kept(text, weight, size, room))
        return written[-1]

    monkeypatch.setattr(fonts, "begun", begun)
    monkeypatch.setattr(samples, "_NAMES", names)
    samples.eight_pools(Look())
    assert sorted(set(names) - set(written)) == sorted(names[seat] for seat in cut)
    assert all(fonts.width(text, "Semibold", theme.LEAST) > 30 for text in written)


def cut_by(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are cut with an ellipsis from now on."""
    cut: list[str] = []
    kept = fonts.fitted

    def fitted(text: str, weight: fonts.Weight, size: int, room: int) -> str:
        shown = kept(text, weight, size, room)
        if shown != text:
            cut.append(text)
        return shown

    monkeypatch.setattr(fonts, "fitted", fitted)
    return cut


@pytest.mark.parametrize("played", [1, 2])
def test_two_long_names_of_a_trick_are_whole(played: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """They reach below the places of cards still to come."""
    cut = cut_by(monkeypatch)
    cards = tuple(Played(seat, card(said)) for seat, said in enumerate(("KS", "8D")[:played]))
    seats = tuple(SeatView(seat, 5, 0) for seat in range(3))
    view = View("sample", Rules(), None, 1, (2,), seats, Ask.FOLLOW, Trick(cards))
    names = ("Maximiliana Berg", "Bartholomew Reed", "Ada")
    trick_picture(view, TrickCaptions(tuple(map(SeatCaption, names)), "Crummy", "Ada plays"))
    assert cut == []


@pytest.mark.parametrize("name", ["Ada", "Blaise", "Alexander"])
def test_the_cards_of_a_seat_give_way_to_its_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dealer, a computer player with a score in words, in half a line."""
    cut = cut_by(monkeypatch)
    seats = tuple(SeatView(seat, 5, 0) for seat in range(3))
    view = View("sample", Rules(), None, 1, (0,), seats, Ask.DRAW, Piles(35, 2, card("4H")))
    names = [SeatCaption(said, computer=said == name, tally="0 rounds") for said in ("Ann", name, "Bo")]
    table_picture(view, TableCaptions(tuple(names), "Poe Crumb", "stock", "discards", "", "Ann draws", dealer="D"))
    assert name not in cut


@pytest.mark.parametrize(
    "names",
    [
        ("Alexandra Berg", "Charlotte Reed", "Celeste", "Ada"),
        ("Bartholomew", "Maximiliana", "Jo Featherstone", "Christopherson"),
    ],
    ids=["two words", "long words"],
)
def test_a_long_name_takes_two_lines_on_a_score_sheet(names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    cut = cut_by(monkeypatch)
    rows = (SheetRow("1", ("76", "75", "40", "52"), ("4×(11+8)", "3×25", "2×(7+13)", "1×11")),)
    seats = tuple(SeatCaption(name) for name in names)
    high = Image.open(io.BytesIO(score_sheet_picture(SheetCaptions(seats, rows, None, (3,), "Crummy")))).height
    assert cut == []
    short = tuple(SeatCaption(name) for name in ("Ann", "Bo", "Celeste", "Ada"))
    low = Image.open(io.BytesIO(score_sheet_picture(SheetCaptions(short, rows, None, (3,), "Crummy")))).height
    assert low < high


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("first", [1, 8, 98], ids=lambda first: f"from deal {first}")
@pytest.mark.parametrize("computer", [True, False], ids=["computers", "people"])
def test_the_deals_and_the_names_of_those_who_lead_are_whole_on_a_score_sheet(
    players: int, first: int, computer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut = cut_by(monkeypatch)
    names = ("Alexandra", "Maximilian", "Jo", "Charlotte", "Theodora")[:players]
    seats = tuple(SeatCaption(name, computer=computer) for name in names)
    rows = tuple(SheetRow(f"Deal {deal}", ("120",) * players) for deal in range(first, first + 12))
    totals = SheetRow("Total", ("1440",) * players)
    score_sheet_picture(SheetCaptions(seats, rows, totals, tuple(range(players)), "Crummy"))
    assert cut == []
