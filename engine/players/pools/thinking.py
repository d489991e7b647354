"""From what a seat sees and remembers in the Poch family to what it does: by rule, or by a search from there on."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from engine.actions import Action, Bet, Fold, Pass, Play, offered
from engine.cards import ALL_CARDS, Card
from engine.evolve import evolve
from engine.memory import Memory
from engine.players.base import Choice, Limit
from engine.players.careful import CAREFUL
from engine.players.pools.kernel import GAMES, KNOWN, Kernel, Style
from engine.players.pools.sampling import Situation, determinize, situation
from engine.players.pools.world import BET, Policy, World, play
from engine.players.search import paired
from engine.rules import Rules
from engine.shuffle import Stream
from engine.view import View

KERNELS: Final = GAMES
"""The games with pools that have a kernel."""
_SLIPS: Final = 8
"""One decision of so many of a novice is the second best, where that is harmless."""
_LUCK: Final = 1 << 16


def unknown(game: str, rules: Rules) -> tuple[str, ...]:
    """The options, by name, that these rules have changed and the kernel doesn't know."""
    return tuple(name for name in rules.changed() if name not in KNOWN)


@lru_cache(maxsize=64)
def kernel_of(game: str, rules: Rules, seats: int) -> Kernel:
    """The game by these rules, which its kernel knows."""
    return Kernel(game, rules, seats)


def by_rule(view: View, memory: Memory, stream: Stream, style: Callable[[Kernel], Style]) -> Choice:
    """What somebody of that style does, of what the seat has seen."""
    if unknown(view.game, view.rules):
        return _fallback(view, stream)
    kernel = kernel_of(view.game, view.rules, len(view.seats))
    plain = situation(kernel, view, memory, stream.below(_LUCK)).plain
    return _checked(view, stream, Choice(action_of(view, move_by(policy(kernel, style(kernel)), plain))))


def by_search(view: View, memory: Memory, stream: Stream, limit: Limit, manner: Callable[[Kernel], Style]) -> Choice:
    """The move of the manner's style, unless a search in sampled worlds finds a clearly better one."""
    if unknown(view.game, view.rules):
        return _fallback(view, stream)
    kernel = kernel_of(view.game, view.rules, len(view.seats))
    there = situation(kernel, view, memory, stream.below(_LUCK))
    style = manner(kernel)
    default = move_by(policy(kernel, style), there.plain)
    candidates = kernel.candidates(there.plain, default)
    worths = Worths(there, stream, style)
    found = paired(candidates, worths.world, worths.worth, limit)
    action = action_of(view, candidates[found.best])
    return _checked(view, stream, Choice(action, "search" if found.worlds else "rule", found.worlds, found.gain))


def with_slips(view: View, memory: Memory, stream: Stream) -> Choice:
    """The move of a novice, who plays as ``careful``: now and then a smaller stake, or the next best card to lead."""
    action = CAREFUL.choose(view, stream)
    if unknown(view.game, view.rules):
        return Choice(action, "fallback")
    bet, play_ = view.prompt("bet"), view.prompt("play")
    if stream.below(_SLIPS) == 0:
        if isinstance(action, Bet) and bet is not None and bet.least is not None:
            action = Bet(action.seat, bet.least)
        elif isinstance(action, Play) and play_ is not None and len(play_.choices) > 1:
            led = action.card
            left = tuple(card for card in play_.choices if isinstance(card, Card) and card is not led)
            action = CAREFUL.choose(evolve(view, prompts=(evolve(play_, choices=left),)), stream)
    return Choice(action)


class Worths:
    """What candidates come to in sampled worlds."""

    def __init__(self, there: Situation, stream: Stream, own: Style) -> None:
        self._there, self._stream, self._own = there, stream, own

    def world(self) -> tuple[World, list[Policy]]:
        """A world, and what everybody does in it."""
        world, styles = determinize(self._there, self._stream)
        styles[world.seat] = self._own
        return world, [policy(self._there.kernel, style) for style in styles]

    def worth(self, there: tuple[World, list[Policy]], move: int) -> float:
        """What the seat to act gets beyond the others' mean if it makes the move."""
        world, policies = there
        net = play(world.copy(), policies, move)
        return net[world.seat] - sum(net) / len(net)


def policy(kernel: Kernel, style: Style) -> Policy:
    """What somebody of that style does; remembered with the kernel."""
    found = kernel.policies.get(style)
    if found is None:
        found = kernel.policies[style] = kernel.policy(style)
    return found


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


def _fallback(view: View, stream: Stream) -> Choice:
    """What ``careful`` would do."""
    return Choice(CAREFUL.choose(view, stream), "fallback")


def _checked(view: View, stream: Stream, choice: Choice) -> Choice:
    """The choice, which must be offered; what ``careful`` would do if it isn't."""
    return choice if offered(view.prompts, choice.action) else _fallback(view, stream)
