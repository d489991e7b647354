"""What a computer player is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from engine.actions import Action, Prompt
from engine.memory import Memory
from engine.rules import Rules
from engine.shuffle import Stream
from engine.view import View

Level: TypeAlias = Literal["novice", "regular", "expert"]
LEVEL_NAMES: Final[tuple[Level, ...]] = get_args(Level)
"""Every level, the weakest first."""
Levels: TypeAlias = Sequence[Level | None]
"""By seat: how well its computer player plays; None: a person sits there."""


@dataclass(frozen=True)
class Limit:
    """How far a search may go for one decision."""

    worlds: int
    """The most worlds it looks at."""
    seconds: float | None = None
    """The longest it may take; None: only the worlds limit it, so that it finds the same on every machine."""
    clock: Callable[[], float] | None = None
    """Tells seconds; needed where ``seconds`` are given."""


@dataclass(frozen=True)
class Choice:
    """What a player does, and how it came to that."""

    action: Action
    how: Literal["rule", "search", "fallback"] = "rule"
    """By rules of thumb; by a search; or as ``careful`` would, because an option of the table is unknown to it."""
    worlds: int = 0
    """How many worlds the search looked at."""
    gain: float = 0.0
    """By how much a search found the action better than the rule's: chips, points or rounds a deal."""


@dataclass(frozen=True)
class Player:
    """A computer player."""

    name: str
    choose: Callable[[View, Stream], Action]
    """The action that the seat which sees this view takes; the view has prompts."""
    games: tuple[str, ...] = ()
    """The games it can play; empty: all of them."""
    answer: Callable[[int, tuple[Prompt, ...], Stream], Action] | None = None
    """For a player that looks at its prompts alone: the same choice without a view, quicker in long simulations."""
    speaks_up: Callable[[View], bool] = lambda view: False
    """Whether it would act now though another seat is to move first; asked only if its view has prompts."""
    think: Callable[[View, Memory, Stream], Choice] | None = None
    """For a player that remembers the deal: its choice, from what its seat has seen. Without a memory ``choose`` has to
    do."""
    unknown: Callable[[str, Rules], tuple[str, ...]] = lambda game, rules: ()
    """(game, rules) -> the options, by name, that differ from the usual and that it doesn't know: with any of them it
    plays as ``choose``."""

    def plays(self, game: str) -> bool:
        """Whether it can play the game."""
        return not self.games or game in self.games
