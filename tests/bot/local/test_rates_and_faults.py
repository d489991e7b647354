"""Rate limits with their headers, and faults made on purpose."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest
import pytest_asyncio
from yarl import URL

from bot.local import LocalDiscord, Rates
from bot.local.rest.middleware import PREFIX
from bot.local.state.model import Person
from bot.local.testing.driver import People
from bot.local.testing.seen import DriverError
from tests.bot.local.conftest import Caller, Room
from tests.bot.local.testbot import png


@pytest_asyncio.fixture
async def limited() -> AsyncIterator[Caller]:
    """Bare calls, with Discord's own limits and a clock that stands still."""
    server = LocalDiscord(clock=lambda: 1_800_000_000.0)
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
    limited.server.context.rates.rates.everywhere = (5, 1.0)
    for _ in range(5):
        assert (await limited("GET", "/users/@me"))[0] == 200
    status, body, headers = await limited("GET", "/gateway")
    assert (status, body["global"], headers["X-RateLimit-Global"]) == (429, True, "true")
    assert (await limited("POST", "/interactions/1/x/callback", {"type": 4}))[0] == 404


async def test_a_token_may_ask_five_times_in_two_seconds(limited: Caller) -> None:
    world = limited.server.context.world
    tokens = [answered(limited, world.host) for _ in range(2)]
    hooks = [f"/webhooks/{world.secrets.application_id}/{token}/messages/@original" for token in tokens]
    for left in (4, 3, 2, 1, 0):
        status, _, headers = await limited("PATCH" if left % 2 else "GET", hooks[0], {"content": str(left)})
        assert (status, headers["X-RateLimit-Limit"], headers["X-RateLimit-Remaining"]) == (200, "5", str(left))
        assert headers["X-RateLimit-Reset-After"] == "2.000"
    status, body, headers = await limited("PATCH", hooks[0], {"content": "x"})
    assert (status, body["retry_after"], body["global"], headers["X-RateLimit-Scope"]) == (429, 2.0, False, "user")
    status, _, other = await limited("PATCH", hooks[1], {"content": "x"})
    assert (status, other["X-RateLimit-Bucket"]) == (200, headers["X-RateLimit-Bucket"])
    limited.server.forward(2)
    assert (await limited("PATCH", hooks[0], {"content": "x"}))[0] == 200


def answered(limited: Caller, person: Person) -> str:
    """The token of an interaction that was answered with a message."""
    context = limited.server.context
    channel = next(iter(context.world.channels.values()))
    interaction = context.interactions.begin(2, person, channel, {})
    context.answers.first(interaction, {"type": 4, "data": {"content": "x"}}, [])
    return interaction.token


async def test_tokens_share_what_they_post_in_a_channel(limited: Caller) -> None:
    context = limited.server.context
    context.rates.rates.webhook_posts = (3, 60.0)
    hooks = [f"/webhooks/{context.world.bot.id}/{answered(limited, context.world.host)}" for _ in range(4)]
    for hook in hooks[:3]:
        assert (await limited("POST", hook, {"content": "x", "flags": 64}))[0] == 200
    status, body, headers = await limited("POST", hooks[3], {"content": "x"})
    assert (status, body["retry_after"], headers["X-RateLimit-Scope"]) == (429, 60.0, "shared")
    assert (await limited("PATCH", f"{hooks[3]}/messages/@original", {"content": "x"}))[0] == 200
    assert context.rates.invalid == 0


async def test_what_tokens_do_is_not_counted_globally(limited: Caller) -> None:
    context = limited.server.context
    context.rates.rates.everywhere = (2, 1.0)
    hook = f"/webhooks/{context.world.bot.id}/{answered(limited, context.world.host)}/messages/@original"
    for _ in range(5):
        assert (await limited("PATCH", hook, {"content": "x"}))[0] == 200
    assert [(await limited("GET", "/users/@me"))[0] for _ in range(3)] == [200, 200, 429]
    limited.server.forward(1)
    assert (await limited("GET", "/users/@me"))[0] == 200


async def test_old_messages_take_few_edits(limited: Caller) -> None:
    here, there = list(limited.server.context.world.channels)
    old = [(await limited("POST", f"/channels/{c}/messages", {"content": "x"}))[1]["id"] for c in (here, here, there)]
    paths = [f"/channels/{c}/messages/{m}" for c, m in zip((here, here, there), old, strict=True)]
    limited.server.forward(3590)
    for _ in range(5):
        assert (await limited("PATCH", paths[0], {"content": "x"}))[0] == 200
    limited.server.forward(11)
    for path in (paths[0], paths[1], paths[0]):
        assert (await limited("PATCH", path, {"content": "x"}))[0] == 200
    status, body, headers = await limited("PATCH", paths[1], {"content": "late"})
    assert (status, body) == (
        429,
        {
            "message": "Maximum number of edits to messages older than 1 hour reached. Try again later.",
            "code": 30046,
            "retry_after": 6.0,
            "global": False,
        },
    )
    assert headers["Retry-After"] == "6"
    assert (await limited("PATCH", paths[2], {"content": "x"}))[0] == 200, "another channel"
    _, fresh, _ = await limited("POST", f"/channels/{here}/messages", {"content": "x"})
    assert (await limited("PATCH", f"/channels/{here}/messages/{fresh['id']}", {"content": "x"}))[0] == 200
    limited.server.forward(6)
    assert (await limited("PATCH", paths[1], {"content": "x"}))[0] == 200


