"""What a computer player is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.actions import Action, Prompt
from engine.shuffle import Stream
from engine.view import View


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

    def plays(self, game: str) -> bool:
        """Whether it can play the game."""
        return not self.games or game in self.games
