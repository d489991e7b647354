"""A start with many open tables, on the local Discord: how long until the bot is signed in and until a table can be
used, how much memory a resting table takes, and how many requests are sent.

The tables are of all games, each in the middle of a deal in which a person is to act; half have no limit of time, half
play by mail. Their messages, and the hands in direct messages, are there and show what is true. Told twice: after the
bot was stopped, and after it was killed with all tables in use, so that the start must look at each of them. Then once
more from a PostgreSQL of its own, with fsync, to which the stopped bot's file was moved.
The local Discord runs in the same process and loop, on the same core; what it holds itself is not counted as the bot's
memory, but its work counts as time.
"""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import random
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import aiohttp

from bot.client import KnockaboutClient
from bot.i18n import Catalogue
from bot.local import LocalDiscord, redirected
from bot.local.state import servers
from bot.local.state.model import COMPONENTS_V2, DM, Channel, Message, Person
from bot.service.pace import Pace
from bot.service.service import TableService
from bot.store.messages import Remembered
from bot.store.model.servers import Chips
from bot.store.moving import copied, moving
from bot.store.store import Store
from bot.store.where import Server
from bot.ui.showing.memory import HANDS, TABLES, name_of
from bot.ui.showing.showing import VERSION
from engine.game import GAMES
from tests.bench.bench_postgresql import SYNCED
from tests.bench.growing import Place, open_at
from tests.kit.painters import Blank
from tests.postgresql import Cluster, MissingError, cluster

SIZES: Final = (1_000, 10_000)
CHANNELS: Final = 50
"""Tables in each server."""
PEOPLE: Final = 200
"""How many people sit at the tables."""
AGO: Final = 600.0
"""Seconds since the tables were opened, and for which their turns have lasted."""
PACE: Final = Pace(turn=0, idle=0)
BY_MAIL: Final = 86_400
PRESSED: Final = 20
"""How many tables are pressed one after another, for the slowest answer."""
WATCHED: Final = 20.0
"""Seconds after signing in for which requests are counted."""


@dataclass
class Found:
    """What one start took; times in seconds since the store was opened."""

    tables: int
    killed: bool
    moved: bool = False
    """Whether the start is the first one on PostgreSQL."""
    signed_in: float = 0.0
    processor: float = 0.0
    """Seconds of processor time until then, the local Discord's among them."""
    random_table: float = 0.0
    last_table: float = 0.0
    slowest: float = 0.0
    """From a press to its answer, of all that were pressed."""
    lost: int = 0
    """Presses that were not answered in time."""
    resting: float = 0.0
    """Bytes of memory a table, once everything is at rest."""
    longest: float = 0.0
    """The longest pause of the loop until then."""
    pressed: int = 0
    """Requests under the bot's own token until all presses were answered; some follow from these."""
    requests: dict[str, int] = field(default_factory=dict)
    """Those that were sent afterwards, by kind."""

    def line(self) -> str:
        """The figures of one start."""
        sent = ", ".join(f"{count} {kind}" for kind, count in self.requests.items()) or "none"
        before = "killed " if self.killed else "moved  " if self.moved else "stopped"
        return (
            f"{self.tables:6,} tables {before}  signed in {self.signed_in:6.2f} s"
            f" ({self.processor:.2f} s of processor time)  a random table usable {self.random_table:6.2f} s"
            f"  the last one {self.last_table:6.2f} s"
            f"  slowest of {PRESSED} answers {self.slowest * 1000:6.0f} ms, {self.lost} lost"
            f"  {self.resting / 1000:6.1f} kB a table  longest pause {self.longest * 1000:5.0f} ms"
            f"  requests: {self.pressed} until then, afterwards {sent}"
        )


