"""Shards of the gateway: spoken to bare, and through discord.py's client for several shards."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.local import LocalDiscord, Sharding, limits, redirected
from bot.local.testing.driver import People, Person
from bot.local.testing.seen import DriverError
from tests.bot.local.conftest import Caller
from tests.bot.local.sharded import Watching, channel_in, found_on, shard_of
from tests.bot.local.test_gateway import Bare, line

DIRECT_MESSAGES = 1 << 12


@contextlib.asynccontextmanager
async def discord_with(**options: Any) -> AsyncIterator[tuple[LocalDiscord, Person]]:
    """A local Discord, and the host at its page."""
    server = LocalDiscord(**{"rate_limits": False, **options})
    await server.start()
    try:
        async with People(server.url) as people:
            yield server, await people.host()
    finally:
        await server.stop()


@contextlib.asynccontextmanager
async def watching(server: LocalDiscord, **options: Any) -> AsyncIterator[Watching]:
    """The client for several shards, all of them ready."""
    bot = Watching(**options)
    with redirected(server.url):
        task = asyncio.create_task(bot.start(server.token))
        try:
            async with asyncio.timeout(30):
                await bot.is_up.wait()
            yield bot
        finally:
            await bot.close()
            await asyncio.gather(task, return_exceptions=True)


async def invalid(bare: Bare) -> None:
    assert await bare.read() == {"op": 9, "s": None, "t": None, "d": False}


async def until_logged(bot: Watching, *happened: tuple[str, int]) -> None:
    """Waits until the client's log ends with this."""
    for _ in range(3000):
        if tuple(bot.log[-len(happened) :]) == happened:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(bot.log)


async def test_each_shard_has_its_servers_and_direct_messages_come_to_shard_0(server: LocalDiscord) -> None:
    guilds = [found_on(server, shard, 3) for shard in range(3)]
    async with People(server.url) as people, contextlib.AsyncExitStack() as stack:
        you = await people.host()
        shards = [await stack.enter_async_context(line(server)) for _ in range(3)]
        for number, bare in enumerate(shards):
            ready = await bare.identify(server.token, intents=1 | DIRECT_MESSAGES, shard=[number, 3])
            assert ready["shard"] == [number, 3]
            there = {int(guild["id"]) for guild in ready["guilds"]}
            assert guilds[number].id in there
            assert {shard_of(guild, 3) for guild in there} == {number}
            assert {int((await bare.event("GUILD_CREATE"))["d"]["id"]) for _ in there} == there
        await you.call("POST", "/local/dms", {})
        dm = (await you.call("GET", "/local/dms"))[0]["id"]
        await you.say("in private", dm)
        for number in (2, 1, 0):
            await you.open_thread(f"thread {number}", channel=channel_in(server, guilds[number]))
        told = [(await bare.read())["t"] for bare in shards]
        assert told == ["MESSAGE_CREATE", "THREAD_CREATE", "THREAD_CREATE"]
        assert (await shards[0].read())["d"]["name"] == "thread 0"


async def test_one_shard_named_or_not_has_everything(server: LocalDiscord) -> None:
    found_on(server, 1, 2)
    found_on(server, 0, 2)
    async with line(server) as named, line(server) as bare:
        ready = await named.identify(server.token, shard=[0, 1])
        assert ready["shard"] == [0, 1]
        unnamed = await bare.identify(server.token)
        assert "shard" not in unnamed
        assert len(ready["guilds"]) == len(unnamed["guilds"]) == 3


@pytest.mark.parametrize("shard", [[2, 2], [-1, 2], [0, 0], [0], [0, 1, 2], ["0", 1], [False, 1], "0", None, {}])
async def test_an_impossible_shard_is_closed_with_4010(server: LocalDiscord, shard: object) -> None:
    async with line(server) as bare:
        await bare.send(2, {"token": server.token, "intents": 1, "shard": shard})
        assert await bare.closed() == 4010


