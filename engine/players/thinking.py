"""From what a seat sees and remembers to what it does: by rule, or by a search from the rule's move on.

The way is the same in every family of games. What is a family's own, it says in a ``Family``: its games with their
kernels, what a *decision* is made of (which moves are worth a look, how worlds are sampled, what a move comes to in
them), and where a novice slips.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, Self, TypeVar

from engine.actions import Action, offered
from engine.memory import Memory
from engine.players.base import Choice, Levels, Limit
from engine.players.careful import CAREFUL
from engine.players.search import paired
from engine.rules import Rules
from engine.shuffle import Stream
from engine.view import View

K = TypeVar("K")
S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
S_contra = TypeVar("S_contra", contravariant=True)
P_co = TypeVar("P_co", covariant=True)
P = TypeVar("P")
W = TypeVar("W")


class Playable(Protocol):
    """A world that can be played to its end."""

    seat: int
    """Whose turn it is."""

    def copy(self) -> Self:
        """The same world, to be played on its own."""


L = TypeVar("L", bound=Playable)


class Decision(ABC, Generic[W]):
    """What a seat is to decide, and all that it knows. A move is a number of its family's kernels."""

    wins: ClassVar[bool] = False
    """Whether a deal is won by one hand, so that it is worth saying how often that is."""
    counted: ClassVar[bool] = True
    """Whether what a move comes to is counted at the end of the deal, so that it is worth telling, and not guessed."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.levels: Levels | None = None
        """Whom the others are taken for, as hints and odds take them: computer players of these levels, and ordinary
        people. None: anybody for whom an expert must be prepared. Not every family makes a difference."""

    @property
    def different(self) -> float:
        """How many of the worlds that were sampled are different ones; where that is not counted, all."""
        return inf

    @abstractmethod
    def default(self) -> int:
        """The rule's move."""

    @abstractmethod
    def candidates(self) -> list[int]:
        """The moves worth a search, the rule's move first."""

    @abstractmethod
    def world(self) -> W:
        """A world that the seat holds possible, and what everybody does in it."""

    @abstractmethod
    def net(self, world: W, move: int) -> Sequence[float]:
        """What each seat gets in the world, which is left as it was, if the move is made."""

    def outcome(self, world: W, move: int) -> tuple[Sequence[float], bool]:
        """The same, and whether the seat wins the deal, alone or with others; never where ``wins`` is not so."""
        return self.net(world, move), False

    def worth(self, world: W, move: int) -> float:
        """What the seat gets beyond the mean of all if it makes the move."""
        net = self.net(world, move)
        return net[self.seat] - sum(net) / len(net)

    @abstractmethod
    def action(self, move: int) -> Action:
        """The action that a move begins with."""


class Plays(Protocol[S_contra, P_co]):
    """A kernel, as far as it is asked what somebody does."""

    def policy(self, style: S_contra) -> P_co:
        """What somebody of that style does."""


class PlayedOut(Decision[tuple[L, list[P]]], Generic[L, P, S]):
    """A decision that is made by playing worlds to the end of the deal.

    ``plain`` is what every world has in common; ``own`` is the style of whoever decides.
    """

    def __init__(self, kernel: Plays[S, P], plain: L, own: S) -> None:
        super().__init__(plain.seat)
        self._kernel, self._own = kernel, own

    @abstractmethod
    def sampled(self) -> tuple[L, list[S]]:
        """A world that the seat holds possible, and in which style each seat plays there."""

    @abstractmethod
    def played(self, world: L, policies: list[P], move: int) -> Sequence[float]:
        """What each seat gets if the move is made and the world, which is changed, is played to its end."""

    def policy(self) -> P:
        """What whoever decides does by rule."""
        return policy_of(self._kernel, self._own)

    def world(self) -> tuple[L, list[P]]:
        """A world, and what everybody does in it."""
        world, styles = self.sampled()
        styles[world.seat] = self._own
        return world, [policy_of(self._kernel, style) for style in styles]

    def net(self, world: tuple[L, list[P]], move: int) -> Sequence[float]:
        """What each seat gets at the end of the deal."""
        there, policies = world
        return self.played(there.copy(), policies, move)


class Kinds(Protocol[S_co]):
    """A kernel, as far as it knows how people and computer players play."""

    @property
    def ordinary(self) -> tuple[S_co, ...]:
        """How ordinary people may play, each as likely as another: nobody who does what hardly anybody does."""

    @property
    def novice(self) -> S_co:
        """How a novice plays."""

    @property
    def friendly(self) -> S_co:
        """How a regular plays in people's company, and an expert but for its searches."""


