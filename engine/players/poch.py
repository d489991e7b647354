"""A player of the Poch family who bets by the chance that its set is the best, and leads what keeps it in control.

In the betting it counts how likely a hand of unseen cards is to beat its own, and weighs that against what there is to
win. In the play it follows each possible lead card by card, with the chance that somebody has the next one. The numbers
are those that won most in a few thousand simulated deals: sensible, and not the best there could be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import cache
from math import comb
from typing import Any, Final

from engine.actions import Action, Bet, Fold, Pass, Play, Prompt
from engine.cards import Card, Rank
from engine.game import GAMES
from engine.middle import Pools
from engine.parts.sets import has_pair
from engine.parts.stops import next_card
from engine.view import SeatView, View

_OPEN: Final = 0.45
"""It bets if its chance of having the best set is at least this."""
_RAISE: Final = 0.88
"""It raises if that chance is at least this."""
_MARGIN: Final = 1.1
"""How much better than even a call must be."""
_STAKED: Final = 3.0
"""How many opponents a seat counts for that has bet, because it is likely to hold something."""
_MOST: Final = 0.3
"""The largest part of its chips that it bets on its own, unless it is nearly sure to win."""
_SURE: Final = 0.95
_BLUFFS: Final = 9
"""It bluffs with one in this many unpaired hands, chosen by their cards, if few can call."""

_CONTROL: Final = 4.0
"""What it is worth to lead again, in cards."""
_STUCK: Final = 1.5
"""What it is worth, in cards, to be rid of a card that can never follow another."""
_OUT: Final = 4.0
"""What it is worth to go out, beside the cards that the others still hold."""


def choose(view: View, seat: int) -> Action:
    """What a sensible player would do at this seat, which has prompts."""
    play = view.prompt("play")
    if play is not None:
        return Play(
            seat, max((card for card in play.choices if isinstance(card, Card)), key=lambda card: _lead(view, card))
        )
    drop = Fold(seat) if view.prompt("fold") is not None else Pass(seat)
    bet = view.prompt("bet")
    amount = None if bet is None else _stake(view, bet)
    return drop if amount is None else Bet(seat, amount)


def _middle(view: View) -> Pools:
    """The board with its pools, and the cards played out."""
    assert isinstance(view.middle, Pools)
    return view.middle


# The betting


def _stake(view: View, bet: Prompt) -> int | None:
    """The stake to go to, in chips in all; None to drop out."""
    own = view.own
    assert own is not None
    assert bet.least is not None
    assert bet.most is not None
    middle = _middle(view)
    prize = sum(seat.stake for seat in view.seats) + sum(pool.chips for pool in middle.pools if pool.bet_for)
    rivals = [seat for seat in view.seats if seat.seat != own.seat and not seat.passed]
    chance = _chance(view, rivals)
    most = bet.most if chance >= _SURE else min(bet.most, own.stake + round(_MOST * own.chips))
    if not middle.bet:
        if chance >= _OPEN:
            return max(bet.least, min(most, round(chance * max(prize, len(view.seats)))))
        return bet.least if _bluffs(view, rivals) else None
    cost = bet.least - own.stake
    if chance >= _RAISE and middle.bet <= most:
        raised = middle.bet + max(1, round(prize * (chance - 0.5)))
        return max(bet.least, min(most, raised))
    return bet.least if chance * (prize + cost) >= _MARGIN * cost else None


def _bluffs(view: View, rivals: Collection[SeatView]) -> bool:
    """Whether to bet on nothing: seldom, and only if at most two can call."""
    return not has_pair(view.hand) and len(rivals) <= 2 and sum(card.index for card in view.hand) % _BLUFFS == 0


def _chance(view: View, rivals: Collection[SeatView]) -> float:
    """How likely no rival has a better hand."""
    size, rank, *_ = _worth(view)
    unseen = _unseen(view)
    counts = Counter(card.rank for card in unseen)
    best = 1.0
    for rival in rivals:
        safe = 1.0
        for other, count in counts.items():
            need = size if other >= rank else size + 1
            better = at_least(need, count, len(unseen), rival.cards)
            safe *= 1 - (better / 2 if other == rank else better)
        best *= safe ** (_STAKED if rival.stake else 1.0)
    return best


def _worth(view: View) -> tuple[int, ...]:
    game = GAMES[view.game]
    assert game.judging.rank_with_pay_suit is not None
    return game.judging.rank_with_pay_suit(view.rules, view.hand, _middle(view).turned.suit).value


@cache
def at_least(need: int, good: int, cards: int, drawn: int) -> float:
    """How likely at least ``need`` of the ``drawn`` cards are among the ``good`` ones of all ``cards``."""
    drawn = min(drawn, cards)
    ways = sum(comb(good, hits) * comb(cards - good, drawn - hits) for hits in range(need, min(good, drawn) + 1))
    return ways / comb(cards, drawn)


def _unseen(view: View) -> frozenset[Card]:
    """The cards that others may hold."""
    pack = GAMES[view.game].pack(view.rules, len(view.seats))
    middle = _middle(view)
    seen = {*view.hand, *middle.gone}
    if middle.turned_to is None:
        seen.add(middle.turned)
    return frozenset(card for card in pack if card not in seen)


# The play


def _lead(view: View, led: Card) -> tuple[float, Rank]:
    """How good it is to lead a card, in cards; of equally good cards the lower is kept for later."""
    hand, unseen = set(view.hand), _unseen(view)
    others = [seat.cards for seat in view.seats if seat.seat != view.viewer]
    held = sum(others)
    near = sum(cards == 1 for cards in others) / held  # how likely a card that follows is somebody's last
    known = held / len(unseen)  # how likely an unseen card is in a hand and not out of play
    shown = {card for seat in view.seats for card in seat.shown}
    stop = _stop(view)
    alive, own, shed = 1.0, True, 0
    value = _STUCK if not any(next_card(card) is led for card in unseen | hand) else 0.0
    following: Card | None = led
    while following is not None:
        if following in hand:
            own = True
            shed += 1
            value += alive
            if shed == len(hand):
                return value + alive * (_OUT + held), led.rank
        else:
            own = False
            value -= alive * near * (len(hand) - shed + _OUT)
            alive *= 1 - near
        following = next_card(following)
        if following is not None and following not in hand:
            goes_on = 0.0 if following not in unseen else 1.0 if following in shown else known
            value += alive * (1 - goes_on) * _stopped(own, stop, len(others))
            alive *= goes_on
            if not alive:
                return value, led.rank
    return value + alive * _stopped(own, stop, len(others)), led.rank


def _stop(view: View) -> float:
    """What each pays for a stop, in cards."""
    rules: Any = view.rules
    stake: int = rules.edition(len(view.seats)).stake
    return _middle(view).stop / stake


def _stopped(own: bool, stop: float, others: int) -> float:
    """What it is worth if the sequence stops at one of its own cards, or of another seat."""
    return _CONTROL + stop * others if own else -stop
