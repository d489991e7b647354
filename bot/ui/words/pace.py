"""How fast a table is played, in words."""

from __future__ import annotations

from bot.i18n import Texts
from bot.service.model import Snapshot


def pace(snapshot: Snapshot, texts: Texts) -> str | None:
    """What is not as usual about a table's pace; None if nothing is."""
    chosen, said = snapshot.settings, []
    if chosen.turn_seconds is not None:
        said.append(turn_time(chosen.turn_seconds, texts))
    if chosen.quick:
        said.append(texts("pace-quick"))
    return texts("lobby-pace", pace=texts("lobby-separator").join(said)) if said else None


def turn_time(seconds: int | None, texts: Texts) -> str:
    """How long a person may take for a turn: "5 minutes a turn"; 0: no limit; None: as usual."""
    if seconds is None:
        return texts("pace-usual")
    if not seconds:
        return texts("pace-no-limit")
    for unit, length in (("hours", 3600), ("minutes", 60)):
        if seconds % length == 0:
            return texts(f"pace-{unit}", count=seconds // length)
    return texts("pace-seconds", count=seconds)
