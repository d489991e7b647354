"""What a seat or a spectator may know of a deal of Poch; built by allow-list (general.md G-10)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from engine.cards import Card
from engine.frozen import maker
from engine.game import Layout
from engine.games.poch.edition import POCH, Edition
from engine.games.poch.play import open_prompts, prompts, to_act
from engine.games.poch.state import State, Vying, in_pools, stacks
from engine.middle import Pool, Pools
from engine.parts.betting import Betting
from engine.parts.piles import Hand
from engine.parts.remembering import for_last_state
from engine.parts.sets import set_name
from engine.parts.stops import next_card
from engine.stakes import POT
from engine.view import SeatView, View, seen_by, with_hand

_WINS: Final = frozenset({"pool", "poch", "centre", "stakes"})
"""The reasons for which chips go from a pool to the seat that won it."""

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
    betting, shown_now = _betting(state), shown(state)
    chips, done = stacks(state), state.result is not None
    out, stakes = (frozenset[int](), (0,) * len(chips)) if betting is None else (betting.out, betting.stakes)
    return _view(
        game=state.edition.name,
        rules=state.rules,
        viewer=None,
        dealer=state.order[-1],
        to_act=to_act(state),
        seats=tuple(
            [
                _seat(seat, len(hand.open()), chips[seat], done, seat in out, stakes[seat], shown_now.get(seat, ()))
                for seat, hand in enumerate(state.hands)
            ]
        ),
        pot=state.lies[POT],
        prompts=open_prompts(state),
        result=state.result,
        asks=state.phase.asks,
        middle=_pools(state, betting),
    )


def _betting(state: State) -> Betting | None:
    return state.phase.betting if isinstance(state.phase, Vying) else None


def _pools(state: State, betting: Betting | None) -> Pools:
    """What lies in the middle."""
    edition = state.edition
    board = edition.board
    return Pools(
        pools=_filled(edition, in_pools(state), _taken(state, edition)),
        turned=state.turned,
        turned_to=state.owner,
        betting=betting is not None,
        bet=betting.bet if betting else 0,
        folded=betting.folded if betting else (),
        run=state.gone[state.run :],
        stopped=_stopped(state),
        gone=tuple([played.card for played in state.gone]),
        pools_first=board.pools_first,
        pair_needed=board.pair_needed,
        stakes_in_pool=edition.bets_in == POCH,
        extra_chips=board.extra_chips,
        stop=board.stop,
    )


@lru_cache(1024)
def _filled(edition: Edition, lies: tuple[int, ...], taken: tuple[tuple[str, int], ...]) -> tuple[Pool, ...]:
    """The pools with what ``lies`` in them and who has ``taken`` them. Mostly those of the state before."""
    takers = dict(taken)
    return tuple(
        [
            Pool(name, chips, *edition.won_by[name], name == POCH, takers.get(name))
            for name, chips in zip(edition.board.pools, lies, strict=True)
        ]
    )


def _taken(state: State, edition: Edition) -> tuple[tuple[str, int], ...]:
    """The pools that were won, each with the seat that won it first."""
    taken: dict[str, int] = {}
    dressing = len(state.order) * len(edition.dressed)  # this wins nobody anything
    for paid in state.transfers[dressing:]:
        if paid.reason in _WINS and isinstance(paid.source, str) and isinstance(paid.target, int):
            taken.setdefault(paid.source, paid.target)
    return tuple(taken.items())


def _stopped(state: State) -> bool:
    """Whether nobody had the next card after the last one played; at the end of a deal only if that pays."""
    if not state.gone:
        return False
    if state.result is None:
        return True
    following = next_card(state.gone[-1].card)
    return state.edition.board.stop > 0 and not any(following in hand.open() for hand in state.hands)


@lru_cache(4096)
def _seat(seat: int, cards: int, chips: int, done: bool, passed: bool, stake: int, shown: Hand) -> SeatView:
    """The seat as everybody sees it: no more than the cards that it showed. Most are those of the state before."""
    name = set_name(shown) if shown else None
    return SeatView(seat, cards, chips, done=done, name=name, passed=passed, stake=stake, shown=shown)


def _own(state: State, seat: SeatView) -> SeatView:
    """The same seat as its holder sees it."""
    hand, name = state.hands[seat.seat].to(seat.seat), seat.name
    # Whoever has played nothing yet still holds the hand that was bet on.
    if hand and not seat.shown and (_betting(state) is not None or not _has_played(state, seat.seat)):
        name = set_name(hand)
    return with_hand(seat, hand, name, seat.melds, seat.deadwood)


def _has_played(state: State, seat: int) -> bool:
    return any(played.seat == seat for played in state.gone)


def shown(state: State) -> Mapping[int, tuple[Card, ...]]:
    """The cards that each seat showed at the end of the betting (PO-29, PO-31)."""
    return dict(state.shown)


def layout(state: State) -> Layout:
    """Where every card lies; those played out, and a turned card that belongs to nobody, are aside."""
    open_cards = () if state.owner is not None else (state.turned,)
    return _layout(
        hands=tuple([hand.open() for hand in state.hands]),
        stock=state.rest.open(),
        discards=(),
        aside=(*open_cards, *[played.card for played in state.gone]),
    )