def furnished(server: LocalDiscord, tables: int) -> list[Place]:
    """Servers with a channel for each table, and people to sit there, of whom the host is one at every table."""
    world = server.context.world
    people = [world.host.id]
    for number in range(PEOPLE):
        person = Person(id=world.snowflakes.next(), username=f"person{number}", name=f"Person {number}")
        world.admit(person)
        world.admit(Channel(id=world.snowflakes.next(), type=DM, recipient_id=person.id))
        people.append(person.id)
    world.admit(Channel(id=world.snowflakes.next(), type=DM, recipient_id=world.host.id))
    places: list[Place] = []
    while len(places) < tables:
        guild = servers.found(world, f"Server {len(places)}", world.host)
        for position in range(min(CHANNELS, tables - len(places))):
            channel = Channel(id=world.snowflakes.next(), name=f"table-{position}", guild_id=guild.id)
            world.admit(channel)
            first, second = random.Random(len(places)).sample(people[1:], 2)
            pressed = len(places) == tables - 1 or len(places) % max(1, tables // PRESSED) == 0
            users = (world.host.id if pressed else first, second)
            places.append(Place(guild.id, channel.id, users, BY_MAIL if len(places) % 2 else 0))
    return places


def shown(server: LocalDiscord, places: list[Place]) -> Iterator[Remembered]:
    """The messages of all tables, as if the bot had sent them: one in each channel, and each person's hand."""
    world = server.context.world
    direct = {channel.recipient_id: channel.id for channel in world.channels.values() if channel.type == DM}
    for table, place in enumerate(places, start=1):
        button = {"type": 2, "style": 1, "label": "My hand", "custom_id": f"kb:{table}:1.0:hand:", "id": 2}
        rows: list[dict[str, Any]] = [{"type": 1, "id": 1, "components": [button]}]
        where = [(name_of(TABLES, table), place.channel_id)]
        where += [(name_of(HANDS, table, user), direct[user]) for user in place.users]
        for name, channel_id in where:
            message = Message(
                id=world.snowflakes.next(), channel_id=channel_id, author_id=world.bot.id, components=rows,
                flags=COMPONENTS_V2,
            )  # fmt: skip
            world.admit(message)
            yield Remembered(name, channel_id, message.id, deal=0 if name == name_of(TABLES, table) else 1)


class Pauses:
    """Watches for how long the loop lets nobody run."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._task = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.005)
            self.longest = max(self.longest, time.perf_counter() - before - 0.005)

    def end(self) -> None:
        """Watches no more."""
        self._task.cancel()


async def press(server: LocalDiscord, http: aiohttp.ClientSession, place: Place, found: Found) -> float:
    """The host asks for the own hand at that table, again where the press was lost; how long the answer took."""
    world, begin = server.context.world, time.perf_counter()
    while True:
        # Looked for each time: meanwhile the table may have been posted anew, or have the buttons of another moment.
        shown = ((message.id, _hand(message.components)) for message in world.messages(place.channel_id))
        message_id, custom_id = next((each for each in shown if each[1]), (0, ""))
        address = f"{server.url}/local/channels/{place.channel_id}/messages/{message_id}/components"
        async with http.post(
            address, json={"custom_id": custom_id}, headers={"Authorization": f"Bearer {world.host.key}"}
        ) as sent:
            if not sent.ok:  # that message or button has just gone: nobody could have pressed it
                await asyncio.sleep(0.01)
                continue
            interaction = world.interactions[int((await sent.json())["interaction_id"])]
        while not interaction.message_ids and not interaction.failed:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.001)
        if interaction.message_ids:
            return time.perf_counter() - begin
        found.lost += 1


def _hand(components: list[dict[str, Any]]) -> str:
    """The button that shows the own hand."""
    for component in components:
        if component.get("custom_id", "").split(":")[3:4] == ["hand"]:
            return str(component["custom_id"])
        if found := _hand(component.get("components", [])):
            return found
    return ""


async def start(
    tables: int, *, killed: bool = False, watched: float = WATCHED, moved_to: Cluster | None = None
) -> Found:
    """One start with so many tables, after the bot was killed or stopped, or moved to that server."""
    found = Found(tables, killed, moved_to is not None)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.sqlite3"
        server = LocalDiscord(rate_limits=False)
        await server.start()
        try:
            places = furnished(server, tables)
            await prepared(path, places, list(shown(server, places)), not killed)
            where = await asyncio.to_thread(_moved, path, moved_to) if moved_to is not None else path
            catalogue = Catalogue.load()
            gc.collect()
            before = resident()
            pauses = Pauses()
            begin, worked = time.perf_counter(), time.process_time()
            store = await Store.open(where, Chips(), clock=server.context.clock)
            service = TableService(store, PACE)
            service.interruptions.unreachable()
            await service.restore()
            client = KnockaboutClient(service, catalogue, Blank())
            with redirected(server.url):
                task = asyncio.create_task(client.start(server.token))
                try:
                    while client.away:
                        await asyncio.sleep(0.005)
                        if task.done():
                            task.result()
                    found.signed_in, found.processor = time.perf_counter() - begin, time.process_time() - worked
                    await _use(server, places, found, begin)
                    await asyncio.sleep(1.0)  # what follows from the presses is sent
                    found.pressed = sum(_sent(server).values())
                    server.context.counts.clear()
                    await asyncio.sleep(max(0.0, watched - (time.perf_counter() - begin)))
                    found.longest = pauses.longest
                    pauses.end()
                    found.requests = _sent(server)
                    gc.collect()
                    found.resting = (resident() - before) / tables
                finally:
                    await client.close()
                    await asyncio.gather(task, return_exceptions=True)
                    await service.stop()
                    await store.close()
        finally:
            await server.stop()
    return found


def _sent(server: LocalDiscord) -> dict[str, int]:
    """The requests under the bot's own token that Discord has counted, by kind."""
    counted = (kind for kind in server.context.counts.view() if kind["own_token"])
    return {f"{kind['method']} {kind['route']}": kind["requests"] for kind in counted}


async def _use(server: LocalDiscord, places: list[Place], found: Found, begin: float) -> None:
    """Presses at tables where the host sits, the last one among them."""
    world = server.context.world
    mine = [place for place in places if place.users[0] == world.host.id]
    async with aiohttp.ClientSession() as http:
        took = [await press(server, http, places[-1], found)]
        found.last_table = time.perf_counter() - begin
        others = mine[:-1]
        random.Random(7).shuffle(others)
        for place in others[:PRESSED]:
            took.append(await press(server, http, place, found))
            found.random_table = found.random_table or time.perf_counter() - begin
    found.slowest = max(took)


def _moved(path: Path, server: Cluster) -> Server:
    """The database that ``python -m bot move`` makes of the file."""
    place = server.empty()
    with moving(path):
        copied(path, place, plays_on=True)
    return place


async def prepared(path: Path, places: list[Place], messages: list[Remembered], rest: bool) -> None:
    """Has the database made in a process of its own, whose memory doesn't count."""
    child = multiprocessing.get_context("spawn").Process(target=_make, args=(path, places, messages, rest))
    child.start()
    await asyncio.to_thread(child.join)
    assert not child.exitcode, "the database could not be made"


def _make(path: Path, places: list[Place], messages: list[Remembered], rest: bool) -> None:
    open_at(path, places, time.time() - AGO)
    asyncio.run(_remember(path, messages, rest=rest))


async def _remember(path: Path, messages: list[Remembered], *, rest: bool) -> None:
    """What the bot leaves behind; ``rest``: it was stopped, and notes that all tables are shown as they are."""
    store = await Store.open(path, Chips())
    await asyncio.gather(*(store.messages.remember(message) for message in messages))
    if rest:
        service = TableService(store, PACE)
        await service.restore()
        service.rests.shown_as = lambda table_id: f"{VERSION} en-US"
        await service.rests.note_rests()
        await service.stop()
    await store.close()


def resident() -> int:
    """Bytes of memory that this process has in use."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def main(*, smoke: bool = False) -> None:
    """Prints the figures of a start with some open tables; ``smoke`` only sees that it works."""
    sizes, watched = ((2 * len(GAMES),), 2.0) if smoke else (SIZES, WATCHED)
    for tables in sizes:
        for killed in (False, True):
            print(asyncio.run(start(tables, killed=killed, watched=watched)).line(), flush=True)
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        os.chmod(folder, 0o755)  # the server is another user's
        try:
            with cluster(SYNCED, Path(folder)) as server:
                for tables in sizes:
                    print(asyncio.run(start(tables, watched=watched, moved_to=server)).line(), flush=True)
        except MissingError as error:
            print(f"not measured: {error}")
