"""What servers have set and saved, and what those who manage one see of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from bot.store.model.errors import Refusal

NO_SERVER: Final = 0
"""Stands for a server at a table in somebody's direct messages with the bot."""


def table_there(guild_id: int, **details: object) -> Refusal:
    """Why no table is opened where one is open already: in a channel of that server, or in direct messages."""
    return Refusal("table_here" if guild_id == NO_SERVER else "table_exists", **details)


@dataclass(frozen=True, slots=True)
class Chips:
    """How many chips the house gives."""

    starting: int = 200
    """Chips of a new purse."""
    daily: int = 40
    """A person with fewer chips, including those at tables, is given this many once a UTC day; 0: never."""


Openers = Literal["everybody", "managers"]
"""Who may open tables in a server: everybody, or whoever may manage the channel."""

MOST_CHANNELS: Final = 25
"""How many channels can be chosen for tables."""


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
