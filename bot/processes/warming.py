"""What a process does in which computer players think, before it is asked for anything."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any, Final

from engine.game import GAMES, Game
from engine.memory import begin
from engine.players.base import LEVEL_NAMES, Limit
from engine.players.choosing import decide
from engine.simulate import fresh_stakes

_NICE: Final = 10
"""By how much the process gives way to the bot's own, which answers people."""


def warm() -> None:
    """Decides once in each game at each level: the first time takes longer, as hands are ranked and tables made."""
    with suppress(OSError, AttributeError):  # not every system can
        os.nice(_NICE)
    for game in GAMES.values():
        _warm(game)


def _warm(game: Game[Any]) -> None:
    rules, seats = game.rules(), game.telling.recommended[0]
    state = game.new_deal(rules, seats, fresh_stakes(game, seats), game.pack(rules, seats).deck(()))
    for seat in game.to_act(state)[:1]:
        view = game.observe(state, seat)
        memory = begin(view, game.telling.opening(state))
        for level in LEVEL_NAMES:
            decide(view, memory, level, "friendly", bytes(32), Limit(worlds=2))
