"""What people and the clock do at a table: each step is one transaction, with everything that follows from it.

These functions run in the store's thread, perhaps twice, and change nothing but the books. They return what the books
then say; the table in memory changes once that is on the disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, get_args

from bot.service.customs import LOOK
from bot.service.dealing import Dealing
from bot.service.model import Orphan, Person, Refusal, Sitter, Vote
from bot.service.servers import at_table, closed, closes, went_on
from bot.service.table import After, Table
from bot.store.books import Books
from bot.store.model.deals import Attendance, Started
from bot.store.model.settled import GotUp, ToppedUp
from bot.store.model.tables import Ballot, NewTable, Setup, Sitting, TableNow
from engine.players.base import Level
from engine.stakes import DealResult, Transfer

# -- sitting down


def sit(books: Books, table: Table, person: Person, name: str, key: str, *, again: bool = False) -> After:
    """A person sits down; with ``again`` only one who has sat there before. Raises Refusal.

    In a game to which nobody may add chips, a player who comes back brings the chips from the time of getting up. With
    too few to be dealt in the player is refused. In any other game, whoever comes back within an hour brings what was
    carried away, so that nobody puts winnings out of reach.
    """
    if again and not books.has_sat(table.table_id, person.user_id):
        raise Refusal("not_seated")
    books.check_guest(table.table_id, person.user_id)
    amount, carried = None, 0
    if table.game.money.ends_broke and table.game_on:
        amount = books.left_with(table.table_id, person.user_id)
        least = table.game.money.entry(table.rules, min(len(table.sitters) + 1, table.game.seats[-1]))
        if amount is not None and amount < least:
            # The extra chips went back to the house, and nobody may add chips: no deal could ever be dealt.
            raise Refusal("too_little_left", have=amount, least=least)
    elif not table.practice and not table.game.money.ends_broke:  # there everybody begins a game with as many chips
        carried = books.carried_away(table.table_id, person.user_id)
        amount = max(table.setup.buy_in, carried) if carried else None
    try:
        books.sit(table.table_id, person, key=key, name=name, amount=amount)
    except Refusal as refused:
        if refused.code != "purse_too_small" or carried <= table.setup.buy_in:
            raise
        have, owed = refused.details["have"], refused.details["owed"]
        raise Refusal("carried_away", carried=carried, have=have, owed=owed, usual=table.setup.buy_in) from None
    return After(pass_host(books, table.table_id))


def sit_computer(books: Books, table: Table, name: str, level: Level, key: str) -> After:
    """A computer player of that level sits down."""
    books.sit(table.table_id, None, key=key, name=name, level=level)
    return After(books.now(table.table_id))


def choose_level(books: Books, table: Table, user_id: int, level: Level, key: str) -> After:
    """The next computer player who sits down there plays that well, because that user wants it."""
    books.note(key)
    books.set_computers(table.table_id, user_id, level)
    return After(books.now(table.table_id))


def fill_up(books: Books, table: Table, sitter: Sitter, key: str) -> tuple[After, ToppedUp]:
    """Brings a stack back to the buy-in. Raises Refusal."""
    topped_up = books.fill_up(sitter.sitting_id, table.setup.buy_in, key)
    return After(books.now(table.table_id), topped_up={sitter.sitting_id: topped_up}), topped_up


# -- setting up


def set_up(books: Books, table: Table, setup: Setup, by: int, key: str) -> After:
    """Sets the table up anew before its first deal, because that user wants it; stacks follow the buy-in.

    Raises Refusal.
    """
    books.set_up(table.table_id, setup, key)
    if setup.buy_in > table.setup.buy_in and _others_there(books, table.table_id, by):
        books.let_look(table.table_id, LOOK)
    return After(books.now(table.table_id))


def pause(books: Books, table: Table, paused: bool, key: str) -> After:
    """Has the next deal wait until somebody starts it, or no longer."""
    books.note(key)
    books.set_paused(table.table_id, paused)
    return After(books.now(table.table_id))


def leave_lines(books: Books, table: Table, on: bool, key: str) -> After:
    """Has a line about each deal stay in the channel, or not."""
    books.note(key)
    books.set_result_lines(table.table_id, on)
    return After(books.now(table.table_id))


def go_on(books: Books, table: Table, new: NewTable, by: int, key: str) -> After:
    """Closes the table, and opens another one in its channel for the same people, because that user wants it.

    Raises Refusal.
    """
    there = books.go_on(table.table_id, new, key)
    if new.setup.buy_in > table.setup.buy_in and not new.practice and _others_there(books, there, by):
        books.let_look(there, LOOK)
    books.log(table.guild_id, went_on(table.table_id, by, new.game), f"table:{table.table_id}:closed")
    return After(books.now(table.table_id))


def _others_there(books: Books, table_id: int, by: int) -> bool:
    """Whether people sit there besides that user."""
    return any(who.user_id not in (None, by) for who in books.sittings(table_id))


# -- getting up


def get_up(books: Books, table: Table, sitter: Sitter, key: str) -> After:
    """A sitter gets up: at once, or after the deal if dealt in to it."""
    if table.playing and table.deal is not None and table.deal.seat_of(sitter.sitting_id) is not None:
        return mark_leaving(books, table, sitter, key)
    books.mark_leaving(sitter.sitting_id)  # tells it from those who get up because the table closes
    gone = books.rise(sitter.sitting_id, key)
    after = between(books, table) if not table.playing else After(pass_host(books, table.table_id))
    return After(after.now, (gone, *after.got_up), after.in_debt)


def remove(books: Books, table: Table, sitter: Sitter, by: int, key: str) -> After:
    """A person gets up between deals, because that user wants it, and can't sit down there again until invited."""
    if sitter.user_id is not None:
        books.note_guest(table.table_id, sitter.user_id, invited=False)
        books.log_and_tell(table.guild_id, at_table("removed", table.table_id, by, sitter.user_id), f"{key}:log")
    return get_up(books, table, sitter, key)


