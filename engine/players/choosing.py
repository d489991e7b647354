"""What a computer player of a level does, in every game: functions of values alone, which another process can call."""

from __future__ import annotations

from engine.memory import Memory
from engine.players.base import Choice, Level, Limit, Player
from engine.players.careful import CAREFUL
from engine.players.levels import Manner, expert, novice, regular
from engine.shuffle import Stream
from engine.view import View


def player_of(game: str, level: Level, manner: Manner, limit: Limit | None = None) -> Player:
    """The computer player of that level; ``careful`` where there is none of it for the game yet.

    ``limit`` is an expert's.
    """
    match level:
        case "novice":
            player = novice()
        case "regular":
            player = regular(manner)
        case "expert":
            player = expert(manner, limit)
    return player if player.plays(game) else CAREFUL


def decide(view: View, memory: Memory, level: Level, manner: Manner, seed: bytes, limit: Limit) -> Choice:
    """What the level does, of what its seat has seen. The view has prompts; chance comes from the seed."""
    player, stream = player_of(view.game, level, manner, limit), Stream(seed)
    if player.think is None:
        return Choice(player.choose(view, stream))
    return player.think(view, memory, stream)


def speaks_up(view: View, level: Level, manner: Manner) -> bool:
    """Whether the level acts now though another seat is to move first; the view has prompts."""
    return player_of(view.game, level, manner).speaks_up(view)


def by_rules(view: View, memory: Memory, level: Level, manner: Manner, seed: bytes) -> Choice:
    """The same without a search, for whoever has no time: an expert then plays as a regular would."""
    return decide(view, memory, "regular" if level == "expert" else level, manner, seed, Limit(0))
