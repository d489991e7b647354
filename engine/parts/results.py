"""The result of a deal: of a deal played for chips, and of a deal that is scored."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, sub
from typing import ClassVar, Final

from engine.evolve import evolve
from engine.frozen import frozen, maker
from engine.stakes import HOUSE, POT, Account, Accounts, DealResult, Stakes, Transfer, accounts_after, net_of


@frozen
class Over:
    """The phase in which nobody acts any more: the deal is settled, or void."""

    name: ClassVar = "over"
    asks = None


OVER: Final = Over()
_deal_result: Final = maker(DealResult)


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
    lies: Accounts | None = None,
    pools: tuple[str, ...] = (),
    shown: tuple[int, ...] = (),
    void: bool = False,
    broke: bool = False,
) -> DealResult:
    """How a deal ended that began from ``before`` and in which ``transfers`` were paid.

    The game is over after ``deals`` deals (0: it never is) or when somebody is ``broke``, and the most chips win it;
    equal stacks share. The pools keep what is left in them: those of ``before``, or all of a board that has more.
    ``lies``: what lies in each account at the end, where the game has counted that. Chips that the house gave are not
    winnings, and are kept apart from what was paid.
    """
    if lies is None:
        lies = _after(before, transfers)
    chips = tuple(map(lies.__getitem__, range(len(before.chips))))
    left = tuple([(pool, lies[pool]) for pool in pools or dict(before.pools)])
    game_over = broke or is_last(before, deals)
    return _deal_result(
        winners,
        net_of(transfers, len(chips)) if HOUSE in lies else tuple(map(sub, chips, before.chips)),
        evolve(before, dealer=next_dealer, chips=chips, pot=lies[POT], pools=left, deals=before.deals + 1),
        shown,
        void,
        game_over,
        leaders(chips) if game_over else (),
    )  # the fields in their order, which takes half the time that names do


def _after(before: Stakes, transfers: tuple[Transfer, ...]) -> Accounts:
    """The chips that lie in each account at the end of such a deal."""
    lies: dict[Account, int] = dict(enumerate(before.chips))
    lies[POT] = before.pot
    lies.update(before.pools)
    return accounts_after(lies, transfers)


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
