"""What a position between tricks is worth to everybody in Crummy, for worlds that are not played to their end.

A seat scores its place from the end times what its quartets count. The place comes from how far each hand is from being
empty, compared pair by pair; the quartets are those laid and, in part, those that the hand may still become.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import exp
from typing import Final, NamedTuple

from engine.parts.tricks import TRICK_SIZE
from engine.players.tricks.world import FOUR, POINTS, RANKS, World

_REMEMBERED: Final = 200_000
"""How many hands are remembered."""


class Weights(NamedTuple):
    """The weights for a number of seats."""

    far: tuple[float, ...]
    """How far from being empty 0 to 4 cards of a rank leave a hand, as an exponent of the odds to be out later."""
    high: float
    """The same for each card, times the part of the ranks that are lower."""
    lead: float
    """How much nearer whoever leads is."""
    comes: tuple[float, ...]
    """What part of a quartet's points 0 to 4 of its cards bring."""
    hope: tuple[float, ...]
    """How much 0 to 4 cards of a rank say that there will be a quartet, as an exponent of the chance to have none."""


WEIGHTS: Final[Mapping[int, Weights]] = {
    3: Weights(
        (0, 0.241, 0.43, 0.529, 1.281), 0.1, 0.02, (0, 0.02, 0.167, 0.757, 0.569), (0, 0.065, 0.409, 1.387, 1.018)
    ),
    4: Weights(
        (0, 0.235, 0.28, 0.393, 0.163), 0.089, -0.084, (0, 0.073, 0.21, 0.712, 1.17), (0, 0.068, 0.354, 0.942, 9.654)
    ),
    5: Weights(
        (0, 0.073, 0.02, 0.117, 0.02), 0.192, -0.074, (0, 0.049, 0.181, 0.719, 1.126), (0, 0.086, 0.363, 0.964, 5.112)
    ),
}
"""By the number of seats: those with the least squares over some thousand positions of deals that people of different
styles played in the kernel."""


def estimator(seats: int, lowest: int) -> Callable[[World], list[float]]:
    """What tells, for a world that nobody is playing a trick in, about what each seat will score.

    ``lowest`` is the number of the lowest rank of the pack.
    """
    weights = WEIGHTS[seats]
    ranks = range(lowest, len(RANKS))
    known: dict[int, tuple[float, float, float]] = {}

    def looked_at(hand: int) -> tuple[float, float, float]:
        """How far the hand is from being empty, what its quartets will count, and its chance to have none."""
        far = comes = hope = 0.0
        for rank in ranks:
            count = (hand >> TRICK_SIZE * rank & FOUR).bit_count()
            if count:
                far += weights.far[count] + weights.high * count * (rank - lowest) / len(ranks)
                comes += weights.comes[count] * POINTS[rank]
                hope += weights.hope[count]
        if len(known) >= _REMEMBERED:
            known.clear()
        found = known[hand] = exp(far), comes, exp(-hope)
        return found

    ahead = exp(-weights.lead)

    def estimate(world: World) -> list[float]:
        value, without = world.value, world.terms.without
        net = [0.0] * seats
        for place, seat in enumerate(world.out):
            net[seat] = float((seats - place) * (value[seat] or without))
        playing: list[tuple[int, float]] = []
        for seat, hand in enumerate(world.hands):
            if hand:
                far, comes, none = known.get(hand) or looked_at(hand)
                playing.append((seat, far * ahead if seat == world.seat else far))
                laid = value[seat]
                net[seat] = laid + comes if laid else comes + none * without
        for seat, far in playing:
            factor = 0.5  # half of it is what the seat has over itself
            for _, other in playing:
                factor += other / (far + other)
            net[seat] *= factor
        return net

    return estimate
