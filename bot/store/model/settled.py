"""What the ledger moved where somebody got up, topped up, or began a new game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.players.base import Level


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a person is not paid of what was won, as the table was settled with them (``bot.store.payout``)."""

    won: int = 0
    """Chips won from computer players that the house gives."""
    over: int = 0
    """Chips won from computer players beyond what a person may win."""
    nobodys: int = 0
    """Chips that others have lost without having had them."""

    @property
    def to_house(self) -> int:
        """How many chips the house keeps."""
        return self.over + self.nobodys

    def __bool__(self) -> bool:
        return bool(self.to_house)


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
