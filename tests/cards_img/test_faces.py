"""Every card can be told from every other, at every size and in every look."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from cards_img import Look, by_rank, by_suit
from cards_img.faces import cards as faces
from cards_img.layout import places as layout
from cards_img.pictures import hand, samples
from cards_img.tools import theme
from cards_img.warming import warm
from engine.cards import ALL_CARDS, JOKER, JOKERS, Rank, Suit, card, cards

SIZES = (hand.CARD, layout.CARD, layout.TRICK, *layout.SHOWN)


def picture(card, width: int, look: Look) -> Image.Image:
    return faces.face(card, width, theme.EDGE, look).convert("RGB")


@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("four_colour", [False, True])
def test_every_face_is_distinct(width: int, four_colour: bool) -> None:
    look = Look(four_colour=four_colour)
    seen = {picture(card, width, look).tobytes() for card in (*ALL_CARDS, *JOKERS)}
    assert len(seen) == 54
    assert picture(JOKER, width, look).tobytes() == picture(JOKERS[0], width, look).tobytes()


@pytest.mark.parametrize("width", SIZES)
def test_four_colours_change_diamonds_and_clubs_alone(width: int) -> None:
    for face in ALL_CARDS:
        same = picture(face, width, Look()).tobytes() == picture(face, width, Look(four_colour=True)).tobytes()
        assert same == (face.suit in (Suit.SPADES, Suit.HEARTS)), face


def test_suits_have_the_colours_of_the_pack() -> None:
    assert Look().colour(Suit.DIAMONDS) == Look().colour(Suit.HEARTS) == theme.RED
    assert Look().colour(Suit.CLUBS) == Look().colour(Suit.SPADES) == theme.INK
    four = Look(four_colour=True)
    assert [four.colour(suit) for suit in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)] == [
        theme.INK,
        theme.RED,
        theme.BLUE,
        theme.GREEN,
    ]


def test_letters_of_the_indices_come_from_the_caller() -> None:
    german = Look(jack="B", queen="D")
    for face in ALL_CARDS:
        same = picture(face, hand.CARD, Look()).tobytes() == picture(face, hand.CARD, german).tobytes()
        assert same == (face.rank not in (Rank.JACK, Rank.QUEEN)), face


@pytest.mark.parametrize("text", ["KS", "QH", "JD", "KC"])
def test_court_cards_are_the_same_upside_down(text: str) -> None:
    face = picture(card(text), hand.CARD, Look())
    apart = ImageChops.difference(face, face.transpose(Image.Transpose.ROTATE_180)).convert("L")
    assert sum(apart.histogram()[48:]) < 0.02 * face.width * face.height


def test_pips_of_a_card_are_alike_to_the_pixel() -> None:
    """Alike they look even, and take little room in a PNG."""
    face = picture(card("6D"), hand.CARD, Look())
    ink = face.convert("L").point(lambda v: 255 * (v < 240))
    pips = []
    for left in (40, hand.CARD - 40 - 33):
        column = ink.crop((left, 0, left + 33, face.height))
        rows = [column.crop((0, y, 33, y + 1)).getbbox() is not None for y in range(20, face.height - 20)]
        tops = [20 + y for y in range(1, len(rows)) if rows[y] and not rows[y - 1]]
        boxes = [column.crop((0, y, 33, y + 30)) for y in tops]
        pips += [box.crop(box.getbbox()) for box in boxes]
    pips[2], pips[5] = (pips[i].transpose(Image.Transpose.ROTATE_180) for i in (2, 5))  # the lowest are turned
    assert len(pips) == 6
    assert len({pip.tobytes() for pip in pips}) == 1


@pytest.mark.parametrize("width", SIZES)
def test_a_face_has_no_colour_of_the_table(width: int) -> None:
    """An edge between two colours of a card would else get a tone of felt or wood that happens to be between them."""
    for design, colours in (("french", theme.FRENCH_COLOURS), ("spanish", theme.SPANISH_COLOURS)):
        for text in ("KS", "QH", "JD", "AC", "7S"):
            found = {colour for _, colour in picture(card(text), width, Look(design=design)).getcolors() or ()}
            assert found
            assert found <= set(colours)
    assert theme.FELT not in theme.SPANISH_COLOURS


def test_the_back_is_the_same_upside_down() -> None:
    back = faces.back(layout.CARD, theme.EDGE).convert("RGB")
    apart = ImageChops.difference(back, back.transpose(Image.Transpose.ROTATE_180)).convert("L")
    assert sum(apart.histogram()[64:]) < 0.02 * back.width * back.height


@pytest.mark.parametrize("width", SIZES)
def test_an_index_is_large_enough_for_a_phone(width: int) -> None:
    """The ink of an index is at least a tenth of a card high, so 14 pixels and more of a hand 350 pixels wide."""
    corner = picture(card("8S"), width, Look()).convert("L").crop((3, 3, round(width * 0.3), round(width * 0.345)))
    _, top, _, bottom = corner.point(lambda v: 255 * (v < 100)).getbbox() or (0, 0, 0, 0)
    assert bottom - top >= 0.22 * width


def test_palette_holds_the_named_colours() -> None:
    for colour in (theme.PAPER, theme.INK, theme.RED, theme.BLUE, theme.GREEN, theme.GOLD, theme.FELT, theme.PLATE):
        found = theme.COLOURS[theme.index(colour)]
        assert max(abs(a - b) for a, b in zip(found, colour, strict=True)) <= 6


def test_a_face_is_drawn_once() -> None:
    assert faces.face(card("KS"), 94) is faces.face(card("KS"), 94)
    warm()
    before = faces._face.cache_info().misses
    warm()
    assert faces._face.cache_info().misses == before


def test_the_usual_pictures_find_their_cards_drawn() -> None:
    faces._face.cache_clear()
    faces.back.cache_clear()
    warm()
    before = faces._face.cache_info().misses, faces.back.cache_info().misses
    for what in ("table", "hand", "showdown", "trick"):
        samples.SAMPLES[what](Look())
        assert (faces._face.cache_info().misses, faces.back.cache_info().misses) == before, what


def test_sorting() -> None:
    held = cards("4H KS X1 4S TD KH")
    assert by_rank(held) == cards("X1 KS KH TD 4S 4H")
    assert by_suit(held) == cards("X1 KS 4S KH 4H TD")


@pytest.mark.parametrize("width", [layout.CARD, hand.CARD])
def test_the_pattern_of_the_back_comes_again_after_whole_pixels(width: int) -> None:
    """Then a table with a stock packs a fifth smaller."""
    back = faces.back(width).convert("RGB")
    step = round(0.22 * width / 4) * 4
    edge = round(0.06 * width) + 2
    upper = (edge, edge, width - edge - step, edge + 3 * step // 4)
    aside = (edge + step, edge, width - edge, edge + 3 * step // 4)
    assert ImageChops.difference(back.crop(upper), back.crop(aside)).getbbox() is None
