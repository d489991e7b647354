"""kill -9 while answers are owed: none of them says "thinking" for long after the next start."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.local import LocalDiscord
from bot.local.testing.driver import People, Person
from tests.e2e.process import BotProcess

STOPPED = "I was stopped before I could answer that"
IN_THE_CHANNEL = ("help", "chips", "hand", "rules", "settings", "newgame knock-poker", "verify")
IN_DIRECT_MESSAGES = ("hand", "help", "newgame knock-poker")


async def ask(person: Person, commands: tuple[str, ...], channel: str | None) -> None:
    """Sends commands, and waits until the bot has acknowledged every one."""
    before = len(person.messages(channel))
    for command in commands:
        path = f"/local/channels/{person.at(channel)}/commands"
        await person.call("POST", path, {"command": command, "options": {}})
    await person.until(lambda: len(person.messages(channel)) >= before + len(commands), "all acknowledgements")


@pytest.mark.parametrize("channel", [None, "dm"], ids=["channel", "direct messages"])
async def test_no_answer_stays_owed_after_a_kill(tmp_path: Path, channel: str | None) -> None:
    server = LocalDiscord(rate_limits=False)
    await server.start(port=0)
    bot = BotProcess(server.url, server.token, tmp_path, thinking_processes="0")
    try:
        await bot.start()
        async with People(server.url) as people:
            you = await people.host()
            await you.open_dm()
            commands = IN_DIRECT_MESSAGES if channel else IN_THE_CHANNEL
            no_answers = {"kind": "status", "status": 503, "times": 1000, "path": "/messages/@original"}
            await you.faults(add=no_answers)
            await ask(you, commands, channel)
            await bot.kill()
            assert sum(message.thinking for message in you.messages(channel)) == len(commands)
            await you.faults(rules=[])
            await bot.start()
            await you.until(lambda: not any(message.thinking for message in you.messages(channel)), "every answer")
            told = [message for message in you.messages(channel) if STOPPED in message.text]
            assert len(told) == sum(message.ephemeral for message in told)
            if channel is None:
                assert len(told) == len(commands) - 1, "but /newgame, whose answer was taken away"
            assert "error" not in (await you.command("help", channel=channel)).text
            assert await bot.stop() == 0
        assert "Traceback" not in bot.log.read_text()
    finally:
        await bot.kill()
        await server.stop()
