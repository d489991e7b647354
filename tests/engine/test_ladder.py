"""Duplicate deals between computer players, and what their figures are worth."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import count
from statistics import fmean, stdev

import pytest

import engine.games  # noqa: F401 - registers the games
from engine.game import GAMES
from engine.ladder import (
    ERROR,
    Look,
    Row,
    Scores,
    Setting,
    Times,
    chances,
    looks,
    measure,
    pairs,
    student,
    times_of,
    until_clear,
)
from engine.players import PLAYERS, Player
from engine.shuffle import Stream
from engine.simulate import deal_seed

RANDOM, CAREFUL = PLAYERS["random"], PLAYERS["careful"]
NO_TIME = Times(0, 0, 0)


def still() -> float:
    """A clock that stands."""
    return 0.0


def setting(game: str, seats: int, decks: int = 10, seed: int = 1, **rules: object) -> Setting:
    return Setting(GAMES[game], GAMES[game].rules(**rules), seats, seed, decks)


def measured(game: str, seats: int, player: Player, other: Player, decks: int = 10, seed: int = 1) -> Row:
    return measure(setting(game, seats, decks, seed), player, other, clock=still)


# The interval


@pytest.mark.parametrize(
    ("error", "freedom", "t"),
    [
        (0.05, 9, 2.262),
        (0.05, 29, 2.045),
        (0.05, 10**9, 1.960),
        (0.01, 30, 2.750),
        (0.01, 99, 2.626),
        (0.005, 99, 2.871),
    ],
)
def test_student_is_that_of_the_tables(error, freedom, t):
    assert student(error, freedom) == pytest.approx(t, abs=0.002)


def test_scores_have_the_mean_and_the_interval_of_the_decks():
    """Two seats: a deck's score is the mean of what the measured player won at the one and at the other."""
    nets = [((3, -3), (1, -1)), ((-2, 2), (0, 0)), ((5, -5), (-4, 4)), ((1, -1), (-1, 1))]
    by_deck = [Fraction(first[0] + second[1], 2) for first, second in nets]
    scores = Scores(2)
    for deck in nets:
        scores.add(deck)
    assert scores.mean == float(sum(by_deck) / 4)
    assert scores.half_width(0.05) == pytest.approx(student(0.05, 3) * stdev(map(float, by_deck)) / 2)


def test_what_counts_is_what_is_won_beyond_the_tables_mean():
    """Crummy and its like: not what is won less what is lost, but points for everybody."""
    scores = Scores(3)
    scores.add([(10, 4, 1), (3, 9, 0), (2, 2, 2)])
    assert scores.mean == pytest.approx(fmean([10 - 5, 9 - 4, 2 - 2]))


def test_the_same_score_with_every_deck_has_no_spread():
    scores = Scores(2)
    for _ in range(5):
        scores.add([(1, -1), (-2, 2)])
    assert (scores.mean, scores.half_width(0.05)) == (1.5, 0.0)


# When it stops


@pytest.mark.parametrize("decks", [10, 199, 200, 400, 800, 2000, 100_000])
def test_the_errors_of_all_looks_add_up_to_five_in_a_hundred(decks):
    found = looks(decks)
    assert sum(look.error for look in found) == pytest.approx(ERROR)
    assert all(look.error > 0 for look in found)
    assert [look.decks for look in found] == sorted({look.decks for look in found})
    assert found[-1].decks == decks


def test_the_looks_are_at_an_eighth_a_quarter_a_half_and_the_end():
    assert [look.decks for look in looks(2000)] == [250, 500, 1000, 2000]
    assert [look.decks for look in looks(400)] == [100, 200, 400]
    assert [look.decks for look in looks(150)] == [150]


def test_played_out_there_is_one_look():
    assert looks(2000, play_out=True) == (Look(2000, ERROR),)


def wrong(at: tuple[Look, ...], chance: random.Random) -> bool:
    """Whether a ladder between equals ends with a difference; a deck is won or lost by lot."""
    scores = Scores(2)

    def play_deck() -> None:
        win = chance.choice((-1, 1))
        scores.add([(win, -win), (-win, win)])

    error = until_clear(scores, at, play_deck)
    return abs(scores.mean) > scores.half_width(error)


def test_between_equals_at_most_five_in_a_hundred_ladders_find_a_difference():
    chance, ladders = random.Random(1), 200
    assert sum(wrong(looks(800), chance) for _ in range(ladders)) <= 0.05 * ladders
    careless = tuple(Look(decks, 0.05) for decks in range(20, 801, 20))
    assert sum(wrong(careless, chance) for _ in range(ladders)) > 0.15 * ladders, "it guards against looking often"


