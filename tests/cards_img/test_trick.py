"""The trick: cards in the order of play, open suits, quartets face down, and nothing that is hidden."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest

from cards_img import Last, Look, Played, SeatCaption, TrickCaptions, trick_picture
from cards_img.layout.places import BAR, Box, trick_layout
from cards_img.pictures import samples
from cards_img.tools import theme
from engine.asks import Ask
from engine.cards import ALL_CARDS, card
from engine.middle import Bare, Trick
from engine.rules import Rules
from engine.view import SeatView, View
from tests.cards_img import captions
from tests.cards_img.compare import assert_like, opened
from tests.cards_img.test_layout import assert_apart
from tests.cards_img.test_words import ODD


def table(seats: int) -> View:
    players = tuple(SeatView(seat, (8, 11, 25, 0, 3, 1)[seat], 0) for seat in range(seats))
    return View("sample", Rules(), None, seats - 1, (0,), players, Ask.FOLLOW, Trick())


def trick_of(view: View) -> Trick:
    """The trick in the middle."""
    assert isinstance(view.middle, Trick)
    return view.middle


def laid(view: View, *quartets: int, joker: int | None = None) -> View:
    """The table with so many quartets before each seat."""
    seats = tuple(replace(seat, quartets=count) for seat, count in zip(view.seats, quartets, strict=True))
    return replace(view, seats=seats, middle=replace(trick_of(view), marked=joker))


def words(seats: int) -> TrickCaptions:
    return TrickCaptions(captions.seats(seats, {1: "passed"}), "Crummy · deal 2", "Ann plays")


def played(text: str) -> tuple[Played, ...]:
    return tuple(Played(int(word[2]), card(word[:2])) for word in text.split())


def with_trick(view: View, text: str, winner: int | None = None) -> View:
    """The table with these cards in the trick."""
    return replace(view, middle=replace(trick_of(view), played=played(text), winner=winner))


def test_a_crown_leaves_the_card_around_it_as_it_is() -> None:
    view = with_trick(table(4), "KS0 7H1 8D2 9C3", winner=0)
    left, top, right, bottom = trick_layout(4).cards[0]
    card = opened(trick_picture(view, words(4))).crop((left + 5, top + 5, right - 5, bottom - 5))
    assert theme.FELT not in {colour for _, colour in card.getcolors(10_000) or ()}


@pytest.mark.parametrize("seats", range(2, 7))
def test_nothing_round_a_trick_overlaps(seats: int) -> None:
    layout = trick_layout(seats)
    boxes = [("bar", Box(0, 0, layout.width, BAR))]
    boxes += [(f"card {i}", box) for i, box in enumerate(layout.cards)]
    boxes += [(f"seat {number}", place.box) for number, place in enumerate(layout.seats)]
    boxes.append(("arrow", layout.arrow))
    assert_apart(boxes, layout.width, layout.height)
    assert layout.height <= 0.58 * layout.width, "panels need room for the hand and a list of each suit"
    assert len(layout.seats) == seats
    assert opened(trick_picture(table(seats), words(seats))).size == (layout.width, layout.height)


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_name_lies_on_the_lower_edge_of_its_card_and_on_nothing_else(seats: int) -> None:
    layout = trick_layout(seats)
    others = [("arrow", layout.arrow), *((f"seat {i}", place.box) for i, place in enumerate(layout.seats))]
    assert_apart([*others, *((f"name {i}", box) for i, box in enumerate(layout.names))], layout.width, layout.height)
    for box, name in zip(layout.cards, layout.names, strict=True):
        assert name.top > box.top + 0.7 * (box.bottom - box.top), "the index stays in sight"
        assert name.middle[0] == box.middle[0]


@pytest.mark.parametrize("seats", range(2, 7))
def test_seats_go_clockwise_from_the_bottom(seats: int) -> None:
    layout = trick_layout(seats)
    angles = []
    for plate, _ in layout.seats:
        x, y = plate.middle
        angles.append(math.degrees(math.atan2(y - (layout.height + BAR) / 2, x - layout.width / 2)) % 360)
    assert abs(angles[0] - 90) < 1
    turns = [(b - a) % 360 for a, b in pairwise([*angles, angles[0]])]
    assert all(turn > 0 for turn in turns)
    assert sum(turns) == pytest.approx(360)


@pytest.mark.parametrize("seats", [1, 7])
def test_a_trick_has_two_to_six_seats(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 6 seats"):
        trick_layout(seats)


def test_what_everybody_may_see_changes_the_trick() -> None:
    view, said = table(4), words(4)
    pictures = {
        trick_picture(view, said),
        trick_picture(with_trick(view, "KS0 7H1"), said),
        trick_picture(with_trick(view, "7H1 KS0"), said),
        trick_picture(with_trick(view, "KS0 7H2"), said),
        trick_picture(with_trick(view, "KS0 7D1"), said),
        trick_picture(with_trick(view, "KS0 7H1 8D2 8C3"), said),
        trick_picture(with_trick(view, "KS0 7H1 8D2 8C3", 3), said),
        trick_picture(with_trick(view, "KS0 7H1 8D3 8C3", 3), said),
        trick_picture(with_trick(view, "KS0 7H1 8D3 8C3", 2), said),
        trick_picture(laid(view, 0, 1, 0, 2), said),
        trick_picture(laid(view, 0, 1, 0, 3), said),
        trick_picture(laid(view, 0, 1, 0, 2, joker=1), said),
        trick_picture(laid(view, 0, 1, 0, 2, joker=3), said),
        trick_picture(replace(view, seats=(replace(view.seats[0], passed=True), *view.seats[1:])), said),
        trick_picture(replace(view, to_act=(2,)), said),
        trick_picture(replace(view, dealer=1), said),
        trick_picture(replace(view, seats=(*view.seats[:3], replace(view.seats[3], cards=4))), said),
        trick_picture(view, replace(said, seats=captions.seats(4, {2: "passed"}))),
        trick_picture(view, replace(said, call="")),
        trick_picture(with_trick(view, "KS0 7D1"), said, Look(four_colour=True)),
    }
    assert len(pictures) == 20


@pytest.mark.parametrize(("winner", "shining"), [(None, [3]), (1, [1]), (3, [3])])
def test_the_card_just_played_shines_and_of_a_taken_trick_the_card_that_took_it(
    winner: int | None, shining: list[int]
) -> None:
    view, said = with_trick(table(4), "KS0 7H1 8D2 9C3", winner), replace(words(4), last=Last((3,), cards=1))
    picture = opened(trick_picture(view, said))
    edges = [picture.getpixel((box.left - 3, box.top + 40)) for box in trick_layout(4).cards]
    assert [place for place, colour in enumerate(edges) if colour == theme.GLOW] == shining


def test_no_hand_is_in_it_whatever_the_view_holds() -> None:
    view, said = table(4), words(4)
    seen = replace(
        view, seats=tuple(replace(seat, hand=ALL_CARDS[: seat.cards]) for seat in view.seats), drawn=ALL_CARDS[9]
    )
    assert trick_picture(seen, said) == trick_picture(view, said)


def test_what_lies_face_down_has_no_rank() -> None:
    """All that is told of quartets is how many lie where, and which has the joker; even ten of them stay on a plate."""
    view, said = table(5), words(5)
    plate = trick_layout(5).seats[3].plate
    pictures = [opened(trick_picture(laid(view, 0, 0, 0, count, 0, joker=3), said)) for count in (9, 10)]
    assert pictures[0].tobytes() != pictures[1].tobytes()
    for picture in pictures:
        picture.paste((0, 0, 0), plate)
    assert pictures[0].tobytes() == pictures[1].tobytes()


def test_the_viewer_sits_at_the_bottom() -> None:
    view, said = replace(table(4), to_act=(), dealer=0), words(4)
    turned = replace(view, viewer=1, dealer=1, seats=tuple(replace(view.seats[(i - 1) % 4], seat=i) for i in range(4)))
    moved = replace(said, seats=tuple(said.seats[(i - 1) % 4] for i in range(4)))
    assert trick_picture(turned, moved) == trick_picture(view, said)


def test_a_trick_is_of_four_suits_and_of_this_table() -> None:
    with pytest.raises(ValueError, match="one of each suit"):
        trick_picture(with_trick(table(4), "KS0 7S1"), words(4))
    with pytest.raises(ValueError, match="4 seats and 3 captions"):
        trick_picture(table(4), words(3))
    with pytest.raises(ValueError, match="Bare is no trick"):
        trick_picture(replace(table(4), middle=Bare()), words(4))


@pytest.mark.parametrize("name", ODD)
def test_odd_words_are_drawn(name: str) -> None:
    odd = TrickCaptions((SeatCaption(name, name, computer=True),) * 5, name, name)
    view = laid(table(5), 10, 10, 10, 10, 10, joker=0)
    layout = trick_layout(5)
    assert opened(trick_picture(with_trick(view, "KS0 7H1 8D2 8C3", 1), odd)).size == (layout.width, layout.height)


def test_tricks_look_as_before() -> None:
    assert_like("trick", samples.trick(Look()))
