"""kill -9 at any moment: the deal goes on where it was, no chip differs, no action that was answered is lost."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.local import LocalDiscord
from bot.local.testing.driver import People, Person
from bot.local.testing.seen import DriverError, InteractionFailedError
from tests.e2e.process import BotProcess

KILLS = 4
BUY_IN, PURSE = 20, 200


@pytest.fixture
async def discord_here() -> AsyncIterator[LocalDiscord]:
    server = LocalDiscord(rate_limits=False)
    await server.start(port=0)
    yield server
    await server.stop()


@pytest.fixture
async def bot(discord_here: LocalDiscord, tmp_path: Path) -> AsyncIterator[BotProcess]:
    process = BotProcess(
        discord_here.url,
        discord_here.token,
        tmp_path,
        computer_seconds="0.05",
        pause_seconds="0.2",
        turn_seconds="0",
        thinking_processes="0",
    )
    await process.start()
    yield process
    await process.kill()


class Playing:
    """A person who plays on and on with slash commands, and remembers what was answered."""

    def __init__(self, person: Person, lot: random.Random) -> None:
        self.person, self.lot = person, lot
        self.answered: list[int] = []

    async def forever(self) -> None:
        while True:
            with contextlib.suppress(DriverError, InteractionFailedError, TimeoutError, LookupError):
                await self.turn()
            await asyncio.sleep(0.02)

    async def turn(self) -> None:
        hand = await self.person.command("hand", timeout=2)
        labels = hand.message.labels if hand.message is not None else []
        cards = [c for c in await self.person.autocomplete("discard", "card") if c.value]
        if cards:
            if {"Knock", "Dompe!"} & set(labels) and self.lot.random() < 0.2:
                await self._do("knock")
            await self._do("discard", card=self.lot.choice(cards).value)
        elif any(label.startswith("Draw") for label in labels):
            await self._do("draw", **{"from": self.lot.choice(["stock", "discard"])})
        elif "Stay" in labels:
            await self._do("stay")
        elif leads := [c for c in await self.person.autocomplete("play", "card") if c.value]:
            await self._do("play", card=self.lot.choice(leads).value)
        elif {"Pass", "Fold"} & set(labels):
            await self._bet(labels)

    async def _bet(self, labels: list[str]) -> None:
        stakes = [int(label.split()[1]) for label in labels if label.startswith(("Bet 1", "Match "))]
        if stakes and self.lot.random() < 0.6:
            await self._do("bet", amount=stakes[0] + self.lot.randrange(2))
        else:
            await self._do("pass" if "Pass" in labels else "fold")

    async def _do(self, command: str, **options: object) -> None:
        before = {"❗", "turn"}
        answer = await self.person.command(command, dict(options), timeout=2)
        if answer.message is not None and answer.attachments and not before & set(answer.text[:1]):
            self.answered.append(int(answer.interaction_id))


def written(database: Path) -> set[int]:
    """The interactions whose actions are in the database."""
    with contextlib.closing(sqlite3.connect(database)) as db:
        return {row[0] for row in db.execute("SELECT interaction_id FROM actions WHERE interaction_id IS NOT NULL")}


def deals(database: Path) -> int:
    with contextlib.closing(sqlite3.connect(database)) as db:
        return int(db.execute("SELECT count(*) FROM deals WHERE status = 'finished'").fetchone()[0])


def shuffles(database: Path) -> int:
    with contextlib.closing(sqlite3.connect(database)) as db:
        return int(db.execute("SELECT count(*) FROM actions WHERE action LIKE '%shuffle%'").fetchone()[0])


@pytest.mark.parametrize(
    ("command", "options", "computers"),
    [("newgame knock-poker", {}, 1), ("newgame poe-crumb", {"ante": 1}, 8), ("newgame poch", {"chips": 180}, 1)],
    ids=["knock-poker", "poe-crumb, shuffled all the time", "poch, betting and playing out"],
)
async def test_killed_at_random_moments_nothing_is_lost(
    discord_here: LocalDiscord, bot: BotProcess, command: str, options: dict[str, object], computers: int
):
    lot = random.Random(20261121)
    async with People(discord_here.url) as people:
        ann, bo = await people.host(), await people.guest("Bo")
        lobby = await ann.command(command, options)
        await bo.click(lobby, "Join")
        for _ in range(computers):
            await ann.click(lobby, "Add computer player")
        await ann.until(lambda: lobby.text.count("🤖") == computers, "the computer players")
        await ann.command("start")
        players = [Playing(ann, lot), Playing(bo, lot)]
        tasks = [asyncio.create_task(p.forever()) for p in players]
        for _ in range(KILLS if computers == 1 else KILLS // 2):
            seen = sum(len(p.answered) for p in players)
            for _ in range(600):  # every life of the bot sees some play
                if sum(len(p.answered) for p in players) >= seen + 3:
                    break
                await asyncio.sleep(0.05)
            else:
                pytest.fail(f"nobody could play on\n{bot.log.read_text()}")
            await asyncio.sleep(lot.random())
            await bot.kill()
            await bot.start()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert {i for p in players for i in p.answered} <= written(bot.database)
        for person in (ann, bo):
            assert "Your hand" in (await person.command("hand")).text
        await ann.command("close")
        assert await bot.stop() == 0
    code, printed = await bot.audit()
    assert code == 0, printed
    assert deals(bot.database) > 0 or computers > 1
    assert shuffles(bot.database) > 0 or computers == 1
    log = bot.log.read_text()
    assert "cannot be brought back" not in log
    assert "Traceback" not in log


async def test_an_old_message_works_or_says_politely_why_not(discord_here: LocalDiscord, bot: BotProcess):
    async with People(discord_here.url) as people:
        ann, bo = await people.host(), await people.guest("Bo")
        lobby = await ann.command("newgame knock-poker")
        await bo.click(lobby, "Join")
        await ann.until(lambda: "Bo" in lobby.text, "Bo in the lobby")
        await bot.kill()
        await bot.start()
        await ann.click(lobby, "Start")  # a message from before the crash
        live = await ann.wait_for(lambda m: "Draw stock" in m.labels)
        actor = ann if f"{ann.name}, it’s your turn" in live.text else bo
        await bot.kill()
        await bot.start()
        await actor.click(live, "Draw stock")
        panel = await actor.wait_for(lambda m: m.ephemeral and any(label[-1] in "♠♥♦♣" for label in m.labels))
        await actor.until(lambda: len(panel.media) == 2, "the table and the hand, one of them later on a busy machine")
        await bot.kill()
        await bot.start()
        if "Draw stock" in live.labels:
            await actor.click(live, "Draw stock")
            await actor.wait_for(lambda m: "nothing was done" in m.text)
        card = next(label for label in panel.labels if label[-1] in "♠♥♦♣")
        await actor.click(panel, card)
        other = bo if actor is ann else ann
        await other.wait_for(lambda m: "Draw stock" in m.labels and f"{other.name}, it’s your turn" in m.text)
        assert await bot.stop() == 0
    assert (await bot.audit())[0] == 0