async def test_old_messages_take_few_edits_also_where_nothing_else_is_limited(room: Room) -> None:
    room.server.context.rates.rates.old_edits = (1, 0.3)
    message = await room.channel.send("old")
    await room.you.forward(3601)
    await message.edit(content="once")
    await message.edit(content="twice")  # discord.py waits and repeats
    edits = [e for e in await room.you.log() if e["method"] == "PATCH"]
    assert [(e["status"], e.get("code")) for e in edits] == [(200, None), (429, 30046), (200, None)]
    await room.you.wait_for("twice")


async def test_too_many_invalid_requests_ban_the_address(limited: Caller) -> None:
    rates = limited.server.context.rates
    rates.rates.invalid, rates.rates.ban = (3, 600.0), 60.0
    wrong = {"headers": {"Authorization": "Bot wrong"}}
    assert (await limited("GET", "/users/@me", **wrong))[0] == 401
    limited.server.forward(600)
    assert (await limited("GET", "/users/@me", **wrong))[0] == 401
    assert (await limited("GET", "/applications/5/commands"))[0] == 403
    assert (await limited("GET", "/channels/5"))[0] == 404
    assert (rates.invalid, rates.banned) == (2, 0.0)
    rates.rates.everywhere = (0, 1.0)
    assert (await limited("GET", "/users/@me"))[0] == 429
    rates.rates.everywhere = (50, 1.0)
    status, body, headers = await limited("GET", "/users/@me")
    assert (status, body, headers["Retry-After"]) == (429, "error code: 1015", "60")
    assert "Via" not in headers
    limited.server.forward(60)
    assert (await limited("GET", "/users/@me"))[0] == 200


async def test_discords_own_limits_are_the_ones_that_hold() -> None:
    rates = Rates()
    assert (rates.token, rates.everywhere, rates.old_edits, rates.old_after) == ((5, 2.0), (50, 1.0), (3, 6.0), 3600.0)
    assert (rates.invalid, rates.webhook_posts) == ((10_000, 600.0), (30, 60.0))


async def test_the_real_client_gives_up_when_its_address_is_banned(room: Room) -> None:
    await room.you.faults(rate_limits=True)
    room.server.context.rates.banned_until = room.server.context.clock() + 60
    with pytest.raises(discord.HTTPException, match="error code: 1015"):
        await room.channel.send("x")
    await room.you.forward(60)
    await room.channel.send("back")


async def test_requests_are_counted_by_kind(room: Room) -> None:
    await room.you.counts(clear=True)
    answer = await room.you.command("play", card="AS")
    await room.channel.send("one", file=png())
    with pytest.raises(discord.NotFound):
        await room.channel.fetch_message(5)
    await room.you.wait_for("And a second")
    counts = await room.you.counts()
    assert answer.ephemeral
    assert (counts.own(), counts.own("files"), counts.own("refused")) == (2, 1, 1)
    assert counts.of("POST", "/channels/{channel_id}/messages") == 1
    assert counts.of("POST", "/callback") == 1
    assert counts.of("PATCH", "/messages/{message_id}", "files") == 1
    assert counts.by_tokens() == 3
    sent = counts.of("POST", "/channels/{channel_id}/messages", "bytes")
    assert len(png().fp.read()) < sent < 2_000
    assert (counts.invalid, counts.banned) == (0, 0)
    await room.you.counts(clear=True)
    assert (await room.you.counts()).requests == []


async def test_the_real_client_waits_for_its_bucket(room: Room) -> None:
    context = room.server.context
    context.rates.rates.routes["POST", "/channels/{channel_id}/messages"] = (2, 0.2)
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


async def test_whoever_goes_away_in_mid_request_leaves_no_error_in_the_log(
    server: LocalDiscord, caplog: pytest.LogCaptureFixture
) -> None:
    context = server.context
    address = URL(server.url)
    _, writer = await asyncio.open_connection(address.host, address.port)
    head = (
        f"POST {PREFIX}/channels/{next(iter(context.world.channels))}/messages HTTP/1.1",
        f"Host: {address.authority}",
        f"Authorization: Bot {context.token}",
        "Content-Type: multipart/form-data; boundary=b",
        "Content-Length: 1000",
    )
    writer.write(("\r\n".join(head) + "\r\n\r\n--b\r\n").encode())
    await writer.drain()
    answered: asyncio.Queue[int] = asyncio.Queue()
    context.log.listen(lambda entry: answered.put_nowait(entry["status"]))
    writer.transport.abort()
    assert await asyncio.wait_for(answered.get(), 20) == 499
    assert not [entry for entry in caplog.records if entry.levelno >= logging.ERROR]


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
