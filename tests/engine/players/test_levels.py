"""Levels and manners: what they do, what they may know, and that they fall back where they don't know an option."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.actions import Discard, Draw, Fold, Knock, offered
from engine.cards import ALL_CARDS, card
from engine.game import GAMES
from engine.memory import Memory, begin
from engine.parts.melds import points
from engine.players import LEVELS, PLAYERS, PROBES
from engine.players.base import Choice, Limit
from engine.players.drawing.poker import limit as knock_poker_limit
from engine.players.drawing.thinking import DRAWING
from engine.players.levels import FAMILIES, expert, levels
from engine.shuffle import Stream
from engine.simulate import fresh_stakes, play_deal
from engine.view import View
from tests.conformance.deals import Setup, each_option_and_each_number_of_seats
from tests.engine.players.decisions import think
from tests.kit import dompe, knock_poker, knock_rummy

SETUPS = [setup for setup in each_option_and_each_number_of_seats() if setup.game.name in FAMILIES]
QUICK = levels(Limit(worlds=4))
CAREFUL = PLAYERS["careful"]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_level_plays_a_whole_deal_with_every_option(setup: Setup) -> None:
    """Whatever they do is offered, and of their own choice: nobody falls back on ``careful`` for a known option."""
    chosen: list[tuple[View, Choice]] = []

    def watched(name: str) -> Any:
        def think(view: View, memory: Memory, stream: Stream) -> Choice:
            choice = QUICK[name].think(view, memory, stream)  # type: ignore[misc]  # each level thinks
            chosen.append((view, choice))
            return choice

        return replace(QUICK[name], think=think)

    names = [*QUICK][setup.chance % 2 :: 2]
    players = [watched(names[seat % len(names)]) for seat in range(setup.seats)]
    stakes = fresh_stakes(setup.game, setup.seats)
    seed = setup.chance.to_bytes(32, "big")
    play_deal(
        setup.game, setup.rules, stakes, seed, players, [Stream(seed, number=seat) for seat in range(setup.seats)]
    )
    assert chosen
    for view, choice in chosen:
        assert offered(view.prompts, choice.action)
        assert (choice.how == "fallback") == bool(FAMILIES[setup.game.name].unknown(setup.game.name, setup.rules))
        assert choice.worlds <= 4


@pytest.mark.parametrize("game", FAMILIES)
def test_the_kernels_know_every_option(game: str) -> None:
    """So no table has to be told that a level doesn't."""
    assert set(GAMES[game].rules.model_fields) <= FAMILIES[game].games[game].options


@pytest.mark.parametrize("name", LEVELS)
def test_with_an_option_that_it_does_not_know_a_level_plays_as_careful(name: str, monkeypatch) -> None:
    known = DRAWING.games["knock-poker"]
    monkeypatch.setitem(DRAWING.games, "knock-poker", known._replace(options=frozenset()))
    game: Any = GAMES["knock-poker"]
    rules = game.rules(bonuses=True)
    assert LEVELS[name].unknown("knock-poker", rules) == ("bonuses",)
    assert LEVELS[name].unknown("knock-poker", game.rules()) == ()
    state = game.new_deal(rules, 3, fresh_stakes(game, 3), game.pack(rules, 3).cards)
    (seat,) = game.to_act(state)
    view = game.observe(state, seat)
    choice = LEVELS[name].think(view, begin(view), Stream(b"a test"))  # type: ignore[misc]  # each level thinks
    assert choice == Choice(CAREFUL.choose(view, Stream(b"a test")), "fallback")


def test_no_table_offers_a_level_and_no_level_plays_a_game_without_a_kernel() -> None:
    assert not set(LEVELS) & {*PLAYERS, *PROBES}
    for level in LEVELS.values():
        assert {game for game in GAMES if level.plays(game)} == set(FAMILIES)


@pytest.mark.parametrize("game", sorted(FAMILIES))
def test_the_same_seed_and_worlds_give_the_same_choices(game: str) -> None:
    there = GAMES[game]
    rules, stakes = there.rules(), fresh_stakes(there, 3)
    players = [expert(limit=Limit(worlds=30))] * 3
    first, again = (
        play_deal(there, rules, stakes, bytes(32), players, [Stream(b"luck", number=seat) for seat in range(3)])
        for _ in range(2)
    )
    assert first == again


