"""The values that the store takes and returns, all frozen, and its errors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from engine.players.choosing import Level
from engine.stakes import DealResult, Stakes, Transfer

TableStatus = Literal["lobby", "playing", "closed"]
"""``lobby``: nobody has dealt yet; ``playing``: deal after deal; ``closed``: everybody has cashed out."""

DealStatus = Literal["open", "finished", "cancelled"]
"""``cancelled``: taken back, with all its chips returned by reversals."""

Unit = Literal["chips", "points", "rounds"]
"""What a game's ``net`` counts (``engine.game.Game.unit``)."""

Ballots = Literal["skip", "replace", "close", "end"]
"""What people vote for or agree to: the plain move for a slow turn, a computer player for it, that the table closes, or
that it closes at once."""
Ended = Literal["idle", "nobody"]
"""Why a table closed by itself: nobody did anything there for a long time, or nobody sat there any more."""
Away = Literal["", "row", "deal", "vote"]
"""Why somebody counts as away: turns missed in a row or in one deal, or a vote of the others; "" for who is there."""

HandPlace = Literal["dm", "here"]
"""Where a person wants to see the hand: in a direct message, or only in the channel after a button was pressed."""
CallTime = Literal["at_once", "later", "never"]
"""When a person wants to be called by name: as soon as it is their turn, when nothing comes for a while, or never."""
Cloth = Literal["felt", "paper", "night"]
"""What the pictures of a table lie on: green felt, light paper, or cloth as blue as the night."""
OwnCloth = Literal["table", "felt", "paper", "night"]
"""What a person wants to see instead; ``table``: what each table has."""


NO_SERVER: Final = 0
"""Stands for a server at a table in somebody's direct messages with the bot."""


class StoreError(Exception):
    """The database cannot be used, or a write could not be made; its text is one clear sentence."""

    by_disk = False
    """Whether the disk, or another program that has the file, refused; the sentence then names the file alone."""


class LedgerError(StoreError):
    """A deal counts with other chips than the ledger has; nothing was written."""


class Refusal(Exception):  # noqa: N818 - not an error of the program
    """Something that a person asked for can't be done; nothing has changed.

    ``code`` names the catalogue's text ``refusal-<code>``, ``details`` are its values. The store's own codes:
    ``table_exists purse_too_small short_of_supply purses_frozen nothing_to_top_up``.
    """

    def __init__(self, code: str, **details: object) -> None:
        text = ", ".join(f"{name}={value}" for name, value in details.items())
        super().__init__(f"{code} ({text})" if text else code)
        self.code = code
        self.details = details


class ConflictError(StoreError):
    """The request doesn't fit what is written, because the caller knows an older state; nothing was written.

    ``code`` is a short stable name for tests, ``details`` say more. Codes: ``no_table table_closed already_seated
    no_sitting has_left no_deal deal_open deal_over out_of_order key_reused duplicate``.
    """

    def __init__(self, code: str, **details: object) -> None:
        text = ", ".join(f"{name}={value}" for name, value in details.items())
        super().__init__(f"{code} ({text})" if text else code)
        self.code = code
        self.details = details


class DuplicateError(ConflictError):
    """That action, or an action for that interaction, is written already; nothing was written now."""

    def __init__(self, **details: object) -> None:
        super().__init__("duplicate", **details)


@dataclass(frozen=True, slots=True)
class Chips:
    """How many chips the house gives."""

    starting: int = 200
    """Chips of a new purse."""
    daily: int = 40
    """A person with fewer chips, including those at tables, is given this many once a UTC day; 0: never."""


