"""Tables and who sits there: as they are set up, opened, and read again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from bot.store.model.deals import Away, StoredDeal
from bot.store.model.people import Member
from bot.store.model.settled import NO_BOUNDS, Bounds, Closing, GotUp, Levelled, ToppedUp
from engine.players.base import Level

TableStatus = Literal["lobby", "playing", "closed"]
"""``lobby``: nobody has dealt yet; ``playing``: deal after deal; ``closed``: everybody has cashed out."""

Unit = Literal["chips", "points", "rounds"]
"""What a game's ``net`` counts (``engine.game.Game.unit``)."""

Ballots = Literal["skip", "replace", "close", "end"]
"""What people vote for or agree to: the plain move for a slow turn, a computer player for it, that the table closes, or
that it closes at once."""

Ended = Literal["idle", "nobody"]
"""Why a table closed by itself: nobody did anything there for a long time, or nobody sat there any more."""

Cloth = Literal["felt", "paper", "night"]
"""What the pictures of a table lie on: green felt, light paper, or cloth as blue as the night."""


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
    """How well the next computer player who sits down there plays."""


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
    """How well the computer player who sits there, or stands in for the person, plays."""
    extra: int = 0
    """Extra chips of a person's that go back to the house where everybody begins a new game with as many; 0 in a
    game."""
    bounds: Bounds = NO_BOUNDS
    """What of the winnings goes to the house besides, as ``extra``."""

    @property
    def to_house(self) -> int:
        """How many of the chips go to the house where everybody begins a new game with as many."""
        return self.extra + self.bounds.to_house

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
    look_until: float = 0.0
    """Until when the first deal isn't dealt, in seconds since the epoch (UTC): it takes more chips of people there than
    they sat down for."""


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
