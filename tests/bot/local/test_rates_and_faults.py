"""Rate limits with their headers, and faults made on purpose."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest
import pytest_asyncio

from bot.local import LocalDiscord
from bot.local.testing.driver import People
from bot.local.testing.seen import DriverError
from tests.bot.local.conftest import Caller, Room
from tests.bot.local.testbot import png


@pytest_asyncio.fixture
async def limited() -> AsyncIterator[Caller]:
    server = LocalDiscord()
    await server.start()
    async with aiohttp.ClientSession() as session:
        yield Caller(server, session)
    await server.stop()


async def test_five_messages_in_five_seconds_a_channel(limited: Caller) -> None:
    first, second = list(limited.server.context.world.channels)
    for left in (4, 3, 2, 1, 0):
        status, _, headers = await limited("POST", f"/channels/{first}/messages", {"content": "x"})
        assert (status, headers["X-RateLimit-Limit"], headers["X-RateLimit-Remaining"]) == (200, "5", str(left))
        assert 0 < float(headers["X-RateLimit-Reset-After"]) <= 5
    status, body, headers = await limited("POST", f"/channels/{first}/messages", {"content": "x"})
    assert status == 429
    assert 0 < body["retry_after"] <= 5
    assert body["global"] is False
    assert headers["X-RateLimit-Scope"] == "user"
    assert headers["Via"]
    bucket = headers["X-RateLimit-Bucket"]
    status, _, headers = await limited("POST", f"/channels/{second}/messages", {"content": "x"})
    assert (status, headers["X-RateLimit-Bucket"]) == (200, bucket)


async def test_fifty_requests_a_second_overall_but_for_interactions(limited: Caller) -> None:
    limited.server.context.rates.global_rate = (5, 1.0)
    for _ in range(5):
        assert (await limited("GET", "/users/@me"))[0] == 200
    status, body, headers = await limited("GET", "/gateway")
    assert (status, body["global"], headers["X-RateLimit-Global"]) == (429, True, "true")
    assert (await limited("POST", "/interactions/1/x/callback", {"type": 4}))[0] == 404


async def test_the_real_client_waits_for_its_bucket(room: Room) -> None:
    context = room.server.context
    context.rates.rates["POST", "/channels/{channel_id}/messages"] = (2, 0.2)
    await room.you.faults(rate_limits=True)
    for n in range(5):
        await room.channel.send(str(n))
    assert [entry["status"] for entry in await room.you.log() if entry["path"].endswith("/messages")] == [200] * 5


async def test_made_up_429_and_500_are_repeated_by_the_client(room: Room) -> None:
    await room.you.faults(add={"kind": "status", "status": 429, "times": 2, "path": "/messages", "retry_after": 0.05})
    await room.channel.send("after two refusals")
    posts = [entry for entry in await room.you.log() if entry["path"].endswith("/messages")]
    assert [(entry["status"], entry.get("fault")) for entry in posts] == [(429, "429"), (429, "429"), (200, None)]
    await room.you.wait_for("after two refusals")
    assert len(room.you.messages()) == 1
    assert (await room.you.faults())["rules"] == []
    await room.you.faults(add={"kind": "status", "status": 500, "path": "/messages"})
    await room.channel.send("after a 500")
    await room.you.wait_for("after a 500")


async def test_global_429(room: Room) -> None:
    await room.you.faults(add={"kind": "status", "status": 429, "retry_after": 0.05, "global": True})
    assert (await room.bot.fetch_user(int(room.you.id))).name == "alex"


async def test_a_lost_answer_was_carried_out_and_a_cut_request_not(room: Room) -> None:
    await room.you.faults(rules=[{"kind": "lost_answer", "path": "/messages"}])
    with pytest.raises((aiohttp.ClientError, OSError)):
        await room.channel.send("lost")
    await room.you.wait_for("lost")
    await room.you.faults(rules=[{"kind": "cut", "path": "/messages"}])
    with pytest.raises((aiohttp.ClientError, OSError)):
        await room.channel.send("cut")
    assert [m.content for m in room.you.messages()] == ["lost"]
    assert [e.get("fault") for e in await room.you.log() if e["path"].endswith("/messages")] == ["lost_answer", "cut"]


async def test_a_repeated_message_with_an_enforced_nonce_is_one_message(room: Room) -> None:
    first = await room.channel.send("once", nonce="n1")
    again = await room.channel.send("once", nonce="n1")
    other = await room.channel.send("once", nonce="n2")
    assert first.id == again.id != other.id
    await room.you.until(lambda: len(room.you.messages()) == 2)


async def test_a_lost_callback_answers_the_person_all_the_same(room: Room) -> None:
    await room.you.faults(add={"kind": "lost_answer", "path": "/callback"})
    assert (await room.you.command("game new", kind="poker")).content.startswith("Poker")


async def test_missing_permissions_in_a_channel(room: Room) -> None:
    for denied, error in (
        ("send_messages", 50013),
        ("attach_files", 50013),
        ("embed_links", 50013),
        ("view_channel", 50001),
    ):
        await room.you.deny_bot(denied)
        with pytest.raises(discord.Forbidden) as refused:
            await room.channel.send("x", file=png(), embed=discord.Embed(title="t"))
        assert refused.value.code == error
    await room.you.deny_bot()
    await room.channel.send("allowed again")
    await room.you.deny_bot("send_messages")
    assert (await room.you.command("game new", kind="poker")).content.startswith("Poker")


async def test_dms_opened_too_fast(room: Room) -> None:
    await room.you.faults(dms_too_fast=1)
    ann = await room.people.guest("Ann")
    assert (await ann.command("dm")).content == "Sent"
    assert [e.get("code") for e in await room.you.log() if e["path"] == "/users/@me/channels"] == [40003, None]


async def test_the_log_has_bodies_and_no_token(room: Room) -> None:
    await room.you.command("play", card="AS")
    entries = await room.you.log()
    sent = next(e for e in entries if e["method"] == "PATCH")
    assert sent["path"].endswith("/messages/@original")
    assert sent["request"]["payload_json"]["content"] == "Played AS"
    assert sent["request"]["files"] == [{"n": 0, "filename": "hand.png", "size": sent["request"]["files"][0]["size"]}]
    world = room.server.context.world
    text = str(entries)
    assert room.server.token not in text
    assert not any(interaction.token in text for interaction in world.interactions.values())
    assert not any(person.key in text for person in world.people.values())


async def test_wrong_faults_are_refused_in_one_sentence(server: LocalDiscord) -> None:
    async with People(server.url) as people:
        you = await people.host()
        for change in (
            {"latency_ms": -1},
            {"add": {"kind": "boom"}},
            {"add": {"kind": "status", "status": 418}},
            {"x": 1},
        ):
            with pytest.raises(DriverError) as refused:
                await you.faults(**change)
            assert refused.value.code == "bad_faults"
        with pytest.raises(DriverError):
            await you.gateway("explode")
        with pytest.raises(DriverError):
            await you.deny_bot("fly")


async def test_wrong_token_and_unknown_routes(call: Caller) -> None:
    status, body, _ = await call("GET", "/users/@me", headers={"Authorization": "Bot wrong"})
    assert (status, body) == (401, {"message": "401: Unauthorized", "code": 0})
    assert (await call("GET", "/nothing"))[0] == 404
    assert (await call("PUT", "/gateway"))[0] == 404
