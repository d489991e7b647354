"""The whole: a local Discord, the bot as a process of its own, people at tables, faults, kills, and what is left."""

from __future__ import annotations

import asyncio
import contextlib
import math
import random
import re
import statistics
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import engine.games  # noqa: F401 - registers the games
from bot.local import LocalDiscord
from bot.local.state.model import LOADING
from bot.local.state.world import World
from bot.local.testing.driver import People
from engine.game import GAMES
from tests.torture import checks
from tests.torture.bot import TorturedBot
from tests.torture.faults import FAULTS, Fault, Place
from tests.torture.players import NO_ANSWER, Host, Player, Tally

SETTINGS = {
    "computer_seconds": "0.05",
    "pause_seconds": "0.2",
    "turn_seconds": "30",
    "starting_chips": "100000",
}
"""The bot's, so that much happens in a short time."""
SERVERS = 3
"""On how many servers the tables are."""
PERSONS = 2
"""How many people sit at each table."""
NOT_MALFORMED = {40060, 50083}
"""Codes of Discord's that come with 400 and are no mistake in what was sent: answered already, archived thread."""
BEFORE, BODY = 4, 300
"""How many requests before a malformed one are told, and how many characters of each one's files."""
SHOWS = re.compile(r"(?:attachment|https?)://[^?']*")
"""The address of a file that a message shows."""
OWED = 60.0
"""Seconds for which the bot may owe an answer that Discord does not take; a kill in this time excuses it."""
UNKNOWN = 30.0
"""Seconds after a late request in which a malformed one by a token, which doesn't say of which message, is excused."""
STOPPING = 30.0
"""Seconds that a stop may take on a busy machine: three for what was acknowledged, the rest for what it closes."""
MOST_SHOWN = 30
"""Losses in a report; all are counted."""
CALM = 120.0
"""Seconds after the last fault until which everything must be well again, on a busy machine."""


@dataclass
class Report:
    """What happened, and what was wrong."""

    seed: int
    games: Sequence[str]
    seconds: float = 0.0
    tally: Tally = field(default_factory=Tally)
    faults: Counter[str] = field(default_factory=Counter)
    kills: int = 0
    stops: list[float] = field(default_factory=list)
    """Seconds from each SIGTERM to the bot's end."""
    restarts: int = 0
    failed_starts: int = 0
    """Starts that a fault prevented."""
    recoveries: list[float] = field(default_factory=list)
    """Seconds from each fault's end, or each kill, to the next answer that somebody saw."""
    late: int = 0
    """Requests of a bot that was gone already when Discord did them."""
    deals: int = 0
    looked_at: int = 0
    """Messages with cards in them that were compared with what their reader could know."""
    losses: list[str] = field(default_factory=list)
    """A sentence for each thing that was wrong in the end."""

    def __str__(self) -> str:
        recovered = self.recoveries or [0.0]
        lines = [
            f"Seed {self.seed}, {self.seconds:.0f} s, {len(self.games)} tables: {', '.join(self.games)}",
            f"Acts answered: {len(self.tally.acts)} ({_counted(self.tally.by_verb)});"
            f" presses: {self.tally.presses}; refused: {self.tally.refused}; unanswered: {self.tally.unanswered};"
            f" deals finished: {self.deals}",
            f"Faults: {self.faults.total()} ({_counted(self.faults)})",
            f"Kills: {self.kills}; ends by SIGTERM: {len(self.stops)}, at most {max(self.stops, default=0):.1f} s each;"
            f" starts of the bot: {self.restarts}, and {self.failed_starts} that a fault prevented",
            f"Time to recover: median {statistics.median(recovered):.2f} s, at most {max(recovered):.2f} s",
            f"Messages with cards that were checked: {self.looked_at};"
            f" requests of a bot that was gone, done late: {self.late}",
            f"Losses: {len(self.losses)}",
            *self.losses[:MOST_SHOWN],
        ]
        return "\n".join(lines)


def _counted(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in counter.most_common()) or "none"


