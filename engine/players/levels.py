"""Levels of computer players, and the manner in which they play, for games that have a kernel.

A *novice* knows the rules and combines well; now and then it does what is second best. A *regular* plays by limits
tuned for the number of players and the round. An *expert* begins with what a regular would do and searches in worlds
that fit what it has seen, among others who play in different ways.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.memory import Memory
from engine.players.base import Choice, Limit, Player
from engine.players.careful import CAREFUL
from engine.players.thinking import KERNELS, by_rule, by_search, unknown
from engine.shuffle import Stream
from engine.view import View

WORLDS: Final = 400
"""How many worlds an expert looks at for a decision."""


def expert(limit: Limit, name: str = "expert") -> Player:
    """An expert who searches as far as the limit lets it."""

    def think(view: View, memory: Memory, stream: Stream) -> Choice:
        """The best that a search finds."""
        return by_search(view, memory, stream, limit)

    return _level(name, think)


def _regular(view: View, memory: Memory, stream: Stream) -> Choice:
    return by_rule(view, memory, stream, lambda kernel: kernel.sharp)


def _level(name: str, think: Callable[[View, Memory, Stream], Choice]) -> Player:
    games = tuple(KERNELS)
    return Player(name, CAREFUL.choose, games=games, think=think, unknown=unknown)


REGULAR: Final = _level("regular", _regular)
EXPERT: Final = expert(Limit(WORLDS))
LEVELS: Final[dict[str, Player]] = {player.name: player for player in (REGULAR, EXPERT)}
"""Every level by its name."""