Openers = Literal["everybody", "managers"]
"""Who may open tables in a server: everybody, or whoever may manage the channel."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a server has set. The names of these fields are the names of the settings, wherever they stand."""

    channels: tuple[int, ...] = ()
    """The channels where tables may be opened, their threads included; none: everywhere."""
    openers: Openers | int = "everybody"
    """Who may open tables; a number is a role's id, and stands for its members and whoever may manage the channel."""
    tables_person: int = 3
    """How many open tables one person may host."""
    tables_server: int = 50
    """How many open tables there may be."""
    starting_chips: int | None = None
    """Chips of a new purse; None: as the bot is set, as with all below."""
    daily_chips: int | None = None
    """The daily gift, in chips."""
    turn_seconds: int | None = None
    """What a table gives for a turn at first, in seconds; 0: no limit."""
    pause_seconds: int | None = None
    """Seconds between two deals."""
    story: bool | None = None
    """Whether a line about each deal stays in the channel at first; None: where two people or more sit."""
    language: str = ""
    """The language of what everybody reads; "": the one that the server has on Discord."""


NOTHING_SET: Final = ServerSettings()
"""What holds in a server that has set nothing."""


@dataclass(frozen=True, slots=True)
class ServerPurse:
    """A member's purse as a moderator sees it."""

    user_id: int
    balance: int | None
    """Its chips; None: there is none yet."""
    at_tables: int
    """The member's chips on tables of the server."""
    frozen: str | None
    """Why it is frozen; None: it isn't."""
    may_give: int
    """The chips that corrections may still give it today."""
    may_take: int
    """The chips that corrections may still take from it today, if they are there."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """What somebody did, or the bot, in a server."""

    at: float
    """In seconds since the epoch (UTC)."""
    what: str
    by: int | None
    """The user; None: the bot itself; below 0: somebody who was erased."""
    about: int | None
    """The user whom it concerns, likewise; None: nobody in particular."""
    game: str
    """That of the table; "": no table."""
    channel_id: int
    """The table's; 0: no table."""
    details: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of a server's log."""

    entries: tuple[LogEntry, ...]
    """The newest first."""
    page: int
    """Its number, from 1."""
    pages: int


@dataclass(frozen=True, slots=True)
class Member:
    """A person in a server."""

    guild_id: int
    user_id: int
    name: str
    """The name to show, as last known."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How a table is run, besides its rules."""

    turn_seconds: int | None = None
    """For a person's turn; 0: no limit; None: as the bot is set."""
    quick: bool = False
    """Whether computer players take less time."""
    cloth: Cloth = "felt"
    """What its pictures lie on."""
    hints: bool = False
    """Whether people are given hints; at tables for practice they are anyway."""
    computers: Level = "regular"
    """How well the next computer player plays who sits down there."""


AS_USUAL: Final = TableSettings()
"""The settings of a table of which nothing was changed."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a table is set up with; its host changes it until the first deal."""

    rules: Mapping[str, Any]
    """The options as they were stored: all of them; in version 1 only those that differ from the default."""
    buy_in: int
    """The chips that a newcomer brings."""
    four_colour: bool = False
    """Whether the table's pictures have a colour for each suit."""
    rules_version: int = 1
    """The version of the game's rules in which the options were stored (``engine.versions``)."""
    result_lines: bool | None = None
    """Whether a line about each deal stays in the channel; None: where two people or more sit."""
    settings: TableSettings = AS_USUAL


@dataclass(frozen=True, slots=True)
class Sitting:
    """One stay of a person or of a computer player at a table."""

    id: int
    table_id: int
    user_id: int | None
    """None: a computer player."""
    name: str
    position: int
    """The order around the table; each newcomer has a higher number."""
    chips: int
    """Chips on the table when this was read; below zero on credit (``general.md G-8``)."""
    auto_top_up: bool
    """Whether the person agreed to be topped up between deals (``general.md G-8``)."""
    leaving: bool
    """Whether the sitter gets up as soon as the deal is over (``general.md G-11``)."""
    practice: bool = False
    """Whether the table is for practice."""
    away: Away = ""
    """Why a computer player plays for the person until the person is back; "" where the person plays."""
    missed: int = 0
    """How many turns in a row the person has missed."""
    level: Level = "regular"
    """How well the computer player plays who sits there, or stands in for the person."""

    @property
    def of_the_house(self) -> bool:
        """Whether the chips come from the house and go back to it: a computer player's, or chips for practice."""
        return self.user_id is None or self.practice


