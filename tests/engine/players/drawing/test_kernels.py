"""A kernel plays as the engine does: the same decks, the same policy, the same net, and the same winners."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

import engine.games  # noqa: F401 - registers the games
from engine.actions import Action
from engine.game import GAMES
from engine.memory import Memory
from engine.players.drawing.kernel import Kernel, Style
from engine.players.drawing.knock_rummy import KnockRummy
from engine.players.drawing.sampling import situation
from engine.players.drawing.thinking import DRAWING, action_of
from engine.players.drawing.world import mask_of, play, shuffled_by
from engine.players.thinking import policy_of
from engine.stakes import DealResult
from engine.view import View
from tests.conformance.deals import Setup
from tests.engine.players.decisions import kernel_of, played, setups_of
from tests.kit.worlds import as_cards, dealt, numbers

SETUPS = setups_of(DRAWING)
HIGHEST = 1 << 30
DECKS = 2
"""Decks a setup; ``python -m tests.bench bench_kernels`` plays 2,000."""


def styles_of(kernel: Kernel, chance: random.Random) -> list[Style]:
    """Somebody at each seat, of all that the kernel knows; in some deals nobody knocks for long."""
    known = (*kernel.mixture, kernel.sharp, kernel.sharp.expert or kernel.sharp)
    styles = [chance.choice(known) for _ in range(kernel.terms.seats)]
    if chance.random() < 0.5:
        never, always = (0, HIGHEST) if isinstance(kernel, KnockRummy) else (HIGHEST, 0)
        rounds = 1 if kernel.terms.dealt_first else chance.randrange(3, 80 // kernel.terms.seats)
        late = (never,) * rounds + (always,)
        styles = [replace(style, knock=late, pat=never, upcard=chance.choice((None, True, False))) for style in styles]
    return styles


def engines_result(setup: Setup, deck: tuple[Any, ...], styles: list[Style], luck: int) -> DealResult:
    """How the deal ends where the engine plays, and each seat's style decides by what the seat sees and remembers."""
    kernel = kernel_of(DRAWING, setup)

    def choose(view: View, memory: Memory) -> Action:
        there = situation(kernel, view, memory).plain
        return action_of(there.seat, policy_of(kernel, styles[there.seat])(there))

    def shuffled(left: Any, shuffles: int) -> Any:
        return as_cards(shuffled_by(luck)(numbers(left), shuffles)[::-1])

    return played(setup, setup.stakes, deck, choose, shuffled)


def compare(setup: Setup, decks: int, seed: int) -> None:
    """Plays ``decks`` decks in the engine and the kernel. Raises AssertionError where they differ."""
    kernel = kernel_of(DRAWING, setup)
    for number in range(decks):
        chance = random.Random(f"{setup} {seed} {number}")
        deck = tuple(chance.sample(setup.pack, len(setup.pack)))
        styles = styles_of(kernel, chance)
        world = dealt(kernel, numbers(deck), setup.stakes.dealer, chance=shuffled_by(number))
        net = play(world, [policy_of(kernel, style) for style in styles])
        result = engines_result(setup, deck, styles, number)
        assert tuple(net) == result.net, (setup, seed, number)
        assert world.won == mask_of(result.winners), (setup, seed, number)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_same_policies_get_the_same_from_the_same_decks(setup: Setup) -> None:
    compare(setup, DECKS, seed=1)


def test_every_game_with_a_kernel_is_played() -> None:
    assert {setup.game.name for setup in SETUPS} == set(DRAWING.games) <= set(GAMES)
