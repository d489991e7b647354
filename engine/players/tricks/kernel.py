"""Crummy by given rules and with a given number of seats: how people play it, and what is worth a search."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from engine.players.thinking import policy_of
from engine.players.tricks.estimate import estimator
from engine.players.tricks.styles import CAREFUL, PACK, Style, policy
from engine.players.tricks.world import CARDS, HALT, LAYING, RANKS, Policy, World, play, terms

KNOWN: Final = frozenset({"target", "halt"})
"""The options that the kernel plays by. The target ends a game, and not a deal."""
MIXTURE: Final = (
    CAREFUL,
    CAREFUL,
    Style("hoards", burden=(0.0, 1.0, 0.5, -1.5, -4.0)),
    Style("sheds", laid=4.0),
    Style("timid", daring=1.5),
)
"""How others may play; each is as likely as another."""
_VOID: Final = -20.0
"""What a deal that ends without a score is worth, in points: as little as to be last, so that nobody plays for it."""


class Kernel:
    """Crummy at a table."""

    def __init__(self, rules: Any, seats: int) -> None:
        self.terms = terms(rules.halt, seats)
        self.lowest = len(RANKS) - PACK[seats]
        self.estimate = estimator(seats, self.lowest)
        self.sharp = self.friendly = CAREFUL

    @cached_property
    def mixture(self) -> tuple[Policy, ...]:
        """What others may do."""
        return tuple(policy_of(self, style) for style in MIXTURE)

    def policy(self, style: Style) -> Policy:
        """What somebody of that style does."""
        return policy(style, self.terms.seats)

    @cached_property
    def careful(self) -> Policy:
        """What novices do, by and large, and people who don't look ahead."""
        return policy_of(self, CAREFUL)

    def watching(self, world: World) -> int:
        """What somebody does who looks a trick ahead, as regulars do: the best of the moves if all play on by rule.

        It knows where the cards lie: whoever has watched knows nearly all of it.
        """
        moves = self.candidates(world, CAREFUL)
        if len(moves) == 1 or moves[0] >= LAYING:
            return moves[0]
        policies = (self.careful,) * self.terms.seats
        return max(moves, key=lambda move: self.worth(world, policies, move, 1))

    def worth(self, world: World, policies: Sequence[Policy], move: int, tricks: int) -> float:
        """About what the seat to act gets beyond the mean of all if it makes the move, judged after ``tricks`` tricks.

        The world is left as it was.
        """
        seat, there = world.seat, world.copy()
        play(there, policies, move, tricks)
        if not there.over:
            net = self.estimate(there)
        elif len(there.out) == len(there.hands):
            net = [float(points) for points in there.net]
        else:
            return _VOID
        return net[seat] - sum(net) / len(net)

    def candidates(self, world: World, style: Style) -> list[int]:
        """The moves of the seat to act that are worth a look, what somebody of that style would do first.

        Whoever could lay a quartet may keep it and play a card.
        """
        first = policy_of(self, style)(world)
        if first >= HALT:
            return [first]
        may = world.hands[world.seat] & ~world.there
        return [first, *(card for card in range(len(CARDS)) if may >> card & 1 and card != first)]
