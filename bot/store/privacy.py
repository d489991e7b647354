"""A person's data, and a server's: given out, erased, forgotten in time. The chain of chips and hashes stays whole."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterator
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from bot.store import actions, erased, ledger, messages, people, server_log
from bot.store.connection import Reader, Writer
from bot.store.database import Database, Row, marks
from bot.store.model.errors import Refusal
from bot.store.model.people import erased_name
from bot.store.model.servers import NO_SERVER
from bot.store.resting import disturb_tables_of

DAY: Final = 86_400.0
"""Seconds."""
POSTINGS: Final = 20_000
"""How many postings are looked through at once for a person's: others read meanwhile."""
DEALS: Final = 100
"""How many deals of a person are read at once."""


@dataclass(frozen=True)
class Retention:
    """How long something is kept."""

    names_days: int = 180
    """Days after a table was closed for which its deals name whoever played, and for which a server's log is kept; 0:
    for ever."""
    left_server_days: int = 30
    """Days for which a server's data is kept after the bot was removed; 0: for ever."""


@dataclass(frozen=True)
class Forgotten:
    """What was forgotten because its time was up."""

    names: int = 0
    """Stays at closed tables whose names are gone."""
    servers: int = 0
    """Servers that the bot had been removed from."""


class Privacy:
    """What is kept about people and servers. Raises StoreError if the database can't be used."""

    def __init__(self, reader: Reader, writer: Writer, clock: Callable[[], float]) -> None:
        self._reader, self._writer, self._clock = reader, writer, clock
        self.retention = Retention()
        """How long things are kept, as the bot is set."""

    async def export(self, user_id: int) -> dict[str, Any]:
        """Everything that is kept about a person, as JSON; of deals only what the person did and won."""
        read = self._reader.read
        found = await read(lambda db: about(db, user_id))
        purses = {ledger.purse(server["server"], user_id): server["chips"] for server in found["servers"]}
        for first in range(0, await read(_newest_posting), POSTINGS):
            for name, line in await read(partial(_movements, purses=purses, after=first)):
                purses[name].append(line)
        after = 0
        while deals := await read(partial(_deals, user_id=user_id, after=after)):
            found["deals"] += [deal for _, deal in deals]
            after = deals[-1][0]
        return found

    async def check_erasable(self, user_id: int) -> None:
        """Raises Refusal ``erase_seated`` while the person sits at a table."""
        await self._reader.read(lambda db: check_erasable(db, user_id))

    async def erase(self, user_id: int) -> int:
        """Erases a person: purses go to the houses, and ``Player n`` stands where the name stood. Returns n.

        Raises Refusal ``erase_seated`` while the person sits at a table.
        """
        now = self._clock()
        return await self._writer.write(lambda db: erase(db, user_id, now))

    async def forget(
        self,
        servers: Collection[int],
        known: Callable[[int], bool] = lambda guild_id: True,
        back: Callable[[int], bool] = lambda guild_id: False,
    ) -> Forgotten:
        """Forgets what has been kept for long enough.

        ``servers``: those that the bot is in. ``known``: whether it is known of a server that it would be among them;
        else that server is left as it is. ``back``: whether the bot has come back to one meanwhile.
        """
        now = self._clock()
        names, due = await self._writer.write(lambda db: forget(db, self.retention, servers, now, known))
        gone = 0
        for guild_id in due:  # each for itself: others write between them
            if known(guild_id) and not back(guild_id):
                gone += await self._writer.write(partial(erase_server, guild_id=guild_id))
        return Forgotten(names, gone)