class Malformed:
    """Collects what Discord could not read in the bot's requests, with what was asked of the same message before.

    A bot that was killed has requests under way, which Discord may do long after the next one has started. That one
    can't know of it: it may name a file that such a request has just taken away, once, and is told so.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.found: Counter[str] = Counter()
        self.late = 0
        """How many requests were done after the bot that had made them was gone."""
        self._clock, self._ended = clock, -math.inf
        self._touched: dict[str, float] = {}
        """When such requests touched a message, by its id."""
        self._before: dict[str, deque[str]] = {}

    def bot_ended(self) -> None:
        """The bot is gone; what it has asked for may still be done."""
        self._ended = self._clock()

    def note(self, entry: Mapping[str, Any]) -> None:
        """Takes an entry of the local Discord's log."""
        answer = entry["answer"] if isinstance(entry["answer"], dict) else {}
        named = entry["path"].rpartition("/")[2]
        message = named if named.isdecimal() else str(answer.get("id", ""))
        before = self._before.setdefault(message, deque(maxlen=BEFORE)) if message.isdecimal() else deque[str]()
        how = "by the bot" if entry["own_token"] else "@original" if named != message else "by a token"
        asked = f"{entry['time'][14:23]} {entry['method']} {how} {entry['status']}{entry.get('fault', '')}"
        asked += f" {_files(entry['request'])}"
        now = self._clock()
        if now - entry["ms"] / 1000 < self._ended:
            self.late += 1
            self._touched[message] = now
        elif entry["status"] == 400 and answer.get("code") not in NOT_MALFORMED and not self._excused(message, now):
            said = answer.get("errors") or answer
            self.found[f"{entry['route']} was malformed: {said}; {asked}; before: {list(before)}"] += 1
        before.append(asked)

    def _excused(self, message: str, now: float) -> bool:
        """Whether a late request has changed that message: any, where it isn't known which one it is."""
        if message.isdecimal():
            return self._touched.pop(message, None) is not None
        return any(now - touched < UNKNOWN for touched in self._touched.values())


def _files(request: object) -> str:
    """The files that a request names, and those that it shows."""
    whole = request if isinstance(request, dict) else {}
    named = (whole.get("payload_json") or whole).get("attachments", "as they are")
    return f"files {str(named)[:BODY]} {SHOWS.findall(str(request))}"


