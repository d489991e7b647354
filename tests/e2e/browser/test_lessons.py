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

GAME = "knock-poker"


def test_a_lesson_is_gone_through_by_taps(real_bot: RealBot, driver: webdriver.Chrome) -> None:
    you = Window.open(driver, real_bot.channel("lesson"))
    you.find(".starter", "/learn")
    you.command(f"/learn game:{GAME}")
    you.find("#messages .message", "in your direct messages")
    you.click(".channel.dm")
    you.find("#messages .message", "step 1 of 8")
    you.resize(*NARROW)
    lesson = GAMES[GAME].telling.lesson
    assert lesson is not None
    for number, (_, step) in enumerate(lesson.steps[:-1]):
        what = "next=" if step.do is None else f"{step.do.do}={written(step.do)}"
        you.wait(lambda: you.here().execute_script(LOADED), "the pictures")
        you.wait(lambda: not you.here().execute_script(FAULTS), "nothing that sticks out")
        button = f'[data-custom="kb:0:0.0:lesson:{GAME}.{number}.{what}"]'
        if you.all(button):
            you.click(button)
        else:
            you.click(f'[data-custom="kb:0:0.0:lesson:{GAME}.{number}.fold=?"]')
            you.click(".select-popup .option", "3♦")
        you.find("#messages .message", "that’s it" if number == 7 else f"step {number + 2} of 8")
    assert you.faults() == []
