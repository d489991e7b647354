"""Two bots with one token: one of them takes nothing more, says why and ends; the other goes on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.__main__ import FOR_GOOD
from bot.local import LocalDiscord
from bot.local.testing.driver import People
from bot.start_errors import ANOTHER_BOT
from tests.e2e.process import BotProcess


@pytest.mark.parametrize("command", ["help", "newgame knock-poker"])
async def test_the_slower_of_two_bots_ends_with_a_sentence(tmp_path: Path, command: str) -> None:
    server = LocalDiscord(rate_limits=False)
    await server.start(port=0)
    bots = []
    try:
        for name in ("old", "new"):
            (tmp_path / name).mkdir()
            bots.append(BotProcess(server.url, server.token, tmp_path / name, thinking_processes="0"))
            await bots[-1].start()
        async with People(server.url) as people:
            you = await people.host()
            await you.command(command)
            ends = {asyncio.create_task(bot.exited()): bot for bot in bots}
            done, running = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            (ended,) = done
            loser, winner = ends[ended], next(bot for task, bot in ends.items() if task not in done)
            for task in running:
                task.cancel()
            assert ended.result() == FOR_GOOD
            assert ANOTHER_BOT in loser.log.read_text().replace("\n", " ")
            assert "Traceback" not in loser.log.read_text()
            answers = [await you.command("help") for _ in range(3)]
            assert all(answer.shown.text for answer in answers)
            assert ANOTHER_BOT not in winner.log.read_text()
            assert await winner.stop() == 0
    finally:
        for bot in bots:
            await bot.kill()
        await server.stop()
