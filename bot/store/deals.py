"""Deals: how they begin, their actions, how they end, and reading them back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.store import actions, capping, codec, extra, ledger, payout
from bot.store.database import ALL_ROWS, Database, Row
from bot.store.ledger import Move, Posting
from bot.store.model.deals import Attendance, NewDeal, ScoredDeal, StoredDeal
from bot.store.model.errors import ConflictError, DuplicateError, LedgerError
from bot.store.model.settled import Levelled
from engine import fairness
from engine.fairness import bound_pack, roots
from engine.proof import opened
from engine.record import compose_deal, compose_record
from engine.stakes import HOUSE, POT, Account, DealResult, Stakes, Transfer


@dataclass(frozen=True, slots=True)
class NewAction:
    """An action about to be written."""

    deal_id: int
    seq: int
    text: str
    """The action as JSON."""
    state_hash: str
    transfers: tuple[Transfer, ...]
    interaction_id: int | None
    finish: DealResult | None
    cap: int | None = None
    """With ``finish``: the most chips that the deal may cost a seat; None: as many as its rules say."""


@dataclass(frozen=True, slots=True)
class _Deal:
    """A deal, and where it is played."""

    id: int
    table_id: int
    guild_id: int
    unit: str
    practice: bool
    seats: Sequence[Row]
    """Sitting, person, name and attendance of each seat in order."""

    @property
    def sittings(self) -> list[int]:
        """The sitting in each seat."""
        return [seat["sitting_id"] for seat in self.seats]


def start_once(db: Database, table_id: int, new: NewDeal, key: str, at: float, first: Callable[[], None]) -> int:
    """Does ``first``, begins the deal and returns its id. Raises what these raise, and ConflictError("key_reused").

    ``key_reused``: the key is that of a different deal. If that deal were returned, the table would play other cards
    than those that are written.
    """

    def work() -> int:
        first()
        return start(db, table_id, new, at)

    deal_id = ledger.once(db, key, "start_deal", at, work)
    row = db.execute("SELECT state_hash FROM deals WHERE id = ?", (deal_id,)).fetchone()
    if row["state_hash"] != new.state_hash:
        raise ConflictError("key_reused", key=key, kind="start_deal")
    return deal_id


def start(db: Database, table_id: int, new: NewDeal, at: float) -> int:
    """Writes a new deal and returns its id.

    Raises ConflictError: no_table, table_closed, deal_open, no_sitting, has_left; LedgerError.
    """
    place = db.execute("SELECT guild_id, status FROM tables WHERE id = ?", (table_id,)).fetchone()
    if place is None:
        raise ConflictError("no_table", table_id=table_id)
    if place["status"] == "closed":
        raise ConflictError("table_closed", table_id=table_id)
    check_none_is_played(db, table_id)
    for sitting_id in new.sittings:
        row = db.execute("SELECT table_id, left_at FROM sittings WHERE id = ?", (sitting_id,)).fetchone()
        if row is None or row["table_id"] != table_id:
            raise ConflictError("no_sitting", sitting_id=sitting_id)
        if row["left_at"] is not None:
            raise ConflictError("has_left", sitting_id=sitting_id)
    _compare(db, table_id, new.sittings, new.stakes)
    (number,) = db.execute(
        "INSERT INTO deals (table_id, number, stakes, deck, seed, commitment, cut, state_hash, started_at, chance)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (
            table_id,
            new.number,
            codec.to_text(codec.stakes_to_json(new.stakes)),
            codec.to_text(new.deck),
            new.seed,
            new.commitment,
            new.cut,
            new.state_hash,
            at,
            None if new.chance is None else codec.to_text(new.chance),
        ),
    ).fetchone()
    deal_id = int(number)
    db.executemany(
        "INSERT INTO deal_seats (deal_id, seat, sitting_id) VALUES (?, ?, ?)",
        [(deal_id, seat, sitting_id) for seat, sitting_id in enumerate(new.sittings)],
    )
    posting = Posting(f"deal:{deal_id}", at, "deal", place["guild_id"], table_id, deal_id)
    ledger.post(db, posting, _moves(place["guild_id"], table_id, new.sittings, new.transfers))
    db.execute("UPDATE tables SET status = 'playing' WHERE id = ? AND status = 'lobby'", (table_id,))
    return deal_id


def add_action(db: Database, new: NewAction, at: float) -> None:
    """Writes an action and what it caused.

    Raises ConflictError: duplicate, no_deal, deal_over, out_of_order; LedgerError.
    """
    deal_id, seq = new.deal_id, new.seq
    row = db.execute(
        "SELECT status, (SELECT max(seq) FROM actions WHERE deal_id = deals.id) AS last,"
        " EXISTS (SELECT 1 FROM actions WHERE interaction_id = ?) AS asked FROM deals WHERE id = ?",
        (new.interaction_id, deal_id),
    ).fetchone()
    if row is None:
        raise ConflictError("no_deal", deal_id=deal_id)
    expected = 0 if row["last"] is None else row["last"] + 1
    if seq < expected or row["asked"]:
        raise DuplicateError(deal_id=deal_id, seq=seq)
    if row["status"] != "open":
        raise ConflictError("deal_over", deal_id=deal_id)
    if seq > expected:
        raise ConflictError("out_of_order", expected=expected)
    db.execute(
        "INSERT INTO actions (deal_id, seq, interaction_id, at, action, state_hash) VALUES (?, ?, ?, ?, ?, ?)",
        (deal_id, seq, new.interaction_id, at, new.text, new.state_hash),
    )
    if not new.transfers and new.finish is None:
        return
    deal = _deal(db, deal_id)
    posting = Posting(f"action:{deal_id}:{seq}", at, "action", deal.guild_id, deal.table_id, deal_id)
    ledger.post(db, posting, _moves(deal.guild_id, deal.table_id, deal.sittings, new.transfers))
    if new.finish is not None:
        _finish(db, deal, new.finish, new.cap, at)


def attend(db: Database, deal_id: int, seen: Attendance) -> None:
    """Notes the turns that a player of the deal has missed in it, and the time that the bank has given."""
    db.execute(
        "UPDATE deal_seats SET missed = ?, drawn = ? WHERE deal_id = ? AND sitting_id = ?",
        (seen.missed_in_deal, seen.drawn, deal_id, seen.sitting_id),
    )


def _finish(db: Database, deal: _Deal, result: DealResult, cap: int | None, at: float) -> None:
    """Writes how the deal ended. Raises LedgerError."""
    _compare(db, deal.table_id, deal.sittings, result.stakes)
    db.execute(
        "UPDATE deals SET status = 'finished', result = ?, finished_at = ? WHERE id = ?",
        (codec.to_text(codec.result_to_json(result)), at, deal.id),
    )
    begins = _begins(db, deal.id)
    if result.void:  # general.md G-12: a void deal scores nothing; what was paid into the pot stays there
        paid = tuple(after - before for before, after in zip(begins.chips, result.stakes.chips, strict=True))
        _by_house(db, deal, begins, paid)
    else:
        won = chips_won(deal.unit, begins, result)
        if cap is not None and won is not None:
            won = _capped(db, deal, won, cap, at)
        counted = None if deal.practice or won is None else _by_house(db, deal, begins, won)
        db.executemany(
            "INSERT INTO results (deal_id, seat, guild_id, user_id, unit, net, won, chips, house)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    *(deal.id, seat, deal.guild_id, row["user_id"], deal.unit),
                    *(result.net[seat], seat in result.winners),
                    *((None, None) if counted is None else counted[seat]),
                )
                for seat, row in enumerate(deal.seats)
            ],
        )


def _capped(db: Database, deal: _Deal, won: tuple[int, ...], cap: int, at: float) -> tuple[int, ...]:
    """Has the winners give back what the deal cost somebody above the cap; what each seat has won or lost then."""
    accounts = [ledger.seat(sitting_id) for sitting_id in deal.sittings]
    moves = [
        Move(accounts[source], accounts[target], amount, "capped")
        for source, target, amount in capping.refunds(won, cap)
    ]
    ledger.post(db, Posting(capped_key(deal.id), at, "capped", deal.guild_id, deal.table_id), moves)
    return tuple(
        net + sum((move.target == account) * move.amount - (move.source == account) * move.amount for move in moves)
        for net, account in zip(won, accounts, strict=True)
    )


def capped_key(deal_id: int) -> str:
    """The key of the posting by which winners give back what a deal cost others above the cap."""
    return f"capped:{deal_id}"


def _by_house(db: Database, deal: _Deal, begins: Stakes, won: tuple[int, ...]) -> list[tuple[int, int]]:
    """For each seat the chips won from people, and those from the house; notes how many of the house's lie there."""
    lies = house_lies(db, deal.table_id, deal.id, begins)
    house, after = capping.from_house(won, [seat["user_id"] is None for seat in deal.seats], lies)
    db.execute("UPDATE deals SET house_lies = ? WHERE id = ?", (after, deal.id))
    return [
        (net if seat["user_id"] is None else net - of_house, of_house)
        for net, of_house, seat in zip(won, house, deal.seats, strict=True)
    ]


