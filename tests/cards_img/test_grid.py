"""A large hand as a grid of suits and ranks."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cards_img import HandCaptions, Look, grid_picture, score_sheet_picture
from cards_img.captions import SeatCaption, SheetCaptions, SheetRow
from cards_img.faces.cards import face
from cards_img.pictures.grid import CARD, grid_layout
from cards_img.pictures.hand import WIDTH
from cards_img.pictures.sheet import broken
from engine.cards import Rank, Suit, cards, short_pack, standard_pack
from tests.cards_img.compare import opened

FORTY = tuple(short_pack(Rank.FIVE))


@pytest.mark.parametrize("count", [1, 13, 26, 33, 40])
def test_every_card_has_a_place_where_its_index_is_seen(count: int) -> None:
    held = (FORTY[::3] + FORTY[1::3] + FORTY[2::3])[:count]
    places = grid_layout(held)
    assert sorted(place.card.notation for place in places) == sorted(card.notation for card in held)
    assert len({(place.x, place.y) for place in places}) == count
    for place in places:
        assert place.x >= 0
        assert place.x + CARD <= WIDTH
        beside = [other.x - place.x for other in places if other.y == place.y and other.x > place.x]
        below = [other.y - place.y for other in places if other.x == place.x and other.y > place.y]
        assert not beside or min(beside) >= CARD * 0.71, "rank and suit stand beside each other"
        assert not below or min(below) >= CARD * 0.45, "and need so much at phone width"


def test_rank_and_suit_of_each_of_thirteen_ranks_are_seen() -> None:
    """Columns are too close there for rank and suit in one line: the suit stands below the rank."""
    places = grid_layout(tuple(standard_pack()))
    assert len(places) == 52
    rows, columns = sorted({place.y for place in places}), sorted({place.x for place in places})
    step = min(right - left for left, right in pairwise(columns))
    row = min(below - above for above, below in pairwise(rows))
    assert columns[-1] + CARD <= WIDTH
    picture = opened(grid_picture(tuple(standard_pack()))).convert("RGB")
    for place in places:
        if place.card.rank not in (Rank.KING, Rank.QUEEN, Rank.JACK):
            alone = face(place.card, CARD, covered=True).convert("L")
            seen = picture.crop((place.x + 4, place.y + 40, place.x + step - 3, place.y + row - 4)).convert("L")
            whole = sum(alone.crop((4, 40, CARD - 4, 100)).histogram()[:170])
            assert sum(seen.histogram()[:170]) == whole > 300, f"the suit of {place.card.notation}"


def test_four_suits_are_low_enough_for_a_panel_with_a_list_of_each() -> None:
    assert opened(grid_picture(FORTY, HandCaptions(low=True))).height < 0.28 * WIDTH


def test_rank_and_suit_are_seen_in_every_row_of_the_grid() -> None:
    """Each row but the last is covered by the next one: what tells a card stands above that."""
    seven = {suit: opened(grid_picture(cards(f"7{suit} AS AH AD AC"))) for suit in "SHDC"}
    for suit, picture in seven.items():
        place = next(place for place in grid_layout(cards(f"7{suit} AS AH AD AC")) if place.card.rank is Rank.SEVEN)
        face = picture.convert("RGB").crop((place.x, place.y, place.x + CARD, place.y + 46))
        for half in ((4, 4, 40, 44), (42, 4, 68, 44)):
            dark = sum(face.crop(half).convert("L").histogram()[:170])
            assert dark > 60, f"the {'rank' if half[0] < 40 else 'suit'} of the seven of {suit}"


def test_a_suit_is_a_row_and_a_rank_a_column() -> None:
    places = grid_layout(cards("AS KS 7S AH 7D 7C AC"))
    assert len({place.y for place in places if place.card.suit is Suit.SPADES}) == 1
    assert len({place.x for place in places if place.card.rank is Rank.SEVEN}) == 1
    assert len({place.x for place in places}) == 3, "ranks that nobody holds have no column"
    assert next(place.card.rank for place in sorted(places, key=lambda place: place.x)) is Rank.ACE


def test_each_row_stands_on_an_edge_and_shows_nothing_below_it() -> None:
    """What isn't covered by the next row's cards would be whole faces, which cost as much as all the rest to send."""
    held = cards("AS KS QS JS TS 9S 8S 7S AH AD AC")
    picture = opened(grid_picture(held)).convert("RGB")
    second = grid_layout(held)[8].y
    felt = picture.getpixel((WIDTH - 1, second + 30))
    assert {picture.getpixel((x, y)) for x in range(200, WIDTH) for y in range(second + 5, second + 46)} == {felt}
    assert picture.getpixel((400, second + 1)) != felt, "the edge"


def test_marks_of_suits_and_ranks_are_seen() -> None:
    plain = grid_picture(FORTY)
    pictures = {
        plain,
        grid_picture(FORTY, suits=[Suit.HEARTS]),
        grid_picture(FORTY, suits=[Suit.CLUBS]),
        grid_picture(FORTY, ranks=[Rank.SEVEN]),
        grid_picture(FORTY, HandCaptions("40 cards", "Crummy")),
        grid_picture(FORTY, look=Look(four_colour=True)),
    }
    assert len(pictures) == 6
    assert opened(plain).size[0] == WIDTH
    assert grid_picture(FORTY, suits=[Suit.NONE]) == plain
    with pytest.raises(ValueError, match="without cards"):
        grid_picture(())


@pytest.mark.parametrize("room", [140, 160, 230, 700])
def test_how_a_score_came_about_is_broken_and_never_cut(room: int) -> None:
    long = "1×(26+11+11+11+10+9+8+7+6+5)"
    lines = tuple(broken(long, room, 20))
    assert "".join(lines) == long
    assert (len(lines) == 1) == (room == 700)
    assert all(line.endswith("+") for line in lines[:-1])
    assert tuple(broken("", room, 20)) == ()


def test_a_sheet_grows_with_its_explanations() -> None:
    players = tuple(SeatCaption(name) for name in ["Ann", "Bo", "Cy", "Di", "Ed"])

    def height(how: str) -> int:
        row = SheetRow("Deal 1", ("76",) * 5, (how,) * 5)
        return opened(score_sheet_picture(SheetCaptions(players, (row,)))).size[1]

    assert height("4×(11+8)") < height("1×(9+10+11+22)") < height("1×(26+11+11+11+10+9+8+7+6+5)")
