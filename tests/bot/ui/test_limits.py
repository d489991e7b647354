"""How much one person may ask for: nothing is lost, nothing fails, and it is told once."""

from __future__ import annotations

import asyncio
import logging

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.local.testing.driver import Person
from bot.local.testing.seen import Seen
from bot.service.model import Turn
from bot.ui import limits
from bot.ui.limits import BURST, HELD, LETTERS, Limits, Rates
from tests.bot.ui.evening import Evening, dm, sides
from tests.kit.time import Clock

TOO_FAST = "faster than I can follow"
ANN, BO = 1, 2


@pytest.fixture
def clock() -> Clock:
    return Clock(100.0)


def test_who_is_held_is_told_once_and_goes_on_after_it(clock: Clock) -> None:
    known = Limits(Rates(acts=60), clock)
    assert [known.asks(ANN) for _ in range(int(BURST))] == [None] * int(BURST)
    first = known.asks(ANN)
    assert first is not None
    assert (first.first, first.seconds) == (True, HELD)
    clock.now += 1
    again = known.asks(ANN)
    assert again is not None
    assert (again.first, again.seconds) == (False, HELD - 1)
    assert known.asks(BO) is None, "others are not held"
    clock.now += HELD - 1
    assert [known.asks(ANN) for _ in range(int(HELD))] == [None] * int(HELD)
    told = known.asks(ANN)
    assert told is not None
    assert told.first


def test_pictures_are_counted_when_they_were_sent(clock: Clock) -> None:
    known = Limits(Rates(acts=6000, pictures=60), clock)
    known.got(ANN, int(BURST) + 10)
    held = known.asks(ANN)
    assert held is not None
    assert held.seconds == pytest.approx(11)
    clock.now += 11
    assert known.asks(ANN) is None


def test_who_types_without_pause_is_suggested_nothing_for_a_while_and_is_not_held(clock: Clock) -> None:
    known = Limits(Rates(acts=60), clock)
    most = int(LETTERS * BURST)
    assert [known.types(ANN) for _ in range(most + 3)] == [True] * most + [False] * 3
    assert known.types(BO)
    assert known.asks(ANN) is None, "a command is done all the same"
    clock.now += 1
    assert [known.types(ANN) for _ in range(LETTERS + 1)] == [True] * LETTERS + [False]


def test_nothing_is_suggested_to_who_is_held(clock: Clock) -> None:
    known = Limits(Rates(acts=60), clock)
    while known.asks(ANN) is None:
        pass
    assert not known.types(ANN)
    clock.now += HELD
    assert known.types(ANN)


def test_without_a_rate_nobody_is_held(clock: Clock) -> None:
    known = Limits(Rates(), clock)
    for _ in range(10_000):
        known.got(ANN, 3)
        assert known.asks(ANN) is None
        assert known.types(ANN)


def test_two_taps_a_turn_and_fast_practice_are_never_held(clock: Clock) -> None:
    """As the settings have it: two taps a second for a minute, each with a picture of the hand now and then of the
    table; and one a second with both pictures for an hour."""
    from bot.config import Settings

    fields = Settings.model_fields
    rates = Rates(fields["acts_per_minute"].default, fields["pictures_per_minute"].default)
    known = Limits(rates, clock)
    for _ in range(3600):
        assert known.asks(ANN) is None
        known.got(ANN, 2)
        clock.now += 1
    clock.now += 60
    for tap in range(30):
        assert known.asks(ANN) is None
        known.got(ANN, 2 if tap % 2 else 1)
        clock.now += 0.5


@pytest.mark.parametrize("rates", [Rates(acts=2), Rates(pictures=2), Rates(acts=0.1), Rates(pictures=0.1)])
def test_also_with_the_lowest_rates_something_is_done(clock: Clock, rates: Rates) -> None:
    known = Limits(rates, clock)
    for _ in range(3):
        assert known.asks(ANN) is None
        known.got(ANN, 1)
        held = known.asks(ANN)
        assert held is not None
        clock.now += held.seconds + 0.001


