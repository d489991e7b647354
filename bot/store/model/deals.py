"""Deals: about to begin, as they stand in the books, and what they came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.store.model.settled import Levelled
from engine.frozen import frozen
from engine.stakes import DealResult, Stakes, Transfer

DealStatus = Literal["open", "finished", "cancelled"]
"""``cancelled``: taken back, with all its chips returned by reversals."""

Away = Literal["", "row", "deal", "vote"]
"""Why somebody counts as away: turns missed in a row or in one deal, or a vote of the others; "": they are there."""


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


@frozen
class StoredAction:
    """One action of a deal."""

    seq: int
    """The action's number in its deal, from 0."""
    action: Mapping[str, Any]
    """The action as a record writes it."""
    state_hash: str | None
    """The hash of the state after it; None in a packed deal, which has a proof of them all."""
    interaction_id: int | None
    """The interaction that asked for it; None if none did, and in a packed deal, where it isn't known any more."""
    at: float
    """When, in seconds since the epoch (UTC)."""
    asked: bool
    """Whether somebody asked for it: no computer player, deadline or shuffle."""


@dataclass(frozen=True, slots=True)
class Packed:
    """What is left of a deal's actions in the database once it is packed, beside the actions themselves."""

    record: bytes = field(repr=False)
    proof: bytes
    """Of the record, and of the hashes of the states after each action (``bot/store/packing.py``)."""


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
    packed: Packed | None = None
    """None: the actions are stored one by one."""

    @property
    def next_stakes(self) -> Stakes | None:
        """The stakes of the next deal, with the seats of this one; None while it is open."""
        if self.status == "cancelled":
            return self.stakes
        return None if self.result is None else self.result.stakes


@dataclass(frozen=True, slots=True)
class Opening:
    """What decides whether all cards of a finished deal may be opened."""

    agreed: frozenset[int]
    """The users who agree."""
    closed_at: float | None
    """When its table was closed, in seconds since the epoch (UTC); None while it is open."""


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
class Started:
    """A deal that has begun."""

    deal_id: int
    levelled: tuple[Levelled, ...]
    """How stacks were levelled for it, by seat; unchanged stacks are left out."""
