"""What the service shows of a table: frozen snapshots, and the refusals that a person may be told."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.store.model.deals import Away, Winnings
from bot.store.model.errors import Refusal
from bot.store.model.people import Member as Person
from bot.store.model.people import OwnCloth
from bot.store.model.servers import (
    NO_SERVER,
    Chips,
    LogEntry,
    LogPage,
    Preset,
    ServerPurse,
    ServerSettings,
    table_there,
)
from bot.store.model.settled import NO_BOUNDS, Bounds, Levelled
from bot.store.model.tables import AS_USUAL, Cloth, Ended, TableSettings
from engine.advice import advises
from engine.afterwards import Kind
from engine.cards import Card
from engine.events import Event, HandShown, Scored
from engine.parts.hands import HandName
from engine.players.base import Level
from engine.rules import Rules, Value
from engine.view import View

__all__ = [
    "AS_USUAL",
    "NO_SERVER",
    "Away",
    "BestHand",
    "Binding",
    "Bounds",
    "Capped",
    "Changes",
    "Chips",
    "Cloth",
    "Ended",
    "Evening",
    "LargestWin",
    "Levelled",
    "Location",
    "LogEntry",
    "LogPage",
    "OwnCloth",
    "Person",
    "Preset",
    "Private",
    "Refusal",
    "Scoring",
    "Seating",
    "ServerPurse",
    "ServerSettings",
    "Sitter",
    "Snapshot",
    "Stage",
    "TableSettings",
    "Told",
    "Turn",
    "Usual",
    "Vote",
    "Winnings",
    "table_there",
]

Stage = Literal["lobby", "playing", "between", "closed"]
"""Before the first deal, in a deal, between two deals, or closed."""
Vote = Literal["skip", "replace"]
"""What people may vote for about a slow turn: the plain move for it, or that a computer player takes over."""
Scoring = Mapping[int, Scored]
"""How the score of each sitting in a deal came about, by the sitting's id."""


@dataclass(frozen=True)
class Usual:
    """What holds where a server has set nothing."""

    chips: Chips
    """What the house gives."""
    turn: float
    """Seconds for a person's turn; 0: no limit."""
    pause: float
    """Seconds between two deals."""


@dataclass(frozen=True, order=True)
class Turn:
    """A moment of a table, for the addresses of buttons: deal and number of actions in it."""

    deal: int = 0
    """The deal's number at this table, from 1; 0 before the first."""
    seq: int = 0
    """How many actions that deal has had."""

    def __str__(self) -> str:
        return f"{self.deal}.{self.seq}"

    @classmethod
    def parse(cls, text: str) -> Turn:
        """Reads what ``str`` wrote. Raises ValueError."""
        deal, seq = text.split(".")
        return cls(int(deal), int(seq))


@dataclass(frozen=True)
class Sitter:
    """A person or a computer player who sits at a table."""

    sitting_id: int
    """One stay at this table; the ledger's name for the seat's chips."""
    user_id: int | None
    """The person; None for a computer player."""
    name: str
    chips: int
    """The chips in front of this sitter now."""
    seat: int | None
    """The seat in the present (or last) deal; None if the sitter was not dealt in."""
    leaving: bool = False
    """Whether the sitter got up in mid-deal: a computer player plays the deal to its end."""
    away: Away = ""
    """Why a computer player plays for the person until the person is back; "" where the person plays."""
    level: Level = "regular"
    """The level of the computer player who sits there, or who stands in for the person."""
    extra: int = 0
    """As in ``bot.store.model.tables.Sitting``."""
    bounds: Bounds = NO_BOUNDS
    """As there."""
    tops_up: bool = False
    """Whether the person is topped up by itself, so that nothing is to be pressed before a new game."""

    @property
    def to_house(self) -> int:
        """How many of the chips go to the house where everybody begins a new game with as many."""
        return self.extra + self.bounds.to_house

    def short_of(self, full: int) -> int:
        """How many chips this sitter pays in to have that many, without those that go to the house; below 0: how many
        the sitter gets back."""
        return full - (self.chips - self.to_house)

    @property
    def computer(self) -> bool:
        """Whether no person decides for this seat now."""
        return self.user_id is None or self.leaving or bool(self.away)

    @property
    def has_a_say(self) -> bool:
        """Whether it is a person who must agree before the table closes at once: one who stays, or who is leaving while
        the hand is still played, because the chips staked on it would go back, too."""
        return self.user_id is not None and (not self.leaving or self.seat is not None)


