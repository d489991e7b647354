"""What decisions were worth, as people read it: to whom it is told, in which words, and with what picture."""

from __future__ import annotations

from pathlib import Path
from typing import get_args
from unittest import mock

import pytest

from bot.i18n import Texts
from bot.service import dealing
from bot.service.model import Person, Worth
from bot.ui.pages.page import MOST_TEXT
from bot.ui.pages.table import more_page
from bot.ui.pictures.studio import SHARES_FILE, Studio
from bot.ui.words.afterwards import shares_captions
from engine.afterwards import Kind
from engine.cards import Card
from engine.shuffle import shuffled
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, DEE, STILL, House
from tests.bot.ui.held import held, picture_of, texts_of
from tests.kit.lab import LONG, Lab
from tests.kit.painters import Blank, Straight
from tests.kit.thinking import Here

ALL: tuple[Kind, ...] = get_args(Kind)


def over(game: str = "knock-poker", names: tuple[str, ...] = ("Ann", "Bo", "Cy")) -> Lab:
    lab = Lab(len(names), game=game, names=names).deal()
    return lab.knock_and_finish() if game == "knock-poker" and len(names) < 10 else lab.play_out()


def test_the_story_is_followed_by_a_line_for_each_decision(texts: Texts) -> None:
    worths = (Worth(1, "knock", 38, True), Worth(2, "call", 100, True), Worth(0, "fold", 12, False))
    said = texts_of(held(more_page(over().snapshot, 1000, texts, worths)))
    assert (
        "**How good that was, by what each had seen:**\n"
        "-# In deals like this the player has seen the same cards, and all other cards lie by chance. The bot played"
        " many of them to the end and counted how many that player wins (whoever folded: would win by staying in),"
        " whatever came of it this time.\n"
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
    alike = "with such a set" if kind in {"bet", "raise", "match", "drop"} else "like this"
    assert f" {told} {alike}." in said
    assert " wins " in said


def test_stakes_in_a_betting_say_how_much_was_staked(texts: Texts) -> None:
    lab = over("poch", ("Ann", "Bo", "Cy"))
    worths = (
        Worth(0, "bet", 61, True, 4),
        Worth(1, "raise", 38, True, 9),
        Worth(2, "drop", 12, False),
        Worth(0, "match", 50, True, 9),
    )
    said = texts_of(held(more_page(lab.snapshot, 1000, texts, worths)))
    assert (
        "- Ann’s bet of 4 wins the betting in about 61 of 100 deals with such a set.\n"
        "- Bo’s raise to 9 wins the betting in about 38 of 100 deals with such a set.\n"
        "- Cy folded: matching wins the betting in about 12 of 100 deals like this. _(Only you see this.)_\n"
        "- Ann matched 9: that wins the betting in about 50 of 100 deals with such a set.\n"
    ) in said
    assert "**How good that was:**" in said, "the rest of a shown hand stays hidden, so it isn't reckoned with"
    assert "-# In such deals the set and the stakes before it are the same" in said
    captions = shares_captions(worths, lab.snapshot, texts.plain)
    assert captions.detail == "wins in 100 deals like this"
    assert [(row.did, row.undone) for row in captions.rows] == [
        ("bets 4", False),
        ("raises to 9", False),
        ("folds", True),
        ("matches 9", False),
    ]


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


HELD_BY_BO = (1, 4, 7, 10, 13)
"""Where in the deck the cards lie that the second of three is dealt."""


async def pages(path: Path, swapped: bool, texts: Texts) -> tuple[dict[Person, str], tuple[Card, ...]]:
    """What **More** tells each person of a deal in which Ann knocks, Bo folds and Cy stays in; and Bo's hand.

    ``swapped``: Bo is dealt the last cards of the stock, which nobody sees, and they are Bo's.
    """

    def deck(bound: object, key: object, pack: tuple[Card, ...], cut: int) -> tuple[Card, ...]:
        order = list(shuffled(pack, bytes(32), 1))
        for place, here in enumerate(HELD_BY_BO if swapped else ()):
            order[here], order[-1 - place] = order[-1 - place], order[here]
        return tuple(order)

    house = House(path, STILL, thinks=Here(100))
    await house.open()
    try:
        await house.table(ANN, BO, CY)
        table = house.service._in_memory.by_channel[CHANNEL]
        table.dealer = table.sitters[2].sitting_id
        with mock.patch.object(dealing, "deck_of", deck):
            await house.service.start(house.id, ANN, house.key)
        held = house.service.private_of(house.id, BO.user_id).view
        assert held is not None
        for person, do in ((ANN, "discard"), (BO, "fold"), (CY, "discard")):
            drawn = (await house.draw(person)).drawn
            if person is ANN:
                await house.act(person, "knock")
            await house.act(person, do, drawn)
        now, deal = house.now, house.now.deal_id
        assert deal is not None
        found = {person: await house.service.afterwards.of(house.id, deal, person.user_id) for person in PEOPLE}
        # What is bound to the next shuffle has nothing to do with this deal.
        return {person: more_page(now, DEE.user_id, texts, found[person]).body for person in PEOPLE}, held.hand
    finally:
        await house.close()


PEOPLE = (ANN, BO, CY, DEE)


async def test_an_unshown_hand_changes_the_story_for_nobody_but_its_holder(tmp_path: Path, texts: Texts) -> None:
    here, hand = await pages(tmp_path / "here.sqlite3", False, texts)
    there, other = await pages(tmp_path / "there.sqlite3", True, texts)
    assert not {*hand} & {*other}, "Bo holds quite another hand"
    for person in (ANN, CY, DEE):
        assert here[person] == there[person]
        assert "Ann’s knock wins" in here[person]
        assert "Cy stayed in" in here[person]
        assert "staying in wins" not in here[person], "that is told of a fold"
    for told in (here[BO], there[BO]):
        assert "Bo folded: staying in wins" in told
        assert told.count("Only you see this") == 1
