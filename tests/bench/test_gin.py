"""Gin rummy on the kernel of Knock Rummy: what deals come to, and whole deals of OpenSpiel's where it is installed."""

from __future__ import annotations

import time

import pytest

import engine.games  # noqa: F401 - registers the games
from engine.cards import cards
from engine.players.base import Limit
from engine.players.drawing.world import NOBODY
from tests.bench.bench_gin import deal
from tests.bench.gin import BOX, GIN, GinPlayer, laid_off
from tests.kit.worlds import dealt

MELDS = "AS 2S 3S 4H 4D 4C 7C 8C 9C"


def bits(text: str) -> int:
    return sum(card.bit for card in cards(text))


@pytest.mark.parametrize(
    ("knocks", "others", "won"),
    [
        (MELDS + " 5D", "KS KH QD JC 9H 7H 6D 3H 2D 2H", 69 - 5),
        (MELDS + " TC", "KS KH QD JC 9H 7H 6D 3H 2D 2H", 69 + 25),  # gin
        (MELDS + " 9D", "QS QH QD TH TD TS 5H 5D 5S 8D", -1 - 25),  # an undercut: 8 against 9
        (MELDS + " 8D", "QS QH QD TH TD TS 5H 5D 5S 8H", -25),  # equal is an undercut
        (MELDS + " 5D", "QS QH QD 5H 5D 5S 6H 4S TC 2C", 6 + 2 - 5),  # the four and the ten are laid off
        (MELDS + " TC", "QS QH QD 5H 5D 5S 6H 4S JC 2C", 22 + 25),  # but not on gin
    ],
)
@pytest.mark.parametrize("knocker", [0, 1])
def test_what_a_knock_comes_to(knocks: str, others: str, won: int, knocker: int) -> None:
    world = dealt(GIN, GIN.pack, 0)
    world.knocker = knocker
    world.sums[knocker], world.sums[1 - knocker] = bits(knocks), bits(others)
    net, winners = GIN.settle(world)
    worth = won + (BOX / 2 if won > 0 else -BOX / 2)
    assert (net[knocker], net[1 - knocker]) == (worth, -worth)
    assert winners == 1 << (knocker if won > 0 else 1 - knocker)


def test_without_a_knock_nobody_scores() -> None:
    world = dealt(GIN, GIN.pack, 0)
    assert world.knocker == NOBODY
    assert GIN.settle(world) == ([0, 0], 0)


def test_cards_are_laid_off_one_after_another() -> None:
    knocked = bits("5S 6S 7S KH KD KC 2H 3H 4H AD")
    assert laid_off(bits("8S 9S KS QD QC"), knocked) == bits("QD QC")
    assert laid_off(bits("9S QD QC"), knocked) == bits("9S QD QC")
    assert laid_off(bits("8S 8H 8D QC"), knocked) == bits("8S 8H 8D QC"), "a meld is worth more whole"


def test_whole_deals_are_played_in_both_seats() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    player = GinPlayer(Limit(5), time.perf_counter)
    results = [deal(pyspiel, player, seat, f"a test {number}") for number in range(3) for seat in (0, 1)]
    assert any(results)
    assert player.times
    again = GinPlayer(Limit(5), time.perf_counter)
    assert results == [deal(pyspiel, again, seat, f"a test {number}") for number in range(3) for seat in (0, 1)]
