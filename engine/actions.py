"""What a seat can do, as values. ``record.py`` reads and writes them as JSON (record.md)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ClassVar, Literal, TypeVar

from engine.cards import Card, Rank
from engine.frozen import frozen

S = TypeVar("S")
Source = Literal["stock", "discard"]
"""Where a card is drawn from."""


@frozen
class Draw:
    """Draw the top card of the stock or of the discard pile."""

    do: ClassVar[str] = "draw"
    seat: int
    source: Source


@frozen
class Discard:
    """Put a card face up on the discard pile."""

    do: ClassVar[str] = "discard"
    seat: int
    card: Card


@frozen
class Knock:
    """Knock; in Dompe, call."""

    do: ClassVar[str] = "knock"
    seat: int


@frozen
class Show:
    """Show a hand that wins outright."""

    do: ClassVar[str] = "show"
    seat: int


@frozen
class Stay:
    """Keep the hand when the stock has run out after a knock."""

    do: ClassVar[str] = "stay"
    seat: int


@frozen
class Fold:
    """Give up the hand; ``card`` is the discard if the seat holds six cards."""

    do: ClassVar[str] = "fold"
    seat: int
    card: Card | None = None


@frozen
class Play:
    """Play a card to a trick or a sequence."""

    do: ClassVar[str] = "play"
    seat: int
    card: Card


@frozen
class Meld:
    """Lay aside the quartet of a rank."""

    do: ClassVar[str] = "meld"
    seat: int
    rank: Rank


@frozen
class Halt:
    """Call a halt to a repeating ending."""

    do: ClassVar[str] = "halt"
    seat: int


@frozen
class Pass:
    """Pass in the betting."""

    do: ClassVar[str] = "pass"
    seat: int


@frozen
class Bet:
    """Bring the seat's stake in this betting to ``amount`` chips in all: bet, match, raise or all-in."""

    do: ClassVar[str] = "bet"
    seat: int
    amount: int


@frozen
class Shuffle:
    """The discards become a stock in this order, from the top. Chance does it, not a seat."""

    do: ClassVar[str] = "shuffle"
    order: tuple[Card, ...]


Action = Draw | Discard | Knock | Show | Stay | Fold | Play | Meld | Halt | Pass | Bet | Shuffle
"""Any action."""

Choice = Card | Rank | str
"""What an argument can be: a card, a rank, or a word such as ``stock``."""


@frozen
class Prompt:
    """One thing a seat may do now, with every legal value of its argument.

    What ``prompts`` offers is what ``apply`` takes, no more and no less.
    """

    do: str
    """The action's name."""
    choices: tuple[Choice, ...] = ()
    """The legal values of its argument; empty if it takes none, or takes an amount."""
    least: int | None = None
    """The smallest legal amount, in chips."""
    most: int | None = None
    """The largest legal amount, in chips."""
    from_hand: bool = False
    """Set in open prompts whose card or rank depends on the hand; such a prompt names no choices."""


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
IN_MID_TURN = frozenset({"draw", "knock", "meld"})
"""The actions after which the turn may stay with the seat, for a discard or a lead. After any other action the turn is
over: a seat that acts again after it has a new turn."""
OPTIONAL_ARGUMENTS = frozenset({"fold"})
"""The actions whose argument may be missing: a fold names a card only if the seat holds six."""

_BARE: dict[str, type[Knock | Show | Stay | Halt | Pass]] = {kind.do: kind for kind in (Knock, Show, Stay, Halt, Pass)}


@lru_cache(maxsize=1024, typed=True)
def act(do: str, seat: int, argument: Choice | int | None = None) -> Action:
    """The action that answers a prompt. Raises ValueError if action and argument do not fit.

    Seats and cards are few, so most actions are made once. ``typed``, because a rank is equal to its number.
    """
    match do, argument:
        case "draw", "stock" | "discard":
            return Draw(seat, argument)
        case "discard", Card():
            return Discard(seat, argument)
        case "play", Card():
            return Play(seat, argument)
        case "fold", None | Card():
            return Fold(seat, argument)
        case "meld", Rank():
            return Meld(seat, argument)
        case "bet", int():
            return Bet(seat, argument)
        case _, None if do in _BARE:
            return _BARE[do](seat)
    raise ValueError(f"the action {do!r} does not take {argument!r}")


def answers(seat: int, prompts: tuple[Prompt, ...]) -> tuple[Action, ...]:
    """Every action that answers one of the prompts; for an amount, only the least and the most."""
    found: list[Action] = []
    for prompt in prompts:
        if prompt.least is not None and prompt.most is not None:
            found += [act(prompt.do, seat, amount) for amount in sorted({prompt.least, prompt.most})]
        else:
            found += [act(prompt.do, seat, choice) for choice in prompt.choices or (None,)]
    return tuple(found)


_ATTRIBUTES = {**ARGUMENTS, "draw": "source"}


def argument(action: Action) -> Choice | int | tuple[Card, ...] | None:
    """The action's argument; None if it has none."""
    attribute = _ATTRIBUTES.get(action.do)
    found: Choice | int | tuple[Card, ...] | None = getattr(action, attribute) if attribute else None
    return found


def once_a_state(prompts: Callable[[S, int], tuple[Prompt, ...]]) -> Callable[[S, int], tuple[Prompt, ...]]:
    """The same function, which remembers what it found for the last state.

    A seat's prompts are usually asked for just before it acts, so the answer to "may I?" can be used again for "do it".
    """
    last_state: S | None = None
    last_seat = 0
    last_found: tuple[Prompt, ...] = ()

    @wraps(prompts)
    def remembering(state: S, seat: int) -> tuple[Prompt, ...]:
        nonlocal last_state, last_seat, last_found
        if last_state is state and last_seat == seat:
            return last_found
        found = prompts(state, seat)
        if found:  # a seat without prompts is not worth remembering
            last_state, last_seat, last_found = state, seat, found
        return found

    return remembering


def offered(prompts: tuple[Prompt, ...], action: Action) -> bool:
    """Whether the action answers one of the prompts: the one check behind both "may I?" and "do it"."""
    do = action.do
    for prompt in prompts:
        if prompt.do == do:
            given = argument(action)
            if prompt.choices:
                return given in prompt.choices
            if prompt.least is not None and prompt.most is not None:
                return isinstance(given, int) and prompt.least <= given <= prompt.most
            return given is None
    return False
