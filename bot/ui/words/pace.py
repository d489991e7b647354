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


def turn_time(seconds: int | None, texts: Texts, usual: float = 0) -> str:
    """How long a person may take for a turn: "5 minutes a turn"; 0: no limit; None: ``usual`` seconds."""
    if seconds is None:
        return texts("pace-usual", turn=turn_time(round(usual), texts))
    if not seconds:
        return texts("pace-no-limit")
    unit, count = _in_units(seconds)
    return texts(f"pace-{unit}", count=count)


def span(seconds: float, texts: Texts) -> str:
    """A span of time: "5 minutes"."""
    unit, count = _in_units(round(seconds))
    return texts(f"time-{unit}", count=count)


def _in_units(seconds: int) -> tuple[str, int]:
    """The largest unit that makes the time a whole number, and that number."""
    for unit, length in (("days", 86_400), ("hours", 3600), ("minutes", 60)):
        if seconds and seconds % length == 0:
            return unit, seconds // length
    return "seconds", seconds
