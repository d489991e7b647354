"""Whole evenings of games with one supply: people and computer players come, go, top up and close at any moment."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.audit import check_deal
from bot.service import dealing, thoughts
from bot.service import setup as opening
from bot.service.model import Refusal
from bot.store.audit import audit
from bot.store.store import Store
from engine.actions import argument
from engine.game import GAMES
from engine.players import PLAYERS
from engine.shuffle import Stream
from tests.bot.named import named
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, DEE, STILL, House
from tests.bot.store.helpers import hurry

PEOPLE = (ANN, BO, CY, DEE)
NAMES = ["Ada", "Basil", "Cleo"]
STEPS = 1000


class Evening:
    """One random thing after the other."""

    def __init__(self, house: House, lot: random.Random) -> None:
        self.house, self.lot = house, lot
        self.cards = Stream(lot.randbytes(32))
        self.seen: Counter[str] = Counter()

    async def step(self) -> None:
        now = self.house.service.table_in(CHANNEL)
        if now is None:
            await self.open()
        elif self.lot.random() < 0.12:
            await self.something()
        elif now.stage != "playing":
            await self.house.service.start(self.house.id, self.lot.choice(PEOPLE), self.house.key)
            self.seen["deals"] += 1
        elif now.to_act is not None and now.to_act.computer:
            turn = now.turn
            await self.house.until(lambda: (it := self.house.service.table_in(CHANNEL)) is None or it.turn != turn)
        else:
            person = self.house.acting(*PEOPLE)
            view = self.house.service.private_of(self.house.id, person.user_id).view
            assert view is not None
            action = PLAYERS["random"].choose(view, self.cards)
            await self.house.act(person, action.do, argument(action))

    async def open(self) -> None:
        game = self.lot.choice([game for game in GAMES.values() if game.money.ends_broke])
        rules = {"short_stacks": self.lot.choice(["all_in", "extra_chips"]), "max_deals": self.lot.choice([0, 0, 2])}
        if game.name == "poch":
            rules["money"] = self.lot.random() < 0.5
        for person in PEOPLE:
            await self.house.service.people.set_settings(person.user_id, auto_top_up=self.lot.random() < 0.7)
        people = self.lot.sample(PEOPLE, self.lot.randint(2, 4))
        await self.house.table(*people, game=game.name, buy_in=self.lot.choice([9, 12, 20]), **rules)
        await self.house.service.seats.add_computer(self.house.id, people[0], named(*NAMES), self.house.key)
        self.seen["tables"] += 1

    async def something(self) -> None:
        service, person, key = self.house.service, self.lot.choice(PEOPLE), self.house.key
        what = self.lot.choice(
            ["join", "join", "leave", "top up", "computer", "restart", "break", "close", "miss", "back"]
        )
        match what:
            case "join":
                await service.seats.join(self.house.id, person, key)
            case "leave":
                await service.seats.leave(self.house.id, person, key)
            case "top up":
                await service.seats.top_up(self.house.id, person, key)
            case "computer" if self.lot.random() < 0.5:
                await service.seats.add_computer(self.house.id, person, named(*NAMES), key)
            case "computer":
                await service.seats.remove_computer(self.house.id, person, key)
            case "close":
                await service.close(self.house.id, person, key)
            case "miss":
                for _ in range(self.lot.randint(1, 6)):
                    now = self.house.now
                    await service._by_itself.play_for(service._in_memory.by_id[now.table_id], now.turn, absent=True)
            case "back":
                await service.absence.back(self.house.id, person, key)
            case _:
                await self.restart(broken=what == "break" and self.lot.random() < 0.3)
        self.seen[what] += 1

    async def restart(self, *, broken: bool) -> None:
        await self.house.close()
        if broken:
            with contextlib.closing(sqlite3.connect(self.house.path)) as db, db:
                db.execute("UPDATE deals SET state_hash = 'no such' WHERE status = 'open'")
        await self.house.open()
        await hurry(self.house.store)


@pytest.mark.parametrize("seed", [1, 2])
async def test_no_chip_is_made_or_lost_and_nobody_is_in_debt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    lot = random.Random(seed)
    for module in (thoughts, opening):
        monkeypatch.setattr(module, "new_seed", lambda: lot.randbytes(32))
    monkeypatch.setattr(dealing, "drawn", lot.randrange)
    house = House(tmp_path / "knockabout.sqlite3", STILL)
    await house.open()
    await hurry(house.store)
    evening = Evening(house, lot)
    for _ in range(STEPS):
        with contextlib.suppress(Refusal):
            await evening.step()
        now = house.service.table_in(CHANNEL)
        if now is not None:
            assert all(sitter.chips >= 0 for sitter in now.sitters)
            assert now.pot == 0 or now.stage == "playing"
    await house.close()
    assert audit(house.path, check_deal).problems == ()
    assert evening.seen["deals"] > 5, evening.seen
    assert evening.seen["tables"] > 1, evening.seen


async def test_what_is_being_done_ends_before_the_service_stops(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    begun, gate, write = asyncio.Event(), asyncio.Event(), Store.step

    async def slow(store: Store, *args: Any) -> Any:
        begun.set()
        await gate.wait()
        return await write(store, *args)

    monkeypatch.setattr(Store, "step", slow)
    acting = asyncio.create_task(house.act(house.acting(ANN, BO), "draw", "stock"))
    await begun.wait()
    acting.cancel()
    stopping = asyncio.create_task(house.service.stop())
    await asyncio.wait([acting])
    assert not stopping.done()
    gate.set()
    await stopping
    assert house.now.turn.seq == 1
