"""How players do at tables full of people with a fixed habit, none of whom anybody knew when players were tuned.

``engine/players/probes.py`` has a few habits that were looked at all along. Here every limit makes a player of its own:
from which hand on somebody knocks, and from which on stays in; how much deadwood is little enough; with which set
somebody opens, matches and raises, and for how much; which card is led, and which one follows. All else is done as
``careful`` does it. ``python -m tests.bench bench_habits`` has a regular play against each, and tells from whom it wins
the least. That one is played once more, with other decks, by a regular and by an expert: the least of fifty results is
low by chance, too, and only other decks tell by how much.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from typing import Final

import engine.games  # noqa: F401 - registers the games
from engine.actions import Action, Bet, Discard, Fold, Knock, Pass, Play, Stay
from engine.cards import Card, Rank
from engine.game import GAMES
from engine.ladder import Row, Setting, measure
from engine.middle import Pools, Trick
from engine.parts.melds import best_discard
from engine.parts.ranking import least, rank_hand
from engine.parts.sets import best_set
from engine.players.base import Limit, Player
from engine.players.levels import expert, regular
from engine.players.probes import best_five, fives, height, kept, never_knocks, playable, probe
from engine.view import View

TABLES: Final = (
    ("knock-poker", 2, 1_000),
    ("knock-poker", 4, 500),
    ("dompe", 2, 600),
    ("dompe", 4, 300),
    ("poe-crumb", 4, 300),
    ("knock-rummy", 2, 1_500),
    ("knock-rummy", 4, 500),
    ("crummy", 4, 30),
    ("poch", 4, 120),
    ("le-poque", 4, 120),
    ("poch-1873", 4, 120),
)
"""Which game, how many players, how many decks."""
SEED: Final = 771
WORLDS: Final = 100
"""How many worlds an expert looks at, at most."""


# Knocking and folding


_KNOCK_FROM: Final = {
    "anything": 0,
    "fives": least("pair", Rank.FIVE),
    "tens": least("pair", Rank.TEN),
    "queens": least("pair", Rank.QUEEN),
    "two pairs": least("two_pairs", Rank.FIVE),
    "jacks up": least("two_pairs", Rank.JACK),
    "three of a kind": least("three_of_a_kind"),
    "nothing": 10**12,
}
_STAY_FROM: Final = {
    **{name: _KNOCK_FROM[name] for name in ("anything", "fives", "queens", "two pairs")},
    "aces": least("pair", Rank.ACE),
}


def _poker(hand: tuple[Card, ...]) -> int:
    """What the best five of the cards are worth."""
    return max(rank_hand(five) for five in fives(hand))


def _knocks_and_stays(knock: int, stay: int, view: View, seat: int, action: Action) -> Action:
    """Knocks with hands of that value or more, and stays in after a knock with others."""
    if view.prompt("knock") is not None:
        if _poker(view.hand) >= knock:
            return Knock(seat)
        return never_knocks(view, seat, action)
    if view.prompt("fold") is None:
        return action
    if _poker(kept(view, action)) >= stay:
        if isinstance(action, Fold):
            return Stay(seat) if action.card is None else Discard(seat, action.card)
        return action
    return action if isinstance(action, Fold) else Fold(seat, action.card if isinstance(action, Discard) else None)


_TYPES: Final = ("high_card", "pair", "two_pairs", "three_of_a_kind", "straight", "flush", "full_house")


def _knocks_from(number: int, view: View, seat: int, action: Action) -> Action:
    """Knocks, or calls, with hands of that type or a higher one."""
    if view.prompt("knock") is None:
        return action
    if best_five(view).name.type not in _TYPES[:number]:
        return Knock(seat)
    return never_knocks(view, seat, action)


def _knocks_with(points: int, view: View, seat: int, action: Action) -> Action:
    """Knocks with so much deadwood, or less."""
    discard = view.prompt("discard")
    if view.prompt("knock") is None or discard is None:
        return action
    _, left = best_discard(view.hand, (card for card in discard.choices if isinstance(card, Card)))
    if left.deadwood <= points:
        return Knock(seat)
    return never_knocks(view, seat, action)


# Betting

_SETS: Final = ("anything", "a pair", "a high pair", "three of a kind")
_NEVER: Final = len(_SETS)
_STAKES: Final = ("the least", "the prize", "half", "all")


def _strength(view: View) -> int:
    """The place of the hand's best set in ``_SETS``."""
    best = best_set(view.hand)
    if len(best) >= 3:
        return 3
    return 0 if len(best) < 2 else 1 if best[0].rank < Rank.JACK else 2


