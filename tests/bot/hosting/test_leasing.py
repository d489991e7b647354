"""Leases are kept until they are given away, and no press is lost that was taken out of the database."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterable
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import pytest

from bot.gateway.identifying import NoStartsLeftError
from bot.hosting import leasing, passing_on
from bot.hosting.handing_over import IN_VAIN
from bot.hosting.kept_interactions import KeptInteractions
from bot.hosting.leasing import LeaseKeeper
from bot.hosting.passing_on import pass_presses_on
from bot.service.lessons import Lessons
from bot.service.shards import Shards
from bot.store.lease_sql import ANSWERED_WITHIN
from bot.store.leases import Look
from bot.store.model.errors import LeaseLostError, StoreError
from bot.store.people import People
from bot.ui.open_lessons import OpenLesson, OpenLessons
from bot.ui.serving import Serving
from tests.kit.waiting import until

PRESS, BROKEN = {"id": "1"}, {"id": "2"}


class Client:
    """What the keeper needs of the client."""

    def __init__(self) -> None:
        self.opened = asyncio.Event()
        self.opened.set()
        self.plays = True
        self.heard: set[int] = set()
        self.desk = SimpleNamespace(
            was_heard=self.heard.__contains__,
            serving=Serving(),
            limiter=SimpleNamespace(share=lambda playing: None),
            spawn=spawn,
            heard_elsewhere=self.heard.update,
            passed_on=lambda number: None,
            open_lessons=OpenLessons(),
            clock=lambda: 0.0,
        )
        self.shards = Shards(2, frozenset())
        self.service = SimpleNamespace(
            shards=self.shards,
            shard_of=lambda table_id: None,
            tables_of=lambda user_id: (),
            rests=SimpleNamespace(prepare=prepared),
            lessons=Lessons(Mock(spec=People)),
        )
        self.desk.service = self.service
        self.on_standing_by: Callable[[], None] = lambda: None
        self.served: list[Any] = []
        self.passes_on: Callable[[Any], bool] = lambda data: False
        self.cut_offs: list[bool] = []
        self.reach = SimpleNamespace(reached=frozenset())
        self.standing_by = frozenset[int]()

    def not_opened(self, shards: Collection[int]) -> list[int]:
        return [shard for shard in shards if shard not in self.standing_by]

    def openable(self, number: int) -> int:
        return number

    def stand_by(self, shards: Collection[int]) -> None:
        self.standing_by |= set(shards)

    def plays_on(self, shard: int) -> bool:
        return self.plays

    def receive(self, data: Any) -> None:
        assert self.passes_on(data)

    def cut_off(self, *, cut_off: bool) -> None:
        self.cut_offs.append(cut_off)
        self.desk.serving.cut_off = cut_off

    def share_turns(self, others: object) -> None:
        """Nobody else identifies."""

    def pass_on(self, passes_on: Callable[[Any], bool]) -> None:
        self.passes_on = passes_on

    def serve(self, data: Any) -> None:
        if data == BROKEN:
            raise KeyError("broken")
        self.served.append(data)


async def writes(within: float) -> bool:
    """Something can be written."""
    return True


async def prepared(**wanted: object) -> None:
    """Nothing rests."""


TASKS: set[asyncio.Task[Any]] = set()


def spawn(work: Any) -> None:
    TASKS.add(asyncio.create_task(work))


class FakeLeases:
    """Leases whose looks and presses take until they are let go."""

    process, proof, is_deputy = 7, None, False

    def __init__(self) -> None:
        self.go, self.looks, self.renewed, self.passed = asyncio.Event(), 0, 0, 0
        self.held: dict[int, float | None] = {}
        self.coming: tuple[int, ...] = ()
        self.takes: Callable[[], bool] = lambda: True
        self.ready: list[int] = []
        self.pressed: tuple[str, ...] = ()
        self.heard_there: frozenset[int] = frozenset()
        self.owed: tuple[int, ...] = ()
        self.contested: tuple[int, ...] = ()
        self.alone_unset = False
        self.away = False
        self.commands: list[int] = []
        self.on_renewed: Callable[[float], None] = lambda seconds: None

    async def enter(self, count: int) -> None:
        """It is this one's."""

    async def look(self, serves: object) -> Look:
        self.looks += 1
        await self.go.wait()
        if self.away:
            raise StoreError("It is away.")
        return Look(
            self.held,
            1,
            self.pressed,
            coming=self.coming,
            heard=self.heard_there,
            owed=self.owed,
            contested=self.contested,
            alone_unset=self.alone_unset,
        )

    async def connected(self, shards: Collection[int]) -> None:
        self.ready.extend(shards)

    def hurry(self) -> None:
        """It doesn't wait anyway."""

    async def renew(self) -> None:
        self.renewed += 1
        if self.away:
            raise StoreError("It is away.")

    async def wait(self) -> None:
        await asyncio.sleep(0)

    async def pass_on(self, interaction_id: int, table_id: int, pressed: str) -> bool:
        await self.go.wait()
        self.passed += 1
        return True

    async def pass_command_on(self, interaction_id: int, user_id: int, asked: str, *, passes: bool) -> int:
        self.commands.append(interaction_id)
        return 1