def styles_at(kernel: Kinds[S], levels: Levels, seat: int) -> tuple[S, ...]:
    """How whoever sits there may play, each style as likely as another. Without levels they are people."""
    match levels[seat] if levels else None:
        case None:
            return kernel.ordinary
        case "novice":
            return (kernel.novice,)
    return (kernel.friendly,)


class GameKernel(NamedTuple):
    """A game's kernel."""

    make: Callable[[Any, int], Any]
    """(rules, seats) -> the game by these rules."""
    options: frozenset[str]
    """The options that it plays by."""


@dataclass(frozen=True)
class Family(Generic[K, S]):
    """Games that are thought about in one way. ``K`` are their kernels, ``S`` the styles in which somebody may play."""

    games: dict[str, GameKernel]
    """The kernel of each game."""
    decision: Callable[[K, View, Memory, Stream, S], Decision[Any]]
    """What the seat of the view is to decide, who plays in that style."""
    novice: Callable[[K, View, Memory, Stream], Action]
    """What a novice does; now and then it is the second best (``slips``)."""
    forced: Callable[[View], Action | None] = lambda view: None
    """What a seat does without a thought; None: it has to think."""
    expert: Callable[[S], S] = lambda style: style
    """How an expert begins, and goes on in a search, where a regular plays in that style."""
    among: Callable[[K, int], K] = lambda kernel, players: kernel
    """The kernel where so many are dealt in, as the others sit out."""

    def unknown(self, game: str, rules: Rules) -> tuple[str, ...]:
        """The options, by name, that these rules have changed and the game's kernel doesn't know."""
        return tuple(name for name in rules.changed() if name not in self.games[game].options)

    def kernel_of(self, game: str, rules: Rules, seats: int) -> K:
        """The game by these rules, which its kernel knows."""
        kernel: K = _kernel(self.games[game].make, rules, seats)
        return kernel

    def kernel_for(self, view: View) -> K:
        """The game of the view by its rules, which its kernel knows, for as many as are dealt in."""
        kernel = self.kernel_of(view.game, view.rules, len(view.seats))
        return self.among(kernel, sum(seat.standing != "out" for seat in view.seats))

    def by_rule(self, view: View, memory: Memory, stream: Stream, style: Callable[[K], S]) -> Choice:
        """What somebody of that style of the kernel does, of what the seat has seen."""

        def choose(kernel: K) -> Choice:
            there = self.decision(kernel, view, memory, stream, style(kernel))
            return Choice(there.action(there.default()))

        return self._chosen(view, stream, choose)

    def by_search(self, view: View, memory: Memory, stream: Stream, limit: Limit, style: Callable[[K], S]) -> Choice:
        """The same, unless a search in sampled worlds finds a clearly better move."""

        def choose(kernel: K) -> Choice:
            there = self.decision(kernel, view, memory, stream, self.expert(style(kernel)))
            moves = there.candidates()
            found = paired(moves, there.world, there.worth, limit)
            action = there.action(moves[found.best])
            return Choice(action, "search" if found.worlds else "rule", found.worlds, found.gain)

        return self._chosen(view, stream, choose)

    def with_slips(self, view: View, memory: Memory, stream: Stream) -> Choice:
        """What a novice does."""
        return self._chosen(view, stream, lambda kernel: Choice(self.novice(kernel, view, memory, stream)))

    def _chosen(self, view: View, stream: Stream, choose: Callable[[K], Choice]) -> Choice:
        """The choice, if it is offered and the kernel knows the rules; else what ``careful`` would do."""
        if not self.unknown(view.game, view.rules):
            if (action := self.forced(view)) is not None:
                return Choice(action)
            choice = choose(self.kernel_for(view))
            if offered(view.prompts, choice.action):
                return choice
        return Choice(CAREFUL.choose(view, stream), "fallback")


@lru_cache(maxsize=128)
def _kernel(make: Callable[[Any, int], Any], rules: Rules, seats: int) -> Any:
    return make(rules, seats)


SLIPS: Final = 8
"""One in this many of a novice's decisions is the second best, where that is harmless."""


def slips(stream: Stream) -> bool:
    """Whether a novice slips this time."""
    return stream.below(SLIPS) == 0


def policy_of(kernel: Plays[S, P], style: S) -> P:
    """What somebody of that style does; it is made once."""
    policy: P = _policy(kernel.policy, style)
    return policy


@lru_cache(maxsize=1000)
def _policy(make: Callable[[Any], Any], style: Any) -> Any:
    return make(style)
