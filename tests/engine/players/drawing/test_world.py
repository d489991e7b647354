"""Worlds of the games of draw and discard, as they are played."""

from __future__ import annotations

from random import Random

import pytest

import engine.games  # noqa: F401 - registers the games
from engine.game import GAMES
from engine.players.drawing.thinking import DRAWING
from engine.players.drawing.world import STOCK, apart, play, step
from engine.players.thinking import policy_of
from tests.kit.worlds import dealt


def shuffled(pack: tuple[int, ...], seed: int) -> list[int]:
    return Random(seed).sample(pack, len(pack))


@pytest.mark.parametrize("game", sorted(DRAWING.games))
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_drawn_apart_every_card_still_comes_once(game: str, seats: int) -> None:
    kernel = DRAWING.kernel_of(game, GAMES[game].rules(), seats)
    for seed in range(40):
        world = dealt(kernel, shuffled(kernel.pack, seed), seed % seats)
        apart(world)
        left, drawn = world.left, []
        policies = [policy_of(kernel, style) for style in (*kernel.mixture, kernel.sharp)][-seats:]
        while not world.net and world.places is not None:
            move = policies[world.seat](world)
            seat = world.seat
            step(world, move)
            if move == STOCK and world.places is not None:
                drawn.append(world.hands[seat][-1])
        assert len(drawn) == len(set(drawn)) <= left
        in_play = [*drawn, *world.discards, *(card for hand in world.hands for card in hand)]
        assert set(in_play) <= set(kernel.pack)


def test_what_a_seat_draws_does_not_depend_on_what_others_draw() -> None:
    kernel = DRAWING.kernel_of("poe-crumb", GAMES["poe-crumb"].rules(), 3)
    world = dealt(kernel, shuffled(kernel.pack, 1), 2)
    apart(world)
    stock, first, second = world.stock, world.copy(), world.copy()
    for there, draws in ((first, STOCK), (second, -3)):
        step(there, draws)  # seat 0, from the stock or the discards
        step(there, there.hands[0][0])
        step(there, STOCK)
    assert first.hands[1] == second.hands[1]
    assert first.hands[0] != second.hands[0]
    assert world.places == [0, len(stock) // 3, len(stock) * 2 // 3], "a copy is played on its own"


def test_a_used_up_part_is_followed_by_the_next() -> None:
    kernel = DRAWING.kernel_of("knock-poker", GAMES["knock-poker"].rules(), 2)
    world = dealt(kernel, shuffled(kernel.pack, 2), 1)
    apart(world)
    never = [lambda there: STOCK if there.stage == 0 else there.hands[there.seat][-1]] * 2
    stock = set(world.stock)
    play(world, never)
    assert world.left == 0
    assert world.drawn == (1 << len(stock)) - 1
    assert stock <= {*world.discards, *world.hands[0], *world.hands[1]}