class Kept:
    """A keeper at work."""

    def __init__(self, client: Client | None = None) -> None:
        self.client, self.leases = client or Client(), FakeLeases()
        self.store_cut_offs: list[bool] = []
        self.able = True
        """Whether something can be written."""
        self.store = store = SimpleNamespace(
            prove=lambda proof: None, cut_off=self._cut_store_off, writes=self._writes, in_vain=0.0
        )
        self.keeper = LeaseKeeper(cast(Any, self.client), cast(Any, self.leases), cast(Any, store), 2)
        self.task = asyncio.create_task(self.keeper.keep())

    async def _writes(self, within: float) -> bool:
        return self.able

    def _cut_store_off(self, *, cut_off: bool) -> None:
        self.store_cut_offs.append(cut_off)


@pytest.fixture
async def kept() -> AsyncIterator[Kept]:
    made = Kept()
    yield made
    made.task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await made.task


async def test_what_a_look_has_taken_is_served_although_the_bot_stops(kept: Kept) -> None:
    kept.leases.pressed = (json.dumps(PRESS),)
    await until(lambda: kept.leases.looks)
    stopping = asyncio.create_task(kept.keeper.only_renew())
    await asyncio.sleep(0)
    kept.leases.go.set()
    await stopping
    assert kept.client.served == [PRESS]
    await until(lambda: kept.leases.renewed >= 3)
    assert kept.leases.looks == 1, "from then on it only renews"
    assert not kept.task.done()


