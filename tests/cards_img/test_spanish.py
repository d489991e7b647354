"""The Spanish pack: every card can be told from every other, and has what a Spanish card has."""

from __future__ import annotations

import itertools

import pytest

from cards_img import Look, hand_picture
from cards_img.faces import cards as faces
from cards_img.faces import spanish
from cards_img.layout import places as layout
from cards_img.layout.canvas import Canvas
from cards_img.pictures import hand
from cards_img.tools import theme
from engine.cards import JOKER, JOKERS, Suit, card, spanish_pack
from tests.cards_img.compare import assert_like
from tests.cards_img.test_faces import picture

LOOK = Look(design="spanish")
SIZES = (hand.CARD, layout.CARD, layout.TRICK, *layout.SHOWN)
SHEET = ["AD", "2H", "7S", "9C", "JH", "QD", "QS", "KC"]


@pytest.mark.parametrize("width", SIZES)
def test_every_face_is_distinct(width: int) -> None:
    seen = {picture(card, width, LOOK).tobytes() for card in (*spanish_pack(48), *JOKERS)}
    assert len(seen) == 50
    assert picture(JOKER, width, LOOK).tobytes() == picture(JOKERS[0], width, LOOK).tobytes()


@pytest.mark.parametrize(("suit", "gaps"), [(Suit.DIAMONDS, 0), (Suit.HEARTS, 1), (Suit.SPADES, 2), (Suit.CLUBS, 3)])
@pytest.mark.parametrize("rank", ["7", "K"])
def test_the_frame_tells_the_suit_by_its_gaps(suit: Suit, gaps: int, rank: str) -> None:
    """La pinta: coins none, cups one, swords two, clubs three, at the top and at the bottom."""
    face = picture(card(rank + suit.value), 600, LOOK).convert("L")
    for y in (round(600 * 0.0435), round(600 * (1.4 - 0.0445))):
        line = [value < 110 for value in face.crop((60, y, 540, y + 1)).tobytes()]
        assert line[0]
        assert line[-1]
        assert sum(before and not after for before, after in itertools.pairwise(line)) == gaps


@pytest.mark.parametrize("places", [spanish.ROUND, spanish.LONG], ids=["coins and cups", "swords and clubs"])
@pytest.mark.parametrize("rank", range(2, 10))
def test_a_number_card_has_as_many_emblems(places: dict, rank: int) -> None:
    size, found = places[rank]
    assert len(set(found)) == rank
    for x, y in found:
        assert 0.05 < x < 0.95
        assert y - size / 2 > 0.06
        assert y + size / 2 < 1.34
    assert sum(x for x, _ in found) / rank == pytest.approx(0.5, abs=0.03)


def test_indices_are_numbers_unless_the_caller_has_others() -> None:
    assert [LOOK.index(card(text).rank) for text in ("AS", "2S", "7S", "JS", "QS", "KS")] == [
        *("1", "2", "7", "10", "11", "12")
    ]
    letters = Look(design="spanish", spanish_ace="A", sota="S", caballo="C", rey="R")
    for face in spanish_pack(40):
        same = picture(face, hand.CARD, LOOK).tobytes() == picture(face, hand.CARD, letters).tobytes()
        assert same == (face.rank.notation not in "AJQK"), face
    french = Look(design="spanish", jack="B", ten="X")
    assert picture(card("JS"), hand.CARD, french).tobytes() == picture(card("JS"), hand.CARD, LOOK).tobytes()


def test_every_suit_has_its_colour_already() -> None:
    assert len({LOOK.colour(suit) for suit in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)}) == 4
    four = Look(design="spanish", four_colour=True)
    for face in spanish_pack(40):
        assert picture(face, 94, LOOK).tobytes() == picture(face, 94, four).tobytes()


@pytest.mark.parametrize("width", [67, 146])
def test_there_is_no_ten(width: int) -> None:
    with pytest.raises(ValueError, match="no tens"):
        faces.face(card("TS"), width, look=LOOK)


@pytest.mark.parametrize("width", SIZES)
def test_an_index_is_large_enough_for_a_phone(width: int) -> None:
    corner = picture(card("7S"), width, LOOK).convert("L")
    corner = corner.crop((round(width * 0.07), round(width * 0.07), round(width * 0.3), round(width * 0.33)))
    _, top, _, bottom = corner.point(lambda v: 255 * (v < 150)).getbbox() or (0, 0, 0, 0)
    assert bottom - top >= 0.2 * width


def test_spanish_hands_are_drawn_like_others() -> None:
    held = [card(text) for text in ("KD", "QH", "JS", "7C", "AD", "2D")]
    assert hand_picture(held, look=LOOK, drawn=held[5]) != hand_picture(held, drawn=held[5])


def test_spanish_faces_look_as_before() -> None:
    canvas = Canvas(theme.blank(1130, 300, theme.FELT))
    for i, face in enumerate([*map(card, SHEET), JOKERS[0]]):
        if i < 7:
            canvas.card(face, 146, 10 + i * 156, 5, LOOK)
        canvas.card(face, 56, 10 + i * 62, 218, LOOK)
    canvas.card(card("KC"), 67, 600, 205, LOOK)
    assert_like("spanish", canvas.png())
