"""`python -m bot` with luck that is known beforehand: `python -m tests.e2e.dealt LOT`, where LOT is any whole number.

Wherever the bot draws a seed, a cut or a first dealer it gets the same, however often and in whatever order it asks: so
each deal at each table is the same deal, as long as the people and the computer players do the same.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from types import SimpleNamespace
from unittest import mock

from bot.__main__ import main
from bot.service import dealing
from engine.cards import Card, Pack
from engine.fairness import BoundPack
from engine.shuffle import shuffled


def fix_luck(lot: int) -> None:
    """From now on everything that is drawn in this process follows from ``lot``."""
    seed = hashlib.sha256(str(lot).encode()).digest()
    luck = SimpleNamespace(token_bytes=lambda size: seed[:size], randbelow=lambda below: lot % below)
    mock.patch.object(dealing, "secrets", luck).start()
    mock.patch.object(dealing, "dealer_of", lambda key, seats: lot % seats).start()
    mock.patch.object(dealing, "deck_of", _deck(seed, lot)).start()


def _deck(seed: bytes, lot: int) -> Callable[[BoundPack, bytes, Pack, int], tuple[Card, ...]]:
    """The same deck in each deal, whatever people have added to its shuffle."""
    return lambda bound, key, pack, cut: shuffled(pack, seed, cut or 1 + lot % (len(pack) - 1))


if __name__ == "__main__":
    fix_luck(int(sys.argv.pop()))
    sys.exit(main())
