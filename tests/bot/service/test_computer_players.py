"""Which computer player sits down at a table."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.service.play import _player
from engine.game import GAMES
from engine.players import PLAYERS, PROBES


@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_table_is_given_a_probe(game: str) -> None:
    table: Any = SimpleNamespace(game=GAMES[game])
    assert _player(table).plays(game)
    assert _player(table).name in PLAYERS
    assert _player(table).name not in PROBES