@dataclass(frozen=True, slots=True)
class Table:
    """A table, without what lies on it. What its packs follow from is in no text of this value."""

    id: int
    guild_id: int
    channel_id: int
    game: str
    unit: Unit
    setup: Setup
    host_id: int
    """The user who opened it."""
    status: TableStatus
    closing: bool
    """Whether the table closes as soon as the deal is over."""
    closing_by: int | None
    """The user who asked for that; None: nobody, or not known."""
    table_secret: str = field(repr=False)
    """From which all its packs follow, as hexadecimal digits. It is never opened."""
    practice: bool = False
    """Whether its chips are the house's, so that nothing there counts; fixed with the first deal."""
    paused: bool = False
    """Whether the next deal waits until somebody starts it."""
    next_game: str = ""
    """The game with which its people went on at another table when it was closed; "" if they didn't."""
    shuffle_lines: tuple[ShuffleLine, ...] = ()
    """The lines in its channel that say to what its shuffles are bound, in the order of their deals."""
    ended: Ended | None = None
    """Why it closed by itself; None if somebody closed it, or it is open."""
    locked: bool = False
    """Whether nobody new may sit down but people who were invited."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table about to be opened. What its packs follow from is in no text of this value."""

    channel_id: int
    game: str
    unit: Unit
    setup: Setup
    host: Member
    """The person who opens it, in the table's server."""
    table_secret: str = field(repr=False)
    """From which all its packs follow, as hexadecimal digits. It is never opened."""
    practice: bool = False
    """Whether it is for practice from the beginning."""


@dataclass(frozen=True, slots=True)
class ShuffleLine:
    """A line in a channel that says to what the shuffles of some deals are bound."""

    first_deal: int
    """The first of these deals, by its number at the table."""
    message_id: int
    at: float
    """When it was published, in seconds since the epoch (UTC)."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What decides whether all cards of a finished deal may be opened."""

    agreed: frozenset[int]
    """The users who agree."""
    closed_at: float | None
    """When its table was closed, in seconds since the epoch (UTC); None while it is open."""


@dataclass(frozen=True, slots=True)
class Preset:
    """Rules that a server has given a name."""

    name: str
    game: str
    rules: Mapping[str, Any]
    """Every option with its value, as it was stored."""
    rules_version: int
    buy_in: int
    """The chips to sit down with."""
    made_by: int
    """The user who saved it last."""


@dataclass(frozen=True, slots=True)
class NewDeal:
    """A deal about to begin. Deck and seed are secret: they are in no text of this value."""

    number: int
    """The deal's number at its table, from 1."""
    sittings: tuple[int, ...]
    """The ids of the sittings in seat 0, 1, …."""
    stakes: Stakes
    """Dealer, chips, pot and pools before the ante."""
    deck: tuple[str, ...] = field(repr=False)
    """The whole deck from the top, in notation."""
    seed: str = field(repr=False)
    """The table's secret, from which the deal's pack follows, as hexadecimal digits."""
    commitment: str
    """The deal's root, as hexadecimal digits."""
    cut: int
    """Where the deck was cut; 0: nowhere."""
    transfers: tuple[Transfer, ...]
    """Antes, and other chips that move with the deal itself."""
    state_hash: str
    """The hash of the state after dealing."""
    levelled: bool = False
    """Whether every stack is first brought to ``stakes.supply``, as a new game begins (``bot.store.supply``)."""
    chance: Mapping[str, Any] | None = field(default=None, repr=False)
    """The people's part in the shuffle (engine/fairness.md); None: it was shuffled from seed and cut alone."""


@dataclass(frozen=True, slots=True)
class Attendance:
    """Whether a person who was dealt in is there, and how much time the person has taken."""

    sitting_id: int
    missed: int = 0
    """Turns missed in a row."""
    missed_in_deal: int = 0
    drawn: float = 0.0
    """Seconds that this deal's turns have had from the person's time bank."""
    away: Away = ""


