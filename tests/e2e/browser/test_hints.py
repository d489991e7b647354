"""A hint and what can be done, by taps in a real Chromium, at a desk and on a phone."""

from __future__ import annotations

import pytest

pytest.importorskip("selenium", reason="the browser tests need selenium: pip install -e '.[test]'")

from selenium import webdriver

from tests.e2e.browser.conftest import RealBot
from tests.e2e.browser.test_one_place import LOT, SIZES, to_the_cards
from tests.e2e.browser.window import Window


@SIZES
@pytest.mark.parametrize("dealt", [LOT], indirect=True)
def test_a_hint_and_what_can_be_done_are_a_tap_away(
    driver: webdriver.Chrome, dealt: RealBot, size: tuple[int, int]
) -> None:
    window = Window.open(driver, dealt.channel(f"hint-{size[0]}"), size)
    to_the_cards(window, "knock-poker")
    window.click(".message.ephemeral .button", "Hint")
    window.find(".message.ephemeral", "unseen cards")  # also of a rule of thumb, on a busy machine
    window.shot(f"hint_{size[0]}")
    window.click(".message.ephemeral .button", "What can I do?")
    window.find(".message.ephemeral", "Draw from the stock:")
    window.shot(f"can_{size[0]}")
    assert window.faults() == []
