"""The result of a deal: of a deal played for chips, and of a deal that is scored."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, sub
from typing import ClassVar

from engine.evolve import evolve
from engine.frozen import frozen
from engine.stakes import HOUSE, POT, Account, DealResult, Stakes, Transfer, net_of


@frozen
class Over:
    """The phase in which nobody acts any more: the deal is settled, or void."""

    name: ClassVar = "over"
    asks = None


def is_last(before: Stakes, deals: int) -> bool:
    """Whether the deal that began from ``before`` ends a game of at most ``deals`` deals; 0: there is no such limit."""
    return 0 < deals <= before.deals + 1


def leaders(totals: Sequence[int]) -> tuple[int, ...]:
    """The seats with the most chips or points."""
    most = max(totals)
    return tuple([seat for seat, total in enumerate(totals) if total == most])


def chips_result(
    before: Stakes,
    transfers: tuple[Transfer, ...],
    *,
    winners: tuple[int, ...],
    next_dealer: int,
    deals: int,
    shown: tuple[int, ...] = (),
    void: bool = False,
    broke: bool = False,
) -> DealResult:
    """How a deal ended that began from ``before`` and in which ``transfers`` were paid.

    The game is over after ``deals`` deals (0: it never is) or when somebody is ``broke``, and the most chips win it;
    equal stacks share. The pools keep what is left in them.
    """
    lies = _after(before, transfers)
    chips = tuple([lies[seat] for seat in range(len(before.chips))])
    pools = tuple([(name, lies.get(name, 0)) for name, _ in before.pools])
    return counted_result(
        before,
        transfers,
        chips=chips,
        pot=lies[POT],
        pools=pools,
        gifts=HOUSE in lies,
        winners=winners,
        next_dealer=next_dealer,
        deals=deals,
        shown=shown,
        void=void,
        broke=broke,
    )


def counted_result(
    before: Stakes,
    transfers: tuple[Transfer, ...],
    *,
    chips: tuple[int, ...],
    pot: int,
    pools: tuple[tuple[str, int], ...],
    gifts: bool,
    winners: tuple[int, ...],
    next_dealer: int,
    deals: int,
    shown: tuple[int, ...] = (),
    void: bool = False,
    broke: bool = False,
) -> DealResult:
    """The same in a game that has counted during the deal what lies where now.

    ``gifts``: whether the house may have given chips; these are not winnings, and are kept apart from what was paid.
    """
    game_over = broke or is_last(before, deals)
    return DealResult(
        winners=winners,
        net=net_of(transfers, len(chips)) if gifts else tuple(map(sub, chips, before.chips)),
        stakes=evolve(before, dealer=next_dealer, chips=chips, pot=pot, pools=pools, deals=before.deals + 1),
        shown=shown,
        void=void,
        game_over=game_over,
        game_winners=leaders(chips) if game_over else (),
    )


def _after(before: Stakes, transfers: tuple[Transfer, ...]) -> dict[Account, int]:
    """The chips that lie in each account after the transfers, found in one pass."""
    lies: dict[Account, int] = dict(enumerate(before.chips))
    lies[POT] = before.pot
    if before.pools:
        lies.update(before.pools)
    for move in transfers:
        lies[move.source] = lies.get(move.source, 0) - move.amount
        lies[move.target] = lies.get(move.target, 0) + move.amount
    return lies


def scored_result(
    before: Stakes,
    transfers: tuple[Transfer, ...],
    *,
    winners: tuple[int, ...],
    net: tuple[int, ...],
    next_dealer: int,
    deals: int = 0,
    target: int = 0,
    shown: tuple[int, ...] = (),
    void: bool = False,
) -> DealResult:
    """How a deal ended that began from ``before``, in which each seat scored ``net`` and ``transfers`` were paid.

    The game is over after ``deals`` deals or as soon as somebody has ``target`` points (0: neither), and the highest
    score wins it; equal scores share.
    """
    scores = tuple(map(add, before.scores, net)) if before.scores else net
    lies = _after(before, transfers)
    game_over = is_last(before, deals) or 0 < target <= max(scores)
    return DealResult(
        winners=winners,
        net=net,
        stakes=evolve(
            before,
            dealer=next_dealer,
            chips=tuple([lies[seat] for seat in range(len(before.chips))]),
            pot=lies[POT],
            scores=scores,
            deals=before.deals + 1,
        ),
        shown=shown,
        void=void,
        game_over=game_over,
        game_winners=leaders(scores) if game_over else (),
    )
