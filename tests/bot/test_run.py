"""What stops the bot at its start is told in one sentence."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from unittest.mock import AsyncMock, Mock
from urllib.parse import urlsplit

import aiohttp
import discord
import pytest

from bot.client import KnockaboutClient
from bot.config import load_settings
from bot.local import LocalDiscord, redirected
from bot.processes.painter import Painter, PictureError
from bot.run import run
from bot.service.service import TableService
from bot.signing_in import sign_in, signed_in
from bot.start_errors import CLOSES, StartError, explained
from bot.store.model.errors import StoreError, UnfitError
from tests.postgresql import Cluster


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Discord says who the bot is, where a test has given a token; the tokens with which it was asked."""
    tokens: list[str] = []

    @contextlib.asynccontextmanager
    async def signed_in(token: str) -> AsyncIterator[Mock]:
        tokens.append(token)
        user = Mock(id=1)
        user.name = "Knockabout"  # a Mock's own argument of that name is another thing
        yield Mock(discord.Client, user=user)

    monkeypatch.setattr("bot.run.signed_in", signed_in)
    return tokens


def closed(code: int) -> discord.ConnectionClosed:
    return discord.ConnectionClosed(Mock(spec=aiohttp.ClientWebSocketResponse), shard_id=None, code=code)


def refused(status: int, kind: type[discord.HTTPException]) -> discord.HTTPException:
    return kind(Mock(spec=aiohttp.ClientResponse, status=status, reason=""), {"message": "no", "code": 0})


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (discord.LoginFailure(), "refused the token in DISCORD_TOKEN"),
        (closed(4004), "refused the token in DISCORD_TOKEN"),
        *((closed(code), why) for code, why in CLOSES.items()),
        (closed(4099), "code 4099"),
        (discord.PrivilegedIntentsRequired(None), "intents"),
        (discord.GatewayNotFound(), "gateway"),
        (refused(503, discord.DiscordServerError), "status 503"),
        (refused(403, discord.Forbidden), "status 403, no"),
        (aiohttp.ServerDisconnectedError(), "cannot be reached"),
        (TimeoutError(), "cannot be reached: TimeoutError"),
        (StoreError("The database x is in use."), "The database x is in use"),
        (UnfitError("The database x is damaged."), "The database x is damaged"),
    ],
)
def test_why_discord_cannot_be_played_on_is_one_sentence(error: Exception, told: str) -> None:
    with pytest.raises(StartError, match=told) as caught, explained():
        raise error
    assert "\n" not in str(caught.value)
    closed_for_good = isinstance(
        error, discord.ConnectionClosed | discord.LoginFailure | discord.PrivilegedIntentsRequired | UnfitError
    )
    assert caught.value.for_good == closed_for_good, "whether starting again can help"


async def test_a_chat_history_that_cannot_be_used_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "")
    monkeypatch.setenv("KNOCKABOUT_DATABASE", str(tmp_path / "k.sqlite3"))
    monkeypatch.setenv("KNOCKABOUT_LOCAL_PORT", "0")
    (tmp_path / "k.chat.sqlite3").write_bytes(b"no chat at all" * 400)
    with pytest.raises(StartError, match=r"k\.chat\.sqlite3"):
        await run(load_settings())


async def test_what_is_there_after_the_start_is_not_looked_through_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frozen, often, signed_in = gc.get_freeze_count(), gc.get_threshold(), asyncio.Event()

    async def sign_in(*given: object) -> None:
        signed_in.set()
        await asyncio.Event().wait()

    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setenv("KNOCKABOUT_DATABASE", str(tmp_path / "k.sqlite3"))
    monkeypatch.setattr(Painter, "start", AsyncMock())
    monkeypatch.setattr("bot.run.sign_in", sign_in)
    running = asyncio.create_task(run(load_settings()))
    await signed_in.wait()
    assert gc.get_freeze_count() > frozen
    assert gc.get_threshold()[2] > often[2], "how often it looks through everything by itself"
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert gc.get_threshold() == often


