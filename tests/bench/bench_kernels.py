"""The kernels of the computer players: that they play as the engine does, over many decks, and how fast they are.

``python -m tests.bench bench_kernels`` plays 2,000 decks of each game and option in the kernel and in the engine, with
the same policies, and raises AssertionError where the nets differ; then it measures rollouts, inside decisions.
"""

from __future__ import annotations

import random
from time import process_time
from typing import Any, Final

from engine.actions import Shuffle
from engine.game import GAMES
from engine.memory import begin, remember
from engine.players import PLAYERS
from engine.players.drawing.thinking import DRAWING
from engine.players.pools.thinking import POOLS
from engine.players.thinking import Family
from engine.players.tricks.thinking import TRICKS
from engine.shuffle import Stream
from engine.simulate import fresh_stakes
from tests.engine.players.drawing import test_kernels as drawing
from tests.engine.players.pools import test_kernel as pools
from tests.engine.players.tricks import test_world as tricks

DECKS = 2000
FAMILIES: Final = ((DRAWING, (2, 4), 15), (POOLS, (3, 4, 6), 40), (TRICKS, (3, 4, 5), 15))
"""Each family, the numbers of seats, and how many deals are timed."""


def main(*, smoke: bool) -> None:
    """Compares, then measures."""
    decks = 2 if smoke else DECKS
    for tests in (drawing, pools, tricks):
        for setup in tests.SETUPS[:2] if smoke else tests.SETUPS:
            tests.compare(setup, decks, seed=2)
            print(f"{setup}: {decks:,} decks, the same", flush=True)
    for family, counts, deals in FAMILIES:
        for game in family.games:
            for seats in counts:
                made, played = speed(family, game, seats, deals=1 if smoke else deals)
                print(f"{game}, {seats} seats: {made:,.0f} worlds a second, {played:,.0f} rollouts a second with them")


def speed(family: Family[Any, Any], game: str, seats: int, deals: int) -> tuple[float, float]:
    """Worlds made, and rollouts played with the time for their worlds counted in, each a second of the processor.

    In Crummy a rollout ends after some tricks and is judged. ``careful`` plays the deals.
    """
    there, kernel = GAMES[game], family.kernel_of(game, GAMES[game].rules(), seats)
    rules, stakes, stream = there.rules(), fresh_stakes(GAMES[game], seats), Stream(b"a bench")
    made = played = 0
    making = playing = 0.0
    for number in range(deals + 1):
        if number == 1:  # the first deal fills the tables of hands
            made = played = 0
            making = playing = 0.0
        cards = there.pack(rules, seats).cards
        state = there.new_deal(rules, seats, stakes, tuple(random.Random(number).sample(cards, len(cards))))
        memory = begin(there.observe(state, 0), there.telling.opening(state))
        while state.result is None:
            if left := there.to_shuffle(state):
                state, events = there.apply(state, Shuffle(left))
            else:
                seat = there.to_act(state)[0]
                view = there.observe(state, seat)
                if seat == 0 and view.knocker != 0:
                    decision = family.decision(kernel, view, memory, stream, kernel.sharp)
                    moves = decision.candidates()
                    for _ in range(30):
                        began = process_time()
                        world = decision.world()
                        done = process_time()
                        for move in moves:
                            decision.worth(world, move)
                        playing += process_time() - done
                        making += done - began
                        made, played = made + 1, played + len(moves)
                state, events = there.apply(state, PLAYERS["careful"].choose(view, stream))
            memory = remember(memory, events)
    return made / making, played / (making + playing)