class Seating:
    """What follows from who sits at a table, for the table itself and for what is shown of it."""

    sitters: tuple[Sitter, ...]

    def seated(self, user_id: int) -> Sitter | None:
        """The person's sitter, who may be leaving; None if the person doesn't sit there."""
        return next((s for s in self.sitters if s.user_id == user_id), None)

    def name_of(self, user_id: int) -> str:
        """That person's name; "" if they don't sit there."""
        sitter = self.seated(user_id)
        return "" if sitter is None else sitter.name

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who sit there."""
        return tuple(s.name for s in self.sitters)

    @property
    def staying(self) -> tuple[Sitter, ...]:
        """The sitters who are not getting up."""
        return tuple(s for s in self.sitters if not s.leaving)


@dataclass(frozen=True)
class Told:
    """One action of the present deal and what came of it."""

    seq: int
    """The number of actions after it; 0 for the deal itself."""
    events: tuple[Event, ...]
    by_computer: bool = False
    """Whether it was played for a person who let the time run out, or who is away."""


def events_of(told: Iterable[Told]) -> list[Event]:
    """What came of those actions, in order."""
    return [event for action in told for event in action.events]


@dataclass(frozen=True)
class Location:
    """Where a table is; enough to ask the service about it."""

    table_id: int
    guild_id: int
    channel_id: int
    closed: bool = False

    @property
    def in_dm(self) -> bool:
        """Whether it is in one person's direct messages with the bot: a table for practice, for that person alone."""
        return self.guild_id == NO_SERVER


@dataclass(frozen=True)
class Binding:
    """To what the shuffles of some deals are bound (engine/fairness.md)."""

    first: int
    """The first of these deals, by its number at the table."""
    last: int
    published: str
    """The hash of the list, in hexadecimal."""
    roots: tuple[str, ...]
    """The root of each deal, in hexadecimal."""


@dataclass(frozen=True)
class Capped:
    """What the last deal brought somebody or cost, where a deal costs nobody more than the buy-in."""

    seat: int
    before: int
    """The chips won or lost by the rules; below 0: lost."""
    after: int
    """The chips that were paid."""