@dataclass
class Torture:
    """One run of it."""

    folder: Path
    seed: int
    games: Sequence[str] = ()
    faults: Sequence[Fault] = FAULTS

    async def run(self, seconds: float, kills: int | None = None, least: int = 1) -> Report:
        """Plays for so long, and then looks at everything. ``kills``: how many; None is one in twenty seconds or so.

        ``least``: so many acts are to be answered among the faults, for which a slow machine has two minutes more.
        """
        games = tuple(self.games or sorted(GAMES))
        report, lot = Report(self.seed, games, seconds), random.Random(self.seed)
        self._killed: list[float] = []
        server = LocalDiscord(rate_limits=False)
        await server.start(port=0)
        malformed = self._malformed = Malformed()
        server.context.log.listen(malformed.note)
        bot = TorturedBot(server.url, server.token, self.folder, **SETTINGS)
        try:
            async with People(server.url) as people:
                owner = await people.host()
                await bot.start()
                players: list[Player] = []
                guilds = [owner.state["servers"][0]["id"]]
                guilds += [(await owner.found_server(f"Server {k}"))["id"] for k in range(1, SERVERS)]
                for number, game in enumerate(games):
                    about = {"name": f"{game}-{number}", "server_id": guilds[number % SERVERS]}
                    made = await owner.call("POST", "/local/channels", about)
                    for k in range(PERSONS):
                        person = await people.guest(f"P{number}{'ab'[k]}")
                        luck = random.Random(f"{self.seed} {game} {k}")
                        players.append(
                            Player(person, luck, report.tally, made["id"])
                            if k
                            else Host(person, luck, report.tally, made["id"], game)
                        )
                place = Place(bot, owner, players, lot, server.context.world)
                tasks = [asyncio.create_task(player.forever()) for player in players]
                try:
                    await self._trouble(place, report, seconds, kills, least)
                    await self._calm(place)
                    await self._shown_again(place, report)
                    await self._goes_on(place, report)
                    report.losses += [f"a person's play ended: {task.exception()!r}" for task in tasks if task.done()]
                finally:
                    for task in tasks:
                        task.cancel()
                    await asyncio.gather(*tasks, return_exceptions=True)
                await self._close_all(place, report)
                await self._stop(place, report)
                report.restarts, report.failed_starts = bot.starts, bot.failed_starts
                report.losses += [f"{what} ({times} times)" for what, times in malformed.found.items()]
                report.late = malformed.late
                report.losses += self._thinking(place.world)
                await self._look(bot, players, report)
        finally:
            await bot.kill()
            await server.stop()
        return report

    async def _trouble(self, place: Place, report: Report, seconds: float, kills: int | None, least: int) -> None:
        """Faults, one after the other and at times two at once, and kills among them."""
        end = time.monotonic() + seconds
        due = round(seconds / 20) if kills is None else kills
        at = sorted(time.monotonic() + seconds * place.lot.uniform(0.1, 1) for _ in range(due))
        await self._answers(place, report, time.monotonic())
        under_way: set[asyncio.Task[None]] = set()
        late = end + CALM
        while time.monotonic() < end or at or (len(report.tally.acts) < least and time.monotonic() < late):
            if at and time.monotonic() >= at[0]:
                at.pop(0)
                ended = time.monotonic()
                if place.lot.random() < 0.5:
                    await self._kill(place, report)
                else:
                    await self._stop(place, report)
                await place.bot.start()
                await self._answers(place, report, ended)
                continue
            if (code := place.bot.ended) is not None:
                report.losses.append(f"the bot ended by itself, with {code}")
                await place.bot.start()
            fault = place.lot.choice(self.faults)
            report.faults[fault.__name__] += 1
            task = asyncio.create_task(fault(place))
            under_way.add(task)
            if place.lot.random() < 0.6 or len(under_way) > 3:
                await _over(under_way)
                await self._answers(place, report, time.monotonic())
            await asyncio.sleep(place.lot.uniform(0.1, 1.0))
        await _over(under_way)
        if (acts := len(report.tally.acts)) < least:
            report.losses.append(f"{acts} acts were answered, too few to lose any")

    async def _kill(self, place: Place, report: Report) -> None:
        """SIGKILL."""
        self._killed.append(place.world.clock())
        await place.bot.kill()
        self._malformed.bot_ended()
        report.kills += 1

    async def _stop(self, place: Place, report: Report) -> None:
        """SIGTERM."""
        asked = time.monotonic()
        if code := await place.bot.stop():
            report.losses.append(f"the bot ended with {code} after SIGTERM")
        self._malformed.bot_ended()
        report.stops.append(time.monotonic() - asked)
        if report.stops[-1] > STOPPING:
            report.losses.append(f"the bot took {report.stops[-1]:.0f} s to stop")

    def _thinking(self, world: World) -> Iterator[str]:
        """Answers that say "thinking" for ever, though the bot was not killed before it could give them."""
        for interaction in world.interactions.values():
            message = world.find_message(interaction.channel_id, interaction.original_id)
            if message is None or not message.flags & LOADING:
                continue
            if not any(interaction.created <= killed <= interaction.created + OWED for killed in self._killed):
                yield f"the answer to {interaction.name or 'a press'} {interaction.id} is still being thought about"

    async def _answers(self, place: Place, report: Report, since: float) -> None:
        """Waits until somebody sees an answer again, and notes how long that took."""
        for _ in range(int(CALM / 0.02)):
            if place.players[0].tally.last_answer > since:
                report.recoveries.append(place.players[0].tally.last_answer - since)
                return
            await asyncio.sleep(0.02)
        report.losses.append(f"nobody was answered for {CALM:.0f} s")

    async def _calm(self, place: Place) -> None:
        """From here on nothing goes wrong any more."""
        await place.host.faults(rules=[], latency_ms=0)
        for channel in {player.channel for player in place.players}:
            await place.host.invite_bot(str(place.world.channels[int(channel)].guild_id))
            await place.host.deny_bot(channel=channel)
        for player in place.players:
            await player.person.set(dms_open=True)

    async def _shown_again(self, place: Place, report: Report) -> None:
        """Every open table's message comes to the moment that the books have, or a later one."""
        for table in checks.open_tables(place.bot.database):
            if table.status == "playing" or table.deal:
                ok = await self._within(
                    CALM,
                    lambda t=table: (
                        (  # type: ignore[misc]  # the default of a lambda has no type
                            (checks.shown_moment(place.host.messages(t.channel), t.table) or (0, -1))
                            >= (t.deal, t.actions)
                        )
                        or self._is_closed(place, t.table)
                    ),
                )
                if not ok:
                    seen = checks.shown_moment(place.host.messages(table.channel), table.table)
                    report.losses.append(f"{table} is not shown: the channel has {seen}")
                if not await self._within(CALM, lambda t=table: self._messages(place, t) <= 1):  # type: ignore[misc]  # as above
                    report.losses.append(f"{table} has {self._messages(place, table)} messages")

    def _messages(self, place: Place, table: checks.Standing) -> int:
        return checks.table_messages(place.host.messages(table.channel), table.table)

    async def _goes_on(self, place: Place, report: Report) -> None:
        """Every table gets on: a further action, another deal, or its end."""
        for table in checks.open_tables(place.bot.database):
            before = (table.deal, table.actions)

            def moved(table: checks.Standing = table, before: tuple[int, int] = before) -> bool:
                now = {t.table: t for t in checks.open_tables(place.bot.database)}.get(table.table)
                return now is None or (now.deal, now.actions) > before

            if not await self._within(CALM, moved):
                shown = [m.text for m in place.host.messages(table.channel) if not m.ephemeral][-1:]
                asked = [p.asked for p in place.players if p.channel == table.channel]
                report.losses.append(f"{table} is stuck; its channel shows {shown}; asked last: {asked}")

    def _is_closed(self, place: Place, table: int) -> bool:
        return table not in {t.table for t in checks.open_tables(place.bot.database)}

    async def _close_all(self, place: Place, report: Report) -> None:
        """Whoever owns the server closes every table that is left."""
        for table in checks.open_tables(place.bot.database):
            answer = "no answer"
            for _ in range(3):
                with contextlib.suppress(*NO_ANSWER):
                    answer = (await place.host.command("close", {"now": True}, channel=table.channel)).text
                    break
            if not await self._within(CALM, lambda t=table.table: self._is_closed(place, t)):  # type: ignore[misc]  # the default of a lambda has no type
                report.losses.append(f"{table} can't be closed: {answer!r}")

    async def _within(self, seconds: float, holds: Callable[[], bool]) -> bool:
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end:
                return False
            await asyncio.sleep(0.1)
        return True

    async def _look(self, bot: TorturedBot, players: list[Player], report: Report) -> None:
        """The audit, the acts, the log, and what everybody was shown."""
        code, printed = await bot.audit()
        if code:
            report.losses.append(f"the audit: {printed}")
        with checks.reading(bot.database) as db:
            (report.deals,) = db.execute("SELECT count(*) FROM deals WHERE status = 'finished'").fetchone()
        report.losses += checks.acts_lost(bot.database, report.tally)
        report.losses += checks.buttons_gone(report.tally)
        report.losses += [f"in the log:\n{trace}" for trace in checks.traces(bot.log)]
        leaks = checks.Leaks(bot.database)
        report.losses += dict.fromkeys(leaks.found(players))
        report.looked_at = leaks.checked
        if not leaks.checked:
            report.losses.append(
                "no message with cards was found, so none was compared with what its reader could know"
            )


async def _over(under_way: set[asyncio.Task[None]]) -> None:
    """Waits until these faults are over, and forgets them. Raises what one of them raised."""
    await asyncio.gather(*under_way)
    under_way.clear()
