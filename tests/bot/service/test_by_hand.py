"""People who try to make chips, alone, in pairs, as hosts and as moderators: an audit written apart holds what is."""

from __future__ import annotations

import asyncio
import contextlib
import random
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.audit import check_deal
from bot.service.model import Changes, Person, Refusal
from bot.service.pace import Pace
from bot.store.audit import audit
from engine.actions import argument
from engine.game import GAMES
from engine.players import PLAYERS
from engine.shuffle import Stream
from engine.versions import values
from tests.bot.named import named
from tests.bot.service.conftest import GUILD, House
from tests.bot.store.by_hand import looked_through
from tests.bot.store.helpers import hurry
from tests.kit.time import Hands

PEOPLE = tuple(Person(GUILD, 1000 + i, name) for i, name in enumerate(("Ann", "Bo", "Cy", "Dee")))
ELSEWHERE = Person(GUILD + 1, 1000, "Ann")
"""The first of them, in another server."""
CHANNELS = (700, 701)
OFTEN = ("play", "play", "play", "play", "deal", "deal", "open", "join", "computer")
RARE = (
    *("leave", "top up", "close", "close now", "agree", "stay open", "vote", "miss", "back", "rematch", "other rules"),
    *(
        "another game",
        "practise",
        "set up",
        "remove",
        "lock",
        "release",
        "correct",
        "freeze",
        "thaw",
        "erase",
        "season",
    ),
    *("wait", "an hour", "a day", "clock back", "restart", "purse", "elsewhere"),
)
OPTIONS: dict[str, list[Any]] = {
    "ante": [1, 2, 5, 30],
    "chips_per_point": [1, 5, 1000],
    "rum_points": [25, 1000],
    "short_stacks": ["all_in", "extra_chips"],
    "broke": ["credit"],
    "money": [False, True],
    "bonuses": [False, True],
    "extra_chip_per_draw": [False, True],
    "max_deals": [0, 1, 2],
    "stake": [1, 2],
}


