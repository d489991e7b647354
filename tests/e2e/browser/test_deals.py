"""Whole deals of Knock Poker with `python -m bot` in a real Chromium: by clicks, by keyboard, in two windows."""

from __future__ import annotations

import time

import pytest

pytest.importorskip("selenium", reason="the browser tests need selenium: pip install -e '.[test]'")

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.keys import Keys

from tests.e2e.browser.conftest import RealBot
from tests.e2e.browser.window import NARROW, WIDE, Window

LONGEST = 90.0  # seconds for a deal, on a busy machine

# What the newest private hand offers, and whether the deal is over: read in one go, because all of it moves.
_STATE = """
    const label = (e) => e.textContent.trim();
    const me = document.querySelector(".me-card")?.getAttribute("aria-label").match(/You are (.*?)\\. /)?.[1];
    const free = (e) => !e.disabled && e.getAttribute("aria-disabled") !== "true";
    const hands = [...document.querySelectorAll("#messages .message.ephemeral:has(.container)")];
    const buttons = hands.length ? [...hands.at(-1).querySelectorAll(".components .button")].filter(free) : [];
    const table = [...document.querySelectorAll("#messages .message:not(.ephemeral):has(.container)")].at(-1);
    return {over: Boolean(table) && [...table.querySelectorAll(".button")].some((b) => label(b) === "Next deal"),
            hand: buttons.map(label),
            drawn: buttons.map(label).filter((text) => text.endsWith("· new")),
            called: Boolean(table) && table.innerText.includes(`${me}, it’s your turn`),
            busy: Boolean(document.querySelector(".button.loading"))};
"""


class ByClicks:
    """Plays with the buttons of the private hand; knocks as soon as it may after some turns."""

    def __init__(self, window: Window, knock_after: int = 1) -> None:
        self.window = window
        self.left = knock_after
        self.shots: set[str] = set()

    def shot(self, name: str) -> None:
        """A picture of each kind of moment, once."""
        if name not in self.shots:
            self.shots.add(name)
            self.window.shot(f"{name}_{self.window.here().execute_script('return innerWidth')}")

    def step(self) -> bool:
        """Do what can be done now. True where the deal is over."""
        try:
            return self._step()
        except (WebDriverException, AssertionError):
            return False  # drawn anew under the click: look again

    def _step(self) -> bool:
        state = self.window.here().execute_script(_STATE)
        if state["over"]:
            return True
        if state["busy"]:
            return False
        hand = state["hand"]
        if "Yes" in hand:  # really knock?
            self._press("Yes")
        elif "Knock" in hand and self.left <= 0:
            self.shot("deal_knock")
            self._press("Knock")
        elif "Draw stock" in hand:
            self.left -= 1
            self.shot("deal_draw")
            self._press("Draw stock")
        elif state["drawn"]:
            self.shot("deal_discard")
            self._press(state["drawn"][-1])
        elif "Stay" in hand:
            self._press("Stay")
        elif state["called"]:
            self.window.find(".message:not(.ephemeral) .button", "My hand", 0.5).click()
            time.sleep(0.3)
        return False

    def _press(self, label: str) -> None:
        buttons = self.window.all(".message.ephemeral:has(.container) .button", label)
        if not buttons:
            return  # drawn anew meanwhile: look again
        buttons[-1].click()
        time.sleep(0.25)


def play(*players: ByClicks) -> None:
    """All of them in turn until the deal is over for each."""
    end = time.monotonic() + LONGEST
    playing = list(players)
    while playing:
        playing = [player for player in playing if not player.step()]
        assert time.monotonic() < end, [player.window.shot("failed_deal") for player in playing]
        time.sleep(0.1)


def open_table(window: Window, *, computer: bool = True) -> None:
    """From an empty channel to a lobby."""
    window.click(".starter", "/newgame knock-poker")
    window.find(".container", "Knock Poker")
    if computer:
        window.click(".button", "Add computer player")
        window.find(".container", "2 players sit at the table")


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "phone"])
def test_a_whole_deal_by_clicks(driver: webdriver.Chrome, real_bot: RealBot, size: tuple[int, int]) -> None:
    started = time.monotonic()
    window = Window.open(driver, real_bot.channel(f"clicks-{size[0]}"), size)
    window.find(".starter", "/newgame knock-poker")
    open_table(window)
    window.shot(f"lobby_{size[0]}")
    window.click(".button", "Start")
    window.click(".message:not(.ephemeral) .button", "My hand")
    window.find(".message.ephemeral img[alt]")
    print(f"From the first look to the cards: {time.monotonic() - started:.1f} s")
    play(ByClicks(window))
    window.find(".container", "More")
    window.shot(f"showdown_{size[0]}")
    for picture in window.all(".message img:not(.emoji)"):
        assert picture.get_attribute("alt"), "a picture of the game without a text"
    window.click(".message:not(.ephemeral) .button", "Next deal")
    window.find(".container", "deal 2")
    assert window.here().execute_script("return document.documentElement.scrollWidth <= innerWidth")
    assert window.faults() == []


