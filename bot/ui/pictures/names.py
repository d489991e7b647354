"""Names in what a picture tells."""

from __future__ import annotations

from bot.service.model import Sitter
from cards_img import player_name


def drawn_name(player: Sitter) -> str:
    """A player's name as it stands at the seat: without what can't be drawn, and ``#3`` where nothing can."""
    assert player.seat is not None, "a player who was dealt in has a seat"
    return player_name(player.name, player.seat)
