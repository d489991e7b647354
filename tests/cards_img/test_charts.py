"""Examples to learn from: rows that don't overlap, on every cloth, whatever the words."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cards_img import ChartsCaptions, ExampleChart, ExampleRow, Look, charts_picture
from cards_img.layout.places import WIDTH
from cards_img.pictures import samples
from cards_img.pictures.charts import RowPlace, charts_layout
from cards_img.tools.theme import CLOTHS
from engine.cards import ALL_CARDS, cards
from tests.cards_img.compare import assert_like, opened

LONG = "what belongs to nothing is dark, counts against its holder, and can’t be thrown away any more"


def chart(rows: int, size: int, detail: str = "three of one rank") -> ChartsCaptions:
    return ChartsCaptions(
        (ExampleChart(tuple(ExampleRow(ALL_CARDS[:size], "Full house", detail) for _ in range(rows)), "From the top"),),
        "Knock Poker",
    )


@pytest.mark.parametrize("rows", [1, 4, 5, 12])
@pytest.mark.parametrize("size", range(1, 14))
@pytest.mark.parametrize("detail", ["", LONG])
def test_rows_lie_one_below_another_and_cards_beside_their_words(rows: int, size: int, detail: str) -> None:
    places, height = charts_layout(chart(rows, size, detail))
    found = [place for place in places if isinstance(place, RowPlace)]
    assert len(found) == rows
    for upper, lower in pairwise(found):
        assert upper.top + upper.height < lower.top
    for place in found:
        assert place.height >= place.card * 1.39
        assert list(place.cards) == sorted(set(place.cards))
        assert place.cards[-1] + place.card <= WIDTH / 2
        assert len(place.details) <= 2
    assert found[-1].top + found[-1].height < height


def test_a_picture_needs_examples() -> None:
    for nothing in ((), (ExampleChart(()),), (ExampleChart((ExampleRow((), "Pair"),)),)):
        with pytest.raises(ValueError, match="needs some"):
            charts_picture(ChartsCaptions(nothing))


def test_each_part_is_seen() -> None:
    held = cards("AS AH KD")
    pictures = {
        charts_picture(ChartsCaptions((ExampleChart((row,), heading),), title))
        for row in (
            ExampleRow(held, "Pair"),
            ExampleRow(held, "Pair", "two of one rank"),
            ExampleRow(held, "Pair", "", held[:2]),
        )
        for heading, title in (("", ""), ("From the top", ""), ("", "Knock Poker"))
    }
    assert len(pictures) == 9


@pytest.mark.parametrize("cloth", CLOTHS)
def test_examples_lie_on_every_cloth(cloth: str) -> None:
    assert opened(samples.charts(Look(cloth=cloth))).width == WIDTH
    assert len({samples.charts(Look(cloth=other)) for other in CLOTHS}) == len(CLOTHS)


def test_examples_look_as_before() -> None:
    assert_like("charts", samples.charts(Look()))
