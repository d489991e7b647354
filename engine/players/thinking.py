"""From what a seat sees and remembers to what it does: by rule, or by a search from the rule's move on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from engine.actions import Action, Discard, Draw, Fold, Knock, Show, Stay, offered
from engine.cards import ALL_CARDS, JOKER, JOKERS
from engine.memory import Memory
from engine.players.base import Choice, Limit
from engine.players.careful import CAREFUL
from engine.players.drawing import dompe, knock_poker, knock_rummy, poe_crumb
from engine.players.drawing.kernel import Kernel, Style
from engine.players.drawing.sampling import Situation, determinize, situation
from engine.players.drawing.world import FOLD, FOLDING, KNOCK, KNOCKING, SHOW, STAY, STOCK, UPCARD, Policy, World, play
from engine.players.search import paired
from engine.rules import Rules
from engine.shuffle import Stream
from engine.view import View


class Known(NamedTuple):
    """What is known of a game."""

    kernel: Callable[[Any, int], Kernel]
    options: frozenset[str]
    """The options that it plays by."""


KERNELS: Final[Mapping[str, Known]] = {
    "knock-poker": Known(knock_poker.KnockPoker, knock_poker.KNOWN),
    "dompe": Known(dompe.Dompe, dompe.KNOWN),
    "poe-crumb": Known(poe_crumb.PoeCrumb, poe_crumb.KNOWN),
    "knock-rummy": Known(knock_rummy.KnockRummy, knock_rummy.KNOWN),
}


def unknown(game: str, rules: Rules) -> tuple[str, ...]:
    """The options, by name, that these rules have changed and the game's kernel doesn't know."""
    return tuple(name for name in rules.changed() if name not in KERNELS[game].options)


@lru_cache(maxsize=64)
def kernel_of(game: str, rules: Rules, seats: int) -> Kernel:
    """The game by these rules, which its kernel knows."""
    return KERNELS[game].kernel(rules, seats)


def fallback(view: View, stream: Stream) -> Choice:
    """What ``careful`` would do."""
    return Choice(CAREFUL.choose(view, stream), "fallback")


def by_rule(view: View, memory: Memory, stream: Stream, style: Callable[[Kernel], Style]) -> Choice:
    """What somebody of that style does, of what the seat has seen."""
    if unknown(view.game, view.rules):
        return fallback(view, stream)
    kernel = kernel_of(view.game, view.rules, len(view.seats))
    there = situation(kernel, view, memory)
    return _checked(view, stream, Choice(action_of(there.plain.seat, policy(kernel, style(kernel))(there.plain))))


def by_search(view: View, memory: Memory, stream: Stream, limit: Limit, manner: Callable[[Kernel], Style]) -> Choice:
    """The move of the manner's style, unless a search in sampled worlds finds a clearly better one."""
    if unknown(view.game, view.rules):
        return fallback(view, stream)
    kernel = kernel_of(view.game, view.rules, len(view.seats))
    there = situation(kernel, view, memory)
    style = manner(kernel)
    default = policy(kernel, style)(there.plain)
    may = tuple(prompt.do for prompt in view.prompts)
    if view.knocker == view.viewer:
        return _checked(view, stream, Choice(action_of(there.plain.seat, default)))
    candidates = kernel.candidates(there.plain, default, may, style)
    worths = Worths(there, stream, style)
    found = paired(candidates, worths.world, worths.worth, limit)
    move = candidates[found.best]
    action = action_of(there.plain.seat, move)
    return _checked(view, stream, Choice(action, "search" if found.worlds else "rule", found.worlds, found.gain))


_SLIPS: Final = 8
"""One decision of so many of a novice is the second best, where that is harmless."""


def with_slips(view: View, memory: Memory, stream: Stream) -> Choice:
    """The move of a novice: now and then the other pile, or the next best card to throw away."""
    if unknown(view.game, view.rules):
        return fallback(view, stream)
    kernel = kernel_of(view.game, view.rules, len(view.seats))
    world = situation(kernel, view, memory).plain
    move = policy(kernel, kernel.novice)(world)
    if stream.below(_SLIPS) == 0:
        if move >= 0 and move < KNOCKING and view.knocker is None:
            move = kernel.second(world, move)
        elif move in (STOCK, UPCARD):
            move = STOCK + UPCARD - move
    return _checked(view, stream, Choice(action_of(world.seat, move)))


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
        seat = world.seat
        net = play(world.copy(), policies, move)
        return net[seat] - sum(net) / len(net)


_POLICIES: Final[dict[tuple[int, Style], tuple[Kernel, Policy]]] = {}


def policy(kernel: Kernel, style: Style) -> Policy:
    """What somebody of that style does; remembered with the kernel."""
    found = _POLICIES.get((id(kernel), style))
    if found is None or found[0] is not kernel:
        if len(_POLICIES) > 1000:
            _POLICIES.clear()
        found = _POLICIES[id(kernel), style] = kernel, kernel.policy(style)
    return found[1]


def action_of(seat: int, move: int) -> Action:
    """The action that a move begins with."""
    if move in _PLAIN:
        return _PLAIN[move](seat)
    card = _CARDS[move & (KNOCKING - 1)]
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


def _checked(view: View, stream: Stream, choice: Choice) -> Choice:
    """The choice, which must be offered; what ``careful`` would do if it isn't."""
    return choice if offered(view.prompts, choice.action) else fallback(view, stream)