def test_an_expert_is_held_by_the_clock() -> None:
    ticks = iter(range(10**6))
    limit = Limit(worlds=10**6, seconds=6, clock=lambda: float(next(ticks)))
    game = GAMES["knock-poker"]
    state = game.new_deal(game.rules(), 3, fresh_stakes(game, 3), game.pack(game.rules(), 3).cards)
    (seat,) = game.to_act(state)
    view = game.observe(state, seat)
    choice = expert(limit=limit).think(view, begin(view), Stream(b"a test"))  # type: ignore[misc]  # each level thinks
    assert choice.worlds <= 6


TRIPLET = "KS KH KD 3C 2S"
NOTHING = "7C 5H 4D 3S 2D"


def test_a_regular_knocks_with_a_triplet_and_folds_nothing() -> None:
    table = knock_poker.deal([TRIPLET, NOTHING], "AC AD QH")
    assert think(table, "regular").action in (Knock(0), Draw(0, "stock"))
    after = knock_poker.deal([TRIPLET, NOTHING], "AC 9D QH").knock(0).draw(1)
    choice = think(after, "regular")
    assert isinstance(choice.action, Fold)


def test_a_novice_slips_now_and_then() -> None:
    table = knock_poker.deal([NOTHING, TRIPLET], "7D AD QH")
    found = [think(table, "novice", bytes([number])).action for number in range(120)]
    assert 5 <= found.count(Draw(0, "stock")) <= 30
    assert found.count(Draw(0, "discard")) == 120 - found.count(Draw(0, "stock"))


def test_a_novice_of_dompe_lets_no_upcard_lie_that_wins_outright() -> None:
    """Three pairs win as soon as they are shown."""
    table = dompe.deal("9S 8H 7D 5C 3S", "QS QH JD JC TS", rest="TD 2D 2C").discard(1, "TD")
    for number in range(40):
        assert think(table, "novice", bytes([number])).action == Draw(table.seat(2), "discard")


@pytest.mark.parametrize("level", ["regular", "expert"])
def test_whoever_is_friendly_does_not_end_a_deal_of_knock_rummy_in_its_first_round(level: str) -> None:
    """Fifteen points beside two melds: a good knock for whoever plays for the score."""
    hand = "AS 2S 3S 4S 9H 9D 9C 5D TC KH"
    table = knock_rummy.deal([hand, "7S 8D JC QH 6C 2D 4H KD TS 5C"], "QD JD").draw(0)
    sharp, friendly = think(table, level), think(table, f"{level}-friendly")
    assert sharp.action == Knock(0)
    assert friendly.action.do == "discard"


@pytest.mark.parametrize(("limit", "keeps"), [(0, False), (10, True), (20, True), (30, False)])
def test_with_a_low_limit_to_knock_with_a_regular_keeps_a_high_pair(limit: int, keeps: bool) -> None:
    """Deals are long then: among many, whoever collects melds wins more than whoever gets rid of points."""
    others = ["2S 3S 4H 5H 6H 9D", "2H 3H 4D 5D 6D 9H", "2D 3D 4C 6C 7C 9S", "2C 3C 5S 6S 8S KD", "AS AH 7S 8D TD KH"]
    table = knock_rummy.deal(["JC JD 8C 7H 5C 4S", *others], "QS AC", knock_limit=limit).draw(0)
    assert think(table, "regular").action == Discard(0, card("8C" if keeps else "JC"))


def test_an_expert_of_four_does_not_knock_with_ace_high_only_to_make_others_fold() -> None:
    """Whoever folds much would fold; whoever doesn't makes it dear."""
    table = knock_poker.deal(["KS JH 8C 5D 3S", "", "", ""], "TH 6S 8D 7H").draw(0)
    for level, numbers in (("regular", range(1)), ("expert", range(5))):
        assert {think(table, level, bytes([number])).action.do for number in numbers} == {"discard"}


@pytest.mark.parametrize("seats", GAMES["knock-poker"].seats)
def test_experts_of_knock_poker_reckon_with_people_who_never_fold_and_with_people_who_fold_much(seats: int) -> None:
    """Without the former they knock to make others fold, and lose by it; without the latter they never do."""
    kernel = DRAWING.kernel_of("knock-poker", GAMES["knock-poker"].rules(), seats)
    stays = [style.stay for style in kernel.mixture]
    pair = knock_poker_limit("pair", 14)
    assert stays.count(0) >= 2
    assert sum(stay >= pair for stay in stays) >= 4


def test_experts_of_knock_rummy_for_two_reckon_with_people_who_knock_at_once() -> None:
    """Else they wait for a better hand, and lose to whoever knocks with anything."""
    kernel = DRAWING.kernel_of("knock-rummy", GAMES["knock-rummy"].rules(), 2)
    worst = sum(sorted(map(points, ALL_CARDS))[-10:])
    assert any(min(style.knock) >= worst for style in kernel.mixture)
