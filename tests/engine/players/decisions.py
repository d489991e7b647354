"""Decisions in deals that the engine plays, and what must hold of how each family of games thinks about them."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice
from typing import Any

from engine.actions import Action, Shuffle, offered
from engine.memory import Memory, begin, remember
from engine.players import LEVELS
from engine.players.base import Choice, Limit, Player
from engine.players.thinking import Family
from engine.shuffle import Stream
from engine.stakes import DealResult
from engine.view import View
from tests.conformance.deals import Deal, Setup, each_option_and_each_number_of_seats
from tests.conformance.test_secrets import entitled, other_worlds
from tests.kit.table import Table

Chooser = Callable[[View, Memory], Action]
"""What a seat does, of what it sees and remembers."""


def setups_of(family: Family[Any, Any]) -> list[Setup]:
    """Every game of the family with each option that its kernel knows and each number of seats."""
    return [
        setup
        for setup in each_option_and_each_number_of_seats()
        if setup.game.name in family.games and not family.unknown(setup.game.name, setup.rules)
    ]


def kernel_of(family: Family[Any, Any], setup: Setup) -> Any:
    """The kernel of the setup's game."""
    return family.kernel_of(setup.game.name, setup.rules, setup.seats)


def remembered(deal: Deal, seat: int, until: int) -> Memory:
    """What the seat has seen of a deal before action number ``until``."""
    memory = begin(deal.game.observe(deal.states[0], seat), deal.game.telling.opening(deal.states[0]))
    return remember(memory, [event for events in deal.events[:until] for event in events])


def decisions(deal: Deal, most: int, chance: random.Random) -> list[tuple[int, int]]:
    """Some decisions of a deal: the number of actions before, and the seat."""
    found = [(until, seat) for until, state in enumerate(deal.states) for seat in deal.game.to_act(state)]
    return chance.sample(found, min(most, len(found)))


def think(table: Table, player: Player | str, seed: bytes = b"a test") -> Choice:
    """What a player, or the level of that name, does whose turn it is, by what its seat was told since the deal."""
    (seat, *_) = table.game.to_act(table.state)
    opening = table.game.telling.opening(table.start)
    memory = remember(begin(table.game.observe(table.start, seat), opening), table.events[len(opening) :])
    choose = (LEVELS[player] if isinstance(player, str) else player).think
    assert choose is not None
    return choose(table.game.observe(table.state, seat), memory, Stream(seed))


def played(
    setup: Setup,
    stakes: Any,
    deck: tuple[Any, ...],
    choose: Chooser,
    shuffled: Callable[[Any, int], Any] = lambda left, shuffles: left,
) -> DealResult:
    """How a deal ends where the engine plays, and each seat decides by what it sees and remembers.

    ``shuffled``: (the cards, how often was shuffled before) -> the cards of the new stock.
    """
    game, shuffles = setup.game, 0
    state = game.new_deal(setup.rules, setup.seats, stakes, deck)
    memories = [begin(game.observe(state, seat), game.telling.opening(state)) for seat in range(setup.seats)]
    while state.result is None:
        if left := game.to_shuffle(state):
            state, events = game.apply(state, Shuffle(shuffled(left, shuffles)))
            shuffles += 1
        else:
            seat = game.to_act(state)[0]
            view = game.observe(state, seat)
            action = choose(view, memories[seat])
            assert offered(view.prompts, action), (view, action)
            state, events = game.apply(state, action)
        memories = [remember(memory, events) for memory in memories]
    result: DealResult = state.result
    return result


def seen_alike(family: Family[Any, Any], deal: Deal, until: int, seat: int, chance: random.Random) -> int:
    """Raises AssertionError if another deal, in which only what the seat can't know differs, gives another world or
    choice. Returns how many such deals were found."""
    found = 0
    for other in islice(other_worlds(deal, until, entitled(deal, seat, until), chance), 1):
        here, there = (_thought(family, which, until, seat) for which in (deal, other))
        assert here == there
        found += 1
    return found


def _thought(family: Family[Any, Any], deal: Deal, until: int, seat: int) -> tuple[object, ...]:
    """A world that the seat samples, the moves that it weighs, and its choice, with the number of worlds."""
    view, memory = deal.game.observe(deal.states[until], seat), remembered(deal, seat, until)
    kernel = family.kernel_for(view)
    choice = family.by_search(view, memory, Stream(b"a test", number=until), Limit(worlds=5), lambda of: of.sharp)
    there = family.decision(kernel, view, memory, Stream(b"a test", number=until), kernel.sharp)
    world, _ = there.world()
    laid = {name: getattr(world, name) for name in type(world).__slots__ if name not in {"terms", "chance"}}
    return laid, there.candidates(), choice


class Counting:
    """A stream of chance that counts."""

    def __init__(self) -> None:
        self.count = 0
        self._stream = Stream(b"a test")

    def below(self, limit: int) -> int:
        """A number below the limit."""
        self.count += 1
        return self._stream.below(limit)

    def shuffled(self, values: Any) -> list[Any]:
        """The values in any order."""
        return Stream.shuffled(self, values)  # type: ignore[arg-type]
