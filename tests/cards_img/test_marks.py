"""What was moved last, which way play goes, whose face it is, and the cloth of the table."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from cards_img import Last, Look, board_picture, hand_picture, table_picture, trick_picture
from cards_img.layout import marks
from cards_img.layout.canvas import plate, round_mask
from cards_img.layout.places import table_layout
from cards_img.layout.portraits import portrait, portrait_of
from cards_img.layout.wood import BOARDS, NINE_POOLS, SIX_POOLS, empty_board
from cards_img.pictures import samples
from cards_img.tools import theme
from engine.cards import Suit, card, cards
from engine.middle import Piles
from tests.cards_img import captions, test_board, test_trick
from tests.cards_img.compare import assert_like, difference, opened
from tests.cards_img.tables import full_view, spectator

ENGLISH = Path("bot/i18n/en/message.ftl")


@pytest.mark.parametrize("last", [Last((1,)), Last((2,)), Last(stock=True), Last(discards=True), Last(pot=True)])
@pytest.mark.parametrize("seats", [2, 6])
def test_on_a_table_the_last_move_shines(seats: int, last: Last) -> None:
    words = captions.table(seats)
    seen = table_picture(spectator(seats), replace(words, last=last))
    assert (seen != table_picture(spectator(seats), words)) == (max(last.seats, default=0) < seats)


@pytest.mark.parametrize(
    "last", [Last((1,)), Last(turned=True), Last(pools=("ace",)), Last(pools=("centre",)), Last(pot=True)]
)
def test_on_a_board_the_last_move_shines(last: Last) -> None:
    view, words = test_board.table(4), test_board.words(4)
    plain = board_picture(view, words)
    assert board_picture(view, replace(words, last=last)) != plain


def test_new_cards_shine_in_the_tray_and_in_a_trick() -> None:
    view, words = full_view(NINE_POOLS, betting=False), test_board.words(6)
    pictures = {board_picture(view, replace(words, last=Last(cards=count))) for count in (0, 1, 3)}
    assert len(pictures) == 3
    trick, said = test_trick.with_trick(test_trick.table(4), "KS0 7H1"), test_trick.words(4)
    assert len({trick_picture(trick, replace(said, last=Last(cards=count))) for count in (0, 1, 2)}) == 3


def test_an_arrow_tells_that_play_goes_anticlockwise() -> None:
    view, words = spectator(4), captions.table(4)
    assert table_picture(view, replace(words, clockwise=False)) != table_picture(view, words)
    board, said = test_board.table(4), test_board.words(4)
    assert board_picture(board, replace(said, clockwise=False)) != board_picture(board, said)
    trick, called = test_trick.table(4), test_trick.words(4)
    assert trick_picture(trick, replace(called, clockwise=False)) != trick_picture(trick, called)


def computer_names() -> tuple[str, ...]:
    """The names of computer players, as the English texts give them."""
    lines = [line for line in ENGLISH.read_text(encoding="utf-8").splitlines() if line.startswith("computer-names-")]
    return tuple(name.strip() for line in lines for name in line.partition("=")[2].split(","))


def test_each_computer_player_has_a_face_of_its_own() -> None:
    names = computer_names()
    assert len(names) == len(set(names)) == 30
    faces = {name: portrait(name, 60, theme.PLATE).convert("RGB") for name in names}
    for first, other in itertools.combinations(names, 2):
        assert difference(faces[first], faces[other])[0] > 8, f"{first} looks like {other}"
    assert portrait_of("Nobody") == portrait_of("Nobody")
    assert len({portrait_of(f"Robot {number}") for number in range(40)}) > 30


@pytest.mark.parametrize("amount", [1, 5, 31, 137, 1499, 100_000])
def test_one_stack_shows_the_highest_chips_first(amount: int) -> None:
    stack = marks.stack_of_chips(amount, 30, 6, theme.PLATE)
    assert stack.width == 30
    assert stack.height <= 48
    assert stack.tobytes() != marks.stack_of_chips(amount + 6, 30, 6, theme.PLATE).tobytes() or amount > 1000


def test_nothing_is_no_stack() -> None:
    colours = marks.stack_of_chips(0, 30, 6, theme.PLATE).getcolors()
    assert colours is not None
    assert [colour for _, colour in colours] == [theme.index(theme.PLATE)]


# -- cloths


def luminance(colour: theme.RGB) -> float:
    """How bright a colour is, 0 to 1 (WCAG 2)."""
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: theme.RGB, other: theme.RGB) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(first), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("cloth", theme.CLOTHS)
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        *itertools.product((theme.TEXT, theme.GILT), (theme.FELT, theme.PLATE, theme.PLATE_LIT)),
        *itertools.product((theme.MUTED, theme.WON, theme.LOST), (theme.PLATE, theme.PLATE_LIT)),
        (theme.TEXT, theme.SHADE),
        (theme.INK, theme.GOLD),
    ],
)
def test_words_can_be_read_on_every_cloth(cloth: str, ink: theme.RGB, ground: theme.RGB) -> None:
    other = theme.CLOTHS[cloth]
    least = 3.0 if ink in (theme.GILT, theme.MUTED, theme.WON, theme.LOST) else 4.5  # the former are large and bold
    assert contrast(other.get(ink, ink), other.get(ground, ground)) >= least


@pytest.mark.parametrize("cloth", theme.CLOTHS)
def test_words_can_be_read_on_every_board(cloth: str) -> None:
    other = theme.CLOTHS[cloth]
    for board in BOARDS:
        ground = other.get(board.bowl, board.bowl)
        for ink, least in ((board.ink, 4.5), (board.number, 3.0), (board.faint, 3.0)):
            assert contrast(other.get(ink, ink), ground) >= least


@pytest.mark.parametrize("cloth", theme.CLOTHS)
def test_cards_are_the_same_on_every_cloth(cloth: str) -> None:
    """Felt, plates and words have the colours of the cloth, cards their own."""
    held = cards("KS QH JD 9C 2S")
    felt, other = (opened(hand_picture(held, look=Look(cloth=name))) for name in ("felt", cloth))
    middle = (60, 80, 120, 200)
    assert felt.crop(middle).tobytes() == other.crop(middle).tobytes()
    corner = felt.getpixel((2, 2)), other.getpixel((2, 2))
    assert (corner[0] == corner[1]) == (cloth == "felt")


@pytest.mark.parametrize("cloth", theme.CLOTHS)
def test_wood_chips_and_faces_are_the_same_on_every_cloth(cloth: str) -> None:
    """No edge on them has a tone of felt or gilt, which would stand out on another cloth."""
    drawn = [marks.small_card("10", Suit.SPADES, 40, theme.MAPLE, Look()), portrait("Ada", 60, theme.SKY)]
    drawn += [marks.heap_of_chips(1634, 28, theme.TINT), plate(90, 40, 20, theme.GOLD, theme.MAPLE)]
    for board in (NINE_POOLS, SIX_POOLS):
        drawn += [empty_board(board).crop((x - 50, y - 50, x + 50, y + 50)) for x, y in board.spots]
    felt, other = theme.palette(), theme.palette(cloth)
    for image in drawn:
        for number in set(image.tobytes()):
            assert felt[3 * number : 3 * number + 3] == other[3 * number : 3 * number + 3]


def test_a_round_has_no_other_tone_outside_its_rim_than_what_is_between_it_and_its_ground() -> None:
    for drawn, rim in ((portrait("Ada", 60, theme.PLATE), theme.GOLD), (marks.button("D", 38, theme.FELT), theme.INK)):
        ground = drawn.getpixel((0, 0))
        assert isinstance(ground, int)
        edge = drawn.copy()
        edge.paste(ground, (1, 1), round_mask(edge.width - 2, edge.height - 2, edge.width // 2 - 1))
        half = theme.between(theme.COLOURS[ground], rim, 0.5)
        assert set(edge.tobytes()) <= {ground, half, theme.index(rim)}


@pytest.mark.parametrize("cloth", theme.CLOTHS)
def test_edges_lie_between_their_colours_on_every_cloth(cloth: str) -> None:
    other, shown = theme.CLOTHS[cloth], theme.palette(cloth)
    grounds = (theme.FELT, theme.PLATE, theme.PLATE_LIT)
    for colour, ground in itertools.product((theme.SHADE, theme.GOLD, theme.TEXT, theme.GILT), grounds):
        ends = [other.get(end, end) for end in (colour, ground)]
        for number in set(plate(90, 40, 20, colour, ground).tobytes()):
            found = shown[3 * number : 3 * number + 3]
            for part, *parts in zip(found, *ends, strict=True):
                assert min(parts) - 1 <= part <= max(parts) + 1


def test_there_is_no_other_cloth() -> None:
    with pytest.raises(KeyError):
        hand_picture(cards("KS"), look=Look(cloth="tartan"))


@pytest.mark.parametrize("cloth", [name for name in theme.CLOTHS if name != "felt"])
def test_cloths_look_as_before(cloth: str) -> None:
    assert_like(f"table_{cloth}", samples.table(Look(cloth=cloth)))


def test_the_cards_that_make_a_hand_are_bright_and_the_others_dim() -> None:
    held = cards("KS KH 9D 7C 2S")
    plain, marked = (opened(hand_picture(held, kept=kept)) for kept in ((), held[:2]))

    def brightest(picture: object, left: int) -> float:
        part = picture.crop((left, 100, left + 100, 200)).convert("L")  # type: ignore[attr-defined]
        return float(part.getextrema()[1])

    assert brightest(plain, 640) > 240
    assert brightest(marked, 640) < 200 < 240 < brightest(marked, 60)


@pytest.mark.parametrize("seats", [3, 7])
@pytest.mark.parametrize("last", [Last(stock=True), Last(discards=True), Last(pot=True)], ids=str)
def test_what_shines_on_a_table_does_so_all_round(last: Last, seats: int) -> None:
    view = replace(spectator(seats), middle=Piles(40, 40, card("5D")), pot=99_999)
    picture = opened(table_picture(view, replace(captions.table(seats), last=last)))
    ring = Image.new("L", picture.size)
    ring.putdata([255 * (colour == theme.GLOW) for colour in picture.get_flattened_data()])
    left, top, right, bottom = ring.getbbox() or (0, 0, 0, 0)
    x, y = (left + right) // 2, (top + bottom) // 2
    for side in ((x, top), (x, bottom - 1), (left, y), (right - 1, y)):
        assert ring.getpixel(side) == 255, side


@pytest.mark.parametrize("seats", range(2, 11))
def test_a_pot_of_any_size_stays_on_the_felt_between_the_plates(seats: int) -> None:
    box, words = table_layout(seats).middle, captions.table(seats)
    view = replace(spectator(seats), middle=Piles(0, 0, None))
    edges = [(box.left + 1, y, box.right - 1, y + 1) for y in (box.top + 1, box.bottom - 2)]
    for amount in (14, 499, 4999, 8999, 99_999):
        picture = opened(table_picture(replace(view, pot=amount), words))
        bare = opened(table_picture(replace(view, pot=1), words))
        for edge in edges:
            assert picture.crop(edge).tobytes() == bare.crop(edge).tobytes(), f"{amount} at {edge}"