async def test_a_port_that_is_taken_is_told_in_the_systems_words_and_not_in_pythons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "word")
    monkeypatch.setenv("KNOCKABOUT_DATABASE", str(tmp_path / "k.sqlite3"))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setenv("KNOCKABOUT_HEALTH_PORT", str(port))
        with pytest.raises(StartError) as caught:
            await run(load_settings())
    assert str(caught.value) == (
        f"Health and metrics cannot be served on port {port}: Address already in use. Set KNOCKABOUT_HEALTH_PORT to "
        "another port, or to 0 for none."
    )


async def test_a_port_that_may_not_be_used_can_be_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuses = AsyncMock(side_effect=PermissionError(errno.EACCES, "error while attempting to bind on address"))
    monkeypatch.setattr(LocalDiscord, "start", refuses)
    monkeypatch.setenv("KNOCKABOUT_DATABASE", str(tmp_path / "k.sqlite3"))
    monkeypatch.setenv("KNOCKABOUT_LOCAL_PORT", "80")
    monkeypatch.setenv("DISCORD_TOKEN", "")
    with pytest.raises(StartError, match=r"on port 80: Permission denied\. Set KNOCKABOUT_LOCAL_PORT to another"):
        await run(load_settings())


def answered(status: int) -> discord.HTTPException:
    return discord.HTTPException(Mock(status=status, reason="", headers={}), "<html>")


@pytest.mark.parametrize(
    ("error", "times", "said"),
    [
        (aiohttp.ServerDisconnectedError(), 3, "cannot be reached"),
        (answered(429), 3, "refused the start: status 429"),
        (answered(400), 1, "refused the start: status 400"),
    ],
)
async def test_what_may_go_well_later_is_tried_again_while_signing_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, times: int, said: str
) -> None:
    monkeypatch.setattr("bot.signing_in.SIGN_IN_PAUSES", (0.0, 0.0))
    monkeypatch.setenv("DISCORD_TOKEN", "word")
    monkeypatch.setenv("KNOCKABOUT_DATABASE", str(tmp_path / "k.sqlite3"))
    tries = []

    async def login(client: KnockaboutClient, token: str) -> None:
        tries.append(token)
        raise error

    monkeypatch.setattr(KnockaboutClient, "login", login)
    with pytest.raises(StartError, match=said):
        await run(load_settings())
    assert tries == ["word"] * times


async def test_a_bot_signs_in_to_a_discord_that_is_back_while_it_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_vain = asyncio.Event()
    monkeypatch.setattr("bot.signing_in.log.warning", lambda *said: in_vain.set())
    before = LocalDiscord(tmp_path / "chat.sqlite3")
    await before.start()
    url, port, token = before.url, urlsplit(before.url).port or 0, before.token
    await before.stop()
    client, back = discord.Client(intents=discord.Intents.none()), LocalDiscord(tmp_path / "chat.sqlite3")
    with redirected(url):
        signing_in = asyncio.create_task(sign_in(client, token))
        await in_vain.wait()
        await back.start(port=port)
        try:
            await signing_in
            assert client.user is not None
        finally:
            await client.close()
            await back.stop()


async def test_a_discord_that_cannot_be_reached_at_all_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.signing_in.SIGN_IN_PAUSES", (0.0, 0.0))
    with redirected("http://127.0.0.1:1"), pytest.raises(StartError, match="Discord cannot be reached"), explained():
        async with signed_in("word"):
            pass


@pytest.mark.parametrize("error", [discord.LoginFailure(), closed(4004)])
def test_a_token_that_a_local_discord_refuses_comes_from_no_developer_portal(error: Exception) -> None:
    said = r"http://127\.0\.0\.1:8500 refused the token .* `python -m bot\.local` prints"
    with pytest.raises(StartError, match=said), explained("http://127.0.0.1:8500"):
        raise error


async def test_a_local_discord_that_does_not_run_is_to_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.signing_in.SIGN_IN_PAUSES", (0.0, 0.0))
    for name, value in (("DISCORD_TOKEN", "word"), ("KNOCKABOUT_LOCAL_URL", "http://127.0.0.1:1")):
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("KNOCKABOUT_DATABASE", str(tmp_path / "k.sqlite3"))
    with pytest.raises(StartError, match=r"127\.0\.0\.1:1 \(KNOCKABOUT_LOCAL_URL\) cannot be reached: start it"):
        await run(load_settings())


