"""Whoever stops, can't reach Discord or holds what is another's waits for others to go on, but not for ever."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.hosting import handing_over as module
from bot.hosting.handing_over import HandingOver
from bot.service.shards import Shards
from bot.start_errors import StartError
from bot.store.lease_sql import ANSWERED_WITHIN, Followers
from bot.store.model.errors import LeaseLostError, StoreError
from bot.ui import serving
from tests.bot.hosting.test_leasing import Client
from tests.kit.waiting import until


class Others:
    """Leases of a process that ends, with what others have done at each look."""

    def __init__(self, *found: Followers | Exception) -> None:
        self._found = list(found)
        self.offered, self.process = False, 0

    async def offer(self) -> None:
        self.offered = True

    async def followers(self) -> Followers:
        found = self._found.pop(0)
        if isinstance(found, Exception):
            raise found
        return found


class Books:
    """A store into which something is to be written in vain for so many seconds."""

    def __init__(self, in_vain: float = 0.0) -> None:
        self.in_vain, self.tried, self.cut_offs = in_vain, 0, list[bool]()

    async def writes(self, within: float) -> bool:
        self.tried += 1
        return not self.in_vain

    def cut_off(self, *, cut_off: bool) -> None:
        self.cut_offs.append(cut_off)


NOBODY_YET = Followers(others=True, chosen=False, ready=False)
CHOSEN = Followers(others=True, chosen=True, ready=False)
READY = Followers(others=True, chosen=True, ready=True)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ([NOBODY_YET, CHOSEN, CHOSEN, READY], ""),
        ([Followers(others=False, chosen=False, ready=False)], "no other process goes on"),
        ([CHOSEN, Followers(others=False, chosen=False, ready=False)], "no other process goes on"),
        ([NOBODY_YET] * 4, "no other process goes on"),
        ([CHOSEN] * 11, "don't have connections for all shards"),
        ([CHOSEN, CHOSEN, CHOSEN, NOBODY_YET, CHOSEN, READY], ""),
        ([CHOSEN, CHOSEN, CHOSEN, *[NOBODY_YET] * 4], "no other process goes on"),
        ([CHOSEN, StoreError("the database is away"), READY], ""),
        ([CHOSEN, LeaseLostError()], "could not be asked to go on: Other processes have taken over"),
    ],
)
async def test_whoever_stops_waits_for_others_to_go_on_but_not_for_ever(
    found: list[Followers | Exception], said: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now, slept = 1000.0, list[float]()

    async def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(seconds)
        now += 2.5 if seconds == module.POLLED else 0
        if len(slept) > 9:
            raise TimeoutError

    loop = SimpleNamespace(time=lambda: now)
    parts = SimpleNamespace(sleep=sleep, get_running_loop=lambda: loop)
    for name in ("timeout", "Event", "Lock"):
        setattr(parts, name, getattr(asyncio, name))
    monkeypatch.setattr(module, "asyncio", parts)
    client, others = Client(), Others(*found)
    handing_over = HandingOver(cast(Any, client), cast(Any, others), cast(Any, Books()))
    await handing_over.hand_over()
    assert not others.offered, "it has no part in the leases yet"
    others.process = 7
    await handing_over.hand_over()
    assert others.offered, "it has no shards, and it doesn't crash"
    assert slept == [], "nobody goes on with anything"
    others.offered = False
    client.service.shards = Shards(2, frozenset({0}))
    with caplog.at_level("INFO"):
        await handing_over.hand_over()
    assert others.offered
    told = " ".join(record.getMessage() for record in caplog.records)
    assert said in told
    assert (module.GRACE in slept) == (not said), "what Discord sent before is still on its way"
    assert client.desk.serving.followed == (not said)


async def test_what_hangs_does_not_keep_whoever_follows_from_answering_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as an answer for which Discord lets the bot wait half a minute. What people ask for meanwhile is served only
    by whoever follows, and must not be too old by then."""
    assert serving.FOLLOWED_FINISH + serving.FOLLOWED_SAY_SO <= ANSWERED_WITHIN - 1, "the rest takes its time, too"
    monkeypatch.setattr(serving, "FINISH", 30.0)
    monkeypatch.setattr(serving, "FOLLOWED_FINISH", 0.01)
    client, others = Client(), Others(READY)
    others.process, client.service.shards = 7, Shards(2, frozenset({0}))

    async def hangs() -> None:
        with client.desk.serving.somebody():
            await asyncio.Event().wait()

    hanging = asyncio.create_task(hangs())
    assert await HandingOver(cast(Any, client), cast(Any, others), cast(Any, Books())).hand_over()
    async with asyncio.timeout(10):
        await client.desk.serving.finish()
    assert hanging.done()