def about(db: Database, user_id: int) -> dict[str, Any]:
    """What is kept about a person, as JSON, but for what may be long: chips that moved, and deals."""
    settings = asdict(people.settings(db, user_id))
    return {
        "about": "Everything that Knockabout keeps about you. Times are UTC.",
        "user_id": user_id,
        "settings": settings,
        "servers": [
            {
                "server": row["guild_id"],
                "name": row["name"],
                "purse": ledger.balance(db, ledger.purse(row["guild_id"], user_id)),
                "chips": [],
            }
            for row in db.execute("SELECT guild_id, name FROM members WHERE user_id = ? ORDER BY guild_id", (user_id,))
        ],
        "tables": [
            {**dict(row), "sat_at": _time(row["sat_at"]), "left_at": _time(row["left_at"])}
            for row in db.execute(
                "SELECT table_id, game, sittings.guild_id AS server, channel_id AS channel, name, sat_at, left_at,"
                " sittings.hints AS hints"
                " FROM sittings JOIN tables ON tables.id = table_id WHERE user_id = ? ORDER BY sittings.id",
                (user_id,),
            )
        ],
        "deals": [],
        "leaderboard": [
            dict(row)
            for row in db.execute(
                "SELECT guild_id AS server, season, chips, deals, wins FROM standings WHERE user_id = ?"
                " ORDER BY guild_id, season",
                (user_id,),
            )
        ],
        "tables_hosted": [row["id"] for row in db.execute("SELECT id FROM tables WHERE host_id = ?", (user_id,))],
        "presets": [
            {"server": row["guild_id"], "name": row["name"], "made_at": _time(row["made_at"])}
            for row in db.execute("SELECT guild_id, name, made_at FROM presets WHERE made_by = ?", (user_id,))
        ],
        "shuffle_words": [
            {"table": row["table_id"], "deal": row["deal"], "word": row["word"]}
            for row in db.execute("SELECT table_id, deal, word FROM shuffle_words WHERE user_id = ?", (user_id,))
        ],
        "direct_messages_refused": [
            {"server": row["guild_id"], "at": _time(row["at"])}
            for row in db.execute("SELECT guild_id, at FROM closed_dms WHERE user_id = ?", (user_id,))
        ],
        "invitations": [
            {"table": row["table_id"], "removed": not row["invited"]}
            for row in db.execute("SELECT table_id, invited FROM guests WHERE user_id = ?", (user_id,))
        ],
        "closings_asked_for": [
            row["id"] for row in db.execute("SELECT id FROM tables WHERE closing_by = ?", (user_id,))
        ],
        "deals_opened": [
            {"table": row["table_id"], "deal": row["number"]}
            for row in db.execute(
                "SELECT table_id, number FROM shuffle_openings JOIN deals ON deals.id = deal_id WHERE user_id = ?",
                (user_id,),
            )
        ],
        "votes": [
            {"table": row["table_id"], "for": row["kind"], "deal": row["deal"]}
            for row in db.execute("SELECT table_id, kind, deal FROM votes WHERE user_id = ?", (user_id,))
        ],
        "lessons": [
            {"game": row["game"], "step": row["step"], "done_at": _time(row["done_at"])}
            for row in db.execute("SELECT game, step, done_at FROM lessons WHERE user_id = ?", (user_id,))
        ],
        "frozen_purses": [
            {"server": row["guild_id"], "why": row["why"], "since": _time(row["at"])}
            for row in db.execute("SELECT guild_id, why, at FROM frozen_purses WHERE user_id = ?", (user_id,))
        ],
        "server_log": [{**entry, "at": _time(entry["at"])} for entry in server_log.of_person(db, user_id)],
        "messages": [
            {"what": row["name"], "channel": row["channel_id"], "message": row["message_id"]}
            for row in db.execute(
                "SELECT name, channel_id, message_id FROM messages WHERE name LIKE ?", (f"%:{user_id}",)
            )
            if messages.whose(row["name"]) == user_id
        ],
    }


def _newest_posting(db: Database) -> int:
    (newest,) = db.execute("SELECT coalesce(max(id), 0) FROM postings").fetchone()
    return int(newest)


