"""Of the audit: whether each deal's transfers lead from its stakes to its result, and what counts follows from it."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from multiprocessing import get_context
from typing import Final

from bot.store import capping, codec, deals, ledger, tables
from bot.store.counting import number_of
from bot.store.database import Database
from bot.store.model.deals import StoredDeal
from bot.store.model.errors import StoreError
from bot.store.model.tables import Table
from bot.store.outside import to_read
from bot.store.where import Where
from engine.stakes import HOUSE, POT, Account, DealResult, Stakes, Transfer
from engine.versions import LaterVersion

HOUSE_ACCOUNTS = "house:"
"""The beginning of the names of houses' accounts."""
NOT_REPLAYED = "not replayed"
"""What a remark says of a deal that can't be played again."""
OTHER_VERSION = "of another version"
"""The beginning of a remark on a deal that another version played."""

SLICE: Final = 250
"""How many deals are played again in one go."""
AHEAD: Final = 40
"""How many slices wait for each process: enough for as long as nobody takes what was found."""
SEVERAL: Final = 2_000
"""From how many deals on several processes play them again."""
MOST_WORKERS: Final = 8
TABLES_KEPT: Final = 64
"""How many tables each process keeps in memory."""
NICE: Final = 15
"""By how much other work goes before these processes."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about a deal with which nothing is wrong."""

    text: str
    deal_id: int = 0


@dataclass(frozen=True, slots=True)
class Replayed:
    """A deal that was played again; one that was taken back isn't, because reversals gave its chips back."""

    goes_on: bool
    """Whether it isn't over yet."""


@dataclass(frozen=True, slots=True)
class MostLost:
    """Where a table's rule says so: how many chips the deal may cost a seat, once winners gave back what is above."""

    chips: int


CheckDeal = Callable[[Table, StoredDeal, tuple[Transfer, ...]], Iterable[str | Remark | MostLost]]
"""Looks at a deal and its transfers, with seats for accounts; returns a sentence for each problem, remarks, and what
the deal may cost."""


def found(
    db: Database, where: Where, check_deal: CheckDeal | None, after: int, still_open: Iterable[int]
) -> Generator[str | Remark | Replayed, None, None]:
    """The problems of deals, remarks on them, and which were played again, in their order.

    ``after``: those with larger ids are looked at, and of the others those that are ``still_open``. Many deals are
    played again in several processes, at the lowest priority; deals that are over never change.
    """
    table_of = _tables(db)
    for deal_id in still_open:
        if db.execute("SELECT 1 FROM deals WHERE id = ?", (deal_id,)).fetchone() is None:
            continue  # its server was erased
        yield from deal_found(db, deal_id, check_deal, table_of)
    first, last, number = db.execute("SELECT min(id), max(id), count(*) FROM deals WHERE id > ?", (after,)).fetchone()
    if not number:
        return
    workers = min(os.cpu_count() or 1, MOST_WORKERS)
    if number < SEVERAL or workers < 2:
        rows = db.execute("SELECT id FROM deals WHERE id > ? ORDER BY id", (after,))
        while ids := rows.fetchmany(SLICE):
            for row in ids:
                yield from deal_found(db, row["id"], check_deal, table_of)
        return
    spawn = get_context("spawn")  # a fork would take the open database along
    pool = ProcessPoolExecutor(workers, mp_context=spawn, initializer=os.nice, initargs=(NICE,))
    try:
        slices = iter(range(first, last + 1, SLICE))
        waiting: deque[tuple[list[int], Future[list[str | Remark | Replayed]]]] = deque()
        while True:
            for begin in islice(slices, AHEAD * workers - len(waiting)):
                end = min(begin + SLICE, last + 1)
                rows = db.execute(
                    "SELECT id FROM deals WHERE status = 'open' AND id >= ? AND id < ? ORDER BY id", (begin, end)
                )
                not_over = [row["id"] for row in rows]
                waiting.append((not_over, pool.submit(_over, where, begin, end, not_over, check_deal)))
            if not waiting:
                return
            not_over, done = waiting.popleft()
            try:
                yield from done.result()
            except BrokenProcessPool as error:
                raise StoreError("A process of the audit was ended from outside: begin again.") from error
            for deal_id in not_over:
                yield from deal_found(db, deal_id, check_deal, table_of)
    finally:
        pool.shutdown(cancel_futures=True)


