"""A whole evening in one process: local Discord, real client, real store and service, and people at the page."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest

from bot.client import KnockaboutClient
from bot.gateway import identifying
from bot.i18n import Catalogue
from bot.local import LocalDiscord, Sharding, redirected
from bot.local.testing.driver import People, Person
from bot.local.testing.seen import Answer, Seen
from bot.service.model import Sitter, Snapshot, Turn
from bot.service.pace import Pace
from bot.service.service import TableService
from bot.service.shards import ALL_SHARDS, Shards
from bot.service.turn_time import Time
from bot.store.model.servers import Chips
from bot.store.store import Store
from bot.store.where import Where
from bot.ui import workload
from bot.ui.pictures.studio import Draws
from bot.ui.showing import gathering, panels, publisher, reach
from engine.cards import Card
from engine.middle import Piles
from engine.stakes import DealResult
from engine.view import View
from tests.bot.ui.held import Component
from tests.described import Watch
from tests.kit.once import new_database, own_texts

QUICK = 0.02
M = TypeVar("M")
T = TypeVar("T")


BOUND = "🔒 Shuffles"
"""What the lines about shuffles say."""


@dataclass
class Evening:
    """What runs, and who is there."""

    server: LocalDiscord
    people: People
    store: Store
    service: TableService
    client: KnockaboutClient
    you: Person
    ann: Person = field(init=False)
    """There as soon as she sits at a table (``seated``)."""

    @property
    def channel_id(self) -> int:
        return int(self.you.channel)

    @property
    def is_open(self) -> bool:
        """Whether there is a table in the first channel."""
        return self.service.table_in(self.channel_id) is not None

    @property
    def table(self) -> Snapshot:
        """The table in the first channel, as everybody knows it."""
        table = self.service.table_in(self.channel_id)
        assert table is not None
        return table

    @property
    def view(self) -> View:
        """The deal at that table, as everybody knows it."""
        assert self.table.view is not None
        return self.table.view

    @property
    def result(self) -> DealResult:
        """How the deal at that table ended."""
        assert self.view.result is not None
        return self.view.result

    @property
    def upcard(self) -> Card:
        """The top of the discard pile at that table."""
        upcard = self.middle(Piles).upcard
        assert upcard is not None
        return upcard

    @property
    def live_message(self) -> int:
        """The id of the table's message."""
        assert self.table.live_message is not None
        return self.table.live_message

    def middle(self, kind: type[M]) -> M:
        """What lies in the middle of that table, which must be of that kind."""
        assert isinstance(self.view.middle, kind)
        return self.view.middle

    @property
    def acting(self) -> Sitter:
        """Whoever's turn it is."""
        assert self.table.to_act is not None
        return self.table.to_act

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        assert self.acting.seat is not None
        return self.acting.seat

    def seated(self, person: Person) -> Sitter:
        """That person at the table."""
        sitter = self.table.seated(int(person.id))
        assert sitter is not None
        return sitter

    def own(self, person: Person) -> View:
        """The deal as that person sees it, for the tests' own choices."""
        view = self.service.private_of(self.table.table_id, int(person.id)).view
        assert view is not None
        return view

    def live(self, person: Person | None = None) -> Seen:
        """The table's message with the live buttons. Raises LookupError where it isn't on that screen yet."""
        person = person or self.you
        for message in person.messages():
            if message.id == str(self.table.live_message):
                return message
        raise LookupError(f"{person.name} doesn't see the table's message yet")

    def public(self, person: Person | None = None) -> list[Seen]:
        """The messages of the channel that everybody sees, without the lines about shuffles."""
        seen = (person or self.you).messages()
        return [message for message in seen if not message.ephemeral and BOUND not in message.text]

    def bound(self, person: Person | None = None) -> list[Seen]:
        """The lines of the channel that say to what shuffles are bound."""
        return [message for message in (person or self.you).messages() if BOUND in message.text]

    async def ending(self, person: Person | None = None) -> Seen:
        """What **More** shows about the deal that is over."""
        person = person or self.you
        await person.until(lambda: "More" in self.live(person).labels)
        return (await person.click(self.live(person), "More")).shown

    def later(self, seconds: float) -> None:
        """So much time passes, for Discord and for what the bot knows of its messages and tokens."""
        self.server.forward(seconds)

    def forget_tokens(self) -> None:
        """From now on the bot edits everything by itself."""
        tokens = self.client.showing.tokens
        for token in tuple(tokens._known.values()):
            tokens.drop(token)

    def desk_notices(self) -> bool:
        """Whether somebody is still to be told something."""
        return any(self.client.desk._notices.values())

    async def until(self, condition: Callable[[], T], what: str = "that") -> T:
        """Waits until the condition holds; its value. Where it raises LookupError, something isn't there yet."""
        for _ in range(2000):
            with contextlib.suppress(LookupError):
                if found := condition():
                    return found
            await asyncio.sleep(0.01)
        raise AssertionError(f"{what} did not come about")

    async def joined(self, count: int) -> None:
        """Waits until so many sit at the table."""
        await self.until(lambda: len(self.table.sitters) == count, f"a table of {count}")

    async def after(self, turn: Turn) -> None:
        """Waits until another turn has come."""
        await self.until(lambda: self.table.turn != turn, f"the turn after {turn}")

    async def settled(self) -> None:
        """Waits until everything that was to be shown is shown."""
        await self.until(lambda: self.shown_turn() == str(self.table.turn), "the table's present turn")

    def shown_turn(self) -> str | None:
        if not self.is_open:
            return None
        try:
            live = self.live()
        except LookupError:
            return None
        return next(
            (custom_id.split(":")[2] for custom_id in ids(live.components) if custom_id.startswith("kb:")), None
        )


