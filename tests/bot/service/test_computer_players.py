"""Which computer player sits down at a table."""

from __future__ import annotations

import pytest

from engine.game import GAMES
from engine.players import LEVELS, PLAYERS, PROBES
from engine.players.choosing import LEVEL_NAMES, Level, player_of


@pytest.mark.parametrize("level", LEVEL_NAMES)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_level_plays_every_game_and_is_no_probe(game: str, level: Level) -> None:
    player = player_of(game, level, "friendly")
    assert player.plays(game)
    assert player.name in {**LEVELS, **PLAYERS}
    assert player.name not in PROBES
    there = [name for name in LEVELS if name.split("-")[0] == level and LEVELS[name].plays(game)]
    assert player.name in there if there else player.name == "careful", "a level is taken as soon as there is one"
