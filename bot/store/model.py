"""What the store takes and gives: frozen values, and its errors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.stakes import DealResult, Stakes, Transfer

TableStatus = Literal["lobby", "playing", "closed"]
"""``lobby``: nobody has dealt yet; ``playing``: deal after deal; ``closed``: everybody has cashed out."""

DealStatus = Literal["open", "finished", "cancelled"]
"""``cancelled``: taken back, every chip of it returned by reversals."""

Unit = Literal["chips", "points", "rounds"]
"""What a game's ``net`` counts (``engine.game.Game.unit``)."""

HandPlace = Literal["dm", "here"]
CallTime = Literal["at_once", "later", "never"]
"""Where a person wants the hand: as a direct message, or only behind the button."""


class StoreError(Exception):
    """The database cannot be used, or a write could not be made; its text is one clear sentence."""


class LedgerError(StoreError):
    """The chips a deal counts with are not those in the ledger; nothing was written."""


class Refusal(Exception):  # noqa: N818 - not an error of the program
    """Something a person asked for that cannot be; nothing has changed.

    ``code`` names the catalogue's text ``refusal-<code>``, ``details`` are its values. The store's own codes:
    ``table_exists purse_too_small short_of_supply nothing_to_top_up``.
    """

    def __init__(self, code: str, **details: object) -> None:
        text = ", ".join(f"{name}={value}" for name, value in details.items())
        super().__init__(f"{code} ({text})" if text else code)
        self.code = code
        self.details = details


class ConflictError(StoreError):
    """The request doesn't fit what is written, because the caller knows an older state. Nothing was written.

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
    daily_minimum: int = 40
    """Whoever has fewer, tables included, is topped up to this number, at most once a UTC day; 0: nobody is."""


@dataclass(frozen=True, slots=True)
class Member:
    """A person in a server."""

    guild_id: int
    user_id: int
    name: str
    """The name to show, as last known."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """One stay of a person or of a computer player at a table."""

    id: int
    table_id: int
    user_id: int | None
    """None: a computer player."""
    name: str
    position: int
    """The order around the table; rises with every newcomer."""
    chips: int
    """Chips on the table when this was read; below zero on credit (``general.md G-8``)."""
    auto_top_up: bool
    """Whether the person agreed to be topped up between deals (``general.md G-8``)."""
    leaving: bool
    """Gets up as soon as the deal is over (``general.md G-11``)."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table, without what lies on it. The seed is secret: it is in no text of this value."""

    id: int
    guild_id: int
    channel_id: int
    game: str
    rules: Mapping[str, Any]
    """The options as they were stored: all of them, or in version 1 those other than the default."""
    unit: Unit
    buy_in: int
    """Chips that a newcomer brings."""
    four_colour: bool
    host_id: int
    """The user who opened it."""
    status: TableStatus
    closing: bool
    """Closes as soon as the deal is over."""
    next_seed: str = field(repr=False)
    """The next deal's seed as hexadecimal digits: secret, its commitment is shown before that deal."""
    rules_version: int = 1
    """The version of the game's rules in which the options were stored (``engine.versions``)."""
    result_lines: bool | None = None
    """Whether a line about each deal stays in the channel; None: where two people or more sit."""


@dataclass(frozen=True, slots=True)
class NewDeal:
    """A deal about to begin. Deck and seed are secret: they are in no text of this value."""

    number: int
    """Counts the deals of a table from 1."""
    sittings: tuple[int, ...]
    """Who sits in seat 0, 1, …: ids of sittings."""
    stakes: Stakes
    """What the deal starts from, before the ante."""
    deck: tuple[str, ...] = field(repr=False)
    """The whole deck from the top, in notation."""
    seed: str = field(repr=False)
    """The shuffle's seed as hexadecimal digits."""
    commitment: str
    """What was published before the deal, as hexadecimal digits."""
    cut: int
    """Where the deck was cut."""
    transfers: tuple[Transfer, ...]
    """Antes and whatever else moves with the deal itself."""
    state_hash: str
    """The hash of the state after dealing."""
    levelled: bool = False
    """Whether it begins a game for which every stack is first brought to ``stakes.supply`` (``bot.store.supply``)."""


