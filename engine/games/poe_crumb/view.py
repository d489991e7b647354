"""What a seat or a spectator may know of a deal of Poe Crumb; built by allow-list (general.md G-10)."""

from __future__ import annotations

from engine.cards import Card
from engine.game import Layout, Ranking
from engine.games.poe_crumb.hands import HAND_SIZE, name_of, value_of, worth_by
from engine.games.poe_crumb.play import open_prompts, prompts, to_act
from engine.games.poe_crumb.rules import PoeCrumbRules
from engine.games.poe_crumb.state import NAME, State, ToDiscard, held
from engine.parts.hands import HandName
from engine.parts.piles import Hand, without
from engine.parts.results import Over
from engine.parts.seating import have_played
from engine.parts.turns import asked, piles_of
from engine.stakes import POT, lies_in, moved
from engine.view import SeatView, View


def observe(state: State, viewer: int | None) -> View:
    """The table as ``viewer`` sees it; None is a spectator."""
    phase, piles = state.phase, state.piles
    chips = moved(state.stakes.chips, state.transfers)
    scores = (state.result.stakes if state.result else state.stakes).scores or (0,) * len(chips)
    discarding = phase if isinstance(phase, ToDiscard) else None
    drawn_from, offered = discarding.source if discarding else None, open_prompts(state)
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
        pot=lies_in(POT, state.stakes.pot, state.transfers),
        knocker=state.knocker,
        drawn=held(state, viewer)[-1] if discarding and viewer is not None and viewer == discarding.seat else None,
        drawn_from=drawn_from,
        prompts=offered if viewer is None else prompts(state, viewer),
        result=state.result,
        asks=asked(phase.asks, offered),
        middle=piles_of(piles, drawn_from),
    )


def _seat(state: State, seat: int, viewer: int | None, chips: int, score: int) -> SeatView:
    hand = state.hands[seat].to(viewer)
    if state.result is not None and seat in state.result.shown:
        hand = held(state, seat)
    return SeatView(
        seat=seat,
        cards=len(held(state, seat)),
        chips=chips,
        knocked=seat == state.knocker,
        done=_is_done(state, seat),
        score=score,
        hand=hand,
        name=_name(state.rules, hand) if hand else None,
    )


def _is_done(state: State, seat: int) -> bool:
    """Whether the seat has no more turn: after a knock, all from the knocker to the seat before the one to act."""
    if isinstance(state.phase, Over):
        return True
    return state.knocker is not None and seat in have_played(state.knocker, state.phase.seat, state.order)


def _name(rules: PoeCrumbRules, hand: Hand) -> HandName:
    """What the hand is; of six cards, the best five that may be kept."""
    if len(hand) == HAND_SIZE:
        return name_of(rules, hand)
    return name_of(rules, max((without(hand, card) for card in hand), key=worth_by(rules)))


def layout(state: State) -> Layout:
    """Where every card lies."""
    return Layout(
        hands=tuple(held(state, seat) for seat in range(len(state.hands))),
        stock=state.piles.stock_cards,
        discards=state.piles.discards,
    )


def rank(rules: PoeCrumbRules, cards: tuple[Card, ...]) -> Ranking:
    """What five cards are worth, jokers among them or not. Raises ValueError where they are not five."""
    if len(cards) != HAND_SIZE:
        raise ValueError(f"a hand of Poe Crumb is {HAND_SIZE} cards, not {len(cards)}")
    return Ranking(value_of(rules, cards), name_of(rules, cards))
