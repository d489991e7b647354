"""A bot to be killed: tables that write as fast as they can. It says on standard output what is written, once it is."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from bot.store.model.deals import NewDeal
from bot.store.model.people import Member
from bot.store.model.tables import NewTable, Setup
from engine.stakes import Stakes, Transfer
from tests.bot.store.helpers import Steps, finish, new_deal

TABLES = 8


def acknowledge(*words: object) -> None:
    print(*words, flush=True)


async def play(store: Steps, channel: int, seed: int) -> None:
    """One table for ever: opened, a few deals, closed, opened again."""
    chance = random.Random(seed * 100 + channel)
    host = Member(1, channel, f"Member {channel}")
    for there in await store.load_open():  # what the bot before was killed at
        if there.table.channel_id == channel:
            await store.close_table(there.table.id, f"left-{there.table.id}")
            acknowledge("key", f"left-{there.table.id}")
    while True:
        name = f"{seed}-{channel}-{chance.random()}"
        table = await store.open_table(
            NewTable(
                channel_id=channel,
                game="knock-poker",
                unit="chips",
                setup=Setup({}, 20),
                host=host,
                table_secret="5eed",
            ),
            key=f"open-{name}",
        )
        acknowledge("key", f"open-{name}")
        await store.sit(table, host, key=f"sit-{name}")
        await store.sit(table, None, name="Robin", key=f"computer-{name}")
        acknowledge("key", f"computer-{name}")
        for number in range(1, 5):
            await deal(store, table, number, f"{name}-{number}", chance)
        await store.close_table(table, f"close-{name}")
        acknowledge("key", f"close-{name}")


async def deal(store: Steps, table: int, number: int, name: str, chance: random.Random) -> None:
    """One deal of a few actions that each move a chip."""
    sittings = await store.sittings(table)
    begun: NewDeal = new_deal(sittings, number=number, stakes=Stakes(0, tuple(sitting.chips for sitting in sittings)))
    deal_id = await store.start_deal(table, begun, f"deal-{name}")
    acknowledge("key", f"deal-{name}")
    moved: tuple[Transfer, ...] = ()
    last = chance.randrange(1, 12)
    for seq in range(last + 1):
        moves: tuple[Transfer, ...] = (Transfer(seat := chance.randrange(2), 1 - seat, 1, "stay"),)
        if seq == last:
            moves += (Transfer("pot", chance.randrange(2), 2, "pot"),)
        moved += moves
        over = finish(begun, *moved) if seq == last else None
        await store.add_action(deal_id, seq, {"do": "stay"}, state_hash=f"h{seq}", transfers=moves, finish=over)
        acknowledge("action", deal_id, seq)


async def main() -> None:
    store = await Steps.open(Path(sys.argv[1]))
    await asyncio.gather(*(play(store, channel, int(sys.argv[2])) for channel in range(1, TABLES + 1)))


asyncio.run(main())
