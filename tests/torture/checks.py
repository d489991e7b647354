"""What must be true afterwards: of the database, of the log, and of what each person was shown."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import engine.games  # noqa: F401 - registers the games
from bot.i18n import Catalogue, Texts
from bot.local.testing.seen import Seen
from bot.store import connection, deals
from bot.store.outside import to_read
from bot.store.where import Where
from bot.ui.address import Address, BadAddress
from engine.cards import ALL_CARDS, Card
from engine.record import read_record
from engine.seen import cards_in_view, told_cards
from tests.torture.players import Player, Tally

NOBODYS = re.compile("nobody has the [^;:,.]+")
"""A card that a sequence stops at is in no hand, and everybody is told so."""
TRACE = re.compile(r'^(Traceback |  File ")', re.MULTILINE)


def reading(database: Path) -> contextlib.closing[sqlite3.Connection]:
    """A connection of its own that only reads."""
    db = sqlite3.connect(f"file:{database}?mode=ro", uri=True, isolation_level=None)
    connection.set_up(db, writes=False)
    return contextlib.closing(db)


@dataclass(frozen=True)
class Standing:
    """How an open table stands in the books."""

    table: int
    channel: str
    game: str
    status: str
    deal: int
    actions: int
    playing: bool


def open_tables(database: Path) -> list[Standing]:
    """The tables that are open."""
    with reading(database) as db:
        return [
            Standing(
                row["id"],
                str(row["channel_id"]),
                row["game"],
                row["status"],
                row["number"],
                row["done"],
                row["open"] == 1,
            )
            for row in db.execute(
                "SELECT t.id, t.channel_id, t.game, t.status, coalesce(d.number, 0) AS number,"
                " d.status = 'open' AS open, (SELECT count(*) FROM actions WHERE deal_id = d.id) AS done"
                " FROM tables t LEFT JOIN deals d ON d.id = (SELECT max(id) FROM deals WHERE table_id = t.id)"
                " WHERE t.status <> 'closed'"
            ).fetchall()
        ]


def buttons_gone(tally: Tally) -> Iterator[str]:
    """Whether more buttons were gone before they were pressed than chance takes away."""
    if tally.gone > 3 + tally.presses / 10:
        yield f"{tally.gone} of {tally.presses} presses were of buttons that were gone"


def acts_lost(database: Where, tally: Tally) -> Iterator[str]:
    """Acts that were answered, and aren't in the books exactly once."""
    with to_read(database) as db:
        written: dict[int, list[str]] = {}
        for row in db.execute("SELECT interaction_id, action FROM actions WHERE interaction_id IS NOT NULL"):
            written.setdefault(row["interaction_id"], []).append(row["action"])
    for act, command in tally.acts.items():
        found = written.get(act, [])
        if len(found) != 1:
            yield f"/{command} {act} was answered, and is {len(found)} times in the books"
        elif f'"do":"{command}"' not in found[0].replace(" ", ""):
            yield f"/{command} {act} was answered, and the books have another action"


def traces(log: Path) -> list[str]:
    """Every traceback in the log, with the line before it and its last one."""
    lines, found = log.read_text(errors="replace").splitlines(), []
    for number, line in enumerate(lines):
        before = lines[number - 1] if number else ""
        if TRACE.match(line) and not before.startswith(("  ", "Traceback ")):
            after = next((k for k in range(number, len(lines)) if not lines[k].startswith(("  ", "Traceback"))), number)
            found.append("\n".join(lines[max(0, number - 1) : after + 1]))
    return found


