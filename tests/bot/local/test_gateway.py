"""The gateway: spoken to bare, and through the real discord.py client."""

from __future__ import annotations

import importlib
import importlib.util
import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest

from bot.local import LocalDiscord
from bot.local.testing.driver import People
from tests.bot.local.conftest import Room, running
from tests.bot.local.testbot import TestBot

GUILDS = 1


class Bare:
    """A gateway client that does nothing by itself."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, packed: bool) -> None:
        self.socket = socket
        self._unpack = zlib.decompressobj() if packed else None

    async def send(self, op: int, d: Any = None) -> None:
        await self.socket.send_str(json.dumps({"op": op, "d": d}))

    async def read(self) -> dict[str, Any]:
        message = await self.socket.receive(timeout=15)
        if message.type is aiohttp.WSMsgType.BINARY:
            assert self._unpack is not None
            assert message.data.endswith(b"\x00\x00\xff\xff")
            return json.loads(self._unpack.decompress(message.data))
        assert message.type is aiohttp.WSMsgType.TEXT, message
        return json.loads(message.data)

    async def event(self, name: str) -> dict[str, Any]:
        while (payload := await self.read())["t"] != name:
            pass
        return payload

    async def identify(self, token: str, intents: int = GUILDS, **more: Any) -> dict[str, Any]:
        await self.send(2, {"token": token, "intents": intents, "properties": {}, **more})
        return (await self.event("READY"))["d"]

    async def closed(self) -> int | None:
        while True:
            message = await self.socket.receive(timeout=15)
            if message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.CLOSING):
                return self.socket.close_code


@asynccontextmanager
async def line(server: LocalDiscord, query: str = "v=10&encoding=json") -> AsyncIterator[Bare]:
    async with aiohttp.ClientSession() as session:
        url = f"ws{server.url.removeprefix('http')}/gateway?{query}"
        async with session.ws_connect(url) as socket:
            bare = Bare(socket, "zlib-stream" in query)
            hello = await bare.read() if "v=10" in query else {"op": 10}
            assert hello["op"] == 10
            yield bare


@pytest.mark.parametrize("query", ["v=10&encoding=json", "v=10&encoding=json&compress=zlib-stream"])
async def test_identify_brings_ready_and_the_server(server: LocalDiscord, query: str) -> None:
    async with line(server, query) as bare:
        ready = await bare.identify(server.token)
        assert ready["resume_gateway_url"].startswith("ws://127.0.0.1:")
        assert ready["guilds"][0]["unavailable"] is True
        guild = (await bare.event("GUILD_CREATE"))["d"]
        assert [c["name"] for c in guild["channels"]] == ["general", "random"]
        assert [m["user"]["bot"] for m in guild["members"]] == [True]


async def test_heartbeat_is_acknowledged(server: LocalDiscord) -> None:
    async with line(server) as bare:
        await bare.send(1, None)
        assert (await bare.read())["op"] == 11


async def test_missing_heartbeats_close_with_4009() -> None:
    server = LocalDiscord(heartbeat=0.1)
    await server.start()
    try:
        async with line(server) as bare:
            assert await bare.closed() == 4009
    finally:
        await server.stop()


@pytest.mark.parametrize(
    ("op", "d", "code"),
    [
        (2, {"token": "wrong", "intents": 1}, 4004),
        (6, {"token": "wrong", "session_id": "x", "seq": 0}, 4004),
        (2, {"intents": 1 << 30}, 4013),
        (2, {"intents": "all"}, 4013),
        (2, {"intents": 1 | 1 << 1}, 4014),
        (2, {"intents": 1 | 1 << 15}, 4014),
        (2, {"intents": 1, "shard": [2, 2]}, 4010),
        (3, {}, 4003),
        (99, {}, 4001),
    ],
)
async def test_close_codes(server: LocalDiscord, op: int, d: dict[str, Any], code: int) -> None:
    async with line(server) as bare:
        await bare.send(op, {"token": server.token} | d if op == 2 else d)
        assert await bare.closed() == code


async def test_broken_payload_second_identify_version_and_too_many(server: LocalDiscord) -> None:
    async with line(server) as bare:
        await bare.socket.send_str("{")
        assert await bare.closed() == 4002
    async with line(server) as bare:
        await bare.identify(server.token)
        await bare.send(2, {"token": server.token, "intents": 1})
        assert await bare.closed() == 4005
    async with line(server, "v=7") as bare:
        assert await bare.closed() == 4012
    async with line(server) as bare:
        for _ in range(121):
            await bare.send(1)
        assert await bare.closed() == 4008


async def test_resume_replays_what_was_missed(server: LocalDiscord, people: People) -> None:
    you = await people.host()
    async with line(server) as bare:
        ready = await bare.identify(server.token)
        seq = (await bare.event("GUILD_CREATE"))["s"]
        await you.gateway("drop")
    await you.open_thread("while away")
    async with line(server) as bare:
        await bare.send(6, {"token": server.token, "session_id": ready["session_id"], "seq": seq})
        missed = await bare.read()
        assert (missed["t"], missed["s"]) == ("THREAD_CREATE", seq + 1)
        assert (await bare.read())["t"] == "RESUMED"
        await you.call("PATCH", f"/local/channels/{missed['d']['id']}", {"name": "here again"})
        assert (await bare.event("THREAD_UPDATE"))["s"] == seq + 3


async def test_unknown_session_and_impossible_number(server: LocalDiscord) -> None:
    async with line(server) as bare:
        await bare.send(6, {"token": server.token, "session_id": "none", "seq": 1})
        assert await bare.read() == {"op": 9, "s": None, "t": None, "d": False}
        ready = await bare.identify(server.token)
        async with line(server) as other:
            await other.send(6, {"token": server.token, "session_id": ready["session_id"], "seq": 999})
            assert await other.closed() == 4007


async def test_a_clean_close_ends_the_session(server: LocalDiscord) -> None:
    async with line(server) as bare:
        ready = await bare.identify(server.token)
        await bare.socket.close(code=1000)
    async with line(server) as bare:
        await bare.send(6, {"token": server.token, "session_id": ready["session_id"], "seq": 1})
        assert (await bare.read())["op"] == 9


async def test_with_guilds_alone_no_messages_come(server: LocalDiscord, people: People) -> None:
    you = await people.host()
    async with line(server) as bare:
        await bare.identify(server.token)
        await bare.event("GUILD_CREATE")
        await you.say("secret plans")
        await you.open_thread("marker")
        assert (await bare.read())["t"] == "THREAD_CREATE"


async def test_message_content_is_privileged(server: LocalDiscord, people: People) -> None:
    you = await people.host()
    bot_id = you.state["bot"]["id"]
    async with line(server) as bare:
        await bare.identify(server.token, GUILDS | 1 << 9 | 1 << 12)
        await you.say("secret plans")
        assert (await bare.event("MESSAGE_CREATE"))["d"]["content"] == ""
        await you.say(f"<@{bot_id}> hello")
        assert (await bare.event("MESSAGE_CREATE"))["d"]["content"].endswith("hello")
        await you.call("POST", "/local/dms", {})
        dm = (await you.call("GET", "/local/dms"))[0]["id"]
        await you.say("in private", dm)
        direct = (await bare.event("MESSAGE_CREATE"))["d"]
        assert (direct["content"], "guild_id" in direct) == ("in private", False)


async def test_members_by_id_and_by_name(server: LocalDiscord, people: People) -> None:
    ann = await people.guest("Ann")
    async with line(server) as bare:
        ready = await bare.identify(server.token)
        guild_id = ready["guilds"][0]["id"]
        await bare.send(8, {"guild_id": guild_id, "user_ids": [ann.id, "5"], "limit": 0, "nonce": "n"})
        chunk = (await bare.event("GUILD_MEMBERS_CHUNK"))["d"]
        assert [m["user"]["id"] for m in chunk["members"]] == [ann.id]
        assert (chunk["not_found"], chunk["nonce"]) == (["5"], "n")
        await bare.send(8, {"guild_id": guild_id, "query": "an", "limit": 5})
        chunk = (await bare.event("GUILD_MEMBERS_CHUNK"))["d"]
        assert [m["user"]["id"] for m in chunk["members"]] == [ann.id]


@pytest.mark.parametrize("action", ["drop", "reconnect"])
async def test_the_real_client_resumes(room: Room, action: str) -> None:
    await room.you.gateway(action)
    await room.you.until(lambda: [e["online"] for e in room.you.events if e["event"] == "bot"][-2:] == [False, True])
    assert (await room.you.command("game new", kind="poker")).content.startswith("Poker")
    assert room.bot.log.count("resumed") == 1
    assert room.bot.log.count("connect") == 1


@pytest.mark.parametrize("action", ["forget", "invalidate"])
async def test_the_real_client_identifies_anew(room: Room, action: str) -> None:
    await room.you.gateway(action)
    await room.you.until(lambda: [e["online"] for e in room.you.events if e["event"] == "bot"][-2:] == [False, True])
    assert (await room.you.command("game new", kind="poker")).content.startswith("Poker")
    assert room.bot.log.count("connect") == 2


async def test_the_real_client_is_told_of_a_wrong_token_and_of_refused_intents(server: LocalDiscord) -> None:
    from bot.local import redirected

    with redirected(server.url):
        bot = TestBot()
        with pytest.raises(discord.LoginFailure):
            await bot.start("wrong")
        await bot.close()
        bot = TestBot(discord.Intents.all())
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await bot.start(server.token)
        await bot.close()


async def test_what_happens_while_the_line_is_down_is_not_lost(room: Room) -> None:
    """A click during a lost gateway reaches the bot with the resume, if that comes within the three seconds."""
    lobby = await room.you.command("game new", kind="poker")
    await room.you.gateway("drop")
    assert (await room.you.click(lobby, "Join")).content == "Alex joined"


async def test_slow_network_slows_events_and_answers(room: Room) -> None:
    await room.you.faults(latency_ms=60)
    await room.you.command("game new", kind="poker")
    slow = [entry["ms"] for entry in await room.you.log() if entry["path"].endswith("/callback")]
    assert min(slow) >= 60


async def test_a_bot_with_all_intents_parses_all_that_is_sent() -> None:
    server = LocalDiscord(rate_limits=False, privileged_intents=(1 << 1) | (1 << 8) | (1 << 15))
    await server.start()
    try:
        async with People(server.url) as people:
            you = await people.host()
            bot = TestBot(discord.Intents.all(), guild_ready_timeout=0.05)
            async with running(bot, server):
                ann = await people.guest("Ann")
                said = await you.say("hello")
                await you.say("again", reply_to=said)
                await you.call("PATCH", f"/local/channels/{said.channel_id}/messages/{said.id}", {"content": "bye"})
                path = f"/local/channels/{said.channel_id}/messages/{said.id}/reactions/%E2%99%A0"
                await you.call("PUT", path)
                await you.call("DELETE", path)
                await you.call("DELETE", f"/local/channels/{said.channel_id}/messages/{said.id}")
                await ann.set(name="Anna", member=False)
                await you.until(lambda: any(e["event"] == "person" and not e["person"]["member"] for e in you.events))
                assert (await you.command("game new", kind="poker")).content.startswith("Poker")
                assert bot.log[1:3] == ["message hello", "message again"]
                assert [m.name for m in bot.guilds[0].members if not m.bot] == ["alex"]
    finally:
        await server.stop()


async def test_a_client_that_asks_for_zstd_can_read_what_comes(server: LocalDiscord) -> None:
    """Packed where a zstd library is installed, else plain text, which such a client reads too."""
    async with aiohttp.ClientSession() as session:
        url = f"ws{server.url.removeprefix('http')}/gateway?v=10&compress=zstd-stream"
        async with session.ws_connect(url) as socket:
            message = await socket.receive()
            if importlib.util.find_spec("zstandard") is None:
                assert json.loads(message.data)["op"] == 10
                return
            unpack = importlib.import_module("zstandard").ZstdDecompressor().decompressobj()
            assert json.loads(unpack.decompress(message.data))["op"] == 10
            await socket.send_str('{"op": 1, "d": null}')
            assert json.loads(unpack.decompress((await socket.receive()).data))["op"] == 11
