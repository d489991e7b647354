"""Several processes on one PostgreSQL among kills, sleep, stops, cut connections and a database that goes away."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.audit import check_deal
from bot.local import LocalDiscord, Sharding
from bot.local.state import servers
from bot.local.testing.driver import People
from bot.store import postgresql
from bot.store.audit import audit
from bot.store.where import Server
from tests.bot.local.sharded import channel_in, found_on
from tests.e2e.process import BotProcess
from tests.postgresql import Cluster, cluster
from tests.torture import checks
from tests.torture.evening import CALM, SETTINGS
from tests.torture.players import PATIENCE, Host, Player, Tally

SHARDS = 12
SERVERS = 600
IN_TIME = 15.0
"""Seconds in which the shards of whoever dies must have been taken over."""
PEACE = 15.0
"""Seconds that people play before the first fault."""
HELD = 5.0
"""Seconds for which connections to PostgreSQL stand still: less than a lease lasts."""


@dataclass
class Report:
    """What happened, and what was wrong."""

    seed: int
    games: Sequence[str]
    tally: Tally = field(default_factory=Tally)
    faults: Counter[str] = field(default_factory=Counter)
    processes: int = 0
    in_peace: int = 0
    """Acts that were answered before the first fault, in so many seconds as ``PEACE``."""
    lost: Counter[str] = field(default_factory=Counter)
    """By fault: presses and commands that were not answered."""
    taken_over: dict[str, list[float]] = field(default_factory=dict)
    """By fault: seconds until others held all shards of the process that it met."""
    given_back: list[float] = field(default_factory=list)
    """Seconds from when somebody was answered again until each process had its own shards."""
    answered: list[float] = field(default_factory=list)
    """Seconds from each fault's beginning until acts were answered after its end."""
    seconds: float = 0.0
    losses: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        taken = "; ".join(
            f"{fault} {', '.join(f'{seconds:.1f} s' for seconds in times)}" for fault, times in self.taken_over.items()
        )
        acts = len(self.tally.acts)
        return "\n".join(
            (
                f"Seed {self.seed}, {self.seconds:.0f} s, {self.processes} processes, {SHARDS} shards,"
                f" {SERVERS} servers, {len(self.games)} tables: {', '.join(self.games)}",
                f"Without faults: {self.in_peace / PEACE:.2f} acts a second",
                f"Acts answered: {acts}, {acts / max(1.0, self.seconds):.2f} a second; refused:"
                f" {self.tally.refused}; unanswered presses and commands: {self.tally.unanswered};"
                f" buttons that were gone: {self.tally.gone}",
                f"Faults: {', '.join(f'{name} {count}' for name, count in self.faults.items())}",
                f"Not answered, by fault: {', '.join(f'{name} {self.lost[name]}' for name in self.faults)}",
                f"All shards held by others after: {taken}",
                f"Shards given back after: {', '.join(f'{seconds:.1f} s' for seconds in self.given_back)}",
                f"Acts answered again after at most {max(self.answered, default=0.0):.1f} s",
                f"Losses: {len(self.losses)}",
                *self.losses,
            )
        )


