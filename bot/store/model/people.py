"""People: their purses, their lines of the leaderboard, and what they have chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.players.base import Level

HandPlace = Literal["dm", "here"]
"""Where a person wants to see the hand: in a direct message, or only in the channel after a button was pressed."""

CallTime = Literal["at_once", "later", "never"]
"""When a person wants to be called by name: as soon as it is their turn, when nothing comes for a while, or never."""

OwnCloth = Literal["table", "felt", "paper", "night"]
"""What a person wants pictures to lie on; ``table``: what each table has."""


def erased_name(number: int) -> str:
    """The name that stands for a person whose data were erased, as the person of that number."""
    return f"Player {number}"


@dataclass(frozen=True, slots=True)
class Member:
    """A person in a server."""

    guild_id: int
    user_id: int
    name: str
    """The name to show, as last known."""


@dataclass(frozen=True, slots=True)
class BegunAnew:
    """Why a purse began with nothing: everything about its owner was erased in the last thirty days."""

    erased: float
    """When that was, in seconds since the epoch (UTC)."""
    gift: int
    """The chips of the next daily gift; 0: none comes, because there is none or the purse is frozen."""
    gift_at: float
    """From when on it can be had, in seconds since the epoch (UTC)."""


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
    begun_anew: BegunAnew | None = None
    """Why there were no starting chips, of a purse with fewer chips than the daily gift; None: there were, or that
    isn't known any more."""


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
