"""The clock goes forward without waiting, and what depends on it with it."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from bot.local import LocalDiscord
from bot.local.clock import Clock
from bot.local.testing.driver import People
from bot.local.testing.seen import DriverError, InteractionFailedError
from tests.bot.local.conftest import Caller
from tests.bot.local.interactions.conftest import Desk


def test_a_clock_goes_on_from_where_it_was_moved_to() -> None:
    clock, moves = Clock(lambda: 100.0), []
    clock.listen(lambda: moves.append(clock()))
    clock.forward(60)
    clock.forward(0.5)
    assert (clock(), clock.ahead, moves) == (160.5, 60.5, [160.0, 160.5])
    with pytest.raises(ValueError, match="only goes forward"):
        clock.forward(-1)


async def test_what_is_said_after_a_move_is_so_much_younger(server: LocalDiscord, people: People) -> None:
    you = await people.host()
    before = await you.say("before")
    await you.forward(3 * 3600)
    after = await you.say("after")
    first, second = (datetime.fromisoformat(m.payload["timestamp"]) for m in (before, after))
    assert timedelta(hours=3) <= second - first < timedelta(hours=3, minutes=1)
    assert [m.content for m in you.messages()] == ["before", "after"]


async def test_a_test_in_the_servers_process_moves_it_too(desk: Desk) -> None:
    interaction = await desk.command()
    await desk.answer(interaction, 4, {"content": "one"})
    desk.call.server.forward(901)
    status, error = await desk.hook("PATCH", interaction, "/messages/@original", {"content": "two"})
    assert (status, error["code"]) == (401, 50027)


async def test_an_interaction_without_an_answer_fails_at_once(desk: Desk) -> None:
    interaction = await desk.command()
    await desk.you.forward(4)
    with pytest.raises(InteractionFailedError, match="did not respond"):
        await desk.you.answer(str(interaction.id))
    assert (await desk.answer(interaction, 4, {"content": "late"}))[1]["code"] == 10062


@pytest.mark.parametrize("seconds", [-1, "3", None, True, 1e12])
async def test_a_move_that_makes_no_sense_is_refused(people: People, seconds: object) -> None:
    you = await people.host()
    with pytest.raises(DriverError) as refused:
        await you.call("POST", "/local/clock", {"forward": seconds})
    assert refused.value.code == "bad_time"


async def test_a_limit_is_over_when_the_clock_says_so(call: Caller, people: People) -> None:
    you = await people.host()
    await you.faults(rate_limits=True)
    path = f"/channels/{you.channel}/messages"
    statuses = [(await call("POST", path, {"content": "x"}))[0] for _ in range(6)]
    assert statuses == [200] * 5 + [429]
    await you.forward(5)
    assert (await call("POST", path, {"content": "x"}))[0] == 200
