"""The bot's connections: spaced as Discord asks for, mended one by one, and true to what each READY names."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from itertools import chain, pairwise
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import aiohttp
import discord
import pytest
from discord.http import Ratelimit
from discord.state import AutoShardedConnectionState
from hypothesis import given
from hypothesis import strategies as st

from bot.gateway import client as gateway_client
from bot.gateway import identifying, refusals
from bot.gateway.client import ShardedClient
from bot.gateway.identifying import ATTEMPTS_END, LONGEST_PAUSE, SPACING, Identifying, NoStartsLeftError, Pauses
from bot.gateway.rate_limits import FORGETTING, Bucket, forgetting_seldom
from bot.gateway.refusals import NO_ACCESS, NO_PERMISSION, KnownRefusal, sending_what_is_allowed
from bot.gateway.sockets import SILENCE
from bot.gateway.state import storable
from bot.local import LocalDiscord, Sharding, limits, redirected
from bot.local.limits import IDENTIFY_SPACING
from bot.local.state import servers
from bot.local.testing.driver import People
from bot.start_errors import StartError, explained
from tests.bot.local.sharded import found_on
from tests.kit.time import Clock


@given(st.lists(st.integers(0, 63), max_size=30), st.integers(1, 16))
def test_identifies_of_one_key_are_spaced_and_others_don_t_wait(shard_ids: list[int], at_once: int) -> None:
    clock = Clock(100.0)
    identifies = Identifying(at_once, clock.sleep, clock)
    at: dict[int, list[float]] = {}

    async def all_of_them() -> None:
        for shard_id in shard_ids:
            before = clock.now
            await identifies.turn(shard_id)
            if not at.get(shard_id % at_once):
                assert clock.now == before, "the first of its key goes at once"
            at.setdefault(shard_id % at_once, []).append(clock.now)

    asyncio.run(all_of_them())
    for moments in at.values():
        assert all(later - earlier >= IDENTIFY_SPACING for earlier, later in pairwise(moments))
    turns = identifies.in_turns(shard_ids)
    assert sorted(chain.from_iterable(turns)) == sorted(shard_ids)
    assert all(len({shard_id % at_once for shard_id in each}) == 1 for each in turns)
    assert len(turns) <= at_once


ALL = ("view_channel", "send_messages", "send_messages_in_threads", "attach_files", "read_message_history")


def a_channel(*lacking: str, kind: type = discord.TextChannel, **about: Any) -> Any:
    """A channel in which the bot lacks these permissions."""
    channel = Mock(spec=kind)
    channel.guild = SimpleNamespace(id=7, unavailable=False, me=object()) if "guild" not in about else about["guild"]
    channel.parent = about.get("parent", object())
    allowed = discord.Permissions(**{name: name not in lacking for name in ALL})
    channel.permissions_for.return_value = allowed
    return channel


@pytest.mark.parametrize(
    ("channel", "asked", "files", "code"),
    [
        (a_channel(), "POST /channels/{channel_id}/messages", True, None),
        (a_channel("view_channel"), "GET /channels/{channel_id}", False, NO_ACCESS),
        (a_channel("send_messages"), "POST /channels/{channel_id}/messages", False, NO_PERMISSION),
        (a_channel("send_messages"), "PATCH /channels/{channel_id}/messages/{message_id}", False, None),
        (a_channel("attach_files"), "POST /channels/{channel_id}/messages", False, None),
        (a_channel("attach_files"), "POST /channels/{channel_id}/messages", True, NO_PERMISSION),
        (a_channel("attach_files"), "PATCH /channels/{channel_id}/messages/{message_id}", True, None),
        (a_channel("read_message_history"), "GET /channels/{channel_id}/messages/{message_id}", False, NO_PERMISSION),
        (a_channel("read_message_history"), "GET /channels/{channel_id}/messages", False, None),
        (
            a_channel("send_messages_in_threads", kind=discord.Thread),
            "POST /channels/{channel_id}/messages",
            False,
            NO_PERMISSION,
        ),
        (a_channel("send_messages", kind=discord.Thread), "POST /channels/{channel_id}/messages", False, None),
        (a_channel("view_channel", kind=discord.Thread, parent=None), "GET /channels/{channel_id}", False, None),
        (
            a_channel("view_channel", guild=SimpleNamespace(unavailable=True, me=object())),
            "GET /channels/{channel_id}",
            False,
            None,
        ),
        (
            a_channel("view_channel", guild=SimpleNamespace(unavailable=False, me=None)),
            "GET /channels/{channel_id}",
            False,
            None,
        ),
        (Mock(spec=discord.DMChannel), "POST /channels/{channel_id}/messages", True, None),
        (None, "GET /channels/{channel_id}", False, None),
    ],
)
async def test_what_discord_is_known_to_refuse_is_not_sent(
    channel: Any, asked: str, files: bool, code: int | None
) -> None:
    requests = Requests(refused=code is not None)
    method, path = asked.split()
    route = discord.http.Route(method, path, channel_id=5, message_id=6)
    ask = sending_what_is_allowed(requests.make, {5: channel}.get)
    given = {"files": [object()], "form": []} if files else {}
    if code is None:
        assert await ask(route, **given) == "done"
        return
    for attempt in range(3):
        with pytest.raises(discord.Forbidden) as refused:
            await ask(route, **given)
        assert refused.value.status == 403
        assert refused.value.code == (code if attempt else NOT_TOLD_BEFORE)
    assert requests.made == 1, "the first one, which tells that the library is right"


NOT_TOLD_BEFORE = 99_999


class Requests:
    """Requests to a Discord that takes all of them or none."""

    def __init__(self, *, refused: bool) -> None:
        self.refused, self.made = refused, 0
        self.error: Exception = discord.Forbidden(cast(Any, Mock(status=403)), {"code": NOT_TOLD_BEFORE, "message": ""})

    async def make(self, route: discord.http.Route, **given: Any) -> str:
        self.made += 1
        await asyncio.sleep(0)
        if self.refused:
            raise self.error
        return "done"


HIDDEN = discord.http.Route("GET", "/channels/{channel_id}", channel_id=5)


async def test_where_discord_takes_what_the_library_thinks_it_refuses_the_library_is_not_believed() -> None:
    requests = Requests(refused=False)
    ask = sending_what_is_allowed(requests.make, lambda number: a_channel("view_channel"))
    assert await asyncio.gather(*(ask(HIDDEN) for _ in range(3))) == ["done"] * 3
    assert await ask(HIDDEN) == "done"
    assert requests.made == 4


async def test_of_several_at_the_same_time_one_tells_that_discord_refuses_them() -> None:
    requests = Requests(refused=True)
    ask = sending_what_is_allowed(requests.make, lambda number: a_channel("view_channel"))
    errors = await asyncio.gather(*(ask(HIDDEN) for _ in range(3)), return_exceptions=True)
    assert [type(error) for error in errors] == [discord.Forbidden, KnownRefusal, KnownRefusal]
    assert requests.made == 1


async def test_a_discord_that_cannot_be_reached_tells_nothing_of_the_library() -> None:
    requests = Requests(refused=True)
    ask = sending_what_is_allowed(requests.make, lambda number: a_channel("view_channel"))
    forbidden, requests.error = requests.error, OSError("no way there")
    first = asyncio.create_task(ask(HIDDEN))
    others = [asyncio.create_task(ask(HIDDEN)) for _ in range(5)]
    with pytest.raises(OSError, match="no way there"):
        await first
    requests.error = forbidden
    errors = await asyncio.gather(*others, return_exceptions=True)
    assert Counter(map(type, errors)) == {discord.Forbidden: 1, KnownRefusal: 4}
    assert requests.made == 2, "of those that waited one is sent"


@pytest.mark.parametrize("refused", [True, False])
async def test_what_a_request_has_told_holds_for_an_hour(monkeypatch: pytest.MonkeyPatch, refused: bool) -> None:
    monkeypatch.setattr(refusals, "PROVEN_FOR", 0.0)
    requests = Requests(refused=refused)
    ask = sending_what_is_allowed(requests.make, lambda number: a_channel("view_channel"))
    for made in (1, 2):
        with contextlib.suppress(discord.Forbidden):
            await ask(HIDDEN)
        assert requests.made == made
        requests.refused = not refused
        await asyncio.sleep(0.01)


async def test_a_request_that_is_broken_off_leaves_those_that_wait_for_what_it_tells() -> None:
    requests = Requests(refused=True)
    ask = sending_what_is_allowed(requests.make, lambda number: a_channel("view_channel"))
    first, second, third = (asyncio.create_task(ask(HIDDEN)) for _ in range(3))
    await asyncio.sleep(0)
    second.cancel()
    with pytest.raises(KnownRefusal):
        await third
    assert type(first.exception()) is discord.Forbidden


async def test_thousands_of_servers_don_t_each_take_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refusals, "MOST_PROOFS", 2)
    requests, guilds = Requests(refused=True), range(10)
    channels = [
        a_channel("view_channel", guild=SimpleNamespace(id=number, unavailable=False, me=object())) for number in guilds
    ]
    ask = sending_what_is_allowed(requests.make, channels.__getitem__)
    for number in guilds:
        with pytest.raises(discord.Forbidden):
            await ask(discord.http.Route("GET", "/channels/{channel_id}", channel_id=number))
    assert requests.made == 2


async def test_those_who_ask_at_the_same_time_have_their_turns_one_after_another() -> None:
    clock = Clock(100.0)
    identifies = Identifying(1, clock.sleep, clock)
    await asyncio.gather(*(identifies.turn(shard) for shard in range(4)))
    assert clock.now == pytest.approx(100 + 3 * SPACING)


def test_texts_lose_what_no_database_takes() -> None:
    said = {"name": "a\0b", "options": [{"value": "\ud800x\U0001f0a1", "focused": True}, 7, None], "\0": "\0"}
    assert storable(said) == {
        "name": "ab",
        "options": [{"value": "x\U0001f0a1", "focused": True}, 7, None],
        "\0": "",
    }


@given(st.lists(st.floats(0, 2 * ATTEMPTS_END), max_size=30))
def test_pauses_between_attempts_grow_to_half_a_minute_and_begin_anew_after_a_while(connected: list[float]) -> None:
    clock, most = Clock(100.0), 2.0
    pauses = Pauses(clock)
    for attempt, seconds in enumerate((0.0, *connected)):
        clock.now += seconds
        most = 2.0 if seconds > ATTEMPTS_END or attempt == 0 else min(2 * most, LONGEST_PAUSE)
        pause = pauses.delay()
        assert 0 <= pause <= most <= LONGEST_PAUSE
        clock.now += pause


async def test_after_many_attempts_a_connection_is_tried_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library would wait for some minutes after so many."""
    monkeypatch.setattr(identifying, "SPACING", 0.0)
    monkeypatch.setattr(identifying, "LONGEST_PAUSE", 0.05)
    async with a_server() as server, connected(server) as client:
        await client.until(("ready", 0))
        for _ in range(10):
            assert client._launched[0]._backoff.delay() <= identifying.LONGEST_PAUSE
        server.context.gateway.act("leave", 0)
        await client.until(("lost", 0))
        await asyncio.sleep(0.3)  # some attempts in vain
        server.context.gateway.act("return", 0)
        async with asyncio.timeout(5):
            await client.until(("resumed", 0))


