"""The kernel of the Poch family plays as the engine does: the same decks, the same policy, the same net."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

import engine.games  # noqa: F401 - registers the games
from engine.actions import Action
from engine.cards import ALL_CARDS, cards
from engine.game import GAMES
from engine.memory import Memory
from engine.parts.sets import strength
from engine.players.pools.kernel import Bidding, Kernel, Style, decide
from engine.players.pools.sampling import situation
from engine.players.pools.thinking import POOLS, action_of, move_by
from engine.players.pools.world import BET, DROP, SET, SUIT, Policy, mask_of, play, value_of
from engine.players.thinking import policy_of
from engine.stakes import Stakes
from engine.view import View
from tests.conformance.deals import Setup
from tests.engine.players.decisions import kernel_of, played, setups_of
from tests.kit.pools import dealt

SETUPS = setups_of(POOLS)
DECKS = 6
"""Decks a setup; ``python -m tests.bench bench_kernels`` plays 2,000."""


def styles_of(kernel: Kernel, chance: random.Random) -> list[Style]:
    """Somebody at each seat, of all that the kernel knows; in some deals they stake a lot and raise with little."""
    styles = [chance.choice((*kernel.mixture, kernel.sharp)) for _ in range(kernel.terms.seats)]
    if chance.random() < 0.5:
        styles = [
            replace(style, most=chance.choice((0.3, 1.0)), size=chance.choice((1, 4)), opens=0.1, raises=0.4)
            for style in styles
        ]
    return styles


def stakes_of(setup: Setup, kernel: Kernel, chance: random.Random) -> Stakes:
    """Those of the setup, or a board of many deals and stacks of which some are short."""
    if chance.random() < 0.5:
        return setup.stakes
    chips = tuple(kernel.terms.entry + chance.choice((0, 1, 2, 5, 10, 60)) for _ in range(setup.seats))
    names: Sequence[str] = setup.rules.edition(setup.seats).board.pools  # type: ignore[attr-defined]
    return Stakes(chance.randrange(setup.seats), chips, pools=tuple((name, chance.randrange(9)) for name in names))


def engines_net(setup: Setup, stakes: Stakes, deck: tuple[Any, ...], policies: Sequence[Policy]) -> tuple[int, ...]:
    """What everybody gets where the engine plays, and each seat's style decides by what the seat sees and remembers."""
    kernel = kernel_of(POOLS, setup)

    def choose(view: View, memory: Memory) -> Action:
        there = situation(kernel, view, memory).plain
        if there.stage == BET:
            assert there.stakes == [other.stake for other in view.seats]
        return action_of(view, move_by(policies[there.seat], there))

    return played(setup, stakes, deck, choose).net


def compare(setup: Setup, decks: int, seed: int) -> None:
    """Plays ``decks`` decks in the engine and the kernel. Raises AssertionError where they differ."""
    kernel = kernel_of(POOLS, setup)
    for number in range(decks):
        chance = random.Random(f"{setup} {seed} {number}")
        deck = tuple(chance.sample(setup.pack, len(setup.pack)))
        stakes = stakes_of(setup, kernel, chance)
        policies = [policy_of(kernel, style) for style in styles_of(kernel, chance)]
        net = play(dealt(kernel, deck, stakes), policies)
        assert tuple(net) == engines_net(setup, stakes, deck, policies), (setup, seed, number)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_same_policies_get_the_same_from_the_same_decks(setup: Setup) -> None:
    compare(setup, DECKS, seed=1)


def test_every_edition_is_played() -> None:
    assert {setup.game.name for setup in SETUPS} == set(POOLS.games) <= set(GAMES)


@pytest.mark.parametrize("sets", ["pay_suit", "clubs", "kickers"])
def test_hands_are_in_the_same_order_as_in_the_engine(sets: Any) -> None:
    chance = random.Random(1)
    pay = ALL_CARDS[SUIT]
    hands = [chance.sample(ALL_CARDS, 5 if sets == "kickers" else chance.randrange(5, 12)) for _ in range(300)]
    hands += [list(cards("KS KH KD KC 7S")), list(cards("KS KH 7D 7C 9S")), list(cards("AS KH QD JC 9S"))]
    worths = [(strength(hand, sets, pay.suit), value_of(mask_of(hand), sets, SUIT)) for hand in hands]
    assert len({worth for worth, _ in worths}) > 50
    for exact, value in worths:
        for other_exact, other in worths:
            assert (exact < other_exact) == (value < other)