@pytest.mark.parametrize(
    ("contested", "said"),
    [((0, 1), "another process is set to hold shards 0 and 1, too"), ((), "other processes are set to hold shards")],
)
async def test_settings_that_do_not_go_together_are_told_when_that_is_sure_and_not_twice(
    kept: Kept, contested: tuple[int, ...], said: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def told() -> list[str]:
        return [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]

    kept.leases.contested, kept.leases.alone_unset = contested, not contested
    kept.leases.go.set()
    await until(lambda: kept.leases.looks >= 3)
    assert told() == [], "whoever crashed and is started again finds its own row"
    monkeypatch.setattr(leasing, "SETTINGS_JUDGED", 0.0)
    await until(told)
    looks = kept.leases.looks
    await until(lambda: kept.leases.looks >= looks + 3)
    (warning,) = told()
    assert said in warning
    assert "KNOCKABOUT_SHARD_IDS" in warning


async def test_whoever_can_write_nothing_takes_no_shards_and_opens_no_connections_for_others(
    kept: Kept, caplog: pytest.LogCaptureFixture
) -> None:
    kept.client.plays, kept.able, kept.leases.coming = False, False, (1,)
    kept.leases.go.set()
    await until(lambda: "it can write nothing itself" in caplog.text)
    assert "can't go on with shard 1:" in caplog.text
    looks = kept.leases.looks
    await until(lambda: kept.leases.looks >= looks + 3)
    assert len([line for line in caplog.messages if "can't go on" in line]) == 1
    assert kept.leases.ready == []
    assert kept.leases.takes()
    kept.store.in_vain = IN_VAIN
    assert not kept.leases.takes()
    kept.able = True
    await until(lambda: kept.leases.ready)
    assert kept.leases.ready[0] == 1


async def test_a_press_that_cannot_be_served_ends_nothing(kept: Kept) -> None:
    kept.leases.pressed = (json.dumps(BROKEN), json.dumps(PRESS))
    kept.leases.go.set()
    await until(lambda: kept.leases.looks >= 3)
    assert not kept.task.done()
    assert kept.client.served[0] == PRESS


async def test_what_was_passed_on_just_before_shards_were_given_away_is_served(kept: Kept) -> None:
    kept.leases.pressed, kept.leases.heard_there = (json.dumps(PRESS),), frozenset({1, 8})
    kept.leases.go.set()
    await until(lambda: kept.client.served)
    await until(lambda: kept.client.heard)
    assert kept.client.heard == {8}, "so the press is not dropped as one that another process has served"


async def test_a_kept_command_that_another_process_has_taken_is_passed_on_to_nobody() -> None:
    client, leases = Client(), FakeLeases()
    waiting = KeptInteractions(cast(Any, client))
    pass_presses_on(cast(Any, client), cast(Any, leases), waiting)
    client.plays = False
    for number in ("8", "9"):
        assert client.passes_on({"id": number, "type": 2, "user": {"id": "10"}, "data": {"name": "draw"}})
    client.heard.add(8)
    client.plays = True
    waiting.serve()
    await until(lambda: leases.commands)
    assert leases.commands == [9], "that of the person's table, with a third process"


async def test_a_command_that_may_be_meant_for_an_open_lesson_is_passed_on_to_nobody() -> None:
    client, leases = Client(), FakeLeases()
    client.desk.open_lessons.note(10, OpenLesson("knock-poker", 5, 6, 0.0))
    pass_presses_on(cast(Any, client), cast(Any, leases), KeptInteractions(cast(Any, client)))
    for number, name in enumerate(("draw", "hint", "leave", "bet", "hand"), start=1):
        asked = {"id": str(number), "type": 2, "user": {"id": "10"}, "channel_id": "5", "data": {"name": name}}
        assert client.passes_on(asked)
    await until(lambda: len(client.served) + len(leases.commands) == 5)
    assert [asked["data"]["name"] for asked in client.served] == ["draw", "hint", "leave"]
    assert leases.commands == [4, 5], "of a table: to bet, and to look at the hand"


async def test_a_press_on_its_way_to_another_process_is_finished_before_the_bot_stops() -> None:
    client, leases = Client(), FakeLeases()
    pass_presses_on(cast(Any, client), cast(Any, leases), KeptInteractions(cast(Any, client)))
    assert client.passes_on({"id": "9", "data": {"custom_id": "kb:4:1.2:fold:"}})
    await asyncio.sleep(0)
    stopping = asyncio.create_task(client.desk.serving.finish())
    await asyncio.sleep(0)
    assert not stopping.done()
    leases.go.set()
    await stopping
    assert leases.passed == 1


async def test_a_deputy_knows_that_what_it_holds_is_owed(kept: Kept) -> None:
    kept.leases.go.set()
    await until(lambda: kept.leases.looks >= 2)
    kept.leases.owed = (1,)
    looks = kept.leases.looks
    await until(lambda: kept.leases.looks >= looks + 2)
    assert not kept.keeper.handing_over.back.is_set(), "what it is only about to take it can't hand over"
    kept.leases.held = {1: None}
    kept.client.service.shards = Shards(2, frozenset({1}))
    await until(kept.keeper.handing_over.back.is_set)


async def test_presses_that_waited_for_a_taken_shard_are_looked_for_at_once() -> None:
    """They were passed on while its last holder ended, and Discord waits three seconds for each."""
    client, looked, told = Short(), list[object](), asyncio.Event()
    kept = Kept(client)

    async def look(serves: object) -> Look:
        looked.append(serves)
        return Look({3: None}, 1)

    async def wait() -> None:
        await told.wait()
        told.clear()

    kept.leases.look, kept.leases.wait, kept.leases.hurry = look, wait, told.set  # type: ignore[method-assign]
    await until(lambda: len(looked) == 2)
    assert looked == [frozenset(), {3}]
    kept.task.cancel()


async def test_whoever_plays_on_a_shard_that_the_database_says_is_anothers_ends() -> None:
    """A standby that PostgreSQL failed over to may not know yet who was given a shard last."""
    kept = Kept()
    kept.leases.held = {0: None, 1: None}
    kept.client.service.shards = Shards(2, frozenset({0, 1}))
    kept.leases.go.set()
    await until(lambda: kept.leases.looks > 2)
    assert not kept.task.done()
    kept.leases.held = {0: None}
    with pytest.raises(LeaseLostError):
        await asyncio.wait_for(kept.task, 30)


async def test_it_says_once_that_it_stands_by(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    kept = Kept()
    kept.leases.go.set()
    await until(lambda: kept.leases.looks > 3)
    kept.task.cancel()
    assert [line for line in caplog.messages if "standing by" in line] == [
        "other processes hold all of the bot's shards (2): standing by until some are given back, or free"
    ]


async def test_a_database_that_is_away_is_told_of_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leasing, "AGAIN", 0.0)
    caplog.set_level(logging.INFO)
    kept = Kept()
    kept.leases.away = True
    kept.leases.go.set()
    await until(lambda: kept.leases.looks > 3)
    kept.leases.away = False
    await until(lambda: "the leases are renewed again" in caplog.messages)
    kept.task.cancel()
    assert len([line for line in caplog.messages if "could not be renewed" in line]) == 1


class Short(Client):
    """A client that may open one more connection, beside that of shard 3."""

    def __init__(self) -> None:
        super().__init__()
        self.shards = Shards(6, frozenset())
        self.service.shards = self.shards
        self.left, self.open, self.taken = 1, {3}, list[int]()
        self.standing_by: frozenset[int] = frozenset()

    def not_opened(self, shards: Iterable[int]) -> list[int]:
        return [shard for shard in shards if shard not in self.open]

    def openable(self, number: int) -> int:
        return min(number, self.left)

    def check_starts(self, number: int) -> None:
        if number > self.left:
            raise NoStartsLeftError("Discord lets the bot connect no more.")

    async def take(self, shards: dict[int, None]) -> None:
        self.stand_by(shards)
        self.taken.extend(shards)
        self.service.shards = Shards(6, frozenset(self.taken))

    def plays_on(self, shard: int) -> bool:
        return shard in self.taken

    def stand_by(self, shards: Collection[int]) -> None:
        new = self.not_opened(shards)
        self.check_starts(len(new))
        self.open.update(new)
        self.standing_by |= {*new}
        self.left -= len(new)


@pytest.mark.parametrize(("new", "coming"), [({1: None, 2: None, 3: None}, ()), ({3: None}, (1, 2))])
async def test_what_needs_no_more_starts_than_there_are_is_taken_at_once(
    new: dict[int, float | None], coming: tuple[int, ...], caplog: pytest.LogCaptureFixture
) -> None:
    client, told = Short(), list[set[int]]()

    async def connected(shards: Collection[int]) -> None:
        told.append(set(shards))

    leases = SimpleNamespace(connected=connected, hurry=lambda: None)
    store = SimpleNamespace(writes=writes)
    keeper = LeaseKeeper(cast(Any, client), cast(Any, leases), cast(Any, store), 6)
    async with asyncio.timeout(30):
        for _ in range(2):
            await keeper._take({shard: at for shard, at in new.items() if shard not in client.taken}, coming)
    assert client.taken == ([3] if coming else [1, 3])
    assert client.open == {1, 3}
    assert told == ([{1}] * 2 if coming else [])
    assert [line for line in caplog.messages if "Discord lets" in line] == [
        "not all shards can be taken yet: Discord lets the bot connect no more."
    ]


async def test_whoever_has_not_renewed_its_leases_in_time_leaves_everything_to_others(kept: Kept) -> None:
    kept.leases.go.set()
    await until(lambda: kept.leases.looks)
    kept.leases.on_renewed(60.0)
    assert kept.client.cut_offs == kept.store_cut_offs == []
    kept.leases.on_renewed(0.0)
    await until(lambda: kept.client.cut_offs)
    assert kept.client.cut_offs == kept.store_cut_offs == [True]
    kept.leases.on_renewed(60.0)
    kept.leases.on_renewed(60.0)
    assert kept.client.cut_offs == kept.store_cut_offs == [True, False], "told once"


async def test_a_renewal_waits_for_no_look(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look takes many round trips: with a database that is far away it would take as long as leases last."""
    monkeypatch.setattr(leasing, "RENEW_SECONDS", 0.0)
    await until(lambda: kept.leases.looks == 1 and kept.leases.renewed > 3)
    assert not kept.leases.go.is_set(), "the look is still under way"


async def test_whoever_has_lost_its_leases_ends_although_a_look_is_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    async def lost(leases: FakeLeases) -> None:
        raise LeaseLostError

    monkeypatch.setattr(FakeLeases, "renew", lost)
    with pytest.raises(LeaseLostError):
        await asyncio.wait_for(Kept().task, 30)


async def test_what_is_asked_of_whoever_may_have_been_followed_is_served_only_if_nobody_else_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    going_on = asyncio.Event()

    async def others_first(seconds: float) -> None:
        assert 1.0 < seconds < ANSWERED_WITHIN - 1.0, "long enough for another, and to be in time"
        await going_on.wait()

    client, leases = Client(), FakeLeases()
    pass_presses_on(cast(Any, client), cast(Any, leases), KeptInteractions(cast(Any, client)))
    monkeypatch.setattr(passing_on, "asyncio", SimpleNamespace(sleep=others_first))
    client.desk.serving.cut_off = True
    assert client.passes_on({"id": "8", "guild_id": "1"})
    assert client.passes_on({"id": "9", "data": {"custom_id": "kb:4:1.2:fold:"}})
    await asyncio.sleep(0)
    assert client.served == []
    going_on.set()
    await until(lambda: len(client.served) == 2)
    assert leases.passed == 0, "a database that is away takes nothing to pass on"
    client.served.clear()
    going_on.clear()
    leases.go.set()
    assert client.passes_on({"id": "10", "data": {"custom_id": "kb:4:1.2:fold:"}})
    await asyncio.sleep(0)
    client.desk.serving.cut_off = False
    going_on.set()
    await until(lambda: leases.passed)
    assert client.served == [], "it is another process's table, as ever"