def _bets(opens: int, stake: str, matches: int, raises: int, view: View, seat: int, action: Action) -> Action:
    """Opens, matches and raises with such sets or higher ones, for that stake."""
    bet, own, board = view.prompt("bet"), view.own, view.middle
    if bet is None or bet.least is None or bet.most is None or own is None or not isinstance(board, Pools):
        return action
    prize = sum(pool.chips for pool in board.pools if pool.bet_for)
    most = own.stake + own.chips
    wanted = {"the least": bet.least, "the prize": prize, "half": own.stake + own.chips // 2, "all": most}[stake]
    amount, strength = max(bet.least, min(bet.most, wanted)), _strength(view)
    if not board.bet:
        return Bet(seat, amount) if strength >= opens else Pass(seat)
    if strength >= matches:
        return Bet(seat, amount if strength >= raises else bet.least)
    return Fold(seat) if view.prompt("fold") is not None else Pass(seat)


# Tricks

_Choice = Callable[[View, list[Card]], Card]


def _alike(view: View, card: Card) -> int:
    """How many cards of that rank the hand has."""
    return sum(other.rank is card.rank for other in view.hand)


_CHOICES: Final[dict[str, _Choice | None]] = {
    "lowest": lambda view, cards: min(cards, key=height),
    "highest": lambda view, cards: max(cards, key=height),
    "lowest of few": lambda view, cards: min(cards, key=lambda card: (_alike(view, card), height(card))),
    "highest of few": lambda view, cards: min(cards, key=lambda card: (_alike(view, card), -height(card))),
    "as careful": None,
}
"""Which card is played. *Of few*: of the rank of which the hand has the fewest cards."""


def _plays(lead: str, follow: str, view: View, seat: int, action: Action) -> Action:
    """Leads and follows by such choices."""
    trick = view.middle
    if not isinstance(action, Play) or not isinstance(trick, Trick):
        return action
    leads = trick.winner is not None or not trick.played
    choice = _CHOICES[lead if leads else follow]
    return action if choice is None else Play(seat, choice(view, playable(view)))


def habits(game: str) -> Iterator[Player]:
    """Everybody with such a habit who can play that game."""
    match game:
        case "knock-poker":
            for (knock, least_knock), (stay, least_stay) in product(_KNOCK_FROM.items(), _STAY_FROM.items()):
                yield probe(
                    f"knocks from {knock}, stays from {stay}",
                    [game],
                    partial(_knocks_and_stays, least_knock, least_stay),
                )
        case "dompe" | "poe-crumb":
            for number, name in enumerate(_TYPES):
                yield probe(f"knocks from {name}", [game], partial(_knocks_from, number))
        case "knock-rummy":
            for points in (0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 75):
                yield probe(f"knocks with {points}", [game], partial(_knocks_with, points))
        case "crummy":
            for lead, follow in product(_CHOICES, _CHOICES):
                if (lead, follow) != ("as careful", "as careful"):
                    yield probe(f"leads {lead}, follows {follow}", [game], partial(_plays, lead, follow))
        case _:
            yield from _bettors(game)


def _bettors(game: str) -> Iterator[Player]:
    lowest = 1 if game == "poch" else 0  # where only a pair may bet
    sets = range(lowest, len(_SETS))
    for opens, stake, matches, raises in product(sets, _STAKES, sets, (2, 3, _NEVER)):
        if raises >= matches:
            names = [*_SETS, "nothing"]
            name = f"opens for {stake} from {names[opens]}, matches from {names[matches]}, raises from {names[raises]}"
            yield probe(name, [game], partial(_bets, opens, stake, matches, raises))


# Measuring

Task = tuple[str, int, int, int, int, Limit | None]
"""A game, how many players, how many decks, a seed, which habit, and an expert's limit; None: a regular."""


def _measured(task: Task) -> Row:
    """A regular, or an expert, over people with that habit."""
    game, seats, decks, seed, number, limit = task
    there = GAMES[game]
    player = regular() if limit is None else expert(limit=limit)
    setting = Setting(there, there.rules(), seats, seed, decks, play_out=True)
    return measure(setting, player, list(habits(game))[number], clock=time.perf_counter)


def main(*, smoke: bool = False) -> None:
    """Prints from whom a regular wins the least, and what a regular and an expert win from that one on other decks."""
    with ProcessPoolExecutor() as pool:
        for game, seats, decks in TABLES[:1] if smoke else TABLES:
            decks = 2 if smoke else decks
            count = 2 if smoke else len(list(habits(game)))
            rows = list(pool.map(_measured, [(game, seats, decks, SEED, number, None) for number in range(count)]))
            least_won = min(range(count), key=lambda number: rows[number].net)
            print(f"{game}, {seats} players, {count} habits, {decks} decks with each", flush=True)
            _tell("the least", rows[least_won])
            _tell("the most", max(rows, key=lambda row: row.net))
            again = [(game, seats, decks, SEED + 1, least_won, limit) for limit in (None, Limit(WORLDS))]
            for row in pool.map(_measured, again):
                _tell("with other decks", row)


def _tell(what: str, row: Row) -> None:
    print(f"  {what:16} {row.player} {row.net:+.3f} ± {row.half_width:.3f} a deal: {row.over}", flush=True)
