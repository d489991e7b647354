"""Worlds are true to what a seat knows, blind to what it can't know, open to every true deal, and quickly made."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import engine.games  # noqa: F401 - registers the games
from engine.actions import Action, Bet
from engine.cards import card
from engine.events import CardPlayed
from engine.game import GAMES
from engine.memory import begin, remember
from engine.players.pools.sampling import Situation, determinize, situation
from engine.players.pools.thinking import POOLS
from engine.players.pools.world import BET, NOBODY, RANK, mask_of, numbers_of
from engine.shuffle import Stream
from tests.conformance.deals import Deal, Setup, anything, play
from tests.conformance.test_secrets import entitled, other_worlds
from tests.engine.players.decisions import Counting, decisions, kernel_of, remembered, seen_alike, setups_of
from tests.kit.poch import deal as poch_deal
from tests.kit.pools import to_state

SETUPS = setups_of(POOLS)
EACH = pytest.mark.parametrize("setup", SETUPS, ids=str)
DEFAULTS = [
    Setup(GAMES[name], GAMES[name].rules(), seats, 1, chance=5) for name in POOLS.games for seats in range(3, 7)
]
MOMENTS = 3
"""Decisions of a deal that are looked at."""


def small_bets(offered: list[Action], chance: random.Random) -> Action:
    """Any action, but bets are small, so that many stay in."""
    small = [action for action in offered if isinstance(action, Bet) and action.amount < 12]
    others = [action for action in offered if not isinstance(action, Bet)]
    return chance.choice(small if small and chance.random() < 0.7 else others or offered)


@cache
def betting_deal(name: str) -> Deal:
    """The deal of the setup of that name, played with small bets."""
    return play(next(setup for setup in (*SETUPS, *DEFAULTS) if str(setup) == name), small_bets)


def known_to(deal: Deal, seat: int, until: int) -> Situation:
    there = deal.game.observe(deal.states[until], seat)
    return situation(kernel_of(POOLS, deal.setup), there, remembered(deal, seat, until))


@EACH
def test_true_a_world_is_what_the_seat_sees_with_every_card_once(setup: Setup) -> None:
    chance = random.Random(1)
    for deal in (play(setup, anything), betting_deal(str(setup))):
        for until, seat in decisions(deal, MOMENTS, chance):
            state, there = deal.states[until], known_to(deal, seat, until)
            world, _ = determinize(there, Stream(b"a test", number=until))
            view = deal.game.observe(state, seat)
            assert [hand.bit_count() for hand in world.hands] == [other.cards for other in view.seats] == world.sizes
            held = [number for hand in world.hands for number in numbers_of(hand)]
            assert len(set(held)) == len(held)
            assert mask_of(setup.pack) & world.live == world.live
            assert all(world.live >> number & 1 for number in held)
            for number, holder in enumerate(world.holder):
                holders = [other for other, hand in enumerate(world.hands) if hand >> number & 1]
                assert holders == ([] if holder == NOBODY else [holder])
            made = to_state(world, state, seat)
            assert deal.game.observe(made, seat) == view
            assert sum(len(hand.open()) for hand in made.hands) + len(made.rest.open()) == sum(
                len(hand.open()) for hand in state.hands
            ) + len(state.rest.open())
            for hand, known in zip(world.hands, there.plain.hands, strict=True):
                assert hand & known == known
            assert world.chips == [other.chips for other in view.seats]
            pools = sum(chips for _, chips in view.pools)
            staked = sum(other.stake for other in view.seats) if there.kernel.terms.bank_is_pool else 0
            assert world.poch + world.centre + world.board + sum(chips for _, chips in world.pools) == pools - staked


@EACH
def test_true_whoever_took_a_pool_or_showed_a_set_has_its_cards(setup: Setup) -> None:
    """And nobody holds a card that the deal has shown to be out of play."""
    for deal in (play(setup, anything), betting_deal(str(setup))):
        for until, seat in decisions(deal, MOMENTS, random.Random(3)):
            there, state = known_to(deal, seat, until), deal.states[until]
            for other, known in enumerate(there.plain.hands):
                assert mask_of(state.hands[other].open()) & known == known
                assert mask_of(state.hands[other].open()) & ~there.plain.live == 0


@EACH
def test_blind_what_the_seat_cannot_know_changes_no_world_and_no_choice(setup: Setup) -> None:
    chance = random.Random(2)
    deal = betting_deal(str(setup))
    for until, seat in decisions(deal, 2, chance):
        seen_alike(POOLS, deal, until, seat, chance)


def test_blind_other_deals_are_found() -> None:
    """The test above would hold of anything if no exchange of cards were ever legal."""
    found = 0
    for setup in SETUPS:
        deal = betting_deal(str(setup))
        for until, seat in decisions(deal, 2, random.Random(2)):
            found += any(True for _ in other_worlds(deal, until, entitled(deal, seat, until), random.Random(2)))
    assert found > len(SETUPS) / 2


@pytest.mark.parametrize("setup", DEFAULTS, ids=str)
def test_open_every_card_may_be_where_it_is(setup: Setup) -> None:
    for deal in (betting_deal(str(setup)), play(setup, anything)):
        for until, seat in decisions(deal, 2, random.Random(3)):
            there, stream = known_to(deal, seat, until), Stream(b"a test")
            worlds = [determinize(there, stream)[0] for _ in range(400)]
            layout: Any = deal.game.layout(deal.states[until])
            for holder, hand in enumerate(layout.hands):
                for held in hand:
                    assert any(world.hands[holder] >> held.index & 1 for world in worlds), (holder, held)
            for rest in layout.stock:
                dead = not there.plain.live >> rest.index & 1
                assert dead or any(world.holder[rest.index] == NOBODY for world in worlds), rest


@EACH
def test_bounded_a_world_takes_few_numbers(setup: Setup) -> None:
    """Eight tries a seat at most, each of a style and a hand."""
    deal = betting_deal(str(setup))
    for until, seat in decisions(deal, MOMENTS, random.Random(4)):
        there, counting = known_to(deal, seat, until), Counting()
        stream: Any = counting
        determinize(there, stream)
        assert counting.count <= 2 + 8 * sum(1 + wanted for _, wanted in there.wanted)


def share(there: Situation, seat: int, least: int) -> float:
    """The share of worlds (0 to 1) in which the seat's best set has at least ``least`` cards."""
    stream = Stream(b"a test")
    worlds = [determinize(there, stream)[0] for _ in range(400)]
    return sum(world.values[seat] >> RANK >= least << 4 for world in worlds) / len(worlds)


