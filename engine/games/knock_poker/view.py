"""What a seat or a spectator may know of a deal of Knock Poker; built by allow-list (games/general.md G-10)."""

from __future__ import annotations

from engine.cards import Card
from engine.game import Layout, Ranking
from engine.games.knock_poker.play import open_prompts, prompts, to_act
from engine.games.knock_poker.rules import KnockPokerRules
from engine.games.knock_poker.state import HAND_SIZE, NAME, State, ToDiscard, held
from engine.parts.hands import HandName
from engine.parts.piles import without
from engine.parts.ranking import hand_name, rank_hand, value_parts
from engine.parts.results import Over
from engine.parts.seating import have_played
from engine.parts.turns import asked, piles_of
from engine.stakes import POT, lies_in, moved
from engine.view import SeatView, Standing, View


def observe(state: State, viewer: int | None) -> View:
    """The table as ``viewer`` sees it; None is a spectator."""
    phase, discards = state.phase, state.piles.discards
    chips = moved(state.stakes.chips, state.transfers)
    discarding = phase if isinstance(phase, ToDiscard) else None
    drawn_from, offered = discarding.source if discarding else None, open_prompts(state)
    return View(
        game=NAME,
        rules=state.rules,
        viewer=viewer,
        dealer=state.order[-1],
        phase=phase.name,
        to_act=to_act(state),
        seats=tuple([_seat(state, seat, viewer, chips[seat]) for seat in range(len(chips))]),
        stock=state.stock,
        discards=len(discards),
        upcard=discards[-1] if discards else None,
        pot=lies_in(POT, state.stakes.pot, state.transfers),
        knocker=state.knocker,
        drawn=held(state, viewer)[-1] if discarding and viewer is not None and viewer == discarding.seat else None,
        drawn_from=drawn_from,
        prompts=offered if viewer is None else prompts(state, viewer),
        result=state.result,
        asks=asked(phase.asks, offered),
        middle=piles_of(state.piles, drawn_from),
    )


def _seat(state: State, seat: int, viewer: int | None, chips: int) -> SeatView:
    standing: Standing = "folded" if seat in state.folded else "in" if seat in state.order else "out"
    hand = state.hands[seat].to(viewer) if standing == "in" else None
    if state.result is not None and seat in state.result.shown:
        hand = held(state, seat)
    return SeatView(
        seat=seat,
        cards=len(held(state, seat)) if standing == "in" else 0,
        chips=chips,
        standing=standing,
        knocked=seat == state.knocker,
        done=_is_done(state, seat),
        hand=hand,
        name=_name(state, hand) if hand else None,
    )


def _is_done(state: State, seat: int) -> bool:
    """Whether the seat has no more turn: after a knock, all from the knocker to the seat before the one to act."""
    if isinstance(state.phase, Over) or seat not in state.order:
        return True
    if state.knocker is None:
        return False
    return seat in have_played(state.knocker, state.phase.seat, state.order)


def _name(state: State, hand: tuple[Card, ...]) -> HandName:
    """What the hand is; of six cards, the best five that may be kept."""
    if len(hand) == HAND_SIZE:
        return hand_name(rank_hand(hand))
    taken = isinstance(state.phase, ToDiscard) and state.phase.source == "discard"
    return hand_name(max(rank_hand(without(hand, card)) for card in hand[: -1 if taken else None]))


def layout(state: State) -> Layout:
    """Where every card lies; folded hands are set aside (KP-22)."""
    folded = state.folded
    return Layout(
        hands=tuple(() if seat in folded else held(state, seat) for seat in range(len(state.hands))),
        stock=state.piles.stock_cards,
        discards=state.piles.discards,
        aside=tuple(card for seat in folded for card in held(state, seat)),
    )


def rank(rules: KnockPokerRules, cards: tuple[Card, ...]) -> Ranking:
    """What five cards are worth. Raises ValueError where they are not five without a joker."""
    if len(cards) != HAND_SIZE:
        raise ValueError(f"a hand of Knock Poker is {HAND_SIZE} cards, not {len(cards)}")
    value = rank_hand(cards)
    return Ranking(value_parts(value), hand_name(value))
