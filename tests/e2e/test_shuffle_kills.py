"""kill -9 between the line that binds a shuffle, people's part in it, and the deal: nothing of the proof is lost."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sqlite3
from pathlib import Path

import pytest

from bot.local import LocalDiscord
from bot.local.testing.driver import People, Person
from bot.local.testing.seen import Seen
from tests.e2e.process import BotProcess

BOUND = "🔒 Shuffles"
MOMENTS = ("after the line", "after the words", "right after the start", "in the deal")


async def line(person: Person) -> Seen:
    return await person.wait_for(BOUND)


async def finished(person: Person, other: Person) -> None:
    """Both play on until the deal is over: whoever can knock does."""
    for _ in range(80):
        for who in (person, other):
            cards = [choice for choice in await who.autocomplete("discard", "card") if choice.value]
            if cards:
                await who.command("knock")
                cards = [choice for choice in await who.autocomplete("discard", "card") if choice.value]
                if cards:
                    await who.command("discard", card=cards[0].value)
                continue
            said = (await who.command("draw", from_="stock")).text
            if "No deal is being played" in said:
                return
        await asyncio.sleep(0.01)
    raise AssertionError("the deal doesn't end")


def written(database: Path, query: str) -> list[tuple[object, ...]]:
    with contextlib.closing(sqlite3.connect(database)) as db:
        return db.execute(query).fetchall()


@pytest.mark.parametrize("killed", [MOMENTS[2:3], MOMENTS], ids=["right after the start", "each time"])
async def test_the_proof_survives_kills(tmp_path: Path, killed: tuple[str, ...]) -> None:
    server = LocalDiscord(rate_limits=False)
    await server.start(port=0)
    bot = BotProcess(server.url, server.token, tmp_path, pause_seconds="600", turn_seconds="0", thinking_processes="0")

    async def perhaps_killed(moment: str) -> None:
        if moment in killed:
            await bot.kill()
            await bot.start()

    try:
        await bot.start()
        async with People(server.url) as people:
            you, ann = await people.host(), await people.guest("Ann")
            lobby = await you.command("newgame knock-poker")
            await ann.click(lobby, "Join")
            await you.until(lambda: "Ann" in lobby.text, "Ann in the lobby")
            bound = await line(you)
            root = re.search(r"[0-9a-f]{64}", bound.text)
            assert root is not None
            await perhaps_killed("after the line")
            for person, word in ((you, "fig"), (ann, "cherry")):
                assert "has its part" in (await person.command("verify", word=word)).text
            await perhaps_killed("after the words")
            await you.command("start")
            await perhaps_killed("right after the start")
            await you.command("hand")
            await perhaps_killed("in the deal")
            assert written(bot.database, "SELECT count(*), max(status) FROM deals") == [(1, "open")]
            await finished(you, ann)
            proof = (await you.command("verify", root=root[0])).text
            assert "⚠️" not in proof
            assert f"{you.name} “fig”" in proof
            assert "Ann “cherry”" in proof
            lines = [message for message in you.messages() if BOUND in message.text]
            assert [message.text for message in lines] == [bound.text], "one line, as it was"
            assert bound.payload["edited_timestamp"] is None
            assert await bot.stop() == 0
        code, printed = await bot.audit()
        assert code == 0, printed
        assert "Traceback" not in bot.log.read_text()
    finally:
        await bot.kill()
        await server.stop()
