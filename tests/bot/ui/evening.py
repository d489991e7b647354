"""A whole evening in one process: local Discord, real client, real store and service, and people at the page."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from bot.client import KnockaboutClient
from bot.i18n import Catalogue
from bot.local import LocalDiscord, redirected
from bot.local.testing.driver import People, Person
from bot.local.testing.seen import Seen
from bot.service.clock import Pace
from bot.service.service import TableService
from bot.store.model import Chips
from bot.store.store import Store
from bot.ui.showing import keeper, publisher

QUICK = 0.02


@dataclass
class Evening:
    """What runs, and who is there."""

    server: LocalDiscord
    people: People
    store: Store
    service: TableService
    client: KnockaboutClient
    you: Person
    ann: Person | None = None

    @property
    def channel_id(self) -> int:
        return int(self.you.channel)

    @property
    def table(self):
        """The table in the first channel, as everybody knows it."""
        return self.service.table_in(self.channel_id)

    def live(self, person: Person | None = None):
        """The table's message with the live buttons."""
        return next(m for m in (person or self.you).messages() if m.id == str(self.table.live_message))

    def public(self, person: Person | None = None) -> list[Seen]:
        """The messages of the channel that everybody sees."""
        return [message for message in (person or self.you).messages() if not message.ephemeral]

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

    async def until(self, condition, what: str = "that"):
        """Waits until the condition holds."""
        for _ in range(2000):
            if found := condition():
                return found
            await asyncio.sleep(0.01)
        raise AssertionError(f"{what} did not come about")

    async def settled(self):
        """Waits until everything that was to be shown is shown."""
        await self.until(lambda: self.shown_turn() == str(self.table.turn), "the table's present turn")

    def shown_turn(self) -> str | None:
        try:
            live = self.live()
        except (StopIteration, AttributeError):
            return None
        return next((one.split(":")[2] for one in ids(live.components) if one.startswith("kb:")), None)


def ids(components) -> list[str]:
    """The custom ids in some components."""
    found = []
    for one in components:
        if "custom_id" in one:
            found.append(one["custom_id"])
        found += ids(one.get("components", []))
    return found


@contextlib.asynccontextmanager
async def bot_on(
    server: LocalDiscord, database: Path, painter, pace: Pace, catalogue: Catalogue | None = None
) -> AsyncIterator:
    """The bot, connected and ready; with its own texts, or those of another catalogue."""
    catalogue = catalogue or Catalogue.load(strict=True)
    store = await Store.open(database, Chips())
    service = TableService(store, pace)
    await service.restore()
    client = KnockaboutClient(service, catalogue, painter, guild_ready_timeout=0.05)
    client.desk.clock = server.context.clock
    with redirected(server.url):
        task = asyncio.create_task(client.start(server.token))
        try:
            async with asyncio.timeout(30):
                while not client.is_ready():
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
    tmp_path: Path, painter, monkeypatch, pace: Pace | None = None, catalogue: Catalogue | None = None
) -> AsyncIterator[Evening]:
    """Everything, without a pause between requests."""
    monkeypatch.setattr(publisher, "SPACING", QUICK)
    monkeypatch.setattr(keeper, "SPACING", QUICK)
    server = LocalDiscord(rate_limits=False)
    await server.start()
    try:
        async with People(server.url) as people:
            you = await people.host()
            pace = pace or Pace(turn=0, pause=1000, computer=0)
            async with bot_on(server, tmp_path / "k.sqlite3", painter, pace, catalogue) as (store, service, client):
                yield Evening(server, people, store, service, client, you)
    finally:
        await server.stop()


async def seated(night: Evening, game: str = "knock-poker", **options: object) -> Evening:
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
    first = night.you if str(night.table.to_act.user_id) == night.you.id else night.ann
    return first, night.ann if first is night.you else night.you


def dm(person: Person) -> Seen:
    """The newest direct message."""
    return person.dms()[-1]


def cards_on(message: Seen) -> list[str]:
    """Notations of the cards that buttons discard."""
    return [one.split(":")[-1] for one in ids(message.components) if ":discard:" in one and not one.endswith("?")]


def discard(message: Seen) -> str:
    """The custom id of the first button that discards."""
    return next(one for one in ids(message.components) if ":discard:" in one)


async def a_turn(person: Person, *, knock: bool = False) -> None:
    """Draws and discards by commands."""
    await person.command("draw", from_="stock")
    if knock:
        await person.command("knock")
    await person.command("discard", card=(await person.autocomplete("discard", "card", ""))[0].value)


async def play_out(night: Evening) -> None:
    """The seat to act knocks, the others have their last turn."""
    knock = True
    while night.table is not None and night.table.stage == "playing":
        await a_turn(sides(night)[0], knock=knock)
        knock = False


def private_answers(answer) -> list[str]:
    """What only the person was told."""
    return [m.text for m in answer.messages if m.ephemeral]


async def refused(answer, words: str) -> None:
    """The answer is private and says this."""
    for _ in range(200):
        if any(words in text for text in private_answers(answer)):
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"{words!r} not in {private_answers(answer)}")


async def forgotten(night, *names: str) -> None:
    """Waits until no message is remembered whose name begins so."""
    for _ in range(500):
        if not [message for message in await night.store.messages.all() if message.name.startswith(names)]:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(await night.store.messages.all())