class Client(ShardedClient):
    """Notes what becomes of its shards."""

    def __init__(self, **options: Any) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05, max_messages=None, **options)
        self.log: list[tuple[str, int]] = []
        self.counted: list[int] = []

    def shards_counted(self, count: int) -> None:
        self.counted.append(count)

    async def on_shard_ready(self, shard_id: int) -> None:
        self.log.append(("ready", shard_id))

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.log.append(("resumed", shard_id))

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self.log.append(("lost", shard_id))

    async def until(self, *happened: tuple[str, int]) -> None:
        """Waits until all of this is in the log, however often."""
        for _ in range(3000):
            if set(happened) <= set(self.log):
                return
            await asyncio.sleep(0.01)
        raise AssertionError(self.log)


@contextlib.asynccontextmanager
async def a_server(**options: Any) -> AsyncIterator[LocalDiscord]:
    server = LocalDiscord(**{"rate_limits": False, **options})
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


@contextlib.asynccontextmanager
async def connected(server: LocalDiscord, **options: Any) -> AsyncIterator[Client]:
    """The client, with whatever shards it is given."""
    client = Client(**options)
    with redirected(server.url):
        task = asyncio.create_task(client.start(server.token))
        try:
            yield client
        finally:
            await client.close()
            await asyncio.gather(task, return_exceptions=True)
            assert not client._at_work