def house_lies(db: Database, table_id: int, deal_id: int, begins: Stakes) -> int:
    """How many of the chips in pot and pools came from computer players, before the deal."""
    row = db.execute(
        "SELECT house_lies FROM deals WHERE table_id = ? AND status = 'finished' AND number <"
        " (SELECT number FROM deals WHERE id = ?) ORDER BY number DESC LIMIT 1",
        (table_id, deal_id),
    ).fetchone()
    return min(0 if row is None else row["house_lies"], begins.pot + sum(chips for _, chips in begins.pools))


def lies_after(db: Database, deal_id: int) -> int:
    """How many of the chips in pot and pools came from computer players, after the deal."""
    row = db.execute("SELECT house_lies FROM deals WHERE id = ?", (deal_id,)).fetchone()
    return int(row["house_lies"])


def chips_won(unit: str, begins: Stakes, result: DealResult) -> tuple[int, ...] | None:
    """What each seat won or lost in chips by the rules, whatever the game counts; None if nothing was played for.

    People may all have nothing before them, and play on credit (``general.md G-8``).
    """
    if unit == "chips":
        return result.net  # in which the chips that the house issued don't count
    if not any(begins.chips) and not any(result.stakes.chips):
        return None
    return tuple(after - before for before, after in zip(begins.chips, result.stakes.chips, strict=True))


