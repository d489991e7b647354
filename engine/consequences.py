"""What the moves of a moment lead to, and why those that one would expect are not allowed: for teaching alone.

A game tells the consequences of its prompts from a view and its rules' numbers (``Telling.consequences``); the words
are written elsewhere, a sentence a code. Why something is not allowed, the game's own refusal says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from engine.actions import Action, Choice, act, offered
from engine.cards import Card, Rank
from engine.errors import IllegalAction
from engine.frozen import frozen
from engine.parts.tricks import quartets

if TYPE_CHECKING:
    from engine.game import Game

Value = int | Card | Rank | tuple[Card, ...]
"""What a sentence can name."""


@frozen
class Consequence:
    """What one move leads to, or several that lead to the same."""

    do: str
    """The action's name."""
    code: str
    """What it leads to, as the name of a sentence."""
    choices: tuple[Choice, ...] = ()
    """The arguments with which it does so; none: whatever is offered, or an action without one."""
    values: tuple[tuple[str, Value], ...] = ()
    """What the sentence names, by name: numbers, cards, ranks; ``seat`` is a seat."""


def consequence(do: str, code: str, *choices: Choice, **values: Value) -> Consequence:
    """The same, with the values by their names."""
    return Consequence(do, code, choices, tuple(values.items()))


_GOES_WITHOUT_SAYING: Final = frozenset({"already_drawn", "halt_off", "halt_between_tricks", "halt_two_players"})
"""The reasons that tell nobody anything who plays: what was just done, and what concerns a table's last two alone."""
_OF_THE_HAND: Final = frozenset({"discard", "play"})
"""The actions that are done with cards of the hand; a card that can't be chosen has a reason of its own."""


def not_allowed(game: Game[Any], state: Any, seat: int) -> tuple[IllegalAction, ...]:
    """Why the seat may not do what one would expect, each reason once.

    That is what the game names (``Telling.expected``), and cards of the hand that can't go. It tells nothing that the
    seat doesn't know: a refusal never does.
    """
    found: dict[str, IllegalAction] = {}
    view = game.observe(state, seat)
    for action in _expected(game, state, seat):
        if offered(view.prompts, action):
            continue
        try:
            game.apply(state, action)
        except IllegalAction as error:
            if error.code not in _GOES_WITHOUT_SAYING:
                found.setdefault(error.code, error.with_traceback(None))  # which would hold on to the state
    return tuple(found.values())


def _expected(game: Game[Any], state: Any, seat: int) -> Iterator[Action]:
    """What one would expect to be possible."""
    view = game.observe(state, seat)
    prompts = {prompt.do: prompt for prompt in view.prompts}
    for do in game.telling.expected:
        if do in prompts:
            continue
        match do:
            case "draw":
                yield act(do, seat, "stock")
            case "bet":
                yield act(do, seat, 1)
            case "meld":
                yield from (act(do, seat, rank) for rank in quartets(view.hand))
            case _:
                yield act(do, seat)
    for do in _OF_THE_HAND & prompts.keys():
        yield from (act(do, seat, card) for card in view.hand if card not in prompts[do].choices)