def _movements(db: Database, purses: Collection[str], after: int) -> list[tuple[str, dict[str, Any]]]:
    """What moved in these purses by the ``POSTINGS`` postings after that one, with the purse's name."""
    rows = db.execute(
        "SELECT purse.name, at, table_id, transfers.reason,"
        " CASE WHEN target = purse.id THEN amount ELSE -amount END AS chips"
        " FROM transfers JOIN postings ON postings.id = posting_id"
        " JOIN accounts AS purse ON purse.id IN (source, target)"
        f" WHERE posting_id > ? AND posting_id <= ? AND purse.name IN ({marks(purses)})"
        " ORDER BY posting_id, line",
        (after, after + POSTINGS, *purses),
    )
    return [
        (row["name"], {"at": _time(row["at"]), "chips": row["chips"], "why": row["reason"], "table": row["table_id"]})
        for row in rows
    ]


def _deals(db: Database, user_id: int, after: int) -> list[tuple[int, dict[str, Any]]]:
    """The next ``DEALS`` finished deals that the person played, with their ids and the person's own actions."""
    rows = db.execute(
        "SELECT results.deal_id, results.seat, deals.table_id, number, game, started_at, finished_at, results.unit,"
        " net, chips, won FROM results JOIN deals ON deals.id = results.deal_id"
        " JOIN tables ON tables.id = deals.table_id WHERE user_id = ? AND results.deal_id > ?"
        " ORDER BY results.deal_id LIMIT ?",
        (user_id, after, DEALS),
    ).fetchall()
    return [(row["deal_id"], _deal(db, row)) for row in rows]


def _deal(db: Database, row: Row) -> dict[str, Any]:
    done, _ = actions.of_deal(db, row["deal_id"], row["started_at"])
    return {
        "table": row["table_id"],
        "deal": row["number"],
        "game": row["game"],
        "seat": row["seat"],
        "began": _time(row["started_at"]),
        "ended": _time(row["finished_at"]),
        "net": row["net"],
        "unit": row["unit"],
        "chips": row["chips"],
        "won": bool(row["won"]),
        "actions": [
            {"at": _time(action.at), **action.action} for action in done if action.action.get("seat") == row["seat"]
        ],
    }


def check_erasable(db: Database, user_id: int) -> None:
    """Raises Refusal while the person sits at a table."""
    if tables := seated_at(db, user_id):
        raise Refusal("erase_seated", count=len(tables))


def seated_at(db: Database, user_id: int) -> list[int]:
    """The open tables at which the person sits."""
    rows = db.execute(
        "SELECT table_id FROM sittings JOIN tables ON tables.id = table_id"
        " WHERE user_id = ? AND left_at IS NULL AND status <> 'closed' ORDER BY table_id",
        (user_id,),
    )
    return [row["table_id"] for row in rows]


def is_known(db: Database, user_id: int) -> bool:
    """Whether anything is kept about the person, but for what is deleted by itself in a quarter of an hour."""
    lists = any(found for found in about(db, user_id).values() if isinstance(found, list))
    return lists or db.execute("SELECT 1 FROM people WHERE user_id = ?", (user_id,)).fetchone() is not None


