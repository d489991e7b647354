"""How a decision is thought about in the games of draw and discard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Final

from engine.actions import Action, Discard, Draw, Fold, Knock, Show, Stay
from engine.cards import ALL_CARDS, JOKER, JOKERS
from engine.memory import Memory
from engine.players.drawing import dompe, knock_poker, knock_rummy, poe_crumb
from engine.players.drawing.kernel import Kernel, Style
from engine.players.drawing.pasts import HANDS
from engine.players.drawing.sampling import Other, Situation, determinize, others, situation
from engine.players.drawing.world import (
    CARD,
    FOLD,
    FOLDING,
    KNOCK,
    KNOCKING,
    SHOW,
    STAY,
    STOCK,
    UPCARD,
    Policy,
    World,
    play,
    step,
)
from engine.players.thinking import Family, GameKernel, PlayedOut, policy_of, slips
from engine.shuffle import Stream
from engine.view import View


class DrawDecision(PlayedOut[World, Policy, Style]):
    """What to draw, what to throw away, and whether to knock, to stay or to fold."""

    wins = True

    def __init__(self, there: Situation, stream: Stream, own: Style, may: Sequence[str] = ()) -> None:
        """``own`` is the style of whoever decides; ``may`` names the actions that are allowed."""
        super().__init__(there.kernel, there.plain, own)
        self.there, self._stream, self._may = there, stream, may
        self._others: tuple[Other, ...] = ()
        self._found: dict[int, set[int]] = {}
        """By seat: the hands that were found for it, as the bits of their cards."""
        self._worlds = 0

    def default(self) -> int:
        """What the style does."""
        return self.policy()(self.there.plain)

    def candidates(self) -> list[int]:
        """What the kernel holds worth a look; after the seat's own knock the rule's move alone."""
        default, plain = self.default(), self.there.plain
        if plain.knocker == self.seat:
            return [default]
        return self.there.kernel.candidates(plain, default, self._may, self._own)

    def sampled(self) -> tuple[World, list[Style]]:
        """A world, and how everybody plays in it. After some worlds the others' hands are found anew, if it is known
        whom they are taken for."""
        if self.levels is None:
            return determinize(self.there, self._stream)
        if not self._worlds % HANDS:
            self._others = others(self.there, self.levels, self._stream)
            for seat, other in enumerate(self._others):
                if other.hands:
                    self._found.setdefault(seat, set()).update(held.cards for held in other.hands)
        self._worlds += 1
        return determinize(self.there, self._stream, self._others)

    def played(self, world: World, policies: list[Policy], move: int) -> Sequence[float]:
        """What each seat gets at the end of the deal."""
        return play(world, policies, move)

    def outcome(self, world: tuple[World, list[Policy]], move: int) -> tuple[Sequence[float], bool]:
        """What each seat gets at the end of the deal, and whether this one has won it."""
        there, policies = world
        there = there.copy()
        net = play(there, policies, move)
        return net, bool(there.won >> self.seat & 1)

    @property
    def different(self) -> float:
        """As many as there are different hands of the seat of which the fewest were found, by what it has done."""
        return min(map(len, self._found.values()), default=inf)

    def action(self, move: int) -> Action:
        """The action that a move begins with."""
        return action_of(self.seat, move)


def _decision(kernel: Kernel, view: View, memory: Memory, stream: Stream, own: Style) -> DrawDecision:
    may = tuple(prompt.do for prompt in view.prompts)
    return DrawDecision(situation(kernel, view, memory), stream, own, may)


def _expert(style: Style) -> Style:
    return style.expert or style


def _novice(kernel: Kernel, view: View, memory: Memory, stream: Stream) -> Action:
    """Now and then the other pile, or the next best card to throw away."""
    world = situation(kernel, view, memory).plain
    policy = policy_of(kernel, kernel.novice)
    move = policy(world)
    if slips(stream):
        if move >= 0 and move < KNOCKING and view.knocker is None:
            move = kernel.second(world, move)
        elif move in (STOCK, UPCARD) and not _wins_at_once(world, policy, move):
            move = STOCK + UPCARD - move
    return action_of(world.seat, move)


def _wins_at_once(world: World, policy: Policy, move: int) -> bool:
    """Whether the move takes an upcard with which somebody of that policy shows a hand that wins outright."""
    if move != UPCARD:
        return False
    then = world.copy()
    step(then, move)
    return policy(then) == SHOW


def action_of(seat: int, move: int) -> Action:
    """The action that a move begins with."""
    if move in _PLAIN:
        return _PLAIN[move](seat)
    card = _CARDS[move & CARD]
    if move >= FOLDING:
        return Fold(seat, card)
    return Knock(seat) if move >= KNOCKING else Discard(seat, card)


_PLAIN: Final[Mapping[int, Callable[[int], Action]]] = {
    KNOCK: Knock,
    STOCK: lambda seat: Draw(seat, "stock"),
    UPCARD: lambda seat: Draw(seat, "discard"),
    STAY: Stay,
    FOLD: lambda seat: Fold(seat, None),
    SHOW: Show,
}


_CARDS: Final = {there.index: there for there in (*ALL_CARDS, JOKER, *JOKERS)}


DRAWING: Final = Family(
    {
        "knock-poker": GameKernel(knock_poker.KnockPoker, knock_poker.KNOWN),
        "dompe": GameKernel(dompe.Dompe, dompe.KNOWN),
        "poe-crumb": GameKernel(poe_crumb.PoeCrumb, poe_crumb.KNOWN),
        "knock-rummy": GameKernel(knock_rummy.KnockRummy, knock_rummy.KNOWN),
    },
    _decision,
    _novice,
    expert=_expert,
    among=lambda kernel, players: kernel.among(players),
)
"""The games of draw and discard."""
