"""Whatever is done in whatever order: chips only move, and what is refused leaves no trace."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store.audit import audit
from bot.store.model.errors import ConflictError, Refusal
from bot.store.model.people import Member
from bot.store.model.servers import Chips
from bot.store.model.tables import OpenTable
from engine.stakes import Stakes, Transfer
from tests.bot.store.helpers import GUILD, Clock, Steps, finish, hurry, new_deal, open_table, query

MEMBERS = [Member(GUILD + number % 2, 1 + number, f"Member {number}") for number in range(6)]
"""Three members in each of two servers."""
CHANNELS = (502, 503)
STEPS = ("sit", "sit", "computer", "rise", "top up", "deal", "deal", "act", "act", "end", "void")
RARE = ("cancel", "close", "purse", "day", "twice")


class Callers:
    """Callers that do one thing after another, allowed or not."""

    def __init__(self, store: Steps, path: Path, clock: Clock, chance: random.Random) -> None:
        self.store = store
        self.path = path
        self.clock = clock
        self.chance = chance
        self.steps = 0
        self.moved: dict[int, list[Transfer]] = defaultdict(list)
        """What has moved in each deal."""

    async def step(self, what: str) -> None:
        self.steps += 1
        there = await self.table(self.chance.choice(CHANNELS))
        before = self.rows()
        try:
            await self.do(what, there, f"key {self.steps}")
        except (ConflictError, Refusal):
            assert self.rows() == before

    async def table(self, channel: int) -> OpenTable:
        """The channel's table, opened where there is none."""
        for there in await self.store.load_open():
            if there.table.channel_id == channel:
                return there
        # The helper's key names the channel, and there are many tables one after another here.
        await self.store._writer.write(lambda db: db.execute("DELETE FROM operations WHERE kind = 'open_table'"))
        table = await open_table(self.store, channel, host=MEMBERS[channel % 2])
        opened = await self.store.table(table)
        assert opened is not None
        return opened

    def rows(self) -> list[tuple[object, ...]]:
        return query(
            self.path,
            "SELECT (SELECT count(*) FROM operations), (SELECT count(*) FROM postings),"
            " (SELECT count(*) FROM transfers), (SELECT count(*) FROM actions),"
            " (SELECT count(*) FROM sittings WHERE left_at IS NULL), (SELECT group_concat(balance) FROM accounts)",
        )

    async def do(self, what: str, there: OpenTable, key: str) -> None:
        store, chance, table = self.store, self.chance, there.table.id
        seated = there.sittings
        open_deal = there.deal if there.deal is not None and there.deal.status == "open" else None
        match what:
            case "sit":
                here = [member for member in MEMBERS if member.guild_id == there.table.guild_id]
                member, amount = chance.choice(here), chance.choice((None, 0, 60))
                carried = await store.step(lambda books: books.carried_away(table, member.user_id))
                if carried:  # whoever comes back brings that, as the bot sees to
                    amount = max(carried, there.table.setup.buy_in if amount is None else amount)
                await store.sit(table, member, key=key, amount=amount)
            case "computer":
                await store.sit(table, None, name="Robin", key=key)
            case "rise" if seated:
                await store.rise(chance.choice(seated).id, key)
            case "top up" if seated:
                await store.top_up(chance.choice(seated).id, chance.randrange(80), key)
            case "twice" if seated:
                first = await store.top_up(seated[0].id, 1, key)
                assert await store.top_up(seated[0].id, 1, key) == first
            case "deal" if seated:
                number = there.deal.number + 1 if there.deal else 1
                stakes = Stakes(0, tuple(sitting.chips for sitting in seated), there.pot, there.pools)
                antes = [Transfer(seat, chance.choice(("pot", "ace")), 1, "ante") for seat in range(len(seated))]
                deal = new_deal(seated, number=number, stakes=stakes, transfers=tuple(antes))
                self.moved[await store.start_deal(table, deal, key)] += antes
            case "act" | "end" | "void" if open_deal is not None:
                await self.act(there, what)
            case "cancel" if open_deal is not None:
                await store.cancel_deal(open_deal.id, key)
            case "close":
                await store.close_table(table, key)
            case "purse":
                await store.people.purse(chance.choice(MEMBERS))
            case "day":
                self.clock.now += 90_000

    async def act(self, there: OpenTable, what: str) -> None:
        """An action that moves some chips, into debt too, and may end the deal."""
        assert there.deal is not None
        deal = there.deal
        lying = {"pot": there.pot, **dict(there.pools)}
        source, target = self.chance.sample([*range(len(deal.sittings)), *(lying.keys() | {"ace"})], 2)
        most = 30 if isinstance(source, int) else lying.get(source, 0)
        moves = (Transfer(source, target, self.chance.randint(1, most), "move"),) if most else ()
        over = None
        if what != "act":
            begun = replace(new_deal((), stakes=deal.stakes), transfers=tuple(self.moved[deal.id]))
            over = finish(begun, *moves, void=what == "void")
        await self.store.add_action(
            deal.id, len(deal.actions), {"do": what}, state_hash="h", transfers=moves, finish=over
        )
        self.moved[deal.id] += moves


async def run(steps: Sequence[str], chance: random.Random) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "knockabout.sqlite3"
        clock = Clock()
        store = await Steps.open(path, Chips(100, 30), clock)
        await hurry(store)
        try:
            callers = Callers(store, path, clock, chance)
            for step in steps:
                await callers.step(step)
                assert query(path, "SELECT sum(balance) FROM accounts") in ([(0,)], [(None,)])
            assert audit(path).problems == ()
            for there in await store.load_open():
                await store.close_table(there.table.id, f"close {there.table.id}")
            purses = [(await store.people.purse(member)).balance for member in MEMBERS]
        finally:
            await store.close()
        assert audit(path).problems == ()
        # With every table closed all chips are in the purses, and the houses are short of just these.
        assert query(path, "SELECT -sum(balance) FROM accounts WHERE kind = 'house'") == [(sum(purses),)]


@settings(max_examples=20, deadline=None)
@given(
    steps=st.lists(st.sampled_from((*STEPS, *STEPS, *RARE)), min_size=30, max_size=60),
    seed=st.integers(0, 1 << 32),
)
def test_accounts_always_add_up_to_nothing(steps: list[str], seed: int) -> None:
    asyncio.run(run(steps, random.Random(seed)))
