"""A table as it was: its open deal replayed from the stored actions, checked against their hashes and the ledger."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from bot.service.deal import Deal, dealt
from bot.service.model import Orphan, Sitter, Told
from bot.service.servers import at_table
from bot.service.table import Table, as_sitter
from bot.store import codec
from bot.store.books import Books
from bot.store.model.deals import StoredAction, StoredDeal
from bot.store.model.errors import ConflictError, LedgerError
from bot.store.model.tables import OpenTable
from bot.store.model.tables import Table as TableRow
from bot.store.packing import proof_of
from bot.store.resting import Place
from bot.store.store import Store
from engine.errors import IllegalAction
from engine.events import Event
from engine.fingerprint import comparable, fingerprint
from engine.game import GAMES, Game
from engine.record import read_action
from engine.rules import Rules
from engine.versions import rules_of

log = logging.getLogger(__name__)


class ReplayError(Exception):
    """A stored deal that plays otherwise than it was stored; the text names the deal and the action, and no card."""


class UnreadableTableError(ReplayError):
    """A table whose game, rules or last deal this version can't read."""


async def table_or_orphan(store: Store, stored: OpenTable) -> Table | Orphan:
    """The table as the books have it. An open deal that can't be played again is taken back, with all its chips.

    A table that this version can't read is left as it is: an ``Orphan``, which can only be closed.
    """
    try:
        return rebuilt(stored)
    except UnreadableTableError as error:
        return _orphan(stored, error)
    except ReplayError as error:
        log.error("table %s: its deal is taken back: %s", stored.table.id, error)
    deal = stored.deal
    assert deal is not None, "nothing but its deal keeps a table that can be read from being brought back"
    try:
        await store.step(lambda books: _take_back(books, stored.table, deal.id))
        return rebuilt(await store.table(stored.table.id) or stored)
    except (ConflictError, LedgerError, ReplayError) as error:
        return _orphan(stored, error)


def woken(stored: OpenTable) -> Table | Orphan:
    """The same without waiting for the store: where an open deal can't be played again the table is without it, and
    unsure, so that it is read again before anything is done with it."""
    try:
        return rebuilt(stored)
    except UnreadableTableError as error:
        return _orphan(stored, error)
    except ReplayError:
        table = rebuilt(replace(stored, deal=None))
        table.unsure = True
        return table


def check_place(place: Place) -> None:
    """Raises UnreadableTableError if this version can't read that table."""
    _check_last_deal(place.unreadable)
    _known(place.game, place.rules, place.rules_version)


def _take_back(books: Books, table: TableRow, deal_id: int) -> None:
    books.cancel_deal(deal_id, key=f"deal:{deal_id}:cancel")
    books.log(table.guild_id, at_table("taken_back", table.id, None), f"deal:{deal_id}:taken back")


def _orphan(stored: OpenTable, error: Exception) -> Orphan:
    row = stored.table
    log.error("table %s of %s can only be closed: %s", row.id, row.game, error)
    seated = frozenset(sitting.user_id for sitting in stored.sittings if sitting.user_id is not None)
    return Orphan(row.id, row.guild_id, row.channel_id, row.game, seated)


def rules_of_table(row: TableRow) -> tuple[Game[Any], Rules]:
    """The game and the rules of a stored table. Raises UnreadableTableError if this version doesn't know them."""
    return _known(row.game, codec.to_text(row.setup.rules), row.setup.rules_version)


def _known(name: str, stored: str, version: int) -> tuple[Game[Any], Rules]:
    """The game and its rules, which are stored as JSON. Raises UnreadableTableError."""
    game = GAMES.get(name)
    if game is None:
        raise UnreadableTableError(f"this version does not know its game, {name}")
    try:
        return game, _rules(name, stored, version)
    except ValueError as error:
        raise UnreadableTableError(f"this version does not know its rules: {error}") from None


@lru_cache(1024)  # most tables have the usual rules
def _rules(name: str, stored: str, version: int) -> Rules:
    return rules_of(GAMES[name], codec.from_text(stored), version)


def _check_last_deal(why_not: str) -> None:
    """Raises UnreadableTableError if the last deal can't be read. ``why_not``: why; "" if it can."""
    if why_not:
        raise UnreadableTableError(f"this version can't read its last deal: {why_not}")


def rebuilt(stored: OpenTable) -> Table:
    """The table with its deal. Raises UnreadableTableError; ReplayError if an open deal can't be brought back."""
    row = stored.table
    game, rules = rules_of_table(row)
    _check_last_deal(stored.unreadable)
    table = Table(
        row,
        game,
        rules,
        sitters=tuple(as_sitter(sitting) for sitting in stored.sittings),
        ballots=stored.ballots,
        absent={sitting.id: sitting.missed for sitting in stored.sittings if sitting.missed},
    )
    if stored.deal is not None:
        _take_deal(table, stored.deal)
        _compare_with_ledger(table, stored)
    if table.deal is not None:
        table.deal.levelled = stored.levelled
    table.note_gone(stored.gone)
    table.note_topped_up(stored.topped_up)
    if stored.closing is not None:
        table.close(stored.closing)
    return table


def _compare_with_ledger(table: Table, stored: OpenTable) -> None:
    """Raises ReplayError if an open deal, played again, moves other chips than the ledger has."""
    if not table.playing:
        return
    there = {sitting.id: sitting.chips for sitting in stored.sittings}
    stacks = {sitter.sitting_id: sitter.chips for sitter in table.present() if sitter.seat is not None}
    pools = {name: chips for name, chips in table.pools if chips}
    written = {name: chips for name, chips in stored.pools if chips}
    if any(there[sitting] != chips for sitting, chips in stacks.items()) or (table.pot, pools) != (stored.pot, written):
        raise ReplayError(f"deal {table.dealt} moves other chips than the ledger has")


