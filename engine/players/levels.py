"""Levels of computer players, and the manner in which they play, for games that have a kernel.

A *novice* knows the rules and combines well, remembers nothing, and now and then does what is second best. A *regular*
plays by limits tuned for the number of players and the round; in Crummy, a regular looks one trick ahead. An *expert*
begins with what a regular would do and searches in worlds that fit what it has seen, among others who play in
different ways.

The *manner* is apart from the level: whoever is *friendly* ends no deal before people could play; whoever is *sharp*
plays for the score.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias

from engine.memory import Memory
from engine.players.base import Choice, Limit, Player
from engine.players.careful import CAREFUL
from engine.players.drawing.thinking import DRAWING
from engine.players.pools.thinking import POOLS
from engine.players.thinking import Family
from engine.players.tricks.thinking import TRICKS
from engine.rules import Rules
from engine.shuffle import Stream
from engine.view import View

Manner: TypeAlias = Literal["sharp", "friendly"]
WORLDS: Final = 400
"""The most worlds that an expert looks at for a decision."""


def novice() -> Player:
    """A novice, whose manner makes no difference."""

    def think(view: View, memory: Memory, stream: Stream) -> Choice:
        return FAMILIES[view.game].with_slips(view, memory, stream)

    return _level("novice", think)


def regular(manner: Manner = "sharp") -> Player:
    """A regular."""

    def think(view: View, memory: Memory, stream: Stream) -> Choice:
        return FAMILIES[view.game].by_rule(view, memory, stream, _STYLES[manner])

    return _level(_named("regular", manner), think)


def expert(manner: Manner = "sharp", limit: Limit | None = None) -> Player:
    """An expert who searches as far as the limit lets it; None: ``WORLDS`` worlds, however long they take."""
    most = limit or Limit(WORLDS)

    def think(view: View, memory: Memory, stream: Stream) -> Choice:
        return FAMILIES[view.game].by_search(view, memory, stream, most, _STYLES[manner])

    return _level(_named("expert", manner), think)


def _named(level: str, manner: Manner) -> str:
    return level if manner == "sharp" else f"{level}-{manner}"


def _level(name: str, think: Callable[[View, Memory, Stream], Choice]) -> Player:
    return Player(
        name, CAREFUL.choose, games=tuple(FAMILIES), think=think, unknown=_unknown, speaks_up=CAREFUL.speaks_up
    )


def _unknown(game: str, rules: Rules) -> tuple[str, ...]:
    return FAMILIES[game].unknown(game, rules)


FAMILIES: Final[Mapping[str, Family[Any, Any]]] = {
    game: family for family in (DRAWING, POOLS, TRICKS) for game in family.games
}
"""How each game that has levels is thought about."""
_STYLES: Final[dict[Manner, Callable[[Any], Any]]] = {
    "sharp": lambda kernel: kernel.sharp,
    "friendly": lambda kernel: kernel.friendly,
}


def levels(limit: Limit | None = None) -> dict[str, Player]:
    """Every level in every manner, by its name; the limit is the experts'."""
    manners: tuple[Manner, ...] = ("sharp", "friendly")
    made = [novice(), *map(regular, manners), *(expert(manner, limit) for manner in manners)]
    return {player.name: player for player in made}


LEVELS: Final[dict[str, Player]] = levels()
"""Every level by its name; no table offers them."""