def erase(db: Database, user_id: int, now: float) -> int:
    """Erases a person; see ``Privacy.erase``. Raises Refusal."""
    check_erasable(db, user_id)
    (number,) = db.execute("INSERT INTO erased (at) VALUES (?) RETURNING id", (now,)).fetchone()
    nobody, name = -number, erased_name(number)
    disturb_tables_of(db, user_id)
    guilds = [row["guild_id"] for row in db.execute("SELECT guild_id FROM members WHERE user_id = ?", (user_id,))]
    frozen = db.execute("SELECT guild_id FROM frozen_purses WHERE user_id = ?", (user_id,)).fetchall()
    for guild_id in {NO_SERVER, *guilds, *(row["guild_id"] for row in frozen)}:
        erased.note(db, guild_id, user_id, _outlasts(db, guild_id, user_id, now))
    for guild_id in guilds:
        _purse_to_house(db, guild_id, user_id, number, now)
    with _erasing(db, "person"):
        db.execute("UPDATE results SET user_id = ? WHERE user_id = ?", (nobody, user_id))
        db.execute("UPDATE standings SET user_id = ? WHERE user_id = ?", (nobody, user_id))
        db.execute("UPDATE sittings SET user_id = ?, name = ? WHERE user_id = ?", (nobody, name, user_id))
        db.execute("UPDATE members SET user_id = ?, name = ? WHERE user_id = ?", (nobody, name, user_id))
        # The channel of the person's direct messages leads to the person, too.
        alone = "UPDATE tables SET channel_id = -id WHERE host_id = ? AND guild_id = ?"
        db.execute(alone, (user_id, NO_SERVER))
        db.execute("UPDATE tables SET host_id = ? WHERE host_id = ?", (nobody, user_id))
        db.execute("UPDATE tables SET closing_by = NULL WHERE closing_by = ?", (user_id,))
        db.execute("UPDATE presets SET made_by = ? WHERE made_by = ?", (nobody, user_id))
        db.execute("UPDATE shuffle_openings SET user_id = ? WHERE user_id = ?", (nobody, user_id))
        db.execute("DELETE FROM shuffle_words WHERE user_id = ?", (user_id,))
        for guild_id in guilds:
            _rename(db, guild_id, user_id, nobody)
    db.execute("DELETE FROM letters WHERE log_id IN (SELECT id FROM server_log WHERE about_id = ?)", (user_id,))
    server_log.erase(db, user_id, nobody)
    db.execute("DELETE FROM frozen_purses WHERE user_id = ?", (user_id,))
    db.execute("DELETE FROM people WHERE user_id = ?", (user_id,))
    db.execute("DELETE FROM closed_dms WHERE user_id = ?", (user_id,))
    erased.note_removals(db, user_id, now)
    db.execute("DELETE FROM guests WHERE user_id = ?", (user_id,))
    db.execute("DELETE FROM votes WHERE user_id = ?", (user_id,))
    db.execute("DELETE FROM lessons WHERE user_id = ?", (user_id,))
    db.execute("DELETE FROM announcements WHERE user_id = ?", (user_id,))
    db.execute(
        "DELETE FROM token_messages WHERE interaction_id IN (SELECT interaction_id FROM tokens WHERE user_id = ?)",
        (user_id,),
    )
    db.execute("DELETE FROM tokens WHERE user_id = ?", (user_id,))
    for row in db.execute("SELECT name FROM messages WHERE name LIKE ?", (f"%:{user_id}",)).fetchall():
        if messages.whose(row["name"]) == user_id:
            db.execute("DELETE FROM messages WHERE name = ?", (row["name"],))
    return int(number)


def _outlasts(db: Database, guild_id: int, user_id: int, now: float) -> erased.Erased:
    """What an erasure in that server doesn't undo."""
    purse, frozen = ledger.purse(guild_id, user_id), ledger.frozen(db, guild_id, user_id) is not None
    if db.execute("SELECT 1 FROM accounts WHERE name = ?", (purse,)).fetchone() is not None:
        return erased.Erased(now, max(0, -ledger.balance(db, purse)), frozen)
    before = erased.lately(db, guild_id, user_id)  # the purse wasn't used since
    return erased.Erased(now, 0, frozen) if before is None else replace(before, at=now, frozen=frozen or before.frozen)


def _purse_to_house(db: Database, guild_id: int, user_id: int, number: int, now: float) -> None:
    """What is in the purse goes to the house. A debt stays with the number: nobody makes the chips that were lost."""
    purse = ledger.purse(guild_id, user_id)
    move = ledger.Move(purse, ledger.house(guild_id), max(0, ledger.balance(db, purse)), ledger.ERASURE)
    key = f"{ledger.ERASURE}:{number}:{guild_id}"
    ledger.post(db, ledger.Posting(key, now, ledger.ERASURE, guild_id), [move])


