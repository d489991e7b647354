"""How a decision is thought about in Crummy: by rule one trick ahead, by a search some tricks ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.actions import Action, Halt, Meld, Play
from engine.memory import Memory
from engine.players import crummy
from engine.players.careful import CAREFUL
from engine.players.thinking import Decision, Family, GameKernel, policy_of, slips
from engine.players.tricks.kernel import KNOWN, Kernel
from engine.players.tricks.sampling import Situation, determinize, situation
from engine.players.tricks.styles import Style
from engine.players.tricks.world import CARDS, HALT, LAYING, RANKS, Policy, World, play
from engine.shuffle import Stream
from engine.view import View

Sampled = tuple[World, list[Policy]]
_FEW: Final = 4
"""In how many worlds the trick is played out to find the move that a search begins with."""
_MOST: Final = 5
"""The most moves that a search looks at."""
DEPTH: Final = 4
"""After this many tricks a search stops playing a world and judges it."""


class TrickDecision(Decision[Sampled]):
    """Which card to play, or which quartet to lay.

    A world is judged after some tricks, so moves can only be compared: of two that the judgement tells apart by more
    than 10 points, the better won 8 points more than the other where it was played, and not 21.
    """

    counted = False

    def __init__(self, kernel: Kernel, there: Situation, stream: Stream, own: Style) -> None:
        """``own`` is the style of whoever decides."""
        super().__init__(there.plain.seat)
        self._kernel, self.there, self._stream, self._own = kernel, there, stream, own

    def default(self) -> int:
        """The best move one trick ahead."""
        return self.candidates()[0]

    def candidates(self) -> list[int]:
        """The best moves one trick ahead; a complete quartet is laid at once."""
        moves = self._kernel.candidates(self.there.plain, self._own)
        if len(moves) == 1:
            return moves
        worths = dict.fromkeys(moves, 0.0)
        for _ in range(_FEW):
            world = self.world()
            for move in moves:
                worths[move] += self.worth(world, move, 1)
        best = sorted(moves, key=lambda move: (move < LAYING, -worths[move]))
        return best[:_MOST]

    def world(self) -> Sampled:
        """A world, and what everybody does in it."""
        mixture, below = self._kernel.mixture, self._stream.below
        world = determinize(self.there, self._stream)
        policies = [mixture[below(len(mixture))] for _ in world.hands]
        policies[world.seat] = policy_of(self._kernel, self._own)
        return world, policies

    def net(self, world: Sampled, move: int) -> Sequence[float]:
        """About what the seat gets beyond the mean of all, and nothing of the others."""
        worth = self.worth(world, move)
        return [worth if seat == self.seat else 0.0 for seat in range(len(world[0].hands))]

    def worth(self, world: Sampled, move: int, tricks: int = DEPTH) -> float:
        """About what the seat gets beyond the mean of all if it makes the move, judged after ``tricks`` tricks."""
        there, policies = world
        return self._kernel.worth(there, policies, move, tricks)

    def lifelike(self) -> Sampled:
        """A world in which the others play as those do whom they are taken for: novices by rule, regulars looking a
        trick ahead, as the seat itself does, and people in either way. It takes longer to play."""
        kernel, below, levels = self._kernel, self._stream.below, self.levels
        policies = []
        for seat in range(kernel.terms.seats):
            level = levels[seat] if levels else None
            by_rule = level == "novice" or (level is None and below(2) == 0)
            policies.append(kernel.careful if by_rule and seat != self.seat else kernel.watching)
        return determinize(self.there, self._stream), policies

    def soon(self, world: Sampled, move: int) -> tuple[bool, bool]:
        """Whether the seat takes the trick if it plays that card, and whether it lays a quartet within ``DEPTH``
        tricks."""
        there, policies = world
        there = there.copy()
        before = len(there.laid[self.seat])
        play(there, policies, move, 1)
        takes = there.taker == self.seat
        if not there.over:
            play(there, policies, tricks=DEPTH - 1)
        return takes, len(there.laid[self.seat]) > before

    def action(self, move: int) -> Action:
        """The action that a move is."""
        return action_of(self.seat, move)


def action_of(seat: int, move: int) -> Action:
    """The action that a move is."""
    if move >= HALT:
        return Halt(seat)
    return Meld(seat, RANKS[move - LAYING]) if move >= LAYING else Play(seat, CARDS[move])


def _decision(kernel: Kernel, view: View, memory: Memory, stream: Stream, own: Style) -> TrickDecision:
    return TrickDecision(kernel, situation(view, memory), stream, own)


def _novice(kernel: Kernel, view: View, memory: Memory, stream: Stream) -> Action:
    """As ``careful`` does, and remembers nothing; now and then the second-best card."""
    action = CAREFUL.choose(view, stream)
    if isinstance(action, Play) and slips(stream):
        return Play(action.seat, crummy.in_order(view)[:2][-1])
    return action


def _speaks_up(view: View) -> Action | None:
    """Whoever is asked for a halt alone, in another's turn, calls it; it is asked only if it wants to."""
    assert view.viewer is not None
    return Halt(view.viewer) if [prompt.do for prompt in view.prompts] == ["halt"] else None


TRICKS: Final = Family({"crummy": GameKernel(Kernel, KNOWN)}, _decision, _novice, _speaks_up)
"""The games of tricks."""
