"""Who is given a hint, where, and after how long; and that it is counted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot.service import hints
from bot.service.model import Changes
from engine.actions import offered
from engine.advice import Advice, advise
from tests.bot.named import named
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, STILL, House
from tests.bot.service.refusals import refused
from tests.kit.lab import Lab
from tests.kit.thinking import Here


@pytest.fixture
def here() -> Here:
    return Here()


@pytest.fixture
async def house(tmp_path: Path, here: Here) -> AsyncIterator[House]:
    house = House(tmp_path / "knockabout.sqlite3", STILL, thinks=here)
    await house.open()
    yield house
    await house.close()


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "AFTER", 0.05)


async def begin(house: House, *, on: bool) -> None:
    await house.table(ANN, BO)
    if on:
        await house.service.setting_up.change(house.id, ANN, Changes(settings={"hints": True}), house.key)
    await house.service.start(house.id, ANN, house.key)


async def hints_of_the_evening(house: House) -> int:
    """Plays the deal out and closes the table; how many hints were counted there."""
    table = house.id
    await house.play_out(ANN, BO)
    await house.service.close(table, ANN, house.key)
    await house.until(lambda: house.service.table_in(CHANNEL) is None)
    evening = house.left(table).evening
    assert evening is not None
    return sum(each.hints for each in evening.people)


async def test_hints_are_off_unless_the_host_turns_them_on(house: House, here: Here) -> None:
    await begin(house, on=False)
    person = house.acting(ANN, BO)
    await refused("hints_off", house.service.hints.take(house.id, person))
    assert here.jobs == []


async def test_whoever_is_to_act_gets_a_hint_of_what_that_seat_has_seen(house: House, here: Here) -> None:
    await begin(house, on=True)
    assert house.now.settings.hints
    person = house.acting(ANN, BO)
    other = BO if person is ANN else ANN
    private, found = await house.service.hints.take(house.id, person)
    assert isinstance(found, Advice)
    assert private.view is not None
    assert offered(private.view.prompts, found.action)
    (job,) = [job for job in here.jobs if getattr(job.function, "func", None) is advise]
    assert isinstance(job.function, partial)
    assert job.function.keywords == {"levels": (None, None)}
    assert (job.worlds, job.seconds) == (hints.WORLDS, hints.SECONDS)
    assert job.args[0] == private.view
    await refused("not_your_turn", house.service.hints.take(house.id, other))
    await refused("not_seated", house.service.hints.take(house.id, CY))
    before = house.now.turn
    await house.any_action(person)
    await refused("stale", house.service.hints.take(house.id, person, before))


def test_hints_are_told_of_what_level_computer_players_are_and_nothing_of_people() -> None:
    """Also of people for whom a computer player plays: what they did before was their own."""
    lab = Lab(3, computers=1)
    lab.table.change(2, away="row")
    lab.table.change(3, level="novice")
    assert lab.deal().running.levels == (None, None, "novice")


async def test_a_hint_for_a_moment_that_passes_while_it_is_kept_back_is_not_given(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "AFTER", 0.5)
    await begin(house, on=True)
    person = house.acting(ANN, BO)
    asked = asyncio.create_task(house.service.hints.take(house.id, person))
    await asyncio.sleep(0.05)
    await house.any_action(person)
    await refused("hint_too_late", asked)


async def test_the_setting_is_kept_over_a_restart(house: House) -> None:
    await begin(house, on=True)
    await house.restart()
    assert house.now.settings.hints


async def test_in_practice_hints_are_on_and_those_given_are_counted_over_all_stays(
    house: House, here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.table(ANN)
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    await house.service.start(house.id, ANN, house.key)
    assert house.now.practice
    await house.until(lambda: not house.waits_for_a_computer)
    await house.service.hints.take(house.id, ANN)
    await house.act(ANN, "draw", "stock")

    def fails(*_: object) -> None:
        raise ValueError("it would name a card")

    here.thinks = False
    monkeypatch.setattr(hints, "advise", fails)
    await refused("no_hint_now", house.service.hints.take(house.id, ANN))
    monkeypatch.undo()
    await house.service.hints.take(house.id, ANN)
    await house.play_out(ANN)
    table = house.id
    await house.service.close(table, ANN, house.key)
    evening = house.left(table).evening
    assert evening is not None
    assert {each.name: each.hints for each in evening.people} == {"Ann": 2, "Ada": 0}


@pytest.mark.parametrize("thinks", [True, False])
async def test_a_hint_comes_after_a_fixed_time_found_or_not(house: House, here: Here, *, thinks: bool) -> None:
    """How long it took tells nothing; with nobody to think it is a rule of thumb, after the same time."""
    await begin(house, on=True)
    here.thinks = thinks
    loop = asyncio.get_running_loop()
    begun = loop.time()
    asked = house.service.hints.take(house.id, house.acting(ANN, BO))
    _, found = await asked
    assert (found.worlds > 0, "rule" in {why.code for why in found.why}) == (thinks, not thinks)
    assert loop.time() - begun >= hints.AFTER


async def test_whoever_asks_again_at_the_same_moment_is_told_the_same_and_it_counts_once(
    house: House, here: Here
) -> None:
    """Also whoever asks again while the first hint is still being kept back."""
    await begin(house, on=True)
    person = house.acting(ANN, BO)
    loop = asyncio.get_running_loop()
    begun = loop.time()
    hinted = await asyncio.gather(*(house.service.hints.take(house.id, person) for _ in range(3)))
    assert loop.time() - begun >= hints.AFTER
    again = await house.service.hints.take(house.id, person)
    assert len({found.action for _, found in (*hinted, again)}) == 1
    thought = len(here.jobs)
    assert (await house.service.hints.take(house.id, person)) == again
    assert len(here.jobs) == thought, "nothing is thought about again"
    assert house.service.hints.given(house.id, person.user_id, house.now.turn) == again[1]
    await house.any_action(person)
    assert house.service.hints.given(house.id, person.user_id, house.now.turn) is None
    assert await hints_of_the_evening(house) == 1


async def test_whoever_got_a_rule_of_thumb_may_ask_again_and_it_counts_once(house: House, here: Here) -> None:
    await begin(house, on=True)
    person, here.thinks = house.acting(ANN, BO), False
    await house.service.hints.take(house.id, person)
    here.thinks = True
    _, found = await house.service.hints.take(house.id, person)
    assert found.worlds > 0
    assert (await house.service.hints.take(house.id, person))[1] == found
    assert await hints_of_the_evening(house) == 1


async def test_only_so_many_hints_are_remembered(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "MOST_REMEMBERED", 1)
    await begin(house, on=True)
    first = house.acting(ANN, BO)
    await house.service.hints.take(house.id, first)
    turn = house.now.turn
    await house.any_action(first)
    while house.acting(ANN, BO) is first:
        await house.any_action(first)
    second = house.acting(ANN, BO)
    await house.service.hints.take(house.id, second)
    assert house.service.hints.given(house.id, first.user_id, turn) is None
    assert house.service.hints.given(house.id, second.user_id, house.now.turn) is not None
