"""How high the pages that explain are on a phone, in Chromium: a game in five lines, what beats what, the help."""

from __future__ import annotations

import pytest

pytest.importorskip("selenium", reason="the browser tests need selenium: pip install -e '.[test]'")

from selenium import webdriver

from bot.ui.pages.help import HOSTS, help_page
from bot.ui.pages.page import Page
from bot.ui.pages.rules import BEATS, rules_page
from engine.game import GAMES
from tests.e2e.browser.conftest import Stage
from tests.e2e.browser.messages import count, height, newest, post
from tests.e2e.browser.window import NARROW, Window
from tests.kit.once import own_texts
from tests.kit.painters import Straight, patient

# What there is between the channel's name and the words in the input.
_ROOM = "return document.querySelector('#scroller').clientHeight"


async def pages() -> dict[str, Page]:
    """What is read first of each game, with its pictures, and the help."""
    studio, texts = patient(Straight()), own_texts().for_locale("en-US")
    found = {
        f"{name}{page and ' ' + page}": await rules_page(name, None, texts, studio, page)
        for name in GAMES
        for page in ("", BEATS)
    }
    return found | {"help": help_page(texts), "help for hosts": help_page(texts, HOSTS)}


def test_what_explains_fits_a_phone(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link, NARROW)
    room, heights = float(window.here().execute_script(_ROOM)), {}
    for name, page in stage.thread.run(pages(), 60).items():
        before = count(window)
        stage.thread.run(post(stage, (page,)))
        label = next(reversed(page.rows[-1])).label
        window.wait(lambda: count(window) > before and newest(window, label), "the message")  # noqa: B023
        heights[name] = height(window)
        window.shot(f"reading_{name.replace(' ', '_')}")
    print(room, heights)
    assert {name: found for name, found in heights.items() if found > room} == {}
    assert window.faults() == []
