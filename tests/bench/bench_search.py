"""What an expert's search has to win over the rule's move, and how much of it a search finds.

``python -m tests.bench bench_search`` lets regulars play, takes some of their decisions, and plays every candidate in
many worlds. In one half of the worlds a candidate is chosen, in the other half it is judged, so that nobody is praised
for luck. *There to win* is what whoever looks at all worlds of a half wins beyond the rule's move. *Found* is what
``paired`` wins, which looks at as many as an expert does. Both are shown a deal of a seat, too: about so much an
expert wins over regulars, as long as others play as the worlds suppose. A ladder needs hundreds of times as many deals
to see such differences; but only a ladder tells how well the worlds are supposed.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Any, Final

import engine.games  # noqa: F401 - registers the games
from engine.game import GAMES
from engine.ladder import chances
from engine.memory import Memory
from engine.players import LEVELS
from engine.players.base import Choice, Limit
from engine.players.levels import FAMILIES, WORLDS
from engine.players.search import paired
from engine.shuffle import Stream
from engine.simulate import deal_seed, fresh_stakes, play_deal
from engine.view import View

SEED: Final = 1
DECISIONS: Final = 100
"""How many are looked at in each game."""
_ONE_IN: Final = 4
"""One decision in this many is looked at, so that they are not all of a few deals."""
_AGAIN: Final = 8
"""How often the same decision is searched, in worlds of another order."""

Worths = list[list[float]]
"""By world: what each candidate comes to, the rule's move first."""


@dataclass
class Seen:
    """Decisions of some deals."""

    decisions: list[Worths] = field(default_factory=list)
    """Those looked at."""
    all: int = 0
    """How many there were that gave a choice, of all seats."""
    deals: int = 0


def main(*, smoke: bool) -> None:
    """Prints what is there to win and what is found, in every game."""
    for game in FAMILIES:
        seats = GAMES[game].seats[0]
        decisions, worlds = (2, 32) if smoke else (DECISIONS, 2 * WORLDS)
        seen = look(game, seats, decisions, worlds)
        a_deal = seen.all / seen.deals / seats
        print(
            f"{game}, {seats} seats: {a_deal:.1f} decisions a deal, {len(seen.decisions)} looked at in {worlds} worlds"
        )
        for name, gains in (("there to win", best(seen.decisions)), ("found", found(seen.decisions))):
            mean, half = interval(gains)
            per_decision = f"{mean:+.4f} +- {half:.4f} a decision"
            print(f"    {name:12}  {per_decision}, {mean * a_deal:+.3f} +- {half * a_deal:.3f} a deal", flush=True)


def look(game: str, seats: int, decisions: int, worlds: int) -> Seen:
    """Lets regulars play until so many decisions have been looked at, each in so many worlds."""
    there, family, chance, seen = GAMES[game], FAMILIES[game], random.Random(SEED), Seen()
    rules, regular = there.rules(), LEVELS["regular"]
    by_rule = regular.think
    assert by_rule is not None

    def think(view: View, memory: Memory, stream: Stream) -> Choice:
        if family.forced(view) is None:
            kernel = family.kernel_of(game, rules, seats)
            decision = family.decision(kernel, view, memory, Stream(chance.randbytes(32)), kernel.sharp)
            moves = decision.candidates()
            if len(moves) > 1:
                seen.all += 1
                if chance.randrange(_ONE_IN) == 0 and len(seen.decisions) < decisions:
                    seen.decisions.append(_worths(decision, moves, worlds))
        return by_rule(view, memory, stream)

    players = [replace(regular, think=think)] * seats
    while len(seen.decisions) < decisions:
        seed = deal_seed("ladder", SEED, seen.deals)
        play_deal(there, rules, fresh_stakes(there, seats), seed, players, chances(seed, seats))
        seen.deals += 1
    return seen


def _worths(decision: Any, moves: list[int], worlds: int) -> Worths:
    def in_a_world() -> list[float]:
        world = decision.world()
        return [decision.worth(world, move) for move in moves]

    return [in_a_world() for _ in range(worlds)]


def best(decisions: list[Worths]) -> list[float]:
    """By decision: what the candidate that is best in one half of the worlds wins in the other."""
    return [(_judged(chosen, judged) + _judged(judged, chosen)) / 2 for chosen, judged in map(_halves, decisions)]


def _judged(chosen: Worths, judged: Worths) -> float:
    means = _ahead(chosen)
    return _ahead(judged)[max(range(len(means)), key=means.__getitem__)]


def found(decisions: list[Worths]) -> list[float]:
    """By decision: what a search in worlds of one half wins in the other."""
    chance = random.Random(SEED)
    gains = []
    for halves in map(_halves, decisions):
        gain = 0.0
        for number in range(_AGAIN):
            chosen, judged = halves[number % 2], halves[1 - number % 2]
            order, moves = iter(chance.sample(chosen, len(chosen))), range(len(chosen[0]))
            search = paired(moves, order.__next__, lambda world, move: world[move], Limit(len(chosen)))
            gain += _ahead(judged)[search.best]
        gains.append(gain / _AGAIN)
    return gains


def _halves(worlds: Worths) -> tuple[Worths, Worths]:
    return worlds[::2], worlds[1::2]


def _ahead(worlds: Worths) -> list[float]:
    """By candidate: how far it is ahead of the rule's move in the mean."""
    return [sum(worths[move] - worths[0] for worths in worlds) / len(worlds) for move in range(len(worlds[0]))]


def interval(gains: list[float]) -> tuple[float, float]:
    """The mean, and how far a 95 % interval reaches to either side."""
    mean = sum(gains) / len(gains)
    return mean, 1.96 * sqrt(sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1) / len(gains))
