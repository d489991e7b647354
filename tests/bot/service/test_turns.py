"""What is told of the time of people's turns."""

from __future__ import annotations

from bot.service.customs import DAY
from bot.service.turns import SET, as_told


def test_a_turn_may_end_a_little_later_than_was_told_but_not_earlier() -> None:
    assert as_told(None, None, 0)
    assert not as_told(None, 5.0, 300)
    assert not as_told(5.0, None, 0)
    assert as_told(1000.0, 1000.0 + 0.009 * DAY, DAY)
    assert not as_told(1000.0, 1000.0 + 0.011 * DAY, DAY)
    assert not as_told(1000.0, 997.0, DAY)
    assert as_told(1000.0, 1000.0 + SET, 30)
