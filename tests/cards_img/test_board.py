"""The boards with pools: every pool in its dish, the seats beside it, and nothing that is hidden."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import pytest

from cards_img import BoardCaptions, Look, Played, SeatCaption, board_picture, marks, samples
from cards_img.layout import BAR, BOARD, Box, board_layout
from cards_img.wood import BOARDS, empty_board, places
from engine.cards import ALL_CARDS, Rank, card
from engine.rules import Rules
from engine.view import SeatView, View
from tests.cards_img import captions
from tests.cards_img.compare import assert_like, opened
from tests.cards_img.test_layout import assert_apart
from tests.cards_img.test_words import ODD

NAMES = ("ace", "king", "queen", "jack", "ten", "marriage", "sequence", "poch", "centre")
POOLS = {
    "poch": NAMES,
    "le-poque": ("ace", "king", "queen", "jack", "ten", "poch"),
    "poch-1873": NAMES[:-1],
}


def table(seats: int, game: str = "poch", **pools: int) -> View:
    players = tuple(
        SeatView(seat, 8 - seat, (51, 1250, 7, 0, 118, 22)[seat], "folded" if seat == 2 else "in")
        for seat in range(seats)
    )
    filled = tuple((name, pools.get(name, seats)) for name in POOLS[game])
    return View(game, Rules(), None, seats - 1, "betting", (0,), players, 0, 0, None, 7, filled)


def words(seats: int) -> BoardCaptions:
    names = tuple((name, name.capitalize()) for name in NAMES)
    return BoardCaptions(captions.seats(seats, {1: "bet 5"}), names, "Poch · deal 3", "#a1b2c3", "Bets", "Ann bets")


def run(text: str) -> tuple[Played, ...]:
    return tuple(Played(int(word[2]), card(word[:2])) for word in text.split())


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("played", [False, True])
def test_nothing_beside_a_board_overlaps(seats: int, played: bool) -> None:
    layout = board_layout(seats, run=played)
    boxes = [("bar", Box(0, 0, layout.width, BAR)), ("board", layout.board), ("call", layout.call)]
    boxes += [("run", layout.run)] * played
    for number, (plate, note) in enumerate(layout.seats):
        assert note.left >= plate.left
        assert note.right <= plate.right
        boxes.append((f"seat {number}", Box(plate.left, plate.top, plate.right, note.bottom)))
    assert_apart(boxes, layout.width, layout.height)
    assert [place.plate.top for place in layout.seats] == sorted(place.plate.top for place in layout.seats)
    cards = run("7S0 8S1") if played else ()
    assert opened(board_picture(table(seats), words(seats), run=cards)).size == (layout.width, layout.height)


@pytest.mark.parametrize("seats", [1, 7])
def test_a_board_has_two_to_six_seats(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 6 seats"):
        board_layout(seats, run=False)


@pytest.mark.parametrize("game", BOARDS)
def test_dishes_are_apart_and_on_the_board(game: str) -> None:
    board = BOARDS[game]
    assert set(board.ring) | {"centre"} >= set(POOLS[game])
    found = places(board)
    for one, other in itertools.combinations(found, 2):
        assert math.dist(one, other) > 2 * board.dish + 0.01
    for x, y in found:
        assert math.dist((x, y), (0.5, 0.5)) > board.dish + board.hub + 0.01
        outline = board.outline(0)
        edge = min(
            math.dist((x, y), (a + (c - a) * t / 20, b + (d - b) * t / 20))
            for (a, b), (c, d) in itertools.pairwise((*outline, outline[0]))
            for t in range(20)
        )
        assert edge > board.dish + 0.008
    assert all(0 <= part <= 1 for point in board.outline(0.012) for part in point)


@pytest.mark.parametrize("game", BOARDS)
def test_the_pot_lies_beside_the_board(game: str) -> None:
    pot, board = board_layout(4, run=False).pot, board_layout(4, run=False).board
    empty = empty_board(game).convert("RGB")
    felt = empty.getpixel((2, 2))
    corner = empty.crop((pot.left - board.left, pot.top - board.top + 26, 60, BOARD - 2))
    assert corner.getcolors() == [(corner.width * corner.height, felt)]


@pytest.mark.parametrize("game", BOARDS)
@pytest.mark.parametrize("amount", [0, 1, 12, 24, 99, 137, 1499, 100_000])
def test_any_amount_fits_into_its_dish(game: str, amount: int) -> None:
    """A dish hides nothing of the wood: the picture differs from the empty board inside the dishes alone."""
    view = replace(table(3, game, **dict.fromkeys(POOLS[game], amount)), pot=0)
    layout = board_layout(3, run=False)
    drawn = opened(board_picture(view, words(3))).crop(tuple(layout.board))
    empty = empty_board(game).convert("RGB")
    board = BOARDS[game]
    dishes = [*((x, y, board.dish) for x, y in places(board)), (0.5, 0.5, board.hub)]
    for y in range(0, BOARD, 3):
        for x in range(0, BOARD, 3):
            if drawn.getpixel((x, y)) != empty.getpixel((x, y)):
                assert any(math.dist((x / BOARD, y / BOARD), (a, b)) <= r + 0.004 for a, b, r in dishes), (x, y)


def test_what_everybody_may_see_changes_the_board() -> None:
    view, said = table(4), words(4)
    turned = card("8H")
    cards = run("7S0 8S2 9S1")
    pictures = {
        board_picture(view, said),
        board_picture(view, said, turned=turned),
        board_picture(view, said, turned=card("8D")),
        board_picture(view, said, Look(four_colour=True), turned=card("8D")),
        board_picture(view, said, Look(king="R"), turned=turned),
        *(board_picture(table(4, **{name: 5}), said) for name in NAMES),
        *(board_picture(table(4, **{name: 0}), said) for name in NAMES),
        *(board_picture(table(4, **{name: 0}), said, takers=((name, 1),)) for name in NAMES),
        board_picture(table(4, ace=0), said, takers=(("ace", 2),)),
        board_picture(replace(view, pot=0), said),
        board_picture(replace(view, pot=8), said),
        board_picture(replace(view, dealer=1), said),
        board_picture(replace(view, to_act=(3,)), said),
        board_picture(replace(view, seats=(replace(view.seats[0], chips=1), *view.seats[1:])), said),
        board_picture(replace(view, seats=(replace(view.seats[0], cards=1), *view.seats[1:])), said),
        board_picture(view, said, run=cards),
        board_picture(view, said, run=cards[:2]),
        board_picture(view, said, run=run("7S0 8S2 9S2")),
        board_picture(view, said, run=cards, stopped=True),
        board_picture(view, said, signs={"ten": (Rank.TEN, Rank.NINE)}),
        board_picture(view, replace(said, call="")),
        board_picture(view, replace(said, pools=())),
        board_picture(table(4, "poch-1873"), said),
        board_picture(table(4, "le-poque"), said),
    }
    assert len(pictures) == 5 + 3 * 9 + 16


def test_no_hand_is_in_it_whatever_the_view_holds() -> None:
    view, said = table(4), words(4)
    seen = replace(
        view, seats=tuple(replace(one, hand=ALL_CARDS[: one.cards]) for one in view.seats), drawn=ALL_CARDS[9]
    )
    assert board_picture(seen, said) == board_picture(view, said)


@pytest.mark.parametrize("count", [1, 7, 8, 13, 26])
def test_a_run_of_any_length_is_drawn(count: int) -> None:
    cards = tuple(Played(i // 2 % 4, one) for i, one in enumerate(ALL_CARDS[:count]))
    view = table(4)
    assert board_picture(view, words(4), run=cards) != board_picture(view, words(4), run=cards, stopped=True)


def test_the_viewer_is_the_first_of_the_seats() -> None:
    view, said = replace(table(4), to_act=(), dealer=0), words(4)
    turned = replace(view, viewer=1, dealer=1, seats=tuple(replace(view.seats[(i - 1) % 4], seat=i) for i in range(4)))
    moved = replace(said, seats=tuple(said.seats[(i - 1) % 4] for i in range(4)))
    assert board_picture(turned, moved) == board_picture(view, said)


@pytest.mark.parametrize("amount", [0, 3, 12, 37, 137, 163, 100_000])
def test_heaps_are_no_wider_than_two_stacks(amount: int) -> None:
    heap = marks.heap_of_chips(amount, 30, (12, 42, 32))
    assert heap.width <= 63
    assert len(marks.stacks(amount)) > 2 or heap.tobytes() == marks.pile_of_chips(amount, 30, (12, 42, 32)).tobytes()


def test_a_board_needs_a_game_that_has_one() -> None:
    with pytest.raises(ValueError, match="dompe has no board"):
        board_picture(replace(table(4), game="dompe"), words(4))
    with pytest.raises(ValueError, match="no pool called marriage"):
        board_picture(replace(table(4, "le-poque"), pools=(("marriage", 3),)), words(4))
    with pytest.raises(ValueError, match="4 seats and 3 captions"):
        board_picture(table(4), words(3))


@pytest.mark.parametrize("name", ODD)
def test_odd_words_are_drawn(name: str) -> None:
    odd = BoardCaptions((SeatCaption(name, name, computer=True),) * 6, tuple((p, name) for p in NAMES), *(name,) * 4)
    view = table(6, ace=0)
    board_picture(view, odd, turned=card("8H"), run=run("7S0 8S1 9S1"), takers=(("ace", 5),))


@pytest.mark.parametrize("what", ["board", "le-poque", "poch-1873"])
def test_boards_look_as_before(what: str) -> None:
    assert_like(what, samples.SAMPLES[what](Look()))
