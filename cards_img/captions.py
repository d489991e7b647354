"""The words in a picture, all given by the caller: this package holds none; and what is to be marked."""

from __future__ import annotations

from typing import Literal

from engine.cards import Card
from engine.frozen import frozen


@frozen
class SeatCaption:
    """The words at one seat."""

    name: str
    """The player's name; what the font lacks is left out, and what is too long is cut."""
    note: str = ""
    """A short word such as "knocked" or "folded"."""
    computer: bool = False
    """Whether a computer player sits there."""
    tally: str = ""
    """The player's score, such as "2 rounds", in games whose plates show it instead of chips."""


Mark = Literal["", "meld", "deadwood"]
"""How a group of cards is marked: not at all, as a meld, or as the deadwood."""


@frozen
class Group:
    """Cards that lie together."""

    cards: tuple[Card, ...]
    caption: str = ""
    """The words under them: what a meld is, what the deadwood counts."""
    mark: Mark = ""


@frozen
class HandCaptions:
    """The words under a hand."""

    title: str = ""
    """What the hand is."""
    detail: str = ""
    """Where it is held, for example the table's name."""
    drawn: str = ""
    """The tag at the card just drawn; empty where no card is ever drawn, and none has to have room for it."""
    low: bool = False
    """Whether the cards stand behind an edge even where there are no words."""


@frozen
class Last:
    """What the last move touched: it shines."""

    seats: tuple[int, ...] = ()
    """Whoever moved."""
    stock: bool = False
    discards: bool = False
    pot: bool = False
    """Whether a card went from or to these piles, or chips to or from the pot."""
    cards: int = 0
    """How many of the cards played to the trick, or out in sequence, are new."""
    turned: bool = False
    """Whether the card turned up on a board is new."""
    pools: tuple[str, ...] = ()
    """The engine's names of the pools whose chips were moved."""


@frozen
class TableCaptions:
    """The words on a table."""

    seats: tuple[SeatCaption, ...]
    """By seat number."""
    title: str = ""
    """Game and number of the deal."""
    stock: str = ""
    discards: str = ""
    pot: str = ""
    """The word under each pile; the numbers are added."""
    call: str = ""
    """Whose turn it is and for what."""
    dealer: str = "D"
    """The letter on the dealer's button."""
    clockwise: bool = True
    """Whether play goes clockwise; if not, an arrow tells it."""
    last: Last = Last()


@frozen
class ShowdownCaptions:
    """The words at a showdown."""

    seats: tuple[SeatCaption, ...]
    """By seat number."""
    hands: tuple[str, ...] = ()
    """What each seat's hand is, by seat number; empty if there is nothing to say."""
    nets: tuple[str, ...] = ()
    """What each seat won or lost, by seat number; left out, the numbers of the result are written with their sign."""
    title: str = ""
    detail: str = ""


@frozen
class SheetRow:
    """One line of a score sheet."""

    caption: str
    """For example the number of the deal."""
    cells: tuple[str, ...]
    """Each player's score; one that begins with a plus or a true minus sign has its colour."""
    details: tuple[str, ...] = ()
    """How each score came about, in smaller letters, broken after plus signs; left out, there is no line for it."""


@frozen
class SheetCaptions:
    """A score sheet: its words and its numbers."""

    players: tuple[SeatCaption, ...]
    """The columns."""
    rows: tuple[SheetRow, ...]
    """The deals, the oldest first."""
    totals: SheetRow | None = None
    leaders: tuple[int, ...] = ()
    """The columns that get a crown."""
    title: str = ""
    detail: str = ""


@frozen
class EveningRow:
    """What somebody brought home from an evening."""

    player: SeatCaption
    deals: str
    """In how many deals of how many the player gained; "" where that isn't counted."""
    net: str
    """What was won or lost; one that begins with a plus or a true minus sign has its colour."""
    leads: bool = False
    """Whether it gets a crown."""


@frozen
class EveningMoment:
    """What is worth showing of an evening: its best hand, or the deal in which most was won."""

    caption: str
    """Which it is."""
    words: str
    """The player's name, and what the player did it with."""
    cards: tuple[Card, ...] = ()
    """The hand, if one was shown."""


@frozen
class EveningCaptions:
    """What an evening at a table came to: its words and its numbers."""

    rows: tuple[EveningRow, ...]
    """Whoever won the most first."""
    moments: tuple[EveningMoment, ...] = ()
    """What is worth showing, two at most."""
    title: str = ""
    detail: str = ""
    deals: str = ""
    net: str = ""
    """The words above the two columns."""


@frozen
class TrickCaptions:
    """The words round a trick."""

    seats: tuple[SeatCaption, ...]
    """By seat number; the note tells which players have passed."""
    title: str = ""
    call: str = ""
    """Whose turn it is and for what."""
    dealer: str = "D"
    clockwise: bool = True
    last: Last = Last()


@frozen
class BoardCaptions:
    """The words on and beside a board with pools."""

    seats: tuple[SeatCaption, ...]
    """By seat number."""
    pools: tuple[tuple[str, str], ...]
    """What each pool is called on the board, by the engine's name for it."""
    title: str = ""
    pot: str = ""
    """The word behind the number of chips in the betting."""
    call: str = ""
    dealer: str = "D"
    bet: str = ""
    """The word behind the stake that has to be matched."""
    clockwise: bool = True
    last: Last = Last()


@frozen
class ExampleRow:
    """Some cards and what they show."""

    cards: tuple[Card, ...]
    title: str
    """What they are, such as "Full house"."""
    detail: str = ""
    """What makes them so."""
    kept: tuple[Card, ...] = ()
    """The cards that count: the others are dimmed; none: all count."""


@frozen
class ExampleChart:
    """Examples that belong together."""

    rows: tuple[ExampleRow, ...]
    heading: str = ""
    """What they have in common, such as "Each beats those below it"."""


@frozen
class ChartsCaptions:
    """Examples with their words: what beats what."""

    charts: tuple[ExampleChart, ...]
    title: str = ""
    detail: str = ""


@frozen
class ShareRow:
    """A decision and how often it wins."""

    name: str
    """Whose it was; what the font lacks is left out, and what is too long is cut."""
    seat: int
    did: str
    """What was decided, such as "knock"."""
    share: int
    """In how many of a hundred deals it wins."""
    told: str
    """The same in words, such as "71" or "nearly all"."""
    undone: bool = False
    """Whether the share is of what the player didn't do, such as staying in instead of a fold."""


@frozen
class SharesCaptions:
    """How often some decisions win, with their words."""

    rows: tuple[ShareRow, ...]
    title: str = ""
    detail: str = ""
