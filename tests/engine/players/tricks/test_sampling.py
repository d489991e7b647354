"""Worlds are true to what a seat knows, blind to what it can't know, open to every true deal, and quickly made."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from engine.actions import Action, Meld
from engine.memory import begin, remember
from engine.players import PLAYERS
from engine.players.tricks.sampling import Situation, determinize, situation
from engine.players.tricks.thinking import TRICKS
from engine.players.tricks.world import NUMBERS, RANKS
from engine.shuffle import Stream
from tests.conformance.deals import Deal, Setup, anything, patient, play
from tests.engine.players.decisions import Counting, decisions, remembered, seen_alike, setups_of
from tests.kit.crummy_worlds import mask, to_state

SETUPS = setups_of(TRICKS)
EACH = pytest.mark.parametrize("setup", SETUPS, ids=str)


def lays_at_once(offered: list[Action], chance: random.Random) -> Action:
    """Anything, but quartets are laid at once: many lie there at the end."""
    return chance.choice([action for action in offered if isinstance(action, Meld)] or offered)


@cache
def deals(name: str, number: int = 0) -> tuple[Deal, ...]:
    """Deals of the setup of that name, played in different ways."""
    setup = next(setup for setup in SETUPS if str(setup) == name)
    setup = Setup(setup.game, setup.rules, setup.seats, setup.dealer, chance=setup.chance + 1000 * number)
    return tuple(play(setup, chooser) for chooser in (anything, patient, lays_at_once))


def known_to(deal: Deal, seat: int, until: int) -> Situation:
    return situation(deal.game.observe(deal.states[until], seat), remembered(deal, seat, until))


def check_true(deal: Deal, seat: int, until: int) -> None:
    state, there = deal.states[until], known_to(deal, seat, until)
    world = determinize(there, Stream(b"a test", number=until))
    everything = [*world.hands, world.trick, *(15 << 4 * rank for ranks in world.laid for rank in ranks)]
    assert sum(everything) == mask(deal.setup.pack), "every card is there, once"
    assert sum(cards.bit_count() for cards in everything) == len(deal.setup.pack)
    assert [hand.bit_count() for hand in world.hands] == [len(hand.open()) for hand in state.hands]
    made = to_state(world, state)
    assert deal.game.observe(made, seat) == deal.game.observe(state, seat)
    assert deal.game.to_act(made) == deal.game.to_act(state)
    assert [len(ranks) for ranks in world.laid] == [len(ranks) for ranks in state.laid]
    assert (world.out, world.tricks) == (state.out, state.tricks)
    assert world.may_lay == getattr(state.phase, "may_lay", False)
    assert world.marked == (state.marked is not None)
    assert world.played == tuple(played.seat for played in state.trick)
    assert len(world.positions) == len(state.positions.open())
    same = [now == world.positions[-1] for now in world.positions]
    assert same == [now == state.positions.open()[-1] for now in state.positions.open()], "they move alike"
    cards = [played.card for played in state.trick]
    for other, hand in enumerate(world.hands):
        for card in (card for card in NUMBERS if hand >> NUMBERS[card] & 1 and other in state.passed):
            assert card.suit in {lying.suit for lying in cards}, "whoever passed has none of the missing suits"


@EACH
def test_true_a_world_is_what_the_seat_sees_with_every_card_once(setup: Setup) -> None:
    chance = random.Random(1)
    for number in range(2):
        for deal in deals(str(setup), number):
            for until, seat in decisions(deal, 25, chance):
                check_true(deal, seat, until)


@EACH
def test_blind_what_the_seat_cannot_know_changes_no_world_and_no_choice(setup: Setup) -> None:
    chance = random.Random(2)
    looked_at = 0
    for deal in deals(str(setup)):
        for until, seat in [(until, seat) for until, seat in decisions(deal, 40, chance) if until < 24][:6]:
            looked_at += seen_alike(TRICKS, deal, until, seat, chance)
    assert looked_at


@EACH
def test_open_every_card_may_be_where_it_is(setup: Setup) -> None:
    chance = random.Random(3)
    for deal in deals(str(setup)):
        for until, seat in decisions(deal, 6, chance):
            state, there = deal.states[until], known_to(deal, seat, until)
            hands = tuple(mask(hand.open()) for hand in state.hands)
            laid = tuple(tuple(RANKS.index(rank.open()) for rank in of_seat) for of_seat in state.laid)
            (way,) = (way for way in there.ways if way.laid == laid)
            assert there.heap[-1] >= way.chances > 0
            for other, hand in enumerate(hands):
                never_seen = hand & ~way.hands[other]
                assert hand & way.hands[other] == way.hands[other]
                assert never_seen.bit_count() == way.wanted[other]
                assert not never_seen & ~there.may[other], "it may hold what it holds"


def test_open_a_deal_comes_up_among_its_worlds() -> None:
    """Late enough that few cards have never been seen, the true deal is among some hundreds of worlds."""
    found = 0
    for number in range(6):
        for deal in deals(str(SETUPS[1]), number):
            for until, seat in decisions(deal, 40, random.Random(number)):
                there = known_to(deal, seat, until)
                if 2 <= len(there.ways[0].unseen) <= 5:
                    true = [mask(hand.open()) for hand in deal.states[until].hands]
                    stream = Stream(b"a test")
                    assert any(determinize(there, stream).hands == true for _ in range(1000))
                    found += 1
    assert found > 5


@EACH
def test_bounded_a_world_takes_few_numbers(setup: Setup) -> None:
    """One for the quartets, two for every card."""
    for deal in deals(str(setup)):
        for until, seat in decisions(deal, 5, random.Random(4)):
            there, counting = known_to(deal, seat, until), Counting()
            stream: Any = counting
            determinize(there, stream)
            assert counting.count <= 1 + 2 * len(setup.pack)
            assert len(there.ways) <= 1000


def test_who_has_watched_knows_nearly_all() -> None:
    """After ten tricks among careful players few cards have never been seen; after the first, most of the others'."""
    setup = SETUPS[1]
    early: list[int] = []
    late: list[int] = []
    chance = random.Random(5)
    for number in range(20):
        game: Any = setup.game
        deck = tuple(chance.sample(setup.pack, len(setup.pack)))
        state = game.new_deal(setup.rules, setup.seats, setup.stakes, deck)
        memory = begin(game.observe(state, 0))
        while state.result is None:
            seat = game.to_act(state)[0]
            view = game.observe(state, seat)
            if seat == 0 and state.tricks in (1, 10):
                there = situation(view, memory)
                (early if state.tricks == 1 else late).append(len(there.ways[0].unseen))
            state, events = game.apply(state, PLAYERS["careful"].choose(view, Stream(bytes(number))))
            memory = remember(memory, events)
    assert min(early) > 10
    assert sum(late) / len(late) < 4
