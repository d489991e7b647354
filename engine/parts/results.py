"""The end of a deal, written down: of one that is played for chips, and of one that is scored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.evolve import evolve
from engine.frozen import frozen
from engine.stakes import POT, Account, DealResult, Stakes, Transfer, lies_in, moved, net_of


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
    board: tuple[str, ...] = (),
    broke: bool = False,
) -> DealResult:
    """How a deal ended that began from ``before`` and in which ``transfers`` were paid.

    The game is over after ``deals`` deals (0: it never is) or where somebody is ``broke``, and the most chips win it;
    equal stacks share. The pools, in the order of the ``board`` where there is one, keep what is left in them.
    """
    seats = len(before.chips)
    chips = moved(before.chips, transfers)
    game_over = broke or is_last(before, deals)
    return DealResult(
        winners=winners,
        net=net_of(transfers, seats),
        stakes=evolve(
            before,
            dealer=next_dealer,
            chips=chips,
            pot=lies_in(POT, before.pot, transfers),
            pools=pools_after(before, transfers, board),
            deals=before.deals + 1,
        ),
        shown=shown,
        void=void,
        game_over=game_over,
        game_winners=leaders(chips) if game_over else (),
    )


def pools_after(before: Stakes, transfers: tuple[Transfer, ...], board: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """The chips in each pool after ``transfers``, in the order of the board where there is one."""
    held: dict[Account, int] = {**dict.fromkeys(board, 0), **dict(before.pools)}
    if not held:
        return ()
    for transfer in transfers:
        if transfer.source in held:
            held[transfer.source] -= transfer.amount
        if transfer.target in held:
            held[transfer.target] += transfer.amount
    return tuple((name, held[name]) for name in board or dict(before.pools))


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
    seats = range(len(before.chips))
    scores = tuple(score + now for score, now in zip(before.scores or (0,) * len(seats), net, strict=True))
    game_over = is_last(before, deals) or 0 < target <= max(scores)
    return DealResult(
        winners=winners,
        net=net,
        stakes=evolve(
            before,
            dealer=next_dealer,
            chips=moved(before.chips, transfers),
            pot=lies_in(POT, before.pot, transfers),
            scores=scores,
            deals=before.deals + 1,
        ),
        shown=shown,
        void=void,
        game_over=game_over,
        game_winners=leaders(scores) if game_over else (),
    )