def answered(bucket: Bucket, **headers: object) -> None:
    """Tells the bucket what an answer has said of it."""
    said = {f"X-Ratelimit-{name.replace('_', '-').title()}": str(value) for name, value in headers.items()}
    bucket.update(cast(aiohttp.ClientResponse, SimpleNamespace(headers=said)))


async def test_whoever_makes_the_last_request_of_a_bucket_does_not_wait_for_the_next_window() -> None:
    async with a_server(rate_limits=True) as server, connected(server) as client, People(server.url) as people:
        await client.until(("ready", 0))
        server.context.rates.rates.routes["POST", "/users/@me/channels"] = (1, 600.0)
        ann = await people.guest("Ann")
        async with asyncio.timeout(10):
            await client.create_dm(discord.Object(int(ann.id)))


async def test_others_of_that_bucket_wait_until_there_is_room() -> None:
    bucket, done = Bucket(None), list[int]()
    async with bucket:
        answered(bucket, limit=1, remaining=0, reset_after=0.3)

    async def ask(number: int) -> None:
        async with bucket:
            done.append(number)
            answered(bucket, limit=1, remaining=0, reset_after=0.3)

    others = [asyncio.create_task(ask(number)) for number in range(2)]
    for _ in range(10):
        await asyncio.sleep(0)
    assert not done
    async with asyncio.timeout(10):
        await asyncio.gather(*others)
    assert sorted(done) == [0, 1]


