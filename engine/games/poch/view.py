"""What a seat or a spectator may know of a deal of Poch; built by allow-list (general.md G-10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.cards import Card
from engine.game import Layout
from engine.games.poch.edition import POCH
from engine.games.poch.play import open_prompts, prompts, to_act
from engine.games.poch.state import State, Vying, held
from engine.middle import Pool, Pools
from engine.parts.betting import Betting
from engine.parts.piles import Hand
from engine.parts.sets import set_name
from engine.parts.stops import next_card
from engine.stakes import Transfer
from engine.view import SeatView, View

_WINS: Final = frozenset({"pool", "poch", "centre", "stakes"})
"""The reasons for which chips go from a pool to the seat that won it."""


def observe(state: State, viewer: int | None) -> View:
    """The table as ``viewer`` sees it; None is a spectator."""
    betting = state.phase.betting if isinstance(state.phase, Vying) else None
    return View(
        game=state.edition.name,
        rules=state.rules,
        viewer=viewer,
        dealer=state.order[-1],
        to_act=to_act(state),
        seats=tuple(_seat(state, seat, viewer, betting) for seat in range(len(state.chips))),
        pot=state.pot,
        prompts=open_prompts(state) if viewer is None else prompts(state, viewer),
        result=state.result,
        asks=state.phase.asks,
        middle=_pools(state, betting),
    )


def _pools(state: State, betting: Betting | None) -> Pools:
    """What lies in the middle."""
    board, taken = state.edition.board, _taken(state.transfers)
    return Pools(
        pools=tuple(
            Pool(name, chips, board.won_by(name), board.called(name), name == POCH, taken.get(name))
            for name, chips in state.pools
        ),
        turned=state.turned,
        turned_to=state.owner,
        betting=betting is not None,
        bet=betting.bet if betting else 0,
        folded=betting.folded if betting else (),
        run=state.gone[state.run :],
        stopped=_stopped(state),
        gone=tuple(played.card for played in state.gone),
        pools_first=board.pools_first,
        pair_needed=board.pair_needed,
        extra_chips=board.extra_chips,
        stop=board.stop,
    )


def _taken(transfers: tuple[Transfer, ...]) -> dict[str, int]:
    """The pools that were won, each with the seat that won it first."""
    taken: dict[str, int] = {}
    for paid in transfers:
        if paid.reason in _WINS and isinstance(paid.source, str) and isinstance(paid.target, int):
            taken.setdefault(paid.source, paid.target)
    return taken


def _stopped(state: State) -> bool:
    """Whether nobody had the next card after the last one played; where it ends the deal, it is told if it pays."""
    if not state.gone:
        return False
    if state.result is None:
        return True
    following = next_card(state.gone[-1].card)
    return state.edition.board.stop > 0 and not any(following in hand.open() for hand in state.hands)


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
