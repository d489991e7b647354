"""How a deal of Crummy is scored (crummy.md, CR-40 to CR-45), from values."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Rank
from engine.events import QuartetsScored
from engine.parts.tricks import WITHOUT, points


def settle(out: Sequence[int], laid: Sequence[tuple[Rank, ...]], marked: int | None) -> tuple[QuartetsScored, ...]:
    """What each seat scores, in points: by the order of going out and by its quartets (CR-40 to CR-44).

    ``marked`` is the seat whose first quartet has the joker on it and counts double (CR-43).
    """
    scores: list[QuartetsScored] = []
    for place, seat in enumerate(out):
        quartets = laid[seat]
        double = quartets[0] if seat == marked else None
        values = tuple(points(rank) * (2 if rank is double else 1) for rank in quartets)
        value = sum(values) if quartets else WITHOUT[len(out)]
        scores.append(QuartetsScored(seat, len(out) - place, quartets, double, value, values))
    return tuple(scores)