class Fleet:
    """The processes, and their database."""

    def __init__(self, server: LocalDiscord, database: Cluster, folder: Path, count: int) -> None:
        self.cluster, self.place = database, database.new()
        self.processes: list[BotProcess] = []
        for number in range(count):
            (own := folder / f"process-{number}").mkdir(parents=True, exist_ok=True)
            wanted = ",".join(map(str, range(number * SHARDS // count, (number + 1) * SHARDS // count)))
            about = {"database": self.place.url, "shards": str(SHARDS), "shard_ids": wanted, "thinking_processes": "0"}
            self.processes.append(BotProcess(server.url, server.token, own, **SETTINGS, **about))

    def holders(self) -> set[int | None]:
        """Who holds the shards; None: a shard is free."""
        with postgresql.opened(self.place) as db:
            return {row[0] for row in db.execute("SELECT process FROM leases").fetchall()}

    def patience(self) -> float:
        """For how many seconds a process must be back, at most, until it gets its shards."""
        with postgresql.opened(self.place) as db:
            return float(db.execute("SELECT max(patience) FROM leases").fetchone()[0])

    async def given_back(self) -> float | None:
        """Waits until each process has the shards again that it is set to hold; how many seconds that took.

        None: it took too long.
        """
        began, most = time.monotonic(), CALM + await asyncio.to_thread(self.patience)
        while {process.number for process in self.processes} != await asyncio.to_thread(self.holders):
            if time.monotonic() - began > most:
                return None
            await asyncio.sleep(0.1)
        return time.monotonic() - began

    async def followed(self, process: BotProcess) -> float:
        """Waits until others hold all shards; how many seconds that took."""
        began = time.monotonic()
        while {None, *process.numbers} & await asyncio.to_thread(self.holders):
            if time.monotonic() - began > CALM:
                return CALM
            await asyncio.sleep(0.1)
        return time.monotonic() - began


async def killed(fleet: Fleet, process: BotProcess) -> float:
    """SIGKILL; it is started again once it was followed."""
    await process.kill()
    seconds = await fleet.followed(process)
    await process.start_standing_by()
    return seconds


async def asleep(fleet: Fleet, process: BotProcess) -> float:
    """SIGSTOP until it was followed; when it wakes it must end by itself."""
    os.kill(process.pid, signal.SIGSTOP)
    seconds = await fleet.followed(process)
    os.kill(process.pid, signal.SIGCONT)
    await process.exited()
    await process.start_standing_by()
    return seconds


async def stopped(fleet: Fleet, process: BotProcess) -> float:
    """SIGTERM: it hands its shards over, and no press is lost."""
    ended = asyncio.create_task(process.stop())
    seconds = await fleet.followed(process)
    await ended
    await process.start_standing_by()
    return seconds


async def database_stopped(fleet: Fleet, process: BotProcess) -> None:
    """PostgreSQL ends, and is there again after some seconds."""
    await asyncio.to_thread(fleet.cluster.stop)
    await asyncio.sleep(3)
    await asyncio.to_thread(fleet.cluster.start)


async def connections_cut(fleet: Fleet, process: BotProcess) -> None:
    """All connections to PostgreSQL break."""

    def cut() -> None:
        with postgresql.opened(fleet.place, writes=True) as db:
            db.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    await asyncio.to_thread(cut)


async def connections_held(fleet: Fleet, process: BotProcess) -> None:
    """Half of all connections to PostgreSQL stand still for some seconds, and then go on."""

    def those() -> list[int]:
        with postgresql.opened(fleet.place, writes=True) as db:
            rows = db.execute(
                "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
                " AND backend_type = 'client backend' ORDER BY pid"
            )
            return [row[0] for row in rows.fetchall()]

    held = (await asyncio.to_thread(those))[::2]
    try:
        for backend in held:
            with contextlib.suppress(ProcessLookupError):
                os.kill(backend, signal.SIGSTOP)
        await asyncio.sleep(HELD)
    finally:
        for backend in held:
            with contextlib.suppress(ProcessLookupError):
                os.kill(backend, signal.SIGCONT)


FAULTS: tuple[Callable[[Fleet, BotProcess], Awaitable[float | None]], ...] = (
    stopped,
    killed,
    connections_cut,
    connections_held,
    asleep,
    database_stopped,
)


async def run(folder: Path, seed: int, games: Sequence[str], processes: int, rounds: int = 1) -> Report:
    """Plays through so many rounds of all faults, and then looks at everything."""
    report, lot = Report(seed, games, processes=processes), random.Random(seed)
    with cluster() as database:
        server = LocalDiscord(rate_limits=False, sharding=Sharding(SHARDS, max_concurrency=16))
        await server.start(port=0)
        fleet = Fleet(server, database, folder, processes)
        try:
            async with People(server.url) as people:
                await asyncio.gather(*(process.start() for process in fleet.processes))
                players: list[Player] = []
                await people.host()
                for number in range(SERVERS - len(games)):
                    servers.found(server.context.world, f"Server {number}", server.context.world.host)
                    await asyncio.sleep(0.001)  # ids count milliseconds, and shards follow from them
                for game, shard in zip(games, itertools.cycle(range(0, SHARDS, max(1, SHARDS // len(games))))):
                    channel = channel_in(server, found_on(server, shard, SHARDS))
                    for k in range(2):
                        person, luck = (
                            await people.guest(f"{game[:6]}{shard}{'ab'[k]}"),
                            random.Random(f"{seed} {game} {k}"),
                        )
                        players.append(
                            Player(person, luck, report.tally, channel)
                            if k
                            else Host(person, luck, report.tally, channel, game)
                        )
                tasks = [asyncio.create_task(player.forever()) for player in players]
                began = time.monotonic()
                try:
                    await _faults(fleet, report, lot, rounds)
                finally:
                    report.seconds = time.monotonic() - began
                    for task in tasks:
                        task.cancel()
                    await asyncio.gather(*tasks, return_exceptions=True)
            for process in fleet.processes:
                if code := await process.stop():
                    report.losses.append(f"a process ended with {code} after SIGTERM")
            await asyncio.to_thread(_look, fleet.place, report)
        finally:
            for process in fleet.processes:
                with contextlib.suppress(ProcessLookupError, AssertionError):
                    os.kill(process.pid, signal.SIGCONT)
                await process.kill()
            await server.stop()
    return report


async def _faults(fleet: Fleet, report: Report, lot: random.Random, rounds: int) -> None:
    await _answered(report, 0.0)
    before = len(report.tally.acts)
    await asyncio.sleep(PEACE)
    report.in_peace = len(report.tally.acts) - before
    for fault in FAULTS * rounds:
        lost = report.tally.unanswered
        holders = await asyncio.to_thread(fleet.holders)
        playing = [process for process in fleet.processes if process.numbers & holders]
        name = fault.__name__
        report.faults[name] += 1
        began = time.monotonic()
        if (seconds := await fault(fleet, lot.choice(playing))) is not None:
            report.taken_over.setdefault(name, []).append(seconds)
            if seconds > IN_TIME:
                report.losses.append(f"{name}: after {seconds:.0f} s a shard was still not taken over")
        await _answered(report, time.monotonic())
        report.answered.append(time.monotonic() - began)
        await asyncio.sleep(PATIENCE)  # until then somebody may wait for an answer that doesn't come
        report.lost[name] += report.tally.unanswered - lost
        if fault is stopped:
            report.losses += [f"stopped, not answered: {missed}" for missed in report.tally.missed[lost:]]
        if seconds is not None:
            await _given_back(fleet, report, name)
        await asyncio.to_thread(_audit_news, fleet.place, report)


async def _given_back(fleet: Fleet, report: Report, fault: str) -> None:
    """Waits until whoever was gone has its shards again, by which no press is lost."""
    lost = report.tally.unanswered
    if (seconds := await fleet.given_back()) is None:
        report.losses.append(f"{fault}: the shards were not given back")
        return
    report.given_back.append(seconds)
    await asyncio.sleep(PATIENCE)
    report.losses += [f"giving back, not answered: {missed}" for missed in report.tally.missed[lost:]]


async def _answered(report: Report, since: float) -> None:
    """Waits until somebody is answered, and some more acts are."""
    before, end = len(report.tally.acts), time.monotonic() + CALM
    while report.tally.last_answer <= since or len(report.tally.acts) < before + 3:
        if time.monotonic() > end:
            report.losses.append(f"nobody was answered for {CALM:.0f} s")
            return
        await asyncio.sleep(0.1)


def _audit_news(place: Server, report: Report) -> None:
    """Audits what is new while everybody plays, and goes on from there the next time."""
    found = audit(place, check_deal, since_last=True, remember_at=time.time())
    report.losses += [f"the audit of what is new: {problem}" for problem in found.problems]


def _look(place: Server, report: Report) -> None:
    """The chips, the deals, the acts that were answered, and the buttons that were gone."""
    report.losses += checks.buttons_gone(report.tally)
    for since_last in (True, False):
        found = audit(place, check_deal, since_last=since_last)
        what = "the audit of what is new" if since_last else "the audit"
        report.losses += [f"{what}: {problem}" for problem in found.problems]
    report.losses += checks.acts_lost(place, report.tally)