async def test_a_start_on_postgresql_signs_in_once_to_ask_and_once_to_play(
    postgresql_server: Cluster, monkeypatch: pytest.MonkeyPatch, asked: list[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "word")
    monkeypatch.setenv("KNOCKABOUT_DATABASE", postgresql_server.new().url)
    recommended = AsyncMock(return_value=3)
    monkeypatch.setattr("bot.run.recommended", recommended)
    monkeypatch.setattr(Painter, "start", AsyncMock())
    monkeypatch.setattr(KnockaboutClient, "login", AsyncMock(side_effect=discord.LoginFailure))
    with pytest.raises(StartError, match="refused the token"):
        await run(load_settings())
    assert asked == ["word"]
    recommended.assert_awaited_once()


def test_voice_is_not_missed_aloud() -> None:
    assert not discord.VoiceClient.warn_nacl
    assert not discord.VoiceClient.warn_dave


async def test_a_database_that_turns_out_to_be_damaged_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "word")
    monkeypatch.setenv("KNOCKABOUT_DATABASE", str(tmp_path / "k.sqlite3"))

    async def restore(service: TableService) -> None:
        raise StoreError("The database k is damaged.")

    monkeypatch.setattr(TableService, "restore", restore)
    with pytest.raises(StartError, match="damaged"):
        await run(load_settings())


async def test_the_log_says_which_database_it_is_wherever_the_bot_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "word")
    monkeypatch.setenv("KNOCKABOUT_DATABASE", "k.sqlite3")
    monkeypatch.setattr(TableService, "restore", Mock(side_effect=StoreError("That is enough.")))
    with caplog.at_level(logging.INFO), pytest.raises(StartError):
        await run(load_settings())
    assert f"the database is {tmp_path / 'k.sqlite3'}" in caplog.messages


async def test_signing_in_doesn_t_wait_for_the_painter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "word")
    monkeypatch.setenv("KNOCKABOUT_DATABASE", str(tmp_path / "k.sqlite3"))
    started: list[str] = []

    async def start(painter: Painter) -> None:
        started.append("painter")
        await asyncio.Event().wait()

    async def login(client: KnockaboutClient, token: str) -> None:
        await asyncio.sleep(0)
        started.append("signing in")
        raise discord.LoginFailure

    monkeypatch.setattr(Painter, "start", start)
    monkeypatch.setattr(KnockaboutClient, "login", login)
    with pytest.raises(StartError, match="refused the token"):
        async with asyncio.timeout(30):
            await run(load_settings())
    assert started == ["painter", "signing in"]


async def test_a_bot_that_can_draw_nothing_ends_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "word")
    monkeypatch.setenv("KNOCKABOUT_DATABASE", str(tmp_path / "k.sqlite3"))

    async def connect(client: KnockaboutClient) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Painter, "start", AsyncMock(side_effect=PictureError("the drawing process ended")))
    monkeypatch.setattr(KnockaboutClient, "login", AsyncMock())
    monkeypatch.setattr(KnockaboutClient, "connect", connect)
    with pytest.raises(StartError, match=r"^No picture can be drawn: the drawing process ended\.$"):
        async with asyncio.timeout(30):
            await run(load_settings())


async def test_a_bot_that_can_draw_nothing_says_so_while_it_signs_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "word")
    monkeypatch.setenv("KNOCKABOUT_DATABASE", str(tmp_path / "k.sqlite3"))
    given_up: list[str] = []

    async def login(client: KnockaboutClient, token: str) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            given_up.append(token)

    monkeypatch.setattr(Painter, "start", AsyncMock(side_effect=PictureError("the drawing process ended")))
    monkeypatch.setattr(KnockaboutClient, "login", login)
    with pytest.raises(StartError, match="No picture can be drawn"):
        async with asyncio.timeout(30):
            await run(load_settings())
    assert given_up == ["word"]
