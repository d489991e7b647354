"""A table service on a database of its own, with people to sit at its tables."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.audit import check_deal
from bot.processes.thinkers import NOBODY, Thinks
from bot.service.model import Person, Private, Refusal, Sitter, Snapshot
from bot.service.pace import Pace
from bot.service.service import TableService
from bot.store.audit import audit
from bot.store.model.servers import Chips
from bot.store.where import Where
from engine.actions import answers
from engine.game import GAMES
from engine.view import View
from tests.bot.store.helpers import Steps
from tests.kit.once import new_database
from tests.kit.time import Hands

GUILD, CHANNEL = 70, 700
ANN, BO, CY, DEE = (Person(GUILD, 1000 + i, name) for i, name in enumerate(("Ann", "Bo", "Cy", "Dee")))
STILL = Pace(turn=0, pause=3600, computer=0)
"""No clock but the computer players', who play at once."""

STACKED = (
    "its deck does not follow from its pack and the people's part.",
    "its dealer does not follow from the people's part.",
)
"""What the audit says of a deal whose deck a test has stacked."""


class House:
    """A service and what a test does with it."""

    def __init__(self, path: Path, pace: Pace, hands: Hands | None = None, thinks: Thinks = NOBODY) -> None:
        """``hands``: the clock that the test moves; None: the machine's own. ``thinks``: where players think."""
        self.path, self.pace, self._hands, self._thinks = path, pace, hands, thinks
        self.place: Where = path
        """Where the database is: in that file, unless a test says otherwise before it is opened."""
        self.signed_in = True
        """Whether people can be reached from the beginning."""
        self.spoilt = False
        """Whether a test has changed what is stored so that it no longer adds up."""
        self.stacked = False
        """Whether a test has stacked a deck, which then follows from nothing."""
        self.keys = iter(range(1, 1_000_000))
        self.changes: list[int] = []
        self._changed = asyncio.Event()

    async def open(self) -> None:
        clock = time.time if self._hands is None else self._hands.now
        if isinstance(self.place, Path):
            new_database(self.place)
        self.store = await Steps.open(self.place, Chips(200, 40), clock)
        self.service = TableService(self.store, self.pace, self._hands, self._thinks)
        self.service.on_change = self._note
        if not self.signed_in:
            self.service.interruptions.unreachable()
        await self.service.restore()

    @property
    def hands(self) -> Hands:
        """The clock of a house of which the test moves the clock."""
        assert self._hands is not None
        return self._hands

    async def after(self, seconds: float) -> None:
        """So much time passes, and whatever happens because of it is over."""
        await self.rest()
        self.hands.forward(seconds)
        await self.rest()

    async def rest(self) -> None:
        """Waits until nothing goes on at any table but waiting."""
        clock = self.service._clock
        quiet = 0
        for _ in range(60_000):
            await asyncio.sleep(0.001 if quiet == 0 else 0)
            busy = self.service._running._tasks or clock._tasks or self.hands.due
            quiet = 0 if busy else quiet + 1
            if quiet == 5:
                return
        raise AssertionError("the tables don't come to rest")

    async def close(self) -> None:
        await self.service.stop()
        await self.store.close()

    async def restart(self) -> None:
        await self.close()
        await self.open()

    async def look(self) -> Snapshot:
        """The table in the channel, brought back if it rests, as whoever presses something there brings it back."""
        await self.service.rests.prepare(channel_id=CHANNEL)
        return self.now

    def _note(self, table_id: int) -> None:
        self.changes.append(table_id)
        self._changed.set()

    @property
    def key(self) -> int:
        return next(self.keys)

    @property
    def id(self) -> int:
        """The id of the table in the channel; 0 where there is none."""
        table = self.service.table_in(CHANNEL)
        return table.table_id if table is not None else 0

    @property
    def now(self) -> Snapshot:
        snapshot = self.service.table_in(CHANNEL)
        assert snapshot is not None
        return snapshot

    async def table(self, *people: Person, game: str = "knock-poker", buy_in: int = 20, **rules: Any) -> Snapshot:
        """An open table with these people at it; the first has opened it."""
        made = GAMES[game].rules(**rules)
        await self.service.open(people[0], CHANNEL, game, made, buy_in, False, self.key)
        for person in people[1:]:
            await self.service.seats.join(self.id, person, self.key)
        return self.now

    def seated(self, person: Person) -> Sitter:
        """That person at the table. Fails where there is none."""
        sitter = self.now.seated(person.user_id)
        assert sitter is not None
        return sitter

    def acting(self, *people: Person) -> Person:
        """Whose turn it is."""
        sitter = self.now.to_act
        assert sitter is not None
        return next(p for p in people if p.user_id == sitter.user_id)

    async def act(self, person: Person, do: str, argument: Any = None, **more: Any) -> Private:
        return await self.service.act(self.id, person, do, argument, more.pop("key", None) or self.key, **more)

    async def any_action(self, *people: Person) -> None:
        """Whoever's turn it is does the first thing offered."""
        person = self.acting(*people)
        private = self.service.private_of(self.id, person.user_id)
        assert private.view is not None
        assert private.sitter.seat is not None
        action = answers(private.sitter.seat, private.view.prompts)[0]
        names = ("source", "card", "rank", "amount")
        await self.act(
            person, action.do, next((getattr(action, name) for name in names if hasattr(action, name)), None)
        )

    @property
    def waits_for_a_computer(self) -> bool:
        """Whether a computer player is to act."""
        return self.now.to_act is not None and self.now.to_act.computer

    def stack(self, person: Person) -> int:
        """The chips before that person at the table."""
        sitter = self.now.seated(person.user_id)
        assert sitter is not None
        return sitter.chips

    def left(self, table_id: int) -> Snapshot:
        """A table that is open or was closed just now."""
        snapshot = self.service.snapshot_of(table_id)
        assert snapshot is not None
        return snapshot

    async def play_out(self, *people: Person) -> None:
        """Plays the present deal: people do the first thing offered, computer players what they like."""
        while (table := self.service.table_in(CHANNEL)) is not None and table.stage == "playing":
            await self.until(lambda: self.now.stage != "playing" or not self.waits_for_a_computer)
            if self.now.stage == "playing":
                try:
                    await self.any_action(*people)
                except Refusal as error:
                    if error.code not in {"no_deal", "not_your_turn"}:  # a computer player spoke up first
                        raise

    async def deal_to_end(self, *people: Person) -> None:
        """Plays the present deal: somebody knocks pat, the others draw and discard what they drew."""
        while (table := self.service.table_in(CHANNEL)) is not None and table.stage == "playing":
            person = self.acting(*people)
            view = self.service.private_of(self.id, person.user_id).view
            assert view is not None
            if view.prompt("knock") and view.prompt("draw"):
                await self.act(person, "knock")
            elif view.prompt("draw"):
                await self.act(person, "draw", "stock")
            else:
                await self.act(person, "discard", view.drawn)

    async def draw(self, person: Person) -> View:
        """That person draws from the stock; what the person then sees."""
        view = (await self.act(person, "draw", "stock")).view
        assert view is not None
        return view

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits for a change after which the condition holds."""
        async with asyncio.timeout(60):
            while not condition():
                self._changed.clear()
                await self._changed.wait()

    async def next_turn(self) -> None:
        """Waits until a computer player has acted."""
        turn = self.now.turn
        await self.until(lambda: self.now.turn != turn)

    async def chips(self) -> dict[str, int]:
        """Every purse and stack, and the sum of all that is in play."""
        return {p.name: (await self.service.people.purse(p)).balance for p in (ANN, BO, CY, DEE)}


def adds_up(house: House) -> None:
    """Holds what is stored to the audit, but for what a test has spoilt or stacked."""
    problems = audit(house.path, check_deal).problems
    assert house.spoilt or all(house.stacked and problem.endswith(STACKED) for problem in problems), problems


@pytest.fixture
def pace() -> Pace:
    return STILL


@pytest.fixture
async def house(tmp_path: Path, pace: Pace) -> AsyncIterator[House]:
    """A service whose ledger must add up, whatever was done: every chip and every deal of it."""
    made = House(tmp_path / "knockabout.sqlite3", pace)
    await made.open()
    yield made
    await made.close()
    adds_up(made)
