"""Players with one obvious habit, to measure others against: what wins from ``careful`` alone may lose to them.

A probe plays as ``careful`` does, but for its habit. It sees its seat's view and nothing else, and leaves nothing to
chance. Probes are no company for people: no table offers them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from engine.actions import Action, Bet, Discard, Draw, Fold, Knock, Pass, Play, Stay
from engine.cards import Card
from engine.evolve import evolve
from engine.game import GAMES, Ranking
from engine.middle import Pools, Trick
from engine.parts.melds import best_discard
from engine.parts.sets import best_set, has_pair
from engine.parts.tricks import taken_by
from engine.players.base import Player
from engine.players.careful import CAREFUL
from engine.shuffle import Stream
from engine.view import View

Habit = Callable[[View, int, Action], Action]
"""(view, seat, what ``careful`` would do) -> what the probe does."""

_KNOCK_POKER: Final = "knock-poker"
_DOMPE: Final = "dompe"
_POE_CRUMB: Final = "poe-crumb"
_KNOCK_RUMMY: Final = "knock-rummy"
_DRAWING: Final = (_KNOCK_POKER, _DOMPE, _POE_CRUMB, _KNOCK_RUMMY)
_POCH: Final = ("poch", "le-poque", "poch-1873")
_CRUMMY: Final = "crummy"


def probe(name: str, games: Collection[str], habit: Habit) -> Player:
    """A player with that habit, for those games."""

    def choose(view: View, stream: Stream) -> Action:
        """What ``careful`` would do, unless the habit says otherwise. Raises ValueError if nothing is asked."""
        action = CAREFUL.choose(view, stream)
        assert view.viewer is not None
        return habit(view, view.viewer, action)

    return Player(name, choose, games=tuple(games), speaks_up=CAREFUL.speaks_up)


def _careful_without(view: View, do: str) -> Action:
    """What ``careful`` would do if it were not offered that."""
    return _careful(evolve(view, prompts=tuple(prompt for prompt in view.prompts if prompt.do != do)))


def _careful(view: View) -> Action:
    return CAREFUL.choose(view, Stream(b""))  # which leaves nothing to chance


# Giving up and staying in


def _never_folds(view: View, seat: int, action: Action) -> Action:
    """Stays in after every knock, matches every bet; folds only where nothing else is offered."""
    if not isinstance(action, Fold):
        return action
    if view.prompt("stay") is not None:
        return Stay(seat)
    bet = view.prompt("bet")
    if bet is not None and bet.least is not None:
        return Bet(seat, bet.least)
    return action if action.card is None else Discard(seat, action.card)


def _loose(view: View, seat: int, action: Action) -> Action:
    """Folds nothing better than cards of different ranks."""
    return _never_folds(view, seat, action) if has_pair(kept(view, action)) else action


def kept(view: View, action: Action) -> tuple[Card, ...]:
    """The hand after the discard that the action makes, if it makes any."""
    gone = action.card if isinstance(action, Fold | Discard) else None
    return tuple(card for card in view.hand if card is not gone)


def _always_folds(view: View, seat: int, action: Action) -> Action:
    """Gives up its hand whenever it may."""
    if view.prompt("fold") is None:
        return action
    return Fold(seat, action.card if isinstance(action, Fold | Discard) else None)


# Knocking


def _knocks_with_anything(view: View, seat: int, action: Action) -> Action:
    """Knocks as soon as it may."""
    return action if view.prompt("knock") is None else Knock(seat)


def never_knocks(view: View, seat: int, action: Action) -> Action:
    """Does what ``careful`` would do if it could not knock."""
    return _careful_without(view, "knock") if isinstance(action, Knock) else action


def _tight(view: View, seat: int, action: Action) -> Action:
    """Knocks, calls or bets only with what is almost sure to win."""
    if isinstance(action, Knock):
        return action if _STRONG[view.game](view) else _careful_without(view, "knock")
    if isinstance(action, Bet) and not _STRONG[view.game](view):
        return Fold(seat) if view.prompt("fold") is not None else Pass(seat)
    return action


def fives(hand: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """The hands of five cards that can be kept of it."""
    return [hand] if len(hand) == 5 else [tuple(card for card in hand if card is not gone) for gone in hand]


def best_five(view: View) -> Ranking:
    """What the best five cards of the hand are worth, by the game's own ranking."""
    rank = GAMES[view.game].judging.rank
    best: Ranking = max((rank(view.rules, five) for five in fives(view.hand)), key=lambda ranking: ranking.value)
    return best


def _best_is_none_of(*weak: str) -> Callable[[View], bool]:
    """Whether the best five cards of the hand are of no weak type."""
    return lambda view: best_five(view).name.type not in weak


def _has_a_triplet(view: View) -> bool:
    return len(best_set(view.hand)) >= 3


_LITTLE: Final = 10
"""The most unmatched points, in Knock Rummy, that count as almost nothing."""


def _has_little_unmatched(view: View) -> bool:
    discard = view.prompt("discard")
    assert discard is not None
    _, left = best_discard(view.hand, (card for card in discard.choices if isinstance(card, Card)))
    return left.deadwood <= _LITTLE


_LOW: Final = ("high_card", "pair", "two_pairs")
_STRONG: Final[Mapping[str, Callable[[View], bool]]] = {
    _KNOCK_POKER: _best_is_none_of(*_LOW),
    _DOMPE: _best_is_none_of(*_LOW, "three_of_a_kind"),
    _POE_CRUMB: _best_is_none_of(*_LOW),
    _KNOCK_RUMMY: _has_little_unmatched,
    **dict.fromkeys(_POCH, _has_a_triplet),
}
"""Whether a hand is strong enough for the tight probe."""


