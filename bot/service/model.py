"""What the outside sees of a table: frozen snapshots, and the refusals that a person may be told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from bot.store.model import Levelled, Refusal
from bot.store.model import Member as Person
from engine.events import Event, Scored
from engine.rules import Rules
from engine.view import View

__all__ = [
    "Levelled",
    "Location",
    "Person",
    "Private",
    "Refusal",
    "Scoring",
    "Sitter",
    "Snapshot",
    "Stage",
    "Told",
    "Turn",
]

Stage = Literal["lobby", "playing", "between", "closed"]
"""Before the first deal, in a deal, between two deals, or gone."""
Scoring = Mapping[int, Scored]
"""How each sitting's score of a deal came about, by the sitting's id."""


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
    """Chips in front of this sitter at the moment."""
    seat: int | None
    """The seat in the present (or last) deal; None for who was not there when it was dealt."""
    leaving: bool = False
    """Got up in mid-deal: a computer player plays the deal to its end."""

    @property
    def computer(self) -> bool:
        """Whether no person decides for this seat now."""
        return self.user_id is None or self.leaving


@dataclass(frozen=True)
class Told:
    """One action of the present deal and what came of it."""

    seq: int
    """The number of actions after it; 0 for the deal itself."""
    events: tuple[Event, ...]
    by_computer: bool = False
    """Whether it was played for a person who had run out of time."""


@dataclass(frozen=True)
class Location:
    """Where a table is: enough to ask the service for anything there, without looking at its deal."""

    table_id: int
    guild_id: int
    channel_id: int
    closed: bool = False


@dataclass(frozen=True)
class Snapshot:
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
    """The user who opened the table, or whom it passed to."""
    stage: Stage
    turn: Turn
    deal_id: int | None
    """The store's id of the present or last deal."""
    sitters: tuple[Sitter, ...]
    """In the order around the table, clockwise."""
    players: tuple[Sitter, ...]
    """The players who were dealt in to the present (or last) deal, by seat, even if they have got up since."""
    view: View | None
    """The present or last deal as a spectator sees it."""
    told: tuple[Told, ...]
    """What has happened in that deal, action by action."""
    commitment: str
    """The hash that the present deal's shuffle was bound to (in a lobby and between deals: the next one's)."""
    pot: int
    """Chips in the pot, carried ones included."""
    pools: tuple[tuple[str, int], ...] = ()
    """Chips in each named pool, carried ones included, in the order in which the game names them; also empty pools.

    After the end of a game: what nobody has claimed, until a new one begins.
    """
    supply: int = 0
    """The chips that everybody begins a game with, where nobody may add to them in mid-game; else 0."""
    levelled: tuple[Levelled, ...] = ()
    """How stacks were levelled before the present (or last) deal, where it began a new game; not after a restart.

    Seats with which nothing had to be done are left out.
    """
    game_on: bool = False
    """Whether a game goes on; if not, the next deal begins a new one."""
    deadline: float | None = None
    """When the seat to act is played for, in seconds since the epoch (UTC)."""
    next_deal_at: float | None = None
    """When the next deal starts by itself."""
    closing: bool = False
    """Whether the table closes after this deal."""
    shared: int = 0
    """Chips of pot and pools that were shared out among the sitters when the table was closed."""
    taken_back: tuple[tuple[int, int], ...] = ()
    """Extra chips that the house took back (``poch.md PO-33``) when each user last got up or topped up, or at the
    closing; without those from whom it took none."""
    live_message: int | None = None
    """The message with the live buttons."""
    result_lines: bool | None = None
    """Whether a line about each deal stays in the channel; None: where two people or more sit."""
    deal_taken_back: bool = False
    """Whether the last deal could not be brought back after a start, and was taken back with all its chips."""

    def seated(self, user_id: int) -> Sitter | None:
        """Where that person sits, if at all."""
        return next((s for s in self.sitters if s.user_id == user_id), None)

    def at(self, seat: int) -> Sitter:
        """Who sits (or sat) in that seat of the deal."""
        return self.players[seat]

    @property
    def to_act(self) -> Sitter | None:
        """The sitter whose turn it is."""
        seats = self.view.to_act if self.view is not None and self.stage == "playing" else ()
        return self.at(seats[0]) if seats else None


@dataclass(frozen=True)
class Orphan:
    """An open table that this version can't read: its game, its rules or its last deal are of another one.

    It keeps its channel until it is closed; then everybody gets the chips back.
    """

    table_id: int
    guild_id: int
    channel_id: int
    game: str
    """The game's name as it is stored, which this version may not know."""
    seated: frozenset[int]
    """The people who sit there, who may close it."""


@dataclass(frozen=True)
class Private:
    """A table as one seated person sees it: the snapshot and that person's own view."""

    table: Snapshot
    sitter: Sitter
    view: View | None
    """The person's own view of the present or last deal; None for who was not dealt in."""
