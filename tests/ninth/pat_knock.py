"""Knock Poker with an option more, for the tests: ``pat_knock``, without which nobody may knock before drawing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Final

from engine.actions import Action, Knock, Prompt
from engine.asks import Ask
from engine.errors import IllegalAction
from engine.events import Event
from engine.game import GAMES
from engine.games.knock_poker import KnockPokerRules
from engine.rules import option
from engine.view import View

NAME: Final = "knock-poker-draw-first"
_BASE: Final = GAMES["knock-poker"]


class PatKnockRules(KnockPokerRules):
    """What a table can agree on, a pat knock too."""

    often: ClassVar[tuple[str, ...]] = (*KnockPokerRules.often, "pat_knock")

    pat_knock: bool = option(True, "Pat knock", "On a first turn a player may knock without drawing.")


def _allowed(rules: PatKnockRules, offered: tuple[Prompt, ...]) -> tuple[Prompt, ...]:
    """What is left of the prompts: without the option, no knock where there is a draw."""
    if rules.pat_knock or not any(prompt.do == "draw" for prompt in offered):
        return offered
    return tuple(prompt for prompt in offered if prompt.do != "knock")


def prompts(state: Any, seat: int) -> tuple[Prompt, ...]:
    """What the seat may do now."""
    return _allowed(state.rules, _BASE.prompts(state, seat))


def apply(state: Any, action: Action) -> tuple[Any, tuple[Event, ...]]:
    """The state after the action, and what happened. Raises IllegalAction."""
    if isinstance(action, Knock):
        before = _BASE.prompts(state, action.seat)
        if _allowed(state.rules, before) != before:
            raise IllegalAction("no_pat_knock", "At this table nobody knocks before drawing: draw a card first.")
    return _BASE.apply(state, action)


def observe(state: Any, viewer: int | None) -> View:
    """The table as ``viewer`` sees it; None is a spectator."""
    view = _BASE.observe(state, viewer)
    asks = Ask.DRAW if view.asks is Ask.DRAW_OR_KNOCK and not state.rules.pat_knock else view.asks
    return replace(view, game=NAME, prompts=_allowed(state.rules, view.prompts), asks=asks)


DRAW_FIRST: Final = replace(
    _BASE,
    name=NAME,
    rules=PatKnockRules,
    seats=range(2, 5),
    telling=replace(_BASE.telling, recommended=range(3, 5)),
    prompts=prompts,
    apply=apply,
    observe=observe,
)
"""Knock Poker with the option, for two to four players."""
