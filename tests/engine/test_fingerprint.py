"""The fingerprint of a state (engine/fingerprint.py)."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import fields, make_dataclass, replace
from itertools import pairwise
from pathlib import Path

import pytest

import engine.games  # noqa: F401 - registers the games
from engine.cards import ALL_CARDS, card
from engine.evolve import evolve
from engine.fingerprint import _written, comparable, fingerprint
from engine.game import GAMES
from engine.games.knock_poker import KnockPokerRules
from engine.players import CAREFUL
from engine.players.blind import RANDOM
from engine.secret import Secret
from engine.shuffle import Stream
from engine.stakes import Stakes
from tests.conformance.deals import Setup, play

GAME = GAMES["knock-poker"]
EACH_GAME = pytest.mark.parametrize("name", GAMES)


def state(**rules):
    return GAME.new_deal(KnockPokerRules(**rules), 3, Stakes(0, (20,) * 3), ALL_CARDS)


def opened(name):
    """A deal of the game with chips in it, from a pack that was not shuffled."""
    game = GAMES[name]
    rules, seats = game.rules(), game.seats[0]
    return game, game.new_deal(rules, seats, Stakes(0, (50,) * seats), game.pack(rules, seats).cards)


def test_equal_states_have_one_fingerprint():
    assert fingerprint(GAME, state()) == fingerprint(GAME, state())


def test_it_is_the_same_on_every_machine():
    """Written down once. Where this changes, fingerprints get another version."""
    program = (
        "from tests.engine.test_fingerprint import GAMES, fingerprint, opened\n"
        "print(*(fingerprint(*opened(name)) for name in ('knock-poker', 'poch')))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
            cwd=Path(__file__).parents[2],
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert found == {
        "2:b8a12a22b74b5b633de3918e4522e362d550423eecd8a374a0c99f6a03c2eaad"
        " 2:c6bd59c7f045792644b2370066747816a238d0f6fd4e297800c21c65adc4dbe3"
    }


@EACH_GAME
def test_a_renamed_class_or_field_changes_nothing(name):
    """A state of another class, with its own fields in another order and one more, is the same state."""
    game, before = opened(name)
    names = [field.name for field in fields(before)]
    other = make_dataclass("Otherwise", [*reversed(names), "more"], frozen=True, bases=(type(before),), kw_only=True)
    again = other(**{name: getattr(before, name) for name in names}, more=True)
    assert type(again).__name__ != type(before).__name__
    assert fingerprint(game, again) == fingerprint(game, before)
    phase = type("Otherwise", (type(before.phase),), {})
    moved = phase(*(getattr(before.phase, field.name) for field in fields(before.phase)))
    assert fingerprint(game, evolve(before, phase=moved)) == fingerprint(game, before)


def test_a_phase_counts_by_its_declared_name(monkeypatch):
    before = fingerprint(GAME, state())
    monkeypatch.setattr(type(state().phase), "name", "drawing")
    assert fingerprint(GAME, state()) != before


@EACH_GAME
def test_every_card_counts(name):
    """Of any two cards next to each other in the layout, it matters which lies where."""
    game, it = opened(name)
    layout = game.layout(it)
    before = fingerprint(game, it)
    places = [*layout.hands, layout.stock, layout.discards, layout.aside]
    flat = [(place, index) for place, cards in enumerate(places) for index in range(len(cards))]
    for (a, i), (b, j) in pairwise(flat):
        moved = [list(cards) for cards in places]
        moved[a][i], moved[b][j] = moved[b][j], moved[a][i]
        *hands, stock, discards, aside = map(tuple, moved)
        other = replace(layout, hands=tuple(hands), stock=stock, discards=discards, aside=aside)
        assert fingerprint(replace(game, layout=lambda _, other=other: other), it) != before
    for place in range(len(places) - 1):
        if places[place]:
            moved = [list(cards) for cards in places]
            moved[place + 1].insert(0, moved[place].pop())
            *hands, stock, discards, aside = map(tuple, moved)
            other = replace(layout, hands=tuple(hands), stock=stock, discards=discards, aside=aside)
            assert fingerprint(replace(game, layout=lambda _, other=other: other), it) != before


def test_it_counts_before_whom_a_quartet_or_a_card_of_the_trick_lies():
    game = GAMES["crummy"]
    states = [state for chance in range(3) for state in play(Setup(game, game.rules(), 3, chance=chance)).states]
    laid = next(state for state in states if [len(quartets) for quartets in state.laid].count(0) == 2)
    before = {fingerprint(game, laid)}
    for turned in (laid.laid[1:] + laid.laid[:1], laid.laid[2:] + laid.laid[:2]):
        before.add(fingerprint(game, evolve(laid, laid=turned)))
    assert len(before) == 3
    played = next(state for state in states if len(state.trick) == 1)
    other = replace(played.trick[0], seat=(played.trick[0].seat + 1) % 3)
    assert fingerprint(game, evolve(played, trick=(other,))) != fingerprint(game, played)


@EACH_GAME
def test_every_chip_counts(name):
    game, it = opened(name)
    before = fingerprint(game, it)
    stakes = it.stakes
    richer = [replace(stakes, chips=(*stakes.chips[:seat], 51, *stakes.chips[seat + 1 :])) for seat in range(2)]
    others = [*richer, replace(stakes, pot=1), replace(stakes, pools=(("ten", 1),)), replace(stakes, supply=50)]
    others += [replace(stakes, dealer=1), replace(stakes, scores=(1, 0)), replace(stakes, deals=1)]
    prints = {fingerprint(game, evolve(it, stakes=other)) for other in others}
    assert len(prints - {before}) == len(others)
    for number, move in enumerate(it.transfers):
        for changes in ({"amount": move.amount + 1}, {"source": "elsewhere"}, {"reason": "gift"}):
            moves = (*it.transfers[:number], replace(move, **changes), *it.transfers[number + 1 :])
            assert fingerprint(game, evolve(it, transfers=moves)) != before


@EACH_GAME
def test_how_it_ended_counts(name):
    game = GAMES[name]
    over = play(Setup(game, game.rules(), game.seats[0])).states[-1]
    before, result = fingerprint(game, over), over.result
    for changes in (
        {"winners": (9,)},
        {"net": (9,)},
        {"stakes": replace(result.stakes, pot=99)},
        {"shown": (9,)},
        {"void": not result.void},
        {"game_over": not result.game_over},
        {"game_winners": (9,)},
        {"money": (9,)},
    ):
        assert fingerprint(game, evolve(over, result=replace(result, **changes))) != before
    assert fingerprint(game, evolve(over, result=None)) != before


def test_hidden_cards_count():
    before = state()
    hands = (Secret((*before.hands[0].open()[:4], ALL_CARDS[-1]), (0,)), *before.hands[1:])
    assert fingerprint(GAME, evolve(before, hands=hands)) != fingerprint(GAME, before)


def test_what_is_offered_counts():
    before = fingerprint(GAME, state())
    assert fingerprint(replace(GAME, prompts=lambda state, seat: ()), state()) != before
    assert fingerprint(replace(GAME, to_act=lambda state: (2,)), state()) != before


def test_only_fingerprints_of_this_version_can_be_compared():
    now = fingerprint(GAME, state())
    assert now.startswith("2:")
    assert comparable(now)
    assert not comparable(now.removeprefix("2:")), "version 1 did not say its version"
    assert not comparable("3:" + "of whatever form")
    assert comparable("no fingerprint at all"), "it is compared, and found to be wrong"


def test_evolve_knows_the_fields():
    with pytest.raises(TypeError, match="State has none but the fields rules, stakes"):
        evolve(state(), turn=1)
    assert evolve(state(), turns=3).turns == 3
    assert evolve(state()) == state()
    assert card("AS") is ALL_CARDS[0]


@EACH_GAME
def test_a_fingerprint_does_not_depend_on_those_before_it(name):
    """What is written of one state is remembered for the next: in another order, and anew, it is the same."""
    game = GAMES[name]
    states = []
    for seed in range(2):
        stream = Stream(bytes([seed]) * 32)
        _, state = opened(name)
        while state.result is None and game.to_act(state):
            states.append(state)
            choice = CAREFUL if seed else RANDOM
            state, _ = game.apply(state, choice.choose(game.observe(state, game.to_act(state)[0]), stream))
        states.append(state)
    found = [fingerprint(game, state) for state in states]
    mixed = Stream(b"mixed").shuffled(range(len(states)))
    assert [fingerprint(game, states[place]) for place in mixed] == [found[place] for place in mixed]
    for state, before in zip(states, found, strict=True):
        _written.cache_clear()
        assert fingerprint(game, state) == before
    assert len(set(found)) > 4
