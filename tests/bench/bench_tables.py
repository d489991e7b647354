"""Many live tables: how soon presses are acknowledged and answered, and how much processor time an action takes.

Two people and a computer player sit at each table, all eight games in turn, or two people who play Knock Poker. At each
table a person presses something every six seconds, at random, in the own panel in the channel. The bot is a process as
it runs on Discord, with its painter and its database; the local Discord and the people are this process, on the same
machine, and what they take is told apart. First without Discord's fifty requests a second, which shows what the machine
carries, then with them. A busy machine makes the times worse, so its load is printed with them; processor time hardly
depends on it.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

import aiohttp

from bot.event_loop import new_event_loop
from bot.garbage import memory_settled
from bot.local import LocalDiscord
from bot.local.state import servers
from bot.local.state.happenings import Happening
from bot.local.state.model import DM, Channel, Interaction, Member, Message, Person
from bot.local.state.world import World
from bot.ui.address import Address, BadAddress
from bot.ui.clicks.verbs import ACTIONS, VERBS
from bot.ui.pages.question import SURE
from tests.bench.bench_start import prepared, shown
from tests.bench.growing import Place
from tests.bench.times import Times
from tests.e2e.process import BotProcess

UNLIMITED: Final = (100, 300, 600, 1_000)
LIMITED: Final = (100, 300, 600)
"""Tables in each run, without Discord's fifty requests a second and with them."""
CHANNELS: Final = 50
"""Tables in each server."""
BETWEEN: Final = (3.0, 9.0)
"""Seconds between two presses at a table."""
WARM: Final = 15.0
"""Seconds for which people play before anything is counted."""
SETTLED: Final = 1 / 6
"""Seconds longer for each table, with the fifty: after a start each table's message is asked about, and changed under
the bot's own token until somebody presses it."""
SECONDS: Final = 40.0
"""Seconds for which it is counted."""
PATIENCE: Final = 15.0
"""Seconds after which an answer is given up."""
LATE: Final = 3.0
"""Seconds after which Discord takes no acknowledgement."""
GOALS: Final = (0.100, 0.250)
"""Seconds: acknowledged, and answered, in 99 of 100."""
TICKS: Final = os.sysconf("SC_CLK_TCK")


_RUNNER: Final = """
import sys
from bot.ui.showing.limiter import Limiter
Limiter.__init__.__defaults__ = (10**9, *Limiter.__init__.__defaults__[1:])
from bot.local import redirect
redirect(sys.argv.pop(1))
from bot.__main__ import main
sys.exit(main())
"""


class Unlimited(BotProcess):
    """``python -m bot`` that holds nothing back for Discord's fifty requests a second."""

    runner = _RUNNER


class Play(StrEnum):
    """What is played at the tables, and by whom."""

    MIXED = "all games"
    """All games in turn, with two people and a computer player at each table."""
    FOR_TWO = "Knock Poker for two"
    """Two people, nobody else."""


@dataclass
class Found:
    """What one run found."""

    tables: int
    limited: bool
    play: Play = Play.MIXED
    acknowledged: Times = field(default_factory=Times)
    answered: Times = field(default_factory=Times)
    """Until the panel shows what was done."""
    actions: int = 0
    """Presses that changed the deal."""
    late: int = 0
    lost: int = 0
    """Presses whose answer never came."""
    bot: float = 0.0
    loop: float = 0.0
    others: float = 0.0
    stand_in: float = 0.0
    """Seconds of processor time: the bot's own process, its loop's thread alone, its painter and thinkers, the local
    Discord with its people."""
    own: int = 0
    """Requests under the bot's own token."""
    refused: int = 0
    seconds: float = 0.0
    counting: bool = False

    def line(self) -> str:
        """The figures."""
        actions = max(1, self.actions)
        each = [f"{1000 * value / actions:.1f}" for value in (self.bot, self.loop, self.others, self.stand_in)]
        return (
            f"{self.tables:5,} tables, {self.play}, {'with' if self.limited else 'without'} the limit"
            f"  {actions / self.seconds:6.1f}"
            f" actions a second  acknowledged {self.acknowledged.line()}  answered {self.answered.line()}"
            f"  {self.late} late, {self.lost} lost  ms of processor time an action: bot {each[0]}, of which loop"
            f" {each[1]}, painter and thinkers {each[2]}, local Discord and people {each[3]}"
            f"  {self.own / actions:.2f} own requests an action, {self.refused} refused  load {os.getloadavg()[0]:.1f}"
        )


