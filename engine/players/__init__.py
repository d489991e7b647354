"""Computer players: they see a View, never a State.

A player is a function of what a seat sees and of a stream of chance to the action that the seat takes.
"""

from __future__ import annotations

from typing import Final

from engine.players.base import Player
from engine.players.blind import RANDOM
from engine.players.careful import CAREFUL
from engine.players.probes import PROBES

PLAYERS: Final[dict[str, Player]] = {player.name: player for player in (RANDOM, CAREFUL)}
"""Every computer player that tables offer, by its name; which games it can play, ``Player.plays`` tells."""

__all__ = ["PLAYERS", "PROBES", "Player"]
