"""The kernels of the computer players: that they play as the engine does, over many decks, and how fast they are.

``python -m tests.bench bench_kernels`` plays 2,000 decks of each game and option in the kernel and in the engine, with
the same policies, and raises AssertionError where the nets differ; then it measures rollouts, inside decisions.
"""

from __future__ import annotations

import random
from time import process_time

from engine.actions import Shuffle
from engine.game import GAMES
from engine.memory import begin, remember
from engine.players import PLAYERS
from engine.players.drawing.sampling import situation
from engine.players.pools import sampling, thinking
from engine.players.thinking import KERNELS, Worths, kernel_of, policy
from engine.players.tricks import sampling as tricks_sampling
from engine.players.tricks import thinking as tricks_thinking
from engine.shuffle import Stream
from engine.simulate import fresh_stakes
from tests.engine.players.drawing.test_kernels import SETUPS, compare
from tests.engine.players.pools import test_kernel as pools
from tests.engine.players.tricks import test_world as tricks

DECKS = 2000
SEATS = (2, 4)
POOLS_SEATS = (3, 4, 6)
TRICKS_SEATS = (3, 4, 5)


def main(*, smoke: bool) -> None:
    """Compares, then measures."""
    for setup in SETUPS[:2] if smoke else SETUPS:
        compare(setup, 2 if smoke else DECKS, seed=2)
        print(f"{setup}: {2 if smoke else DECKS:,} decks, the same", flush=True)
    for setup in pools.SETUPS[:2] if smoke else pools.SETUPS:
        pools.compare(setup, 2 if smoke else DECKS, seed=2)
        print(f"{setup}: {2 if smoke else DECKS:,} decks, the same", flush=True)
    for setup in tricks.SETUPS[:2] if smoke else tricks.SETUPS:
        tricks.compare(setup, 2 if smoke else DECKS, seed=2)
        print(f"{setup}: {2 if smoke else DECKS:,} decks, the same", flush=True)
    for game in KERNELS:
        for seats in SEATS:
            worlds, rollouts = speed(game, seats, deals=1 if smoke else 15)
            print(f"{game}, {seats} seats: {worlds:,.0f} worlds a second, {rollouts:,.0f} rollouts a second with them")
    for game in thinking.KERNELS:
        for seats in POOLS_SEATS:
            worlds, rollouts = speed_with_pools(game, seats, deals=1 if smoke else 40)
            print(f"{game}, {seats} seats: {worlds:,.0f} worlds a second, {rollouts:,.0f} rollouts a second with them")
    for game in tricks_thinking.KERNELS:
        for seats in TRICKS_SEATS:
            worlds, rollouts = speed_with_tricks(game, seats, deals=1 if smoke else 15)
            print(f"{game}, {seats} seats: {worlds:,.0f} worlds a second, {rollouts:,.0f} rollouts a second with them")


def speed(game: str, seats: int, deals: int) -> tuple[float, float]:
    """Worlds made, and rollouts played with the time for their worlds counted in, each a second of the processor."""
    there, kernel = GAMES[game], kernel_of(game, GAMES[game].rules(), seats)
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
                (seat,) = there.to_act(state)
                view = there.observe(state, seat)
                if seat == 0 and view.knocker != 0:
                    known = situation(kernel, view, memory)
                    default = policy(kernel, kernel.sharp)(known.plain)
                    moves = kernel.candidates(known.plain, default, [p.do for p in view.prompts], kernel.sharp)
                    worths = Worths(known, stream, kernel.sharp)
                    for _ in range(30):
                        began = process_time()
                        world = worths.world()
                        done = process_time()
                        for move in moves:
                            worths.worth(world, move)
                        playing += process_time() - done
                        making += done - began
                        made, played = made + 1, played + len(moves)
                state, events = there.apply(state, PLAYERS["careful"].choose(view, stream))
            memory = remember(memory, events)
    return made / making, played / (making + playing)


def speed_with_pools(game: str, seats: int, deals: int) -> tuple[float, float]:
    """The same for the Poch family, in bets and leads; ``careful`` plays the deals."""
    there, kernel = GAMES[game], thinking.kernel_of(game, GAMES[game].rules(), seats)
    rules, stakes, stream = there.rules(), fresh_stakes(GAMES[game], seats), Stream(b"a bench")
    made = played = 0
    making = playing = 0.0
    for number in range(deals):
        cards = there.pack(rules, seats).cards
        state = there.new_deal(rules, seats, stakes, tuple(random.Random(number).sample(cards, len(cards))))
        memory = begin(there.observe(state, 0), there.telling.opening(state))
        while state.result is None:
            (seat,) = there.to_act(state)
            view = there.observe(state, seat)
            if seat == 0:
                known = sampling.situation(kernel, view, memory)
                default = thinking.move_by(thinking.policy(kernel, kernel.sharp), known.plain)
                moves = kernel.candidates(known.plain, default)
                worths = thinking.Worths(known, stream, kernel.sharp)
                for _ in range(30):
                    began = process_time()
                    world = worths.world()
                    done = process_time()
                    for move in moves:
                        worths.worth(world, move)
                    playing += process_time() - done
                    making += done - began
                    made, played = made + 1, played + len(moves)
            state, events = there.apply(state, PLAYERS["careful"].choose(view, stream))
            memory = remember(memory, events)
    return made / making, played / (making + playing)


def speed_with_tricks(game: str, seats: int, deals: int) -> tuple[float, float]:
    """The same for Crummy, where a rollout ends after some tricks and is judged; ``careful`` plays the deals."""
    there, kernel = GAMES[game], tricks_thinking.kernel_of(GAMES[game].rules(), seats)
    rules, stakes, stream = there.rules(), fresh_stakes(GAMES[game], seats), Stream(b"a bench")
    made = played = 0
    making = playing = 0.0
    for number in range(deals):
        cards = there.pack(rules, seats).cards
        state = there.new_deal(rules, seats, stakes, tuple(random.Random(number).sample(cards, len(cards))))
        memory = begin(there.observe(state, 0), there.telling.opening(state))
        while state.result is None:
            seat = there.to_act(state)[0]
            view = there.observe(state, seat)
            if seat == 0:
                known = tricks_sampling.situation(view, memory)
                moves = kernel.candidates(known.plain, kernel.sharp)
                worths = tricks_thinking.Worths(kernel, known, stream, kernel.sharp)
                for _ in range(30):
                    began = process_time()
                    world = worths.world()
                    done = process_time()
                    for move in moves:
                        worths.worth(world, move)
                    playing += process_time() - done
                    making += done - began
                    made, played = made + 1, played + len(moves)
            state, events = there.apply(state, PLAYERS["careful"].choose(view, stream))
            memory = remember(memory, events)
    return made / making, played / (making + playing)
