"""Nothing happens twice: interactions that come twice, attempts that overlap."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import cast
from unittest.mock import Mock

import aiohttp
import discord
import pytest

from bot.service.model import Refusal
from bot.ui.clicks.playing import argument_of
from bot.ui.desk import MOST_HEARD, Desk
from bot.ui.serving import Serving
from bot.ui.showing import answer as module
from bot.ui.showing.answer import Answer, Interaction, Way
from tests.bot.ui.evening import Evening


async def test_an_interaction_that_the_gateway_brings_twice_is_answered_once(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[Interaction] = []
    takes = night.client.desk.takes

    def noted(interaction: Interaction) -> bool:
        taken.append(interaction)
        return takes(interaction)

    monkeypatch.setattr(night.client.desk, "takes", noted)
    lobby = await night.you.command("newgame knock-poker")
    await night.until(lambda: night.is_open)
    await night.settled()
    night.client.dispatch("interaction", taken[0])
    await night.client.tree._call(taken[0])
    assert len(taken) >= 2
    await asyncio.sleep(0.05)
    assert "Set up" in lobby.shown.labels
    assert night.public() == [lobby.shown]


def test_only_the_newest_interactions_are_remembered() -> None:
    desk = Desk.__new__(Desk)
    desk._heard, desk.serving = {}, Serving()
    assert all(desk.takes(Mock(spec=discord.Interaction, id=number)) for number in range(MOST_HEARD + 5))
    assert not desk.takes(Mock(spec=discord.Interaction, id=MOST_HEARD))
    assert len(desk._heard) == MOST_HEARD


@pytest.mark.parametrize(("do", "text"), [("meld", "Z"), ("meld", ""), ("bet", "many"), ("discard", "ZZ")])
def test_arguments_that_somebody_made_up_are_no_errors_of_the_program(do, text) -> None:
    if text:
        with pytest.raises(ValueError, match=r"\w"):
            argument_of(do, text)
    else:
        assert argument_of(do, text) is None


class Slow:
    """An interaction whose first attempt to acknowledge hangs; the second is heard."""

    id = 4712

    def __init__(self) -> None:
        self.tried = 0
        self.response = SimpleNamespace(defer=self.defer)

    async def defer(self, **given: object) -> SimpleNamespace:
        self.tried += 1
        if self.tried == 1:
            await asyncio.Event().wait()
        return SimpleNamespace(message_id=5)


async def test_an_attempt_that_hangs_is_left_to_go_on_beside_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ATTEMPT", 0.01)
    answer = Answer(cast(Interaction, slow := Slow()), Way.PRIVATE)
    assert await answer.acknowledge()
    assert (slow.tried, answer.message_id) == (2, 5)


class Dawdling(Slow):
    """One whose every attempt takes a while: the first is heard in time."""

    async def defer(self, **given: object) -> SimpleNamespace:
        self.tried += 1
        await asyncio.sleep(0.05)
        return SimpleNamespace(message_id=self.tried)


async def test_a_slow_discord_hears_the_first_attempt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ATTEMPT", 0.03)
    answer = Answer(cast(Interaction, slow := Dawdling()), Way.PRIVATE)
    assert await answer.acknowledge()
    assert slow.tried == 2


async def test_commands_that_discord_could_not_take_are_sent_again(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.client.SYNC_AGAIN", 0.01)
    answers = [aiohttp.ServerDisconnectedError(), ConnectionResetError(), None]
    sent: list[tuple[object, ...]] = []

    async def sync(*given: object) -> None:
        sent.append(given)
        if (error := answers.pop(0)) is not None:
            raise error

    monkeypatch.setattr("bot.client.sync_if_changed", sync)
    await night.client.setup_hook()
    await night.until(lambda: not answers, "the commands")
    assert len(sent) == 3


async def test_the_start_waits_for_commands_only_a_moment(night: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.client.SYNC_WITHIN", 0.02)
    monkeypatch.setattr("bot.client.SYNC_AGAIN", 0.01)
    begun, taken = 0, asyncio.Event()

    async def sync(*given: object) -> None:
        nonlocal begun
        begun += 1
        if begun == 1:
            await asyncio.Event().wait()
        taken.set()

    monkeypatch.setattr("bot.client.sync_if_changed", sync)
    async with asyncio.timeout(10):
        await night.client.setup_hook()
        await taken.wait()
    assert begun == 2


async def test_what_needs_a_server_is_refused_politely_without_one(night: Evening) -> None:
    with pytest.raises(Refusal, match="servers_only"):
        night.client.desk.person(Mock(spec=discord.Interaction, guild_id=None, user=night.client.user))
    assert night.client.desk.texts_in(0)("refusal-servers_only")