@dataclass(frozen=True, slots=True)
class StoredAction:
    """One action of a deal."""

    seq: int
    """Counts the actions of a deal from 0."""
    action: Mapping[str, Any]
    """The action as a record writes it."""
    state_hash: str
    """The hash of the state after it."""
    interaction_id: int | None
    """The interaction that asked for it; None where a computer player, a deadline or the shuffle did."""
    at: float
    """When, in seconds of UTC."""


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """What a finished deal scored, for the score sheet."""

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
    """Who sits in seat 0, 1, …: ids of sittings."""
    names: tuple[str, ...]
    """Their names."""
    user_ids: tuple[int | None, ...]
    """Who they are; None: a computer player."""
    stakes: Stakes
    """What it started from."""
    deck: tuple[str, ...] = field(repr=False)
    seed: str = field(repr=False)
    commitment: str
    cut: int
    state_hash: str
    """The hash of the state after dealing."""
    actions: tuple[StoredAction, ...]
    result: DealResult | None
    """How it ended; None while it is open and where it was cancelled."""
    started_at: float
    finished_at: float | None

    @property
    def next_stakes(self) -> Stakes | None:
        """What the next deal starts from, seats as in this one; None while it is open."""
        if self.status == "cancelled":
            return self.stakes
        return None if self.result is None else self.result.stakes


@dataclass(frozen=True, slots=True)
class GotUp:
    """Somebody who got up from a table, with what the ledger says of it."""

    sitting_id: int
    user_id: int | None
    """None: a computer player."""
    name: str
    chips: int
    """Chips moved to the purse, or for a computer player to the house; below zero where a debt was evened out."""
    taken_back: int = 0
    """Extra chips that the house took back first (``poch.md PO-33``)."""


@dataclass(frozen=True, slots=True)
class Closing:
    """How a table was closed."""

    got_up: tuple[GotUp, ...]
    """Who sat there until then, in order of position; what each had with the share of pot and pools."""
    shared: int
    """Chips of pot and pools that were shared out among them."""


@dataclass(frozen=True, slots=True)
class ToppedUp:
    """What came to a stack."""

    added: int
    """Chips that came from the purse."""
    chips: int
    """Chips then on the table."""
    taken_back: int
    """Extra chips that the house took back first (``poch.md PO-33``)."""


@dataclass(frozen=True, slots=True)
class Levelled:
    """How a seat was brought to the chips that everybody begins a new game with (``poch.md PO-3``)."""

    seat: int
    brought: int
    """Chips that came to the stack; below 0: that were put away."""
    taken_back: int = 0
    """Extra chips that the house took back first (``poch.md PO-33``)."""


@dataclass(frozen=True, slots=True)
class Started:
    """A deal that has begun."""

    deal_id: int
    levelled: tuple[Levelled, ...]
    """How stacks were levelled for it, by seat; without those with which nothing was to be done."""


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table and what lies on it, all read in one transaction."""

    table: Table
    sittings: tuple[Sitting, ...]
    """Who sits there now, in order of position."""
    pot: int
    """Chips in the pot."""
    pools: tuple[tuple[str, int], ...]
    """Chips in each named pool that has ever held some."""
    closing: Closing | None
    """How it was closed; None while it is open."""


@dataclass(frozen=True, slots=True)
class OpenTable(TableNow):
    """A table with everything that is needed to go on where it was."""

    deal: StoredDeal | None
    """The newest deal, open or over; None also where it can't be read."""
    levelled: tuple[Levelled, ...] = ()
    """How stacks were levelled for that deal, where it began a new game."""
    unreadable: str = ""
    """Why the newest deal can't be read, in a few words; empty where it can, or where there is none."""


@dataclass(frozen=True, slots=True)
class Purse:
    """A member's chips in one server."""

    balance: int
    """Chips in the purse; below zero where a debt at a table was evened out."""
    at_tables: int
    """Chips on tables of the server."""
    topped_up: int
    """Chips that the daily top-up has given just now."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the leaderboard."""

    place: int
    """From 1; equals share a place."""
    user_id: int
    name: str
    """The last known name, also of who left the server."""
    chips: int
    """Chips won and lost over all finished deals."""
    deals: int
    wins: int


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """One page of a server's leaderboard."""

    rows: tuple[Standing, ...]
    page: int
    """From 1; what was asked for, brought into range."""
    pages: int
    """At least 1."""


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """What a person has chosen, in all servers."""

    hand: HandPlace = "dm"
    """Where the hand goes."""
    four_colour: bool = False
    """Whether the person's pictures have a colour for each suit."""
    cut: int = 0
    """Where the person cuts the deck; 0: drawn by lot."""
    auto_top_up: bool = False
    """Whether a short stack is topped up from the purse between deals (``general.md G-8``)."""
    locale: str = ""
    """The language of texts; empty: the one Discord names."""
    call: CallTime = "later"
    """When the person is called by name: as soon as it is their turn, where nothing comes for a while, or never."""