def _over(
    where: Where, first: int, end: int, not_over: Collection[int], check_deal: CheckDeal | None
) -> list[str | Remark | Replayed]:
    """What there is to say of the deals from ``first`` to before ``end``, in a process of its own.

    Those that were ``not_over`` in the snapshot of the audit are left out: they may have gone on.
    """
    with to_read(where) as db:
        db.execute("BEGIN")
        rows = db.execute("SELECT id FROM deals WHERE id >= ? AND id < ? ORDER BY id", (first, end)).fetchall()
        ids = [row["id"] for row in rows if row["id"] not in not_over]
        table_of = _tables(db)
        return [line for deal_id in ids for line in deal_found(db, deal_id, check_deal, table_of)]


def _tables(db: Database) -> Callable[[int], Table]:
    """Reads tables by their ids and remembers the last few: deals that follow each other are of few tables."""
    return lru_cache(TABLES_KEPT)(partial(tables.table, db))


def packed_once(db: Database) -> Iterator[str]:
    """Whether the actions of packed deals are stored but once."""
    rows = db.execute(
        "SELECT deal_id FROM packed_deals WHERE EXISTS (SELECT 1 FROM actions WHERE actions.deal_id ="
        " packed_deals.deal_id) ORDER BY deal_id"
    )
    for row in rows:
        yield f"Deal {row['deal_id']}: it is packed, and has actions beside that."


def deal_found(
    db: Database, deal_id: int, check_deal: CheckDeal | None, table_of: Callable[[int], Table]
) -> Iterator[str | Remark | Replayed]:
    """The problems of one deal, remarks on it, and whether it was played again."""
    try:
        stored = deals.deal(db, deal_id)
        assert stored is not None
        table = table_of(stored.table_id)
    except LaterVersion as error:
        yield Remark(f"{OTHER_VERSION}: {error}.", deal_id)
        return
    except codec.UNREADABLE as error:
        yield f"Deal {deal_id}: it can't be read ({codec.why(error)})."
        return
    transfers = tuple(own_transfers(db, stored))
    yield from (f"Deal {deal_id}: {problem}" for problem in deal(db, table, stored, transfers))
    if check_deal is None:
        return
    try:
        checked = tuple(check_deal(table, stored, transfers))
    except Exception as error:  # the audit goes on with the next deal
        yield f"Deal {deal_id}: it could not be checked ({type(error).__name__})."
        return
    left_out = any(isinstance(line, Remark) and NOT_REPLAYED in line.text for line in checked)
    if stored.status != "cancelled" and not left_out:
        yield Replayed(stored.status == "open")
    for line in checked:
        if isinstance(line, MostLost):
            yield from (f"Deal {deal_id}: {problem}" for problem in capped(db, table, stored, line.chips))
        else:
            yield Remark(line.text, deal_id) if isinstance(line, Remark) else f"Deal {deal_id}: {line}"


