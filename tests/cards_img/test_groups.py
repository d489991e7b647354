"""Melds and deadwood, large hands in rows, and both at a showdown."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards_img import Group, HandCaptions, Look, groups_picture, showdown_picture
from cards_img.faces import cards as faces
from cards_img.layout.places import BAR, Box, ShowdownRow, showdown_layout
from cards_img.pictures.groups import (
    CARD,
    LEAST,
    NARROW,
    SEEN,
    card_width,
    fitted,
    groups_layout,
    row_places,
    rows_needed,
    split,
)
from cards_img.pictures.hand import WIDTH
from cards_img.tools import theme
from cards_img.tools.paths import RATIO
from engine.cards import ALL_CARDS, SUITS, card, cards
from tests.cards_img import captions
from tests.cards_img.compare import assert_like, opened
from tests.cards_img.tables import showdown, showdown_rows
from tests.cards_img.test_layout import assert_apart

MELDS = (
    Group(cards("9S 9H 9D"), "", "meld"),
    Group(cards("3C 4C 5C 6C"), "", "meld"),
    Group(cards("KH 7D 2S"), "Deadwood 19", "deadwood"),
)


def dealt(sizes: list[int], caption: str = "") -> tuple[Group, ...]:
    ends = list(itertools.accumulate(sizes, initial=0))
    return tuple(Group(ALL_CARDS[a:b], caption, "meld" if caption else "") for a, b in itertools.pairwise(ends))


@given(st.lists(st.integers(0, 14), min_size=1, max_size=9).filter(lambda sizes: sum(sizes) <= 52), st.booleans())
@settings(max_examples=200, deadline=None)
def test_every_card_lies_in_order_inside_and_shows_its_index(sizes: list[int], words: bool) -> None:
    groups = dealt(sizes, "words" if words else "")
    places, height = groups_layout(groups)
    wide, high = card_width(groups), round(card_width(groups) * RATIO)
    assert [card for place in places for card, _ in place.cards] == list(ALL_CARDS[: sum(sizes)])
    for place in places:
        assert place.left >= 0
        assert place.right(wide) <= WIDTH
        assert place.y + high < height
        assert all(b - a >= LEAST * wide - 1 for (_, a), (_, b) in itertools.pairwise(place.cards))
    for before, other in itertools.pairwise(places):
        if before.y == other.y:
            assert other.left >= before.right(wide) + 10
        else:
            assert other.y - before.y >= 0.52 * wide
            assert not words or other.y >= before.y + high + 30


@pytest.mark.parametrize("count", [1, 11, 14, 25, 40, 52])
def test_one_suitless_group_of_any_size_is_wrapped(count: int) -> None:
    places, height = groups_layout((Group(ALL_CARDS[:count]),), tagged=False)
    assert sum(len(place.cards) for place in places) == count
    longest, shortest = (pick(len(place.cards) for place in places) for pick in (max, min))
    assert longest - shortest <= 1
    assert opened(groups_picture((Group(ALL_CARDS[:count]),))).size == (WIDTH, height)


def test_a_hand_of_eleven_has_its_melds_in_a_row() -> None:
    places, _ = groups_layout(MELDS)
    assert len({place.y for place in places}) == 1
    assert card_width(MELDS) == CARD
    places, _ = groups_layout(dealt([4, 4, 4, 4], "x"))
    assert [place.y == places[0].y for place in places] == [True, True, True, False]


def test_cards_are_narrower_where_that_saves_a_row() -> None:
    """A panel has room for a low hand only; four suits are one row then."""
    held = dealt([3, 3, 3, 2])
    places, height = groups_layout(held, 54)
    assert card_width(held) == NARROW
    assert len({place.y for place in places}) == 1
    assert height < groups_layout(dealt([4, 4, 4, 4]), 54)[1]


def test_suits_stay_together() -> None:
    held = tuple(Group(tuple(card for card in ALL_CARDS if card.suit is suit and card.rank >= 7)) for suit in SUITS)
    places, _ = groups_layout(held)
    assert [len(place.cards) for place in places] == [8, 8, 8, 8]
    assert [place.y == places[0].y for place in places] == [True, True, False, False]


def test_no_cards_are_a_picture_too() -> None:
    assert opened(groups_picture(())).width == WIDTH
    assert groups_picture((Group(()),)) == groups_picture(())


def test_what_is_seen_of_groups() -> None:
    plain = tuple(Group(group.cards) for group in MELDS)
    drawn = card("2S")
    pictures = {
        groups_picture(MELDS),
        groups_picture(plain),
        groups_picture((*MELDS[:2], replace(MELDS[2], caption="19"))),
        groups_picture((*MELDS[:2], replace(MELDS[2], mark="meld"))),
        groups_picture((MELDS[1], MELDS[0], MELDS[2])),
        groups_picture(MELDS, HandCaptions("19 unmatched")),
        groups_picture(MELDS, HandCaptions(drawn="drawn"), drawn=drawn),
        groups_picture(MELDS, look=Look(four_colour=True)),
    }
    assert len(pictures) == 8


def test_a_card_drawn_must_be_in_a_group() -> None:
    with pytest.raises(ValueError, match="none of the groups"):
        groups_picture(MELDS, drawn=card("AS"))


@pytest.mark.parametrize(("shown", "others"), [(s, o) for s in range(7) for o in range(7 - s) if s + o >= 2])
def test_nothing_at_a_showdown_in_groups_overlaps(shown: int, others: int) -> None:
    wins = min(1, shown)
    rows = showdown_rows((1,) * wins, (1,) * (shown - wins), others)
    layout = showdown_layout(rows, grouped=True, worded=True)
    boxes = [("bar", Box(0, 0, layout.width, BAR))]
    boxes += [(f"box {i}", box) for i, box in enumerate(layout.boxes)]
    assert_apart(boxes, layout.width, layout.height)
    for box in layout.boxes[:shown]:
        assert 92 + layout.card_height + 50 <= box.bottom - box.top


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_showdown_shows_groups(seats: int) -> None:
    view, words = showdown(seats, seats), captions.showdown(seats)
    groups = tuple(MELDS if seat % 2 else () for seat in range(seats))
    pictures = {
        showdown_picture(view, words),
        showdown_picture(view, words, groups=groups),
        showdown_picture(view, words, groups=tuple(tuple(reversed(group)) for group in groups)),
    }
    assert len(pictures) == 3


def quartets_of(ranks: range, caption: str = "") -> tuple[Group, ...]:
    return tuple(Group(tuple(card for card in ALL_CARDS if card.rank == rank), caption) for rank in ranks)


@pytest.mark.parametrize(("room", "card", "least"), [(748, 90, 22), (748, 78, 22), (353, 60, 13)])
def test_so_many_quartets_as_there_are_show_their_ranks_at_a_showdown(room: int, card: int, least: int) -> None:
    """``least``: pixels of each card that are seen, where the picture is 800 wide."""
    for count in range(1, 14):
        held = quartets_of(range(2, 2 + count))
        rows = split(held, rows_needed(held, room, card))
        assert [group for row in rows for group in row] == list(held)
        step, width, gap = fitted([[len(group.cards) for group in row] for row in rows], room, card)
        assert step >= least, (count, step)
        for row in rows:
            _, end = row_places(row, 0, 0, step, width, gap)
            assert end <= room
    assert rows_needed(quartets_of(range(2, 6)), 748, 90) == 1, "a picture is no higher than it needs to be"


def test_rows_of_quartets_have_room_below_one_another() -> None:
    for large, hands in (((2,), (1,)), ((1,), (3, 1)), ((2,), (1, 2, 1))):
        rows = [*(ShowdownRow("large", rows=each) for each in large), *(ShowdownRow("hand", rows=e) for e in hands)]
        layout = showdown_layout(rows, grouped=True, worded=True)
        assert_apart([(f"box {i}", box) for i, box in enumerate(layout.boxes)], layout.width, layout.height)
        assert layout.between >= 34 + 8, "words and marks are below each row"
        for row, box in zip(rows, layout.boxes, strict=True):
            high = round(layout.large * RATIO) if row.kind == "large" else layout.card_height
            assert 92 + row.rows * high + (row.rows - 1) * layout.between + layout.below <= box.bottom - box.top + 1


def test_many_groups_at_a_showdown_stay_inside() -> None:
    quartets = quartets_of(range(5, 15))
    for seats in (3, 5):
        png = showdown_picture(showdown(seats, seats), captions.showdown(seats), groups=(quartets,) * seats)
        picture = opened(png)
        edge = {picture.getpixel((797, y)) for y in range(60, picture.height - 12)}
        assert (252, 250, 244) not in edge


def test_groups_are_by_seat() -> None:
    with pytest.raises(ValueError, match="4 seats and 3 of them"):
        showdown_picture(showdown(4, 2), captions.showdown(4), groups=(MELDS,) * 3)


def test_groups_look_as_before() -> None:
    assert_like("groups", groups_picture(MELDS, HandCaptions("19 unmatched", "Knock Rummy · deal 3")))
    held = tuple(Group(tuple(card for card in ALL_CARDS if card.suit is suit and card.rank >= 8)) for suit in SUITS)
    assert_like("rows", groups_picture(held, HandCaptions("28 cards")))
    view = showdown(4, 3)
    assert_like("showdown_groups", showdown_picture(view, captions.showdown(4), groups=(MELDS, MELDS[1:], MELDS, ())))
    view, words = showdown(3, 3), captions.showdown(3)
    quartets = (quartets_of(range(2, 7), "10"), quartets_of(range(0)), quartets_of(range(7, 15), "10"))
    turned_up = tuple(tuple(card for group in own for card in group.cards) for own in quartets)
    view = replace(view, seats=tuple(replace(at, hand=turned_up[at.seat]) for at in view.seats))
    assert_like("showdown_quartets", showdown_picture(view, words, groups=quartets))


@pytest.mark.parametrize("text", ["AS", "TH", "9D", "8C", "7S"])
def test_in_the_fullest_hand_of_four_suits_rank_and_suit_stand_beside_the_next_card(text: str) -> None:
    held = [Group(cards(" ".join(f"{rank}{suit}" for rank in "AT9"))) for suit in "SHCD"]
    places, _ = groups_layout(held)
    seen = min(b - a for place in places for (_, a), (_, b) in itertools.pairwise(place.cards)) - 2
    beside = faces.face(card(text), NARROW, covered=True).crop((seen, 3, NARROW - 3, round(NARROW * SEEN)))
    assert [colour for _, colour in beside.getcolors() or ()] == [theme.index(theme.PAPER)]