def _rename(db: Database, guild_id: int, user_id: int, nobody: int) -> None:
    """Puts the number that leads nowhere where a purse's name has the user's id: in the account, and in keys."""
    old, new = ledger.purse(guild_id, user_id), ledger.purse(guild_id, nobody)
    db.execute("UPDATE accounts SET name = ? WHERE name = ?", (new, old))
    for first, end in ledger.keys_naming(old).values():
        for table in ("postings", "operations"):
            db.execute(
                f"UPDATE {table} SET key = replace(key, ?, ?) WHERE key >= ? AND key < ?",
                (old, new, first, end),
            )


@contextlib.contextmanager
def _erasing(db: Database, what: str) -> Iterator[None]:
    """Lets what never changes be erased, until the end."""
    db.execute("INSERT INTO erasing (what) VALUES (?)", (what,))
    yield
    db.execute("DELETE FROM erasing")


def _time(at: float | None) -> str | None:
    return None if at is None else datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def forget(
    db: Database,
    retention: Retention,
    servers: Collection[int],
    now: float,
    known: Callable[[int], bool],
) -> tuple[int, list[int]]:
    """Forgets what has been kept for long enough but for servers; see ``Privacy.forget``.

    Returns at how many stays names are gone, and the servers whose time is up.
    """
    erased.forget(db, now)
    names = 0
    if retention.names_days:
        names = _forget_names(db, now - retention.names_days * DAY)
        server_log.forget(db, now - retention.names_days * DAY)
    return names, _servers_due(db, retention, servers, now, known)


def _forget_names(db: Database, before: float) -> int:
    """Takes people's names out of tables that were closed before that time."""
    return db.execute(
        "UPDATE sittings SET name = 'Player ' || (position + 1) WHERE user_id IS NOT NULL"
        " AND name <> 'Player ' || (position + 1)"
        " AND table_id IN (SELECT id FROM tables WHERE status = 'closed' AND closed_at < ?)",
        (before,),
    ).rowcount


def _servers_due(
    db: Database,
    retention: Retention,
    servers: Collection[int],
    now: float,
    known: Callable[[int], bool],
) -> list[int]:
    """Notes which servers the bot has left. Returns those that it left long ago."""
    rows = db.execute(
        "SELECT guild_id FROM members UNION SELECT guild_id FROM tables UNION SELECT guild_id FROM presets"
        " UNION SELECT guild_id FROM server_settings UNION SELECT guild_id FROM server_log"
    )
    stored = {row["guild_id"] for row in rows}
    noted = {row["guild_id"]: row["left_at"] for row in db.execute("SELECT guild_id, left_at FROM servers_left")}
    for guild_id in noted.keys() & set(servers):
        db.execute("DELETE FROM servers_left WHERE guild_id = ?", (guild_id,))
    gone = {guild_id for guild_id in stored - set(servers) - {NO_SERVER} if known(guild_id)}
    for guild_id in sorted(gone - noted.keys()):
        db.execute("INSERT INTO servers_left (guild_id, left_at) VALUES (?, ?)", (guild_id, now))
    if not retention.left_server_days:
        return []
    return [g for g in sorted(gone & noted.keys()) if noted[g] < now - retention.left_server_days * DAY]


def erase_server(db: Database, guild_id: int) -> bool:
    """Deletes everything of a server; its chips all came from its own house. Returns False while a table is open."""
    if db.execute("SELECT 1 FROM tables WHERE guild_id = ? AND status <> 'closed'", (guild_id,)).fetchone():
        return False
    postings = db.execute(
        "SELECT DISTINCT posting_id FROM transfers JOIN accounts ON accounts.id = source"
        " WHERE accounts.guild_id = ? ORDER BY posting_id DESC",  # a reversal goes before what it reverses
        (guild_id,),
    ).fetchall()
    with _erasing(db, "server"):
        db.executemany("DELETE FROM transfers WHERE posting_id = ?", postings)
        db.executemany("DELETE FROM postings WHERE id = ?", postings)
        for statement in _OF_A_SERVER:
            db.execute(statement, (guild_id,))
    return True


