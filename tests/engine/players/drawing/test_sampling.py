"""Worlds are true to what a seat knows, blind to what it can't know, open to every true deal, and quickly made."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

import engine.games  # noqa: F401 - registers the games
from engine.actions import Action, Discard, Draw, Knock, Shuffle
from engine.cards import cards
from engine.events import Called
from engine.game import GAMES
from engine.memory import begin, remember
from engine.players import CAREFUL
from engine.players.drawing.kernel import Past
from engine.players.drawing.sampling import Situation, determinize, situation
from engine.players.drawing.thinking import DRAWING
from engine.shuffle import Stream
from tests.conformance.deals import Deal, Setup, anything, patient, play
from tests.engine.players.decisions import Counting, decisions, kernel_of, remembered, seen_alike, setups_of
from tests.kit.worlds import numbers, to_state

SETUPS = setups_of(DRAWING)
EACH = pytest.mark.parametrize("setup", SETUPS, ids=str)
DEFAULTS = [Setup(GAMES[name], GAMES[name].rules(), seats, 1, chance=5) for name in DRAWING.games for seats in (2, 4)]
MOMENTS = 2
"""Decisions of a deal that are looked at."""


@cache
def patient_deal(name: str) -> Deal:
    """The deal of the setup of that name, played by patient players: its stock runs out more often."""
    return play(next(setup for setup in (*SETUPS, *DEFAULTS) if str(setup) == name), patient)


def known_to(deal: Deal, seat: int, until: int) -> Situation:
    there = deal.game.observe(deal.states[until], seat)
    return situation(kernel_of(DRAWING, deal.setup), there, remembered(deal, seat, until))


@EACH
def test_true_a_world_is_what_the_seat_sees_with_every_card_once(setup: Setup) -> None:
    chance = random.Random(1)
    for deal in (play(setup, anything), patient_deal(str(setup))):
        for until, seat in decisions(deal, MOMENTS, chance):
            state, there = deal.states[until], known_to(deal, seat, until)
            stream = Stream(b"a test", number=until)
            world, _ = determinize(there, stream)
            everything = [*(card for hand in world.hands for card in hand), *world.stock[: world.left], *world.discards]
            assert sorted(everything) == sorted(numbers(setup.pack))
            assert len(world.stock) == world.left
            made = to_state(world, state, seat)
            assert deal.game.observe(made, seat) == deal.game.observe(state, seat)
            assert numbers(made.hands[seat].open()) == world.hands[seat]
            memory = remembered(deal, seat, until)
            for held, known in zip(world.hands, there.plain.hands, strict=True):
                assert set(known) <= set(held)
            assert there.plain.turns == state.turns, memory.told
            assert (there.plain.pat, there.plain.order) == (state.pat, state.order)


@EACH
def test_blind_what_the_seat_cannot_know_changes_no_world_and_no_choice(setup: Setup) -> None:
    chance = random.Random(2)
    deal = patient_deal(str(setup))
    for until, seat in decisions(deal, 1, chance):
        seen_alike(DRAWING, deal, until, seat, chance)


@pytest.mark.parametrize("setup", DEFAULTS, ids=str)
def test_open_every_card_may_be_where_it_is(setup: Setup) -> None:
    deal = patient_deal(str(setup))
    for until, seat in decisions(deal, 2, random.Random(3)):
        there = known_to(deal, seat, until)
        stream = Stream(b"a test")
        worlds = [determinize(there, stream)[0] for _ in range(1000)]
        layout: Any = deal.game.layout(deal.states[until])
        for holder, hand in enumerate(layout.hands):
            for card in hand:
                assert any(card.index in world.hands[holder] for world in worlds), (holder, card)
        for card in layout.stock:
            assert any(card.index in world.stock for world in worlds)


@EACH
def test_bounded_a_world_takes_few_numbers(setup: Setup) -> None:
    """At most eight tries a seat (24 where discards count), of a style, a hand and twelve draws; then the stock."""
    deal = patient_deal(str(setup))
    kernel = kernel_of(DRAWING, setup)
    tries = 24 if kernel.reads_left else 8
    most = 2 + len(setup.pack) + tries * setup.seats * (1 + kernel.terms.hand + 12)
    for until, seat in decisions(deal, 1, random.Random(4)):
        there, counting = known_to(deal, seat, until), Counting()
        stream: Any = counting
        determinize(there, stream)
        assert counting.count <= most


def test_a_taken_card_is_where_it_went() -> None:
    """Evidence of the surest kind: a card that a seat took from the discards and hasn't thrown away."""
    found = 0
    for number in range(12):
        deal = play(Setup(GAMES["poe-crumb"], GAMES["poe-crumb"].rules(), 3, chance=number), patient)
        for until, seat in decisions(deal, 6, random.Random(number)):
            there = known_to(deal, seat, until)
            world, _ = determinize(there, Stream(b"a test"))
            for other, held in enumerate(there.plain.hands):
                if other != seat:
                    found += len(held)
                    assert set(held) <= set(numbers(deal.states[until].hands[other].open())) & set(world.hands[other])
    assert found > 20


