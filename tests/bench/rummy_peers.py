"""Other people's gin rummy, for comparison with our Knock Rummy: OpenSpiel (C++) and RLCard (Python), if installed."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.cards import ALL_CARDS, Card, Rank


@dataclass(frozen=True)
class Peer:
    """A library that values hands of ten and plays gin rummy."""

    name: str
    hand: Callable[[Sequence[Card]], Any]
    """Our cards as it wants them."""
    deadwood: Callable[[Any], int]
    play_rate: Callable[[int], float]
    """Plays so many deals at random: actions a second of processor time, dealing included."""


class Chance(random.Random):
    """What everybody's random player chooses with."""

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit`` - 1."""
        return int(self.random() * limit)

    def deck(self) -> tuple[Card, ...]:
        """A shuffled pack."""
        order = list(ALL_CARDS)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return tuple(order)


def installed() -> list[Peer]:
    """Those that can be imported; a line is printed for each of the others."""
    found = []
    for name, make in (("OpenSpiel", _open_spiel), ("RLCard", _rlcard)):
        try:
            found.append(make())
        except ImportError:
            print(f"{name} is not installed (pip install -e '.[bench]') and is left out")
    return found


def number(card: Card) -> int:
    """Both number the cards suit by suit from the ace up."""
    return "SCDH".index(card.suit.value) * 13 + (0 if card.rank is Rank.ACE else int(card.rank) - 1)


def _open_spiel() -> Peer:
    import pyspiel

    game = pyspiel.load_game("gin_rummy")

    def play_rate(deals: int) -> float:
        chance, actions = Chance(1), 0
        begin = time.thread_time()
        for _ in range(deals):
            state = game.new_initial_state()
            while not state.is_terminal():
                actions += not state.is_chance_node()
                legal = state.legal_actions()
                state.apply_action(legal[chance.below(len(legal))])
        return actions / (time.thread_time() - begin)

    hands = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    return Peer("OpenSpiel", lambda hand: [number(card) for card in hand], hands.min_deadwood, play_rate)


def _rlcard() -> Peer:
    import rlcard
    from rlcard.agents import RandomAgent
    from rlcard.games.gin_rummy.utils import melding, utils

    def deadwood(hand: list[Any]) -> int:
        clusters = melding.get_best_meld_clusters(hand)
        return utils.get_deadwood_count(hand, clusters[0] if clusters else [])

    env = rlcard.make("gin-rummy", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play_rate(deals: int) -> float:
        actions = 0
        begin = time.thread_time()
        for _ in range(deals):
            env.run()
            actions += env.timestep
            env.timestep = 0
        return actions / (time.thread_time() - begin)

    return Peer("RLCard", lambda hand: [utils.card_from_card_id(number(card)) for card in hand], deadwood, play_rate)