@dataclass(frozen=True)
class Snapshot(Seating):
    """Everything public about a table at one moment."""

    table_id: int
    guild_id: int
    channel_id: int
    game: str
    rules: Rules
    buy_in: int
    """Chips that sitting down takes from the purse."""
    four_colour: bool
    """Whether the table's pictures use four colours."""
    host_id: int
    """The user who opened the table, or to whom it passed."""
    stage: Stage
    turn: Turn
    deal_id: int | None
    """The store's id of the present or last deal."""
    sitters: tuple[Sitter, ...]
    """Everybody who sits there, in the order around the table, clockwise."""
    players: tuple[Sitter, ...]
    """The players who were dealt in to the present (or last) deal, by seat, even if they have got up since."""
    view: View | None
    """The present or last deal as a spectator sees it."""
    told: tuple[Told, ...]
    """What has happened in that deal, action by action."""
    root: str
    """To what the shuffle of the present deal is bound, in hexadecimal; outside a deal, that of the next deal."""
    shuffles_due: Binding | None
    """What is still to be published about shuffles in the channel; None: all is."""
    pot: int
    """Chips in the pot, including chips left by earlier deals."""
    pools: tuple[tuple[str, int], ...] = ()
    """Chips in each named pool, including chips left by earlier deals, in the game's order; also empty pools.

    After the end of a game: the chips that nobody has won, until a new game begins.
    """
    supply: int = 0
    """The chips with which everybody begins a game, if nobody may add to them during it; else 0."""
    levelled: tuple[Levelled, ...] = ()
    """How stacks were levelled before the present (or last) deal, if it began a new game.

    Seats that needed no change are left out.
    """
    game_on: bool = False
    """Whether a game goes on; if not, the next deal begins a new one."""
    deal_of_game: int = 0
    """Which deal of its game the present (or last) deal is; 0: there is none."""
    deadline: float | None = None
    """When the time of the seat to act is up, in seconds since the epoch (UTC); None: no limit, or it stands still."""
    turn_seconds: float = 0
    """Seconds for a person's turn at this table; 0: no limit."""
    usual_turn: float = 0
    """Seconds for a person's turn at a table that sets no time of its own; 0: no limit."""
    idle_seconds: float = 0
    """Seconds after which the table ends if no deal is played and nobody does anything; 0: it doesn't."""
    slow: bool = False
    """Whether the present turn is slow, so that the others may vote to go on."""
    reminders: int = 0
    """How many times the person to act is to be reminded of a long turn by now."""
    votes: Mapping[Vote, frozenset[int]] = field(default_factory=dict)
    """Who has voted for what about the present turn."""
    voters: frozenset[int] = frozenset()
    """The users who may vote about the present turn: the people who play in the deal, but for the one to act."""
    new_host: bool = False
    """Whether the host has become host since the last deal was dealt."""
    closers: frozenset[int] = frozenset()
    """The users who have voted to close the table."""
    electors: frozenset[int] = frozenset()
    """The users who may vote to close the table."""
    fillable: frozenset[int] = frozenset()
    """The users who may fill up their stacks now."""
    agreed: frozenset[int] = frozenset()
    """The users who agree to close the table at once: its host, who has asked, and others."""
    between_games: bool = False
    """Whether the host may change the rules: no deal is played, and no game goes on that is more than one deal."""
    locked: bool = False
    """Whether nobody new may sit down but people who were invited."""
    settings: TableSettings = AS_USUAL
    practice: bool = False
    """Whether its chips are for practice: they come from the house and go back to it, and nothing there counts."""
    to_practise: bool = False
    """Whether the first deal would make it a table for practice: one person sits there, with computer players."""
    paused: bool = False
    """Whether the next deal waits until somebody starts it."""
    one_left: bool = False
    """Whether one person is left at a table that others played at for chips: then no deal starts any more."""
    evening: Evening | None = None
    """What it came to, when it is closed; None if no deal was played, or if that could not be read."""
    next_game: str = ""
    """The game with which the same people went on at another table when this one was closed; "" if they didn't."""
    next_deal_at: float | None = None
    """When the next deal starts by itself, in seconds since the epoch (UTC)."""
    closing: bool = False
    """Whether the table closes after this deal."""
    dealt: int = 0
    """The number of the last deal, also of one that was taken back."""
    ended: Ended | None = None
    """Why it closed by itself; None if somebody closed it."""
    lost_seats: tuple[tuple[int, str], ...] = ()
    """The users, with their names, who lost their seats when the present deal was dealt because they were away, and
    don't sit there again."""
    shared: int = 0
    """Chips from pot and pools that those who played the last deal shared when the table was closed."""
    taken_back: tuple[tuple[int, int], ...] = ()
    """The extra chips (``poch.md PO-33``) that the house took back from each user who last got up, topped up, or sat
    there at the closing; users who had none are left out."""
    bounds: tuple[tuple[int, Bounds], ...] = ()
    """What users who last got up, or sat there at the closing, were not paid of what they had won."""
    capped: tuple[Capped, ...] = ()
    """Whom the last deal brought or cost less than by the rules."""
    in_debt: tuple[tuple[int, str, int], ...] = ()
    """The users who got up after the last deal because they owed a whole buy-in: with their names, and what they owed
    in chips."""
    live_message: int | None = None
    """The message with the live buttons."""
    result_lines: bool | None = None
    """Whether a line about each deal stays in the channel; None: where two people or more sit."""
    deal_taken_back: bool = False
    """Whether the last deal could not be brought back at a start, so that everybody got the chips from before it."""

    @property
    def played(self) -> int:
        """How many deals were played there, without one that was taken back."""
        return self.dealt - self.deal_taken_back

    @functools.cached_property
    def made(self) -> dict[object, Any]:
        """What was made of it for people to read and see, by what made it (``bot/ui/words/once.py``). It is kept with
        this object, so it goes when the moment has passed, and reaches only whoever is given the object."""
        return {}

    def at(self, seat: int) -> Sitter:
        """The player in that seat of the deal."""
        return self.players[seat]

    @property
    def host_name(self) -> str:
        """The host's name; "" if the host doesn't sit there."""
        return self.name_of(self.host_id)

    @property
    def away(self) -> tuple[Sitter, ...]:
        """Of the sitters who stay, those who are away."""
        return tuple(s for s in self.staying if s.away)

    @property
    def next_players(self) -> tuple[Sitter, ...]:
        """Whom the next deal would be dealt to: the sitters who stay and are not away."""
        return tuple(s for s in self.staying if not s.away)

    @property
    def yet_to_agree(self) -> tuple[str, ...]:
        """The names of those who have yet to agree before it closes at once; nobody's once it is closed."""
        if self.stage == "closed":
            return ()
        return tuple(s.name for s in self.sitters if s.has_a_say and s.user_id not in self.agreed)

    @property
    def in_dm(self) -> bool:
        """Whether it is in one person's direct messages with the bot: a table for practice, for that person alone."""
        return self.guild_id == NO_SERVER

    @property
    def gives_hints(self) -> bool:
        """Whether people are given hints there."""
        return (self.practice or self.settings.hints) and advises(self.game)

    @property
    def to_act(self) -> Sitter | None:
        """The sitter whose turn it is."""
        seats = self.view.to_act if self.view is not None and self.stage == "playing" else ()
        return self.at(seats[0]) if seats else None