def ids(components: Iterable[Component]) -> list[str]:
    """The custom ids in some components."""
    found: list[str] = []
    for component in components:
        if "custom_id" in component:
            found.append(component["custom_id"])
        found += ids(component.get("components", []))
    return found


@contextlib.asynccontextmanager
async def bot_on(
    server: LocalDiscord,
    database: Where,
    painter: Draws,
    pace: Pace,
    catalogue: Catalogue | None = None,
    time: Time | None = None,
    shards: Shards = ALL_SHARDS,
    late: tuple[int, ...] = (),
) -> AsyncIterator[tuple[Store, TableService, KnockaboutClient]]:
    """The bot, connected and ready, but for shards that come late; its own texts, or those of another catalogue."""
    catalogue = catalogue or own_texts()
    if isinstance(database, Path):
        new_database(database)
    store = await Store.open(database, Chips())
    service = TableService(store, pace, time, shards=shards)
    await service.restore()
    client = KnockaboutClient(service, catalogue, painter, guild_ready_timeout=0.05)
    client.desk.clock = server.context.clock
    with redirected(server.url):
        task = asyncio.create_task(client.start(server.token))
        try:
            async with asyncio.timeout(30):
                while client.away != late:
                    await asyncio.sleep(0.01)
                    if task.done():
                        task.result()
            yield store, service, client
        finally:
            await client.close()
            await asyncio.gather(task, return_exceptions=True)
            await service.stop()
            await store.close()


@contextlib.asynccontextmanager
async def evening(
    tmp_path: Path,
    painter: Draws,
    monkeypatch: pytest.MonkeyPatch,
    pace: Pace | None = None,
    catalogue: Catalogue | None = None,
    time: Time | None = None,
    sharding: Sharding | None = None,
    database: Where | None = None,
) -> AsyncIterator[Evening]:
    """Everything, without a pause between requests; ``sharding``: what Discord tells the bot of shards.

    The bot is never overloaded, so that no picture is left out on a slow machine. Whatever it has sent by the end, and
    what it was answered, has to be as Discord describes it.

    ``database``: None for a file in the folder.
    """
    monkeypatch.setattr(publisher, "SPACING", QUICK)
    monkeypatch.setattr(panels, "SPACING", QUICK)
    monkeypatch.setattr(gathering, "AT_MOST", QUICK)
    monkeypatch.setattr(identifying, "SPACING", 0.0)
    monkeypatch.setattr(reach, "BRIEFLY", 0.0)
    monkeypatch.setattr(workload, "TOO_LATE", math.inf)
    monkeypatch.setattr(workload, "LATE_PICTURE", math.inf)
    server, watch = LocalDiscord(rate_limits=False, sharding=sharding or Sharding()), Watch()
    await server.start()
    server.context.log.listen(watch)
    try:
        async with People(server.url) as people:
            you = await people.host()
            pace = pace or Pace(turn=0, pause=1000, computer=0)
            async with bot_on(server, database or tmp_path / "k.sqlite3", painter, pace, catalogue, time) as (
                store,
                service,
                client,
            ):
                yield Evening(server, people, store, service, client, you)
        assert not watch.faults
    finally:
        await server.stop()