def lock(books: Books, table: Table, locked: bool, by: int, key: str) -> After:
    """Lets nobody new sit down but people who were invited, or everybody again, because that user wants it."""
    books.note(key)
    books.set_locked(table.table_id, locked)
    if locked != table.row.locked:
        books.log(table.guild_id, at_table("locked" if locked else "unlocked", table.table_id, by), f"{key}:log")
    return After(books.now(table.table_id))


def invite(books: Books, table: Table, user_id: int, by: int, key: str) -> None:
    """Lets a person sit down, also at a locked table, or after having been removed; then the person is told."""
    books.note(key)
    write = books.log_and_tell if books.note_guest(table.table_id, user_id, invited=True) else books.log
    write(table.guild_id, at_table("invited", table.table_id, by, user_id), f"{key}:log")


def vote(books: Books, table: Table, ballot: Ballot, key: str) -> After:
    """Keeps what a person votes for, or agrees to, where that decides nothing yet."""
    books.note(key)
    books.cast(table.table_id, ballot)
    return After(books.now(table.table_id))


def vote_back(books: Books, table: Table, ballot: Ballot, key: str) -> After:
    """A person takes back a vote that has decided nothing yet."""
    books.note(key)
    books.withdraw_ballot(table.table_id, ballot.kind, ballot.user_id)
    return After(books.now(table.table_id))


def ask_to_end(books: Books, table: Table, ballot: Ballot, key: str) -> After:
    """Asks everybody anew whether the table is to close at once."""
    books.forget_ballots(table.table_id, ballot.kind)
    books.log(table.guild_id, at_table("end_asked", table.table_id, ballot.user_id), f"{key}:log")
    return vote(books, table, ballot, key)


def withdraw(books: Books, table: Table, ballot: Ballot, key: str) -> After:
    """A person no longer agrees to close the table at once; if that is whoever asked, nobody is asked any more."""
    books.note(key)
    if ballot.user_id == table.host_id:
        books.forget_ballots(table.table_id, ballot.kind)
        books.log(table.guild_id, at_table("end_withdrawn", table.table_id, ballot.user_id), f"{key}:log")
    else:
        books.withdraw_ballot(table.table_id, ballot.kind, ballot.user_id)
    return After(books.now(table.table_id))


