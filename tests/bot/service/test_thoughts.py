"""Computer players think while their pause runs: the moment stays, what has passed is dropped, nobody waits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from bot.processes.thinkers import Job, NotThoughtError, Outcome
from bot.service import thoughts as module
from bot.service.pace import Pace
from bot.service.play import Run
from bot.service.table import Table
from engine.actions import Action, Halt, answers
from engine.game import GAMES
from engine.memory import Memory, known
from engine.players import CAREFUL
from engine.players.base import LEVEL_NAMES, Choice, Level, Limit
from engine.shuffle import Stream
from engine.view import View
from tests.bot.named import named
from tests.bot.service.conftest import ANN, BO, House, adds_up
from tests.kit.time import Hands

T = TypeVar("T")
SLOW = Pace(turn=3600, pause=3600, computer=1)
MOST = 1.5
"""Seconds after which a computer player has acted, at that pace."""


@dataclass
class Desk:
    """Takes every job; a test says when there is an answer, and which."""

    asked: list[tuple[Job[Any], float]] = field(default_factory=list)
    answers: list[asyncio.Future[Any]] = field(default_factory=list)
    done: list[Action] = field(default_factory=list)
    """What nobody asked for at the table, but its computer players did."""

    async def submit(self, job: Job[T], within: float) -> T:
        self.asked.append((job, within))
        self.answers.append(asyncio.get_running_loop().create_future())
        answer: T = await self.answers[-1]
        return answer

    @property
    def view(self) -> View:
        """What was thought about last."""
        view: Any = self.asked[-1][0].args[0]
        return view

    def think(self) -> Choice:
        """Has the last job thought about: the choice is one that no rule would make."""
        job, _ = self.asked[-1]
        assert self.view.viewer is not None
        odd = next(action for action in answers(self.view.viewer, self.view.prompts) if action != usual(job))
        self.answers[-1].set_result(Choice(odd, "search"))
        return Choice(odd, "search")

    def refuse(self, outcome: Outcome) -> None:
        """There is no answer to the last job."""
        self.answers[-1].set_exception(NotThoughtError(outcome))


def usual(job: Job[Any]) -> Action:
    """What it comes to without a search."""
    action: Action = job.function(*job.args, Limit(0)).action
    return action


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
async def house(tmp_path: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """A service of which the test moves the clock, and does the thinking."""
    take = Run.take

    def noted(run: Run, action: Action, key: int | None = None, *, by_computer: bool = False) -> None:
        take(run, action, key, by_computer=by_computer)
        if key is None:
            desk.done.append(action)

    monkeypatch.setattr(Run, "take", noted)
    made = House(tmp_path / "k.sqlite3", SLOW, Hands(), thinks=desk)
    await made.open()
    yield made
    await made.close()
    adds_up(made)


def table(house: House) -> Table:
    return house.service._in_memory.by_id[house.id]


async def until_a_computer_thinks(house: House, desk: Desk, game: str = "knock-poker") -> None:
    """A deal between Ann and computer players, one of whom is to act."""
    await house.table(ANN, game=game)
    for _ in range(GAMES[game].seats[0] - 1):
        await house.service.seats.add_computer(house.id, ANN, named("Ada", "Blaise", "Clara"), house.key)
    await house.service.start(house.id, ANN, house.key)
    await house.rest()
    while not house.waits_for_a_computer:
        if house.now.stage == "playing":
            await house.any_action(ANN)
        else:  # Ann has ended it herself
            await house.service.start(house.id, ANN, house.key)
        await house.rest()
    assert desk.asked


async def test_it_does_what_was_thought_at_the_moment_that_was_drawn_before(house: House, desk: Desk) -> None:
    await until_a_computer_thinks(house, desk)
    turn, (_, within) = house.now.turn, desk.asked[-1]
    assert 0.5 <= within <= MOST
    thought = desk.think()
    await house.after(within - 0.01)
    assert house.now.turn == turn, "a thought that is ready waits for its moment"
    await house.after(0.02)
    assert house.now.turn > turn
    assert desk.done[-1] == thought.action


async def test_a_thought_that_is_not_ready_is_not_waited_for(house: House, desk: Desk) -> None:
    await until_a_computer_thinks(house, desk)
    turn, (job, within) = house.now.turn, desk.asked[-1]
    await house.after(within + 0.01)
    assert house.now.turn > turn
    assert desk.done[-1] == usual(job)
    assert desk.answers[0].cancelled(), "it is not thought about any more"


@pytest.mark.parametrize("outcome", ["full", "lost", "late", "failed", "closed"])
async def test_where_there_is_no_thought_it_plays_by_rules_at_the_same_moment(
    house: House, desk: Desk, outcome: Outcome, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await until_a_computer_thinks(house, desk)
    turn, (job, within) = house.now.turn, desk.asked[-1]
    desk.refuse(outcome)
    await house.after(within - 0.01)
    assert house.now.turn == turn
    await house.after(0.02)
    assert desk.done[-1] == usual(job)
    assert (f"plays by rules alone ({outcome})" in caplog.text) == (outcome != "lost")
    assert not [card for card in desk.view.hand if str(card) in caplog.text or card.notation in caplog.text]


async def test_where_the_rules_fail_it_plays_as_careful(
    house: House, desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*given: Any) -> Choice:
        raise RuntimeError(f"with {desk.view.hand}")

    monkeypatch.setattr(module, "by_rules", fails)
    await until_a_computer_thinks(house, desk)
    wanted = CAREFUL.choose(desk.view, Stream(bytes(32)))
    await house.after(MOST)
    assert wanted in desk.done
    assert "a computer player failed (RuntimeError)" in caplog.text
    assert str(desk.view.hand[0]) not in caplog.text


async def test_what_is_thought_of_a_moment_that_has_passed_is_dropped(house: House, desk: Desk) -> None:
    """Somebody closes the table, or comes back, while it is thought about them."""
    await until_a_computer_thinks(house, desk)
    (pending,) = [answer for answer in desk.answers if not answer.done()]
    await house.service.way_out.close_now(house.id, ANN, house.key, moderator=True)
    await house.rest()
    assert pending.cancelled()
    assert not house.service._thoughts._of


async def test_a_thought_about_another_view_is_not_used(house: House, desk: Desk) -> None:
    await until_a_computer_thinks(house, desk)
    job, within = desk.asked[-1]
    thought = house.service._thoughts._of[house.id]
    house.service._thoughts._of[house.id] = replace(thought, view=replace(thought.view, pot=thought.view.pot + 1))
    desk.think()
    await house.after(within + 0.01)
    assert desk.done[-1] == usual(job)


async def test_a_thought_that_is_not_offered_is_not_used(house: House, desk: Desk) -> None:
    await until_a_computer_thinks(house, desk)
    job, within = desk.asked[-1]
    assert desk.view.viewer is not None
    desk.answers[-1].set_result(Choice(Halt(desk.view.viewer)))
    await house.after(within + 0.01)
    assert desk.done[-1] == usual(job)


async def test_nobody_waits_for_a_thought(house: House, desk: Desk) -> None:
    """The lock is free meanwhile: people sit down, look and are answered."""
    await until_a_computer_thinks(house, desk)
    turn = house.now.turn
    assert not table(house).lock.locked()
    await house.service.seats.join(house.id, BO, house.key)
    assert house.seated(BO)
    await house.service.look(house.id, ANN.user_id)
    assert house.now.turn == turn
    assert len([answer for answer in desk.answers if not answer.done()]) == 1, "and goes on thinking"
    (_, within), thought = desk.asked[-1], desk.think()
    await house.after(within + 0.01)
    assert desk.done[-1] == thought.action


async def test_the_moment_is_drawn_before_the_hand_is_looked_at(
    house: House, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has one thing to do waits as whoever has many: the pause is drawn, then it is thought."""
    order: list[str] = []
    drawn, seen_by = Pace.natural, Table.seen_by

    def natural(pace: Pace) -> float:
        order.append("drawn")
        return drawn(pace)

    def looked(table: Table, seat: int) -> tuple[View, Memory]:
        order.append("looked")
        return seen_by(table, seat)

    monkeypatch.setattr(Pace, "natural", natural)
    monkeypatch.setattr(Table, "seen_by", looked)
    await until_a_computer_thinks(house, desk, "le-poque")
    assert order[:2] == ["drawn", "looked"]
    assert order.count("drawn") == len(desk.asked)