async def test_it_starts_as_fast_as_discord_lets_it_and_not_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the limits on an identify that comes too early would make an invalid session."""
    clock = Clock(100.0)

    async def sleep(seconds: float) -> None:
        clock.now += seconds
        server.forward(seconds)

    monkeypatch.setattr(gateway_client, "Identifying", lambda at_once=1: Identifying(at_once, sleep, clock))
    async with (
        a_server(rate_limits=True, sharding=Sharding(5, max_concurrency=2)) as server,
        connected(server) as client,
    ):
        await client.until(*(("ready", shard) for shard in range(5)))
        assert client.counted == [5]
        assert server.context.gateway.identifies == 5
        assert ("lost", 0) not in client.log
        assert clock.now > 100 + 2 * IDENTIFY_SPACING, "three of the even key, one after another"


async def test_no_more_connections_are_opened_later_than_discord_lets_the_bot_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(identifying, "SPACING", 0.0)
    async with a_server() as server, connected(server, shard_count=3, shard_ids=[]) as client:
        await asyncio.wait_for(client.opened.wait(), 30)
        client._starts_left, client._starts_reset = 2, time.monotonic() + 600
        with pytest.raises(NoStartsLeftError, match=r"2 more times for now, and it needs 3: .* in 10 minutes"):
            client.open_more([0, 1, 2])
        assert client._connection.shard_ids == []
        client.open_more([0, 1])
        with pytest.raises(NoStartsLeftError, match="0 more times"):
            client.check_starts(1)
        client._starts_reset = time.monotonic()
        client.open_more([2])
        await client.until(*(("ready", shard) for shard in range(3)))


async def test_a_connection_through_which_nothing_comes_is_lost_long_before_the_library_notices() -> None:
    """Where packets vanish nobody says so, and heartbeats are a minute apart: so the system asks."""
    async with a_server() as server, connected(server) as client:
        await client.until(("ready", 0))
        line = client._launched[0].ws.socket.get_extra_info("socket")
        assert line.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        if not sys.platform.startswith("linux"):
            return
        idle, between, times, unanswered = (
            line.getsockopt(socket.IPPROTO_TCP, getattr(socket, name))
            for name in ("TCP_KEEPIDLE", "TCP_KEEPINTVL", "TCP_KEEPCNT", "TCP_USER_TIMEOUT")
        )
        assert idle + times * between == SILENCE
        assert unanswered == SILENCE * 1000
        assert client._connection.heartbeat_timeout > 2 * SILENCE


async def test_the_first_shard_waits_for_nothing() -> None:
    async with a_server(rate_limits=True) as server, connected(server) as client:
        async with asyncio.timeout(SPACING):
            await client.until(("ready", 0))
        assert client.counted == [1]


async def test_one_that_cannot_be_mended_holds_no_other_up() -> None:
    async with a_server(sharding=Sharding(3, max_concurrency=16)) as server, connected(server) as client:
        await client.until(*(("ready", shard) for shard in range(3)))
        mending = asyncio.Event()
        reidentify = discord.shard.Shard.reidentify

        async def hangs(shard: discord.shard.Shard, error: Any) -> None:
            if shard.id == 1:
                mending.set()
                await asyncio.Event().wait()
            await reidentify(shard, error)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(discord.shard.Shard, "reidentify", hangs)
            server.context.gateway.act("drop", 1)
            await asyncio.wait_for(mending.wait(), 30)
            server.context.gateway.act("drop", 2)
            await client.until(("resumed", 2))


async def test_a_ready_again_while_others_wait_takes_nothing_from_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identifying, "SPACING", 0.0)
    async with a_server() as server, connected(server, shard_count=2) as client:
        client._connection.guild_ready_timeout = 1.0
        for _ in range(3000):
            if len(client._connection._ready_tasks) == 2:
                break
            await asyncio.sleep(0.001)
        assert client.log == []
        server.context.gateway.act("forget", 0)
        await client.until(("lost", 0), ("ready", 0), ("ready", 1))


async def test_servers_that_a_ready_no_longer_names_are_known_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identifying, "SPACING", 0.0)
    async with a_server() as server:
        gone, stays, other = (found_on(server, shard, 2) for shard in (1, 1, 0))
        async with connected(server, shard_count=2) as client:
            await client.until(("ready", 0), ("ready", 1))
            server.context.gateway.act("leave", 1)
            server.context.gateway.act("forget", 1)
            await client.until(("lost", 1))
            servers.delete(server.context.world, gone)
            assert client.get_guild(gone.id) is not None
            del client.log[:]
            server.context.gateway.act("return", 1)
            await client.until(("ready", 1))
            assert client.get_guild(gone.id) is None
            assert {client.get_guild(guild.id) is not None for guild in (stays, other)} == {True}


@pytest.mark.parametrize("error", [discord.GatewayNotFound(), aiohttp.ServerDisconnectedError()])
async def test_where_discord_cannot_tell_of_its_gateway_it_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(gateway_client, "ASK_PAUSES", (0.0, 0.0))
    client, answers = Client(), [error, error, (1, "wss://gateway", {})]

    async def told() -> Any:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(client.http, "get_bot_gateway", told)
    assert await client._ask_for_gateway() == (1, "wss://gateway", {})
    await client.close()


async def test_without_enough_starts_it_says_when_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.local.gateway.sharding.IDENTIFIES_A_DAY", 3)
    async with a_server(sharding=Sharding(4)) as server:
        client = Client()
        refused = pytest.raises(StartError, match=r"3 more times for now, and it needs 4.* in 1440 minutes\.$")
        with redirected(server.url), refused, explained():
            await client.start(server.token)
        assert server.context.gateway.identifies == 0
        await client.close()


async def test_too_many_servers_for_the_shards_end_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "GUILDS_A_SHARD", 0)
    async with a_server() as server:
        client = Client()
        with redirected(server.url), pytest.raises(StartError, match=r"code 4011.*KNOCKABOUT_SHARDS"), explained():
            await client.start(server.token)
        assert client.is_closed()


async def test_one_that_never_signed_in_can_be_closed() -> None:
    client = Client()
    await client.close()
    assert client.is_closed()


async def test_of_a_pressed_message_no_words_and_buttons_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[Any] = []
    monkeypatch.setattr(AutoShardedConnectionState, "parse_interaction_create", lambda state, data: served.append(data))
    client = ShardedClient(intents=discord.Intents.none())
    pressed = {"id": "2", "flags": 64, "components": [{"type": 10, "content": "Words"}]}
    command, press = {"id": "1"}, {"id": "3", "message": pressed}
    client.receive(command)
    client.receive(press)
    assert served == [command, {"id": "3", "message": {"id": "2", "flags": 64, "components": []}}]
    assert pressed["components"], "what Discord has sent stays as it is, for another process that serves it"
    await client.close()


async def test_an_event_that_the_library_cannot_read_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    client = ShardedClient(intents=discord.Intents.none())
    client._connection.parsers["INTERACTION_CREATE"]({"id": "1"})  # of which Discord tells much more
    assert "an event of Discord's could not be read (INTERACTION_CREATE): KeyError" in caplog.text
    with pytest.raises(KeyError):
        client._connection.parsers["READY"]({})  # without it nothing works, and whoever hosts the bot is to hear of it
    await client.close()


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ({"channel_id": "5", "guild_id": "7"}, {"id": "5"}),
        ({"channel_id": "5"}, {"id": "5", "type": 1}),
        ({"channel_id": "5", "channel": {"id": "5", "type": 0}}, {"id": "5", "type": 0}),
    ],
)
async def test_a_channel_is_known_by_its_id_where_no_more_is_told_of_it(
    monkeypatch: pytest.MonkeyPatch, said: dict[str, Any], known: dict[str, Any]
) -> None:
    served: list[Any] = []
    monkeypatch.setattr(AutoShardedConnectionState, "parse_interaction_create", lambda state, data: served.append(data))
    client = ShardedClient(intents=discord.Intents.none())
    client.receive({"id": "1", **said})
    assert [data["channel"] for data in served] == [known]
    await client.close()


async def test_a_ready_need_not_name_the_only_shard(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Any] = []
    monkeypatch.setattr(AutoShardedConnectionState, "parse_ready", lambda state, data: read.append(data["shard"]))
    client = ShardedClient(intents=discord.Intents.none())
    client._connection.parse_ready({"guilds": []})
    assert read == [[0, 1]]
    await client.close()


async def test_a_first_request_to_a_channel_doesnt_look_through_what_is_known_of_all_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, channels = 0, 1_000

    def is_inactive(limit: Ratelimit) -> bool:
        nonlocal asked
        asked += 1
        return True

    monkeypatch.setattr(Ratelimit, "is_inactive", is_inactive)
    client = ShardedClient(intents=discord.Intents.none())
    known = [client.http.get_ratelimit(f"edit:{number}") for number in range(channels)]
    assert asked == 0
    assert client.http.get_ratelimit("edit:0") is known[0]
    await client.close()


def test_what_is_known_of_channels_is_forgotten_now_and_then() -> None:
    clock, times = [1000.0], [0]

    def forget() -> None:
        times[0] += 1

    seldom = forgetting_seldom(forget, lambda: clock[0])
    for seconds, forgotten in ((FORGETTING - 1, 0), (1, 1), (1, 1), (FORGETTING - 1, 2)):
        clock[0] += seconds
        seldom()
        assert times == [forgotten]
