"""The games of the tests at a table in the local Discord: right buttons, words and pictures, from their texts alone."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.i18n import Catalogue
from bot.i18n.catalogue import HERE
from bot.i18n.check import lacked, problems
from cards_img import showdown_picture, table_picture
from engine.middle import Bare
from engine.stakes import Stakes
from tests.bot.ui.evening import Evening, dm, evening, refused, seated, sides
from tests.kit.games import registered
from tests.kit.painters import Straight

from . import DRAW_FIRST, HIGH_CARD, TEST_GAMES, TEXTS


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    """The bot's texts, and those of the games."""
    return Catalogue.load(HERE, TEXTS, strict=True)


@pytest.fixture
def painter() -> Straight:
    return Straight()


@pytest.fixture
def games() -> Iterator[None]:
    """The games registered, beside the eight."""
    with registered(*TEST_GAMES):
        yield


@pytest.fixture
async def night(
    games: None, tmp_path: Path, painter: Straight, monkeypatch: pytest.MonkeyPatch, catalogue: Catalogue
) -> AsyncIterator[Evening]:
    async with evening(tmp_path, painter, monkeypatch, catalogue=catalogue) as found:
        yield found


def test_their_texts_are_all_that_a_game_needs(catalogue: Catalogue) -> None:
    for game in TEST_GAMES:
        assert lacked(catalogue, game) == []
        assert lacked(Catalogue.load(strict=True), game) != []


def test_a_game_without_texts_is_told_what_it_needs(games: None) -> None:
    found = problems(Catalogue.load(strict=True))
    assert "The game high-card needs the text command-newgame-high-card.description, which is in no file of en" in found
    assert len(found) == 4 * len(TEST_GAMES)


async def test_the_ninth_game_is_played_with_its_own_buttons_words_and_pictures(
    night: Evening, painter: Straight
) -> None:
    await seated(night, "high-card", ante=2)
    first, other = sides(night)
    assert night.live().labels == ["Stay", "Fold", "My hand"]
    assert "it’s your turn: stay or fold." in night.live().text
    assert "draw" not in night.live().text
    hand = dm(first)
    assert hand.labels[:2] == ["Stay", "Fold"]
    assert "**Your turn:** stay or fold." in hand.text
    assert "stock" not in hand.text
    assert any("high" in alt for alt in hand.alt_texts), "its worth, in the picture and its alt text"
    await refused(await first.command("draw", from_="stock"), "There you `/stay` or `/fold`.")
    view = night.view
    assert isinstance(view.middle, Bare)
    _, arguments, png = next(drawing for drawing in reversed(painter.drawn) if drawing[0] is table_picture)
    assert arguments[0].pot == 4
    assert arguments[1].call.endswith("stays or folds")
    assert same_without_piles(png, arguments)
    (alt,) = (attachment["description"] for attachment in night.live().attachments)
    assert "High Card, deal 1. Pot: 4." in alt
    assert "tock" not in alt
    await first.click(hand, "Stay")
    await night.until(lambda: night.table.to_act is not None and str(night.acting.user_id) == other.id)
    await night.settled()
    await other.click(night.live(other), "Stay")
    await night.until(lambda: night.table.stage == "between")
    over = (await night.ending()).text
    assert "the deal." in over
    assert over.count(" shows ") == 2
    assert any(drawing[0] is showdown_picture for drawing in painter.drawn)
    rules = await night.you.command("rules", game="high-card")
    assert "Everybody pays 2 chips and gets one card" in rules.text


def same_without_piles(png: bytes, arguments: tuple[Any, ...]) -> bool:
    """Whether the words for piles have no place in the picture, and the pot has one."""
    view, words, look = arguments
    bare = table_picture(view, replace(words, stock="", discards=""), look)
    poor = table_picture(replace(view, pot=0), replace(words, pot=""), look)
    with Image.open(io.BytesIO(png)) as drawn:
        assert drawn.width == 800
    return png == bare != poor


async def test_a_phase_whatever_its_name_is_offers_what_the_engine_offers(night: Evening) -> None:
    """The phase of High Card has the name of one of Knock Poker in which a card may be taken."""
    await seated(night, "high-card")
    assert HIGH_CARD.new_deal(HIGH_CARD.rules(), 2, Stakes(0, (20, 20)), HIGH_CARD.pack(None, 2).cards).phase.name == (
        "choose"
    )
    assert night.ann is not None
    shown = (night.live(), dm(night.you), dm(night.ann))
    assert not any("Take" in label or "discard" in label for message in shown for label in message.labels)


async def test_the_ninth_game_ends_when_all_but_one_have_folded(night: Evening) -> None:
    await seated(night, "high-card")
    first, _ = sides(night)
    await first.click(dm(first), "Fold")
    await night.until(lambda: night.table.stage == "between")
    over = (await night.ending()).text
    assert "the deal." in over
    assert " folds." in over
    assert " shows " not in over


async def test_without_the_pat_knock_the_channel_says_to_draw_and_has_no_knock(night: Evening) -> None:
    await seated(night, DRAW_FIRST.name, pat_knock=False)
    first, _ = sides(night)
    labels = night.live().labels
    assert labels[0] == "Draw stock"
    assert labels[1].startswith("Take ")
    assert labels[2:] == ["My hand"]
    assert "it’s your turn: draw a card." in night.live().text
    assert "Knock" not in dm(first).labels
    await refused(await first.command("knock"), "nobody knocks before drawing")
    await first.click(night.live(first), "Draw stock")
    await night.until(lambda: "Knock" in night.live().labels, "a knock after the draw")


async def test_with_the_pat_knock_the_channel_offers_it(night: Evening) -> None:
    await seated(night, DRAW_FIRST.name)
    assert "Knock" in night.live().labels
    assert "it’s your turn: draw a card, or knock." in night.live().text


def test_no_file_of_the_bot_or_of_the_pictures_knows_these_games() -> None:
    root = Path(__file__).parents[2]
    for folder in ("bot", "cards_img"):
        for path in (root / folder).rglob("*.*"):
            if path.suffix in {".py", ".ftl"}:
                text = path.read_text(encoding="utf-8")
                assert not any(word in text for word in (HIGH_CARD.name, DRAW_FIRST.name, "pat_knock ->"))
