"""Crummy by given rules and with a given number of seats: how people play it, and what is worth a search."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

from engine.players.thinking import policy_of
from engine.players.tricks.estimate import estimator
from engine.players.tricks.styles import CAREFUL, PACK, Style, policy
from engine.players.tricks.world import CARDS, HALT, RANKS, Policy, World, terms

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

    def candidates(self, world: World, style: Style) -> list[int]:
        """The moves of the seat to act that are worth a look, what somebody of that style would do first.

        Whoever could lay a quartet may keep it and play a card.
        """
        first = policy_of(self, style)(world)
        if first >= HALT:
            return [first]
        may = world.hands[world.seat] & ~world.there
        return [first, *(card for card in range(len(CARDS)) if may >> card & 1 and card != first)]