def test_the_people_of_the_mixture_play_differently() -> None:
    """Else it would be one model with five names."""
    rules = GAMES["poch-1873"].rules()
    kernel, pack = POOLS.kernel_of("poch-1873", rules, 4), GAMES["poch-1873"].pack(rules, 4).cards
    nets: dict[str, list[int]] = {}
    for style in kernel.mixture:
        others = kernel.mixture[0]
        nets[style.name] = [
            play(
                dealt(kernel, random.Random(number).sample(pack, len(pack)), Stakes(3, (40,) * 4)),
                [policy_of(kernel, there) for there in (others, style, others, others)],
            )[1]
            for number in range(200)
        ]
    assert len({tuple(net) for net in nets.values()}) == len(nets) >= 3


@pytest.mark.parametrize("stake", [2, 10])
def test_with_a_higher_stake_a_regular_leads_and_matches_the_same(stake: int) -> None:
    """All that is paid is so many times as much, so nothing else is worth more."""
    game: Any = GAMES["poch-1873"]
    usual, high = (POOLS.kernel_of("poch-1873", game.rules(stake=chips), 4) for chips in (1, stake))
    leads, matches = ([policy_of(kernel, kernel.sharp).lead for kernel in (usual, high)], [0, 0])
    pack = game.pack(game.rules(), 4).cards
    for number in range(100):
        deck = random.Random(number).sample(pack, len(pack))
        worlds = [dealt(kernel, deck, Stakes(3, (40 * kernel.terms.stake,) * 4)) for kernel in (usual, high)]
        assert leads[0](worlds[0]) == leads[1](worlds[1])
    for tenths in range(10):
        for place, kernel in enumerate((usual, high)):
            times = kernel.terms.stake
            there = Bidding(5 * times, 0, 40 * times, 9 * times, 3, 1, 5 * times, 40 * times, 0)
            matches[place] += decide(kernel.sharp, kernel.terms, 2 << SET, tenths / 10, there) == there.least
    assert matches[0] == matches[1] > 0


@pytest.mark.parametrize(("seats", "safe"), [(3, 0.7), (4, 0.8), (5, 0.9), (6, 0.9)])
@pytest.mark.parametrize(("stake", "matches"), [(1, False), (2, True), (3, True)])
def test_ho_2_whoever_has_few_chips_to_play_for_thinks_less_of_bets(
    seats: int, safe: float, stake: int, *, matches: bool
) -> None:
    """Of 40 chips seven stakes are paid in. At double and triple stakes a regular folded good sets to all who had bet,
    and lost up to 3 chips a deal to players who bet all they have with anything."""
    game: Any = GAMES["poch-1873"]
    kernel = POOLS.kernel_of("poch-1873", game.rules(stake=stake), seats)
    left, rivals = 40 - 7 * stake, seats - 1
    there = Bidding(left, 0, left, rivals * left, rivals, rivals, left, left, 1)
    assert (decide(kernel.sharp, kernel.terms, 3 << SET, safe, there) == left) == matches


@pytest.mark.parametrize("game", ["le-poque", "poch-1873"])
@pytest.mark.parametrize(("seats", "safe"), [(5, 0.84), (6, 0.865)])
def test_lq_7a_whoever_bets_first_may_hold_nothing_and_whoever_matches_or_raises_that_holds_more(
    game: str, seats: int, safe: float
) -> None:
    """Among five and six a regular folded to first bets as to those who match them, and lost up to half a chip a deal
    to players who bet first on anything."""
    kernel = POOLS.kernel_of(game, GAMES[game].rules(), seats)
    first = Bidding(seats, 0, 30, 2 * seats, seats - 1, 1, seats, 30, 1)
    matched = first._replace(prize=3 * seats, staked=2)
    raised = first._replace(bet=4 * seats, own=seats, prize=6 * seats, least=4 * seats)
    bets = [decide(kernel.sharp, kernel.terms, 2 << SET, safe, there) for there in (first, matched, raised)]
    assert bets == [seats, DROP, DROP]


def test_ho_9_a_regular_stays_in_with_less_where_stops_pay_whoever_leads() -> None:
    """There the lead is worth more than the pool: whoever has it is paid for each stop."""
    there = Bidding(5, 0, 30, 10, 4, 1, 5, 30, 1)
    matches = []
    for game in ("le-poque", "poch-1873"):
        kernel = POOLS.kernel_of(game, GAMES[game].rules(), 5)
        matches.append(decide(kernel.sharp, kernel.terms, 2 << SET, 0.8, there) == there.least)
    assert matches == [False, True]
