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
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from engine.memory import Memory
from engine.players import thinking
from engine.players.base import Choice, Limit, Player
from engine.players.careful import CAREFUL
from engine.players.pools import thinking as pools
from engine.players.tricks import thinking as tricks
from engine.rules import Rules
from engine.shuffle import Stream
from engine.view import View

Manner: TypeAlias = Literal["sharp", "friendly"]
WORLDS: Final = 400
"""The most worlds that an expert looks at for a decision."""


def novice() -> Player:
    """A novice, whose manner makes no difference."""

    def think(view: View, memory: Memory, stream: Stream) -> Choice:
        return MINDS[view.game].with_slips(view, memory, stream)

    return _level("novice", think)


def regular(manner: Manner = "sharp") -> Player:
    """A regular."""

    def think(view: View, memory: Memory, stream: Stream) -> Choice:
        return MINDS[view.game].by_rule(view, memory, stream, _STYLES[manner])

    return _level(_named("regular", manner), think)


def expert(manner: Manner = "sharp", limit: Limit | None = None) -> Player:
    """An expert who searches as far as the limit lets it; None: ``WORLDS`` worlds, however long they take."""
    most = limit or Limit(WORLDS)

    def think(view: View, memory: Memory, stream: Stream) -> Choice:
        return MINDS[view.game].by_search(view, memory, stream, most, _STYLES[manner])

    return _level(_named("expert", manner), think)


def _named(level: str, manner: Manner) -> str:
    return level if manner == "sharp" else f"{level}-{manner}"


def _level(name: str, think: Callable[[View, Memory, Stream], Choice]) -> Player:
    return Player(name, CAREFUL.choose, games=tuple(MINDS), think=think, unknown=_unknown, speaks_up=CAREFUL.speaks_up)


def _unknown(game: str, rules: Rules) -> tuple[str, ...]:
    return MINDS[game].unknown(game, rules)


class Mind(NamedTuple):
    """How the games of a family are thought about."""

    with_slips: Callable[[View, Memory, Stream], Choice]
    """What a novice does."""
    by_rule: Callable[..., Choice]
    """(view, memory, stream, which of the kernel's styles) -> what somebody of that style does."""
    by_search: Callable[..., Choice]
    """(view, memory, stream, limit, which style) -> what a search from that style's move on finds."""
    unknown: Callable[[str, Rules], tuple[str, ...]]
    """The options that the rules have changed and the family's kernels don't know."""


_DRAWING: Final = Mind(thinking.with_slips, thinking.by_rule, thinking.by_search, thinking.unknown)
_POOLS: Final = Mind(pools.with_slips, pools.by_rule, pools.by_search, pools.unknown)
_TRICKS: Final = Mind(tricks.with_slips, tricks.by_rule, tricks.by_search, tricks.unknown)
MINDS: Final[Mapping[str, Mind]] = {
    **dict.fromkeys(thinking.KERNELS, _DRAWING),
    **dict.fromkeys(pools.KERNELS, _POOLS),
    **dict.fromkeys(tricks.KERNELS, _TRICKS),
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
