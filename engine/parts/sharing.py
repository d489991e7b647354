"""Equal shares, and the odd units that are left (games/general.md G-6)."""

from __future__ import annotations

from collections.abc import Sequence


def shares(amount: int, sharers: Sequence[int], *, odd_units: bool = True) -> dict[int, int]:
    """How many of ``amount`` chips or points each sharer gets.

    Everybody gets the whole quotient. The odd units go one each to the first sharers, who must be given in order of
    play; with ``odd_units`` False nobody gets them.
    """
    quotient, odd = divmod(amount, len(sharers))
    return {seat: quotient + (odd_units and place < odd) for place, seat in enumerate(sharers)}