_OF_A_SERVER: Final = (
    "DELETE FROM audited WHERE kind = 'account' AND id IN (SELECT id FROM accounts WHERE guild_id = ?)",
    "DELETE FROM audited WHERE kind = 'standing' AND id IN (SELECT id FROM standings WHERE guild_id = ?)",
    "DELETE FROM audited WHERE kind = 'sitting' AND id IN (SELECT id FROM sittings WHERE guild_id = ?)",
    "DELETE FROM audited WHERE (kind = 'purses' OR kind LIKE 'given:%') AND id = ?",
    "DELETE FROM letters WHERE log_id IN (SELECT id FROM server_log WHERE guild_id = ?)",
    "DELETE FROM server_log WHERE guild_id = ?",
    "DELETE FROM server_settings WHERE guild_id = ?",
    "DELETE FROM allowed_gifts WHERE guild_id = ?",
    "DELETE FROM frozen_purses WHERE guild_id = ?",
    "DELETE FROM seasons WHERE guild_id = ?",
    "DELETE FROM standings WHERE guild_id = ?",
    "DELETE FROM results WHERE guild_id = ?",
    "DELETE FROM actions WHERE deal_id IN"
    " (SELECT deals.id FROM deals JOIN tables ON tables.id = table_id WHERE guild_id = ?)",
    "DELETE FROM packed_deals WHERE deal_id IN"
    " (SELECT deals.id FROM deals JOIN tables ON tables.id = table_id WHERE guild_id = ?)",
    "DELETE FROM shuffle_openings WHERE deal_id IN"
    " (SELECT deals.id FROM deals JOIN tables ON tables.id = table_id WHERE guild_id = ?)",
    "DELETE FROM deal_seats WHERE sitting_id IN (SELECT id FROM sittings WHERE guild_id = ?)",
    "DELETE FROM deals WHERE table_id IN (SELECT id FROM tables WHERE guild_id = ?)",
    "DELETE FROM sittings WHERE guild_id = ?",
    "DELETE FROM shuffle_words WHERE table_id IN (SELECT id FROM tables WHERE guild_id = ?)",
    "DELETE FROM shuffle_lines WHERE table_id IN (SELECT id FROM tables WHERE guild_id = ?)",
    "DELETE FROM opened_with WHERE table_id IN (SELECT id FROM tables WHERE guild_id = ?)",
    "DELETE FROM opened_servers WHERE guild_id = ?",
    "DELETE FROM announcements WHERE table_id IN (SELECT id FROM tables WHERE guild_id = ?)",
    "DELETE FROM releases WHERE table_id IN (SELECT id FROM tables WHERE guild_id = ?)",
    "DELETE FROM closed_dms WHERE guild_id = ?",
    "DELETE FROM guests WHERE table_id IN (SELECT id FROM tables WHERE guild_id = ?)",
    "DELETE FROM erased_guests WHERE table_id IN (SELECT id FROM tables WHERE guild_id = ?)",
    "DELETE FROM votes WHERE table_id IN (SELECT id FROM tables WHERE guild_id = ?)",
    "UPDATE tables SET next_table_id = NULL WHERE guild_id = ?",
    "DELETE FROM tables WHERE guild_id = ?",
    "DELETE FROM accounts WHERE guild_id = ?",
    "DELETE FROM members WHERE guild_id = ?",
    "DELETE FROM presets WHERE guild_id = ?",
    "DELETE FROM erased_lately WHERE guild_id = ?",
    "DELETE FROM servers_left WHERE guild_id = ?",
)
"""What deletes a server's rows, those first that others don't need."""
