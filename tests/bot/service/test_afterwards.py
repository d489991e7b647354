"""Who is told what a decision was worth, and that nothing else waits for it or fails with it."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.processes.thinkers import SECONDS
from bot.service.model import Person, Worth
from bot.store.model.errors import StoreError
from engine.afterwards import worth
from engine.events import HandShown
from engine.players.levels import WORLDS
from tests.bot.service.conftest import ANN, BO, CY, DEE, STILL, House
from tests.kit.thinking import Here


@pytest.fixture
def here() -> Here:
    return Here(60)


@pytest.fixture
async def house(tmp_path: Path, here: Here) -> AsyncIterator[House]:
    house = House(tmp_path / "knockabout.sqlite3", STILL, thinks=here)
    await house.open()
    yield house
    await house.close()


async def played(house: House, *answers: str) -> list[Person]:
    """A deal of three in which the first knocks and the others answer so; the people in that order."""
    if not house.id:
        await house.table(ANN, BO, CY)
    await house.service.start(house.id, ANN, house.key)
    order: list[Person] = []
    for answer in ("knock", *answers):
        person = house.acting(ANN, BO, CY)
        order.append(person)
        await house.draw(person)
        if answer == "knock":
            await house.act(person, "knock")
        view = house.service.private_of(house.id, person.user_id).view
        assert view is not None
        await house.act(person, "discard" if answer == "knock" else answer, view.drawn)
    assert house.now.stage == "between"
    return order


async def told(house: House, person: Person) -> list[tuple[str, str, bool]]:
    """What that person is told: who, what, and whether everybody is."""
    assert house.now.deal_id is not None
    found = await house.service.afterwards.of(house.id, house.now.deal_id, person.user_id)
    return [(house.now.at(each.seat).name, each.kind, each.shown) for each in found]


async def test_of_hands_that_were_shown_everybody_is_told_and_of_others_their_holder_alone(house: House) -> None:
    knocker, folder, caller = await played(house, "fold", "discard")
    public = [(knocker.name, "knock", True), (caller.name, "call", True)]
    for person in (knocker, caller, DEE):
        assert await told(house, person) == public
    assert await told(house, folder) == [public[0], (folder.name, "fold", False), public[1]]


async def test_a_knock_before_which_all_fold_is_the_knockers_own_affair(house: House) -> None:
    knocker, first, second = await played(house, "fold", "fold")
    assert await told(house, DEE) == []
    assert await told(house, knocker) == [(knocker.name, "knock", False)]
    assert await told(house, first) == [(first.name, "fold", False)]
    assert await told(house, second) == [(second.name, "fold", False)]


async def test_each_decision_is_thought_about_once_from_one_seats_view_and_only_for_whom_it_is(
    house: House, here: Here
) -> None:
    _, folder, _ = await played(house, "fold", "discard")
    here.jobs.clear()
    deal = house.now.deal_id
    assert deal is not None
    first = await house.service.afterwards.of(house.id, deal, DEE.user_id)
    assert await house.service.afterwards.of(house.id, deal, DEE.user_id) == first
    shown = {event.seat for step in house.now.told for event in step.events if isinstance(event, HandShown)}
    assert [job.args[0].view.viewer for job in here.jobs] == [each.seat for each in first]  # type: ignore[attr-defined]
    assert {each.seat for each in first} == shown
    await house.service.afterwards.of(house.id, deal, folder.user_id)
    assert len(here.jobs) == len(first) + 1
    for job in here.jobs:
        assert (job.function, job.worlds, job.seconds) == (worth, WORLDS, SECONDS)
        (moment,) = job.args
        hands = [seat.seat for seat in moment.view.seats if seat.hand is not None]  # type: ignore[attr-defined]
        assert hands == [moment.view.viewer], "no other hand goes with it"  # type: ignore[attr-defined]


async def test_where_nobody_has_time_to_think_nothing_is_told_until_somebody_has(house: House, here: Here) -> None:
    await played(house, "discard", "discard")
    here.thinks = False
    assert await told(house, ANN) == []
    here.thinks, here.worlds = True, WORLDS
    assert len(await told(house, ANN)) == 3


async def test_after_a_restart_the_same_is_told(house: House) -> None:
    knocker, *_ = await played(house, "discard", "discard")
    deal = house.now.deal_id
    assert deal is not None
    before = await house.service.afterwards.of(house.id, deal, knocker.user_id)
    assert len(before) == 3
    await house.restart()
    assert await house.service.afterwards.of(house.id, deal, knocker.user_id) == before
    assert all(isinstance(each, Worth) and 0 <= each.share <= 100 for each in before)


async def test_nothing_is_told_of_a_deal_that_goes_on_or_of_another(house: House) -> None:
    await played(house, "discard", "discard")
    over = house.now.deal_id
    assert over is not None
    await house.service.start(house.id, ANN, house.key)
    now = house.now.deal_id
    assert now is not None
    assert await house.service.afterwards.of(house.id, now, ANN.user_id) == ()
    assert await house.service.afterwards.of(house.id, over, ANN.user_id) == ()


async def test_where_the_books_fail_the_rest_of_the_story_is_told(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await played(house, "discard", "discard")

    async def fails(deal_id: int) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(house.store, "deal", fails)
    with caplog.at_level(logging.ERROR):
        assert await told(house, ANN) == []
    assert "can't be told (StoreError)" in caplog.text
    monkeypatch.undo()
    assert len(await told(house, ANN)) == 3, "it is tried again"


async def test_in_le_poque_the_sets_that_were_shown_are_for_all_and_a_fold_is_its_holders_own(
    house: House, here: Here
) -> None:
    await house.table(ANN, BO, CY, game="le-poque", buy_in=40)
    await house.service.start(house.id, ANN, house.key)
    acted = []
    for do, amount in (("bet", 2), ("bet", 3), ("fold", None), ("bet", 3)):
        acted.append(house.acting(ANN, BO, CY))
        await house.act(acted[-1], do, amount)
    bettor, raiser, folder, again = acted
    assert again == bettor
    while house.now.stage == "playing":
        await house.any_action(ANN, BO, CY)
    public = [(bettor.name, "bet", True), (raiser.name, "raise", True), (bettor.name, "match", True)]
    for person in (bettor, raiser, DEE):
        assert await told(house, person) == public
    assert await told(house, folder) == [*public[:2], (folder.name, "drop", False), public[2]]
    for job in (job for job in here.jobs if job.function is worth):
        (moment,) = job.args
        own = house.now.at(moment.seat).user_id == folder.user_id  # type: ignore[attr-defined]
        assert (moment.memory.viewer is None) != own, "a shown set is thought about as everybody saw it"  # type: ignore[attr-defined]
