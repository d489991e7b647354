"""`python -m bot` with luck that is known beforehand: `python -m tests.e2e.dealt LOT`, where LOT is any whole number.

Wherever the bot draws a seed, a cut or a first dealer it gets the same, however often and in whatever order it asks: so
each deal at each table is the same deal, as long as the people and the computer players do the same.
"""

from __future__ import annotations

import hashlib
import sys
from types import SimpleNamespace
from unittest import mock

from bot.__main__ import main
from bot.service import dealing


def fix_luck(lot: int) -> None:
    """From now on everything that is drawn in this process follows from ``lot``."""
    seed = hashlib.sha256(str(lot).encode()).digest()
    luck = SimpleNamespace(token_bytes=lambda size: seed[:size], randbelow=lambda below: lot % below)
    mock.patch.object(dealing, "secrets", luck).start()


if __name__ == "__main__":
    fix_luck(int(sys.argv.pop()))
    sys.exit(main())
