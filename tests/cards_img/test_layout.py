"""Nothing overlaps, whatever the number of seats, hands and cards."""

from __future__ import annotations

import itertools
import math

import pytest

from cards_img import Look
from cards_img.layout.marks import CHIPS, stacks
from cards_img.layout.places import BAR, WIDTH, Box, showdown_layout, table_layout
from cards_img.pictures import samples
from cards_img.pictures.hand import CARD, hand_layout
from engine.cards import ALL_CARDS
from tests.cards_img.compare import opened
from tests.cards_img.tables import showdown_rows


def assert_apart(boxes: list[tuple[str, Box]], width: int, height: int) -> None:
    for name, box in boxes:
        assert 0 <= box.left < box.right <= width, name
        assert 0 <= box.top < box.bottom <= height, name
    for (a, area), (b, other) in itertools.combinations(boxes, 2):
        assert not meets(area, other), f"{a} meets {b}"


def meets(area: Box, other: Box) -> bool:
    """Whether the two have a pixel in common."""
    across = area.left < other.right and other.left < area.right
    return across and area.top < other.bottom and other.top < area.bottom


@pytest.mark.parametrize("seats", range(2, 11))
def test_nothing_on_a_table_overlaps(seats: int) -> None:
    layout = table_layout(seats)
    assert len(layout.seats) == seats
    boxes = [("bar", Box(0, 0, layout.width, BAR))]
    boxes += [("middle", layout.middle)]
    for number, place in enumerate(layout.seats):
        if place.note is not None:
            assert place.note.left >= place.plate.left
            assert place.note.right <= place.plate.right
        boxes.append((f"seat {number}", place.box))
    if layout.arrow.right - layout.arrow.left > 40:
        boxes.append(("arrow", layout.arrow))
    assert_apart(boxes, layout.width, layout.height)


@pytest.mark.parametrize("seats", range(2, 11))
def test_a_table_is_as_wide_as_the_message(seats: int) -> None:
    """A chat shows a picture at most 350 pixels high and 550 wide."""
    layout = table_layout(seats)
    assert layout.height <= 0.64 * layout.width or seats > 8
    assert layout.sides == (seats > 6)
    assert layout.sides or layout.height <= 0.53 * layout.width, "panels need the room that nobody sits at"
    assert layout.arrow.right - layout.arrow.left > 40 or seats in (8, 10), (
        "no game goes round anticlockwise with so many"
    )


@pytest.mark.parametrize("seats", range(2, 11))
def test_seats_go_clockwise_from_the_bottom(seats: int) -> None:
    layout = table_layout(seats)
    centre = layout.width / 2, (layout.height + BAR) / 2
    angles = []
    for place in layout.seats:
        x, y = place.plate.middle
        angles.append(math.degrees(math.atan2(y - centre[1], x - centre[0])) % 360)
    assert abs(angles[0] - 90) < (1 if len(layout.seats) not in (8, 10) else 50)
    turns = [(b - a) % 360 for a, b in itertools.pairwise([*angles, angles[0]])]
    assert all(0 < turn < 200 for turn in turns)
    assert sum(turns) == pytest.approx(360)


@pytest.mark.parametrize("seats", [0, 1, 11])
def test_a_table_has_two_to_ten_seats(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 10 seats"):
        table_layout(seats)


@pytest.mark.parametrize(("shown", "others"), [(s, o) for s in range(11) for o in range(11 - s) if s + o >= 2])
def test_nothing_at_a_showdown_overlaps(shown: int, others: int) -> None:
    wins = shown % 3
    bare = others % 2
    names = [1 + i % 2 for i in range(shown - wins)]
    rows = showdown_rows((1, 2)[:wins], names, others - bare, bare)
    for order in (rows, rows[::-1], rows[1::2] + rows[::2]):
        layout = showdown_layout(order)
        boxes = [("bar", Box(0, 0, layout.width, BAR))]
        boxes += [(f"{row.kind} {i}", box) for i, (row, box) in enumerate(zip(order, layout.boxes, strict=True))]
        assert_apart(boxes, layout.width, layout.height)
        assert [*layout.boxes] == sorted(layout.boxes, key=lambda box: (box.top, box.left)), "in the order given"


@pytest.mark.parametrize("count", range(1, 14))
def test_cards_of_a_hand_lie_in_order_and_show_their_index(count: int) -> None:
    held = ALL_CARDS[:count]
    places = hand_layout(held, None)
    assert [place.card for place in places] == list(held)
    assert places[0].x >= 0
    assert places[-1].x + CARD <= WIDTH
    assert all(b.x - a.x >= 0.26 * CARD for a, b in itertools.pairwise(places))
    if count <= 5:
        assert all(b.x - a.x >= CARD for a, b in itertools.pairwise(places))


@pytest.mark.parametrize("count", range(1, 12))
def test_the_card_drawn_is_set_apart_at_the_end(count: int) -> None:
    held, drawn = ALL_CARDS[:count], ALL_CARDS[0]
    places = hand_layout(held, drawn)
    assert [place.card for place in places] == [*held[1:], drawn]
    assert places[0].x >= 0
    assert places[-1].x + CARD <= WIDTH
    if count > 1:
        assert places[-1].x >= places[-2].x + CARD + 10


@pytest.mark.parametrize("amount", [0, 1, 4, 5, 14, 137, 100_000])
def test_stacks_show_no_more_chips_than_there_are(amount: int) -> None:
    shown = stacks(amount)
    assert sum(worth * count for worth, count in shown) <= amount
    assert bool(shown) == bool(amount)
    assert {worth for worth, _ in shown} <= {worth for worth, _ in CHIPS}
    if amount < 800:
        assert sum(worth * count for worth, count in shown) == amount


def test_pictures_have_the_size_of_their_layout() -> None:
    layout = table_layout(4)
    assert opened(samples.table(Look())).size == (layout.width, layout.height)
