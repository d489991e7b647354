"""The order of a showdown, and what marks a winner."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cards_img import showdown_picture
from cards_img.layout.canvas import Canvas
from cards_img.layout.places import WIDTH, showdown_layout
from cards_img.pictures.showdown import showdown_order
from cards_img.tools import fonts
from engine.cards import ALL_CARDS
from engine.view import View
from tests.cards_img import captions
from tests.cards_img.tables import showdown, showdown_rows


def order(view) -> tuple[list[int], list[int]]:
    shown, others = showdown_order(view, view.result)
    return [seat.seat for seat in shown], [seat.seat for seat in others]


def ended(view: View, **changes: Any) -> View:
    """The same table with another end of the deal."""
    assert view.result is not None
    return replace(view, result=replace(view.result, **changes))


def test_winners_come_first_then_the_order_of_play() -> None:
    view = replace(showdown(6, 4), dealer=1)
    assert order(view) == ([3, 2, 0, 1], [4, 5])
    tied = ended(view, winners=(0, 2))
    assert order(tied) == ([0, 2, 3, 1], [4, 5])


def test_a_winner_who_shows_nothing_is_first_of_the_lines() -> None:
    view = showdown(4, 0)
    view = ended(view, winners=(2,))
    assert order(view) == ([], [2, 0, 1, 3])


def test_an_order_that_is_given_goes_from_the_top(written: list[str]) -> None:
    view, said = showdown(4, 2), captions.showdown(4)
    names = [words.name for words in said.seats]
    assert view.result is not None
    assert view.result.winners == (1,)
    for order in ((2, 0, 1, 3), (1, 3, 0, 2)):
        showdown_picture(view, said, order=order)
        assert [word for word in written if word in names] == [names[seat] for seat in order]
        written.clear()


@pytest.mark.parametrize("seats", range(2, 11))
def test_every_number_of_hands_is_drawn(seats: int) -> None:
    pictures = {showdown_picture(showdown(seats, shown), captions.showdown(seats)) for shown in range(seats + 1)}
    assert len(pictures) == seats + 1


def test_winner_and_net_are_seen() -> None:
    view, words = showdown(4, 2), captions.showdown(4)
    pictures = {
        showdown_picture(view, words),
        showdown_picture(ended(view, winners=(0,)), words),
        showdown_picture(ended(view, winners=(0, 1)), words),
        showdown_picture(ended(view, winners=()), words),
        showdown_picture(ended(view, net=(4, -2, -1, -1)), words),
        showdown_picture(view, replace(words, nets=("+4", "−1", "−1", "a lot"))),
        showdown_picture(view, replace(words, hands=("", "", "", ""))),
    }
    assert len(pictures) == 7


def test_long_hands_overlap_and_stay_inside() -> None:
    for shown in (2, 5):
        view = showdown(6, shown)
        many = replace(view, seats=tuple(replace(seat, hand=seat.hand and ALL_CARDS[:13]) for seat in view.seats))
        assert showdown_picture(many, captions.showdown(6)) != showdown_picture(view, captions.showdown(6))


LONG = "three pairs, aces, eights and sixes, all of them with the help of the joker"


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each word in a picture, cut as it stands there."""
    written: list[str] = []
    text = Canvas.text

    def line(self: Canvas, word: str, x: float, y: float, size: int, *rest: Any, **more: Any) -> int:
        weight, room = more.get("weight", "Semibold"), int(more["room"] / fonts.NARROWEST)
        written.append(fonts.fitted(fonts.drawable(word), weight, size, room))
        return text(self, word, x, y, size, *rest, **more)

    monkeypatch.setattr(Canvas, "text", line)
    return written


@pytest.mark.parametrize("what", ["Pair of queens", LONG])
def test_a_winners_hand_and_name_are_whole(what: str, written: list[str]) -> None:
    """The name of the hand has a second line where it needs one, and a name of 32 letters is there to its end."""
    view, said = showdown(4, 3), captions.showdown(4)
    name = "Maximiliana von Habsburg-Lothrin"
    assert len(name) == 32
    plates = (*said.seats[:2], replace(said.seats[2], name=name, note="knocked"), said.seats[3])
    showdown_picture(view, replace(said, seats=plates, hands=(said.hands[0], said.hands[1], what, "")))
    assert name in written
    assert what in " ".join(written)
    assert "knocked" in written


def test_the_winners_row_is_larger_than_the_others() -> None:
    layout = showdown_layout(showdown_rows((1,), (1, 1)))
    heights = [box.bottom - box.top for box in layout.boxes]
    assert heights[0] > 1.5 * max(heights[1:])
    assert layout.large > 1.5 * layout.card


@pytest.mark.parametrize("winners", [(2,), (2, 3)])
def test_a_winner_who_shows_nothing_has_a_row_of_the_whole_width_with_the_whole_name(
    winners: tuple[int, ...], written: list[str]
) -> None:
    layout, bare = showdown_layout(showdown_rows((), (1, 1), 2, len(winners))), len(winners)
    assert [box.right - box.left for box in layout.boxes[:bare]] == [780] * bare
    assert max(box.bottom for box in layout.boxes[:bare]) < min(box.top for box in layout.boxes[bare:])
    said, name = captions.showdown(4), "Maximiliana von Habsburg-Lothrin"
    plates = tuple(replace(plate, name=name if plate is said.seats[2] else plate.name) for plate in said.seats)
    showdown_picture(ended(showdown(4, 2), winners=winners), replace(said, seats=plates))
    assert name in written


@pytest.mark.parametrize(("what", "tables"), [("Ace high", (3, 5)), ("Pair of queens", (3,))])
@pytest.mark.parametrize("note", ["knocked", "stayed in"])
def test_a_note_stands_below_a_name_that_it_would_cut(
    what: str, tables: tuple[int, ...], note: str, written: list[str]
) -> None:
    """In the rows of the others, too, beside the cards and above them where the hand's name leaves room."""
    for seats in tables:
        said = captions.showdown(seats)
        plates = tuple(replace(plate, name="Cy the Elder", note=note) for plate in said.seats)
        showdown_picture(showdown(seats, seats), replace(said, seats=plates, hands=(what,) * seats))
        assert (written.count("Cy the Elder"), written.count(note)) == (seats, seats), written
        written.clear()


@pytest.mark.parametrize("others", [1, 3])
def test_a_last_line_alone_in_its_row_has_the_whole_of_it(others: int) -> None:
    _, *lines = showdown_layout(showdown_rows((1,), (), others)).boxes
    assert (lines[-1].left, lines[-1].right) == (10, WIDTH - 10)
    assert others == 1 or lines[0].right < lines[1].left
