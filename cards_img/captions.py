"""The words in a picture, all given by the caller: this package holds none. Everything pickles."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeatCaption:
    """The words at one seat."""

    name: str
    """The player's name; what the font lacks is left out, and what is too long is cut."""
    note: str = ""
    """A short word such as "knocked" or "folded"."""
    computer: bool = False
    """Whether a computer player sits there."""


@dataclass(frozen=True, slots=True)
class HandCaptions:
    """The words under a hand."""

    title: str = ""
    """What the hand is."""
    detail: str = ""
    """Where it is held: the table's name, say."""
    drawn: str = ""
    """The tag at the card just drawn."""


@dataclass(frozen=True, slots=True)
class TableCaptions:
    """The words on a table."""

    seats: tuple[SeatCaption, ...]
    """By seat number."""
    title: str = ""
    """Game and number of the deal."""
    detail: str = ""
    """Something small beside it: the shuffle's commitment."""
    stock: str = ""
    discards: str = ""
    pot: str = ""
    """The word under each pile; the numbers are added."""
    call: str = ""
    """Whose turn it is and for what."""
    dealer: str = "D"
    """The letter on the dealer's button."""


@dataclass(frozen=True, slots=True)
class ShowdownCaptions:
    """The words at a showdown."""

    seats: tuple[SeatCaption, ...]
    """By seat number."""
    hands: tuple[str, ...] = ()
    """What each seat's hand is, by seat number; empty where there is nothing to say."""
    nets: tuple[str, ...] = ()
    """What each seat won or lost, by seat number; left out, the numbers of the result are written with their sign."""
    title: str = ""
    detail: str = ""
