"""A database with many deals in it, made quickly: real ones, and totals alone."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, Final

import engine.games  # noqa: F401 - registers the games
from bot.store import connection, migrate
from bot.store.books import Books
from bot.store.model.deals import NewDeal
from bot.store.model.people import Member
from bot.store.model.servers import Chips
from bot.store.model.tables import NewTable, Setup, TableSettings
from engine.actions import Shuffle
from engine.errors import BadSetup
from engine.fairness import bound_pack, chance, dealer_of, deck_of, key_of, reshuffled
from engine.fingerprint import fingerprint
from engine.game import GAMES, Game
from engine.players import CAREFUL
from engine.record import write_action
from engine.shuffle import Stream
from engine.stakes import Stakes
from engine.versions import rules_for_record, rules_version

GUILD: Final = 70
PEOPLE: Final = 200
"""How many people play in the one server."""
AT_A_TABLE: Final = 16
"""How many deals are played at a table before it is closed."""
IN_THE_MIDDLE: Final = 3
"""After how many actions at least a table is left whose deal stays open."""
BEGINNING: Final = 1_800_000_000.0
"""When the first deal began, in seconds of UTC."""
CHIPS: Final = Chips(1_000_000, 0)


@contextlib.contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that doesn't wait for the disk, to a database that is brought up to date."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        migrate.migrate(db, migrate.migrations())
        connection.set_up(db, writes=True)
        db.execute("PRAGMA synchronous = OFF")
        yield db


def grow(path: Path, deals: int) -> None:
    """Plays until the database has so many deals: all games in turn, two people and a computer player."""
    with opened(path) as db:
        (done,) = db.execute("SELECT count(*) FROM deals").fetchone()
        (table,) = db.execute("SELECT count(*) FROM tables").fetchone()
        games = sorted(GAMES)
        while done < deals:
            table += 1
            with connection.transaction(db):
                done += _table(db, GAMES[games[table % len(games)]], table, deals - done)


@dataclass(frozen=True)
class Place:
    """Where a table is opened that stays open, what is played there and by whom."""

    guild_id: int
    channel_id: int
    users: tuple[int, int]
    turn_seconds: int = 0
    """For a person's turn; 0: no limit."""
    game: str = ""
    """Its name; empty: all games in turn."""
    computers: int = 1
    """How many computer players sit there with the people."""


def open_at(path: Path, places: Sequence[Place], at: float) -> None:
    """Opens a table at each place, in the middle of a deal, where a person is to act.

    ``at``: when it was opened, in seconds of UTC; its moves came four seconds apart.
    """
    with opened(path) as db:
        games = sorted(GAMES)
        for begin in range(0, len(places), 500):
            with connection.transaction(db):
                for number, place in enumerate(places[begin : begin + 500], start=begin + 1):
                    _open(db, GAMES[place.game or games[number % len(games)]], number, place, at)


def _open(db: sqlite3.Connection, game: Game[Any], number: int, place: Place, at: float) -> None:
    """A table in the middle of a deal; where its cards let no deal get that far it is opened with others."""
    for attempt in count():
        db.execute("SAVEPOINT opening")
        try:
            _table(db, game, number, AT_A_TABLE, place, at, attempt)
        except NoMiddleError:
            db.execute("ROLLBACK TO opening")
        else:
            break
        finally:
            db.execute("RELEASE opening")


class NoMiddleError(Exception):
    """All deals of a table were over before a person was to act in the middle of one."""


