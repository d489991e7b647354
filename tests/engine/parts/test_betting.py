"""Betting in circuits and side stakes, which know no game; the side stakes against chip-by-chip counting."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, strategies

from engine.parts.betting import (
    MOST_TURNS,
    Betting,
    SideStake,
    dropped,
    kind_of,
    limits,
    opened,
    side_stakes,
    staked,
    uncalled,
    won,
)


def bet(betting: Betting, amount: int, *, all_in: bool = False) -> Betting:
    return staked(betting, amount, all_in=all_in)


def test_a_bet_goes_around_until_all_have_matched_it():
    betting = opened((2, 0, 1))
    assert (betting.turn, betting.bet, betting.staying) == (2, 0, ())
    betting = bet(betting, 2)
    assert (betting.turn, betting.bet, betting.staying) == (0, 2, (2,))
    betting = bet(betting, 5)
    assert (betting.turn, betting.bet) == (1, 5)
    betting = bet(betting, 5)
    assert betting.turn == 2
    betting = bet(betting, 5)
    assert (betting.turn, betting.staying) == (None, (2, 0, 1))


def test_a_pass_is_final_and_the_last_raiser_is_not_asked_again():
    betting = bet(bet(dropped(opened((0, 1, 2, 3))), 2), 5)
    assert betting.turn == 3
    betting = dropped(betting)
    assert betting.turn == 1  # seat 0 has passed, and is not asked again
    betting = bet(betting, 5)
    assert (betting.turn, betting.staying, betting.out) == (None, (1, 2), {0, 3})


def test_all_pass():
    betting = opened((0, 1, 2))
    for seat in range(3):
        assert betting.turn == seat
        betting = dropped(betting)
    assert (betting.turn, betting.bet, betting.staying) == (None, 0, ())


def test_the_last_to_speak_may_bet_alone():
    betting = bet(dropped(dropped(opened((0, 1, 2)))), 4)
    assert (betting.turn, betting.staying) == (None, (2,))


def test_an_all_in_below_the_bet_does_not_lower_it_and_is_asked_no_more():
    betting = bet(bet(opened((0, 1, 2)), 10), 4, all_in=True)
    assert (betting.turn, betting.bet) == (2, 10)
    betting = bet(betting, 12)
    assert betting.turn == 0
    betting = bet(betting, 20)
    assert betting.turn == 2
    betting = dropped(betting)
    assert (betting.turn, betting.staying) == (None, (0, 1))


def test_an_all_in_may_be_a_raise_that_opens_the_betting_again():
    betting = bet(bet(opened((0, 1, 2)), 3), 3)
    betting = bet(betting, 7, all_in=True)
    assert betting.turn == 0
    betting = dropped(betting)
    assert betting.turn == 1
    assert bet(betting, 7).turn is None


@pytest.mark.parametrize(
    ("bet_before", "chips", "expected"),
    [(0, 5, (1, 5)), (0, 0, None), (5, 9, (5, 9)), (5, 5, (5, 5)), (5, 3, (3, 3)), (5, 0, None)],
)
def test_limits(bet_before, chips, expected):
    betting = opened((0, 1, 2))
    betting = bet(betting, bet_before) if bet_before else dropped(betting)
    assert limits(betting, chips) == expected


def test_limits_count_the_own_stake():
    betting = bet(bet(dropped(opened((0, 1, 2))), 3), 8)
    assert limits(betting, 2) == (5, 5)
    assert limits(betting, 5) == (8, 8)
    assert limits(betting, 9) == (8, 12)


def test_limits_with_extra_chips():
    betting = opened((0, 1, 2))
    assert limits(betting, 0, extra=True) is None  # no bet without chips
    betting = bet(betting, 5)
    assert limits(betting, 0, extra=True) == (5, 5)
    assert limits(betting, 4, extra=True) == (5, 5)
    assert limits(betting, 9, extra=True, ceiling=7) == (5, 7)
    assert limits(opened((0, 1, 2)), 9, extra=True, ceiling=7) == (1, 7)


def test_nobody_to_ask_after_the_end():
    with pytest.raises(ValueError, match="over"):
        limits(bet(dropped(dropped(opened((0, 1, 2)))), 4), 10)


def test_kinds():
    betting = opened((0, 1, 2))
    assert kind_of(betting, 4) == "bet"
    betting = bet(betting, 4)
    assert [kind_of(betting, amount) for amount in (2, 4, 5)] == ["match", "match", "raise"]


def test_a_betting_that_would_not_end_ends():
    betting, amount = opened((0, 1, 2)), 0
    while betting.turn is not None:
        found = limits(betting, 10**6)
        assert found
        least, most = found
        amount = min(max(least, amount + 1), most)
        betting = bet(betting, amount)
    assert MOST_TURNS < betting.turns <= MOST_TURNS + 3
    assert len(set(betting.stakes)) == 1


def test_side_stakes_of_three_unequal_stacks_with_folded_chips():
    stakes = (3, 7, 10, 5)  # seat 3 has folded
    assert side_stakes(stakes, (0, 1, 2)) == (
        SideStake(12, (0, 1, 2)),
        SideStake(10, (1, 2)),  # four each, and two of the folded five
        SideStake(3, (2,)),
    )


def test_folded_chips_above_the_highest_level_go_to_the_last_side_stake():
    assert side_stakes((4, 6, 2), (0, 2)) == (SideStake(6, (0, 2)), SideStake(6, (0,)))


def test_nobody_stays():
    with pytest.raises(ValueError, match="nobody"):
        side_stakes((1, 2), ())


@pytest.mark.parametrize(("stakes", "rest"), [((3, 5, 5), 0), ((3, 5, 0), 2), ((0, 4, 0), 4), ((0, 0, 0), 0)])
def test_uncalled(stakes, rest):
    assert uncalled(stakes) == rest


bettings = strategies.lists(strategies.integers(0, 12), min_size=2, max_size=6).flatmap(
    lambda stakes: strategies.tuples(
        strategies.just(tuple(stakes)), strategies.sets(strategies.integers(0, len(stakes) - 1), min_size=1)
    )
)


@given(bettings, strategies.randoms(use_true_random=False))
def test_side_stakes_by_counting_chip_by_chip(found: tuple[tuple[int, ...], set[int]], chance: random.Random):
    stakes, some = found
    staying = tuple(sorted(some))
    order = list(staying)
    chance.shuffle(order)

    def best(seats: tuple[int, ...]) -> int:
        return min(seats, key=order.index)

    expected: dict[int, int] = {}
    for chip in range(1, max(stakes) + 1):  # everybody's first chip, everybody's second, …
        there = sum(stake >= chip for stake in stakes)
        contenders = tuple(seat for seat in staying if stakes[seat] >= chip)
        if not contenders:  # only folded chips lie so high: to the best of those who went furthest
            contenders = tuple(seat for seat in staying if stakes[seat] == max(stakes[other] for other in staying))
        expected[best(contenders)] = expected.get(best(contenders), 0) + there
    parts = side_stakes(stakes, staying)
    assert {seat: chips for seat, chips in won(parts, best).items() if chips} == expected
    assert sum(part.amount for part in parts) == sum(stakes)
    assert next(iter(won(parts, best))) == order[0]


@given(bettings)
def test_an_all_in_player_wins_from_each_only_as_much_as_his_own_stake(found: tuple[tuple[int, ...], set[int]]):
    stakes, some = found
    staying = tuple(sorted(some))
    highest = max(stakes[seat] for seat in staying)
    for winner in staying:

        def best(seats: tuple[int, ...], winner: int = winner) -> int:
            return winner if winner in seats else seats[0]

        got = won(side_stakes(stakes, staying), best)
        if stakes[winner] < highest:
            assert got[winner] == sum(min(stake, stakes[winner]) for stake in stakes)