def _begins(db: Database, deal_id: int) -> Stakes:
    """What the deal started from."""
    row = db.execute("SELECT stakes FROM deals WHERE id = ?", (deal_id,)).fetchone()
    return codec.stakes_from_json(codec.from_text(row["stakes"]))


def cancel(db: Database, deal_id: int, at: float) -> int:
    """Takes an open deal back with all its chips; the table's next deal has another number, and so another pack.

    Raises ConflictError: no_deal, deal_over.
    """
    deal = _deal(db, deal_id)
    if db.execute("SELECT 1 FROM deals WHERE id = ? AND status = 'open'", (deal_id,)).fetchone() is None:
        raise ConflictError("deal_over", deal_id=deal_id)
    ledger.reverse_deal(db, deal_id, deal.guild_id, at)
    db.execute("UPDATE deals SET status = 'cancelled', finished_at = ? WHERE id = ?", (at, deal_id))
    return deal_id


def _deal(db: Database, deal_id: int) -> _Deal:
    """The deal, open or over. Raises ConflictError("no_deal")."""
    row = db.execute(
        "SELECT tables.id, guild_id, unit, practice FROM deals JOIN tables ON tables.id = table_id WHERE deals.id = ?",
        (deal_id,),
    ).fetchone()
    if row is None:
        raise ConflictError("no_deal", deal_id=deal_id)
    return _Deal(deal_id, row["id"], row["guild_id"], row["unit"], bool(row["practice"]), _seats(db, deal_id))


