"""Plays many deals between computer players and adds up the results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from engine.actions import Shuffle
from engine.events import Event, StockRanOut
from engine.evolve import evolve
from engine.game import Game, State
from engine.players import Player
from engine.rules import Rules
from engine.shuffle import Stream, shuffled
from engine.stakes import Stakes

_CUT = 1


@dataclass(frozen=True)
class Totals:
    """The results of the deals, added up."""

    deals: int
    actions: int
    wins: tuple[int, ...]
    """How many deals each seat won or shared."""
    net: tuple[int, ...]
    """What each seat won or lost in all."""
    void: int
    """How many deals were stopped by the cap on turns."""
    stock_outs: int
    """In how many deals the stock ran out."""
    pot: int
    """Chips left in the pot after the last deal."""
    pools: tuple[tuple[str, int], ...]
    """Chips left in each named pool after the last deal."""


def simulate(game: Game[Any], rules: Rules, players: Sequence[Player], deals: int, seed: int) -> Totals:
    """Plays the deals, all from one seed; every deal starts with the chips of a new table. Raises BadSetup.

    The dealer, the pot and the pools carry over from deal to deal.
    """
    seats = len(players)
    pack = game.pack(rules, seats).cards
    root = sha256(f"knockabout/1 simulate {seed}".encode()).digest()
    stakes = fresh = Stakes(
        seats - 1, (game.money.chips,) * seats, supply=game.money.chips if game.money.ends_broke else 0
    )
    actions = void = stock_outs = 0
    wins, net = [0] * seats, [0] * seats
    for number in range(deals):
        deal_seed = sha256(root + number.to_bytes(8, "big")).digest()
        state: State = game.new_deal(rules, seats, stakes, shuffled(pack, deal_seed, _CUT))
        chance = Stream(deal_seed)
        told: list[Event] = []
        shuffles = 0
        while (result := state.result) is None:
            acting = game.to_act(state)
            if not acting:  # nobody acts before the shuffle
                shuffles += 1
                order = shuffled(game.to_shuffle(state), deal_seed, _CUT, shuffles)
                state, _ = game.apply(state, Shuffle(order))
                actions += 1
                continue
            seat = acting[0]
            player = players[seat]
            if player.answer is not None:
                action = player.answer(seat, game.prompts(state, seat), chance)
            else:
                action = player.choose(game.observe(state, seat), chance)
            state, events = game.apply(state, action)
            actions += 1
            told += events
        void += result.void
        stock_outs += shuffles > 0 or StockRanOut in map(type, told)
        for seat in range(seats):
            wins[seat] += seat in result.winners
            net[seat] += result.net[seat]
        stakes = evolve(result.stakes, chips=fresh.chips, scores=(), deals=0)
    return Totals(deals, actions, tuple(wins), tuple(net), void, stock_outs, stakes.pot, stakes.pools)