def test_memory_is_bounded(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_KNOWN", 100)
    known = Limits(Rates(acts=60), clock)
    for _ in range(int(BURST) + 1):
        known.asks(ANN)
    for person in range(1000, 3000):
        known.asks(person)
        known.asks(ANN)
        assert len(known) <= 100
    assert known.asks(ANN) is not None, "whoever is busy is not forgotten"


@settings(max_examples=200, deadline=None)
@given(
    st.floats(1, 600),
    st.lists(st.tuples(st.floats(0, 30), st.integers(1, 40)), max_size=40),
)
def test_never_more_is_done_than_the_rate_and_what_may_come_at_once(
    rate: float, bursts: list[tuple[float, int]]
) -> None:
    clock = Clock(100.0)
    known, done, began = Limits(Rates(acts=rate), clock), 0, clock.now
    for pause, presses in bursts:
        clock.now += pause
        done += sum(known.asks(ANN) is None for _ in range(presses))
    assert done <= rate / 60 * (BURST + clock.now - began) + 1


# -- through the whole client


@pytest.fixture
def clock_of(two: Evening) -> Clock:
    """Of the bot's limits: four presses at once."""
    clock = Clock(100.0)
    two.client.desk.limits = Limits(Rates(acts=12), clock)
    return clock


def told(person: Person) -> list[Seen]:
    return [message for message in [*person.messages(), *person.dms()] if TOO_FAST in message.text]


async def pressed(person: Person, message: Seen, label: str, times: int) -> None:
    """Presses and waits for Discord's word on each; raises where one failed."""
    for _ in range(times):
        await person.click(message, label)


async def test_a_press_beyond_the_limit_is_answered_and_does_nothing(
    two: Evening, clock_of: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    first, other = sides(two)
    live = two.live(first)
    with caplog.at_level(logging.INFO, "bot.acts"):
        await pressed(first, live, "My hand", 4)
        turn = two.table.turn
        for _ in range(6):
            await first.click(live, "Draw stock")
    assert two.table.turn == turn
    await first.until(lambda: told(first), "the sentence")
    assert len(told(first)) == 1
    assert told(first)[0].ephemeral
    assert "next 5 seconds" in told(first)[0].text
    assert not told(other)
    assert caplog.text.count("too_fast") == 1
    clock_of.now += HELD
    await first.click(two.live(first), "Draw stock")
    await two.after(turn)
    assert two.table.turn == Turn(turn.deal, turn.seq + 1)
    assert len(told(first)) == 1


async def test_a_panel_and_a_form_beyond_the_limit(two: Evening, clock_of: Clock) -> None:
    first, _ = sides(two)
    panel = dm(first)
    for _ in range(4):
        await first.command("help")
    before = panel.payload
    turn = two.table.turn
    for _ in range(3):
        answer = await first.click(panel, "Draw stock")
        assert answer.kind == "deferred_update"
    await first.until(lambda: told(first), "the sentence")
    assert two.table.turn == turn
    assert panel.payload["components"] == before["components"]
    assert len(told(first)) == 1


async def test_every_command_beyond_the_limit_is_answered_privately(two: Evening, clock_of: Clock) -> None:
    first, _ = sides(two)
    answers = await asyncio.gather(*(first.command("chips") for _ in range(9)))
    assert all(answer.shown.ephemeral for answer in answers)
    assert sum(TOO_FAST in answer.text for answer in answers) == 5
    assert not [message for message in first.messages() if message.thinking]
    answer = await first.command("newgame knock-poker")
    assert TOO_FAST in answer.text
    clock_of.now += HELD
    assert TOO_FAST not in (await first.command("chips")).text


async def test_pictures_in_answers_count(two: Evening) -> None:
    first, _ = sides(two)
    clock = Clock(100.0)
    two.client.desk.limits = Limits(Rates(pictures=15), clock)
    live = two.live(first)
    sent = 0
    while not told(first):
        await first.click(live, "My hand")
        await two.until(lambda: not two.client.desk.serving._tasks, "the whole answer")
        sent += 1
        assert sent < 12
    # one more where a slow machine brings the refusal late
    assert 2 <= sent <= 7, "five pictures at once, one or two an answer"


async def test_it_holds_in_all_servers_and_direct_messages(two: Evening, clock_of: Clock) -> None:
    first, _ = sides(two)
    await pressed(first, two.live(first), "My hand", 4)
    answer = await first.command("help", channel="dm")
    assert TOO_FAST in answer.text


async def test_who_asks_for_too_much_is_suggested_nothing_at_any_option(two: Evening, clock_of: Clock) -> None:
    first, _ = sides(two)
    await two.you.command("house save", name="Friday")  # takes one of the four that are allowed at once
    assert [each.value for each in await two.you.autocomplete("house delete", "name", "Fri")] == ["Friday"]
    assert await first.autocomplete("newgame knock-poker", "preset", "")
    await first.command("draw", from_="stock")
    assert await first.autocomplete("discard", "card", "")
    for person in (first, two.you):
        for _ in range(5):
            await person.command("help")
    assert await first.autocomplete("discard", "card", "") == []
    assert await two.you.autocomplete("house delete", "name", "Fri") == []
    assert await two.you.autocomplete("newgame knock-poker", "preset", "") == []
    clock_of.now += HELD
    assert await first.autocomplete("discard", "card", "")
