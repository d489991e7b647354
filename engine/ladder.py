"""How much better computer players are than others: duplicate deals, and what is won in them, with its interval.

A deck is dealt as often as there are seats, the same cards each time. One seat has the player that is measured, each
seat in turn, and all the others have the other player. What the measured player wins less the table's mean, averaged
over these deals, is the deck's score: the luck of the cards mostly cancels out, and a player against itself scores
exactly 0 with every deck. Decks are independent, so their scores have a mean and an interval (Student's t).

Whoever looks after every deck, and stops as soon as the figures please, finds differences where there are none. So
there are only a few looks, after numbers of decks that are fixed beforehand, and the errors of their intervals add up
to 5 %: whichever is reported in the end, it holds in at least 95 of 100 ladders. A row stops at a look whose interval
doesn't reach 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist
from typing import Any, Final, Literal, ParamSpec, TypeVar

from engine.game import Game
from engine.players import Player
from engine.players.base import Choice
from engine.rules import Rules
from engine.shuffle import Stream
from engine.simulate import deal_seed, fresh_stakes, play_deal

P = ParamSpec("P")
D = TypeVar("D")

LEAST_DECKS: Final = 10
"""With fewer decks an interval means nothing."""
ERROR: Final = 0.05
"""How often an interval may miss the true mean."""
_EARLY: Final = ((8, 0.005), (4, 0.005), (2, 0.01))
"""The looks before the last: after which part of the decks, and their share of the error."""
_LEAST_LOOK: Final = 100
"""No look comes before that many decks, unless it is the last: few deals are too uneven for an interval."""

Verdict = Literal["ahead", "behind", "not clear"]
"""Whether the whole interval lies above 0, below it, or neither."""


@dataclass(frozen=True)
class Look:
    """One look at the scores."""

    decks: int
    """After how many decks."""
    error: float
    """How often its interval may miss the true mean."""


def looks(decks: int, *, play_out: bool = False) -> tuple[Look, ...]:
    """The looks of a ladder of at most so many decks; ``play_out``: only one, at the end."""
    early = [] if play_out else [Look(decks // part, error) for part, error in _EARLY if decks // part >= _LEAST_LOOK]
    return (*early, Look(decks, ERROR - sum(look.error for look in early)))


def student(error: float, freedom: int) -> float:
    """How many standard errors an interval reaches to either side, by Student's t with at least 9 degrees of freedom.

    (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5; off by less than 0.002 for errors from 1 %.)
    """
    z = NormalDist().inv_cdf(1 - error / 2)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


class Scores:
    """The scores of decks, added up in whole numbers so that the sums are the same on every machine."""

    def __init__(self, seats: int) -> None:
        self._parts = seats * seats
        self.decks = 0
        self._sum = 0
        self._squares = 0

    def add(self, nets: Sequence[Sequence[int]]) -> None:
        """Adds a deck: every seat's net in each of its deals, the measured player at seat 0 in the first, and so on."""
        score = sum(len(net) * net[seat] - sum(net) for seat, net in enumerate(nets))
        self.decks += 1
        self._sum += score
        self._squares += score * score

    @property
    def mean(self) -> float:
        """What the measured player wins a deal, less the table's mean."""
        return self._sum / (self.decks * self._parts)

    def half_width(self, error: float) -> float:
        """How far the interval with that error reaches to either side of the mean."""
        spread = self._squares * self.decks - self._sum * self._sum  # decks * (decks - 1) times the variance
        standard_error = sqrt(spread / (self.decks * self.decks * (self.decks - 1))) / self._parts
        return student(error, self.decks - 1) * standard_error


@dataclass(frozen=True)
class Times:
    """How long decisions took, in milliseconds."""

    median: float
    p99: float
    """At most so long in 99 of 100."""
    most: float


def times_of(seconds: Sequence[float]) -> Times:
    """What to tell about some decisions; no time at all if there were none."""
    ordered = sorted(seconds) or [0.0]
    last = len(ordered) - 1
    median, p99 = (1000 * ordered[round(part * last)] for part in (0.5, 0.99))
    return Times(median, p99, 1000 * ordered[-1])


