"""A press that somebody else has answered: another bot with the same token, and nothing that only looks like one."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import pytest

from bot.local.state.happenings import InteractionSent
from bot.ui.limits import Limits, Rates
from bot.ui.showing.answer import Interaction
from tests.bot.ui.evening import Evening, dm, sides

FAULTS: dict[str, list[dict[str, Any]]] = {
    "lost": [{"kind": "lost_answer", "times": 1}],
    "lost twice": [{"kind": "lost_answer", "times": 2}],
    "cut, then lost": [{"kind": "cut", "times": 1}, {"kind": "lost_answer", "times": 1}],
    "500, then lost": [{"kind": "status", "status": 500, "times": 1}, {"kind": "lost_answer", "times": 1}],
    "503": [{"kind": "status", "status": 503, "times": 2}],
    "429": [{"kind": "status", "status": 429, "times": 1, "retry_after": 0.2}],
}


def alarmed(night: Evening) -> bool:
    serving = night.client.desk.serving
    assert serving.closed == serving.another_bot.is_set()
    return serving.another_bot.is_set()


def answer_first(night: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on another bot is always faster."""
    takes, context = night.client.desk.takes, night.server.context

    def slower(interaction: Interaction) -> bool:
        taken = takes(interaction)
        found = context.world.interactions[interaction.id]
        if taken and found.answer is None:
            context.answers.first(found, {"type": 5, "data": {"flags": 64}}, [])
        return taken

    monkeypatch.setattr(night.client.desk, "takes", slower)


async def send(night: Evening, command: str) -> None:
    path = f"/local/channels/{night.you.channel}/commands"
    await night.you.call("POST", path, {"command": command, "options": {}})


@pytest.mark.parametrize("command", ["newgame knock-poker", "help", "chips"])
async def test_what_another_bot_answered_is_not_done_and_nothing_more_is_taken(
    night: Evening, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    answer_first(night, monkeypatch)
    await send(night, command)
    async with asyncio.timeout(10):
        await night.client.desk.serving.another_bot.wait()
    assert alarmed(night)
    await send(night, "newgame poch")
    await night.until(lambda: not night.client.desk.busy, "rest")
    assert not night.is_open
    await night.until(lambda: [m for m in night.you.messages() if m.thinking], "the other bot's answers, left alone")
    assert await night.store.owed.all() == ()


@pytest.mark.parametrize("way", ["command", "press"])
async def test_another_bot_is_noticed_too_where_nothing_is_done_because_somebody_asks_for_too_much(
    two: Evening, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    two.client.desk.limits = Limits(Rates(acts=3))
    while two.client.desk.limits.asks(int(two.you.id)) is None:
        pass
    answer_first(two, monkeypatch)
    if way == "command":
        await send(two, "help")
    else:
        with contextlib.suppress(TimeoutError):  # the other bot only says that it thinks
            await two.you.click(two.live(two.you), "My hand", timeout=1)
    async with asyncio.timeout(10):
        await two.client.desk.serving.another_bot.wait()
    assert alarmed(two)


async def test_another_bot_is_noticed_where_the_panels_page_comes_too_late(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = sides(two)
    answer_first(two, monkeypatch)
    with contextlib.suppress(TimeoutError):  # the other bot only says that it thinks
        await first.click(dm(first), "Draw stock", timeout=1)
    async with asyncio.timeout(10):
        await two.client.desk.serving.another_bot.wait()
    assert alarmed(two)


@pytest.mark.parametrize("faults", FAULTS.values(), ids=FAULTS)
async def test_a_panels_page_that_goes_astray_is_no_other_bot(two: Evening, faults: list[dict[str, Any]]) -> None:
    first, _ = sides(two)
    for fault in faults:
        await two.you.faults(add=fault | {"path": "/callback"})
    await first.click(dm(first), "Draw stock")
    await two.until(lambda: "Draw stock" not in dm(first).labels, "the answer")
    assert two.table.turn.seq == 1
    assert not alarmed(two)


@pytest.mark.parametrize("faults", FAULTS.values(), ids=FAULTS)
async def test_what_goes_astray_is_no_other_bot(two: Evening, faults: list[dict[str, Any]]) -> None:
    first, _ = sides(two)
    for fault in faults:
        await two.you.faults(add=fault | {"path": "/callback"})
    await first.command("draw", from_="stock")
    assert two.table.turn.seq == 1
    for fault in faults:
        await two.you.faults(add=fault | {"path": "/callback"})
    await first.command("hand")
    assert not alarmed(two)


async def test_a_slow_discord_is_no_other_bot(two: Evening) -> None:
    first, _ = sides(two)
    await two.you.faults(latency_ms=1100)
    await first.command("draw", from_="stock")
    await two.you.faults(latency_ms=0)
    assert two.table.turn.seq == 1
    assert not alarmed(two)


@pytest.mark.parametrize("way", ["command", "press"])
@pytest.mark.parametrize("remembers", [True, False])
async def test_an_interaction_that_comes_again_is_no_other_bot(
    two: Evening, monkeypatch: pytest.MonkeyPatch, remembers: bool, way: str
) -> None:
    """After a lost connection, to a bot that remembers it, and to one that only has it in its books."""
    sent: list[InteractionSent] = []
    bus = two.server.context.world.bus
    tell = bus.tell

    def noted(happening: Any) -> None:
        if isinstance(happening, InteractionSent):
            sent.append(happening)
        tell(happening)

    monkeypatch.setattr(bus, "tell", noted)
    first, _ = sides(two)
    if way == "command":
        await first.command("draw", from_="stock")
    else:
        await first.click(dm(first), "Draw stock")
    if not remembers:
        two.client.desk._heard.clear()
        two.client.desk.service._work.done.clear()
        two.forget_tokens()
    tell(sent[-1])
    await first.command("help")
    await two.until(lambda: not two.client.desk.busy, "rest")
    assert two.table.turn.seq == 1
    assert not alarmed(two)


async def test_what_a_process_has_answered_that_may_have_taken_over_is_left_to_it(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The books, which can't be read, are asked for nothing."""
    serving = night.client.desk.serving
    serving.shared = serving.cut_off = True
    answer_first(night, monkeypatch)
    await send(night, "newgame knock-poker")
    await night.until(lambda: [m for m in night.you.messages() if m.thinking], "the other process's answer")
    night.store.cut_off(cut_off=True)
    await send(night, "chips")
    await night.until(lambda: len([m for m in night.you.messages() if m.thinking]) == 2, "the other process's answer")
    await night.until(lambda: not night.client.desk.busy, "rest")
    assert len([m for m in night.you.messages() if m.thinking]) == 2, "left alone"
    night.store.cut_off(cut_off=False)
    assert (night.is_open, alarmed(night)) == (False, False)


async def test_whoever_asks_while_the_database_is_away_from_everybody_is_told_so(night: Evening) -> None:
    night.client.desk.serving.shared = True
    night.client.cut_off(cut_off=True)
    night.store.cut_off(cut_off=True)
    said = "I can’t reach my database at the moment"
    for command in ("chips", "leave", "help"):
        assert (await night.you.command(command)).text.startswith(said), command
    await send(night, "newgame knock-poker")
    await night.until(lambda: night.you.messages()[-1].text.startswith(said), "the same, beside what everybody saw")
    night.client.cut_off(cut_off=False)
    night.store.cut_off(cut_off=False)
    assert not night.is_open
    assert "purse" in (await night.you.command("chips")).text
