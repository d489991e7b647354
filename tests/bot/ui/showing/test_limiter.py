"""The bot's requests a second: how many, which first, and what doesn't count."""

from __future__ import annotations

import asyncio
from contextvars import Context
from types import SimpleNamespace

import aiohttp
import pytest
from aiohttp import web
from multidict import CIMultiDict
from yarl import URL

from bot.ui.showing import limiter as module
from bot.ui.showing.limiter import Limiter, Priority, counts
from tests.kit.time import Clock
from tests.kit.waiting import until

BOT = URL("http://discord.test/api/v10/channels/1/messages/2")
BY_TOKEN = URL("http://discord.test/api/v10/webhooks/1/token/messages/@original")


class Line:
    """Requests as the client makes them, and when each was let go."""

    def __init__(self, most: int) -> None:
        self.clock = Clock(100.0)
        self.limiter = Limiter(most, 1.0, self.clock, self.sleep)
        self.goes_on = asyncio.Event()
        """Whether time goes on while the limiter sleeps."""
        self.goes_on.set()
        self.gone: list[tuple[str, float]] = []

    async def sleep(self, seconds: float) -> None:
        await self.goes_on.wait()
        await self.clock.sleep(seconds)

    async def request(self, name: str = "", url: URL = BOT) -> None:
        """A request that is answered as soon as it is let go."""
        context = await self.begins(name, url)
        await self.answered(200, context)

    async def begins(self, name: str = "", url: URL = BOT) -> SimpleNamespace:
        """A request that is let go, and is on its way from then on."""
        params, context = aiohttp.TraceRequestStartParams("PATCH", url, CIMultiDict()), SimpleNamespace()
        for hook in self.limiter.trace.on_request_start:
            await hook(None, context, params)  # type: ignore[arg-type]  # the hook needs no session
        self.gone.append((name, self.clock.now))
        return context

    async def breaks(self, context: SimpleNamespace) -> None:
        """A request whose connection breaks."""
        params = aiohttp.TraceRequestExceptionParams("PATCH", BOT, CIMultiDict(), OSError())
        for hook in self.limiter.trace.on_request_exception:
            await hook(None, context, params)  # type: ignore[arg-type]  # the hook needs no session

    async def answered(self, status: int, context: SimpleNamespace | None = None, **headers: str) -> None:
        async def nothing(**how: object) -> dict[str, object]:
            return {}

        answer = SimpleNamespace(
            status=status,
            headers={name.replace("_", "-"): text for name, text in headers.items()},
            read=nothing,
            json=nothing,
        )
        for hook in self.limiter.trace.on_request_end:
            end = SimpleNamespace(response=answer)
            await hook(None, context or SimpleNamespace(), end)  # type: ignore[arg-type]  # it looks at the answer alone

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.gone]


async def test_no_second_has_more_requests_than_are_let_go() -> None:
    line = Line(most=5)
    await asyncio.gather(*(line.request(str(number)) for number in range(23)))
    times = [when for _, when in line.gone]
    for first in times:
        assert sum(first <= when < first + 1.0 for when in times) <= 5
    assert line.names == [str(number) for number in range(23)]  # of one priority: in the order in which they came
    assert times[-1] - times[0] == pytest.approx(4.0)


