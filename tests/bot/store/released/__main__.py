"""Makes a small database with deals of every game in progress: ``python -m tests.bot.store.released FILE``.

Each release adds the one that it leaves behind (README.md). Only what a player does is done here, through the service:
so the file is as that version would have left it when its bot was stopped.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import engine.games  # noqa: F401 - registers the games
from bot.audit import check_deal
from bot.service.model import Person, Snapshot
from bot.service.pace import Pace
from bot.service.service import TableService
from bot.store.audit import audit
from bot.store.model.servers import Chips
from bot.store.store import Store
from engine.actions import Action, answers, argument
from engine.events import BetMade, Called, CardDrawn, CardPlayed, QuartetLaid, Shuffled, TurnedOver
from engine.game import GAMES
from engine.shuffle import Stream
from tests.bot.named import named

GUILD = 70
PEOPLE = tuple(Person(GUILD, 1000 + i, name) for i, name in enumerate(("Ann", "Bo", "Cy", "Dee")))
AT_ONCE = Pace(turn=0, pause=3600, computer=0)
"""Computer players act at once; nothing else happens by itself."""
SOME = 5
"""A deal that is left has had at least this many actions."""
ENDS = {"knock", "show", "halt", "fold"}
"""What brings a deal nearer to its end."""


def after(*kinds: type) -> Callable[[Snapshot], bool]:
    """A moment in the middle of a deal at which each of these has happened, the first of them in the last action."""

    def reached(table: Snapshot) -> bool:
        told = [event for step in table.told for event in step.events]
        last = table.told[-1].events
        each = all(any(isinstance(event, kind) for event in told) for kind in kinds)
        return table.turn.seq >= SOME and each and any(isinstance(event, kinds[0]) for event in last)

    return reached


@dataclass(frozen=True)
class Plan:
    """A table, and how far it is played."""

    game: str
    people: int = 2
    computers: int = 0
    buy_in: int = 60
    rules: dict[str, Any] = field(default_factory=dict)
    finished: int = 0
    """How many deals are played to their end first."""
    until: Callable[[Snapshot], bool] | None = None
    """The moment in a further deal at which it is left; None: there is none."""


PLANS = (
    Plan("knock-poker", 3, finished=1, until=after(CardDrawn)),
    Plan("knock-poker", 2, 1, buy_in=40, rules={"ante": 2, "knock_minimum": "pair_of_jacks"}, until=after(CardDrawn)),
    Plan("dompe", 1, 2, finished=1, until=after(CardDrawn, Called)),
    Plan("dompe", 2, rules={"deck": "spanish_40"}, until=after(CardDrawn)),
    Plan("poe-crumb", 2, buy_in=0, finished=1, until=after(CardDrawn, Shuffled)),
    Plan("knock-rummy", 2, 1, buy_in=0, finished=1, until=after(CardDrawn)),
    Plan("knock-rummy", 2, rules={"chips_per_point": 1}, until=after(CardDrawn, TurnedOver)),
    Plan("crummy", 4, buy_in=0, until=after(CardPlayed, QuartetLaid)),
    Plan("crummy", 2, 1, buy_in=0, rules={"halt": "free"}, finished=1, until=after(CardPlayed, QuartetLaid)),
    Plan("poch", 4, finished=1, until=after(BetMade)),
    Plan("poch", 3, 1, rules={"short_stacks": "extra_chips"}, until=after(CardPlayed)),
    Plan("le-poque", 4, finished=1, until=after(CardPlayed)),
    Plan("poch-1873", 3, finished=1, until=after(CardPlayed, BetMade)),
    Plan("knock-poker", 2, 1, buy_in=20, rules={"bonuses": True}),
    Plan("dompe", 1, 2, finished=2),
)
"""Deals of every game at their most telling; then a table in its lobby, and one between two deals."""


class Evening:
    """A service with people at its tables, each in a channel of its own."""

    def __init__(self, store: Store) -> None:
        self.service = TableService(store, AT_ONCE)
        self.lot = Stream(b"a released version".ljust(32))
        self.keys = iter(range(1, 1_000_000))

    def now(self, channel: int) -> Snapshot:
        """The table in the channel."""
        table = self.service.table_in(channel)
        assert table is not None
        return table

    async def follow(self, plan: Plan, channel: int) -> None:
        """Opens a table and plays at it as planned. Raises AssertionError where its moment does not come."""
        people, game = PEOPLE[: plan.people], GAMES[plan.game]
        rules = game.rules(**plan.rules)
        opened = await self.service.open(people[0], channel, plan.game, rules, plan.buy_in, False, next(self.keys))
        at = opened.table_id
        for person in people[1:]:
            await self.service.seats.join(at, person, next(self.keys))
        for _ in range(plan.computers):
            await self.service.seats.add_computer(at, people[0], named("Robo", "Bertie"), next(self.keys))
        for _ in range(plan.finished):
            await self.service.start(at, people[0], next(self.keys))
            await self.play(people, channel, None)
        if plan.until is None:
            return
        for _ in range(200):
            await self.service.start(at, people[0], next(self.keys))
            if await self.play(people, channel, plan.until):
                return
        raise AssertionError(f"the moment of {plan} never came")

    async def play(self, people: tuple[Person, ...], channel: int, until: Callable[[Snapshot], bool] | None) -> bool:
        """Plays the deal at random up to that moment, or with None to its end: whether the moment came."""
        while (table := self.now(channel)).stage == "playing":
            to_act = table.to_act
            assert to_act is not None
            person = next((p for p in people if p.user_id == to_act.user_id), None)
            if person is None:
                await asyncio.sleep(0.001)  # a computer player acts meanwhile
                continue
            if until is not None and until(table):
                return True
            view = self.service.private_of(table.table_id, person.user_id).view
            assert view is not None
            assert to_act.seat is not None
            action = self.chosen(answers(to_act.seat, view.prompts), patient=until is not None)
            chosen = argument(action)
            assert not isinstance(chosen, tuple), "nobody at the table shuffles"
            await self.service.act(table.table_id, person, action.do, chosen, next(self.keys))
        return False

    def chosen(self, offered: tuple[Action, ...], *, patient: bool) -> Action:
        """Any of them; if patient, rarely one that brings the deal to its end, else one of those where there are."""
        likely = [action for action in offered if (action.do in ENDS) is not patient] or offered
        some = offered if self.lot.below(8) == 0 else likely
        return some[self.lot.below(len(some))]


async def made(path: Path) -> None:
    """Makes the database at ``path``, where there is none yet."""
    store = await Store.open(path, Chips(2000, 40))
    await store.servers.change(GUILD, PEOPLE[0].user_id, {"tables_person": 99, "tables_server": 99}, "room")
    evening = Evening(store)
    first, second, *_ = PEOPLE
    try:
        for person in PEOPLE:
            await evening.service.people.set_settings(person.user_id, auto_top_up=True)
        await evening.service.people.set_settings(first.user_id, four_colour=True, cut=7)
        for number, plan in enumerate(PLANS):
            await evening.follow(plan, 700 + number)
        channel = 700 + len(PLANS)
        await evening.follow(Plan("poch", 2, 1, finished=1), channel)  # a table that has been closed
        await evening.service.close(evening.now(channel).table_id, first, next(evening.keys))
        await evening.follow(Plan("knock-poker", 3, until=after(CardDrawn)), channel)
        await evening.service.seats.leave(
            evening.now(channel).table_id, second, next(evening.keys)
        )  # a computer player plays on
    finally:
        await evening.service.stop()
        await store.close()
    report = audit(path, check_deal)
    assert report.ok, report.problems


def main() -> None:
    """Makes the database, in one file without a journal and as small as it can be."""
    target = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.sqlite3"
        asyncio.run(made(path))
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode = DELETE")
            db.execute("VACUUM")
            print(*[tuple(row) for row in db.execute("SELECT game, status, count(*) FROM tables GROUP BY 1, 2")])
        target.write_bytes(path.read_bytes())
    print(target, target.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
