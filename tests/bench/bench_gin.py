"""Our kernel of Knock Rummy with gin's numbers against OpenSpiel's SimpleGinRummyBot, in duplicate deals.

Each deck is dealt twice, the seats exchanged. ``--smoke`` plays a few; the whole takes hours.
"""

from __future__ import annotations

import random
import time
from math import sqrt
from typing import Any

from engine.ladder import ERROR, student, times_of
from engine.players.base import Limit
from engine.shuffle import Stream

from .gin import GinPlayer

DECKS = 3000
WORLDS = 400
SEED = 1


def main(smoke: bool = False) -> None:
    """Plays by rule and by search, and prints points a deal and the part of deals won."""
    for worlds in (0, 20 if smoke else WORLDS):
        print(measured(5 if smoke else DECKS, worlds, SEED), flush=True)


def measured(decks: int, worlds: int, seed: int) -> str:
    """A line of figures; by rule without worlds. Says so if OpenSpiel is not installed."""
    try:
        import pyspiel
    except ImportError:
        return "OpenSpiel is not installed (pip install -e '.[bench]') and is left out"
    player = GinPlayer(Limit(worlds) if worlds else None, time.perf_counter)
    scores, won, lost = [], 0, 0
    for number in range(decks):
        results = [deal(pyspiel, player, seat, f"gin {seed} {number}") for seat in (0, 1)]
        scores.append(sum(results) / 2)
        won += sum(result > 0 for result in results)
        lost += sum(result < 0 for result in results)
    mean = sum(scores) / decks
    half = student(ERROR, decks - 1) * sqrt(sum((score - mean) ** 2 for score in scores) / (decks - 1) / decks)
    times = times_of(player.times)
    return (
        f"{worlds} worlds: {mean:+.2f} +- {half:.2f} points a deal, {won / decks / 2:.1%} won, "
        f"{lost / decks / 2:.1%} lost, "
        f"{decks:,} decks x 2, seed {seed}; a search {times.median:.0f} ms median, {times.most:.0f} at most"
    )


def deal(pyspiel: Any, player: GinPlayer, seat: int, seed: str) -> float:
    """What the player gets at that seat, in points, with the deck that the seed makes."""
    game = pyspiel.load_game("gin_rummy")
    state = game.new_initial_state()
    other = pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), 1 - seat)
    deck = list(range(52))
    random.Random(seed).shuffle(deck)
    player.begin(seat, Stream(f"{seed} {seat}".encode()))
    while not state.is_terminal():
        if state.is_chance_node():
            legal = set(state.legal_actions())
            state.apply_action(next(card for card in deck if card in legal))
            continue
        phase, upcard = state.current_phase().name, state.upcard()
        if state.current_player() == seat:
            action = player.choose(state, phase)
        else:
            action = other.step(state)
            player.saw(phase, action, upcard)
        state.apply_action(action)
    return float(state.returns()[seat])
