"""The menu of a message in a real Chromium: by a right click, by a long press, and by its button."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="the browser tests need selenium: pip install -e '.[test]'")

from selenium import webdriver
from selenium.webdriver import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.e2e.browser.conftest import RealBot
from tests.e2e.browser.window import NARROW, WIDE, Window

MANAGE = "Manage this table"


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealBot]:
    bot = RealBot(Path(tmp_path_factory.mktemp("menus")), thinking_processes="0")
    bot.start()
    yield bot
    bot.stop()


def right_click(window: Window, message: WebElement) -> None:
    ActionChains(window.here()).context_click(message).perform()


def long_press(window: Window, message: WebElement) -> None:
    finger = PointerInput("touch", "finger")
    actions = ActionBuilder(window.here(), mouse=finger)
    actions.pointer_action.move_to(message).pointer_down().pause(0.8).pointer_up()
    actions.perform()


def more(window: Window, message: WebElement) -> None:
    ActionChains(window.here()).move_to_element(message).perform()
    window.click(".message:hover .actions [aria-label=More]")


@pytest.mark.parametrize(
    ("size", "opened"),
    [(WIDE, right_click), (NARROW, long_press), (WIDE, more)],
    ids=["right click", "long press", "button"],
)
def test_the_hosts_panel_opens_from_the_menu_of_the_tables_message(
    driver: webdriver.Chrome, bot: RealBot, size: tuple[int, int], opened
) -> None:
    window = Window.open(driver, bot.channel(f"menu-{opened.__name__.replace('_', '-')}"), size)
    window.command("/newgame dompe")
    window.find("button", "Join")
    opened(window, window.find("#messages .message .author"))
    window.find("[role=menu]", MANAGE)
    window.click("[role=menuitem]", MANAGE)
    window.find(".message.ephemeral", "manage the table")
    window.find(".message.ephemeral .spine .mention", MANAGE)
    assert not window.has("[role=menu]")
    assert window.complaints() == []


def test_the_menu_closes_and_has_the_ordinary_entries(driver: webdriver.Chrome, bot: RealBot) -> None:
    window = Window.open(driver, bot.channel("menu-words"), WIDE)
    window.say("Who plays?")
    right_click(window, window.find("#messages .message .content"))
    window.find("[role=menuitem]", "Copy text")
    window.keys(Keys.ESCAPE)
    window.wait(lambda: not window.has("[role=menu]"), "the menu to close")
    right_click(window, window.find("#messages .message .content"))
    window.click("[role=menuitem]", MANAGE)
    window.find(".message.ephemeral", "There’s no table in this channel")
    assert window.complaints() == []
