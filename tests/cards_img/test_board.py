"""The boards with pools: every pool in its dish, the seats beside it, and nothing that is hidden."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageDraw

from cards_img import BoardCaptions, Last, Look, Played, SeatCaption, board_picture
from cards_img.layout import marks
from cards_img.layout.places import BAR, BOARD, HEIGHT, WIDTH, Box, board_layout
from cards_img.layout.wood import BOARDS, EIGHT_POOLS, NINE_POOLS, SIX_POOLS, BoardDesign, board_of, empty_board
from cards_img.pictures import samples
from cards_img.tools import encode, theme
from engine.asks import Ask
from engine.cards import ALL_CARDS, Rank, card
from engine.middle import Bare, Pool, Pools
from engine.rules import Rules
from engine.stakes import DealResult, Stakes
from engine.view import SeatView, View
from tests.cards_img import captions
from tests.cards_img.compare import assert_like, opened
from tests.cards_img.tables import full_board, names_of
from tests.cards_img.test_layout import assert_apart
from tests.cards_img.test_words import ODD

NAMES = ("ace", "king", "queen", "jack", "ten", "marriage", "sequence", "poch", "centre")
TURNED = card("8C")
IDS = ("nine", "six", "eight")


def table(seats: int, board: BoardDesign = NINE_POOLS, taken: dict[str, int] | None = None, **pools: int) -> View:
    players = tuple(
        SeatView(seat, 8 - seat, (51, 1250, 7, 0, 118, 22)[seat], "folded" if seat == 2 else "in")
        for seat in range(seats)
    )
    filled = samples.pools(taken or {}, **{name: pools.get(name, seats) for name in names_of(board)})
    return View("sample", Rules(), None, seats - 1, (0,), players, Ask.BET, Pools(filled, TURNED, None, True), pot=7)


def pools_of(view: View) -> Pools:
    """The board in the middle."""
    assert isinstance(view.middle, Pools)
    return view.middle


def lying(view: View, **changes: Any) -> View:
    """The table with something else in the middle."""
    return replace(view, middle=replace(pools_of(view), **changes))


def words(seats: int) -> BoardCaptions:
    names = tuple((name, name.capitalize()) for name in NAMES)
    seated = captions.seats(seats, {1: "all in"})
    return BoardCaptions(seated, names, "Poch · deal 3", "Bets", "Ann bets", bet="to match")


def holding(pool: str, chips: int, taker: int | None = None) -> View:
    """A table of four with so many chips in one pool, which a seat may have taken."""
    pools: dict[str, Any] = {pool: chips}
    return table(4, taken={} if taker is None else {pool: taker}, **pools)


def seated(view: View, seat: int, **changes: Any) -> View:
    """The table with one seat changed."""
    return replace(
        view,
        seats=tuple(replace(seat_view, **changes) if seat_view.seat == seat else seat_view for seat_view in view.seats),
    )


def run(text: str) -> tuple[Played, ...]:
    return tuple(Played(int(word[2]), card(word[:2])) for word in text.split())


@pytest.mark.parametrize("seats", range(2, 7))
def test_nothing_beside_a_board_overlaps(seats: int) -> None:
    layout = board_layout(seats)
    boxes = [("bar", Box(0, 0, layout.width, BAR)), ("board", layout.board)]
    boxes += [("tray", layout.tray)]
    boxes += [(f"seat {number}", place.box) for number, place in enumerate(layout.seats)]
    assert (layout.width, layout.height) == (WIDTH, HEIGHT), "as wide as the message, and no higher than is shown"
    assert_apart(boxes, layout.width, layout.height)
    assert [place.plate.top for place in layout.seats] == sorted(place.plate.top for place in layout.seats)


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("board", BOARDS, ids=IDS)
def test_a_picture_is_as_high_in_each_stage_of_a_deal(board: BoardDesign, seats: int) -> None:
    """A picture that is edited in its place would else push all below it up and down."""
    layout, said = board_layout(seats), words(seats)
    dealt = replace(table(seats, board), pot=0)
    over = replace(dealt, asks=None, result=DealResult((0,), (0,) * seats, Stakes(0, (9,) * seats)))
    for view in (dealt, lying(replace(dealt, pot=7), bet=7), lying(dealt, run=run("7S0 8S1")), over):
        assert opened(board_picture(view, said)).size == (layout.width, layout.height)


@pytest.mark.parametrize("seats", [1, 7])
def test_a_board_has_two_to_six_seats(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 6 seats"):
        board_layout(seats)


def inside(outline: Sequence[tuple[float, float]], x: float, y: float, margin: float = 0) -> bool:
    """Whether a point is inside a shape with corners clockwise, so far from all its sides."""
    for (ax, ay), (bx, by) in itertools.pairwise((*outline, outline[0])):
        if ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / math.dist((ax, ay), (bx, by)) < margin:
            return False
    return True


def dishes(board: BoardDesign, grow: int) -> list[Sequence[tuple[float, float]]]:
    """The hollows round the middle, and that in it."""
    return [board.hollow(x, y, grow) for x, y in (*board.spots, (BOARD // 2, BOARD // 2))]


@pytest.mark.parametrize("board", BOARDS, ids=IDS)
def test_dishes_are_apart_and_on_the_board(board: BoardDesign) -> None:
    assert len(board.spots) == len(board.ring)
    hollows = dishes(board, 2)
    for hollow, other in itertools.permutations(hollows, 2):
        assert not any(inside(other, x, y) for x, y in hollow)
    for hollow in hollows:
        assert all(inside(board.outline, x, y, 6) for x, y in hollow)
    assert all(1 <= part <= BOARD - 1 for point in board.outline for part in point)


@pytest.mark.parametrize("board", BOARDS, ids=IDS)
def test_no_dish_covers_a_part_of_another(board: BoardDesign, monkeypatch: pytest.MonkeyPatch) -> None:
    view = table(4, board)
    picture = board_picture(view, words(4))
    backwards = replace(board, ring=board.ring[::-1], spots=board.spots[::-1])
    monkeypatch.setattr("cards_img.pictures.board.board_of", lambda _: backwards)
    assert board_picture(view, words(4)) == picture


@pytest.mark.parametrize("board", BOARDS, ids=IDS)
@pytest.mark.parametrize("amount", [0, 1, 12, 24, 99, 137, 1499, 100_000])
def test_any_amount_fits_into_its_dish(board: BoardDesign, amount: int) -> None:
    """A dish hides nothing of the wood: the picture differs from the empty board inside the dishes alone."""
    pools: dict[str, Any] = dict.fromkeys(names_of(board), amount)
    view = replace(table(3, board, **pools), pot=0)
    layout = board_layout(3)
    drawn = opened(board_picture(view, words(3))).crop(layout.board)
    empty = empty_board(board).convert("RGB")
    hollows = dishes(board, 3)
    for y in range(0, BOARD, 3):
        for x in range(0, BOARD, 3):
            if drawn.getpixel((x, y)) != empty.getpixel((x, y)):
                assert any(inside(hollow, x, y, -1) for hollow in hollows), (x, y)


def test_what_everybody_may_see_changes_the_board() -> None:
    view, said = table(4), words(4)
    hearts, diamonds = lying(view, turned=card("8H")), lying(view, turned=card("8D"))
    cards = run("7S0 8S2 9S1")
    no_ace = tuple(replace(pool, ranks=()) if pool.name == "ace" else pool for pool in pools_of(view).pools)
    two_cards = tuple(
        replace(pool, ranks=(Rank.TEN, Rank.NINE)) if pool.name == "ten" else pool for pool in pools_of(view).pools
    )
    pictures = {
        board_picture(view, said),
        board_picture(hearts, said),
        board_picture(diamonds, said),
        board_picture(diamonds, said, Look(four_colour=True)),
        board_picture(hearts, said, Look(king="R")),
        board_picture(seated(view, 1, stake=5), said),
        board_picture(seated(view, 1, stake=6), said),
        board_picture(seated(view, 3, stake=5), said),
        board_picture(lying(seated(view, 1, stake=5), bet=5), said),
        board_picture(lying(seated(view, 1, stake=5), bet=6), said),
        board_picture(seated(view, 1, passed=True), said),
        *(board_picture(holding(name, 5), said) for name in NAMES),
        *(board_picture(holding(name, 0), said) for name in NAMES),
        *(board_picture(holding(name, 0, taker=1), said) for name in NAMES),
        board_picture(holding("ace", 0, taker=2), said),
        board_picture(replace(view, pot=0), said),
        board_picture(replace(view, pot=8), said),
        board_picture(replace(view, dealer=1), said),
        board_picture(replace(view, to_act=(3,)), said),
        board_picture(replace(view, seats=(replace(view.seats[0], chips=1), *view.seats[1:])), said),
        board_picture(replace(view, seats=(replace(view.seats[0], cards=1), *view.seats[1:])), said),
        board_picture(lying(view, run=cards), said),
        board_picture(lying(view, run=cards[:2]), said),
        board_picture(lying(view, run=run("7S0 8S2 9S2")), said),
        board_picture(lying(view, run=cards, stopped=True), said),
        board_picture(lying(view, pools=no_ace), said),
        board_picture(lying(view, pools=two_cards), said),
        board_picture(view, replace(said, call="")),
        board_picture(view, replace(said, pools=())),
        board_picture(table(4, EIGHT_POOLS), said),
        board_picture(table(4, SIX_POOLS), said),
    }
    assert len(pictures) == 11 + 3 * 9 + 17


def test_who_took_a_pool_stands_there_until_chips_lie_in_it_again() -> None:
    said = words(4)
    assert board_picture(table(4, taken={"ace": 1}), said) == board_picture(table(4), said)


def test_the_stake_to_match_is_there_where_the_bets_lie_in_a_pool() -> None:
    view, said = replace(seated(table(4, EIGHT_POOLS, poch=5), 1, stake=5), pot=0), words(4)
    tray = board_layout(4).tray
    inside = (tray.left + 20, tray.top + 4, tray.right - 20, tray.bottom - 4)
    without, alone, both = (
        opened(board_picture(lying(replace(view, pot=pot), bet=bet), said)).crop(inside)
        for pot, bet in ((0, 0), (0, 5), (9, 5))
    )
    assert len(without.getcolors() or ()) == 1
    assert len(alone.getcolors() or ()) > 5
    assert alone.tobytes() != both.tobytes()


@pytest.mark.parametrize("bet", [0, 5])
def test_no_heap_of_bets_cuts_into_the_ring_round_what_moved(bet: int) -> None:
    tray = board_layout(4).tray
    upper = tray.left + 20, tray.top + 4, tray.right - 20, tray.top + 9
    lower = tray.left + 20, tray.bottom - 9, tray.right - 20, tray.bottom - 4
    said = replace(words(4), last=Last(pot=True))
    for amount in (1, 9, 20, 49, 99, 499, 1249, 99_999):
        picture = opened(board_picture(lying(replace(table(4), pot=amount), bet=bet), said))
        for edge in (upper, lower):
            assert len(picture.crop(edge).getcolors() or ()) == 1, f"{amount} chips lie on the ring"


@pytest.mark.parametrize("board", BOARDS, ids=IDS)
def test_nothing_lies_on_the_ring_round_a_pool_that_moved(board: BoardDesign) -> None:
    left, top, _, _ = board_layout(4).board
    colour = theme.GLOW if board is EIGHT_POOLS else theme.RED
    for name, (x, y) in zip(board.ring, board.spots, strict=True):
        ring = Image.new("1", (WIDTH, HEIGHT))
        edge = [(across + left, down + top) for across, down in board.hollow(x, y, 0)]
        ImageDraw.Draw(ring).line([*edge, edge[0], edge[1]], fill=1, width=2, joint="curve")
        for view in (table(4, board), table(4, board, {name: 0}, **{name: 0})):
            picture = opened(board_picture(view, replace(words(4), last=Last(pools=(name,)))))
            seen = Image.new("RGB", picture.size, colour)
            seen.paste(picture, mask=ring)
            assert seen.getcolors() == [(WIDTH * HEIGHT, colour)], name


def test_names_in_the_tray_stay_inside_its_edge() -> None:
    tray, names = board_layout(4).tray, ("Peggy", "Gyp", "Jacqueline of Burgundy", "Percy")
    said = replace(words(4), seats=tuple(map(SeatCaption, names)))
    edge = tray.left + 20, tray.bottom - 3, tray.right - 20, tray.bottom
    for played in ("7S0 8S1", "7S0 8S1 9S2 TS3"):
        bare, named = (
            opened(board_picture(lying(replace(table(4), pot=0), run=run(text)), said)).crop(edge)
            for text in ("", played)
        )
        assert bare.tobytes() == named.tobytes()


def test_a_card_is_seen_whole_above_a_single_name_however_long() -> None:
    view, tray = lying(table(4), run=run("AS0")), board_layout(4).tray
    short, long = (
        opened(board_picture(view, replace(words(4), seats=(SeatCaption(name), *words(4).seats[1:])))).crop(
            (tray.left, tray.top, tray.right, tray.top + 85)
        )
        for name in ("Bo", "Bartholomew the Magnificent of Burgundy")
    )
    assert short.tobytes() == long.tobytes()


def test_in_the_tray_are_the_cards_played_and_before_them_the_bets() -> None:
    view, said = lying(replace(table(4), pot=9), bet=5), words(4)
    played = lying(view, run=run("7S0 8S2"))
    without = lying(replace(played, pot=0), bet=0)
    assert board_picture(played, said) == board_picture(without, said) != board_picture(view, said)


def test_who_has_won_the_game_wears_a_crown() -> None:
    view, said = replace(table(4), asks=None, to_act=()), words(4)
    deal = DealResult((1,), (-3, 9, -3, -3), Stakes(0, (20, 40, 0, 9)))
    ended = replace(view, result=deal)
    won = replace(view, result=replace(deal, game_over=True, game_winners=(1,)))
    shared = replace(view, result=replace(deal, game_over=True, game_winners=(1, 3)))
    assert board_picture(ended, said) == board_picture(view, said)
    plates = [place.plate for place in board_layout(4).seats]
    before, after = opened(board_picture(ended, said)), opened(board_picture(won, said))
    assert [before.crop(box) != after.crop(box) for box in plates] == [False, True, False, False]
    assert board_picture(shared, said) != board_picture(won, said)


def test_who_is_out_of_the_betting_is_grey_while_it_lasts() -> None:
    view, said = lying(replace(table(4), asks=Ask.LEAD), betting=False), words(4)
    assert board_picture(seated(view, 1, passed=True), said) == board_picture(view, said)


def test_no_hand_is_in_it_whatever_the_view_holds() -> None:
    view, said = table(4), words(4)
    seen = replace(
        view, seats=tuple(replace(seat, hand=ALL_CARDS[: seat.cards]) for seat in view.seats), drawn=ALL_CARDS[9]
    )
    assert board_picture(seen, said) == board_picture(view, said)


@pytest.mark.parametrize("count", [1, 7, 8, 13, 26])
def test_a_run_of_any_length_is_drawn(count: int) -> None:
    cards = tuple(Played(i // 2 % 4, card) for i, card in enumerate(ALL_CARDS[:count]))
    view = lying(table(4), run=cards)
    assert board_picture(view, words(4)) != board_picture(lying(view, stopped=True), words(4))


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


def test_a_board_needs_pools_and_captions() -> None:
    with pytest.raises(ValueError, match="Bare is no board with pools"):
        board_picture(replace(table(4), middle=Bare()), words(4))
    with pytest.raises(ValueError, match="4 seats and 3 captions"):
        board_picture(table(4), words(3))


@pytest.mark.parametrize("count", range(1, 10))
def test_pools_that_no_board_was_made_for_lie_in_an_octagon(count: int) -> None:
    names = tuple(f"pool{n}" for n in range(count))
    board = board_of(names)
    assert (*board.ring, *filter(None, (board.centre,))) == names
    test_dishes_are_apart_and_on_the_board(board)
    view = lying(table(4), pools=tuple(Pool(name, 3) for name in names))
    more = lying(view, pools=(*pools_of(view).pools[:-1], Pool(names[-1], 4)))
    said = replace(words(4), pools=tuple((name, name) for name in names))
    assert board_picture(view, said) != board_picture(more, said)


def test_each_board_is_found_by_its_pools_in_any_order() -> None:
    for board in BOARDS:
        assert board_of(tuple(reversed(names_of(board)))) is board
    with pytest.raises(ValueError, match="up to 9 pools, not 10"):
        board_of(tuple(f"pool{n}" for n in range(10)))


@pytest.mark.parametrize("name", ODD)
def test_odd_words_are_drawn(name: str) -> None:
    odd = BoardCaptions((SeatCaption(name, name, computer=True),) * 6, tuple((p, name) for p in NAMES), *(name,) * 3)
    view = lying(table(6, taken={"ace": 5}, ace=0), run=run("7S0 8S1 9S1"), bet=900_000)
    staked = replace(view, seats=tuple(replace(seat, stake=900_000) for seat in view.seats))
    assert opened(board_picture(staked, odd)).size == (WIDTH, HEIGHT)


@pytest.mark.parametrize("what", ["board", "board-of-six", "board-of-eight"])
def test_a_board_takes_no_more_than_40_kilobytes(what: str) -> None:
    assert encode.deflater.compress.__module__ != "zlib", "without zlib-ng pictures are larger"
    assert len(samples.SAMPLES[what](Look())) <= 40_000


@pytest.mark.parametrize("board", BOARDS, ids=IDS)
@pytest.mark.parametrize("betting", [True, False])
def test_a_full_table_takes_no_more_either(board: BoardDesign, betting: bool) -> None:
    assert len(full_board(board, betting=betting)) <= 40_000


@pytest.mark.parametrize("what", ["board", "board-of-six", "board-of-eight"])
def test_boards_look_as_before(what: str) -> None:
    assert_like(what, samples.SAMPLES[what](Look()))
