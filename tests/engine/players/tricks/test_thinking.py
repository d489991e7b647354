"""How the levels play Crummy: what they see, what they choose, and what a position is worth to them."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from engine.actions import Halt, Meld, Play
from engine.cards import Rank, card
from engine.game import GAMES
from engine.memory import begin, remember
from engine.players import LEVELS, PLAYERS
from engine.players.base import Choice, Limit
from engine.players.levels import levels
from engine.players.thinking import policy_of
from engine.players.tricks.estimate import estimator
from engine.players.tricks.kernel import MIXTURE, Kernel
from engine.players.tricks.sampling import determinize, situation
from engine.players.tricks.styles import PACK, policy
from engine.players.tricks.thinking import TRICKS, TrickDecision, action_of
from engine.players.tricks.world import RANKS, World, play, terms
from engine.rules import Rules
from engine.shuffle import Stream
from engine.simulate import simulate
from tests.conformance.deals import Deal, Setup
from tests.conformance.deals import play as played
from tests.conformance.test_secrets import entitled, other_worlds
from tests.engine.players.decisions import decisions, remembered
from tests.engine.players.tricks.test_sampling import EACH, lays_at_once
from tests.kit.crummy import COMPLETE, deal, standing
from tests.kit.crummy_worlds import dealt, mask
from tests.kit.table import Table

GAME: Any = GAMES["crummy"]
FEW = Limit(worlds=30)
QUICK = levels(FEW)
CAREFUL = PLAYERS["careful"]


def think(at: Table, seat: int, level: str, seed: bytes = b"a test") -> Choice:
    """What the level does at that seat, by what it has been told since the deal."""
    memory = remember(begin(at.game.observe(at.start, seat)), at.events)
    player = QUICK[level].think
    assert player is not None
    return player(at.seen_by(seat), memory, Stream(seed))


def chosen(deal: Deal, seat: int, until: int, level: str) -> Choice:
    player = QUICK[level].think
    assert player is not None
    view = deal.game.observe(deal.states[until], seat)
    return player(view, remembered(deal, seat, until), Stream(b"a test", number=until))


@EACH
def test_blind_what_the_seat_cannot_know_changes_no_choice_and_no_number_of_worlds(setup: Setup) -> None:
    chance = random.Random(6)
    looked_at = 0
    dealt_ = played(setup, lays_at_once)
    for until, seat in [(until, seat) for until, seat in decisions(dealt_, 40, chance) if until < 20][:3]:
        if seat != dealt_.game.to_act(dealt_.states[until])[0]:
            continue
        for other in islice(other_worlds(dealt_, until, entitled(dealt_, seat, until), chance), 1):
            for level in LEVELS:
                assert chosen(dealt_, seat, until, level) == chosen(other, seat, until, level)
            looked_at += 1
    assert looked_at


def test_the_second_best_of_a_novice_is_a_card_like_the_best() -> None:
    at = deal(COMPLETE)
    best = CAREFUL.choose(at.seen_by(0), Stream(b""))
    found = [think(at, 0, "novice", bytes([number])).action for number in range(160)]
    assert 8 <= sum(action != best for action in found) <= 34
    assert len({action for action in found if isinstance(action, Play)}) == 2


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_lays_and_calls_a_halt(level: str) -> None:
    at = deal(COMPLETE).in_turn("JH 9C KD 8S")
    assert think(at, 2, level).action in (Meld(2, Rank.NINE), Meld(2, Rank.EIGHT)) or level.startswith("expert")
    at = standing(["7S 7H 7D 8C", "7C 8S 8H 8D", ""], out=(2,), laid={2: "A K Q J T 9"}, marked=2, halt="free")
    assert CAREFUL.speaks_up(at.seen_by(1))
    assert LEVELS[level].speaks_up(at.seen_by(1)), "though the other is to lead"
    assert think(at, 1, level).action == Halt(1)


@pytest.mark.parametrize("level", ["regular", "expert"])
def test_the_last_card_of_a_trick_takes_it_where_that_makes_a_quartet(level: str) -> None:
    at = deal(["AS 9S 7S", "AH 9H 7H", "KD 9D 8D", "AC 8C 9C AD"]).in_turn("AS AH KD")
    assert [think(at, 3, level, bytes([number])).action for number in range(5)] == [Play(3, card("AC"))] * 5


def test_regular_remembers_where_cards_went() -> None:
    """Its worlds hold the cards of a trick where they went, so with the same hand another past gives another world."""
    at = deal(COMPLETE).in_turn("JH 9C KD 8S")
    at.in_turn("+9 +8 JH")
    seen = remember(begin(at.game.observe(at.start, 0)), at.events)
    world = determinize(situation(at.seen_by(0), seen), Stream(b"a test"))
    assert world.hands[2] & mask([card("KD")]), "seat 2 took the king with the trick"


@pytest.mark.parametrize("seats", GAME.seats)
def test_regular_beats_careful_and_few_deals_are_void(seats: int) -> None:
    totals = simulate(GAME, GAME.rules(), [LEVELS["regular"], *[CAREFUL] * (seats - 1)], deals=40, seed=3)
    assert totals.net[0] > sum(totals.net) / seats
    assert totals.void <= 3


def test_an_expert_plays_for_the_score_of_the_deal() -> None:
    """Last to move with one card left: whoever takes no trick is out first, and scores four times 25."""
    totals = simulate(GAME, GAME.rules(), [QUICK["expert"], *[CAREFUL] * 3], deals=12, seed=4)
    assert totals.net[0] > sum(totals.net) / 4


@pytest.mark.parametrize("seats", GAME.seats)
def test_an_estimate_is_sure_of_who_is_out_and_prefers_to_be_near_it(seats: int) -> None:
    estimate = estimator(seats, len(RANKS) - PACK[seats])
    chance = random.Random(1)
    pack = GAME.pack(GAME.rules(), seats).cards
    near = far = 0.0
    for _ in range(40):
        world = dealt(terms("off", seats), chance.sample(pack, len(pack)), 0)
        policies = [policy(style, seats) for style in MIXTURE[:seats]]
        play(world, policies, tricks=chance.randrange(6, 12))
        if world.over:
            continue
        worth = estimate(world)
        for place, seat in enumerate(world.out):
            assert worth[seat] == (seats - place) * (world.value[seat] or world.terms.without)
        assert all(points >= 0 for points in worth)
        sizes = {seat: hand.bit_count() for seat, hand in enumerate(world.hands) if hand and not world.value[seat]}
        if len(sizes) > 1:
            near += worth[min(sizes, key=sizes.__getitem__)]
            far += worth[max(sizes, key=sizes.__getitem__)]
    assert near > far


def test_every_option_is_known() -> None:
    for option in ("free", "off"):
        rules: Rules = GAME.rules(halt=option, target=75)
        assert TRICKS.unknown("crummy", rules) == ()
        assert Kernel(rules, 4).terms.halts == (option != "off")


def test_a_kernel_makes_each_policy_once() -> None:
    kernel = Kernel(GAME.rules(), 4)
    assert [policy_of(kernel, style) for style in MIXTURE] == list(kernel.mixture)
    world: World = dealt(kernel.terms, GAME.pack(GAME.rules(), 4).cards, 0)
    first, *others = kernel.candidates(world, kernel.sharp)
    assert first == kernel.policy(kernel.sharp)(world)
    assert len(others) == 7


def test_others_are_taken_for_whom_they_are() -> None:
    """Novices play by rule, regulars look a trick ahead, and so does every other person."""
    at = deal(COMPLETE)
    kernel = Kernel(at.rules, 4)
    there = situation(at.seen_by(0), begin(at.game.observe(at.start, 0)))
    decision = TrickDecision(kernel, there, Stream(b"a test"), kernel.sharp)
    decision.levels = (None, "novice", "regular", None)
    looks = [0] * 4
    for _ in range(100):
        for seat, policy_ in enumerate(decision.lifelike()[1]):
            looks[seat] += policy_ == kernel.watching
            assert policy_ in (kernel.watching, kernel.careful)
    assert looks[:3] == [100, 0, 100]
    assert 30 <= looks[3] <= 70


def test_whoever_looks_ahead_plays_as_a_regular_more_often_than_by_rule() -> None:
    """A regular tries each card in a few worlds. Here it is tried in one, in which nearly every card lies right."""
    at, looking, by_rule = deal(COMPLETE), 0, 0
    kernel = Kernel(at.rules, 4)
    for number in range(60):
        (seat, *_) = at.game.to_act(at.state)
        action = think(at, seat, "regular", bytes([number])).action
        if isinstance(action, Play):
            seen = remember(begin(at.game.observe(at.start, seat)), at.events)
            world = determinize(situation(at.seen_by(seat), seen), Stream(bytes([number])))
            looking += action_of(seat, kernel.watching(world)) == action
            by_rule += action_of(seat, kernel.careful(world)) == action
        at.do(action)
    assert looking > 1.3 * by_rule