def test_whoever_bet_holds_more_than_whoever_passed() -> None:
    """What others did, and did not do, is evidence."""
    table = poch_deal("le-poque", ["", "", "", "AS KD QH JC 9S"], "7D")
    table.bets("1p 2b5 3b5")
    (seat,) = table.game.to_act(table.state)
    kernel = POOLS.kernel_of(table.game.name, table.state.rules, 4)
    opening = table.game.telling.opening(table.start)
    memory = remember(begin(table.game.observe(table.start, seat), opening), table.events[len(opening) :])
    there = situation(kernel, table.game.observe(table.state, seat), memory)
    passed, bet = (table.state.order[place] for place in (0, 1))
    assert share(there, bet, 2) > share(there, passed, 2) + 0.15
    assert 0 < share(there, bet, 2) < 1, "evidence is soft"


def test_the_most_constrained_seat_is_sampled_first() -> None:
    found = 0
    for setup in DEFAULTS:
        deal = betting_deal(str(setup))
        for until, seat in decisions(deal, MOMENTS, random.Random(6)):
            there = known_to(deal, seat, until)
            bets = [sum(amount > 0 for _, amount in there.past[other]) for other, _ in there.wanted]
            assert bets == sorted(bets, reverse=True)
            found += len(set(bets)) > 1
    assert found > 5


def test_a_card_before_which_a_sequence_stopped_is_in_no_world() -> None:
    found = 0
    for setup in DEFAULTS:
        deal = play(setup, anything)
        for until, seat in decisions(deal, MOMENTS, random.Random(8)):
            memory = remembered(deal, seat, until)
            led = sum(isinstance(event, CardPlayed) for event in memory.told)
            there = known_to(deal, seat, until)
            gone = len(setup.pack) - there.plain.live.bit_count()
            found += gone > led + 1
            if there.plain.stage == BET and setup.rules.edition(setup.seats).board.pools_first is False:  # type: ignore[attr-defined]
                assert gone == 1, "no pool is collected, so no card is known to be out of play but the turned one"
    assert found > 10


def test_an_honour_whose_pool_nobody_took_is_in_no_world() -> None:
    table = poch_deal("poch-1873", ["AS KS QS JS TS", "KH QH JH TH 9H", "KC QC JC TC 9C", "AH AC 9S 8H 7C"], "7D")
    (seat,) = table.game.to_act(table.state)
    kernel = POOLS.kernel_of(table.game.name, table.state.rules, 4)
    view = table.game.observe(table.state, seat)
    there = situation(kernel, view, begin(view, table.game.telling.opening(table.state)))
    assert there.plain.live & mask_of([card(f"{rank}D") for rank in "AKQJT"]) == 0
    assert there.plain.live & mask_of([card("8D"), card("9D")]) != 0