async def test_too_many_servers_a_shard_are_closed_with_4011(
    server: LocalDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert limits.GUILDS_A_SHARD == 2_500
    monkeypatch.setattr(limits, "GUILDS_A_SHARD", 2)
    home = shard_of(next(iter(server.context.world.guilds)), 2)
    for shard in (home, 1 - home):
        found_on(server, shard, 2)
    for named in ({}, {"shard": [0, 1]}):
        async with line(server) as bare:
            await bare.send(2, {"token": server.token, "intents": 1, **named})
            assert await bare.closed() == 4011
    for shard in (0, 1):
        async with line(server) as bare:
            await bare.identify(server.token, shard=[shard, 2])


async def test_the_same_shard_twice_and_other_counts_each_have_all_of_their_events(server: LocalDiscord) -> None:
    guild = found_on(server, 1, 2)
    async with contextlib.AsyncExitStack() as stack:
        people = await stack.enter_async_context(People(server.url))
        you = await people.host()
        lines = [await stack.enter_async_context(line(server)) for _ in range(4)]
        for bare, shard in zip(lines, ([1, 2], [1, 2], [0, 1], [0, 2]), strict=True):
            await bare.identify(server.token, shard=shard)
        await you.open_thread("for three", channel=channel_in(server, guild))
        for bare in lines[:3]:
            assert (await bare.event("THREAD_CREATE"))["d"]["name"] == "for three"
        home = found_on(server, 0, 2)
        await you.open_thread("for the others", channel=channel_in(server, home))
        assert (await lines[3].event("THREAD_CREATE"))["d"]["name"] == "for the others"
        assert (await lines[2].event("THREAD_CREATE"))["d"]["name"] == "for the others"


async def test_a_server_comes_and_goes_on_its_shard_alone(server: LocalDiscord) -> None:
    async with People(server.url) as people, line(server) as first, line(server) as second:
        you = await people.host()
        await first.identify(server.token, shard=[0, 2])
        await second.identify(server.token, shard=[1, 2])
        other, own = found_on(server, 1, 2), found_on(server, 0, 2)
        assert (await first.event("GUILD_CREATE"))["d"]["name"] in ("Local server", "Shard 0")
        await you.delete_server(str(other.id))
        assert (await second.event("GUILD_DELETE"))["d"]["id"] == str(other.id)
        await you.remove_bot(str(own.id))
        assert (await first.event("GUILD_DELETE"))["d"]["id"] == str(own.id)


async def test_members_of_another_shards_server_are_not_told(server: LocalDiscord) -> None:
    other = found_on(server, 1, 2)
    async with line(server) as bare:
        await bare.identify(server.token, shard=[0, 2])
        await bare.send(8, {"guild_id": str(other.id), "user_ids": ["5"], "limit": 0})
        own = found_on(server, 0, 2)
        await bare.send(8, {"guild_id": str(own.id), "user_ids": ["5"], "limit": 0})
        assert (await bare.event("GUILD_MEMBERS_CHUNK"))["d"]["guild_id"] == str(own.id)


async def test_each_shard_resumes_its_own_session() -> None:
    async with discord_with() as (server, you):
        guilds = [found_on(server, shard, 2) for shard in range(2)]
        async with line(server) as first, line(server) as second:
            await first.identify(server.token, shard=[0, 2])
            session = (await second.identify(server.token, shard=[1, 2]))["session_id"]
            number = (await second.event("GUILD_CREATE"))["s"]
            assert (await you.gateway("drop", shard=1))["sessions"] == 1
            for guild in guilds:
                await you.open_thread(guild.name, channel=channel_in(server, guild))
            assert (await first.event("THREAD_CREATE"))["d"]["name"] == "Shard 0"
        async with line(server) as again:
            await again.send(6, {"token": server.token, "session_id": session, "seq": number})
            while (missed := await again.read())["t"] == "GUILD_CREATE":
                pass
            assert (missed["t"], missed["d"]["name"]) == ("THREAD_CREATE", "Shard 1")
            assert (await again.read())["t"] == "RESUMED"


async def test_what_the_bot_is_told_of_shards_and_of_its_starts(call_with: Caller) -> None:
    server = call_with.server
    status, told, _ = await call_with("GET", "/gateway/bot")
    assert (status, told["shards"]) == (200, 4)
    limit = {"total": 1_000, "remaining": 1_000, "reset_after": 86_400_000, "max_concurrency": 2}
    assert told["session_start_limit"] == limit
    async with line(server) as bare:
        await bare.identify(server.token, shard=[0, 4])
    server.forward(3_600)
    left = (await call_with("GET", "/gateway/bot"))[1]["session_start_limit"]
    assert left["remaining"] == 999
    assert 82_700_000 < left["reset_after"] <= 82_800_000
    server.forward(86_400)
    assert (await call_with("GET", "/gateway/bot"))[1]["session_start_limit"]["remaining"] == 1_000


@pytest.fixture
async def call_with() -> AsyncIterator[Caller]:
    """Bare calls to a local Discord that recommends four shards."""
    sharding = Sharding(4, max_concurrency=2)
    async with discord_with(rate_limits=True, sharding=sharding) as (server, _), aiohttp.ClientSession() as session:
        yield Caller(server, session)


async def test_identifying_too_early_makes_an_invalid_session(call_with: Caller) -> None:
    server = call_with.server
    async with contextlib.AsyncExitStack() as stack:

        async def fresh() -> Bare:
            return await stack.enter_async_context(line(server))

        await (await fresh()).identify(server.token, shard=[0, 4])
        await (await fresh()).identify(server.token, shard=[1, 4])
        early = await fresh()
        await early.send(2, {"token": server.token, "intents": 1, "shard": [2, 4]})
        await invalid(early)
        server.forward(5)
        await early.identify(server.token, shard=[2, 4])
        server.context.faults.rate_limits = False
        await (await fresh()).identify(server.token, shard=[0, 4])


async def test_a_shard_that_left_lets_nobody_in_until_it_returns() -> None:
    async with discord_with() as (server, you):
        guild = found_on(server, 1, 2)
        async with line(server) as first, line(server) as second:
            await first.identify(server.token, shard=[0, 2])
            session = (await second.identify(server.token, shard=[1, 2]))["session_id"]
            number = (await second.event("GUILD_CREATE"))["s"]
            await you.gateway("leave", shard=1)
            async with line(server) as resuming, line(server) as anew:
                await resuming.send(6, {"token": server.token, "session_id": session, "seq": number})
                await anew.send(2, {"token": server.token, "intents": 1, "shard": [1, 2]})
                for bare in (resuming, anew):
                    await bare.send(1)
                    assert (await bare.read())["op"] == 11
                home = found_on(server, 0, 2)
                await you.open_thread("goes on", channel=channel_in(server, home))
                assert (await first.event("THREAD_CREATE"))["d"]["name"] == "goes on"
                await you.gateway("return", shard=1)
                await resuming.event("RESUMED")
                assert str(guild.id) in {each["id"] for each in (await anew.event("READY"))["d"]["guilds"]}


async def test_only_a_shard_can_leave(server: LocalDiscord) -> None:
    async with People(server.url) as people:
        you = await people.host()
        for action in ("leave", "return"):
            with pytest.raises(DriverError, match="Give its id"):
                await you.gateway(action)


async def test_the_real_client_has_every_shard_that_is_recommended() -> None:
    async with discord_with(sharding=Sharding(recommended=3)) as (server, _):
        guilds = [found_on(server, shard, 3) for shard in range(3)]
        async with watching(server) as bot:
            assert (bot.shard_count, sorted(bot.shards)) == (3, [0, 1, 2])
            assert {guild.id for guild in bot.guilds} == set(server.context.world.guilds)
            assert [bot.get_guild(guild.id).shard_id for guild in guilds] == [0, 1, 2]  # type: ignore[union-attr]


async def test_the_real_client_takes_some_shards() -> None:
    async with discord_with() as (server, _):
        there, elsewhere = found_on(server, 1, 4), found_on(server, 2, 4)
        async with watching(server, shard_count=4, shard_ids=[1, 3]) as bot:
            assert sorted(bot.shards) == [1, 3]
            assert bot.get_guild(there.id) is not None
            assert bot.get_guild(elsewhere.id) is None


@pytest.mark.parametrize(
    ("action", "then"),
    [
        ("drop", [("disconnect", 1), ("resumed", 1)]),
        ("reconnect", [("disconnect", 1), ("resumed", 1)]),
        ("forget", [("disconnect", 1), ("connect", 1), ("ready", 1)]),
        ("invalidate", [("disconnect", 1), ("connect", 1), ("ready", 1)]),
    ],
)
async def test_a_line_of_the_real_client_is_lost_and_the_others_stay(action: str, then: list[tuple[str, int]]) -> None:
    async with discord_with() as (server, you), watching(server, shard_count=2) as bot:
        del bot.log[:]
        await you.gateway(action, shard=1)
        await until_logged(bot, *then)
        assert {shard for _, shard in bot.log} == {1}


async def test_a_hasty_client_gets_in_when_its_time_has_come() -> None:
    async with discord_with(rate_limits=True) as (server, _):
        bot = Watching(shard_count=2)
        with redirected(server.url):
            task = asyncio.create_task(bot.start(server.token))
            try:
                await until_logged(bot, ("disconnect", 1))
                assert not bot.is_up.is_set()
                server.forward(5)
                async with asyncio.timeout(30):
                    await bot.is_up.wait()
                assert server.context.gateway.identifies == 2
            finally:
                await bot.close()
                await asyncio.gather(task, return_exceptions=True)