def _table(
    db: sqlite3.Connection,
    game: Game[Any],
    number: int,
    most: int,
    place: Place | None = None,
    at: float | None = None,
    attempt: int = 0,
) -> int:
    """A table from its opening to its closing; how many deals it had. At a ``place`` it stays open. Each attempt has
    other cards. Raises NoMiddleError.
    """
    at = BEGINNING + number * 900.0 if at is None else at
    books = Books(db, CHIPS, at)
    guild = GUILD if place is None else place.guild_id
    users = (1000 + number % PEOPLE, 1000 + (number * 7 + 1) % PEOPLE) if place is None else place.users
    first, second = (Member(guild, user, f"Player {user}") for user in users)
    if first == second:
        second = Member(guild, 1000 + PEOPLE, "Player")
    rules, secret = game.rules(), sha256(f"table {number} {attempt}".encode()).digest()
    buy_in = max(40, game.money.chips) if game.judging.unit == "chips" else 0
    settings = TableSettings() if place is None else TableSettings(turn_seconds=place.turn_seconds)
    version = rules_version(game)
    setup = Setup(dict(rules_for_record(game, rules)), buy_in, rules_version=version, settings=settings)
    host = first if place is None else Member(guild, number, f"Host {number}")  # nobody may host more than a few
    new = NewTable(
        number if place is None else place.channel_id, game.name, game.judging.unit, setup, host, secret.hex()
    )
    table = books.open_table(new, f"open {number}")
    sitting = (first, second, *[None] * (1 if place is None else place.computers))
    seats = len(sitting)
    sitters = [
        books.sit(table, member, key=f"sit {number} {seat}", name=member.name if member else "Robin")
        for seat, member in enumerate(sitting)
    ]
    pack = game.pack(rules, seats)
    supply = buy_in if game.money.ends_broke else 0
    stakes: Stakes | None = None
    ids = count(number << 22)
    for deal in range(1, min(AT_A_TABLE, most) + 1):
        chips = tuple(who.chips for who in books.now(table).sittings)
        bound = bound_pack(secret, table, deal)
        by_chance = chance(
            root=bound.root, table=table, deal=deal, game=game.name, rules=rules_for_record(game, rules), pack=pack,
            seats=seats, dealer=None if stakes is None else stakes.dealer, words=(), choices=(),
        )  # fmt: skip
        key = key_of(by_chance)
        if stakes is None:
            stakes = Stakes(dealer_of(key, seats), chips, supply=supply)
        deck = deck_of(bound, key, pack, 0)
        try:
            state: Any = game.new_deal(rules, seats, stakes, deck)
        except BadSetup:
            deal -= 1
            break
        at += 60.0
        books = Books(db, CHIPS, at)
        written = NewDeal(
            deal, tuple(who.id for who in sitters), stakes, tuple(card.notation for card in deck), secret.hex(),
            bound.root.hex(), 0, state.transfers, fingerprint(game, state), levelled=supply > 0 and not stakes.deals,
            chance=by_chance,
        )  # fmt: skip
        deal_id = books.start_deal(table, written, f"deal {number} {deal}").deal_id
        stream, shuffles, seq, moved = Stream(sha256(key).digest()), 0, 0, len(state.transfers)
        while state.result is None:
            acting = game.to_act(state)
            if place is not None and seq >= IN_THE_MIDDLE and acting and acting[0] < 2:
                return deal
            if acting:
                action = CAREFUL.choose(game.observe(state, acting[0]), stream)
            else:
                shuffles += 1
                action = Shuffle(reshuffled(game.to_shuffle(state), bound.seed, key, shuffles))
            state, _ = game.apply(state, action)
            at += 4.0
            person = bool(acting) and acting[0] < 2
            Books(db, CHIPS, at).add_action(
                deal_id, seq, write_action(action), state_hash=fingerprint(game, state),
                transfers=state.transfers[moved:], interaction_id=next(ids) if person else None, finish=state.result,
            )  # fmt: skip
            moved = len(state.transfers)
            seq += 1
        stakes = state.result.stakes
        if state.result.game_over:
            break
    if place is not None:
        raise NoMiddleError
    Books(db, CHIPS, at + 10).close_table(table, f"close {number}")
    return deal


def count_up(path: Path, deals: int, people: int) -> None:
    """Writes so many results of deals without cards and chips, for two people and a computer player at each table."""
    with opened(path) as db, connection.transaction(db):
        db.create_function("person", 2, lambda table, seat: (table * 7919 + seat * 104_729) % people)
        numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
        tables = -(-deals // AT_A_TABLE)
        db.execute(
            f"{numbers} INSERT INTO tables (id, guild_id, channel_id, game, rules, unit, buy_in, four_colour, host_id,"
            f" table_secret, opened_at, status, closed_at) SELECT i, {GUILD}, i, 'dompe', '{{}}', 'chips', 20, 0, 1,"
            " '00', i, 'closed', i + 1 FROM n",
            (tables,),
        )
        db.execute(
            f"{numbers} INSERT INTO sittings (id, table_id, guild_id, user_id, name, position, sat_at, left_at)"
            f" SELECT 3 * i + seat, i, {GUILD}, CASE WHEN seat < 2 THEN person(i, seat) END, 'Player', seat, i, i + 1"
            " FROM n JOIN (SELECT 0 AS seat UNION ALL SELECT 1 UNION ALL SELECT 2)",
            (tables,),
        )
        db.execute(
            f"{numbers} INSERT INTO deals (id, table_id, number, status, stakes, deck, seed, commitment, cut,"
            f" state_hash, result, started_at, finished_at) SELECT i, 1 + (i - 1) / {AT_A_TABLE},"
            f" 1 + (i - 1) % {AT_A_TABLE},"
            " 'finished', '{}', '[]', '', '', 0, '', '{}', i, i FROM n",
            (deals,),
        )
        seats = f"{numbers}, s (seat) AS (SELECT 0 UNION ALL SELECT 1 UNION ALL SELECT 2)"
        db.execute(
            f"{seats} INSERT INTO deal_seats (deal_id, seat, sitting_id)"
            f" SELECT i, seat, 3 * (1 + (i - 1) / {AT_A_TABLE}) + seat FROM n JOIN s",
            (deals,),
        )
        db.execute(
            f"{seats} INSERT INTO results (deal_id, seat, guild_id, user_id, unit, net, won, chips, house)"
            f" SELECT i, seat, {GUILD}, CASE WHEN seat < 2 THEN person(1 + (i - 1) / {AT_A_TABLE}, seat) END, 'chips',"
            " (i * 31 + seat) % 23 - 11, 0, (i * 31 + seat) % 23 - 11, 0 FROM n JOIN s",
            (deals,),
        )