def reach(window: Window, label: str) -> None:
    """Go backwards with the keyboard alone to the newest control with this label, and press Enter."""

    def found() -> bool:
        window.keys(Keys.F6)  # wherever the focus was, into a known part
        window.here().execute_script("document.querySelector('#input').focus()")
        for _ in range(40):
            window.press(Keys.SHIFT, Keys.TAB)
            focus = window.focused()
            if focus["tag"] == "BUTTON" and label == focus["text"].strip():
                window.keys(Keys.ENTER)
                return True
        return False

    window.wait(found, f"the keyboard to reach {label!r}", 20)


def test_a_whole_deal_by_keyboard(driver: webdriver.Chrome, real_bot: RealBot) -> None:
    window = Window.open(driver, real_bot.channel("keyboard"))
    window.find(".starter", "/newgame knock-poker")
    window.keys("/newgame knock-p")
    window.find("#suggestions .suggestion", "/newgame knock-poker")
    window.keys(Keys.ENTER)
    window.find(".command-form", "/newgame knock-poker")
    window.keys("chips:40", Keys.ENTER)
    window.find(".container", "40 chips")
    reach(window, "Add computer player")
    window.find(".container", "2 players sit at the table")
    reach(window, "Start")
    window.find(".container", "deal 1")
    reach(window, "My hand")
    window.find(".message.ephemeral img")
    window.shot("keyboard_hand")
    end = time.monotonic() + LONGEST
    draws = 0
    while not (state := window.here().execute_script(_STATE))["over"]:
        assert time.monotonic() < end, window.shot("failed_keyboard")
        if "Draw stock" in state["hand"]:
            draws += 1
            if draws == 1:
                reach(window, "Draw stock")
                window.wait(lambda: window.here().execute_script(_STATE)["drawn"], "the card drawn")
            else:
                window.command("/draw from:stock")
        elif state["drawn"]:
            if draws == 2 and "Knock" in state["hand"]:
                window.command("/knock")
            window.here().execute_script("document.querySelector('#input').focus()")
            window.keys("/discard ")
            window.find("#suggestions .suggestion")
            window.keys(Keys.ARROW_DOWN, Keys.ENTER, Keys.ENTER)
            window.wait(lambda: not window.has(".command-form"), "the command to be sent")
            window.wait(lambda: not window.has(".pending"), "the command to be answered")
        elif state["called"]:
            window.command("/hand")
        time.sleep(0.3)
    window.find(".container", "More")
    window.shot("keyboard_showdown")
    assert window.faults() == []


def test_two_windows_at_one_table(driver: webdriver.Chrome, real_bot: RealBot) -> None:
    table = real_bot.channel("two-windows")
    you = Window.open(driver, table)
    open_table(you, computer=False)
    you.click(".me-card")
    you.click(".menu button", "Manage people…")
    you.click(".dialog button", "Invite a guest")
    link = you.find(".person-card[aria-label=Ann] a[target=_blank]").get_attribute("href")
    you.keys(Keys.ESCAPE)
    assert link
    ann = Window.open(driver, link + "#" + table.split("#")[1], NARROW)
    ann.click(".button", "Join")
    you.find(".container", "2 players sit at the table")
    you.click(".button", "Start")
    for window in (you, ann):
        window.click(".message:not(.ephemeral) .button", "My hand")
        window.find(".message.ephemeral img[alt]")
    hands = [window.all(".message.ephemeral img")[-1].get_attribute("alt") for window in (you, ann)]
    assert hands[0] != hands[1]
    assert all(len(window.all(".message.ephemeral:has(.container)")) == 1 for window in (you, ann))
    play(ByClicks(you, 2), ByClicks(ann, 3))
    for window in (you, ann):
        window.find(".container", "More")
    assert you.find(".channel.dm .badge")  # the hand was sent by direct message too
    you.shot("two_windows_you")
    ann.shot("two_windows_ann")
    assert you.faults() == []


def test_what_was_said_and_played_is_there_after_a_restart(driver: webdriver.Chrome, real_bot: RealBot) -> None:
    window = Window.open(driver, real_bot.channel("restart"))
    window.say("Who plays?")
    window.command("/newgame knock-poker")
    window.click(".button", "Add computer player")
    window.find(".container", "2 players sit at the table")
    real_bot.restart()
    window.wait(lambda: not window.all("#line"), "the line to be back")
    window.find(".message", "Who plays?")
    window.click(".button", "Start")
    window.click(".message:not(.ephemeral) .button", "My hand")
    window.find(".message.ephemeral img[alt]")
