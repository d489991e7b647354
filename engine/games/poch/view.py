"""What a seat or a spectator may know of a deal of Poch; built by allow-list (general.md G-10)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards import Card
from engine.game import Layout
from engine.games.poch.play import prompts, to_act
from engine.games.poch.state import State, Vying, held
from engine.parts.betting import Betting
from engine.parts.piles import Hand
from engine.parts.sets import set_name
from engine.view import SeatView, View


def observe(state: State, viewer: int | None) -> View:
    """The table as ``viewer`` sees it; None is a spectator."""
    betting = state.phase.betting if isinstance(state.phase, Vying) else None
    return View(
        game=state.edition.name,
        rules=state.rules,
        viewer=viewer,
        dealer=state.order[-1],
        phase=state.phase.name,
        to_act=to_act(state),
        seats=tuple(_seat(state, seat, viewer, betting) for seat in range(len(state.chips))),
        stock=len(state.rest.open()),
        discards=0,
        upcard=None,
        pot=state.pot,
        pools=state.pools,
        prompts=() if viewer is None else prompts(state, viewer),
        result=state.result,
        played=state.gone[state.run :],
        turned=state.turned,
        bet=betting.bet if betting else 0,
        gone=tuple(one.card for one in state.gone),
        board=state.edition.board,
    )


def _seat(state: State, seat: int, viewer: int | None, betting: Betting | None) -> SeatView:
    hand = state.hands[seat].to(viewer)
    shown = shown_by(state, seat)
    named = shown or (hand if betting else None)
    return SeatView(
        seat=seat,
        cards=len(held(state, seat)),
        chips=state.chips[seat],
        done=state.result is not None,
        hand=hand,
        name=set_name(named) if named else None,
        passed=betting is not None and seat in betting.out,
        stake=betting.stakes[seat] if betting else 0,
        shown=shown,
    )


def shown_by(state: State, seat: int) -> Hand:
    """The cards that the seat showed at the end of the betting (PO-29, PO-31); none if it did not."""
    return next((cards for one, cards in state.shown if one == seat), ())


def shown(state: State) -> Mapping[int, tuple[Card, ...]]:
    """The cards that each seat showed at the end of the betting."""
    return dict(state.shown)


def layout(state: State) -> Layout:
    """Where every card lies; those played out, and a turned card that is nobody's, are aside."""
    open_cards = () if state.owner is not None else (state.turned,)
    return Layout(
        hands=tuple(hand.open() for hand in state.hands),
        stock=state.rest.open(),
        discards=(),
        aside=(*open_cards, *(one.card for one in state.gone)),
    )