def stay_open(books: Books, table: Table, by: int, key: str) -> After:
    """The table doesn't close after the deal, and whoever had voted for that has to do so again."""
    books.note(key)
    books.set_closing(table.table_id, False)
    books.forget_ballots(table.table_id, "close")
    books.log(table.guild_id, at_table("kept_open", table.table_id, by), f"{key}:log")
    return After(books.now(table.table_id))


def mark_leaving(books: Books, table: Table, sitter: Sitter, key: str) -> After:
    """A sitter who holds cards gets up after the deal; until then a computer player plays (``general.md G-11``)."""
    books.note(key)
    books.mark_leaving(sitter.sitting_id)
    return After(pass_host(books, table.table_id))


def pass_host(books: Books, table_id: int) -> TableNow:
    """If the host has got up or is leaving, the first person who stays and isn't away becomes host; if all are away,
    the first of them.

    What the host before had asked for is forgotten.
    """
    now = books.now(table_id)
    people = _people(now.sittings)
    if people and all(now.table.host_id != who.user_id for who in people) and now.closing is None:
        present = [who for who in people if not who.away] or people
        books.set_host(table_id, present[0].user_id or 0)
        books.forget_ballots(table_id, "end")  # whoever has asked that the table close at once is gone
        now = books.now(table_id)
    return now


def _people(sittings: Iterable[Sitting]) -> list[Sitting]:
    """The people who stay, in the order around the table."""
    return [who for who in sittings if who.user_id is not None and not who.leaving]


def between(books: Books, table: Table) -> After:
    """After a deal: everybody who is leaving gets up. A table that was to close, or without people, closes."""
    in_debt = []
    for who in books.sittings(table.table_id):
        if table.cap is not None and owes_too_much(who, table.cap):
            books.mark_leaving(who.id)
            in_debt.append((who.user_id or 0, who.name, -who.chips))
    owing = tuple(in_debt)
    now = books.now(table.table_id)
    gone = tuple(books.rise(who.id, key=f"sitting:{who.id}:rise") for who in now.sittings if who.leaving)
    if now.table.closing or not _people(now.sittings):
        key = f"table:{table.table_id}:close"
        if now.table.closing:
            return After(close(books, table, key, how="asked").now, gone, owing)
        books.set_ended(table.table_id, "nobody")
        return After(close(books, table, key, how="nobody").now, gone, owing)
    return After(pass_host(books, table.table_id), gone, owing)


def owes_too_much(who: Sitting, cap: int) -> bool:
    """Whether a person owes the table a whole buy-in: nobody plays on with a larger debt, which the purse pays."""
    return who.user_id is not None and not who.practice and who.chips <= -cap


def close(books: Books, table: Table, key: str, *, how: str, by: int | None = None) -> After:
    """Closes the table: those who played the last deal share pot and pools, and everybody cashes out.

    ``how`` and ``by``: why, or as what, and which user closes it, for the server's log.
    """
    books.log(table.guild_id, closed(table.table_id, how, by), f"table:{table.table_id}:closed")
    books.close_table(table.table_id, key)
    return After(books.now(table.table_id))


def close_orphan(books: Books, orphan: Orphan, by: int) -> None:
    """Closes a table that this version can't read, because that user asked for it."""
    # With one key for all attempts, it can be tried again even if the first attempt was written.
    books.log(orphan.guild_id, closed(orphan.table_id, "unreadable", by), f"table:{orphan.table_id}:closed")
    books.close_table(orphan.table_id, key=f"table:{orphan.table_id}:close")


def close_after_the_deal(books: Books, table: Table, by: int, key: str, how: str) -> After:
    """Notes that the table closes as soon as the deal is over, because that user asked for it."""
    books.note(key)
    books.set_closing(table.table_id, True, by)
    books.log(table.guild_id, closes(table.table_id, how, by), f"{key}:log")
    return After(books.now(table.table_id))