def furnished(world: World, tables: int, play: Play) -> list[Place]:
    """Servers with a channel for each table, and two people of its own for each."""
    game, computers = ("knock-poker", 0) if play is Play.FOR_TWO else ("", 1)
    guilds = [servers.found(world, f"Server {number}", world.host) for number in range(-(-tables // CHANNELS))]
    places: list[Place] = []
    for number in range(tables):
        guild = guilds[number // CHANNELS]
        pair = [Person(id=world.snowflakes.next(), username=f"p{number}{name}", name=name) for name in ("Ann", "Bo")]
        for person in pair:
            world.admit(person)
            world.admit(Channel(id=world.snowflakes.next(), type=DM, recipient_id=person.id))
            guild.members[person.id] = Member(joined_at=world.now())
        channel = Channel(id=world.snowflakes.next(), name=f"table-{number}", guild_id=guild.id)
        world.admit(channel)
        users = (pair[0].id, pair[1].id)
        places.append(Place(guild.id, channel.id, users, game=game, computers=computers))
    return places


def offered(message: Message) -> Iterator[tuple[Address, dict[str, Any]]]:
    """What can be pressed or chosen in a message: where it leads, and what is to be sent."""
    for component in _components(message.components):
        with suppress(BadAddress):
            address = Address.parse(component.get("custom_id", ""))
            if component.get("disabled"):
                continue
            if "options" in component:
                for option in component["options"]:
                    yield address, {"custom_id": str(address), "values": [option["value"]]}
            else:
                yield address, {"custom_id": str(address)}


def _components(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _components(component.get("components", []))
        if "accessory" in component:
            yield component["accessory"]


class Table:
    """The people at one table."""

    def __init__(self, server: LocalDiscord, http: aiohttp.ClientSession, place: Place, found: Found) -> None:
        self._server, self._http, self._place, self._found = server, http, place, found
        self._world = server.context.world
        self._lot = random.Random(place.channel_id)
        self._happened = asyncio.Event()

    def happens(self) -> None:
        """Something has changed in the table's channel."""
        self._happened.set()

    async def play(self) -> None:
        """Presses again and again, until it is cancelled."""
        await asyncio.sleep(self._lot.uniform(0, BETWEEN[1]))
        while True:
            for user_id in self._place.users:
                if self._panel(user_id) is None:
                    await self._press(user_id, self._newest(None), "hand")
            user_id, message, body = self._next()
            if message is not None and body is not None:
                await self._do(user_id, message, body, counts=True)
                if (asked := self._panel(user_id)) is not None:  # whether it is meant
                    sure = [body for address, body in offered(asked) if address.verb == SURE]
                    if sure:
                        await self._do(user_id, asked, sure[0], counts=True)
            await asyncio.sleep(self._lot.uniform(*BETWEEN))

    def _newest(self, user_id: int | None) -> Message | None:
        """The newest message that only that person sees; None: the newest one that everybody sees and has buttons."""
        for message in self._world.messages(self._place.channel_id, newest_first=True):
            if message.only_for == user_id and not message.dismissed and any(True for _ in offered(message)):
                return message
        return None

    def _panel(self, user_id: int) -> Message | None:
        return self._newest(user_id)

    def _next(self) -> tuple[int, Message | None, dict[str, Any] | None]:
        """Who presses what next: a move of whoever can make one, else the next deal."""
        for user_id in self._place.users:
            panel = self._panel(user_id)
            moves = [body for address, body in offered(panel) if _plays(address)] if panel is not None else []
            if moves:
                return user_id, panel, self._lot.choice(moves)
        table = self._newest(None)
        for address, body in offered(table) if table is not None else ():
            if address.verb == "start":
                return self._place.users[0], table, body
        return self._place.users[0], None, None

    async def _press(self, user_id: int, message: Message | None, verb: str) -> None:
        for address, body in offered(message) if message is not None else ():
            if address.verb == verb and message is not None:
                await self._do(user_id, message, body, counts=False)
                return

    async def _do(self, user_id: int, message: Message, body: dict[str, Any], *, counts: bool) -> None:
        """One press, and its times."""
        found, counts = self._found, counts and self._found.counting
        address = f"{self._server.url}/local/channels/{message.channel_id}/messages/{message.id}/components"
        shown, begin = self._shown(user_id), time.perf_counter()
        person = self._world.people[user_id]
        async with self._http.post(address, json=body, headers={"Authorization": f"Bearer {person.key}"}) as sent:
            if sent.status >= 400:
                return  # somebody else was quicker, and the button is gone
            interaction: Interaction = self._world.interactions[int((await sent.json())["interaction_id"])]
        acknowledged = await self._until(begin, lambda: interaction.answer is not None or interaction.failed)
        answered = await self._until(begin, lambda: self._shown(user_id) != shown)
        if counts:
            found.late += acknowledged > LATE
            found.lost += answered > PATIENCE
            found.acknowledged.seconds.append(acknowledged)
            found.answered.seconds.append(answered)
            found.actions += 1

    async def _until(self, begin: float, done: Callable[[], bool]) -> float:
        """Waits for that; how many seconds have passed since ``begin``."""
        with suppress(TimeoutError):
            async with asyncio.timeout(begin + PATIENCE - time.perf_counter()):
                while not done():
                    self._happened.clear()
                    await self._happened.wait()
        return time.perf_counter() - begin

    def _shown(self, user_id: int) -> tuple[int, str | None, str]:
        """What tells whether that person's panel has changed."""
        panel = self._panel(user_id)
        return (0, None, "") if panel is None else (panel.id, panel.edited_at, str(panel.components))


def _look_out(world: World, tables: list[Table], places: list[Place]) -> None:
    """Tells each table what happens in its channel, so that nobody there has to look again and again."""
    by_channel = {place.channel_id: table for place, table in zip(places, tables, strict=True)}

    def tell(happening: Happening) -> None:
        message = getattr(happening, "message", None)
        interaction = getattr(happening, "interaction", None)
        there = message if message is not None else interaction
        if there is not None and (table := by_channel.get(there.channel_id)) is not None:
            table.happens()

    world.bus.listen(tell)


def _plays(address: Address) -> bool:
    verb = VERBS.get(address.verb)
    return verb is not None and verb.action in ACTIONS


async def run(
    tables: int, *, limited: bool, play: Play = Play.MIXED, warm: float = WARM, seconds: float = SECONDS
) -> Found:
    """Plays at so many tables."""
    found = Found(tables, limited, play)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as held:
        server = LocalDiscord(rate_limits=limited)
        await server.start()
        bot = (BotProcess if limited else Unlimited)(server.url, server.token, Path(folder))
        try:
            places = furnished(server.context.world, tables, play)
            await prepared(bot.database, places, list(shown(server, places)), True)
            await bot.start()
            held.enter_context(memory_settled())  # else this process stands still for a second, and every press waits
            async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as http:
                playing_at = [Table(server, http, place, found) for place in places]
                _look_out(server.context.world, playing_at, places)
                playing = [asyncio.create_task(table.play()) for table in playing_at]
                try:
                    await asyncio.sleep(warm)
                    before, begin = _processor(bot.pid), time.perf_counter()
                    server.context.counts.clear()
                    found.counting = True
                    await asyncio.sleep(seconds)
                    found.counting = False
                    found.seconds = time.perf_counter() - begin
                    after = _processor(bot.pid)
                finally:
                    for task in playing:
                        task.cancel()
                    ended = await asyncio.gather(*playing, return_exceptions=True)
            for error in ended:
                if isinstance(error, Exception):
                    raise error
            spent = (later - sooner for later, sooner in zip(after, before, strict=True))
            found.bot, found.loop, found.others, found.stand_in = spent
            counted = server.context.counts.view()
            found.own = sum(kind["requests"] for kind in counted if kind["own_token"])
            found.refused = sum(kind.get("refused", 0) for kind in counted)
        finally:
            await bot.kill()
            await server.stop()
    return found


def _processor(bot: int) -> tuple[float, float, float, float]:
    """Seconds of processor time so far: the bot's process, its loop's thread, what it has started, and this process."""
    spent = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with suppress(OSError):
                spent[int(entry.name)] = _spent(entry)
    others = sum(seconds for pid, (parent, seconds) in spent.items() if _leads_to(pid, bot, spent))
    return spent[bot][1], _spent(Path(f"/proc/{bot}/task/{bot}"))[1], others, time.process_time()


def _spent(process: Path) -> tuple[int, float]:
    """The parent of a process or thread, and its seconds of processor time so far."""
    fields = (process / "stat").read_text().rpartition(")")[2].split()
    return int(fields[1]), (int(fields[11]) + int(fields[12])) / TICKS


def _leads_to(pid: int, bot: int, spent: dict[int, tuple[int, float]]) -> bool:
    """Whether the bot has started that process, or one that has."""
    while pid in spent:
        pid = spent[pid][0]
        if pid == bot:
            return True
    return False


def main(*, smoke: bool = False) -> None:
    """Prints the figures; ``smoke`` only sees that it works."""
    if smoke:
        runs = [(8, True, play, 2.0, 4.0) for play in Play]
    else:
        runs = [(tables, False, play, WARM, SECONDS) for play in Play for tables in UNLIMITED]
        runs += [(tables, True, Play.MIXED, WARM + SETTLED * tables, SECONDS) for tables in LIMITED]
    for tables, limited, play, warm, seconds in runs:
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            found = runner.run(run(tables, limited=limited, play=play, warm=warm, seconds=seconds))
        print(found.line(), flush=True)
    if not smoke:
        print(f"goals at 1,000 without the limit: acknowledged p99 {GOALS[0]:.3f} s, answered p99 {GOALS[1]:.3f} s")