def test_most_worlds_hold_a_better_hand_for_whoever_knocked() -> None:
    """The hand of a seat that knocked is better than that of a seat of which nothing is known."""
    game = GAMES["knock-poker"]
    setup = Setup(game, game.rules(), 3, chance=1)
    deal = Deal(setup, setup.deck(), [game.new_deal(setup.rules, 3, setup.stakes, setup.deck())])

    (first,) = game.to_act(deal.states[0])
    state, events = game.apply(deal.states[0], Knock(first))
    deal.states.append(state)
    deal.events.append(events)
    (seat,) = game.to_act(state)
    there, stream = known_to(deal, seat, 1), Stream(b"a test")
    kernel: Any = there.kernel
    third = next(number for number in range(3) if number not in (first, seat))
    better = 0
    for _ in range(300):
        world, _ = determinize(there, stream)
        better += kernel.hands.value(world.sums[first]) > kernel.hands.value(world.sums[third])
    assert better > 175


def test_whoever_drew_before_a_knock_does_not_knock_with_anything() -> None:
    """It would have knocked with the hand that it was dealt, unless a least hand is asked for."""
    game: Any = GAMES["knock-poker"]
    pat, later = Past(turns=1, knocked=True), Past(draws=1, turns=1, knocked=True)
    for rules, fits_later in ((game.rules(), False), (game.rules(knock_minimum="pair_of_jacks"), True)):
        kernel = DRAWING.kernel_of("knock-poker", rules, 4)
        style = next(style for style in kernel.mixture if not style.pat)
        three_aces = sum(kernel.terms.weights[card] for card in numbers(cards("AS AH AD 9C 2S")))
        assert kernel.fits(style, three_aces, pat)
        assert kernel.fits(style, three_aces, later) == fits_later


@pytest.mark.parametrize(
    ("hand", "rounds", "fits"),
    [
        ("9S 9H 9D KC 2S", 1, True),  # a pair of nines before, at least
        ("QS QH QD KC 2S", 1, False),  # a pair of queens before: good enough
        ("QS QH QD KC 2S", 2, True),
        ("9S 9H 9D KC KS", 3, True),
        ("QS QH QD QC 2S", 3, False),
        ("KS JS 9S 5S 2S", 3, True),
    ],
)
def test_in_poe_crumb_the_last_draw_may_have_made_what_somebody_could_knock_with(
    hand: str, rounds: int, fits: bool
) -> None:
    """A knock takes the place of a draw, so that there was none says something of the hand before."""
    kernel = DRAWING.kernel_of("poe-crumb", GAMES["poe-crumb"].rules(), 2)
    total = sum(kernel.terms.weights[card] for card in numbers(cards(hand)))
    past = Past(draws=rounds + 1, turns=rounds + 1, rounds=rounds)
    assert kernel.fits(kernel.sharp, total, past) == fits


def test_in_a_long_deal_of_knock_rummy_nobody_holds_a_pair_for_a_card_that_was_left_lying() -> None:
    game: Any = GAMES["knock-rummy"]
    (seven,) = numbers(cards("7D"))
    left, nothing = Past(draws=1, turns=1, left=(seven,)), Past(draws=1, turns=1)
    for rules, counts in ((game.rules(knock_limit=10), True), (game.rules(), False)):
        kernel = DRAWING.kernel_of("knock-rummy", rules, 2)
        assert kernel.reads_left == counts
        style = next(style for style in kernel.mixture if style.name == "careful")
        for pair in ("7S 7H", "6D 8D", "8D 9D"):
            held = sum(card.bit for card in cards(f"{pair} KS KC QH JC TS 4H 2C 2S"))
            assert kernel.fits(style, held, nothing)
            assert not kernel.fits(style, held, left)
        apart = sum(card.bit for card in cards("7S 6D 9D KC QH JC TS 4H 2C 2S"))
        assert kernel.fits(style, apart, left)


def test_what_others_leave_lying_brings_worlds_nearer_to_the_truth() -> None:
    """Careful people with a limit to knock with: the hands in worlds have more cards of theirs than without it."""
    game: Any = GAMES["knock-rummy"]
    with_it, without = 0, 0
    for number in range(30):
        setup = Setup(game, game.rules(knock_limit=10), 2, chance=number)
        deal = _careful_deal(setup)
        for until, seat in decisions(deal, 4, random.Random(number)):
            there, other = known_to(deal, seat, until), 1 - seat
            bare = there._replace(past=tuple(replace(past, left=(), thrown=-1) for past in there.past))
            true = set(numbers(deal.states[until].hands[other].open()))
            with_it += _guessed(there, other, true)
            without += _guessed(bare, other, true)
    assert with_it > without * 1.02


MELDED = "AS 2S 3S 4H 4D 4C 7C 8C 9C"


