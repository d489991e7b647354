"""A table as the service keeps it in memory: the people and computer players there, and their deal."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.service.customs import most_lost
from bot.service.deal import Deal
from bot.service.model import (
    Binding,
    Capped,
    Evening,
    Location,
    Private,
    Refusal,
    Seating,
    Sitter,
    Snapshot,
    Stage,
    Turn,
    events_of,
)
from bot.service.payouts import Payouts
from bot.service.timing import Timing
from bot.service.watched import Watched
from bot.store.capping import refunds
from bot.store.model.settled import Closing, GotUp, ToppedUp
from bot.store.model.tables import Ballot, Setup, ShuffleLine, Sitting, TableNow
from bot.store.model.tables import Table as TableRow
from engine.fairness import LISTED, bound_pack, first_listed, list_of, roots
from engine.game import Game, Goal
from engine.memory import Memory, begin, remember
from engine.players.base import Level
from engine.rules import Rules
from engine.stakes import POT, Stakes, lies_in
from engine.view import View

REMEMBERED_KEYS = 256
"""How many interactions a table remembers, to answer a repeated one without doing it again."""


@dataclass(frozen=True)
class After:
    """The table after a step, read in the step's transaction."""

    now: TableNow
    got_up: tuple[GotUp, ...] = ()
    """Everybody who got up in the step, except at the table's closing."""
    in_debt: tuple[tuple[int, str, int], ...] = ()
    """The users who got up because they owed a whole buy-in, with their names and what they owed in chips."""
    topped_up: Mapping[int, ToppedUp] = field(default_factory=dict)
    """The stacks that were topped up in the step, by sitting."""


@dataclass
class Seen:
    """A table as others see it; whoever makes it changes it, not the table."""

    version: tuple[int, ...] = ()
    """Of the table, when this was made."""
    public: Snapshot | None = None
    own: dict[int, Private] = field(default_factory=dict)
    """What people see who sit there, each by the user."""


def as_sitter(sitting: Sitting) -> Sitter:
    """The sitting as the table shows it."""
    return Sitter(
        sitting.id,
        sitting.user_id,
        sitting.name,
        sitting.chips,
        None,
        sitting.leaving,
        sitting.away,
        sitting.level,
        sitting.extra,
        sitting.bounds,
        sitting.auto_top_up,
    )