@pytest.mark.parametrize("breaks", [False, True])
async def test_what_is_on_its_way_may_arrive_with_what_begins_later(
    breaks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy machine lets requests of one second arrive together at its end, just before those of the next one."""
    monkeypatch.setattr(module, "ON_THE_WAY", 3600.0)
    line = Line(most=2)
    slow = [await line.begins("slow"), await line.begins("slow")]
    line.clock.now += 1.5
    third = asyncio.create_task(line.request("third"))
    await until(lambda: line.limiter.waiting == 1)
    for context in slow:  # at 101.5 at the latest both had arrived
        await (line.breaks(context) if breaks else line.answered(200, context))
    async with asyncio.timeout(5):
        await third
    assert line.gone[-1] == ("third", pytest.approx(102.5))


async def test_a_request_that_hangs_keeps_its_room_for_some_seconds_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ON_THE_WAY", 0.01)
    line = Line(most=1)
    hangs = await line.begins("hangs")
    await line.request("next")
    assert line.gone[-1] == ("next", pytest.approx(101.0))
    await line.answered(200, hangs)  # it has been counted
    await line.request("third")
    await line.request("fourth")
    assert line.gone[-2:] == [("third", pytest.approx(102.0)), ("fourth", pytest.approx(103.0))]


async def test_room_that_no_request_uses_for_long_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library may have a turn's request wait for another request, which itself waits for room."""
    monkeypatch.setattr(module, "HELD", 0.01)
    line, other = Line(most=1), asyncio.Event()

    async def waits() -> None:
        async with line.limiter.turn(Priority.TABLE):
            await other.wait()
            await line.request("second")

    turn = asyncio.create_task(waits())
    await asyncio.sleep(0)
    async with asyncio.timeout(5):
        await line.request("first")
        other.set()
        await turn
    assert line.gone == [("first", 100.0), ("second", pytest.approx(101.0))]


async def test_a_turn_that_waits_can_become_more_urgent() -> None:
    line = Line(most=1)
    await line.request("before")
    line.goes_on.clear()
    turns = {name: line.limiter.turn(Priority.TABLE) for name in ("first", "second")}

    async def one_of(name: str) -> None:
        async with turns[name]:
            await line.request(name)

    waiting = [asyncio.create_task(one_of(name)) for name in turns]
    await until(lambda: line.limiter.waiting == 2)
    turns["second"].hurry(Priority.DEAL)
    turns["first"].hurry(Priority.REST)
    assert turns["first"].priority is Priority.TABLE, "it stays as urgent as it was"
    assert line.limiter.waiting == 2
    line.goes_on.set()
    await asyncio.gather(*waiting)
    assert line.names == ["before", "second", "first"]
    await line.request("after")
    assert [when for _, when in line.gone] == [pytest.approx(100.0 + second) for second in range(4)]


async def test_what_a_turn_has_begun_and_that_outlives_it_is_no_part_of_it() -> None:
    line, over = Line(most=1), asyncio.Event()

    async def later() -> None:
        await over.wait()
        await line.request("begun in a turn")

    async with line.limiter.turn(Priority.DEAL):
        task = asyncio.create_task(later())
        await line.request("in the turn")

    async def table() -> None:
        async with line.limiter.turn(Priority.TABLE):
            await line.request("table")

    line.goes_on.clear()
    over.set()
    await until(lambda: line.limiter.waiting == 1)
    tables = asyncio.create_task(table())
    await until(lambda: line.limiter.waiting == 2)
    line.goes_on.set()
    await asyncio.gather(task, tables)
    assert line.names == ["in the turn", "table", "begun in a turn"]


async def test_room_that_becomes_free_is_used_at_once() -> None:
    """Not only when the oldest request no longer counts."""
    line = Line(most=2)
    line.goes_on.clear()
    await line.request("first")
    async with line.limiter.turn(Priority.TABLE):
        waits = asyncio.create_task(line.request("waits"), context=Context())
        await until(lambda: line.limiter.waiting == 1)
    await waits
    more = asyncio.create_task(line.request("more"))
    await until(lambda: line.limiter.waiting == 1)
    line.limiter._all = 4
    line.limiter.share(1)
    await more
    assert line.clock.now == 100.0


async def test_whoever_gives_up_just_as_room_is_given_takes_none() -> None:
    line = Line(most=1)
    async with line.limiter.turn(Priority.TABLE):
        late = asyncio.create_task(line.request("late"), context=Context())
        await until(lambda: line.limiter.waiting == 1)
    late.cancel()  # it has been given room, and hasn't run since
    await asyncio.gather(late, return_exceptions=True)
    await line.request("next")
    assert line.gone == [("next", 100.0)]


async def test_what_goes_by_a_presss_token_never_waits() -> None:
    line = Line(most=1)
    await line.request("the bot's own")
    for _ in range(20):
        await line.request("by token", BY_TOKEN)
    assert line.clock.now == 100.0


async def test_the_most_urgent_goes_first() -> None:
    line = Line(most=1)
    await line.request("before")

    async def one_of(priority: Priority) -> None:
        async with line.limiter.turn(priority):
            await line.request(priority.name)

    waiting = [asyncio.create_task(one_of(priority)) for priority in reversed(Priority)]
    await until(lambda: line.limiter.waiting == len(Priority) or len(line.gone) > 1)
    await asyncio.gather(*waiting)
    assert line.names == ["before", "PANEL_TO_ACT", "CALL", "DEAL", "TABLE", "REST"]


async def test_whoever_waits_composes_only_when_it_is_their_turn() -> None:
    """What is shown is what there is to show when the request goes out, not when it was first wanted."""
    line, state = Line(most=1), {"shown": "old"}
    await line.request("before")
    composed: list[str] = []

    async def table() -> None:
        async with line.limiter.turn(Priority.TABLE):
            composed.append(state["shown"])
            await line.request("table")

    waiting = asyncio.create_task(table())
    await asyncio.sleep(0)
    state["shown"] = "new"
    await waiting
    assert composed == ["new"]


async def test_room_that_is_not_needed_is_given_back() -> None:
    line = Line(most=1)
    async with line.limiter.turn(Priority.TABLE):
        pass
    await line.request()
    assert line.clock.now == 100.0


async def test_a_turn_that_takes_long_to_compose_still_counts_when_it_is_sent() -> None:
    line = Line(most=2)
    async with line.limiter.turn(Priority.TABLE):
        line.clock.now += 5.0
        await line.request("late")
    await line.request("at once")
    await line.request("the third")
    assert [when - 105.0 for _, when in line.gone] == [0.0, 0.0, pytest.approx(1.0)]


async def test_further_requests_of_a_turn_wait_with_its_priority() -> None:
    line = Line(most=1)
    rest = asyncio.Event()

    async def call() -> None:
        async with line.limiter.turn(Priority.CALL):
            await line.request("call")
            rest.set()
            await line.request("call again")

    async def other() -> None:
        await rest.wait()
        await line.request("rest")

    await asyncio.gather(call(), other())
    assert line.names == ["call", "call again", "rest"]


async def test_whoever_gives_up_waiting_leaves_no_room_taken() -> None:
    line, holds, enough = Line(most=1), asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        async with line.limiter.turn(Priority.TABLE):
            holds.set()
            await enough.wait()

    holder = asyncio.create_task(hold())
    await holds.wait()
    given_up = asyncio.create_task(line.request("given up"))
    patient = asyncio.create_task(line.request("patient"))
    await until(lambda: line.limiter.waiting == 2)
    given_up.cancel()
    enough.set()
    await asyncio.gather(holder, patient)
    assert line.names == ["patient"]
    line.clock.now += 1.0
    await line.request("next")
    assert line.names == ["patient", "next"]


async def test_after_many_refusals_the_bot_asks_for_little(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "MANY_REFUSALS", 3)
    monkeypatch.setattr(module, "SLOWLY", 1)
    line = Line(most=10)
    await line.answered(429, X_RateLimit_Scope="shared")  # of a limit that everybody there shares: doesn't count
    for status in (401, 403):
        await line.answered(status)
    await line.request()
    await line.request()
    assert line.clock.now == 100.0
    assert line.limiter.refused == 2
    await line.answered(429, X_RateLimit_Scope="user")
    await line.request()
    await line.request()
    assert line.clock.now == pytest.approx(102.0)
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    line.clock.now += 600.0
    assert line.limiter.refused == 0


@pytest.mark.parametrize(
    ("path", "counted"),
    [
        ("/api/v10/channels/1/messages", True),
        ("/api/v10/channels/1/messages/2", True),
        ("/api/v10/users/@me/channels", True),
        ("/api/v10/applications/1/commands", True),
        ("/api/channels/1", True),
        ("/api/v10/interactions/1/token/callback", False),
        ("/api/v10/webhooks/1/token", False),
        ("/api/v10/webhooks/1/token/messages/@original", False),
        ("/api/v10/webhooks/1", True),
        ("/attachments/1/2/hand.webp", False),
    ],
)
def test_what_counts(path: str, counted: bool) -> None:
    assert counts(URL(f"https://discord.com{path}")) is counted


async def test_every_request_of_a_session_comes_by() -> None:
    """The hooks are what aiohttp calls: a session that is traced sends no more than it may."""
    sent: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        sent.append(request.path)
        return web.Response(status=403)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    limiter = Limiter(1, window=3600.0)
    try:
        async with aiohttp.ClientSession(trace_configs=[limiter.trace]) as session:
            root = f"http://127.0.0.1:{port}/api/v10"
            await (await session.get(f"{root}/users/@me")).read()
            waiting = asyncio.create_task(session.get(f"{root}/gateway/bot"))
            await until(lambda: limiter.waiting == 1)
            await (await session.post(f"{root}/interactions/1/token/callback")).read()
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
    finally:
        await runner.cleanup()
    assert sent == ["/api/v10/users/@me", "/api/v10/interactions/1/token/callback"]
    assert limiter.refused == 2


async def test_processes_that_are_one_bot_share_its_requests() -> None:
    line = Line(most=6)
    line.limiter.share(3)
    await asyncio.gather(*(line.request(str(number)) for number in range(4)))
    assert [when for _, when in line.gone].count(100.0) == 2
    line.limiter.share(1)
    line.clock.now = now = 200.0
    await asyncio.gather(*(line.request(str(number)) for number in range(6)))
    assert [when for _, when in line.gone].count(now) == 6
