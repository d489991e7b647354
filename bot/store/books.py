"""What a step may do at the tables. All its operations are one transaction, and each returns what it did."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from bot.store import (
    codec,
    deals,
    guests,
    ledger,
    letters,
    people,
    server_log,
    servers,
    setup,
    shuffles,
    supply,
    tables,
    votes,
    ways_out,
)
from bot.store.database import Database
from bot.store.model.deals import Attendance, NewDeal, Started, StoredDeal
from bot.store.model.errors import DuplicateError, Refusal
from bot.store.model.people import Member, PersonSettings, Purse
from bot.store.model.servers import Chips
from bot.store.model.settled import Closing, GotUp, ToppedUp
from bot.store.model.tables import Ballot, Ballots, Ended, NewTable, Setup, ShuffleLine, Sitting, TableNow
from bot.store.server_log import Act
from engine.players.base import Level
from engine.stakes import DealResult, Transfer


class Books:
    """The books, open for one step.

    A ``key`` makes an operation idempotent: with the same key a second time it does nothing, and returns what it did
    the first time. Operations raise Refusal with a reason for a person, and ConflictError if the caller is wrong about
    what is written; then the whole step is undone. A step must change nothing but the books: it may be run again.
    """

    def __init__(self, db: Database, chips: Chips, at: float) -> None:
        self._db = db
        self._chips = chips
        self._at = at

    def _once(self, key: str, kind: str, work: Callable[[], int]) -> int:
        return ledger.once(self._db, key, kind, self._at, work)

    @contextlib.contextmanager
    def attempt(self) -> Iterator[None]:
        """A part of the step that may be refused: then that part alone is undone, and no Refusal is raised."""
        self._db.execute("SAVEPOINT attempt")
        try:
            yield
        except Refusal:
            self._db.execute("ROLLBACK TO attempt")
        self._db.execute("RELEASE attempt")

    def note(self, key: str) -> None:
        """Notes the key of a step none of whose operations has a key. Raises DuplicateError."""
        if ledger.seen(self._db, key):
            raise DuplicateError(key=key)
        self._once(key, "step", lambda: 0)

    def log(self, guild_id: int, act: Act, key: str) -> None:
        """Writes into a server's log, once a key."""
        server_log.write(self._db, guild_id, act, key, self._at)

    def log_and_tell(self, guild_id: int, act: Act, key: str) -> None:
        """The same, and has whoever it concerns told privately."""
        letters.write(self._db, guild_id, act, key, self._at)

    # -- reading

    def now(self, table_id: int) -> TableNow:
        """The table and what lies on it, with this step's changes. Raises ConflictError("no_table")."""
        return tables.now(self._db, table_id, self._at)

    def sittings(self, table_id: int) -> tuple[Sitting, ...]:
        """Everybody who sits there now, in order of position, with this step's changes."""
        return tables.sittings(self._db, table_id)

    def take_hint(self, sitting_id: int) -> None:
        """Counts a hint that was given to whoever sits there."""
        tables.take_hint(self._db, sitting_id)

    def settings(self, user_id: int) -> PersonSettings:
        """What the person has chosen, else the defaults."""
        return people.settings(self._db, user_id)

    def purse(self, member: Member) -> Purse:
        """A member's chips; the purse is opened at its first use, and topped up if that is due today."""
        return ledger.use_purse(self._db, member, self._chips, self._at)

    def has_sat(self, table_id: int, user_id: int) -> bool:
        """Whether a person sits at the table, or sat there before."""
        return tables.has_sat(self._db, table_id, user_id)

    def left_with(self, table_id: int, user_id: int) -> int | None:
        """The chips with which a person got up from the table's present or last game.

        None if the person was dealt in to none of its deals, or still sits there.
        """
        return supply.left_with(self._db, table_id, user_id)

    def scores_left(self, table_id: int, user_ids: Collection[int]) -> dict[int, int]:
        """The scores with which these people got up from the table's present game, of those who had any."""
        return deals.scores_left(self._db, table_id, user_ids)

    def carried_away(self, table_id: int, user_id: int) -> int:
        """The chips with which a person got up from the table within the last hour; 0 for whoever didn't."""
        return supply.carried_away(self._db, table_id, user_id, self._at)

    # -- tables and sittings

    def open_table(self, new: NewTable, key: str) -> int:
        """Opens a table in a channel, and returns its id.

        Raises Refusal: table_exists or table_here(table_id), too_many_of_yours(most), too_many_here(most).
        """

        def work() -> int:
            table_id = tables.open_table(self._db, new, self._at)
            servers.check_room(self._db, new.host.guild_id, new.host.user_id)
            return table_id

        return self._once(key, "open_table", work)

    def sit(
        self,
        table_id: int,
        member: Member | None,
        *,
        key: str,
        name: str | None = None,
        amount: int | None = None,
        level: Level = "regular",
    ) -> Sitting:
        """Seats a person, or with None for ``member`` a computer player called ``name`` who plays that well.

        ``amount`` chips, else the table's buy-in, come from the purse (opened at its first use, topped up if due), for
        a computer player from the house. Raises ConflictError: no_table, table_closed, already_seated(sitting_id);
        Refusal: purse_too_small(have, need, owed).
        """
        called = name or (member.name if member else "")
        if not called:
            raise ValueError("a computer player needs a name")

        def work() -> int:
            return tables.sit(self._db, table_id, member, called, amount, self._chips, self._at, level)

        return tables.sitting(self._db, self._once(key, "sit", work))

    def top_up(self, sitting_id: int, amount: int, key: str) -> ToppedUp:
        """Brings ``amount`` more chips to the table between deals.

        The house first takes back its extra chips (``poch.md PO-33``). Raises ConflictError: no_sitting, has_left,
        deal_open (the person is in an open deal); Refusal: purse_too_small(have, need, owed).
        """

        def work() -> int:
            return tables.top_up(self._db, sitting_id, amount, key, self._chips, self._at)

        return tables.topped_up(self._db, self._once(key, "top_up", work), key)

    def fill_up(self, sitting_id: int, full: int, key: str) -> ToppedUp:
        """Tops a stack up to ``full`` chips. Raises as ``top_up``, and Refusal: nothing_to_top_up(have, most)."""
        short = 0 if ledger.seen(self._db, key) else tables.short_of(self._db, sitting_id, full, self._at)
        return self.top_up(sitting_id, short, key)

    def rise(self, sitting_id: int, key: str) -> GotUp:
        """A sitter gets up: the chips go back to the purse, those of a computer player to the house.

        A debt (``general.md G-8``) is paid from the purse. Raises ConflictError: no_sitting, has_left, deal_open.
        """
        return tables.got_up(self._db, self._once(key, "rise", lambda: tables.rise(self._db, sitting_id, self._at)))

    def mark_leaving(self, sitting_id: int, leaving: bool = True) -> None:
        """Notes that a sitter gets up when the deal is over (``general.md G-11``).

        Raises ConflictError: no_sitting, has_left.
        """
        tables.mark_leaving(self._db, sitting_id, leaving)

    def attend(self, deal_id: int | None, seen: Attendance) -> None:
        """Notes whether a person is there; with a deal's id also what concerns that deal alone.

        Raises ConflictError: no_sitting, has_left.
        """
        tables.set_away(self._db, seen.sitting_id, seen.away, seen.missed)
        if deal_id is not None:
            deals.attend(self._db, deal_id, seen)

    def close_table(self, table_id: int, key: str) -> Closing:
        """Closes a table: an open deal is taken back, everybody cashes out.

        Those who played the last deal share pot and pools equally. Raises ConflictError: no_table, table_closed.
        """

        def work() -> int:
            return tables.close_table(self._db, table_id, self._at)

        return tables.closing(self._db, self._once(key, "close_table", work))

    def set_up(self, table_id: int, new: Setup, key: str) -> int:
        """Sets a table up anew before its first deal, and returns its id; stacks follow the buy-in.

        Raises ConflictError: no_table, table_closed, deal_open; Refusal: short_of_buy_in or purses_frozen
        (names, count, chips).
        """

        def work() -> int:
            return setup.set_up(self._db, table_id, new, key, self._chips, self._at)

        return self._once(key, "set_up", work)

    def let_look(self, table_id: int, seconds: float) -> None:
        """Notes that the first deal isn't dealt for so long: it takes more chips of people there than before.

        Raises ConflictError: no_table, table_closed.
        """
        tables.note(self._db, table_id, look_until=self._at + seconds)

    def begin_practice(self, table_id: int) -> None:
        """Makes a table one for practice: people's chips go home, and the house gives as many instead.

        Raises ConflictError: no_table, table_closed.
        """
        setup.begin_practice(self._db, table_id, self._at)

    def go_on(self, table_id: int, new: NewTable, key: str) -> int:
        """Closes a table and opens another one for the same people, whose id it returns.

        Raises ConflictError: no_table, table_closed, deal_open; Refusal: purse_too_small(have, need, owed),
        host_frozen(name), too_many(most, game).
        """

        def work() -> int:
            return setup.go_on(self._db, table_id, new, self._chips, self._at)

        return self._once(key, "go_on", work)

    def set_ended(self, table_id: int, ended: Ended) -> None:
        """Notes why the table closes by itself, before it is closed. Raises ConflictError: no_table, table_closed."""
        tables.note(self._db, table_id, ended=ended)

    def set_paused(self, table_id: int, paused: bool) -> None:
        """Notes whether the next deal waits until somebody starts it. Raises ConflictError: no_table, table_closed."""
        tables.note(self._db, table_id, paused=paused)

    def set_computers(self, table_id: int, user_id: int, level: Level) -> None:
        """Notes how well the next computer player plays there, and at the next table of the person who chose it.

        Raises ConflictError: no_table, table_closed.
        """
        tables.note(self._db, table_id, computers=level)
        people.set_settings(self._db, user_id, replace(people.settings(self._db, user_id), computers=level))

    def set_closing(self, table_id: int, closing: bool, by: int | None = None) -> None:
        """Notes whether the table closes as soon as the deal is over, and which user asked for it.

        Raises ConflictError: no_table, table_closed.
        """
        tables.note(self._db, table_id, closing=closing, closing_by=by)

    def close_at_once(
        self,
        table_id: int,
        key: str,
        kind: ways_out.Kind,
        name: str = "",
        *,
        direct: bool = False,
        by: int | None = None,
    ) -> Closing:
        """Closes a table as ``close_table`` does, also in mid-deal, and has its channel told who did it.

        ``direct``: tells everybody who sat there by direct message instead; ``by``: the user who did it.

        Raises ConflictError: no_table, table_closed.
        """

        def work() -> int:
            return ways_out.close(self._db, table_id, kind, name, direct, self._at, by)

        return tables.closing(self._db, self._once(key, "close_table", work))

    def take_back(self, table_id: int) -> bool:
        """Takes the table's open deal back with all its chips, and has its channel told. False if there is none."""
        return ways_out.take_back(self._db, table_id, self._at)

    def set_locked(self, table_id: int, locked: bool) -> None:
        """Notes whether nobody new may sit down but people who were invited.

        Raises ConflictError: no_table, table_closed.
        """
        tables.note(self._db, table_id, locked=locked)

    def note_guest(self, table_id: int, user_id: int, *, invited: bool) -> bool:
        """Notes that a person was invited, or was removed and may not sit down again until invited.

        Returns whether the person may sit down now and couldn't before. Raises ConflictError: no_table, table_closed.
        """
        could = guests.may_sit(self._db, table_id, user_id)
        guests.note(self._db, table_id, user_id, invited=invited)
        return invited and not could

    def go_along(self, table_id: int, next_id: int) -> None:
        """Has the lock of a table, and who was invited or removed there, hold at the one after it, too."""
        guests.go_along(self._db, table_id, next_id)

    def check_guest(self, table_id: int, user_id: int) -> None:
        """Raises Refusal where that person may not sit down: was_removed, table_locked."""
        guests.check(self._db, table_id, user_id)

    def cast(self, table_id: int, ballot: Ballot) -> None:
        """Keeps what somebody there has voted for. Raises ConflictError: no_table, table_closed."""
        votes.cast(self._db, table_id, ballot)

    def withdraw_ballot(self, table_id: int, kind: Ballots, user_id: int) -> None:
        """Forgets that somebody has voted for that."""
        votes.withdraw(self._db, table_id, kind, user_id)

    def forget_ballots(self, table_id: int, kind: Ballots) -> None:
        """Forgets who has voted for that."""
        votes.forget(self._db, table_id, kind)

    def set_result_lines(self, table_id: int, on: bool) -> None:
        """Notes whether a line about each deal stays in the table's channel.

        Raises ConflictError: no_table, table_closed.
        """
        tables.note(self._db, table_id, result_lines=on)

    def set_host(self, table_id: int, user_id: int) -> None:
        """Gives the table another host. Raises ConflictError: no_table, table_closed."""
        tables.note(self._db, table_id, host_id=user_id)

    # -- deals

    def start_deal(self, table_id: int, deal: NewDeal, key: str) -> Started:
        """Writes a deal that begins, with its antes. The table is then ``playing``.

        Raises ConflictError: no_table, table_closed, deal_open, no_sitting, has_left, key_reused (the key is that of
        another deal); Refusal: short_of_supply or purses_frozen (names, count, chips) (who must top up first, for a
        game that everybody begins with as many); LedgerError where the stakes are not what the ledger has.
        """

        def first() -> None:
            tables.forget_ballots(self._db, table_id)
            if deal.levelled:
                supply.begin(self._db, table_id, deal, self._chips, self._at)

        deal_id = deals.start_once(self._db, table_id, deal, key, self._at, first)
        return Started(deal_id, deals.levelled(self._db, deal.number, deal.sittings) if deal.levelled else ())

    def add_action(
        self,
        deal_id: int,
        seq: int,
        action: Mapping[str, Any],
        *,
        state_hash: str,
        transfers: tuple[Transfer, ...] = (),
        interaction_id: int | None = None,
        finish: DealResult | None = None,
        cap: int | None = None,
    ) -> None:
        """Writes an action with the transfers that it caused, and with ``finish`` the end of the deal.

        ``cap``, with ``finish``: the most chips that the deal may cost a seat; what it cost more, winners give back.

        ``seq`` counts from 0 without gaps. Raises DuplicateError where that seq or interaction is written already;
        ConflictError: no_deal, deal_over, out_of_order(expected); LedgerError where the result's stakes are not what
        the ledger has.
        """
        text = codec.to_text(action)
        new = deals.NewAction(deal_id, seq, text, state_hash, transfers, interaction_id, finish, cap)
        deals.add_action(self._db, new, self._at)

    def cancel_deal(self, deal_id: int, key: str) -> None:
        """Takes an open deal back with all its chips, by reversals. Raises ConflictError: no_deal, deal_over."""
        self._once(key, "cancel_deal", lambda: deals.cancel(self._db, deal_id, self._at))

    # -- shuffles

    def last_deal(self, table_id: int) -> StoredDeal | None:
        """The table's newest deal with all its actions, open or over."""
        return deals.newest(self._db, table_id)

    def words(self, table_id: int, deal: int) -> Mapping[int, str]:
        """What people add to the shuffle of a table's deal, by user."""
        return shuffles.words(self._db, table_id, deal)

    def set_word(self, table_id: int, deal: int, user_id: int, word: str) -> None:
        """Notes what a person adds to the shuffle of a table's deal, in place of what the person added before."""
        shuffles.set_word(self._db, table_id, deal, user_id, word)

    def set_shuffle_line(self, table_id: int, first_deal: int, message_id: int) -> None:
        """Notes that such a line was published just now; the first one for the same deals stays."""
        shuffles.set_line(self._db, table_id, ShuffleLine(first_deal, message_id, self._at))

    def agree_to_open(self, deal_id: int, user_id: int) -> None:
        """Notes that a person agrees to open all cards of a deal."""
        shuffles.agree(self._db, deal_id, user_id)
