"""Whom hints and odds take the others for in the Poch family: ordinary players, some of whom bet on little."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from engine.actions import Bet
from engine.players.pools.sampling import determinize, situation
from engine.players.pools.thinking import POOLS
from engine.players.pools.winning import wins
from engine.players.pools.world import SET
from engine.shuffle import Stream, shuffled
from tests.kit.lab import Lab

WORLDS = 200


def values(lab: Lab, seat: int, *, ordinary: bool) -> list[int]:
    """What the set of that seat is worth, in worlds as whoever is to act samples them."""
    view, memory = lab.table.seen_by(lab.seat)
    kernel: Any = POOLS.kernel_of(view.game, view.rules, len(view.seats))
    there = situation(kernel, view, memory)
    streams = (Stream(b"a test", number=number) for number in range(WORLDS))
    return [determinize(there, stream, () if ordinary else None)[0].values[seat] for stream in streams]


def pairs(found: list[int]) -> int:
    """How many of the sets are pairs and no more."""
    return sum(value >> SET == 2 for value in found)


def at_the_table() -> Lab:
    """A deal of modern Poch with the betting to come."""
    lab = Lab(4, game="poch", chips=60)
    deck = shuffled(lab.game.pack(lab.rules, 4), bytes(32), 3)
    return lab.deal(" ".join(card.notation for card in deck), dealer=3)


def test_whoever_bets_may_hold_little() -> None:
    """A regular opens with nearly anything."""
    lab = at_the_table().do("bet", 2)
    assert pairs(values(lab, 0, ordinary=True)) > 1.5 * pairs(values(lab, 0, ordinary=False))


def test_whoever_raises_holds_more_than_others() -> None:
    """Else the hands of raisers were as good as any, because few hands explain a raise."""
    lab = at_the_table().do("bet", 2).do("bet", 8)
    assert pairs(values(lab, 1, ordinary=True)) < 0.8 * pairs(values(lab, 1, ordinary=False))


def matched(amount: int, seed: int) -> int:
    """How often it is told to win if somebody matches the first bet of a regular, in two hundred worlds."""
    lab = Lab(3, game="le-poque", chips=60)
    deck = shuffled(lab.game.pack(lab.rules, 3), bytes([seed]) * 32, 3)
    lab.deal(" ".join(card.notation for card in deck), dealer=2).do("bet", amount)
    view, memory = lab.table.seen_by(lab.seat)
    found = wins(view, memory, Bet(lab.seat, amount), Stream(b"a test"), ("regular",) * 3)
    return sum(won for (won,) in islice(found, WORLDS))


@pytest.mark.parametrize("seed", [4, 5])
def test_a_computer_player_that_bets_more_is_taken_to_hold_more(seed: int) -> None:
    """It bets by how likely it has the best set. Else whoever matched a small bet won more often than was told, 69 of
    100 times instead of 53, and a bet of three times as much seemed no reason to fold a pair."""
    small, large, more = (matched(amount, seed) for amount in (1, 3, 12))
    assert small > 60 > 4 * large
    assert more == large, "what nobody of its kind would bet is taken for the most that they do"