def _never_shows(view: View, seat: int, action: Action) -> Action:
    """Shows no hand that wins outright."""
    return _careful_without(view, "show") if action.do == "show" else action


# Drawing


def _stock_only(view: View, seat: int, action: Action) -> Action:
    """Never takes the upcard if it can draw from the stock."""
    draw = view.prompt("draw")
    return Draw(seat, "stock") if isinstance(action, Draw) and draw and "stock" in draw.choices else action


def _upcard_only(view: View, seat: int, action: Action) -> Action:
    """Always takes the upcard instead of drawing from the stock, if there is one."""
    draw = view.prompt("draw")
    return Draw(seat, "discard") if isinstance(action, Draw) and draw and "discard" in draw.choices else action


# Betting


def _never_bets(view: View, seat: int, action: Action) -> Action:
    """Passes, and folds to every bet."""
    if not isinstance(action, Bet):
        return action
    return Fold(seat) if view.prompt("fold") is not None else Pass(seat)


def _bets_the_most(view: View, seat: int, action: Action) -> Action:
    """Bets and raises as much as it has, with anything."""
    bet, own = view.prompt("bet"), view.own
    if bet is None or bet.least is None or bet.most is None or own is None:
        return action
    return Bet(seat, max(bet.least, min(bet.most, own.stake + own.chips)))


def _steals(view: View, seat: int, action: Action) -> Action:
    """Opens the betting with anything, for as much as there is to win."""
    bet = view.prompt("bet")
    if bet is None or bet.least is None or bet.most is None or not isinstance(view.middle, Pools) or view.middle.bet:
        return action
    prize = sum(pool.chips for pool in view.middle.pools if pool.bet_for)
    return Bet(seat, max(bet.least, min(bet.most, max(prize, len(view.seats)))))


def _only_calls(view: View, seat: int, action: Action) -> Action:
    """Never opens the betting and never raises."""
    bet = view.prompt("bet")
    if not isinstance(action, Bet) or bet is None or bet.least is None:
        return action
    return Bet(seat, bet.least) if view.prompt("fold") is not None else Pass(seat)


# Playing cards


def _plays_highest(view: View, seat: int, action: Action) -> Action:
    """Plays the highest card that it may."""
    return Play(seat, max(playable(view), key=height)) if isinstance(action, Play) else action


def _plays_lowest(view: View, seat: int, action: Action) -> Action:
    """Plays the lowest card that it may."""
    return Play(seat, min(playable(view), key=height)) if isinstance(action, Play) else action


def _takes_tricks(view: View, seat: int, action: Action) -> Action:
    """Plays the lowest card with which it would have the trick as it lies; the lowest of all if there is none."""
    if not isinstance(action, Play):
        return action
    cards = playable(view)
    return Play(seat, min([card for card in cards if _takes(view, card)] or cards, key=height))


def _avoids_tricks(view: View, seat: int, action: Action) -> Action:
    """Plays the highest card with which it would not have the trick as it lies; the lowest of all if there is none."""
    if not isinstance(action, Play):
        return action
    cards = playable(view)
    safe = [card for card in cards if not _takes(view, card)]
    return Play(seat, max(safe, key=height) if safe else min(cards, key=height))


def _never_lays(view: View, seat: int, action: Action) -> Action:
    """Keeps its quartets in the hand until the rules lay them."""
    return _careful_without(view, "meld") if action.do == "meld" else action


def _takes(view: View, card: Card) -> bool:
    """Whether the trick would be the card's if no other followed."""
    trick = view.middle
    assert isinstance(trick, Trick)
    lying = trick.cards if trick.winner is None else ()
    return taken_by((*lying, card))[0] == len(lying)


def playable(view: View) -> list[Card]:
    """The cards of which one is to be played."""
    play = view.prompt("play")
    assert play is not None
    return [card for card in play.choices if isinstance(card, Card)]


def height(card: Card) -> int:
    """How high the card's rank is."""
    return card.rank


PROBES: Final[dict[str, Player]] = {
    probe.name: probe
    for probe in (
        probe("never-folds", (_KNOCK_POKER, *_POCH), _never_folds),
        probe("loose", (_KNOCK_POKER, "le-poque", "poch-1873"), _loose),  # in Poch, too, only a pair may bet
        probe("always-folds", (_KNOCK_POKER, *_POCH), _always_folds),
        probe("knocks-with-anything", (_KNOCK_POKER, _POE_CRUMB, _KNOCK_RUMMY), _knocks_with_anything),
        probe("never-knocks", _DRAWING, never_knocks),
        probe("tight", _STRONG, _tight),
        probe("never-shows", (_DOMPE,), _never_shows),
        probe("stock-only", _DRAWING, _stock_only),
        probe("upcard-only", _DRAWING, _upcard_only),
        probe("never-bets", _POCH, _never_bets),
        probe("bets-the-most", _POCH, _bets_the_most),
        probe("steals", _POCH, _steals),
        probe("only-calls", _POCH, _only_calls),
        probe("plays-highest", (_CRUMMY, *_POCH), _plays_highest),
        probe("plays-lowest", (_CRUMMY, *_POCH), _plays_lowest),
        probe("takes-tricks", (_CRUMMY,), _takes_tricks),
        probe("avoids-tricks", (_CRUMMY,), _avoids_tricks),
        probe("never-lays", (_CRUMMY,), _never_lays),
    )
}
"""Every probe by its name; which games it plays, ``Player.plays`` tells."""