@pytest.mark.parametrize("prompts", ["one", "all"])
async def test_forced_and_hard_choices_take_the_same_time(
    house: House, desk: Desk, monkeypatch: pytest.MonkeyPatch, prompts: str
) -> None:
    """By the same lot, the answer comes at the same moment, however much there is to choose from."""
    monkeypatch.setattr("bot.service.pace.drawn", lambda below: 250)
    await until_a_computer_thinks(house, desk)
    turn, (_, within) = house.now.turn, desk.asked[-1]
    assert within == 0.75
    if prompts == "one":
        desk.think()
    await house.after(0.74)
    assert house.now.turn == turn
    await house.after(0.02)
    assert house.now.turn > turn


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_it_remembers_what_its_seat_was_told_also_after_a_restart(house: House, desk: Desk, game: str) -> None:
    await until_a_computer_thinks(house, desk, game)
    for _ in range(6):
        await house.after(MOST)
        if house.now.stage == "playing" and not house.waits_for_a_computer:
            await house.any_action(ANN)
            await house.rest()
    if house.now.stage == "playing" and house.waits_for_a_computer:
        before = desk.asked[-1][0].args
        await house.restart()
        house.service.interruptions.reachable()
        await house.rest()
        after = desk.asked[-1][0].args
        assert (before[0], before[1]) == (after[0], after[1])
    view, memory = desk.asked[-1][0].args[:2]
    assert isinstance(view, View)
    assert isinstance(memory, Memory)
    assert memory.viewer == view.viewer
    assert known(memory).taken[memory.viewer or 0] >= set(view.hand), "its own hand follows from what it was told"


