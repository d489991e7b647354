"""How high the last message of a deal is on a phone, and a game's whole story behind **More**, in a real Chromium."""

from __future__ import annotations

import pytest

pytest.importorskip("selenium", reason="the browser tests need selenium: pip install -e '.[test]'")

import discord
from selenium import webdriver

from bot.ui.pages.page import Page
from bot.ui.pages.table import result_line, table_page
from bot.ui.pictures.studio import Studio
from engine.game import GAMES
from tests.e2e.browser.conftest import Stage
from tests.e2e.browser.window import NARROW, Window
from tests.kit.lab import Lab
from tests.kit.once import own_texts
from tests.kit.painters import Straight

NAMES = ["Alexandra", "Bartholomew", "Cy", "Dee", "Edda", "Felix", "Greta", "Hugo", "Ines", "Jorik"]
HIGHEST = NARROW[1]
"""Pixels: what a phone shows at once."""


async def endings(seats: int | None) -> dict[str, tuple[Page, Page]]:
    """Each game's page for the end of a deal, and the line that stays; at a table of that size, or the usual one."""
    studio, texts, found = Studio(Straight()), own_texts().for_locale("en-US"), {}
    for name, game in GAMES.items():
        usual = max(3, game.telling.recommended[0])
        count = min(seats, game.seats[-1]) if seats is not None else usual
        lab = Lab(count, game=name, names=NAMES[:count], chips=game.money.chips or 20).deal().play_out()
        lab.table.timing.next_deal_at = 1_900_000_000.0
        found[name] = await table_page(lab.snapshot, texts, studio), result_line(lab.snapshot, texts)
    return found


async def post(stage: Stage, pages: tuple[Page, ...]) -> None:
    """Sends the pages to the first channel."""
    channel = next(iter(stage.bot.guilds[0].text_channels))
    for page in pages:
        await channel.send(view=page.view(), files=page.files(), allowed_mentions=discord.AllowedMentions.none())


@pytest.mark.parametrize("seats", [None, 4, 10])
def test_the_end_of_a_deal_fits_a_phone(driver: webdriver.Chrome, stage: Stage, seats: int | None) -> None:
    window = Window.open(driver, stage.link, NARROW)
    heights = {}
    for name, (page, line) in stage.thread.run(endings(seats), 60).items():
        stage.thread.run(post(stage, (page,)))
        window.wait(lambda: _newest(window, "More"), "the message")
        heights[name] = _height(window)
        window.shot(f"ending_{name}_{seats or 'usual'}")
        stage.thread.run(post(stage, (line,)))
        window.wait(lambda: _newest(window, "Deal 1:"), "the line")
        assert _height(window) < 110, (
            "what stays of a deal is two lines: who won, and what the next shuffle is bound to"
        )
    print(heights)
    assert {name: height for name, height in heights.items() if height > HIGHEST} == {}
    assert window.faults() == []


def _newest(window: Window, text: str) -> bool:
    """Whether the newest message says that, and its pictures are there."""
    return bool(
        window.here().execute_script(
            "const m = [...document.querySelectorAll('#messages .message')].at(-1);"
            "return m && m.innerText.includes(arguments[0])"
            " && [...m.querySelectorAll('img')].every((i) => i.complete && i.naturalWidth)",
            text,
        )
    )


def _height(window: Window) -> float:
    """The newest message's height in pixels."""
    return float(
        window.here().execute_script(
            "return [...document.querySelectorAll('#messages .message')].at(-1).getBoundingClientRect().height"
        )
    )
