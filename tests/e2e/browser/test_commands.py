"""Slash commands in a real Chromium: found, filled in, checked, sent; and the first look at an empty channel."""

from __future__ import annotations

import pytest

pytest.importorskip("selenium", reason="the browser tests need selenium: pip install -e '.[test]'")

from selenium import webdriver
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from tests.e2e.browser.conftest import Stage
from tests.e2e.browser.window import NARROW, WIDE, Window


def test_an_empty_channel_greets_and_shows_what_to_type(driver: webdriver.Chrome, stage: Stage) -> None:
    for name, size, theme in (("empty", WIDE, "dark"), ("empty_light", WIDE, "light"), ("empty_phone", NARROW, "dark")):
        window = Window.open(driver, stage.link, size, theme)
        window.find(".welcome", "Welcome to #card-table!")
        window.find(".starter", "/newgame knock-poker")
        window.shot(name)
        assert "key=" not in window.here().current_url
        assert window.complaints() == []
    window.click(".starter", "/newgame knock-poker")
    assert window.find(".command-form .chip .chip-name").text == "ante"


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "phone"])
def test_a_tile_is_sent_by_one_tap(driver: webdriver.Chrome, stage: Stage, size: tuple[int, int]) -> None:
    window = Window.open(driver, stage.link, size)
    window.click(".starter", "/opentable")
    window.find(".message", "A table of 4")
    assert not window.has(".command-form")
    assert len(window.all("#messages .message")) == 1
    window.find(".spine", "/opentable")
    assert window.complaints() == []


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "phone"])
def test_options_of_a_tile_are_sent_with_a_button(
    driver: webdriver.Chrome, stage: Stage, size: tuple[int, int]
) -> None:
    window = Window.open(driver, stage.link, size)
    window.find(".starter", "/newgame knock-poker")
    assert len(window.all(".starter-options")) == 1, "only where something may be left out"
    window.click(".starter-options")
    window.find(".command-form", "/opentable")
    window.keys("seats:7")
    window.click("#send")
    window.find(".message", "A table of 7")
    assert window.complaints() == []


def test_the_tiles_of_an_empty_channel_are_read_from_the_first(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link, (360, 420))
    window.find(".starter-tile", "/opentable")
    scroller = "const s = document.querySelector('#scroller'); "
    assert window.here().execute_script(scroller + "return s.scrollHeight > s.clientHeight")
    assert window.here().execute_script(scroller + "return s.scrollTop") == 0
    assert not window.all("#jump")
    window.here().execute_script(scroller + "s.scrollTop = s.scrollHeight")
    assert not window.all("#jump")
    window.click(".starter", "/opentable")
    window.find(".message", "A table of 4")
    end = "return s.scrollHeight - s.scrollTop - s.clientHeight < 2"
    window.wait(lambda: window.here().execute_script(scroller + end), "its end")


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "phone"])
def test_slash_commands(driver: webdriver.Chrome, stage: Stage, size: tuple[int, int]) -> None:
    window = Window.open(driver, stage.link, size)
    window.click("#input")
    window.keys("/")
    window.find("#suggestions .suggestion-group", "KNOCKABOUT")
    assert window.all(".suggestion", "Discards a card of your hand")
    window.shot(f"commands_{size[0]}")
    window.keys("newgame kn")
    assert [element.text.split("\n")[0] for element in window.all(".suggestion-title")] == ["/newgame knock-pokerante"]
    window.keys(Keys.TAB)
    window.find(".suggestion-heading", "Chips that everybody pays at the start")
    assert "1 to 100" in window.find(".suggestion-heading").text
    window.keys(Keys.ENTER)
    window.find(".option-problem", "This option is required.")
    window.keys("500", Keys.TAB)
    window.find(".chip.wrong")
    window.press(Keys.SHIFT, Keys.TAB)
    window.find(".option-problem", "Must be at most 100.")
    window.keys(Keys.BACKSPACE, Keys.TAB, "rank", Keys.ENTER)
    assert [element.text for element in window.all(".suggestion")] == ["standard", "short pack", "ace to five"]
    window.keys("ace", Keys.ENTER, "pat_knock:", "Fal", Keys.ENTER, "odds:")
    window.keys("0.25", Keys.TAB)
    window.shot(f"options_{size[0]}")
    window.keys(Keys.ENTER)
    window.find(".message", "Table open: (50, 'ace to five', False, 0.25, 'none')")
    assert window.all(".spine", "/newgame knock-poker")
    window.command("/newgame knock-poker ante:3 note:hello there")
    window.find(".message", "(3, 'standard', True, 0.5, 'hello there')")
    assert window.complaints() == []


def test_commands_in_the_direct_messages_with_the_bot(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    window.click("button[aria-label='Write to Knockabout']")
    window.find(".welcome", "This is the very beginning of your direct messages")
    window.click(".starter", "/opentable")
    window.find(".message", "A table of 4")
    window.command("/opentable seats:5")
    window.find(".message", "A table of 5")
    assert window.complaints() == []


def test_autocomplete(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    window.click("#input")
    window.keys("/discard ")
    window.wait(lambda: len(window.all(".suggestion")) > 5, "the choices")
    window.keys("jack")
    window.wait(lambda: len(window.all(".suggestion")) == 4, "the choices for what is typed")
    window.shot("autocomplete")
    window.keys(Keys.ARROW_DOWN, Keys.ENTER, Keys.ENTER)
    window.find(".message", "@Alex discards the Jack of hearts")
    window.keys("/discard zzz")
    window.find(".suggestion-note", "No options match your search")


def test_commands_in_the_persons_language(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    window.click("button[aria-label='Settings']")
    Select(window.find(".settings select")).select_by_value("de")
    window.keys(Keys.ESCAPE)
    window.wait(lambda: window.here().execute_script("return document.documentElement.lang") == "de", "German")
    window.click("#input")
    window.keys("/hal")
    window.find(".suggestion", "Sagt hallo")
    window.keys(Keys.ENTER)
    window.find(".suggestion-heading", "Wen grüßen")
    window.keys("alex", Keys.ENTER, Keys.ENTER)
    window.find(".message", "Hello, @Alex!")
    assert window.all(".spine", "hat verwendet:")
    window.shot("german")


def test_a_command_without_an_answer(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    window.command("/silence")
    window.find(".sending", "Sending command…")
    window.find(".pending .failed", "The application did not respond")
    window.click(".pending button", "Dismiss message")
    window.wait(lambda: not window.has(".pending"), "it to be gone")
    window.command("/think")
    window.find(".thinking", "Knockabout is thinking…")
    window.find(".message", "Thought.")
