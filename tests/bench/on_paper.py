"""What many live tables need, worked out from what an action costs: the table in ARCHITECTURE.md.

``python -m tests.bench.on_paper`` prints it. Where a measured cost changes, it is changed here alone, and the table is
printed anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Final

TABLES: Final = (10_000, 100_000, 1_000_000)
"""Live tables: at each somebody acts every few seconds."""
DISCORD: Final = 50
"""Requests a second that Discord takes from a bot, however many shards and processes it has."""
SERVERS_A_SHARD: Final = 1_000
"""As Discord recommends; 2,500 is the most it lets."""
YEAR: Final = 365 * 86_400
"""Its seconds."""


@dataclass(frozen=True)
class Costs:
    """What was measured, at tables of two people and a computer player, and what is taken for granted.

    Actions are people's; what computer players do is counted with them.
    """

    between: float = 6.0
    """Seconds between two actions at a live table."""
    own: float = 0.63
    """Requests under the bot's own token, an action (``bench_requests``: all games, played from direct messages)."""
    free: float = 4.2
    """Requests by the tokens of presses, an action, which Discord's fifty don't count (``bench_requests``)."""
    kilobytes: float = 30.0
    """Of pictures sent, an action (``bench_requests``)."""
    bot: float = 11.4
    """Milliseconds of processor time of the bot's own process, an action (``bench_tables`` with 300 tables, on an idle
    machine)."""
    painter: float = 4.4
    """The same of its painter and thinkers (``bench_tables``)."""
    used: float = 0.7
    """How much of a core's time is used at most, so that answers come in time."""
    writes: float = 3.2
    """Units of work, an action (``bench_requests``). Those of one process that wait at the same time share a commit."""
    written: float = 377.0
    """Units that one PostgreSQL has committed in a second, 32 at once, with two cores on which much else ran
    (``bench_postgresql``)."""
    bytes: float = 330.0
    """Of the database, an action, once its deal is packed (``bench_growth``: 218 for each action in the file, of which
    computer players make a third)."""
    servers: float = 10.0
    """Servers for each live table: most have none open."""
    hours: float = 6.0
    """Hours of each day for which that many tables are live."""


MEASURED: Final = Costs()


@dataclass(frozen=True)
class Needs:
    """What so many live tables need."""

    tables: int
    actions: float
    """A second."""
    own: float
    free: float
    """Requests a second."""
    megabytes: float
    """Of pictures sent, a second."""
    shards: int
    processes: int
    """Each with a painter of its own."""
    cores: int
    """Of all processes and painters."""
    writes: float
    """Units of work a second."""
    databases: int
    """PostgreSQL servers like the one that was measured."""
    terabytes: float
    """Of the database, a year."""


def needs(tables: int, costs: Costs = MEASURED) -> Needs:
    """What so many tables need."""
    actions = tables / costs.between
    return Needs(
        tables,
        actions,
        actions * costs.own,
        actions * costs.free,
        actions * costs.kilobytes / 1000,
        ceil(tables * costs.servers / SERVERS_A_SHARD),
        ceil(actions * costs.bot / 1000 / costs.used),
        ceil(actions * (costs.bot + costs.painter) / 1000 / costs.used),
        actions * costs.writes,
        ceil(actions * costs.writes / costs.written / costs.used),
        actions * costs.hours / 24 * YEAR * costs.bytes / 1e12,
    )


def most_tables(costs: Costs = MEASURED) -> int:
    """How many live tables Discord's fifty requests a second are enough for."""
    return int(DISCORD / costs.own * costs.between)


def in_a_process(costs: Costs = MEASURED) -> int:
    """How many live tables a process carries."""
    return int(costs.used * 1000 / costs.bot * costs.between)


def _lines(costs: Costs) -> Iterator[str]:
    found = [needs(tables, costs) for tables in TABLES]

    def row(what: str, *cells: str) -> str:
        return f"| {' | '.join((what, *cells))} |"

    yield row("", *(f"{need.tables:,} live tables" for need in found))
    yield row("---", *("---:" for _ in found))
    yield row(
        f"people's actions a second, one in {costs.between:g} s at a table", *(f"{n.actions:,.0f}" for n in found)
    )
    yield row(
        f"requests under the bot's own token a second, {costs.own:g} an action",
        *(f"{n.own:,.0f} ({n.own / DISCORD:,.0f} × Discord's {DISCORD})" for n in found),
    )
    yield row(f"requests by presses' tokens a second, {costs.free:g} an action", *(f"{n.free:,.0f}" for n in found))
    yield row(f"pictures sent a second, {costs.kilobytes:g} kB an action", *(f"{n.megabytes:,.0f} MB" for n in found))
    yield row(
        f"shards, with {costs.servers:g} servers for each live table, {SERVERS_A_SHARD:,} a shard",
        *(f"{n.shards:,}" for n in found),
    )
    yield row(
        f"processes, {costs.bot:g} ms of one core an action, {costs.used:.0%} of it used",
        *(f"{n.processes:,}" for n in found),
    )
    yield row(
        f"cores, with {costs.painter:g} ms of the painters and thinkers an action", *(f"{n.cores:,}" for n in found)
    )
    yield row(
        f"units of work a second, {costs.writes:g} an action; PostgreSQL servers of {costs.written:,.0f} a second each",
        *(f"{n.writes:,.0f}; {n.databases:,}" for n in found),
    )
    yield row(
        f"database a year, {costs.bytes:g} bytes an action, {costs.hours:g} hours a day",
        *(f"{n.terabytes:,.1f} TB" for n in found),
    )


def page(costs: Costs = MEASURED) -> str:
    """The table, as it stands in ARCHITECTURE.md."""
    return "\n".join(_lines(costs))


if __name__ == "__main__":
    print(page())
