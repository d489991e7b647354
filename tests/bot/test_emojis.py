"""``python -m bot emojis`` at the local Discord, and what the bot makes of the emojis at its start."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot import client as client_module
from bot.config import Settings
from bot.emojis import emojis_command
from bot.local import LocalDiscord, redirected
from bot.local import limits as local_limits
from bot.local.testing.seen import Seen
from bot.processes.painter import Painter
from bot.service.model import Turn
from bot.service.pace import Pace
from bot.start_errors import StartError
from bot.store.connection import only_one
from bot.ui.address import NO_TABLE, Address
from bot.ui.pages.emojis import FACES, NO_EMOJIS, CardEmojis
from bot.ui.pages.page import Button, Emoji, Page
from bot.ui.showing.sending import shown
from engine.cards import JOKERS, card
from tests.bot.ui.evening import bot_on, cards_on, discard, dm, evening, panel, seated, sides
from tests.kit.painters import Blank

PICTURES_ALL = 103
"""52 cards and three jokers, and the 48 cards of a Spanish pack."""


@pytest_asyncio.fixture
async def server() -> AsyncIterator[LocalDiscord]:
    """A small Discord that discord.py speaks to."""
    server = LocalDiscord(rate_limits=False)
    await server.start()
    try:
        with redirected(server.url):
            yield server
    finally:
        await server.stop()


@pytest.fixture
def settings(server: LocalDiscord, tmp_path: Path) -> Settings:
    return Settings(DISCORD_TOKEN=server.token, KNOCKABOUT_DATABASE=tmp_path / "k.sqlite3")


@contextlib.asynccontextmanager
async def signed_in(server: LocalDiscord) -> AsyncIterator[discord.Client]:
    client = discord.Client(intents=discord.Intents.none())
    async with client:
        await client.login(server.token)
        yield client


async def test_they_are_uploaded_once_and_removed_again(server, settings, capsys) -> None:
    async with signed_in(server) as client:
        mine = await client.create_application_emoji(name="other", image=_PIXEL)
        assert await emojis_command(settings, remove=False) == 0
        assert f"{PICTURES_ALL} uploaded, 0 there" in capsys.readouterr().out
        there = {emoji.name: emoji.id for emoji in await client.fetch_application_emojis()}
        assert set(there) == {*FACES, "other"}
        assert len(FACES) == PICTURES_ALL
        await (await client.fetch_application_emoji(there["card_7S"])).delete()
        assert await emojis_command(settings, remove=False) == 0
        assert f"1 uploaded, {PICTURES_ALL - 1} there" in capsys.readouterr().out
        assert await emojis_command(settings, remove=True) == 0
        assert f"{PICTURES_ALL} removed" in capsys.readouterr().out
        assert [emoji.id for emoji in await client.fetch_application_emojis()] == [mine.id], "others stay"


async def test_without_room_one_sentence_says_so_and_how_to_go_on(server, settings, monkeypatch, capsys) -> None:
    monkeypatch.setattr(local_limits, "EMOJIS", 3)
    with pytest.raises(StartError, match=r"did not take the emoji card_JS, after 3 others: .* as many .* goes on"):
        await emojis_command(settings, remove=False)
    monkeypatch.setattr(local_limits, "EMOJIS", 2000)
    await emojis_command(settings, remove=False)
    assert "3 there already" in capsys.readouterr().out


async def test_a_wrong_token_is_one_sentence(settings) -> None:
    wrong = settings.model_copy(update={"discord_token": type(settings.discord_token)("wrong.token")})
    with pytest.raises(StartError, match="refused the token") as caught:
        await emojis_command(wrong, remove=False)
    assert "wrong.token" not in str(caught.value)


async def test_a_bot_that_runs_keeps_its_emojis(settings) -> None:
    settings.database.touch()
    with only_one(settings.database.resolve()), pytest.raises(StartError, match="Stop the bot first"):
        await emojis_command(settings, remove=True)


async def test_without_a_token_the_local_discord_keeps_them(tmp_path: Path, monkeypatch, capsys) -> None:
    here = Settings(DISCORD_TOKEN="", KNOCKABOUT_DATABASE=tmp_path / "k.sqlite3", KNOCKABOUT_LOCAL_PORT=0)
    await emojis_command(here, remove=False)
    await emojis_command(here, remove=False)
    assert f"{PICTURES_ALL} there already" in capsys.readouterr().out


async def test_the_bot_reads_them_at_its_start(server, settings, tmp_path) -> None:
    await emojis_command(settings, remove=False)
    async with bot_on(server, tmp_path / "k.sqlite3", Painter(), Pace(turn=0, pause=1000, computer=0)) as (*_, client):
        async with signed_in(server) as other:
            ids = {emoji.name: emoji.id for emoji in await other.fetch_application_emojis()}
        assert client.desk.emojis.ids == ids
        assert client.desk.emojis.of(card("TD")) == Emoji(f"<:card_TD:{ids['card_TD']}>")
        assert client.desk.emojis.of(card("KC"), spanish=True) == Emoji(f"<:naipe_KC:{ids['naipe_KC']}>")


def emojis_on(message: Seen) -> list[str]:
    """The emojis of the buttons that name a card."""
    return [part["emoji"]["name"] for part in _parts(message.components) if part.get("emoji")]


def _parts(components: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in components:
        yield part
        yield from _parts(part.get("components", []))


async def test_emojis_that_are_deleted_meanwhile_stop_no_panel(tmp_path: Path, monkeypatch) -> None:
    """An answer, a direct message and a panel that is sent anew come with words; then the list is read again, once."""
    monkeypatch.setattr(client_module, "EMOJIS_AGAIN", 1000.0)
    async with evening(tmp_path, Blank(), monkeypatch) as night, signed_in(night.server) as other:
        here = Settings(DISCORD_TOKEN=night.server.token, KNOCKABOUT_DATABASE=tmp_path / "other.sqlite3")
        await emojis_command(here, remove=False)
        await night.client._read_emojis()
        known = night.client.desk.emojis
        await seated(night)
        first, _ = sides(night)
        await first.click(dm(first), "Draw stock")
        await first.until(lambda: len(emojis_on(dm(first))) == 6)
        for emoji in await other.fetch_application_emojis():
            if emoji.name != "card_7S":
                await emoji.delete()
        await first.click(night.live(first), "My hand")
        await first.until(lambda: len(cards_on(panel(first))) == 6 and panel(first).ephemeral)
        assert emojis_on(panel(first)) == []
        assert night.client.desk.emojis == NO_EMOJIS
        night.client.desk.emojis = known
        await first.click(panel(first), custom_id=discard(panel(first)))
        await night.until(lambda: sides(night)[0] is not first)
        second, _ = sides(night)
        await second.until(lambda: "Draw stock" in dm(second).labels)
        await second.click(dm(second), "Draw stock")
        await second.until(lambda: len(cards_on(dm(second))) == 6)
        assert emojis_on(dm(second)) == []
        asked = [task for task in night.client.desk._tasks if "_read_emojis_again" in repr(task)]
        assert len(asked) == 1, "it is asked for once, however many panels were refused"
        monkeypatch.setattr(client_module, "EMOJIS_AGAIN", 0.0)
        await night.client._read_emojis_again()
        assert set(night.client.desk.emojis.ids) == {"card_7S"}


async def test_what_is_refused_for_another_reason_is_not_sent_again() -> None:
    async def send(page: Page) -> None:
        sent.append(page)
        raise discord.HTTPException(Response(), {"code": 50035, "message": "Invalid Form Body"})

    class Response:
        status, reason = 400, "Bad Request"

    sent: list[Page] = []
    button = Button("7", Address(NO_TABLE, Turn(), "help"), emoji=Emoji("<:card_7S:5>"))
    with pytest.raises(discord.HTTPException):
        await shown(Page(rows=((button,),)), send)
    assert len(sent) == 1


def test_a_card_without_an_emoji_has_none() -> None:
    assert CardEmojis().of(card("7S")) is None
    some = CardEmojis({"card_7S": 5, "card_X2": 6})
    assert some.of(card("7S")) == Emoji("<:card_7S:5>")
    assert some.of(JOKERS[1]) == Emoji("<:card_X2:6>")
    assert some.of(card("7S"), spanish=True) is None
    assert some.of(card("TS"), spanish=True) is None, "a Spanish pack has no tens"


_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c020000000b4944415478da6364f80f00010501012718e366"
    "0000000049454e44ae426082"
)


async def test_a_list_of_emojis_that_cannot_be_read_leaves_the_words(tmp_path: Path, monkeypatch) -> None:
    async def said(application_id: int) -> dict[str, Any]:
        return {}

    async with evening(tmp_path, Blank(), monkeypatch) as night:
        monkeypatch.setattr(night.client.http, "get_application_emojis", said)
        await night.client._read_emojis()
        assert night.client.desk.emojis == NO_EMOJIS
