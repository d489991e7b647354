"""What a seat or a spectator may know of a deal of Dompe; built by allow-list (general.md G-10)."""

from __future__ import annotations

from engine.cards import Card
from engine.game import Layout, Ranking
from engine.games.dompe.hands import FIVE, SIX, may_win, name_of, outright, value_of
from engine.games.dompe.play import open_prompts, prompts, to_act
from engine.games.dompe.rules import DompeRules
from engine.games.dompe.state import NAME, State, ToDiscard, held, loose
from engine.parts.hands import HandName
from engine.parts.piles import Hand
from engine.parts.results import Over
from engine.parts.turns import asked, piles_of
from engine.stakes import POT, lies_in, moved
from engine.view import SeatView, View


def observe(state: State, viewer: int | None) -> View:
    """The table as ``viewer`` sees it; None is a spectator."""
    phase, piles = state.phase, state.piles
    chips = moved(state.stakes.chips, state.transfers)
    drawn_from, offered = phase.source if isinstance(phase, ToDiscard) else None, open_prompts(state)
    return View(
        game=NAME,
        rules=state.rules,
        viewer=viewer,
        dealer=state.order[-1],
        phase=phase.name,
        to_act=to_act(state),
        seats=tuple([_seat(state, seat, viewer, chips[seat]) for seat in range(len(chips))]),
        stock=piles.stock,
        discards=len(piles.discards),
        upcard=piles.discards[-1] if piles.discards else None,
        pot=lies_in(POT, state.stakes.pot, state.transfers),
        knocker=state.caller,
        drawn=held(state, viewer)[-1] if drawn_from and viewer is not None and viewer in to_act(state) else None,
        drawn_from=drawn_from,
        prompts=offered if viewer is None else prompts(state, viewer),
        result=state.result,
        asks=asked(phase.asks, offered),
        middle=piles_of(piles, drawn_from),
    )


def _seat(state: State, seat: int, viewer: int | None, chips: int) -> SeatView:
    hand = state.hands[seat].to(viewer)
    if state.result is not None and seat in state.result.shown:
        hand = held(state, seat)
    return SeatView(
        seat=seat,
        cards=len(held(state, seat)),
        chips=chips,
        standing="in" if seat in state.order else "out",
        knocked=seat == state.caller,
        done=_is_done(state, seat),
        hand=hand,
        name=_name(state, seat, hand) if hand else None,
    )


def _is_done(state: State, seat: int) -> bool:
    """Whether the seat has no more turn: after a call, all but those from the one to act to the dealer (DM-13)."""
    if isinstance(state.phase, Over) or seat not in state.order:
        return True
    return state.caller is not None and seat not in state.order[state.order.index(state.phase.seat) :]


def _name(state: State, seat: int, hand: Hand) -> HandName:
    """What the hand is; of six cards that do not win outright, the best five that may be kept."""
    phase = state.phase
    may_go = loose(state, phase) if isinstance(phase, ToDiscard) and phase.seat == seat else None
    return name_of(state.rules, hand, may_go)


def layout(state: State) -> Layout:
    """Where every card lies."""
    return Layout(
        hands=tuple(held(state, seat) for seat in range(len(state.hands))),
        stock=state.piles.stock_cards,
        discards=state.piles.discards,
    )


def rank(rules: DompeRules, cards: tuple[Card, ...]) -> Ranking:
    """What five or six cards are worth; six that do not win outright are worth their best five. Raises ValueError."""
    if len(cards) not in (FIVE, SIX):
        raise ValueError(f"a hand of Dompe is {FIVE} cards, or {SIX} before the discard, not {len(cards)}")
    return Ranking(
        value_of(rules, cards),
        name_of(rules, cards),
        wins_outright=outright(rules, cards) is not None,
        cannot_win="" if may_win(rules, cards) else "a hand of Dompe is three of a kind or better",
    )
