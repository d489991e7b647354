"""Games for the length of a test, and deals played again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from engine.actions import Action
from engine.cards import Card
from engine.game import GAMES, Game, S, register
from engine.rules import Rules
from engine.stakes import Stakes


@contextmanager
def registered(*games: Game[Any]) -> Iterator[None]:
    """Adds games to the registry for the length of a ``with`` block."""
    for game in games:
        register(game)
    try:
        yield
    finally:
        for game in games:
            del GAMES[game.name]


def replay(
    game: Game[S], rules: Rules, seats: int, stakes: Stakes, deck: tuple[Card, ...], actions: Iterable[Action]
) -> S:
    """The state of a deal after its actions. Raises BadSetup or IllegalAction."""
    state = game.new_deal(rules, seats, stakes, deck)
    for action in actions:
        state, _ = game.apply(state, action)
    return state
