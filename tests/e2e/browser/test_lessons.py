"""A first deal with a coach in a real Chromium, on a phone, by taps alone."""

from __future__ import annotations

import pytest

pytest.importorskip("selenium", reason="the browser tests need selenium: pip install -e '.[test]'")

from selenium import webdriver

from engine.game import GAMES
from tests.bot.ui.pages.test_lesson import written
from tests.e2e.browser.conftest import RealBot
from tests.e2e.browser.test_games import FAULTS, LOADED
from tests.e2e.browser.window import NARROW, Window

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@pytest.mark.parametrize("game", ["knock-poker", "crummy"])
def test_a_lesson_is_gone_through_by_taps(game: str, real_bot: RealBot, driver: webdriver.Chrome) -> None:
    you = Window.open(driver, real_bot.channel(f"lesson-{game}"))
    you.find(".starter", "/learn")
    you.command(f"/learn game:{game}")
    you.find("#messages .message", "in your direct messages")
    you.click(".channel.dm")
    you.find("#messages .message", "step 1 of 8")
    you.resize(*NARROW)
    lesson = GAMES[game].telling.lesson
    assert lesson is not None
    for number, (_, step) in enumerate(lesson.steps[:-1]):
        what = "next=" if step.do is None else f"{step.do.do}={written(step.do)}"
        you.wait(lambda: you.here().execute_script(LOADED), "the pictures")
        you.wait(lambda: not you.here().execute_script(FAULTS), "nothing that sticks out")
        button = f'[data-custom="kb:0:0.0:lesson:{game}.{number}.{what}"]'
        if you.all(button):
            you.click(button)
        else:
            assert step.do is not None
            held = written(step.do)
            lists = [f'[data-custom="kb:0:0.0:lesson:{game}.{number}.{step.do.do}=?{of}"]' for of in (held[1:], "")]
            you.click(next(css for css in lists if you.all(css)))
            you.click(".select-popup .option", held[0].replace("T", "10") + SIGNS[held[1:]])
        you.find("#messages .message", "that’s it" if number == 7 else f"step {number + 2} of 8")
    assert you.faults() == []