@dataclass(frozen=True, slots=True)
class StoredAction:
    """One action of a deal."""

    seq: int
    """The action's number in its deal, from 0."""
    action: Mapping[str, Any]
    """The action as a record writes it."""
    state_hash: str
    """The hash of the state after it."""
    interaction_id: int | None
    """The interaction that asked for it; None for a computer player, after a deadline, and for a shuffle."""
    at: float
    """When, in seconds since the epoch (UTC)."""


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """The scores of a finished deal, for the score sheet."""

    number: int
    """The deal's number at its table."""
    net: Mapping[int, int]
    """What each sitting won or lost, by its id: chips, points or rounds, as the game counts."""
    deal_id: int = 0
    """The store's id of the deal."""


@dataclass(frozen=True, slots=True)
class Winnings:
    """What somebody won or lost at one table."""

    name: str
    net: int
    """In chips, points or rounds, as the game counts; chips for practice count here."""
    won: int
    """In how many deals chips, points or rounds were gained; several players can gain in one deal."""
    deals: int
    """In how many deals they played."""
    computer: bool = False
    """Whether it was a computer player."""
    hints: int = 0
    """How many hints were taken there."""


@dataclass(frozen=True, slots=True)
class StoredDeal:
    """A deal as it stands in the database. Deck and seed are secret: they are in no text of this value."""

    id: int
    table_id: int
    number: int
    status: DealStatus
    sittings: tuple[int, ...]
    """The ids of the sittings in seat 0, 1, …."""
    names: tuple[str, ...]
    """The players' names, by seat."""
    user_ids: tuple[int | None, ...]
    """The users, by seat; None: a computer player."""
    stakes: Stakes
    """Dealer, chips, pot and pools before the ante."""
    deck: tuple[str, ...] = field(repr=False)
    seed: str = field(repr=False)
    commitment: str
    cut: int
    state_hash: str
    """The hash of the state after dealing."""
    actions: tuple[StoredAction, ...]
    result: DealResult | None
    """How it ended; None while it is open, and if it was cancelled."""
    started_at: float
    finished_at: float | None
    chance: Mapping[str, Any] | None = field(default=None, repr=False)
    """The people's part in the shuffle (engine/fairness.md); None: it was shuffled from seed and cut alone."""
    missed: tuple[int, ...] = ()
    """How many turns of it each seat's person has missed."""
    drawn: tuple[float, ...] = ()
    """Seconds that each seat's person has had from the time bank."""

    @property
    def next_stakes(self) -> Stakes | None:
        """The stakes of the next deal, with the seats of this one; None while it is open."""
        if self.status == "cancelled":
            return self.stakes
        return None if self.result is None else self.result.stakes


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a person is not paid of what was won, as the table was settled with them (``bot.store.payout``)."""

    won: int = 0
    """Chips won from computer players that the house gives."""
    over: int = 0
    """Chips won from computer players beyond what a person may win."""
    nobodys: int = 0
    """Chips that others have lost without having had them."""

    def __bool__(self) -> bool:
        return bool(self.over or self.nobodys)


NO_BOUNDS: Final = Bounds()
"""Everything that was won is paid."""


@dataclass(frozen=True, slots=True)
class GotUp:
    """A person or computer player who got up from a table, with the chips that the ledger moved."""

    sitting_id: int
    user_id: int | None
    """None: a computer player."""
    name: str
    chips: int
    """Chips moved to the purse, or for a computer player to the house; below zero if a debt was paid."""
    taken_back: int = 0
    """Extra chips that the house took back first (``poch.md PO-33``)."""
    bounds: Bounds = NO_BOUNDS
    level: Level = "regular"
    """As in ``Sitting``."""


@dataclass(frozen=True, slots=True)
class Closing:
    """How a table was closed."""

    got_up: tuple[GotUp, ...]
    """Everybody who sat there until then, in order of position, with the share of pot and pools."""
    shared: int
    """Chips from pot and pools that those who played the last deal shared."""


@dataclass(frozen=True, slots=True)
class ToppedUp:
    """A stack that was topped up."""

    added: int
    """Chips that came from the purse."""
    chips: int
    """Chips in the stack after that."""
    taken_back: int
    """Extra chips that the house took back first (``poch.md PO-33``)."""


@dataclass(frozen=True, slots=True)
class Levelled:
    """How a seat was brought to the chips with which everybody begins a new game (``poch.md PO-3``)."""

    seat: int
    brought: int
    """Chips that came to the stack; below 0: chips that left it."""
    taken_back: int = 0
    """Extra chips that the house took back first (``poch.md PO-33``)."""
    bounds: Bounds = NO_BOUNDS


@dataclass(frozen=True, slots=True)
class Started:
    """A deal that has begun."""

    deal_id: int
    levelled: tuple[Levelled, ...]
    """How stacks were levelled for it, by seat; unchanged stacks are left out."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """What somebody has voted for."""

    user_id: int
    kind: Ballots
    deal: int
    """The number of the last deal at the table; 0: none was dealt yet."""
    seq: int = 0
    """Of the action that the deal waited for; 0 where it is about no turn."""


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table and what lies on it, all read in one transaction."""

    table: Table
    sittings: tuple[Sitting, ...]
    """Everybody who sits there now, in order of position."""
    pot: int
    """Chips in the pot."""
    pools: tuple[tuple[str, int], ...]
    """Chips in each named pool that has been used."""
    closing: Closing | None
    """How it was closed; None while it is open."""
    ballots: frozenset[Ballot]
    """What people there have voted for; most of it may be over."""