async def test_what_is_owed_is_given_back_and_gone_on_with_where_others_cannot_connect(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("ASKED_AGAIN", "GRACE", "POLLED", "AGAIN"):
        monkeypatch.setattr(module, name, 0.01)
    nobody = Followers(others=False, chosen=False, ready=False)
    client, others, withdrawn, begun = Client(), Others(nobody, CHOSEN, READY), list[bool](), list[int]()
    others.process = 9
    client.service.shards = Shards(2, frozenset({0}))

    async def withdraw() -> None:
        withdrawn.append(others.offered)
        others.offered = False
        if len(withdrawn) == 1:
            raise StoreError("the database is away")
        handing_over.back.set()  # as the next look finds that it is owed still

    monkeypatch.setattr(others, "withdraw", withdraw, raising=False)
    handing_over = HandingOver(cast(Any, client), cast(Any, others), cast(Any, Books()))
    caplog.set_level(logging.INFO)
    giving = asyncio.create_task(handing_over.give_back(lambda: begun.append(len(begun))))
    await asyncio.sleep(0)
    assert not others.offered, "nobody is back"
    handing_over.back.set()
    async with asyncio.timeout(30):
        await asyncio.sleep(0.005)
        while not giving.done():
            handing_over.back.set()
            await asyncio.sleep(0.01)
    assert giving.exception() is None
    assert withdrawn == [True, False]
    assert others.offered, "it was asked once more"
    assert begun == [0, 1]
    assert "process 9 goes on, and asks others again" in caplog.text


async def test_what_was_given_back_is_offered_by_nobody_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where Discord couldn't be reached from here meanwhile: the deputy ends, and must take nothing back."""
    for name in ("UNREACHED_FOR", "LOOKED_AGAIN", "POLLED", "AGAIN"):
        monkeypatch.setattr(module, name, 0.01)
    monkeypatch.setattr(module, "GRACE", 0.5)
    client, others, offers = Client(), Others(*[CHOSEN] * 20, *[READY] * 100), list[str]()
    others.process, client.service.shards = 9, Shards(2, frozenset({0}))

    async def offer() -> None:
        offers.append("offered")

    async def withdraw() -> None:
        offers.append("taken back")

    monkeypatch.setattr(others, "offer", offer)
    monkeypatch.setattr(others, "withdraw", withdraw, raising=False)
    handing_over = HandingOver(cast(Any, client), cast(Any, others), cast(Any, Books()))
    handing_over.back.set()
    giving = asyncio.create_task(handing_over.give_back(lambda: None))
    await until(lambda: offers)
    unfit = asyncio.create_task(handing_over.hand_over_unfit())
    await asyncio.wait_for(asyncio.wait({giving, unfit}, return_when=asyncio.FIRST_COMPLETED), 30)
    assert giving.done()
    unfit.cancel()
    await asyncio.gather(unfit, return_exceptions=True)
    assert offers == ["offered"]


class Unfit:
    """A process that can't reach Discord for its shard, or can't write, and what others have done about it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *found: Followers | Exception, in_vain: float = 0.0) -> None:
        for name in ("UNREACHED_FOR", "IN_VAIN", "LOOKED_AGAIN", "GRACE", "POLLED", "AGAIN"):
            monkeypatch.setattr(module, name, 0.01)
        self.client, self.others, self.withdrawn = Client(), Others(*found), 0
        self.client.service.shards = Shards(2, frozenset({0}))
        monkeypatch.setattr(self.others, "withdraw", self._withdraw, raising=False)
        self.books = Books(in_vain)
        if in_vain:
            self.client.reach.reached = frozenset({0})
        handing_over = HandingOver(cast(Any, self.client), cast(Any, self.others), cast(Any, self.books))
        self.others.process = 7
        self.task = asyncio.create_task(handing_over.hand_over_unfit())

    async def _withdraw(self) -> None:
        self.withdrawn += 1


async def test_whoever_cannot_reach_discord_hands_over_as_soon_as_another_can(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    nobody = Followers(others=False, chosen=False, ready=False)
    unreached = Unfit(monkeypatch, nobody, CHOSEN, StoreError("the database is away"), READY)
    with pytest.raises(StartError, match="other processes can reach it"):
        await asyncio.wait_for(unreached.task, 30)
    assert unreached.withdrawn == 1, "while nobody else could, it went on"
    assert "Discord can't be reached from here" in caplog.text


async def test_whoever_reaches_discord_again_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    unreached = Unfit(monkeypatch, *[CHOSEN] * 10_000)
    await until(lambda: unreached.others.offered)
    unreached.client.reach.reached = frozenset({0})
    await until(lambda: unreached.withdrawn)
    unreached.others.offered = False
    await asyncio.sleep(0.1)
    assert not unreached.others.offered
    unreached.client.reach.reached, unreached.client.desk.serving.cut_off = frozenset(), True
    await asyncio.sleep(0.1)
    assert not unreached.others.offered, "the database can't be reached, either: others follow anyway"
    unreached.client.desk.serving.cut_off = False
    await until(lambda: unreached.others.offered)
    unreached.task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await unreached.task


async def test_whoever_can_write_nothing_hands_over_as_soon_as_another_can(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    unwritten = Unfit(monkeypatch, Followers(others=False, chosen=False, ready=False), CHOSEN, READY, in_vain=40.0)
    with pytest.raises(StartError, match="Nothing can be written into the database from here, and other processes can"):
        await asyncio.wait_for(unwritten.task, 30)
    assert unwritten.withdrawn == 1, "while nobody else could, it went on"
    assert unwritten.books.cut_offs == [True], "what hangs keeps no lease"
    assert "for 40 s nothing could be written into the database from here, although it answers" in caplog.text


async def test_whoever_writes_again_or_has_nothing_to_write_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    idle = Unfit(monkeypatch)
    idle.client.reach.reached = frozenset({0})
    unwritten = Unfit(monkeypatch, *[CHOSEN] * 10_000, in_vain=40.0)
    await until(lambda: unwritten.others.offered)
    unwritten.books.in_vain = 0.0
    await until(lambda: unwritten.withdrawn)
    unwritten.others.offered = False
    unwritten.books.in_vain, unwritten.client.desk.serving.cut_off = 40.0, True
    await asyncio.sleep(0.1)
    assert not unwritten.others.offered, "the database can't be reached: others follow anyway"
    monkeypatch.setattr(unwritten.books, "writes", _writes)
    unwritten.client.desk.serving.cut_off = False
    await asyncio.sleep(0.1)
    assert not unwritten.others.offered, "one more attempt has worked"
    assert not idle.others.offered
    assert not idle.books.tried
    for each in (idle, unwritten):
        assert not each.task.done()
        each.task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await each.task


async def _writes(within: float) -> bool:
    return True


async def test_nobody_is_asked_while_the_database_has_not_answered_for_as_long_as_leases_last(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "POLLED", 0.01)
    client, others = Client(), Others(*[StoreError("the database is away")] * 10_000)
    others.process, client.service.shards = 7, Shards(2, frozenset({0}))
    handing_over = HandingOver(cast(Any, client), cast(Any, others), cast(Any, Books()))
    stopping = asyncio.create_task(handing_over.hand_over(within=30))
    await until(lambda: "could not be asked to go on yet" in caplog.text)
    assert not stopping.done()
    client.desk.serving.cut_off = True
    async with asyncio.timeout(10):
        assert not await stopping
    assert "other processes can't be asked to go on: the database is away" in caplog.text