@pytest.mark.parametrize(
    ("hand", "thrown", "bound", "would"),
    [
        (MELDED + " JH", "KD", None, True),  # what counts most goes
        (MELDED + " JH", "6D", None, False),
        (MELDED + " JH", "6D", "JH", True),  # but not what has just been taken
        (MELDED + " JH", "9C", None, False),  # and what is gone is not held
        (MELDED + " 8H", "7D", None, False),  # a card that goes with two others is kept, one that goes with one is not
        (MELDED + " 6D", "7D", None, True),
    ],
)
def test_in_a_long_deal_of_knock_rummy_a_hand_had_nothing_of_less_use_than_what_was_thrown_away(
    hand: str, thrown: str, bound: str | None, would: bool
) -> None:
    game: Any = GAMES["knock-rummy"]
    kernel = DRAWING.kernel_of("knock-rummy", game.rules(knock_limit=5), 2)
    style = next(style for style in kernel.mixture if style.name == "careful")
    (gone,), kept = numbers(cards(thrown)), numbers(cards(bound)) if bound else (-1,)
    total = sum(card.bit for card in cards(hand))
    assert kernel.fits(style, total, Past(draws=1, turns=1))
    assert kernel.fits(style, total, Past(draws=1, turns=1, thrown=gone, bound=kept[0])) == would


def test_the_first_upcard_counts_as_left_lying_by_whoever_draws_from_the_stock() -> None:
    game: Any = GAMES["knock-rummy"]
    setup = Setup(game, game.rules(knock_limit=10), 2, chance=3)
    state = game.new_deal(setup.rules, 2, setup.stakes, setup.deck())
    (first,) = game.to_act(state)
    memory = begin(game.observe(state, 1 - first))
    upcard, thrown = memory.upcard, state.hands[first].open()[0]
    assert upcard is not None
    for action in (Draw(first, "stock"), Discard(first, thrown)):
        state, events = game.apply(state, action)
        memory = remember(memory, events)
    past = situation(kernel_of(DRAWING, setup), game.observe(state, 1 - first), memory).past[first]
    assert past.left == (upcard.index, thrown.index)


def test_what_was_thrown_away_last_is_known_with_what_had_to_be_kept() -> None:
    """Ann takes the top discard and throws another card away; Bo draws from the stock."""
    game: Any = GAMES["knock-rummy"]
    for back, bound in ((False, True), (True, False)):
        setup = Setup(game, game.rules(knock_limit=10, return_taken_card=back), 2, chance=3)
        deck = setup.deck()
        state = game.new_deal(setup.rules, 2, setup.stakes, deck)
        (first,) = game.to_act(state)
        second = 1 - first
        memory = begin(game.observe(state, second))
        upcard = memory.upcard
        assert upcard is not None
        thrown = state.hands[first].open()[0]
        for action in (Draw(first, "discard"), Discard(first, thrown)):
            state, events = game.apply(state, action)
            memory = remember(memory, events)
        kernel = kernel_of(DRAWING, setup)
        past = situation(kernel, game.observe(state, second), memory).past[first]
        assert (past.thrown, past.bound) == (thrown.index, upcard.index if bound else -1)


def _careful_deal(setup: Setup) -> Deal:
    """A deal that careful players play to its end."""
    game, deck, chance = setup.game, setup.deck(), random.Random(setup.chance)
    deal = Deal(setup, deck, [game.new_deal(setup.rules, setup.seats, setup.stakes, deck)])
    while (state := deal.states[-1]).result is None:
        if left := game.to_shuffle(state):
            action: Action = Shuffle(tuple(chance.sample(left, len(left))))
        else:
            action = CAREFUL.choose(game.observe(state, game.to_act(state)[0]), Stream(b"a test"))
        state, events = game.apply(state, action)
        deal.actions.append(action)
        deal.events.append(events)
        deal.states.append(state)
    return deal


def _guessed(there: Situation, seat: int, true: set[int]) -> int:
    """How many of a hand's cards it has in 40 worlds, in all."""
    stream = Stream(b"a test")
    return sum(len(true.intersection(determinize(there, stream)[0].hands[seat])) for _ in range(40))


def calling(offered: list[Action], chance: random.Random) -> Action:
    """Calls as soon as possible, and shows nothing."""
    calls = [action for action in offered if action.do == "knock"]
    return (calls or [action for action in offered if action.do != "show"])[0]


def test_only_whoever_had_no_turn_after_a_call_of_dompe_is_known_not_to_have_called() -> None:
    """The order is P1, P2, P3 and the dealer: P2 calls, and P3 has a turn after that, P1 had its before."""
    game = GAMES["dompe"]
    setup = Setup(game, game.rules(), 4, 1, chance=5)
    met = 0
    for seed in range(40):
        deal = play(replace(setup, chance=seed), calling)
        for until in range(len(deal.states)):
            called = [event.seat for events in deal.events[:until] for event in events if isinstance(event, Called)]
            if not called or not game.to_act(deal.states[until]):
                continue
            (seat, *_) = game.to_act(deal.states[until])
            if seat == called[0]:
                continue
            there = known_to(deal, seat, until)
            order = there.plain.order
            for other in order:
                if other in (seat, called[0]):
                    continue
                between = order.index(called[0]) < order.index(other) < order.index(seat)
                assert there.past[other].stayed == between
                met += between
    assert met
