"""How a decision is thought about in the Poch family."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from engine.actions import Action, Bet, Fold, Pass, Play
from engine.cards import ALL_CARDS, Card
from engine.evolve import evolve
from engine.memory import Memory
from engine.players.careful import CAREFUL
from engine.players.pools.kernel import GAMES, KNOWN, Kernel, Style
from engine.players.pools.sampling import Situation, determinize, situation
from engine.players.pools.world import BET, Policy, World, play
from engine.players.thinking import Family, GameKernel, PlayedOut, slips
from engine.shuffle import Stream
from engine.view import View

_LUCK: Final = 1 << 16


class PoolsDecision(PlayedOut[World, Policy, Style]):
    """What to stake, or which card to lead."""

    def __init__(self, there: Situation, stream: Stream, own: Style, view: View) -> None:
        """``own`` is the style of whoever decides."""
        super().__init__(there.kernel, there.plain, own)
        self.there, self._stream, self._view = there, stream, view

    def default(self) -> int:
        """What the style does."""
        return move_by(self.policy(), self.there.plain)

    def candidates(self) -> list[int]:
        """What the kernel holds worth a look."""
        return self.there.kernel.candidates(self.there.plain, self.default())

    def sampled(self) -> tuple[World, list[Style]]:
        """A world, and how everybody plays in it."""
        return determinize(self.there, self._stream, self.levels)

    def played(self, world: World, policies: list[Policy], move: int) -> Sequence[float]:
        """What each seat gets at the end of the deal."""
        return play(world, policies, move)

    def action(self, move: int) -> Action:
        """The action of a move."""
        return action_of(self._view, move)


def out_of_play(view: View, memory: Memory) -> frozenset[Card]:
    """The cards that are in no hand for certain: they are played, a sequence stopped before them, or nobody took the
    pool that each of them wins alone. The rules must be such that ``POOLS`` knows them."""
    kernel = POOLS.kernel_for(view)
    live = situation(kernel, view, memory).plain.live
    return frozenset(card for card in ALL_CARDS if not card.bit & live)


def move_by(somebody: Policy, world: World) -> int:
    """What somebody does whose turn it is in the world."""
    return somebody.bet(world) if world.stage == BET else somebody.lead(world)


def action_of(view: View, move: int) -> Action:
    """The action of a move by the seat that sees this."""
    seat = view.viewer
    assert seat is not None
    if view.prompt("play") is not None:
        return Play(seat, ALL_CARDS[move])
    if move:
        return Bet(seat, move)
    return Fold(seat) if view.prompt("fold") is not None else Pass(seat)


def _decision(kernel: Kernel, view: View, memory: Memory, stream: Stream, own: Style) -> PoolsDecision:
    return PoolsDecision(situation(kernel, view, memory, stream.below(_LUCK)), stream, own, view)


def _novice(kernel: Kernel, view: View, memory: Memory, stream: Stream) -> Action:
    """As ``careful`` does; now and then a smaller stake, or the next best card to lead."""
    action = CAREFUL.choose(view, stream)
    bet, play_ = view.prompt("bet"), view.prompt("play")
    if slips(stream):
        if isinstance(action, Bet) and bet is not None and bet.least is not None:
            return Bet(action.seat, bet.least)
        if isinstance(action, Play) and play_ is not None and len(play_.choices) > 1:
            led = action.card
            left = tuple(card for card in play_.choices if isinstance(card, Card) and card is not led)
            return CAREFUL.choose(evolve(view, prompts=(evolve(play_, choices=left),)), stream)
    return action


POOLS: Final = Family({game: GameKernel(partial(Kernel, game), KNOWN) for game in GAMES}, _decision, _novice)
"""The games with pools."""
