"""All that one seat, or a spectator, may know. Pictures, buttons and computer players see this and never a state."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from engine.actions import Prompt
from engine.asks import Ask
from engine.cards import Card
from engine.frozen import frozen
from engine.middle import Bare, Middle, Pools
from engine.parts.hands import HandName
from engine.rules import Rules
from engine.stakes import DealResult

Standing = Literal["in", "folded", "out"]
"""A seat plays on, has folded, or was not dealt in."""


@frozen
class SeatView:
    """One seat as the viewer sees it."""

    seat: int
    cards: int
    """How many cards it holds."""
    chips: int
    standing: Standing = "in"
    knocked: bool = False
    """Whether it knocked, or called."""
    done: bool = False
    """Whether it has no more turn in this deal."""
    score: int = 0
    """Points or rounds won so far, if the game keeps them."""
    hand: tuple[Card, ...] | None = None
    """Its cards, if the viewer may see them: the viewer's own, and those shown."""
    name: HandName | None = None
    """What that hand is, if it is seen and worth naming."""
    melds: tuple[tuple[Card, ...], ...] = ()
    """The melds of that hand, if it is seen and the game has melds; with a card just drawn, those after the best
    discard. Quartets that lay face down are among them once they are turned up."""
    deadwood: int | None = None
    """The total of that hand's unmatched cards, in points, in the same way."""
    passed: bool = False
    """Whether it has passed in this trick, or takes no more part in this betting."""
    quartets: int = 0
    """How many quartets lie face down before it; nobody is told their ranks."""
    stake: int = 0
    """What it has bet in this betting, in chips."""
    shown: tuple[Card, ...] = ()
    """Cards of its hand that it has shown to all in this deal, wherever they are by now."""


@frozen
class View:
    """A table as one seat, or a spectator, sees it. Built by allow-list."""

    game: str
    rules: Rules
    viewer: int | None
    """The seat that looks; None for a spectator."""
    dealer: int
    to_act: tuple[int, ...]
    """The seats that are asked something now."""
    seats: tuple[SeatView, ...]
    asks: Ask | None
    """What the seat to act is asked, as far as everybody can know; None when the deal is over."""
    middle: Middle = Bare()
    """What lies in the middle of the table."""
    pot: int = 0
    """The chips in the pot."""
    knocker: int | None = None
    """The seat that has knocked, or called."""
    drawn: Card | None = None
    """The card the viewer drew this turn, still to be followed by a discard."""
    prompts: tuple[Prompt, ...] = ()
    """What the viewer may do now. For a spectator the open prompts: what the moment offers before anybody looks into a
    hand. Each prompt of a seat is among them: the same action, choices and amounts within those that the open one
    names. If the hand decides which cards or ranks there are, the open one names none (``Prompt.from_hand``)."""
    result: DealResult | None = None
    """How the deal ended, once it has."""

    @property
    def pools(self) -> tuple[tuple[str, int], ...]:
        """Chips in each named pool; none if no pools lie in the middle."""
        return tuple((pool.name, pool.chips) for pool in self.middle.pools) if isinstance(self.middle, Pools) else ()

    @property
    def asked(self) -> Ask | None:
        """What the viewer is asked, by the viewer's own prompts; None if the viewer is not asked that."""
        may = {prompt.do for prompt in self.prompts}
        if self.viewer is None or self.asks is None or not may:
            return None
        found = Ask.DRAW if self.asks is Ask.DRAW_OR_KNOCK and "knock" not in may else self.asks
        return found if found.always <= may else None

    @property
    def own(self) -> SeatView | None:
        """The viewer's own seat."""
        return None if self.viewer is None else self.seats[self.viewer]

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own cards."""
        return (self.own and self.own.hand) or ()

    def prompt(self, do: str) -> Prompt | None:
        """The viewer's prompt of that name, if there is one."""
        return next((p for p in self.prompts if p.do == do), None)


def seen_by(view: View, viewer: int, own: SeatView, prompts: tuple[Prompt, ...], drawn: Card | None = None) -> View:
    """What a seat sees: the spectators' ``view``, but for its own place at the table and what it may do.

    ``own``: that place; ``drawn``: the card that it drew this turn.
    """
    seats = view.seats
    if own is not seats[viewer]:
        seats = (*seats[:viewer], own, *seats[viewer + 1 :])
    return View(
        view.game,
        view.rules,
        viewer,
        view.dealer,
        view.to_act,
        seats,
        view.asks,
        view.middle,
        view.pot,
        view.knocker,
        drawn,
        prompts,
        view.result,
    )  # the fields in their order, not by name: that takes a third off


def with_hand(
    seat: SeatView,
    hand: tuple[Card, ...] | None,
    name: HandName | None,
    melds: tuple[tuple[Card, ...], ...],
    deadwood: int | None,
) -> SeatView:
    """The seat with these cards, and what they are; all else as it was.

    Every look of somebody at a table makes one, so the fields are given in their order: by name it takes half
    as long again, and with ``dataclasses.replace`` more than three times as long.
    """
    return SeatView(
        seat.seat,
        seat.cards,
        seat.chips,
        seat.standing,
        seat.knocked,
        seat.done,
        seat.score,
        hand,
        name,
        melds,
        deadwood,
        seat.passed,
        seat.quartets,
        seat.stake,
        seat.shown,
    )


@lru_cache(4096)
def closed_seat(
    seat: int, cards: int, chips: int, standing: Standing, knocked: bool, done: bool, score: int
) -> SeatView:
    """A seat whose hand nobody but its holder sees. Most are those of the state before."""
    return SeatView(seat, cards, chips, standing, knocked, done, score)
