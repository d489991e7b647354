"""Computer players: they see a View, never a State.

A player is a function of what a seat sees and of a stream of chance to the action that the seat takes.
"""

from __future__ import annotations

from typing import Final

from engine.memory import Memory
from engine.players.base import Player
from engine.players.blind import RANDOM
from engine.players.careful import CAREFUL
from engine.players.levels import LEVELS
from engine.players.probes import PROBES
from engine.shuffle import Stream
from engine.view import View

PLAYERS: Final[dict[str, Player]] = {player.name: player for player in (RANDOM, CAREFUL)}
"""Every computer player that tables offer, by its name; which games it can play, ``Player.plays`` tells."""


def would(view: View, memory: Memory, do: str) -> bool | None:
    """Whether a careful player, or a regular one, would do that now with what the viewer sees and remembers: such as
    knock with this hand.

    None if neither knows the game, or nothing is asked of the viewer.
    """
    if not view.prompts or view.viewer is None or not CAREFUL.plays(view.game):
        return None
    if CAREFUL.choose(view, Stream(_ANY)).do == do:
        return True
    regular = LEVELS["regular"]
    assert regular.think is not None
    return regular.plays(view.game) and regular.think(view, memory, Stream(_ANY)).action.do == do


_ANY: Final = bytes(32)
"""They leave nothing to chance, so any stream will do."""

__all__ = ["CAREFUL", "LEVELS", "PLAYERS", "PROBES", "Player", "would"]