def _seats(db: Database, deal_id: int) -> list[Row]:
    """Sitting, person, name and attendance of each seat in order."""
    return db.execute(
        "SELECT sitting_id, user_id, name, deal_seats.missed, drawn FROM deal_seats"
        " JOIN sittings ON sittings.id = sitting_id WHERE deal_id = ? ORDER BY seat",
        (deal_id,),
    ).fetchall()


def _moves(guild_id: int, table_id: int, sittings: Sequence[int], transfers: Iterable[Transfer]) -> list[Move]:
    """The engine's transfers between the ledger's accounts."""

    def account(place: Account) -> str:
        if isinstance(place, int):
            return ledger.seat(sittings[place])
        if place == HOUSE:
            return ledger.house(guild_id)
        return ledger.pot(table_id) if place == POT else ledger.pool(table_id, place)

    return [
        Move(account(transfer.source), account(transfer.target), transfer.amount, transfer.reason)
        for transfer in transfers
    ]


def _compare(db: Database, table_id: int, sittings: Sequence[int], stakes: Stakes) -> None:
    """Raises LedgerError if the ledger has other chips than the stakes."""
    if len(stakes.chips) != len(sittings):
        raise LedgerError(f"The stakes name {len(stakes.chips)} seats, the deal has {len(sittings)}.")
    for seat, sitting_id in enumerate(sittings):
        has = ledger.balance(db, ledger.seat(sitting_id))
        if has != stakes.chips[seat]:
            raise LedgerError(f"Seat {seat} has {has} chips in the ledger, the stakes say {stakes.chips[seat]}.")
    has = ledger.balance(db, ledger.pot(table_id))
    if has != stakes.pot:
        raise LedgerError(f"The pot has {has} chips in the ledger, the stakes say {stakes.pot}.")
    there = dict(ledger.pools(db, table_id))
    named = dict(stakes.pools)
    for name in sorted(there.keys() | named.keys()):
        if there.get(name, 0) != named.get(name, 0):
            raise LedgerError(
                f"The pool {name} has {there.get(name, 0)} chips in the ledger, the stakes say {named.get(name, 0)}."
            )


def deal(db: Database, deal_id: int) -> StoredDeal | None:
    """The deal with all its actions; None if there is none."""
    row = db.execute("SELECT * FROM deals WHERE id = ?", (deal_id,)).fetchone()
    if row is None:
        return None
    seats = _seats(db, deal_id)
    done, packed = actions.of_deal(db, deal_id, row["started_at"])
    return StoredDeal(
        id=deal_id,
        table_id=row["table_id"],
        number=row["number"],
        status=row["status"],
        sittings=tuple(seat["sitting_id"] for seat in seats),
        names=tuple(seat["name"] for seat in seats),
        user_ids=tuple(seat["user_id"] for seat in seats),
        stakes=codec.stakes_from_json(codec.from_text(row["stakes"])),
        deck=tuple(codec.from_text(row["deck"])),
        seed=row["seed"],
        commitment=row["commitment"],
        cut=row["cut"],
        state_hash=row["state_hash"],
        actions=done,
        result=None if row["result"] is None else codec.result_from_json(codec.from_text(row["result"])),
        started_at=row["started_at"],
        finished_at=row["finished_at"],
        chance=None if row["chance"] is None else codec.from_text(row["chance"]),
        missed=tuple(seat["missed"] for seat in seats),
        drawn=tuple(seat["drawn"] for seat in seats),
        packed=packed,
    )


def finished(db: Database, table_id: int, most: int) -> tuple[StoredDeal, ...]:
    """The newest finished deals of a table, ``most`` at most, the oldest of them first."""
    rows = db.execute(
        "SELECT id FROM deals WHERE table_id = ? AND status = 'finished' ORDER BY number DESC LIMIT ?", (table_id, most)
    ).fetchall()
    found = (deal(db, row["id"]) for row in reversed(rows))
    return tuple(stored for stored in found if stored is not None)


