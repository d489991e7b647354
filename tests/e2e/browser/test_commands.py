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