@dataclass
class Table(Watched, Seating):
    """One table. Its lock must be held to change it."""

    row: TableRow
    """What the books had last of the table itself."""
    game: Game[Any]
    rules: Rules
    """The rules with which it is set up."""
    sitters: tuple[Sitter, ...] = ()
    """In the order around the table, with the chips that the books had last. In a deal, the deal's chips count."""
    dealer: int | None = None
    """The sitting that deals next; None before the first deal."""
    stakes: Stakes | None = None
    """Pot, pools, scores and number of deals after the last deal."""
    stakes_of: tuple[int, ...] = ()
    """The sittings in the seats of ``stakes``."""
    game_over: bool = False
    """Whether the last deal was the last of its game."""
    deal: Deal | None = None
    """None before the first deal, and after one that was taken back."""
    deal_taken_back: bool = False
    """Whether the last deal could not be brought back at a start, so that everybody got the chips from before it."""
    dealt: int = 0
    """The number of the last deal."""
    closed: bool = False
    shared: int = 0
    """Chips from pot and pools that those who played the last deal shared when the table was closed."""
    payouts: Payouts = field(default_factory=Payouts)
    ballots: frozenset[Ballot] = frozenset()
    """What people have voted for, also about moments that have passed."""
    evening: Evening | None = None
    """What it came to, when it is closed."""
    host_changed_in: int | None = None
    """The number of the last deal when another became host; None: nobody has since this process has had the table."""
    lost_seats: tuple[tuple[int, str], ...] = ()
    """The users who lost their seats when the deal was dealt because they were away, with their names."""
    refused_to: tuple[Sitter, ...] | None = None
    """The sitters as they were when the next deal was refused: it doesn't begin by itself until that has changed."""
    live_message: int | None = None
    timing: Timing = field(default_factory=Timing)
    absent: dict[int, int] = field(default_factory=dict)
    """How many turns in a row each sitting has missed."""
    resting: bool = False
    """Whether it has come to rest: another one is made from the books when it is needed again."""
    unsure: bool = False
    """Whether the books may say otherwise: the table is read again before anything else is done with it."""
    failures: int = 0
    """How many attempts in a row have failed."""
    stuck: int = 0
    """How many attempts in a row have failed for another reason than that the books could not be used."""
    keys: deque[int] = field(default_factory=lambda: deque(maxlen=REMEMBERED_KEYS))
    """The last interactions that were carried out here."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _bindings: dict[int, Binding] = field(default_factory=dict, repr=False)
    """By the first deal of each list: working one out takes two milliseconds."""
    _roots: dict[int, str] = field(default_factory=dict, repr=False)
    """That of the deal that was asked for last, by its number; it takes a twentieth of a list's time."""
    seen: Seen = field(default_factory=Seen, repr=False, compare=False)
    """What was made of it for those who look at it; ``snapshots.py`` has it made anew."""

    @property
    def version(self) -> tuple[int, ...]:
        """Numbers that change as soon as anything changes that people are shown."""
        return self.changed, self.timing.changed, self.payouts.changed, 0 if self.deal is None else self.deal.changed

    @property
    def table_id(self) -> int:
        """The table's number in the books."""
        return self.row.id

    @property
    def guild_id(self) -> int:
        """Its server."""
        return self.row.guild_id

    @property
    def channel_id(self) -> int:
        """Its channel."""
        return self.row.channel_id

    @property
    def host_id(self) -> int:
        """The user who is host."""
        return self.row.host_id

    @property
    def host_name(self) -> str:
        """The host's name; "" if the host doesn't sit there."""
        return self.name_of(self.host_id)

    @property
    def setup(self) -> Setup:
        """What it is set up with."""
        return self.row.setup

    @property
    def practice(self) -> bool:
        """Whether its chips are for practice; fixed with the first deal."""
        return self.row.practice

    @property
    def table_secret(self) -> bytes:
        """From which all its packs follow. It is never opened."""
        return bytes.fromhex(self.row.table_secret)

    @property
    def location(self) -> Location:
        """The table's channel and server."""
        return Location(self.table_id, self.guild_id, self.channel_id, self.closed)

    @property
    def playing(self) -> bool:
        """Whether a deal goes on."""
        return self.deal is not None and self.deal.result is None

    @property
    def game_on(self) -> bool:
        """Whether a game goes on, in a deal or between two."""
        return self.playing or (self.stakes is not None and self.stakes.deals > 0 and not self.game_over)

    @property
    def between_games(self) -> bool:
        """Whether the rules may be changed: no deal is played, and no game goes on that is more than one deal."""
        if self.playing or self.deal is None:
            return False
        alone = self.game.judging.goal(self.rules, len(self.deal.players)) == Goal()
        return not self.game_on or (alone and not self.game.money.ends_broke)

    @property
    def supply(self) -> int:
        """The chips with which everybody begins a game, if nobody may add to them during it; else 0."""
        return self.setup.buy_in if self.game.money.ends_broke else 0

    @property
    def cap(self) -> int | None:
        """The most chips that a deal may cost a seat here."""
        return most_lost(self.game, self.rules, self.setup.buy_in)

    @property
    def stage(self) -> Stage:
        """Before the first deal, in a deal, between two deals, or closed."""
        if self.closed:
            return "closed"
        if self.deal is None:
            return "lobby"
        return "playing" if self.playing else "between"

    @property
    def turn(self) -> Turn:
        """The present moment, for the addresses of buttons."""
        return Turn(self.deal.number, self.deal.seq) if self.deal else Turn()

    @property
    def present_number(self) -> int:
        """The number of the present deal; outside a deal, that of the next one."""
        return max(1, self.dealt if self.playing else self.dealt + 1)

    def shuffle_line(self, number: int) -> ShuffleLine | None:
        """The published line that binds the deal of that number; None: there is none yet."""
        first = first_listed(number)
        return next((line for line in self.row.shuffle_lines if line.first_deal == first), None)

    @property
    def shuffles_due(self) -> Binding | None:
        """What is still to be published about its shuffles; None: all is.

        A list is published early, because what people choose in the deal before its first one counts.
        """
        for number in (self.present_number, self.present_number + 2):
            if not self.closed and self.shuffle_line(number) is None:
                return self.binding(number)
        return None

    def root(self, number: int) -> str:
        """To what the deal of that number is bound, in hexadecimal."""
        if number not in self._roots:
            self._roots.clear()  # not set anew, which would be a change of the table
            self._roots[number] = bound_pack(self.table_secret, self.table_id, number).root.hex()
        return self._roots[number]

    def binding(self, number: int) -> Binding:
        """To what the deal of that number is bound, with all deals of its list."""
        first = first_listed(number)
        if first not in self._bindings:
            listed = roots(self.table_secret, self.table_id, first)
            published = list_of(self.table_id, first, listed).hex()
            self._bindings[first] = Binding(first, first + LISTED - 1, published, tuple(r.hex() for r in listed))
        return self._bindings[first]

    @property
    def asked(self) -> int | None:
        """The sitting that is asked first in the deal; None if nobody is."""
        seats = self.game.to_act(self.deal.state) if self.deal is not None and self.playing else ()
        return self.deal.players[seats[0]].sitting_id if self.deal is not None and seats else None

    @property
    def spoken_up(self) -> bool:
        """Whether the last action was out of turn: whoever was asked before is still asked."""
        return self.deal is not None and 0 < self.deal.spoken_up == self.deal.seq

    @property
    def pot(self) -> int:
        """Chips in the pot now."""
        if self.deal is not None and self.playing:
            return lies_in(POT, self.deal.state.stakes.pot, self.deal.state.transfers)
        return self.stakes.pot if self.stakes else 0

    @property
    def pools(self) -> tuple[tuple[str, int], ...]:
        """Chips in each named pool now, in the game's order."""
        if self.deal is not None and self.playing:
            before = dict(self.deal.state.stakes.pools)
            transfers = self.deal.state.transfers
        else:
            before = dict(self.stakes.pools) if self.stakes else {}
            transfers = ()
        return tuple((name, lies_in(name, before.get(name, 0), transfers)) for name in self.game.money.pools)

    def check_seated(self, user_id: int) -> Sitter:
        """The person's sitter. Raises Refusal where the person doesn't sit there, or is leaving."""
        found = self.seated(user_id)
        if found is None or found.leaving:
            raise Refusal("leaving" if found is not None else "not_seated")
        return found

    def check_top_up(self) -> None:
        """Raises Refusal where nobody may fill up a stack now."""
        if not self.setup.buy_in:
            raise Refusal("no_chips_here")
        if self.game.money.ends_broke and self.game_on:
            raise Refusal("no_top_up_in_game")
        if self.playing:
            raise Refusal("deal_running")

    @property
    def fillable(self) -> frozenset[int]:
        """The users who may fill up their stacks now."""
        try:
            self.check_top_up()
        except Refusal:
            return frozenset()
        return frozenset(s.user_id for s in self.staying if s.user_id is not None and s.short_of(self.setup.buy_in) > 0)

    @property
    def nobody(self) -> bool:
        """Whether no person sits there, not even one who is leaving."""
        return not any(s.user_id is not None for s in self.sitters)

    @property
    def to_practise(self) -> bool:
        """Whether the first deal would make it a table for practice: one person sits there, with computer players."""
        people = sum(not s.computer for s in self.sitters)
        return not (self.practice or self.dealt) and people == 1 < len(self.sitters)

    @property
    def one_left(self) -> bool:
        """Whether at most one person is left at a table that others played at for chips: then no deal starts any more.

        Whoever is away, or gets up after this deal, doesn't count: the next deal is dealt without them.
        """
        people = sum(not s.computer for s in self.sitters)
        for_chips = self.setup.buy_in and self.dealt and not self.practice and not self.closed
        return bool(for_chips) and people <= 1 and not self.nobody

    def take(self, after: After) -> None:
        """Changes the table to what the books say after a step."""
        closing = after.now.closing
        if after.now.table.host_id != self.host_id:
            self.host_changed_in = self.dealt
        self.row = after.now.table
        self.ballots = after.now.ballots
        self.payouts.got_up(after.got_up)
        self.payouts.in_debt = after.in_debt or self.payouts.in_debt
        self.note_topped_up(after.topped_up)
        if closing is None:
            self.sitters = tuple(as_sitter(sitting) for sitting in after.now.sittings)
            sitting_there = {s.sitting_id for s in self.sitters}
            self.absent = {sitting: turns for sitting, turns in self.absent.items() if sitting in sitting_there}
        else:
            self.close(closing)

    def close(self, closing: Closing) -> None:
        """Closes the table, and shows the chips with which everybody got up."""
        if self.playing:  # it was taken back
            self.deal, self.deal_taken_back = None, True
        self.closed, self.shared = True, closing.shared
        self.payouts.got_up(closing.got_up)
        self.sitters = tuple(
            Sitter(gone.sitting_id, gone.user_id, gone.name, gone.chips, None, level=gone.level)
            for gone in closing.got_up
        )

    def note_gone(self, gone: Iterable[GotUp]) -> None:
        """Notes what people who got up since the last deal are told of their chips, as the books have it."""
        for each in gone:
            self.payouts.note(each.user_id, each.taken_back, each.bounds)
            if each.user_id is not None and self.cap is not None and not self.practice and each.chips <= -self.cap:
                self.payouts.in_debt += ((each.user_id, each.name, -each.chips),)

    def note_topped_up(self, topped_up: Mapping[int, ToppedUp]) -> None:
        """Notes what the house took back from people before they brought chips. ``topped_up``: by sitting."""
        for sitter in self.sitters:
            if (brought := topped_up.get(sitter.sitting_id)) is not None:
                self.payouts.note(sitter.user_id, brought.taken_back)

    def read_again(self, fresh: Table) -> None:
        """Changes the table to what the books say; keeps what only memory knows: messages and deadlines."""
        before, self.deal = self.deal, fresh.deal
        if before is not None and self.deal is not None and before.deal_id == self.deal.deal_id:
            known = {told.seq: told for told in before.told}
            self.deal.told = tuple(known.get(told.seq, told) for told in self.deal.told)
        self.row, self.rules, self.sitters, self.absent = fresh.row, fresh.rules, fresh.sitters, fresh.absent
        self.dealer, self.stakes, self.stakes_of = fresh.dealer, fresh.stakes, fresh.stakes_of
        self.game_over, self.dealt, self.deal_taken_back = fresh.game_over, fresh.dealt, fresh.deal_taken_back
        self.closed, self.shared = fresh.closed, fresh.shared
        self.payouts.read_again(fresh.payouts)
        self.ballots = fresh.ballots
        self.keys.extend(key for key in fresh.keys if key not in self.keys)
        self.unsure = False

    def present(self) -> tuple[Sitter, ...]:
        """The sitters with their seats and chips now."""
        if self.deal is None:
            return self.sitters
        seats = {s.sitting_id: seat for seat, s in enumerate(self.deal.players)}
        stacks = self.deal.chips if self.playing else None
        return tuple(
            replace(s, seat=seat, chips=s.chips if stacks is None or seat is None else stacks[seat])
            for s in self.sitters
            for seat in (seats.get(s.sitting_id),)
        )

    def player_at(self, seat: int) -> Sitter:
        """The player in that seat of the deal, as now; but with the chips before it."""
        assert self.deal is not None, "there is no deal without players"
        dealt = self.deal.players[seat]
        return next((s for s in self.sitters if s.sitting_id == dealt.sitting_id), dealt)

    def seen_by(self, seat: int) -> tuple[View, Memory]:
        """What that seat of the deal sees now, and what it has seen since the cards were dealt."""
        deal, game, opening = self.deal, self.game, self.game.telling.opening
        assert deal is not None
        upto, memory = deal.remembered.get(seat) or (1, begin(game.observe(deal.start, seat), opening(deal.start)))
        if upto < len(deal.told):
            memory = remember(memory, events_of(deal.told[upto:]))
        deal.remembered[seat] = len(deal.told), memory
        return game.observe(deal.state, seat), memory

    def level_of(self, seat: int) -> Level:
        """How well the computer player of that seat plays, or whoever stands in for its person."""
        return self.player_at(seat).level

    def players(self) -> tuple[Sitter, ...]:
        """The players of the present or last deal, by seat, with the chips that they had at its end.

        So a top-up after the deal doesn't contradict what was won and lost in it.
        """
        if self.deal is None:
            return ()
        now = {s.sitting_id: s for s in self.present()}
        return tuple(
            replace(now.get(s.sitting_id, s), seat=seat, chips=chips)
            for seat, (s, chips) in enumerate(zip(self.deal.players, self._at_end(self.deal), strict=True))
        )

    def _at_end(self, deal: Deal) -> tuple[int, ...]:
        """Each seat's chips in the deal, or after it once what it cost somebody too much was given back."""
        after = list(deal.chips)
        for capped in self.capped(deal):
            after[capped.seat] += capped.after - capped.before
        return tuple(after)

    def capped(self, deal: Deal) -> tuple[Capped, ...]:
        """Whom the deal brought or cost less than by the rules."""
        if self.cap is None or deal.result is None or deal.result.void:
            return ()
        won = [now - then for now, then in zip(deal.chips, deal.state.stakes.chips, strict=True)]
        after = list(won)
        for source, target, chips in refunds(won, self.cap):
            after[source] -= chips
            after[target] += chips
        changed = zip(won, after, strict=True)
        return tuple(Capped(seat, was, now) for seat, (was, now) in enumerate(changed) if was != now)
