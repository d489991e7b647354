"""What a seat or a spectator may know of a deal of Knock Rummy; built by allow-list (games/general.md G-10)."""

from __future__ import annotations

from typing import Final

from engine.cards import Card
from engine.game import Layout, Ranking
from engine.games.knock_rummy.play import HAND_SIZES, open_prompts, prompts, to_act
from engine.games.knock_rummy.rules import KnockRummyRules
from engine.games.knock_rummy.state import NAME, State, ToDiscard, held, loose
from engine.parts.hands import HandName
from engine.parts.melds import Arrangement, arrange, best_discard
from engine.parts.results import Over
from engine.parts.turns import piles_of
from engine.stakes import moved
from engine.view import SeatView, View

MOST_CARDS: Final = max(HAND_SIZES.values()) + 1
"""The largest hand, with the card drawn."""


def observe(state: State, viewer: int | None) -> View:
    """The table as ``viewer`` sees it; None is a spectator."""
    phase, piles = state.phase, state.piles
    chips = moved(state.stakes.chips, state.transfers)
    scores = (state.result.stakes if state.result else state.stakes).scores or (0,) * len(chips)
    discarding = phase if isinstance(phase, ToDiscard) else None
    drawn_from = discarding.source if discarding else None
    return View(
        game=NAME,
        rules=state.rules,
        viewer=viewer,
        dealer=state.stakes.dealer,
        phase=phase.name,
        to_act=to_act(state),
        seats=tuple([_seat(state, seat, viewer, chips[seat], scores[seat]) for seat in range(len(chips))]),
        stock=piles.stock,
        discards=len(piles.discards),
        upcard=piles.discards[-1] if piles.discards else None,
        pot=state.stakes.pot,
        knocker=state.knocker,
        drawn=held(state, viewer)[-1] if discarding and viewer is not None and viewer == discarding.seat else None,
        drawn_from=drawn_from,
        prompts=open_prompts(state) if viewer is None else prompts(state, viewer),
        result=state.result,
        asks=phase.asks,
        middle=piles_of(piles, drawn_from),
    )


def _seat(state: State, seat: int, viewer: int | None, chips: int, score: int) -> SeatView:
    hand = state.hands[seat].to(viewer)
    if state.result is not None and seat in state.result.shown:
        hand = held(state, seat)
    arranged = _arranged(state, seat, hand) if hand else None
    return SeatView(
        seat=seat,
        cards=len(held(state, seat)),
        chips=chips,
        knocked=seat == state.knocker,
        done=isinstance(state.phase, Over),
        score=score,
        hand=hand,
        melds=arranged.melds if arranged else (),
        deadwood=arranged.deadwood if arranged else None,
    )


def _arranged(state: State, seat: int, hand: tuple[Card, ...]) -> Arrangement:
    """The hand in its melds; with the card just drawn, what is left after the best discard."""
    phase = state.phase
    if isinstance(phase, ToDiscard) and phase.seat == seat:
        return best_discard(hand, loose(state, phase))[1]
    return arrange(hand)


def layout(state: State) -> Layout:
    """Where every card lies."""
    return Layout(
        hands=tuple(held(state, seat) for seat in range(len(state.hands))),
        stock=state.piles.stock_cards,
        discards=state.piles.discards,
    )


def rank(rules: KnockRummyRules, cards: tuple[Card, ...]) -> Ranking:
    """What the cards are worth: the less deadwood, the higher. Raises ValueError where they are no hand."""
    if not 0 < len(cards) <= MOST_CARDS:
        raise ValueError(f"a hand of Knock Rummy is 1 to {MOST_CARDS} cards, not {len(cards)}")
    if any(card.is_joker for card in cards):
        raise ValueError("there is no joker in Knock Rummy")
    arranged = arrange(cards)
    name = HandName("deadwood" if arranged.deadwood else "rum")
    return Ranking((-arranged.deadwood,), name, melds=arranged.melds, deadwood=arranged.deadwood)
