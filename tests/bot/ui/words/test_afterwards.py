"""What decisions were worth, as people read it: to whom it is told, in which words, and with what picture."""

from __future__ import annotations

import pytest

from bot.i18n import Texts
from bot.service.afterwards import Worth
from bot.ui.pages.page import MOST_TEXT
from bot.ui.pages.table import more_page
from bot.ui.pictures.studio import SHARES_FILE, Studio
from engine.afterwards import Kind
from tests.bot.ui.held import held, picture_of, texts_of
from tests.kit.lab import LONG, Lab
from tests.kit.painters import Blank, Straight

ALL: tuple[Kind, ...] = ("knock", "call", "fold")


def over(game: str = "knock-poker", names: tuple[str, ...] = ("Ann", "Bo", "Cy")) -> Lab:
    lab = Lab(len(names), game=game, names=names).deal()
    return lab.knock_and_finish() if game == "knock-poker" else lab.play_out()


def test_the_story_is_followed_by_a_line_for_each_decision(texts: Texts) -> None:
    worths = (Worth(1, "knock", 38, True), Worth(2, "call", 100, True), Worth(0, "fold", 12, False))
    said = texts_of(held(more_page(over().snapshot, 1000, texts, worths)))
    assert (
        "**How good that was, by what each had seen:**\n"
        "- Bo’s knock wins about 38 of 100 deals like this.\n"
        "- Cy stayed in: that wins nearly every deal like this.\n"
        "- Ann folded: staying in wins about 12 of 100 deals like this. _(Only you see this.)_\n"
        "\n"
        "**Ann**"
    ) in said
    assert said.index("shows") < said.index("How good that was")


def test_without_any_the_page_is_as_it_was(texts: Texts) -> None:
    said = texts_of(held(more_page(over().snapshot, 1000, texts)))
    assert "How good" not in said
    assert not any("media" in str(part) for part in held(more_page(over().snapshot, 1000, texts)))


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("share", [0, 1, 50, 99, 100])
def test_none_and_all_are_told_without_certainty(kind: Kind, share: int, texts: Texts) -> None:
    """They were found in sampled deals."""
    said = texts_of(held(more_page(over().snapshot, 1000, texts, (Worth(1, kind, share, True),))))
    told = {0: "hardly any deal", 100: "nearly every deal"}.get(share, f"about {share} of 100 deals")
    assert f"wins {told} like this." in said


def test_a_game_with_a_call_of_its_own_says_so(texts: Texts) -> None:
    said = texts_of(held(more_page(over("dompe").snapshot, 1000, texts, (Worth(0, "knock", 70, True),))))
    assert "Ann’s “dompe” wins about 70 of 100 deals like this." in said


def test_ten_decisions_of_people_with_long_names_leave_room_for_the_end_of_the_story(texts: Texts) -> None:
    lab = over(names=tuple(f"**{LONG[3:]}_{place}" for place in range(10)))
    worths = tuple(Worth(seat, "fold" if seat else "knock", 50, False) for seat in range(10))
    said = texts_of(held(more_page(lab.snapshot, 1000, texts, worths)))
    assert len(said) <= MOST_TEXT
    assert "wins the deal" in said or "share the deal" in said


async def test_the_picture_tells_the_same_in_its_alt_text_and_no_card(texts: Texts) -> None:
    lab, painter = over(), Straight()
    worths = (Worth(1, "knock", 38, True), Worth(0, "fold", 12, False))
    picture = await Studio(painter).shares(worths, lab.snapshot, texts)
    assert picture is not None
    assert picture.name == SHARES_FILE
    assert picture.alt == (
        "Bars, one for each decision. Bo’s knock wins about 38 of 100 deals like this."
        " Ann folded: staying in wins about 12 of 100 deals like this."
    )
    ((_, (captions, _), png),) = painter.drawn
    assert [(row.name, row.did, row.share, row.told, row.undone) for row in captions.rows] == [
        ("Bo", "knock", 38, "38", False),
        ("Ann", "folds", 12, "12", True),
    ]
    assert png == picture.png
    page = more_page(lab.snapshot, 1000, texts, worths, picture)
    assert picture_of(page) == picture


async def test_for_nothing_and_where_nothing_can_be_drawn_there_is_no_picture(texts: Texts) -> None:
    lab, painter = over(), Blank()
    assert await Studio(painter).shares((), lab.snapshot, texts) is None
    assert painter.drawn == []
    painter.broken = True
    assert await Studio(painter).shares((Worth(1, "knock", 38, True),), lab.snapshot, texts) is None