# -- playing


def deal(
    books: Books, table: Table, prepare: Callable[[Books, tuple[Sitting, ...]], Dealing], key: int | None
) -> tuple[After, Started, Dealing]:
    """Tops up who is short and agreed to it, has the deal prepared from what lies there then, and begins it.

    Raises Refusal; then nobody is topped up either.
    """
    if key is not None:
        books.note(f"{key}:start")
    if table.to_practise:
        books.begin_practice(table.table_id)
    elif table.row.paused:
        books.set_paused(table.table_id, False)
    gone = _free_seats(books, table)
    number = table.dealt + 1
    if not table.game.money.ends_broke:  # there nobody adds chips, and the books begin each game
        _top_up_short_stacks(books, table, number)
    dealing = prepare(books, books.sittings(table.table_id))
    new = dealing.new(table.game, number, table.table_secret)
    started = books.start_deal(table.table_id, new, f"table:{table.table_id}:deal:{number}")
    return After(pass_host(books, table.table_id), gone), started, dealing


def _free_seats(books: Books, table: Table) -> tuple[GotUp, ...]:
    """Has everybody get up who is away: until now their seats were kept, but nobody plays a new deal for them."""
    sittings = books.sittings(table.table_id)
    return tuple(books.rise(who.id, key=f"sitting:{who.id}:rise") for who in sittings if who.away)


def _top_up_short_stacks(books: Books, table: Table, number: int) -> None:
    """Tops up, to the buy-in, everybody who can't pay the next deal and agreed to it (``general.md G-8``)."""
    enough = min(table.setup.buy_in, max(1, table.game.money.entry(table.rules, len(table.sitters))))
    for who in books.sittings(table.table_id):
        if who.user_id is not None and (who.auto_top_up or who.practice) and who.chips < enough:
            # If the purse can't pay, the rules say whether the seat plays on credit or sits out.
            with books.attempt():
                books.top_up(who.id, table.setup.buy_in - who.chips, key=f"sitting:{who.id}:auto:{number}")


@dataclass(frozen=True)
class Action:
    """An action as the store writes it."""

    text: dict[str, Any]
    """The action in the words of a record."""
    state_hash: str
    transfers: tuple[Transfer, ...]
    key: int | None
    """The interaction that asked for it."""
    finish: DealResult | None


def play(
    books: Books,
    table: Table,
    actions: Iterable[Action],
    attendance: Attendance | None = None,
    key: str | None = None,
) -> After | None:
    """Writes actions and, if the deal ends, what follows from that. Returns the table if more than the deal changed.

    ``attendance``: that of the person whose turn it was, if it has changed. ``key``: that of whoever asked for actions
    that are nobody's own.
    """
    assert table.deal is not None
    deal, over = table.deal, None
    if key is not None:
        books.note(key)
    if attendance is not None:
        books.attend(deal.deal_id, attendance)
    for seq, action in enumerate(actions, start=deal.seq):
        books.add_action(
            deal.deal_id,
            seq,
            action.text,
            state_hash=action.state_hash,
            transfers=action.transfers,
            interaction_id=action.key,
            finish=action.finish,
            cap=table.cap,
        )
        over = action.finish
    if over is not None:
        return between(books, table)
    return After(books.now(table.table_id)) if attendance is not None and attendance.away else None


# -- being away


def attend(books: Books, table: Table, attendance: Attendance, key: str) -> After:
    """Notes that a person is away, or is back; whoever has voted about that person's turn then has to do so again."""
    books.note(key)
    if not attendance.away and attendance.sitting_id == table.asked:
        for kind in get_args(Vote):
            books.forget_ballots(table.table_id, kind)
    books.attend(table.deal.deal_id if table.playing and table.deal is not None else None, attendance)
    return After(books.now(table.table_id))


def end(books: Books, table: Table, key: str) -> After:
    """Closes a table at which nobody has done anything for a long time."""
    books.set_ended(table.table_id, "idle")
    return close(books, table, key, how="idle")
