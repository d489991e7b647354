"""The order of the seats around the table (games/general.md G-1, G-3)."""

from __future__ import annotations

from functools import lru_cache


def neighbour(seat: int, seats: int, *, clockwise: bool = True) -> int:
    """The next of ``seats`` seats, numbered clockwise from 0, in the direction of play."""
    return (seat + (1 if clockwise else -1)) % seats


@lru_cache(maxsize=256)
def order_of_play(
    dealer: int, seats: int, playing: tuple[int, ...] | None = None, *, clockwise: bool = True
) -> tuple[int, ...]:
    """The seats that play, from the first to act to the dealer.

    If the dealer is not among those ``playing``, the next seat that is deals. Raises ValueError where
    nobody plays.
    """
    step = 1 if clockwise else -1
    around = [(dealer + step * place) % seats for place in range(seats)]
    active = around if playing is None else [seat for seat in around if seat in playing]
    if not active:
        raise ValueError("nobody plays")
    return (*active[1:], active[0])


def after(seat: int, order: tuple[int, ...]) -> int:
    """The seat that plays after ``seat``."""
    return order[(order.index(seat) + 1) % len(order)]


def have_played(first: int, to_act: int, order: tuple[int, ...]) -> tuple[int, ...]:
    """The seats from ``first`` to the one before ``to_act``, in order of play; none if ``first`` is to act."""
    start = order.index(first)
    around = (*order[start:], *order[:start])
    return around[: around.index(to_act)]
