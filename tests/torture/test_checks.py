"""What counts as a loss."""

from __future__ import annotations

from tests.torture.checks import buttons_gone
from tests.torture.players import Tally


def test_now_and_then_a_button_is_gone_before_it_is_pressed() -> None:
    assert list(buttons_gone(Tally(gone=13, presses=100))) == []
    assert list(buttons_gone(Tally(gone=14, presses=100))) == ["14 of 100 presses were of buttons that were gone"]
