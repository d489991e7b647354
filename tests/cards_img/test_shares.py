"""How often decisions win, as bars: as long as they should be, whatever the words, on every cloth."""

from __future__ import annotations

import pytest

from cards_img import Look, ShareRow, SharesCaptions, shares_picture
from cards_img.layout.places import WIDTH
from cards_img.pictures import samples
from cards_img.pictures.shares import share_width
from cards_img.tools import theme
from cards_img.tools.theme import CLOTHS
from tests.cards_img.compare import assert_like, opened


def row(share: int, *, name: str = "Ada", undone: bool = False) -> ShareRow:
    return ShareRow(name, 0, "stays in", share, str(share), undone)


def gilt(share: int) -> int:
    """How many pixels of a line through the bar have its colour."""
    picture = opened(shares_picture(SharesCaptions((row(share),), "Knock Poker")))
    middle = picture.height - 8 - 56 // 2
    return sum(picture.getpixel((x, middle)) == theme.GILT for x in range(WIDTH))


def test_a_bar_is_as_long_as_its_share_and_is_seen_unless_it_is_none() -> None:
    whole = share_width(100)
    assert share_width(0) == gilt(0) == 0
    assert share_width(1) > 8
    for share in (10, 37, 50, 99, 100):
        assert abs(share_width(share) - whole * share / 100) <= 1
        assert abs(gilt(share) - share_width(share)) <= 2
    widths = [share_width(share) for share in range(101)]
    assert widths == sorted(widths)


@pytest.mark.parametrize("rows", [1, 2, 10])
@pytest.mark.parametrize("name", ["Bo", "W" * 32, "日本"])
def test_any_number_of_rows_with_any_names_has_a_picture(rows: int, name: str) -> None:
    picture = opened(shares_picture(SharesCaptions(tuple(row(50, name=name) for _ in range(rows)), "T" * 60, "d" * 60)))
    one = opened(shares_picture(SharesCaptions((row(50),))))
    assert picture.width == WIDTH
    assert picture.height == one.height + (rows - 1) * 56


def test_a_picture_needs_rows() -> None:
    with pytest.raises(ValueError, match="needs some"):
        shares_picture(SharesCaptions(()))


def test_what_was_not_done_looks_otherwise() -> None:
    done, undone = (shares_picture(SharesCaptions((row(50, undone=undone),))) for undone in (False, True))
    assert done != undone


@pytest.mark.parametrize("cloth", CLOTHS)
def test_bars_lie_on_every_cloth(cloth: str) -> None:
    assert opened(samples.shares(Look(cloth=cloth))).width == WIDTH
    assert len({samples.shares(Look(cloth=other)) for other in CLOTHS}) == len(CLOTHS)


def test_bars_look_as_before() -> None:
    assert_like("shares", samples.shares(Look()))
