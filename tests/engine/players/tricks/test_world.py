"""The kernel of Crummy plays as the engine does: the same decks, the same policies, the same net."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.actions import Halt, offered
from engine.game import GAMES
from engine.players.tricks.styles import CAREFUL, Style, policy
from engine.players.tricks.world import HALT, LAYING, NUMBERS, Policy, World, play, quartets, step, terms
from tests.conformance.deals import Setup, each_option_and_each_number_of_seats
from tests.kit.crummy_worlds import action_of, dealt, mask

SETUPS = [setup for setup in each_option_and_each_number_of_seats() if setup.game.name == "crummy"]
EACH = pytest.mark.parametrize("setup", SETUPS, ids=str)
DECKS = 5
"""Decks a setup; ``python -m tests.bench bench_kernels`` plays 2,000."""


def wild(chance: random.Random) -> Policy:
    """Anything that is allowed; quartets are often kept, so that positions come up again."""

    def choose(world: World) -> int:
        hand = world.hands[world.seat]
        if world.may_halt and chance.random() < 0.2:
            return HALT
        if world.may_lay and quartets(hand) and chance.random() < 0.7:
            four = quartets(hand)
            return LAYING + chance.choice([rank for rank in range(10) if four >> 4 * rank & 1])
        may = hand & ~world.there
        return chance.choice([card for card in range(40) if may >> card & 1])

    return choose


def policies_of(seats: int, chance: random.Random) -> list[Policy]:
    """Somebody at each seat: people with habits, or people who do anything."""
    if chance.random() < 0.3:
        return [wild(chance)] * seats
    styles = [CAREFUL, Style("hoards", burden=(0.0, 1.0, 0.0, -2.0, -5.0)), Style("keeps", least=20, height=0.1)]
    return [policy(chance.choice(styles), seats) for _ in range(seats)]


def compare(setup: Setup, decks: int, seed: int, *, closely: bool = False) -> None:
    """Plays so many decks in both, step by step. Raises AssertionError where they differ.

    ``closely``: the hands and what is offered are compared at every step, and not only whose turn it is and the net.
    """
    game: Any = setup.game
    rules: Any = setup.rules
    for number in range(decks):
        chance = random.Random(f"{setup} {seed} {number}")
        deck = tuple(chance.sample(setup.pack, len(setup.pack)))
        policies = policies_of(setup.seats, chance)
        state = game.new_deal(setup.rules, setup.seats, setup.stakes, deck)
        world = dealt(terms(rules.halt, setup.seats), deck, setup.stakes.dealer)
        while not world.over:
            acting = game.to_act(state)
            assert acting[0] == world.seat
            move = policies[world.seat](world)
            action = action_of(world.seat, move)
            if closely:
                prompts = game.prompts(state, world.seat)
                assert world.may_halt == any(prompt.do == "halt" for prompt in prompts)
                assert isinstance(action, Halt) or offered(prompts, action)
            state, _ = game.apply(state, action)
            step(world, move)
            if closely and not world.over:
                assert world.hands == [mask(hand.open()) for hand in state.hands]
        assert state.result is not None
        assert tuple(world.net) == state.result.net, (setup, seed, number)


@EACH
def test_the_same_policies_get_the_same_from_the_same_decks(setup: Setup) -> None:
    compare(setup, DECKS, seed=1, closely=True)


@EACH
def test_played_through_it_comes_to_the_same_and_a_copy_stays_as_it_was(setup: Setup) -> None:
    rules: Any = setup.rules
    policies = [policy(CAREFUL, setup.seats)] * setup.seats
    world = dealt(terms(rules.halt, setup.seats), setup.deck(), setup.stakes.dealer)
    before = world.copy()
    by_step = world.copy()
    while not by_step.over:
        step(by_step, policies[by_step.seat](by_step))
    play(world, policies)
    assert world.net == by_step.net
    assert (before.hands, before.tricks, before.positions) == (before.copy().hands, 0, before.positions[:1])
    play(before, policies, tricks=4)
    assert before.over or (before.tricks == 4 and not before.trick)
    assert before.over or not (before.may_lay and quartets(before.hands[before.seat])), "its taker has laid"


def test_every_card_has_a_number() -> None:
    cards = GAMES["crummy"].pack(GAMES["crummy"].rules(), 5).cards
    assert sorted(NUMBERS[card] for card in cards) == list(range(40))