@dataclass(frozen=True)
class Worth:
    """What a knock, a call or fold after it, or a stake or fold in a betting was worth when it was made."""

    seat: int
    kind: Kind
    share: int
    """In how many of a hundred deals like this it wins; for a fold: staying in would have won."""
    shown: bool
    """Whether everybody has seen the hand; if not, this is for its holder alone."""
    chips: int = 0
    """The whole stake that a bet or raise made, in chips; 0 for any other decision."""


@dataclass(frozen=True)
class BestHand:
    """The best hand that was shown at a table."""

    name: str
    """Whose it was."""
    hand: HandName
    cards: tuple[Card, ...]
    deal: int
    """The deal's number at its table."""


@dataclass(frozen=True)
class LargestWin:
    """The deal of an evening: the one in which somebody won most."""

    names: tuple[str, ...]
    """The winners of the deal."""
    gain: int
    """What each of them won: chips, points or rounds, as the game counts."""
    deal: int
    """The deal's number at its table."""
    shown: HandShown | None = None
    """The hand that a single winner showed in it; None where several won as much, and where none was shown."""


@dataclass(frozen=True)
class Evening:
    """What a table came to by the time it was closed."""

    people: tuple[Winnings, ...]
    """Whoever played, computer players too; whoever has won most comes first."""
    best: BestHand | None
    """None in games without hands to compare, and where none was shown."""
    largest: LargestWin | None = None
    """None where nobody has won anything."""


@dataclass(frozen=True)
class Changes:
    """What a host wants to change about a table before its first deal; the rest stays as it is."""

    rules: Mapping[str, Value] = field(default_factory=dict)
    """Options of the game, by name."""
    afresh: bool = False
    """Whether all other options become the usual ones, as with a preset."""
    buy_in: int | None = None
    """Chips to sit down with; None: as before, or the game's usual number if it is now played for chips."""
    four_colour: bool | None = None
    result_lines: bool | None = None
    """Whether a line about each deal stays in the channel."""
    usual_lines: bool = False
    """Whether that line stays where two people or more sit, whatever was chosen before."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Fields of ``TableSettings``."""


@dataclass(frozen=True)
class Orphan:
    """An open table that this version can't read: its game, its rules or its last deal are of another version.

    No other table can be opened in its channel until it is closed; then everybody gets the chips back.
    """

    table_id: int
    guild_id: int
    channel_id: int
    game: str
    """The game's name as it is stored, which this version may not know."""
    seated: frozenset[int]
    """The users who sit there, and may close it."""


@dataclass(frozen=True)
class Private:
    """A table as one seated person sees it: the snapshot and that person's own view."""

    table: Snapshot
    sitter: Sitter
    view: View | None
    """The person's own view of the present or last deal; None if the person was not dealt in."""
    missed: int = 0
    """How many turns in a row the person has missed."""

    @functools.cached_property
    def made(self) -> dict[object, Any]:
        """The same as that of a snapshot, for this person alone."""
        return {}
