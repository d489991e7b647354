"""How fast hands are ranked and games are played at random: beside others' evaluators and pokerkit's draw poker.

Random play is checked play: every action is looked up among the prompts, refused or taken, and told as events.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import engine.games  # noqa: F401 - registers the games
from engine.cards import ALL_CARDS
from engine.fingerprint import fingerprint
from engine.game import GAMES, Game
from engine.parts.ranking import rank_hand
from engine.players import PLAYERS
from engine.shuffle import Stream, shuffled
from engine.simulate import simulate
from engine.stakes import Stakes

from .evaluators import installed

ROUNDS = 7
LIKE_DRAW_POKER = ("poe-crumb", "knock-poker", "dompe")
"""The games that are played like pokerkit's draw poker; the others have no such peer."""


def rate(value: Callable[[Any], object], hands: Sequence[Any]) -> float:
    """Hands a second of processor time."""
    begin = time.thread_time()
    for hand in hands:
        value(hand)
    return len(hands) / (time.thread_time() - begin)


def play_rate(game: Game[Any], deals: int, seed: int) -> float:
    """Actions a second of random play by the fewest recommended players, dealing and shuffling included."""
    seats = game.telling.recommended[0]
    begin = time.thread_time()
    totals = simulate(game, game.rules(), [PLAYERS["random"]] * seats, deals, seed)
    return totals.actions / (time.thread_time() - begin)


def opened(game: Game[Any]) -> Any:
    """A deal for five in which nobody has acted yet, from a pack that was not shuffled."""
    rules = game.rules()
    return game.new_deal(rules, 5, Stakes(0, (game.money.chips,) * 5), game.pack(rules, 5).cards)


def played(game: Game[Any], most: int) -> list[Any]:
    """States of random deals of three, one after another: no two of them are the same."""
    rules, states, seed = game.rules(), list[Any](), 0
    while len(states) < most:
        seed += 1
        deck = shuffled(game.pack(rules, 3).cards, seed.to_bytes(32, "big"), 1)
        state = game.new_deal(rules, 3, Stakes(0, (game.money.chips,) * 3), deck)
        chance = Stream(deck[0].notation.encode())
        states.append(state)
        while state.result is None and game.to_act(state):
            state, _ = game.apply(state, PLAYERS["random"].choose(game.observe(state, game.to_act(state)[0]), chance))
            states.append(state)
    return states[:most]


def view_rate(game: Game[Any], states: Sequence[Any]) -> float:
    """Views a second, where all three seats and the spectators look at each state."""
    begin = time.thread_time()
    for state in states:
        for viewer in (None, 0, 1, 2):
            game.observe(state, viewer)
    return 4 * len(states) / (time.thread_time() - begin)


def pokerkit_rate(deals: int) -> float:
    """Actions a second of random single-draw poker in pokerkit, between as many players, dealing included."""
    from pokerkit import Automation, NoLimitDeuceToSevenLowballSingleDraw

    chance = random.Random(1)
    actions = 0
    begin = time.thread_time()
    for _ in range(deals):
        state = NoLimitDeuceToSevenLowballSingleDraw.create_state(tuple(Automation), True, 1, (1, 2), 2, (200,) * 3, 3)
        while state.status:
            actions += 1
            if state.can_stand_pat_or_discard():
                held = tuple(state.get_down_cards(state.stand_patter_or_discarder_index))
                state.stand_pat_or_discard(chance.sample(held, chance.randrange(3)))
                continue
            can: list[Callable[[], object]] = [state.check_or_call]
            if state.can_fold():
                can.append(state.fold)
            if state.can_complete_bet_or_raise_to():
                can.append(state.complete_bet_or_raise_to)
            chance.choice(can)()
    return actions / (time.thread_time() - begin)


def medians(cases: dict[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """The median of each, measured in turns, so that a slow moment of the machine slows all of them."""
    found: dict[str, list[float]] = {name: [] for name in cases}
    for round_ in range(rounds + 1):
        for name, measure in cases.items():
            figure = measure()
            if round_:  # the first fills tables and caches
                found[name].append(figure)
    return {name: statistics.median(figures) for name, figures in found.items()}


def _ignoring(call: Callable[[], object]) -> Callable[[object], object]:
    """The call as ``rate`` makes it, with an item that it has no use for."""
    return lambda _item: call()


def main(smoke: bool = False) -> None:
    """Prints the figures, and the ratios that matter."""
    count, deals, rounds = (2_000, 20, 1) if smoke else (100_000, 400, ROUNDS)
    chance = random.Random(1)
    hands = [tuple(chance.sample(ALL_CARDS, 5)) for _ in range(count)]
    evaluators = installed()
    ranking: dict[str, Callable[[], float]] = {"ours": lambda: rate(rank_hand, hands)}
    for evaluator in evaluators:
        theirs = [[evaluator.card(card) for card in hand] for hand in hands[: count // 10]]
        ranking[evaluator.name] = partial(rate, evaluator.value, theirs)
    found = medians(ranking, rounds)
    for name, figure in found.items():
        print(f"ranking, {name:20} {figure / 1e6:8.2f} M hands/s   ours is {found['ours'] / figure:.1f} x")

    play: dict[str, Callable[[], float]] = {name: partial(play_rate, game, deals, 1) for name, game in GAMES.items()}
    if any(evaluator.name == "pokerkit" for evaluator in evaluators):
        play["pokerkit"] = lambda: pokerkit_rate(max(2, deals // 20))
    found = medians(play, rounds)
    for name, figure in found.items():
        peer = found.get("pokerkit") if name in LIKE_DRAW_POKER else None
        ratio = f"   {figure / peer:.1f} x pokerkit" if peer else ""
        print(f"random play, {name:16} {figure / 1e3:8.1f} k actions/s{ratio}")

    dealt = {name: opened(GAMES[name]) for name in ("knock-poker", "crummy", "poch")}
    stream = Stream(b"a benchmark")
    small: dict[str, Callable[[], object]] = {
        **{f"fingerprint, {name}": partial(fingerprint, GAMES[name], state) for name, state in dealt.items()},
        "shuffle of 52 cards": lambda: shuffled(ALL_CARDS, bytes(32), stream.below(51) + 1),
    }
    for name in dealt:
        seconds = 1 / view_rate(GAMES[name], played(GAMES[name], count // 50))
        print(f"{f'a view, {name}':29} {seconds * 1e6:8.1f} µs")
    for name, call in small.items():
        seconds = 1 / rate(_ignoring(call), range(count // 50))
        print(f"{name:29} {seconds * 1e6:8.1f} µs")
