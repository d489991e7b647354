"""How fast hands are arranged in melds, and Knock Rummy is played at random: beside OpenSpiel's and RLCard's gin rummy.

Everybody gets the same hands, and the deadwood must come out equal. Ours is measured with the whole arrangement, theirs
with the deadwood alone. Random play is checked play: every action is looked up among the prompts, refused or taken, and
told as events.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from functools import partial

from engine.cards import ALL_CARDS
from engine.games.knock_rummy import GAME
from engine.parts.melds import arrange
from engine.players.blind import answer
from engine.stakes import Stakes

from .bench_engine import ROUNDS, medians, rate
from .rummy_peers import Chance, installed


def play_rate(seats: int, deals: int) -> float:
    """Actions a second of random play, dealing included."""
    rules, stakes, chance, actions = GAME.rules(), Stakes(0, (0,) * seats), Chance(1), 0
    begin = time.thread_time()
    for _ in range(deals):
        state = GAME.new_deal(rules, seats, stakes, chance.deck())
        while state.result is None:
            seat = GAME.to_act(state)[0]
            action = answer(seat, GAME.prompts(state, seat), chance)  # type: ignore[arg-type]  # has `below`, no more
            state, _ = GAME.apply(state, action)
            actions += 1
    return actions / (time.thread_time() - begin)


def equal(ours: Sequence[int], theirs: Sequence[int], name: str) -> None:
    """Raises AssertionError where a peer finds another deadwood than we do."""
    assert list(ours) == list(theirs), f"{name} finds another deadwood"


def main(smoke: bool = False) -> None:
    """Prints the figures, and the ratios that matter."""
    count, deals, rounds = (500, 5, 1) if smoke else (20_000, 300, ROUNDS)
    chance = random.Random(1)
    hands = [tuple(chance.sample(ALL_CARDS, 10)) for _ in range(count)]
    masks = [sum(card.bit for card in hand) for hand in hands]
    peers = installed()

    cases: dict[str, Callable[[], float]] = {
        "ours": lambda: rate(arrange, hands),
        "ours, from masks": lambda: rate(lambda mask: arrange((), mask), masks),
    }
    for peer in peers:
        theirs = [peer.hand(hand) for hand in hands]
        equal([arrange(hand).deadwood for hand in hands], [peer.deadwood(hand) for hand in theirs], peer.name)
        cases[peer.name] = partial(rate, peer.deadwood, theirs)
    found = medians(cases, rounds)
    for name, figure in found.items():
        print(f"deadwood, {name:20} {figure / 1e3:9.1f} k hands/s   ours is {found['ours'] / figure:5.2f} x")

    play: dict[str, Callable[[], float]] = {
        f"ours, {seats} seats": partial(play_rate, seats, deals) for seats in (2, 4, 6)
    }
    for peer in peers:
        play[peer.name] = partial(peer.play_rate, max(2, deals // 15))
    found = medians(play, rounds)
    for name, figure in found.items():
        ratio = found["ours, 2 seats"] / figure
        print(f"random play, {name:17} {figure / 1e3:9.1f} k actions/s   ours for two is {ratio:5.2f} x")