def deal(db: Database, table: Table, stored: StoredDeal, transfers: tuple[Transfer, ...]) -> Iterator[str]:
    """Whether a deal's actions are all there, and its transfers lead from its stakes to its result."""
    if [action.seq for action in stored.actions] != list(range(len(stored.actions))):
        yield "actions are missing."
    after = after_transfers(stored.stakes, transfers)
    if stored.status == "cancelled":
        if after != after_transfers(stored.stakes, ()):
            yield "it was cancelled, and not all of its chips were given back."
        return
    given = issued(transfers)
    if len({given[seat] for seat in range(len(stored.sittings))}) > 1:
        yield "the house gave one seat more chips than another."
    if stored.result is None:
        yield from _differences("the ledger has", in_ledger(db, table.id, stored), after)
        return
    result = stored.result
    yield from _differences("its result says", after_transfers(result.stakes, ()), after)
    if not result.void and table.unit == "chips":
        for seat, net in enumerate(result.net):
            # Chips that the house issues to everybody alike are not won.
            won = after[seat] - stored.stakes.chips[seat] - given[seat]
            if won != net:
                yield f"seat {seat} won {number_of(net, 'chip')} by its result, {won} by its transfers."
    rows = db.execute("SELECT seat, net, won, chips, house FROM results WHERE deal_id = ? ORDER BY seat", (stored.id,))
    written = [tuple(row) for row in rows.fetchall()]
    scored = [] if result.void else [(seat, net, seat in result.winners) for seat, net in enumerate(result.net)]
    if [line[:3] for line in written] != scored:
        yield "what counts for the leaderboard differs from its result."
        return
    if len(stored.sittings) != len(result.net):
        yield "it has other seats than its result."
        return
    if not result.void:
        yield from counted(db, table, stored, result, written)
    elif not _before_bounds(db, table.guild_id, stored):
        paid = tuple(now - before for before, now in zip(stored.stakes.chips, result.stakes.chips, strict=True))
        lies = deals.house_lies(db, stored.table_id, stored.id, stored.stakes)
        yield from lay_there(db, stored, capping.from_house(paid, [user is None for user in stored.user_ids], lies)[1])


def lay_there(db: Database, stored: StoredDeal, left: int) -> Iterator[str]:
    """Whether so many of the house's chips are noted to lie in pot and pools after a deal: later deals rest on it."""
    if (noted := deals.lies_after(db, stored.id)) != left:
        yield f"after it the house had {number_of(left, 'chip')} in pot and pools, and {noted} were noted."


def given_back(db: Database, stored: StoredDeal) -> tuple[int, ...]:
    """What winners gave back of a deal that cost others too much (below 0), and what these got, for each seat."""
    key = deals.capped_key(stored.id)
    if db.execute("SELECT 1 FROM postings WHERE key = ?", (key,)).fetchone() is None:
        return (0,) * len(stored.sittings)
    return tuple(ledger.posted(db, key, ledger.seat(sitting)) for sitting in stored.sittings)


def capped(db: Database, table: Table, stored: StoredDeal, most: int) -> Iterator[str]:
    """Whether a deal that is over cost nobody more than ``most`` chips, and brought nobody what is above that."""
    if stored.status != "finished" or stored.result is None or stored.result.void:
        return
    won = deals.chips_won(table.unit, stored.stakes, stored.result)
    if won is None or _before_bounds(db, table.guild_id, stored):
        return
    back, due = given_back(db, stored), [0] * len(won)
    for source, target, chips in capping.refunds(won, most):
        due[source] -= chips
        due[target] += chips
    for seat, (net, is_back, should_be) in enumerate(zip(won, back, due, strict=True)):
        if is_back != should_be:
            verb, done, rule = "won" if net > 0 else "lost", abs(net + is_back), abs(net + should_be)
            yield (
                f"seat {seat} has {verb} {number_of(done, 'chip')}, and would have {verb} {rule}, because it may cost"
                f" nobody more than {most}."
            )


def _before_bounds(db: Database, guild_id: int, stored: StoredDeal) -> bool:
    """Whether a deal is from before deals were capped, or from before those were that were played on credit alone."""
    row = db.execute(
        "SELECT 1 FROM opened_servers WHERE guild_id = ? AND last_posting >="
        " (SELECT coalesce(max(id), 0) FROM postings WHERE deal_id = ?)",
        (guild_id, stored.id),
    ).fetchone()
    if row is not None or any(stored.stakes.chips):
        return row is not None
    counts = db.execute("SELECT 1 FROM results WHERE deal_id = ? AND chips IS NOT NULL", (stored.id,)).fetchone()
    return counts is None


