"""What a seat can do, as values. ``record.py`` reads and writes them as JSON (record.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.cards import Card, Rank

Source = Literal["stock", "discard"]
"""Where a card is drawn from."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the stock or of the discard pile."""

    do: ClassVar[str] = "draw"
    seat: int
    source: Source


@dataclass(frozen=True, slots=True)
class Discard:
    """Put a card face up on the discard pile."""

    do: ClassVar[str] = "discard"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Knock:
    """Knock; in Dompe, call."""

    do: ClassVar[str] = "knock"
    seat: int


@dataclass(frozen=True, slots=True)
class Show:
    """Show a hand that wins outright."""

    do: ClassVar[str] = "show"
    seat: int


@dataclass(frozen=True, slots=True)
class Stay:
    """Keep the hand where the stock has run out after a knock."""

    do: ClassVar[str] = "stay"
    seat: int


@dataclass(frozen=True, slots=True)
class Fold:
    """Give up the hand; ``card`` is the discard where six are held."""

    do: ClassVar[str] = "fold"
    seat: int
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card to a trick or a sequence."""

    do: ClassVar[str] = "play"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Meld:
    """Lay aside the quartet of a rank."""

    do: ClassVar[str] = "meld"
    seat: int
    rank: Rank


@dataclass(frozen=True, slots=True)
class Halt:
    """Call a halt to a repeating ending."""

    do: ClassVar[str] = "halt"
    seat: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass in the betting."""

    do: ClassVar[str] = "pass"
    seat: int


@dataclass(frozen=True, slots=True)
class Bet:
    """Bring the seat's stake in this betting to ``amount`` chips in all: bet, match, raise or all-in."""

    do: ClassVar[str] = "bet"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Chance: the discards become a stock in this order, from the top. No seat does it."""

    do: ClassVar[str] = "shuffle"
    order: tuple[Card, ...]


Action = Draw | Discard | Knock | Show | Stay | Fold | Play | Meld | Halt | Pass | Bet | Shuffle
"""Any of them."""

Choice = Card | Rank | str
"""What an argument can be: a card, a rank, or a word such as ``stock``."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One thing a seat may do now, with every legal value of its argument.

    What ``prompts`` offers is what ``apply`` takes, no more and no less.
    """

    do: str
    """The action's name."""
    choices: tuple[Choice, ...] = ()
    """The legal values of its argument; empty where it takes none or takes an amount."""
    least: int | None = None
    """The smallest legal amount, in chips."""
    most: int | None = None
    """The largest legal amount, in chips."""


ARGUMENTS: dict[str, str] = {
    "draw": "from",
    "discard": "card",
    "fold": "card",
    "play": "card",
    "meld": "rank",
    "bet": "amount",
    "shuffle": "order",
}
"""The name of each action's argument in records; actions not named here take none."""
OPTIONAL_ARGUMENTS = frozenset({"fold"})
"""The actions whose argument may be missing: a fold names a card only where six are held."""

_BARE: dict[str, type[Knock | Show | Stay | Halt | Pass]] = {one.do: one for one in (Knock, Show, Stay, Halt, Pass)}


def act(do: str, seat: int, argument: Choice | int | None = None) -> Action:
    """The action that answers a prompt. Raises ValueError where action and argument do not fit."""
    match do, argument:
        case "draw", "stock" | "discard" as source:
            return Draw(seat, source)
        case "discard", Card():
            return Discard(seat, argument)
        case "fold", None | Card():
            return Fold(seat, argument)
        case "play", Card():
            return Play(seat, argument)
        case "meld", Rank():
            return Meld(seat, argument)
        case "bet", int():
            return Bet(seat, argument)
        case _, None if do in _BARE:
            return _BARE[do](seat)
    raise ValueError(f"the action {do!r} does not take {argument!r}")


def answers(seat: int, prompts: tuple[Prompt, ...]) -> tuple[Action, ...]:
    """Every action that answers one of the prompts; of an amount, the least and the most."""
    found: list[Action] = []
    for prompt in prompts:
        if prompt.least is not None and prompt.most is not None:
            found += [act(prompt.do, seat, amount) for amount in sorted({prompt.least, prompt.most})]
        else:
            found += [act(prompt.do, seat, choice) for choice in prompt.choices or (None,)]
    return tuple(found)


_ATTRIBUTES = {**ARGUMENTS, "draw": "source"}


def argument(action: Action) -> Choice | int | tuple[Card, ...] | None:
    """The action's argument, None where it has none."""
    attribute = _ATTRIBUTES.get(action.do)
    found: Choice | int | tuple[Card, ...] | None = getattr(action, attribute) if attribute else None
    return found


def offered(prompts: tuple[Prompt, ...], action: Action) -> bool:
    """Whether the action answers one of the prompts: the one check behind both "may I?" and "do it"."""
    for prompt in prompts:
        if prompt.do == action.do:
            given = argument(action)
            if prompt.least is not None and prompt.most is not None:
                return isinstance(given, int) and prompt.least <= given <= prompt.most
            return given in prompt.choices if prompt.choices else given is None
    return False