def played_last(db: Database, table_id: int) -> tuple[int, ...]:
    """The sittings to whom belongs what lies in the pot and the pools after the table's last finished deal.

    They are those that played it, beginning with the player at its dealer's left (``poch.md PO-65``), also people who
    have got up since, but not computer players who were removed. Nobody, if a game is over that everybody began with
    the same supply: then it is nobody's (PO-52).
    """
    row = db.execute(
        "SELECT id, result FROM deals WHERE table_id = ? AND status = 'finished' ORDER BY number DESC LIMIT 1",
        (table_id,),
    ).fetchone()
    if row is None:
        return ()
    result = codec.from_text(row["result"])
    if result.get("game_over") and result["stakes"].get("supply"):
        return ()
    seats = db.execute(
        "SELECT sitting_id FROM deal_seats JOIN sittings ON sittings.id = sitting_id"
        " WHERE deal_id = ? AND (user_id IS NOT NULL OR leaving = 0)"
        " ORDER BY seat < ?, seat",
        (row["id"], result["stakes"]["dealer"]),
    ).fetchall()
    return tuple(seat["sitting_id"] for seat in seats)


def with_largest_win(db: Database, table_id: int, most: int) -> tuple[StoredDeal, ...]:
    """The deals of a table in which somebody won more than anybody did in any other, the first ones first."""
    rows = db.execute(
        "WITH ranked AS (SELECT deals.id, deals.number, max(net) AS net, rank() OVER (ORDER BY max(net) DESC) AS place"
        " FROM deals JOIN results ON results.deal_id = deals.id WHERE deals.table_id = ? GROUP BY deals.id)"
        " SELECT id FROM ranked WHERE place = 1 AND net > 0 ORDER BY number LIMIT ?",
        (table_id, most),
    ).fetchall()
    found = (deal(db, row["id"]) for row in rows)
    return tuple(stored for stored in found if stored is not None)


def being_played(db: Database, table_id: int) -> int | None:
    """The id of the deal that is being played at the table; None where there is none."""
    row = db.execute("SELECT id FROM deals WHERE table_id = ? AND status = 'open'", (table_id,)).fetchone()
    return None if row is None else int(row["id"])


def check_none_is_played(db: Database, table_id: int) -> None:
    """Raises ConflictError("deal_open") where a deal is being played at the table."""
    if (deal_id := being_played(db, table_id)) is not None:
        raise ConflictError("deal_open", deal_id=deal_id)


def newest_id(db: Database, table_id: int) -> int | None:
    """The id of a table's newest deal, open or over."""
    row = db.execute("SELECT id FROM deals WHERE table_id = ? ORDER BY number DESC LIMIT 1", (table_id,)).fetchone()
    return None if row is None else int(row["id"])


def newest(db: Database, table_id: int) -> StoredDeal | None:
    """A table's newest deal, open or over."""
    deal_id = newest_id(db, table_id)
    return None if deal_id is None else deal(db, deal_id)


def game_on(db: Database, table_id: int) -> bool:
    """Whether a game goes on at the table, in a deal or between two; also where its newest deal can't be read."""
    row = db.execute(
        "SELECT status, stakes, result FROM deals WHERE table_id = ? ORDER BY number DESC LIMIT 1", (table_id,)
    ).fetchone()
    if row is None:
        return False
    try:
        if row["status"] == "cancelled":
            return bool(codec.stakes_from_json(codec.from_text(row["stakes"])).deals)
        result = None if row["result"] is None else codec.result_from_json(codec.from_text(row["result"]))
    except codec.UNREADABLE:
        return True
    return result is None or (bool(result.stakes.deals) and not result.game_over)


def levelled(db: Database, number: int, sittings: Sequence[int]) -> tuple[Levelled, ...]:
    """How the stacks were levelled for the table's deal of that number, by seat; unchanged stacks are left out."""
    found, why = [], f"levelled:{number}"
    for seat, sitting_id in enumerate(sittings):
        account = ledger.seat(sitting_id)
        keys = (f"levelled:{sitting_id}:{number}", f"top_up:{sitting_id}:{why}")
        back, bounds = extra.taken_back(db, sitting_id, why), payout.bounds(db, sitting_id, why)
        brought = sum(ledger.posted(db, key, account) for key in keys) - bounds.won
        found.append(Levelled(seat, brought, back, bounds))
    return tuple(stack for stack in found if stack.brought or stack.taken_back or stack.bounds)


