"""From what a seat sees and remembers in Crummy to what it does: one trick ahead, or by a search from there on."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from engine.actions import Action, Halt, Meld, Play, offered
from engine.memory import Memory
from engine.players import crummy
from engine.players.base import Choice, Limit
from engine.players.careful import CAREFUL
from engine.players.search import Found, paired
from engine.players.tricks.kernel import KNOWN, Kernel
from engine.players.tricks.sampling import Situation, determinize, situation
from engine.players.tricks.styles import Style
from engine.players.tricks.world import CARDS, HALT, LAYING, RANKS, Policy, World, play
from engine.rules import Rules
from engine.shuffle import Stream
from engine.view import View

KERNELS: Final = frozenset({"crummy"})
"""The games of tricks that have a kernel."""
_SLIPS: Final = 8
"""One decision of so many of a novice is the second best."""
_FEW: Final = 4
"""In so many worlds the trick is played out to find the move that a search begins with."""
_MOST: Final = 5
"""So many moves are worth a search at most."""
DEPTH: Final = 4
"""After so many tricks a search judges a world, and plays it on no more."""
_VOID: Final = -20.0
"""What a deal that ends without a score is worth, in points: as little as to be last, so that nobody plays for it."""


def unknown(game: str, rules: Rules) -> tuple[str, ...]:
    """The options, by name, that these rules have changed and the kernel doesn't know."""
    return tuple(name for name in rules.changed() if name not in KNOWN)


@lru_cache(maxsize=16)
def kernel_of(rules: Rules, seats: int) -> Kernel:
    """The game by these rules, which its kernel knows."""
    return Kernel(rules, seats)


def with_slips(view: View, memory: Memory, stream: Stream) -> Choice:
    """The move of a novice, who remembers nothing: now and then the second-best card."""
    if unknown(view.game, view.rules):
        return _fallback(view, stream)
    action = CAREFUL.choose(view, stream)
    if isinstance(action, Play) and stream.below(_SLIPS) == 0:
        action = Play(action.seat, crummy.in_order(view)[:2][-1])
    return Choice(action)


def by_rule(view: View, memory: Memory, stream: Stream, style: Callable[[Kernel], Style]) -> Choice:
    """What somebody of that style does who looks one trick ahead, of what the seat has seen."""
    return _moved(view, memory, stream, Limit(0), style)


def by_search(view: View, memory: Memory, stream: Stream, limit: Limit, manner: Callable[[Kernel], Style]) -> Choice:
    """The move found by looking one trick ahead, unless a search some tricks ahead finds a clearly better one."""
    return _moved(view, memory, stream, limit, manner)


def _moved(view: View, memory: Memory, stream: Stream, limit: Limit, manner: Callable[[Kernel], Style]) -> Choice:
    if unknown(view.game, view.rules):
        return _fallback(view, stream)
    seat = view.viewer
    assert seat is not None
    if [prompt.do for prompt in view.prompts] == ["halt"]:  # it is another's turn, and this seat speaks up
        return Choice(Halt(seat))
    kernel = kernel_of(view.rules, len(view.seats))
    worths = Worths(kernel, situation(view, memory), stream, manner(kernel))
    candidates = worths.candidates()
    found = paired(candidates, worths.world, worths.worth, limit) if limit.worlds else Found(0, 0, 0.0)
    action = action_of(seat, candidates[found.best])
    if not offered(view.prompts, action):
        return _fallback(view, stream)
    return Choice(action, "search" if found.worlds else "rule", found.worlds, found.gain)


class Worths:
    """What candidates come to in sampled worlds."""

    def __init__(self, kernel: Kernel, there: Situation, stream: Stream, own: Style) -> None:
        self._kernel, self._there, self._stream, self._own = kernel, there, stream, own

    def candidates(self) -> list[int]:
        """The moves worth a search. The first is the best one trick ahead; a complete quartet is laid at once."""
        moves = self._kernel.candidates(self._there.plain, self._own)
        if len(moves) == 1:
            return moves
        worths = dict.fromkeys(moves, 0.0)
        for _ in range(_FEW):
            world = self.world()
            for move in moves:
                worths[move] += self.worth(world, move, 1)
        best = sorted(moves, key=lambda move: (move < LAYING, -worths[move]))
        return best[:_MOST]

    def world(self) -> tuple[World, list[Policy]]:
        """A world, and what everybody does in it."""
        mixture, below = self._kernel.mixture, self._stream.below
        world = determinize(self._there, self._stream)
        policies = [mixture[below(len(mixture))] for _ in world.hands]
        policies[world.seat] = self._kernel.policy(self._own)
        return world, policies

    def worth(self, there: tuple[World, list[Policy]], move: int, tricks: int = DEPTH) -> float:
        """About what the seat to act gets beyond the others' mean if it makes the move, judged after so many tricks."""
        world, policies = there
        seat = world.seat
        world = world.copy()
        play(world, policies, move, tricks)
        if not world.over:
            net = self._kernel.estimate(world)
        elif len(world.out) == len(world.hands):
            net = [float(points) for points in world.net]
        else:
            return _VOID
        return net[seat] - sum(net) / len(net)


def action_of(seat: int, move: int) -> Action:
    """The action that a move is."""
    if move >= HALT:
        return Halt(seat)
    return Meld(seat, RANKS[move - LAYING]) if move >= LAYING else Play(seat, CARDS[move])


def _fallback(view: View, stream: Stream) -> Choice:
    """What ``careful`` would do."""
    return Choice(CAREFUL.choose(view, stream), "fallback")