@dataclass(frozen=True)
class Row:
    """One player measured over another."""

    player: str
    over: str
    """Who has all the other seats."""
    net: float
    """What the player wins a deal less the table's mean: chips, points or rounds."""
    half_width: float
    """How far the interval reaches to either side of ``net``."""
    error: float
    """The error of that interval, by itself; all looks together have at most ``ERROR``."""
    decks: int
    deals: int
    won: float
    """The share of the deals that the player won, alone or with others."""
    void: int
    """How many deals were stopped by the cap on turns."""
    times: Times
    """Of the player's decisions. They alone differ from machine to machine."""
    others_times: Times
    worlds: float = 0.0
    """How many worlds the player looked at, in the mean of its decisions; 0 where it doesn't search."""

    @property
    def verdict(self) -> Verdict:
        """Whether the player is ahead of the other, behind, or neither is clear."""
        return "ahead" if self.net > self.half_width else "behind" if self.net < -self.half_width else "not clear"


@dataclass(frozen=True)
class Setting:
    """What all rows of a ladder have in common."""

    game: Game[Any]
    rules: Rules
    seats: int
    seed: int
    decks: int
    """The most decks a row plays."""
    play_out: bool = False
    """Whether every row plays all of them."""

    @property
    def looks(self) -> tuple[Look, ...]:
        """When a row can stop."""
        return looks(self.decks, play_out=self.play_out)


def pairs(players: Sequence[Player], *, every: bool) -> Iterator[tuple[Player, Player]]:
    """Who is measured over whom: the first player over each other; ``every``: each over all that come after it."""
    for place, player in enumerate(players if every else players[:1]):
        for other in players[place + 1 :]:
            yield player, other


def measure(
    setting: Setting,
    player: Player,
    other: Player,
    *,
    clock: Callable[[], float],
    progress: Callable[[int], None] = lambda decks: None,
) -> Row:
    """Measures a player over another. ``clock`` tells seconds; ``progress`` is told the number of decks after each.

    Raises BadSetup.
    """
    game, rules, seats = setting.game, setting.rules, setting.seats
    stakes = fresh_stakes(game, seats)
    taken: list[float] = []
    others_taken: list[float] = []
    worlds: list[int] = []
    measured, another = timed(player, clock, taken, worlds), timed(other, clock, others_taken, [])
    tables = [tuple(measured if place == seat else another for place in range(seats)) for seat in range(seats)]
    scores = Scores(seats)
    won = void = 0

    def play_deck() -> None:
        nonlocal won, void
        seed = deal_seed("ladder", setting.seed, scores.decks)
        nets: list[tuple[int, ...]] = []
        for seat, table in enumerate(tables):
            result = play_deal(game, rules, stakes, seed, table, chances(seed, seats)).result
            nets.append(result.net)
            won += seat in result.winners
            void += result.void
        scores.add(nets)
        progress(scores.decks)

    error = until_clear(scores, setting.looks, play_deck)
    deals = scores.decks * seats
    return Row(
        player=player.name,
        over=other.name,
        net=scores.mean,
        half_width=scores.half_width(error),
        error=error,
        decks=scores.decks,
        deals=deals,
        won=won / deals,
        void=void,
        times=times_of(taken),
        others_times=times_of(others_taken),
        worlds=sum(worlds) / len(worlds) if worlds else 0.0,
    )


def until_clear(scores: Scores, at: Sequence[Look], play_deck: Callable[[], None]) -> float:
    """Plays decks, each of which adds its score, up to the first look whose interval doesn't reach 0, or else the last.

    Returns the error of that look's interval.
    """
    for look in at:
        while scores.decks < look.decks:
            play_deck()
        if abs(scores.mean) > scores.half_width(look.error):
            return look.error
    return at[-1].error


def chances(seed: bytes, seats: int) -> tuple[Stream, ...]:
    """A stream of chance for each seat, whoever sits there, and whatever the others draw from theirs."""
    return tuple(Stream(seed, number=seat) for seat in range(seats))


def timed(player: Player, clock: Callable[[], float], taken: list[float], worlds: list[int]) -> Player:
    """The same player; how long each decision took, in seconds, is added to ``taken``.

    How many worlds it looked at for it is added to ``worlds``, if it thinks.
    """

    def timing(decide: Callable[P, D]) -> Callable[P, D]:
        def timed_decide(*given: P.args, **named: P.kwargs) -> D:
            began = clock()
            decision = decide(*given, **named)
            taken.append(clock() - began)
            if isinstance(decision, Choice):
                worlds.append(decision.worlds)
            return decision

        return timed_decide

    if player.think is not None:
        return replace(player, think=timing(player.think))
    answer = None if player.answer is None else timing(player.answer)
    return replace(player, choose=timing(player.choose), answer=answer)