@dataclass(frozen=True, slots=True)
class OpenTable(TableNow):
    """A table with everything that is needed to go on there."""

    deal: StoredDeal | None
    """The newest deal, open or over; None also if it can't be read."""
    levelled: tuple[Levelled, ...] = ()
    """How stacks were levelled for that deal, if it began a new game."""
    gone: tuple[GotUp, ...] = ()
    """Who has got up since that deal was over, as it was or later."""
    topped_up: Mapping[int, ToppedUp] = field(default_factory=dict)
    """The last top-up of each sitting since that deal was dealt, of those who have had any."""
    unreadable: str = ""
    """Why the newest deal can't be read, in a few words; empty if it can, or if there is none."""


@dataclass(frozen=True, slots=True)
class Purse:
    """A member's chips in one server."""

    balance: int
    """Chips in the purse; below zero if a debt at a table was paid."""
    at_tables: int
    """Chips on tables of the server."""
    topped_up: int
    """Chips of the daily gift, if it was given just now."""
    frozen: str | None = None
    """Why it is frozen, so that the person can't sit down for chips; None: it isn't."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where a member's chips came from, in one server: all that the house ever gave."""

    starting: int = 0
    daily: int = 0
    from_house: int = 0
    """Won from computer players."""
    corrections: int = 0
    """By moderators; below 0: more was taken than given."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the leaderboard."""

    place: int
    """The place, from 1; people with equal chips share one."""
    user_id: int
    name: str
    """The last known name, also of a person who has left the server."""
    chips: int
    """Chips won from people and lost to them over all finished deals."""
    deals: int
    wins: int
    """In how many deals chips were won from people."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """One page of a server's leaderboard."""

    rows: tuple[Standing, ...]
    """Members who have won more chips than they have lost."""
    page: int
    """The number of the page, from 1: the one asked for, or the nearest that there is."""
    pages: int
    """How many pages there are; at least 1."""
    own: Standing | None = None
    """The line of the person who looks, also without a win; None before their first deal for chips."""
    season: int = 1
    """The number of the season, from 1."""


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """What a person has chosen, in all servers."""

    hand: HandPlace = "dm"
    """Where the hand goes."""
    four_colour: bool = False
    """Whether the person's pictures have a colour for each suit."""
    cut: int = 0
    """How many cards the person cuts off the deck; 0: none."""
    auto_top_up: bool = False
    """Whether a short stack is topped up from the purse between deals (``general.md G-8``)."""
    ask_first: bool = True
    """Whether the person is asked again before a move that risks much."""
    locale: str = ""
    """The language of texts; empty: the one that Discord names."""
    call: CallTime = "later"
    """When the person is called by name."""
    cloth: OwnCloth = "table"
    """What the pictures of the person's panel lie on."""
    computers: Level = "regular"
    """How well computer players play at the person's next table."""
