"""Plays many deals between computer players and adds up the results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from operator import add
from typing import Any

from engine.actions import Shuffle
from engine.cards import Pack
from engine.events import Event, StockRanOut
from engine.evolve import evolve
from engine.frozen import frozen
from engine.game import Game, State
from engine.memory import begin, remember
from engine.players import Player
from engine.rules import Rules
from engine.shuffle import Stream, shuffled
from engine.stakes import DealResult, Stakes

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


@frozen
class Played:
    """A deal that computer players have played to its end."""

    result: DealResult
    actions: int
    """How many there were, shuffles in mid-deal among them."""
    stock_out: bool
    """Whether the stock ran out."""


def fresh_stakes(game: Game[Any], seats: int) -> Stakes:
    """What the first deal of a new table starts from; the last seat deals."""
    supply = game.money.chips if game.money.ends_broke else 0
    return Stakes(seats - 1, (game.money.chips,) * seats, supply=supply)


def play_deal(
    game: Game[Any],
    rules: Rules,
    stakes: Stakes,
    deal_seed: bytes,
    players: Sequence[Player],
    chances: Sequence[Stream],
) -> Played:
    """Plays a deal whose cards come from its seed, with a player and a stream of chance for each seat.

    Raises BadSetup.
    """
    return _play(game, rules, stakes, game.pack(rules, len(players)), deal_seed, players, chances)


def _play(
    game: Game[Any],
    rules: Rules,
    stakes: Stakes,
    pack: Pack,
    deal_seed: bytes,
    players: Sequence[Player],
    chances: Sequence[Stream],
) -> Played:
    seats = len(players)
    state: State = game.new_deal(rules, seats, stakes, shuffled(pack.cards, deal_seed, _CUT))
    told: list[Event] = []
    memories = {
        seat: begin(game.observe(state, seat), game.telling.opening(state))
        for seat in range(seats)
        if players[seat].think is not None
    }
    remembered = dict.fromkeys(memories, 0)
    to_act, prompts, apply = game.to_act, game.prompts, game.apply
    actions = shuffles = 0
    while (result := state.result) is None:
        acting = to_act(state)
        if not acting:  # nobody acts before the shuffle
            shuffles += 1
            order = shuffled(game.to_shuffle(state), deal_seed, _CUT, shuffles)
            state, events = apply(state, Shuffle(order))
            actions += 1
            told += events
            continue
        seat = acting[0]
        player = players[seat]
        if player.think is not None:
            memories[seat] = remember(memories[seat], told[remembered[seat] :])
            remembered[seat] = len(told)
            action = player.think(game.observe(state, seat), memories[seat], chances[seat]).action
        elif (answer := player.answer) is not None:
            action = answer(seat, prompts(state, seat), chances[seat])
        else:
            action = player.choose(game.observe(state, seat), chances[seat])
        state, events = apply(state, action)
        actions += 1
        told += events
    return Played(result, actions, shuffles > 0 or StockRanOut in map(type, told))


def deal_seed(what: str, seed: int, number: int) -> bytes:
    """The seed of a deal, counted from 0, of a run that is called ``what`` and has that seed."""
    return sha256(_seed_of_run(what, seed) + number.to_bytes(8, "big")).digest()


@lru_cache(maxsize=16)
def _seed_of_run(what: str, seed: int) -> bytes:
    return sha256(f"knockabout/1 {what} {seed}".encode()).digest()


def simulate(game: Game[Any], rules: Rules, players: Sequence[Player], deals: int, seed: int) -> Totals:
    """Plays the deals, all from one seed; every deal starts with the chips of a new table. Raises BadSetup.

    The dealer, the pot and the pools carry over from deal to deal.
    """
    seats = len(players)
    pack = game.pack(rules, seats)
    stakes = fresh = fresh_stakes(game, seats)
    actions = void = stock_outs = 0
    wins, net = [0] * seats, [0] * seats
    for number in range(deals):
        seed_of_deal = deal_seed("simulate", seed, number)
        played = _play(game, rules, stakes, pack, seed_of_deal, players, (Stream(seed_of_deal),) * seats)
        result = played.result
        actions += played.actions
        void += result.void
        stock_outs += played.stock_out
        for seat in result.winners:
            wins[seat] += 1
        net = list(map(add, net, result.net))
        stakes = evolve(result.stakes, chips=fresh.chips, scores=(), deals=0)
    return Totals(deals, actions, tuple(wins), tuple(net), void, stock_outs, stakes.pot, stakes.pools)