def last(
    db: Database, table_id: int | None, channel_id: int | None, finished: bool, number: int | None = None
) -> StoredDeal | None:
    """The newest deal of a table or of a channel's tables; with ``finished``, the newest that was played to its end.

    ``number``: the newest that has this number at its table.
    """
    row = db.execute(
        "SELECT deals.id FROM tables JOIN deals ON deals.table_id = tables.id"
        " WHERE (tables.id = ? OR channel_id = ?) AND (? = 0 OR deals.status = 'finished')"
        " AND number = coalesce(?, number) ORDER BY deals.id DESC LIMIT 1",
        (table_id, channel_id, finished, number),
    ).fetchone()
    return None if row is None else deal(db, row["id"])


def scored(db: Database, table_id: int, most: int) -> tuple[ScoredDeal, ...]:
    """The newest ``most`` finished deals of the table's present or last game, the oldest first.

    What somebody won before getting up and coming back counts for the sitting of now.
    """
    newest = {
        row["user_id"]: row["id"]
        for row in db.execute(
            "SELECT user_id, max(id) AS id FROM sittings WHERE table_id = ? AND user_id IS NOT NULL GROUP BY user_id",
            (table_id,),
        )
    }
    found = []
    for row, seats in _of_the_game(db, table_id, most):
        net = codec.result_from_json(codec.from_text(row["result"])).net
        sittings = [newest.get(seat["user_id"], seat["sitting_id"]) for seat in seats]
        found.append(ScoredDeal(row["number"], dict(zip(sittings, net, strict=True)), row["id"]))
    return tuple(reversed(found))


def scores_left(db: Database, table_id: int, user_ids: Collection[int]) -> dict[int, int]:
    """The scores with which these people got up from the table's present game, of those who had any."""
    found: dict[int, int] = {}
    missing = set(user_ids)
    for row, seats in _of_the_game(db, table_id, ALL_ROWS):
        scores = codec.result_from_json(codec.from_text(row["result"])).stakes.scores
        for seat, score in zip(seats, scores, strict=False):
            if seat["user_id"] in missing:
                missing.discard(seat["user_id"])
                found[seat["user_id"]] = score
        if not missing:
            break
    return found


def _of_the_game(db: Database, table_id: int, most: int) -> Iterator[tuple[Row, Sequence[Row]]]:
    """The finished deals of the table's present or last game with their seats, the newest first."""
    rows = db.execute(
        "SELECT id, number, stakes, result FROM deals WHERE table_id = ? AND status = 'finished'"
        " ORDER BY number DESC LIMIT ?",
        (table_id, most),
    )
    for row in rows.fetchall():
        yield row, _seats(db, row["id"])
        if not codec.stakes_from_json(codec.from_text(row["stakes"])).deals:
            break  # the first deal of a game


def record(db: Database, deal_id: int) -> dict[str, Any]:
    """The deal as a table record. Secret while it is open. Raises ConflictError("no_deal")."""
    stored = deal(db, deal_id)
    if stored is None:
        raise ConflictError("no_deal", deal_id=deal_id)
    row = db.execute("SELECT game, rules, rules_version FROM tables WHERE id = ?", (stored.table_id,)).fetchone()
    done = [action.action for action in stored.actions]
    if (chance := stored.chance) is not None:
        secret, cut = bytes.fromhex(stored.seed), stored.cut
        pack = bound_pack(secret, stored.table_id, stored.number)
        shuffle = opened(pack, chance, cut, roots(secret, stored.table_id, stored.number))
        played = compose_deal(stored.deck, done, shuffle)
        return compose_record(
            row["game"], chance["rules"], stored.names, stored.stakes, [played], version=fairness.FORMAT
        )
    played = compose_deal(stored.deck, done, (stored.seed, stored.commitment, stored.cut))
    rules = codec.recorded_rules(row["game"], codec.from_text(row["rules"]), row["rules_version"])
    return compose_record(row["game"], rules, stored.names, stored.stakes, [played])