async def test_the_clock_goes_on_where_nothing_can_be_remembered(
    house: House, desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(table: Table, seat: int) -> tuple[View, Memory]:
        raise RuntimeError("KH")

    await until_a_computer_thinks(house, desk)
    monkeypatch.setattr(Table, "seen_by", fails)
    turn = house.now.turn
    await house.after(MOST)
    await house.after(MOST)
    assert house.now.turn > turn
    assert "KH" not in caplog.text


@pytest.mark.parametrize("level", LEVEL_NAMES)
async def test_each_plays_at_its_level_and_friendly_also_after_a_restart(
    house: House, desk: Desk, level: Level
) -> None:
    await house.table(ANN)
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key, level=level)
    await house.restart()
    house.service.interruptions.reachable()
    await house.service.start(house.id, ANN, house.key)
    await house.rest()
    while not house.waits_for_a_computer:
        await house.any_action(ANN)
        await house.rest()
    (sitter,) = [sitter for sitter in house.now.sitters if sitter.user_id is None]
    assert (sitter.name, sitter.level) == ("Ada", level)
    assert desk.asked[-1][0].args[2:4] == (level, "friendly")


async def test_whoever_stands_in_for_a_person_is_a_friendly_regular(house: House, desk: Desk) -> None:
    await house.table(ANN, BO)
    await house.service.seats.choose_level(house.id, ANN, "expert", house.key)
    await house.service.start(house.id, ANN, house.key)
    away = house.acting(ANN, BO)
    await house.service.seats.leave(house.id, away, house.key)
    await house.rest()
    assert house.waits_for_a_computer
    assert desk.asked[-1][0].args[2:4] == ("regular", "friendly")


async def test_who_acts_at_once_does_not_think(house: House, desk: Desk) -> None:
    await house.table(ANN)
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    house.service._clock._pace = replace(SLOW, computer=0)
    while not desk.done:
        if house.now.stage != "playing":
            await house.service.start(house.id, ANN, house.key)
        elif not house.waits_for_a_computer:
            await house.any_action(ANN)
        await house.after(0.001)
    assert not desk.asked
