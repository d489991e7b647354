"""What a kernel is: a game of draw and discard, made small enough to be played to its end very often.

The shape is the same for other families: what it knows, how the hidden cards may lie (``sampling.py`` for this family),
which candidates are worth a search, and what a candidate comes to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, Self

from engine.players.drawing.draws import NO_DRAWS, Draws, Prospects
from engine.players.drawing.world import Policy, Terms, World
from engine.players.thinking import Kinds

LEFT: Final = 8
"""How many cards that somebody left lying or threw away say something of the hand, which changes card by card."""


@dataclass(frozen=True)
class Past:
    """What a seat has been seen to do in the deal."""

    draws: int = 0
    turns: int = 0
    knocked: bool = False
    stayed: bool = False
    """Whether it had its last turn after another's knock and did not fold."""
    rounds: int = 0
    """In which round it had its last turn, counted from 0."""
    left: tuple[int, ...] = ()
    """The last ``LEFT`` cards that it left on the discard pile or threw away, by number, the latest last."""
    thrown: int = -1
    """The card that it threw away last, by number; its hand has not changed since. -1: none."""
    bound: int = -1
    """The card that it had to keep then, because it had just taken it from the discard pile; -1: none."""


@dataclass(frozen=True)
class Style:
    """How somebody may play; a policy is made from it. Limits are values of hands, or points of deadwood."""

    name: str
    knock: tuple[int, ...]
    """The limit to knock with, by round; the last stands for all later rounds."""
    pat: int = 0
    """The limit to knock with instead of the first draw."""
    stay: int = 0
    """The limit to stay in with after another's knock."""
    stay_pat: int | None = None
    """The same after a knock without a draw; None: the same limit."""
    upcard: bool | None = None
    """Whether the upcard is always taken, or never; None: where it makes the hand better."""
    gain: int = 0
    """By how many points an upcard that makes no meld must improve the hand to be taken; in Poe Crumb, by prospects."""
    first_round: int | None = None
    """The most points to knock with in the first round, whatever a search finds; None: no such limit."""
    draws: Draws = NO_DRAWS
    """Which hands are broken up for four cards to a better one, while another turn is to come."""
    prospects: Prospects | None = None
    """What is worth keeping while another turn is to come, in Dompe and Poe Crumb; None: what makes the best hand, or
    draws."""
    aims_high: bool = False
    """Whether after a knock it takes the upcard only for a hand that it would have knocked with a round before."""
    link: int = 0
    """What a card is worth, in points, for each other with which it could become part of a meld."""
    outs: float = 0.0
    """The same for each card that would make a meld with it and another, and may still come. Instead of ``link``, where
    it is given; by that it is judged still what somebody threw away, and which discards are worth a look."""
    fades: float = 0.0
    """By how much ``outs`` goes down with each round, as fewer cards are still to come."""
    expert: Style | None = field(default=None, compare=False)
    """How an expert begins, and goes on in a search, where a regular plays in this style; None: in the same."""


class Kernel(Kinds[Style], Protocol):
    """A game by given rules and with a given number of seats."""

    @property
    def terms(self) -> Terms:
        """What the game is, as data."""

    @property
    def pack(self) -> tuple[int, ...]:
        """All cards, by number."""

    @property
    def reads_left(self) -> bool:
        """Whether ``fits`` looks at what ``Past`` says of the discards, which else is not found out."""

    @property
    def mixture(self) -> tuple[Style, ...]:
        """How others may play; each is as likely as another."""

    @property
    def sharp(self) -> Style:
        """How a regular plays for the score, and how an expert goes on in a search unless the style says otherwise."""

    def among(self, players: int) -> Self:
        """The same table where so many are dealt in, as the others sit out."""

    def policy(self, style: Style) -> Policy:
        """What somebody of that style does."""

    def allows(self, total: int, past: Past) -> bool:
        """Whether the rules let somebody with a hand of that sum do what was seen."""

    def fits(self, style: Style, total: int, past: Past) -> bool:
        """Whether somebody of that style, with a hand of that sum, would have done what was seen."""

    def candidates(self, world: World, default: int, may: Sequence[str], style: Style) -> list[int]:
        """The moves worth a search for the seat to act, the default first; ``may`` are the names of those allowed."""

    def second(self, world: World, gone: int) -> int:
        """What a beginner might throw away instead of that card, without breaking what is made; else the same card."""

    def trimmed(self, hand: list[int], total: int) -> int:
        """The card that somebody who holds one too many would have thrown away."""


class PlaysAlike:
    """A kernel that plays the same however many of its seats are dealt in, or of a game in which nobody sits out."""

    def among(self, players: int) -> Self:
        """The same table where so many are dealt in, as the others sit out."""
        return self


def aim(style: Style, world: World) -> int:
    """The least value for which somebody of that style takes the upcard after a knock."""
    return at(style.knock, max(world.turns // len(world.order) - 1, 0)) if style.aims_high else 0


def at(limits: Sequence[int], turn: int) -> int:
    """The limit in a round."""
    return limits[turn] if turn < len(limits) else limits[-1]