class Schemers(House):
    """A house in which people try what comes to their minds."""

    def __init__(self, path: Path, lot: random.Random) -> None:
        super().__init__(path, Pace(300, 30, 1, 3600), Hands())
        self.lot, self.cards = lot, Stream(lot.randbytes(32))
        self.tables: list[int] = []

    async def open(self) -> None:
        await super().open()
        await hurry(self.store)

    @property
    def any_table(self) -> int:
        """A table that was opened, mostly the last one."""
        if not self.tables:
            raise Refusal("table_gone")
        return self.tables[-1] if self.lot.random() < 0.7 else self.lot.choice(self.tables)

    async def opened(self) -> None:
        """Notes the tables that are open, and brings those back that rest, as presses there do."""
        here = [at.table_id for at in self.service.locations()]
        await self.service.rests.prepare(*here)
        self.tables += [number for number in here if number not in self.tables]

    async def plays(self, table_id: int, times: int) -> None:
        """The next ``times`` actions there: people bet as much as they can, or do anything."""
        for _ in range(times):
            now = self.service.snapshot_of(table_id)
            if now is None or now.stage != "playing" or now.to_act is None:
                return
            if now.to_act.computer:
                await self.after(2)
                continue
            person = next(person for person in PEOPLE if person.user_id == now.to_act.user_id)
            view = self.service.private_of(table_id, person.user_id).view
            assert view is not None
            bet = view.prompt("bet")
            if bet is not None and bet.most is not None and self.lot.random() < 0.6:
                await self.service.act(table_id, person, "bet", bet.most, self.key)
                continue
            action = PLAYERS["random"].choose(view, self.cards)
            chosen: Any = argument(action)
            await self.service.act(table_id, person, action.do, chosen, self.key)

    async def tries(self, what: str) -> None:
        """One thing that somebody tries, allowed or not."""
        service, lot, key = self.service, self.lot, self.key
        person, other = lot.sample(PEOPLE, 2)
        match what:
            case "open":
                game = lot.choice(sorted(GAMES))
                known = values(GAMES[game].rules())
                chosen = {name: lot.choice(values) for name, values in OPTIONS.items() if name in known}
                try:
                    rules = GAMES[game].rules(**chosen)
                except ValueError:
                    rules = GAMES[game].rules()
                await service.open(
                    person, lot.choice(CHANNELS), game, rules, lot.choice([9, 12, 20, 60, 200]), False, key
                )
            case "join":
                await service.seats.join(self.any_table, person, key)
            case "leave":
                await service.seats.leave(self.any_table, person, key)
            case "computer":
                await service.seats.add_computer(self.any_table, person, named("Ada", "Basil"), key)
            case "deal":
                await service.start(self.any_table, person, key)
            case "play":
                await self.plays(self.any_table, lot.choice([3, 10, 60, 200]))
            case "top up":
                await service.seats.top_up(self.any_table, person, key)
            case "close":
                await service.close(self.any_table, person, key)
            case "close now":
                await service.way_out.close_now(self.any_table, person, key, moderator=lot.random() < 0.3)
            case "agree":
                number = self.any_table
                now = service.snapshot_of(number)
                await service.way_out.agree(number, person, now.dealt if now is not None else 0, key)
            case "stay open":
                await service.way_out.stay_open(self.any_table, person, key)
            case "vote":
                await service.absence.vote(self.any_table, person, lot.choice(["skip", "replace"]), key)
            case "miss":
                await self.after(301)
            case "back":
                await service.absence.back(self.any_table, person, key)
            case "rematch":
                await service.going_on.rematch(self.any_table, person, key)
            case "other rules":
                await service.going_on.other_rules(self.any_table, person, key)
            case "another game":
                await service.going_on.another_game(self.any_table, person, lot.choice(sorted(GAMES)), key)
            case "practise":
                await service.going_on.practise(self.any_table, person, key)
            case "set up":
                await service.setting_up.change(
                    self.any_table, person, Changes(buy_in=lot.choice([1, 9, 60, 150])), key
                )
            case "remove":
                number = self.any_table
                now = service.snapshot_of(number)
                sitting = lot.choice([s.sitting_id for s in now.sitters]) if now is not None and now.sitters else 0
                await service.hosting.remove(number, person, sitting, key, moderator=lot.random() < 0.3)
            case "lock":
                await service.hosting.lock(self.any_table, person, lot.random() < 0.5, key, moderator=False)
            case "release":
                await service.way_out.end(self.any_table, "released", direct=False)
            case _:
                await self.runs(what, person, other)

    async def runs(self, what: str, person: Person, other: Person) -> None:
        """What is not of one table: purses, the server, time, the bot itself."""
        servers, lot, key = self.service.servers, self.lot, self.key
        match what:
            case "correct":
                chips = lot.choice([10_000, 7, -50, -10_000])
                await servers.correct(GUILD, person.user_id, chips, "why", other.user_id, key)
            case "freeze":
                await servers.freeze(GUILD, person.user_id, "why", other.user_id, key)
            case "thaw":
                await servers.unfreeze(GUILD, person.user_id, "why", other.user_id, key)
            case "erase":
                await self.service.privacy.erase(person.user_id)
            case "season":
                await self.store.servers.begin_season(GUILD, person.user_id, lot.choice([1, 2]), f"{key}")
            case "wait":
                await self.after(lot.choice([31, 200]))
            case "an hour":
                await self.after(3500)
            case "a day":
                await self.after(86_400)
            case "clock back":
                self.hands.utc -= lot.choice([60, 7200])
            case "restart":
                await self.restart()
            case "purse":
                await self.service.people.purse(person)
            case _:
                await self.service.people.purse(ELSEWHERE)
                table = await self.service.open(ELSEWHERE, 900, "dompe", GAMES["dompe"].rules(), 20, False, key)
                await self.service.seats.leave(table.table_id, ELSEWHERE, self.key)

    def adds_up(self) -> None:
        """Holds the books to the audit by hand."""
        found = looked_through(self.path, starting=200, daily=40)
        assert found.wrong == []
        assert found.purses + found.on_tables + found.lost == sum(found.given.values()), found


async def evening(attempts: list[str], seed: int) -> None:
    """People try those things one after the other; at last every table is closed."""
    with tempfile.TemporaryDirectory() as folder:
        house = Schemers(Path(folder) / "books.sqlite3", random.Random(seed))
        await house.open()
        for person in PEOPLE:
            await house.service.people.set_settings(person.user_id, auto_top_up=house.lot.random() < 0.5)
        for what in ["open", "join", *attempts]:
            with contextlib.suppress(Refusal):
                await house.tries(what)
            await house.opened()
            house.adds_up()
        await house.rest()
        await house.opened()
        for at in house.service.locations():
            with contextlib.suppress(Refusal):
                await house.service.way_out.end(at.table_id, "released", direct=False)
        house.adds_up()
        assert looked_through(house.path, starting=200, daily=40).on_tables == 0
        await house.close()
        assert audit(house.path, check_deal).problems == ()


@settings(max_examples=4, deadline=None)
@given(
    attempts=st.lists(st.sampled_from((*OFTEN, *OFTEN, *OFTEN, *RARE)), min_size=40, max_size=70),
    seed=st.integers(0, 1 << 32),
)
def test_whatever_people_try_makes_no_chip(attempts: list[str], seed: int) -> None:
    asyncio.run(evening(attempts, seed))
