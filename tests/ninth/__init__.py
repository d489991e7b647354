"""Games that live in the tests alone: a ninth one, and Knock Poker with an option more.

They show what the engine, the bot and the pictures need to know of a game: what its view says, and nothing else.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from .high_card import HIGH_CARD
from .pat_knock import DRAW_FIRST

TEXTS: Final = Path(__file__).parent / "texts"
"""Their texts, as a place of the catalogue."""
TEST_GAMES = (HIGH_CARD, DRAW_FIRST)
"""All of them, to be registered while a test lasts (``engine.game.registered``)."""

__all__ = ["DRAW_FIRST", "HIGH_CARD", "TEST_GAMES", "TEXTS"]