class Leaks:
    """Looks for cards in what people were sent that they couldn't know then."""

    def __init__(self, database: Path) -> None:
        texts = Texts([Catalogue.load(strict=True).base]).plain
        names: dict[str, set[Card]] = {}
        for card in ALL_CARDS:
            if not card.is_joker:
                for name in (texts.card(card), texts.card_short(card)):
                    names.setdefault(name.casefold(), set()).add(card)
        self._names = names
        self._pattern = re.compile("|".join(sorted(map(re.escape, names), key=len, reverse=True)), re.IGNORECASE)
        self._known: dict[tuple[int, int, int], list[frozenset[Card]]] = {}
        self._database = database
        self.checked = 0

    def found(self, players: Iterable[Player]) -> Iterator[str]:
        """A sentence for each card that somebody was shown too early."""
        with reading(self._database) as db:
            for player in players:
                for message in player.received():
                    yield from self._in(db, int(player.person.id), player.person.name, message)

    def _in(self, db: sqlite3.Connection, person: int, name: str, message: Seen) -> Iterator[str]:
        moment = _moment(message)
        if moment is None or moment.turn.deal == 0:
            return
        shown = self._cards(message)
        if not shown:
            return
        known = self._knows(db, moment.table, moment.turn.deal, person)
        if known is None:
            return
        self.checked += 1
        sure = known[min(moment.turn.seq, len(known) - 1)]
        if moment.verb == "rematch":  # what the table came to: the deal of the evening, the best hand
            for number in range(1, moment.turn.deal):
                sure |= (self._knows(db, moment.table, number, person) or [sure])[-1]
        if extra := shown - {card.notation for card in sure}:
            yield f"{name} was shown {len(extra)} cards at {moment} that they couldn't know: {message.text[:300]!r}"

    def _cards(self, message: Seen) -> set[str]:
        """The notations of the cards that a message names, in words, in alt texts, on buttons and in addresses."""
        labels = [str(part.get("label", "")) for part in message.all_components()]
        options = [str(o.get(k, "")) for part in message.all_components() for o in part.get("options", []) for k in o]
        said = "\n".join((message.text, *message.alt_texts, *labels, *options))
        said = NOBODYS.sub("", said)
        cards = {card.notation for hit in self._pattern.findall(said) for card in self._names[hit.casefold()]}
        notations = {card.notation for card in ALL_CARDS if not card.is_joker}
        given = {address.argument.rstrip("?") for address in _addresses(message)}
        return cards | (given & notations)

    def _knows(self, db: sqlite3.Connection, table: int, number: int, person: int) -> list[frozenset[Card]] | None:
        """What the person had seen of a deal after each of its actions; None where there is no such deal."""
        key = (table, number, person)
        if key not in self._known:
            self._known[key] = list(_knowledge(db, table, number, person))
        return self._known[key] or None


def _knowledge(db: sqlite3.Connection, table: int, number: int, person: int) -> Iterator[frozenset[Card]]:
    row = db.execute("SELECT id FROM deals WHERE table_id = ? AND number = ?", (table, number)).fetchone()
    if row is None:
        return
    seat_row = db.execute(
        "SELECT s.seat FROM deal_seats s JOIN sittings x ON x.id = s.sitting_id WHERE s.deal_id = ? AND x.user_id = ?",
        (row["id"], person),
    ).fetchone()
    viewer = None if seat_row is None else int(seat_row["seat"])
    record = read_record(deals.record(db, row["id"]))
    game, deal = record.game, record.deals[-1]
    state = game.new_deal(record.rules, len(record.names), record.stakes, deal.deck)
    known: frozenset[Card] = told_cards(game.telling.opening(state), viewer) | cards_in_view(
        game.observe(state, viewer)
    )
    yield known
    for action in deal.actions:
        state, events = game.apply(state, action)
        known |= told_cards(events, viewer) | cards_in_view(game.observe(state, viewer))
        yield known


def _addresses(message: Seen) -> list[Address]:
    found = []
    for part in message.all_components():
        with contextlib.suppress(BadAddress):
            found.append(Address.parse(str(part.get("custom_id", ""))))
    return found


def _moment(message: Seen) -> Address | None:
    """The table and the moment that a message was made for."""
    moments = [address for address in _addresses(message) if address.table]
    return max(moments, key=lambda address: (address.turn.deal, address.turn.seq), default=None)


def table_messages(messages: Iterable[Seen], table: int) -> int:
    """How many public messages have the buttons of a table's own: to see the hand, or to start."""
    return sum(
        not message.ephemeral
        and any(address.table == table and address.verb in {"hand", "start"} for address in _addresses(message))
        for message in messages
    )


def shown_moment(messages: Iterable[Seen], table: int) -> tuple[int, int] | None:
    """The latest moment of a table that its public messages show."""
    found = [
        (address.turn.deal, address.turn.seq)
        for message in messages
        if not message.ephemeral
        for address in _addresses(message)
        if address.table == table
    ]
    return max(found, default=None)
