"""How high the last message of a deal is on a phone, and a game's whole story behind **More**, in a real Chromium."""

from __future__ import annotations

import pytest

pytest.importorskip("selenium", reason="the browser tests need selenium: pip install -e '.[test]'")

from selenium import webdriver

from bot.service.model import BestHand, Evening, LargestWin, Winnings
from bot.ui.pages.page import Page
from bot.ui.pages.table import result_line, table_page
from engine.cards import Rank, cards
from engine.events import HandShown
from engine.game import GAMES
from engine.parts.hands import HandName
from tests.e2e.browser.conftest import Stage
from tests.e2e.browser.messages import height, newest, post
from tests.e2e.browser.window import NARROW, Window
from tests.kit.lab import Lab
from tests.kit.once import own_texts
from tests.kit.painters import Straight, patient

NAMES = ["Alexandra", "Bartholomew", "Cy", "Dee", "Edda", "Felix", "Greta", "Hugo", "Ines", "Jorik"]
HIGHEST = NARROW[1]
"""Pixels: what a phone shows at once."""
MARGIN = 40
"""Pixels that the summary of a closed table leaves, for names that are longer."""


async def endings(seats: int | None) -> dict[str, tuple[Page, Page]]:
    """Each game's page for the end of a deal, and the line that stays; at a table of that size, or the usual one."""
    studio, texts, found = patient(Straight()), own_texts().for_locale("en-US"), {}
    for name, game in GAMES.items():
        usual = max(3, game.telling.recommended[0])
        count = min(seats, game.seats[-1]) if seats is not None else usual
        lab = Lab(count, game=name, names=NAMES[:count], chips=game.money.chips or 20).deal().play_out()
        lab.table.timing.next_deal_at = 1_900_000_000.0
        found[name] = await table_page(lab.snapshot, texts, studio), result_line(lab.snapshot, texts)
    return found


async def closing(count: int) -> Page:
    """What a table with that many people came to, with a deal of the evening and another best hand."""
    lab = Lab(count, names=NAMES[:count]).deal().play_out()
    lab.table.closed = True
    people = tuple(Winnings(name, 40 - 10 * i, max(0, 6 - i), 9) for i, name in enumerate(NAMES[:count]))
    pair, two = HandName("pair", (Rank.ACE,)), HandName("two_pairs", (Rank.KING, Rank.SEVEN))
    largest = LargestWin((NAMES[0],), 24, 9, HandShown(0, cards("KS KH 7C 7D 4C"), two))
    lab.table.evening = Evening(people, BestHand(NAMES[1], pair, cards("AS AH 2C 3C 4C"), 7), largest)
    return await table_page(lab.snapshot, own_texts().for_locale("en-US"), patient(Straight()))


@pytest.mark.parametrize("seats", [None, 4, 10])
def test_the_end_of_a_deal_fits_a_phone(driver: webdriver.Chrome, stage: Stage, seats: int | None) -> None:
    window = Window.open(driver, stage.link, NARROW)
    heights = {}
    for name, (page, line) in stage.thread.run(endings(seats), 60).items():
        stage.thread.run(post(stage, (page,)))
        window.wait(lambda: newest(window, "More"), "the message")
        heights[name] = height(window)
        window.shot(f"ending_{name}_{seats or 'usual'}")
        stage.thread.run(post(stage, (line,)))
        window.wait(lambda: newest(window, "Deal 1:"), "the line")
        assert height(window) < 110, "what stays of a deal is two lines: who won, and what the next shuffle is bound to"
    print(heights)
    assert {name: height for name, height in heights.items() if height > HIGHEST} == {}
    assert window.faults() == []


@pytest.mark.parametrize("count", [3, 5])
def test_what_a_table_came_to_fits_a_phone(driver: webdriver.Chrome, stage: Stage, count: int) -> None:
    window = Window.open(driver, stage.link, NARROW)
    stage.thread.run(post(stage, (stage.thread.run(closing(count), 60),)))
    window.wait(lambda: newest(window, "Rematch"), "the message")
    window.shot(f"closing_{count}")
    assert height(window) < HIGHEST - MARGIN
