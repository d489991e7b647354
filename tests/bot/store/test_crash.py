"""kill -9 at any moment: what was acknowledged is there, nothing is there by halves, and the bot can start again."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

import pytest

from bot.store.audit import audit
from tests.bot.store.helpers import Steps

ROUNDS = 6


async def kill_in_the_middle(path: Path, seed: int, acknowledged: int) -> list[str]:
    """Lets a bot write on until it has acknowledged so much, and kills it; what it had acknowledged."""
    bot = await asyncio.create_subprocess_exec(
        sys.executable,
        str(Path(__file__).with_name("crashing.py")),
        str(path),
        str(seed),
        stdout=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    )
    assert bot.stdout is not None
    said = [(await bot.stdout.readline()).decode() for _ in range(acknowledged)]
    bot.kill()
    said += (await bot.stdout.read()).decode().splitlines(keepends=True)
    await bot.wait()
    return [line.strip() for line in said if line.endswith("\n")]  # the last one may be cut off


@pytest.mark.parametrize("first", [20_261_120])
async def test_a_killed_bot_has_everything_that_it_acknowledged(path: Path, first: int) -> None:
    chance = random.Random(first)
    keys: list[str] = []
    actions: dict[int, int] = {}
    for turn in range(ROUNDS):
        for line in await kill_in_the_middle(path, first + turn, chance.randrange(1, 400)):
            what, *rest = line.split()
            if what == "action":
                actions[int(rest[0])] = max(int(rest[1]), actions.get(int(rest[0]), -1))
            else:
                assert what == "key", line
                keys.append(rest[0])
        store = await Steps.open(path)
        try:
            for key in keys:
                assert await store.seen(key), key
            for deal_id, seq in actions.items():
                deal = await store.deal(deal_id)
                assert deal is not None
                assert len(deal.actions) > seq
        finally:
            await store.close()
        assert audit(path).problems == ()
    assert len(keys) > 10
    assert sum(actions.values()) > 100
