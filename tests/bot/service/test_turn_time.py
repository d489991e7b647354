"""The time of one turn, in numbers."""

from __future__ import annotations

import pytest

from bot.service.customs import BANK, BRIEF, DAY, FREE, LEFT_AFTER_BRIEF, LONG, UNHURRIED
from bot.service.model import Turn
from bot.service.turn_time import Time, TurnTime


def turn(whole: float, drawn: float = 0.0) -> TurnTime:
    """A turn that begins at second 100."""
    time = TurnTime.begin(Turn(1, 0), 1, whole, drawn)
    time.go_on(100, 0)
    return time


def test_a_turn_has_its_whole_time_and_half_of_it_is_free() -> None:
    time = turn(300)
    assert (time.left(100), time.left(350), time.left(1000)) == (300, 50, 0)
    assert [time.slow(at) for at in (100, 249, 250)] == [False, False, True]
    assert [time.drawn(at) for at in (100, 250, 300, 400, 999)] == [0, 0, 50, 150, 150]
    assert [time.over(at) for at in (399, 400)] == [False, True]


def test_a_time_bank_that_is_empty_leaves_a_turn_what_is_free() -> None:
    whole, bank = 300, BANK * 300
    assert turn(whole, bank - 100).limit == FREE * whole + 100
    assert turn(whole, bank).limit == turn(whole, bank + 50).limit == FREE * whole


def test_whatever_somebody_does_a_deals_turns_take_no_more_than_is_free_and_the_bank() -> None:
    drawn, turns = 0.0, 40
    taken = 0.0
    for _ in range(turns):
        time = turn(300, drawn)
        taken += time.limit
        drawn += time.drawn(100 + time.limit)
    assert taken == pytest.approx(turns * FREE * 300 + BANK * 300)


def test_without_a_limit_nothing_is_over_or_drawn_but_a_turn_gets_slow() -> None:
    time = turn(0)
    assert (time.left(1e9), time.over(1e9), time.drawn(1e9), time.reminders(1e9)) == (None, False, 0, 0)
    assert (time.slow(100 + UNHURRIED - 1), time.slow(100 + UNHURRIED)) == (False, True)
    assert (time.next(100), time.next(100 + UNHURRIED)) == (UNHURRIED, None)


def test_a_long_turn_is_reminded_of_at_half_and_when_a_tenth_is_left() -> None:
    time = turn(DAY)
    assert [time.reminders(100 + at) for at in (DAY / 2 - 1, DAY / 2, DAY * 0.9 - 1, DAY * 0.9)] == [0, 1, 1, 2]
    assert turn(LONG).reminders(100 + LONG) == 0


def test_the_next_moment_is_the_nearest_that_is_still_to_come() -> None:
    time = turn(DAY)
    assert time.next(100) == DAY / 2
    assert time.next(100 + DAY / 2) == pytest.approx(DAY * 0.4)
    assert time.next(100 + DAY * 0.9) == pytest.approx(DAY * 0.1)
    assert time.next(100 + 2 * DAY) == 0


def test_after_an_interruption_a_turn_has_its_whole_time_again() -> None:
    time = turn(300)
    time.stop(390)
    assert time.left(9999) == 10
    time.go_on(9999, 1)
    assert (time.left(9999), time.drawn(9999)) == (300, 0)


@pytest.mark.parametrize(
    ("lasted", "stood", "still", "left"),
    [
        (100, BRIEF, 0, 200 - BRIEF),
        (100, 10, BRIEF - 10, 200 - BRIEF),  # also while the bot did not run
        (100, 10, BRIEF - 9, 300),
        (300 - LEFT_AFTER_BRIEF - 20, 20, 0, LEFT_AFTER_BRIEF),
        (300 - LEFT_AFTER_BRIEF - 20, 21, 0, 300),
    ],
)
def test_after_a_brief_interruption_a_turn_ends_when_it_was_told_to_if_enough_is_left(
    lasted: float, stood: float, still: float, left: float
) -> None:
    time = turn(300)
    time.stop(100 + lasted)
    time.still = still
    time.go_on(1000, stood)
    assert time.left(1000) == left


def test_a_long_turn_keeps_what_was_left_over_a_short_interruption_and_an_hour_at_least() -> None:
    time = turn(DAY)
    time.stop(100 + DAY / 2)
    time.go_on(DAY, BRIEF + 1)
    assert time.left(DAY) == DAY / 2
    time.stop(2 * DAY)
    time.go_on(2 * DAY, 60)
    assert time.left(2 * DAY) == LONG
    time.stop(2 * DAY + 1)
    time.go_on(3 * DAY, LONG)
    assert time.left(3 * DAY) == DAY, "so long an interruption begins it anew"


def test_a_turn_that_runs_goes_on_as_it_is_and_one_that_stands_isnt_stopped_twice() -> None:
    time = turn(300)
    time.go_on(200, 9999)
    assert time.left(200) == 200
    time.stop(200)
    time.stop(5000)
    assert time.left(5000) == 200


async def test_the_machines_time_goes_on() -> None:
    time = Time()
    before = time.running()
    await time.sleep(0)
    assert time.running() >= before
    assert time.now() > 1_700_000_000