def proves(row: TableRow, stored: StoredDeal) -> bool:
    """Whether a finished deal, played again, comes to all that was stored, as far as it can be compared."""
    try:
        game, rules = rules_of_table(row)
        return bool(play_again(game, rules, stored).state.result == stored.result)
    except ReplayError:
        return False


def _take_deal(table: Table, last: StoredDeal) -> None:
    table.dealt = last.number
    if (after := last.next_stakes) is not None:
        table.stakes, table.stakes_of, table.dealer = after, last.sittings, last.sittings[after.dealer]
        table.game_over = last.result is not None and last.result.game_over
    if last.status == "cancelled":
        table.deal_taken_back = True
        return
    try:
        there = frozenset(s.sitting_id for s in table.staying if s.user_id is not None)
        deal = replayed(table.game, table.rules, last, there)
        if deal.result != last.result:
            raise ReplayError(f"deal {last.number} ends otherwise than it was stored")
        table.deal = deal
    except ReplayError as error:
        if last.status == "open":
            raise
        log.error("table %s: the end of its last deal cannot be shown again: %s", table.table_id, error)
    table.keys.extend(a.interaction_id for a in last.actions if a.interaction_id is not None)


def comparable_hashes(stored: StoredDeal) -> bool:
    """Whether all hashes of a deal are of this version, so that ``play_again`` compares every one of them."""
    hashes = (stored.state_hash, *(action.state_hash for action in stored.actions))
    return all(comparable(hashed) for hashed in hashes if hashed is not None)  # those of a packed deal are alike


@dataclass(frozen=True, slots=True)
class Replay:
    """A stored deal, played again."""

    start: Any = field(repr=False)
    """The engine's state when the cards had been dealt."""
    state: Any = field(repr=False)
    """The engine's state after all actions."""
    events: tuple[tuple[Event, ...], ...]
    """What came of each action."""


def play_again(game: Game[Any], rules: Rules, stored: StoredDeal) -> Replay:
    """Plays a stored deal from its deck and actions, and compares it with its hashes. Raises ReplayError.

    Hashes of another version can't be compared. Then the actions must all be legal, and the caller compares the
    transfers and the result.
    """
    where = f"deal {stored.number}"
    seats = len(stored.sittings)
    try:
        pack = game.pack(rules, seats)
        start = state = game.new_deal(rules, seats, stored.stakes, pack.deck(stored.deck))
        if _differs(game, state, stored.state_hash):
            raise ReplayError(f"{where} does not begin as it was stored")
        packed = stored.packed if comparable(stored.state_hash) else None
        hashes, came = [], []
        for action in stored.actions:
            where = f"deal {stored.number}, action {action.seq}"
            state, events = game.apply(state, read_action(action.action, pack, seats))
            if packed is not None:
                hashes.append(fingerprint(game, state))
            elif action.state_hash is not None and _differs(game, state, action.state_hash):
                raise ReplayError(f"{where} does not lead to what was stored")
            came.append(events)
        where = f"deal {stored.number}"
        if packed is not None and proof_of(packed.record, hashes) != packed.proof:
            raise ReplayError(f"{where} does not lead to what was stored")
    except ReplayError:
        raise
    except Exception as error:  # a deal played by other rules may fail anywhere
        kind = error.code if isinstance(error, IllegalAction) else type(error).__name__
        raise ReplayError(f"{where} cannot be played again ({kind})") from None
    return Replay(start, state, tuple(came))


def replayed(game: Game[Any], rules: Rules, stored: StoredDeal, there: frozenset[int] = frozenset()) -> Deal:
    """A stored deal as the service keeps it, played again (``play_again``). Raises ReplayError.

    ``there``: the sittings of people who haven't got up. If no interaction asked for an action of theirs, their time
    was up or they were away, and the computer acted.
    """
    players = tuple(
        Sitter(sitting, user, name, chips, seat)
        for seat, (sitting, user, name, chips) in enumerate(
            zip(stored.sittings, stored.user_ids, stored.names, stored.stakes.chips, strict=True)
        )
    )
    again = play_again(game, rules, stored)
    try:
        seed, told = bytes.fromhex(stored.seed), [dealt(game, again.start)]
    except Exception as error:
        raise ReplayError(f"deal {stored.number} cannot be played again ({type(error).__name__})") from None
    deal = Deal(stored.id, stored.number, players, seed, stored.cut, again.state, again.start)
    deal.table_id, deal.chance = stored.table_id, stored.chance
    deal.missed = {sitting: turns for sitting, turns in zip(stored.sittings, stored.missed, strict=False) if turns}
    deal.drawn = {sitting: time for sitting, time in zip(stored.sittings, stored.drawn, strict=False) if time}
    for action, events in zip(stored.actions, again.events, strict=True):
        time_was_up = not action.asked and _sitting(stored, action) in there
        told.append(Told(action.seq + 1, events, by_computer=time_was_up))
    deal.seq, deal.told = told[-1].seq, tuple(told)
    deal.shuffles = sum(action.action.get("do") == "shuffle" for action in stored.actions)
    deal.people_acted = any(action.asked for action in stored.actions)
    return deal


def _sitting(stored: StoredDeal, action: StoredAction) -> int | None:
    """The sitting that acted; None for a shuffle."""
    seat = action.action.get("seat")
    return None if seat is None else stored.sittings[seat]


def _differs(game: Game[Any], state: Any, stored: str) -> bool:
    return comparable(stored) and fingerprint(game, state) != stored