def counted(
    db: Database, table: Table, stored: StoredDeal, result: DealResult, written: Sequence[tuple[int, ...]]
) -> Iterator[str]:
    """Whether what a deal brought in chips is told from what it brought from the house, and was capped rightly."""
    won = deals.chips_won(table.unit, stored.stakes, result)
    moved_back = given_back(db, stored)
    if won is None:
        expected: list[tuple[int | None, ...]] = [(None, None)] * len(result.net)
    else:
        for net, back in zip(won, moved_back, strict=True):
            if back and (net + back > -table.setup.buy_in if back > 0 else net + back < 0):
                yield "more was given back to a loser than the deal may not cost, or by others than its winners."
                return
        after = tuple(net + back for net, back in zip(won, moved_back, strict=True))
        if not any(stored.stakes.chips) and not any(counts is not None for line in written for counts in line[3:]):
            return  # played on credit alone, from before such deals were counted
        if table.practice:
            expected = [(None, None)] * len(after)
        elif any(line[4] is None for line in written):  # from before this was told apart
            expected = [(net, None) for net in after]
        else:
            lies = deals.house_lies(db, stored.table_id, stored.id, stored.stakes)
            house, left = capping.from_house(after, [user is None for user in stored.user_ids], lies)
            yield from lay_there(db, stored, left)
            expected = [
                (net if user is None else net - of_house, of_house)
                for net, of_house, user in zip(after, house, stored.user_ids, strict=True)
            ]
    if [line[3:] for line in written] != expected:
        yield "what counts for the leaderboard differs from its result."


def issued(transfers: tuple[Transfer, ...]) -> Counter[Account]:
    """The chips that the house has given to each seat in a deal."""
    return moved(Counter(), (transfer for transfer in transfers if HOUSE in (transfer.source, transfer.target)))


def _differences(who: str, says: Counter[Account], after: Counter[Account]) -> Iterator[str]:
    for place in sorted((says.keys() | after.keys()) - {HOUSE}, key=str):
        if says[place] != after[place]:
            name = f"seat {place}" if isinstance(place, int) else f"the {place}"
            yield f"{who} {number_of(says[place], 'chip')} for {name}, stakes and transfers lead to {after[place]}."


def after_transfers(stakes: Stakes, transfers: tuple[Transfer, ...]) -> Counter[Account]:
    """The chips of every seat, the pot and the pools, after the transfers of a deal that began with the stakes."""
    chips: dict[Account, int] = {POT: stakes.pot, **dict(stakes.pools), **dict(enumerate(stakes.chips))}
    return moved(Counter(chips), transfers)


def moved(chips: Counter[Account], transfers: Iterable[Transfer]) -> Counter[Account]:
    """The chips of every account, the house's too, after the transfers."""
    for transfer in transfers:
        chips[transfer.source] -= transfer.amount
        chips[transfer.target] += transfer.amount
    return chips


def in_ledger(db: Database, table_id: int, stored: StoredDeal) -> Counter[Account]:
    """The chips of every seat, the pot and the pools as the ledger has them now."""
    chips: Counter[Account] = Counter(dict(ledger.pools(db, table_id)))
    chips[POT] = ledger.balance(db, ledger.pot(table_id))
    chips.update({seat: ledger.balance(db, ledger.seat(sitting)) for seat, sitting in enumerate(stored.sittings)})
    return chips


def own_transfers(db: Database, stored: StoredDeal) -> Iterator[Transfer]:
    """A deal's transfers in order, reversals included, between its seats, the pot, the pools and the house."""
    places: dict[str, Account] = {ledger.seat(sitting): seat for seat, sitting in enumerate(stored.sittings)}
    places[ledger.pot(stored.table_id)] = POT
    pool = ledger.pool(stored.table_id, "")

    def place(name: str) -> Account:
        if name not in places:
            places[name] = HOUSE if name.startswith(HOUSE_ACCOUNTS) else name.removeprefix(pool)
        return places[name]

    rows = db.execute(
        "SELECT source.name, target.name, amount, transfers.reason FROM postings"
        " JOIN transfers ON posting_id = postings.id"
        " JOIN accounts AS source ON source.id = source JOIN accounts AS target ON target.id = target"
        " WHERE deal_id = ? ORDER BY postings.id, line",
        (stored.id,),
    )
    for source, target, amount, reason in rows:
        yield Transfer(place(source), place(target), amount, reason)