def test_a_row_stops_where_it_is_clear_and_goes_on_where_it_is_not():
    clear = measured("knock-rummy", 2, CAREFUL, RANDOM, decks=800)
    assert (clear.decks, clear.deals, clear.verdict) == (100, 200, "ahead")
    assert clear.error == looks(800)[0].error
    lost = measured("knock-rummy", 2, RANDOM, CAREFUL, decks=800)
    assert (lost.decks, lost.verdict) == (100, "behind")
    assert measured("knock-poker", 2, CAREFUL, CAREFUL, decks=200).decks == 200


def test_played_out_it_does_not_stop():
    whole = replace(setting("knock-rummy", 2, decks=220), play_out=True)
    found = measure(whole, CAREFUL, RANDOM, clock=still)
    assert (found.decks, found.error) == (220, ERROR)


# Duplicate deals


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_deck_is_dealt_the_same_with_the_measured_player_at_each_seat_in_turn(game):
    dealt: list[tuple[object, ...]] = []
    at: list[set[int]] = []
    there = GAMES[game]

    def new_deal(*given):
        dealt.append(given)
        at.append(set())
        return there.new_deal(*given)

    def choose(view, stream):
        at[-1].add(view.viewer)
        return CAREFUL.choose(view, stream)

    seats = max(there.seats)
    spied = Setting(replace(there, new_deal=new_deal), there.rules(), seats, seed=4, decks=3)
    measure(spied, replace(CAREFUL, choose=choose), CAREFUL, clock=still)
    assert len(dealt) == 3 * seats
    for deck in range(3):
        assert len(set(dealt[deck * seats : (deck + 1) * seats])) == 1, "cards, rules and stakes"
        for seat, seen in enumerate(at[deck * seats : (deck + 1) * seats]):
            assert seen <= {seat}
    assert len({given[-1] for given in dealt}) == 3, "each deck is another"
    assert all(any(seat in seen for seen in at) for seat in range(seats))


@pytest.mark.parametrize("player", [RANDOM, CAREFUL], ids=lambda player: player.name)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_player_measured_over_itself_is_exactly_0(game, player):
    for seats in (min(GAMES[game].seats), max(GAMES[game].seats)):
        found = measured(game, seats, player, player, decks=4)
        assert (found.net, found.half_width, found.verdict) == (0.0, 0.0, "not clear")


def test_a_seat_has_its_own_luck_whatever_the_others_draw():
    first, again = chances(b"a seed", 3), chances(b"a seed", 3)
    for _ in range(20):
        first[0].below(1000)
    assert [stream.below(10**6) for stream in first[1:]] == [stream.below(10**6) for stream in again[1:]]
    assert len({Stream(b"a seed", number=seat).below(10**9) for seat in range(3)}) == 3


# The same on every machine


def test_the_same_seed_gives_the_same_figures():
    first, again, other = (measured("poch", 3, CAREFUL, RANDOM, seed=seed) for seed in (7, 7, 8))
    assert first == again
    assert first.net != other.net


def test_the_figures_are_those_of_other_machines():
    """Written down once; both players' choices are made of whole numbers."""
    assert deal_seed("ladder", 1, 0).hex()[:16] == "e42d9a4ca38f6ff2"
    found = measured("knock-poker", 3, CAREFUL, RANDOM, decks=20)
    assert (found.net, round(found.half_width, 6), found.won) == (114 / 180, 1.069988, 0.4)


def test_the_clock_changes_nothing_but_the_times():
    ticking = count()
    slow = measure(setting("knock-poker", 2), CAREFUL, RANDOM, clock=lambda: float(next(ticking)))
    quick = measured("knock-poker", 2, CAREFUL, RANDOM)
    assert slow.times == slow.others_times == Times(1000, 1000, 1000), "a second for each decision"
    assert replace(slow, times=NO_TIME, others_times=NO_TIME) == quick


def test_times_are_in_milliseconds():
    assert times_of([place / 1000 for place in range(101)]) == Times(50, 99, 100)
    assert times_of([]) == NO_TIME


def test_progress_is_told_after_each_deck():
    told: list[int] = []
    measure(setting("knock-poker", 2), CAREFUL, RANDOM, clock=still, progress=told.append)
    assert told == list(range(1, 11))


def test_who_is_measured_over_whom():
    three = [replace(RANDOM, name=name) for name in "abc"]
    assert [(player.name, over.name) for player, over in pairs(three, every=False)] == [("a", "b"), ("a", "c")]
    every = [(player.name, over.name) for player, over in pairs(three, every=True)]
    assert every == [("a", "b"), ("a", "c"), ("b", "c")]