async def seated(night: Evening, game: str = "knock-poker", **options: Any) -> Evening:
    """You and Ann sit at a table and hold cards of a first deal."""
    night.ann = await night.people.guest("Ann")
    lobby = await night.you.command(f"newgame {game}", **options)
    await night.ann.click(lobby, "Join")
    await night.until(lambda: len(night.table.sitters) == 2)
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing")
    await night.settled()
    for person in (night.you, night.ann):
        await person.wait_for("Your hand", channel="dm")
    return night


def sides(night: Evening) -> tuple[Person, Person]:
    """Who is to act, and the other."""
    first = night.you if str(night.acting.user_id) == night.you.id else night.ann
    return first, night.ann if first is night.you else night.you


def dm(person: Person) -> Seen:
    """The newest direct message."""
    return person.dms()[-1]


def panel(person: Person) -> Seen:
    """The person's panel, wherever it is: the newest message that only the person sees, with buttons into the bot.

    Raises LookupError where there is none yet.
    """
    private = [*person.dms(), *(message for message in person.messages() if message.ephemeral)]
    return sorted(filter(_plays, private), key=lambda message: int(message.id))[-1]


def _plays(message: Seen) -> bool:
    """Whether the message has buttons into the bot, and isn't what **More** has shown."""
    verbs = {custom_id.split(":")[3] for custom_id in ids(message.components) if custom_id.startswith("kb:")}
    return bool(verbs) and "verify" not in verbs


async def written(person: Person, words: str) -> None:
    """Waits until the person's newest direct message says this."""
    await person.until(lambda: words in dm(person).text, words)


async def labelled(person: Person, hand: Seen, label: str) -> None:
    """Waits until a button of that message has this label."""
    await person.until(lambda: label in hand.labels, label)


async def loses_its_buttons(person: Person, hand: Seen) -> None:
    """Waits until nothing can be done in that hand any more."""
    await person.until(lambda: set(hand.labels) <= {"To the table"}, "a hand without buttons")


def cards_on(message: Seen) -> list[str]:
    """Notations of the cards that buttons discard."""
    return [
        custom_id.split(":")[-1]
        for custom_id in ids(message.components)
        if ":discard:" in custom_id and not custom_id.endswith("?")
    ]


def discard(message: Seen) -> str:
    """The custom id of the first button that discards."""
    return next(custom_id for custom_id in ids(message.components) if ":discard:" in custom_id)


async def a_turn(person: Person, *, knock: bool = False) -> None:
    """Draws and discards by the buttons of the direct message, or by commands where the panel is elsewhere."""
    if not person.dms() or not {"Refresh", "Draw stock"} & set(dm(person).labels):
        await person.command("draw", from_="stock")
        if knock:
            await person.command("knock")
        await person.command("discard", card=(await person.autocomplete("discard", "card", ""))[0].value)
        return
    await person.until(lambda: "Draw stock" in dm(person).labels, "the person's turn in the panel")
    await person.click(dm(person), "Draw stock")
    await person.until(lambda: len(cards_on(dm(person))) > 5, "the card drawn in the panel")
    if knock:
        await knocks(person, lambda: dm(person))
    await person.click(dm(person), custom_id=discard(dm(person)))
    await person.until(lambda: not cards_on(dm(person)), "the discard in the panel")


async def knocks(person: Person, hand: Callable[[], Seen], label: str = "Knock") -> None:
    """Knocks in that panel, and says yes where it is asked first."""
    await person.click(hand(), label)
    await person.until(lambda: label not in hand().labels, "the knock in the panel")
    if "Yes" in hand().labels:
        await person.click(hand(), "Yes")
        await person.until(lambda: "Yes" not in hand().labels, "the answer to the question")


async def play_out(night: Evening) -> None:
    """The seat to act knocks, the others have their last turn."""
    knock = True
    while night.is_open and night.table.stage == "playing":
        await a_turn(sides(night)[0], knock=knock)
        knock = False


def private_answers(answer: Answer) -> list[str]:
    """What only the person was told."""
    return [m.text for m in answer.messages if m.ephemeral]


async def refused(answer: Answer, words: str) -> None:
    """The answer is private and says this."""
    for _ in range(200):
        if any(words in text for text in private_answers(answer)):
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"{words!r} not in {private_answers(answer)}")


async def remembered(night: Evening, message_id: str) -> None:
    """Waits until that message is remembered over a restart."""
    for _ in range(500):
        if message_id in [str(message.message_id) for message in await night.store.messages.all()]:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(await night.store.messages.all())


async def forgotten(night: Evening, *names: str) -> None:
    """Waits until no message is remembered whose name begins so."""
    for _ in range(500):
        if not [message for message in await night.store.messages.all() if message.name.startswith(names)]:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(await night.store.messages.all())
