"""What a seat or a spectator may know of a deal of Crummy; built by allow-list (games/general.md G-10)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.cards import Card
from engine.frozen import maker
from engine.game import Layout, Ranking
from engine.games.crummy.play import open_prompts, prompts, to_act
from engine.games.crummy.rules import CrummyRules
from engine.games.crummy.state import NAME, PACKS, State
from engine.middle import Trick
from engine.parts.hands import HandName
from engine.parts.remembering import for_last_state
from engine.parts.tricks import QUARTETS, points, quartets
from engine.view import SeatView, View, seen_by, with_hand

MOST_CARDS: Final = max(len(pack) for pack in PACKS.values())
"""The whole pack: nobody can hold more."""

_view: Final = maker(View)
_layout: Final = maker(Layout)


def observe(state: State, viewer: int | None) -> View:
    """The table as ``viewer`` sees it; None is a spectator."""
    view = _open(state)
    if viewer is None:
        return view
    return seen_by(view, viewer, _own(state, view.seats[viewer]), prompts(state, viewer))


@for_last_state
def _open(state: State) -> View:
    """What everybody sees."""
    stakes = state.stakes
    scores = (state.result.stakes if state.result else stakes).scores or (0,) * len(state.hands)
    return _view(
        game=NAME,
        rules=state.rules,
        viewer=None,
        dealer=stakes.dealer,
        to_act=to_act(state),
        seats=tuple([_seat(state, seat, scores[seat]) for seat in range(len(scores))]),
        pot=stakes.pot,
        prompts=open_prompts(state),
        result=state.result,
        asks=state.phase.asks,
        middle=_trick(state),
    )


def _trick(state: State) -> Trick:
    """The trick, with the factor of each seat that went out while others played on (CR-41)."""
    scored = state.result is not None and not state.result.void
    out = state.out[:-1] if scored else state.out  # the last seat goes out with the end of play
    factors = tuple([(seat, len(state.hands) - place) for place, seat in enumerate(out)])
    if state.trick or state.taken is None:
        return Trick(state.trick, None, state.passed, state.marked, factors)
    return Trick(state.taken.played, state.taken.winner, state.taken.passed, state.marked, factors)


def _seat(state: State, seat: int, score: int) -> SeatView:
    """The seat as everybody sees it: quartets are turned up when the deal is scored, and never before (CR-27)."""
    result = state.result
    cards, chips, laid = len(state.hands[seat].open()), state.stakes.chips[seat], len(state.laid[seat])
    if result is None:
        return _closed_seat(seat, cards, chips, seat in state.out, score, seat in state.passed, laid)
    return SeatView(
        seat=seat,
        cards=cards,
        chips=chips,
        done=True,
        score=score,
        melds=() if result.void else _quartets(state, seat),
        passed=seat in state.passed,
        quartets=laid,
    )


@lru_cache(4096)
def _closed_seat(seat: int, cards: int, chips: int, done: bool, score: int, passed: bool, laid: int) -> SeatView:
    """A seat in mid-deal. Most are those of the state before."""
    return SeatView(seat, cards, chips, done=done, score=score, passed=passed, quartets=laid)


def _own(state: State, seat: SeatView) -> SeatView:
    """The same seat as its holder sees it."""
    hand = state.hands[seat.seat].to(seat.seat)
    return with_hand(seat, hand, seat.name, seat.melds, seat.deadwood)


def _quartets(state: State, seat: int) -> tuple[tuple[Card, ...], ...]:
    """The cards of the seat's quartets, in the order in which they were laid."""
    return tuple(QUARTETS[rank.open()] for rank in state.laid[seat])


def shown(state: State) -> dict[int, tuple[Card, ...]]:
    """The quartets that each seat turned up when the deal was scored, in the order in which they were laid (CR-27)."""
    if state.result is None or state.result.void:
        return {}
    fours = {seat: _quartets(state, seat) for seat in state.order}
    return {seat: tuple(card for four in found for card in four) for seat, found in fours.items() if found}


def layout(state: State) -> Layout:
    """Where every card lies: in a hand, in the trick or in a quartet."""
    before: list[list[Card]] = [[] for _ in state.hands]
    for played in state.trick:
        before[played.seat].append(played.card)
    aside, laid = [played.card for played in state.trick], state.laid
    if any(laid):
        for seat, ranks in enumerate(laid):
            for rank in ranks:
                before[seat] += QUARTETS[rank.open()]
                aside += QUARTETS[rank.open()]
    hands = tuple([hand.open() for hand in state.hands])
    return _layout(hands, (), (), tuple(aside), tuple(map(tuple, before)))


def rank(rules: CrummyRules, cards: tuple[Card, ...]) -> Ranking:
    """What the complete quartets among the cards are worth together, without joker (CR-42).

    Raises ValueError if the cards are no hand.
    """
    if not 0 < len(cards) <= MOST_CARDS:
        raise ValueError(f"a hand of Crummy is 1 to {MOST_CARDS} cards, not {len(cards)}")
    if any(card not in PACKS[max(PACKS)] for card in cards):
        raise ValueError("Crummy is played with the ranks from the ace down to the five, and the joker is never held")
    found = quartets(cards)
    name = HandName("quartets" if found else "no_quartet", found)
    return Ranking((sum(map(points, found)),), name, melds=tuple(QUARTETS[rank] for rank in found))
