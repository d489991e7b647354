"""Betting in circuits: bet, match, raise, fold; short stacks and the side stakes that they make.

It knows no cards. A seat that passes or folds is out of the betting for good; it goes on around the table until all who
are in have staked the same, or all that they have (``games/poch.md`` PO-26 to PO-36). Stakes are totals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, Literal

from engine.frozen import frozen, maker

MOST_TURNS: Final = 500
"""After this many turns of a betting nobody can raise any more, so that it ends (``games/general.md`` G-12)."""
MOST_EXTRA: Final = 1_000_000
"""The highest stake, in chips, at tables with extra chips, where stacks have no other limit."""


@frozen
class Betting:
    """How far a betting has come; it holds no secrets."""

    order: tuple[int, ...]
    """The seats in order of play."""
    stakes: tuple[int, ...]
    """What each seat has staked, by seat."""
    turn: int | None
    """Whose turn it is; None when the betting is over."""
    out: frozenset[int] = frozenset()
    """The seats that have passed or folded."""
    all_in: frozenset[int] = frozenset()
    """The seats that have staked all their chips and are asked nothing more."""
    turns: int = 0
    """How many turns are over."""
    bet: int = 0
    """The stake to match, which is the highest; 0 before the first bet."""

    @property
    def staying(self) -> tuple[int, ...]:
        """The seats that have staked and are not out, in order of play."""
        return tuple([seat for seat in self.order if self.stakes[seat] and seat not in self.out])

    @property
    def folded(self) -> tuple[int, ...]:
        """The seats that gave up after somebody had bet, in order of play; seats that passed before that don't count.

        Seats pass in turn until somebody bets, so the first seat in order that has staked anything made the first bet.
        """
        if not self.bet:
            return ()
        first = next(place for place, seat in enumerate(self.order) if self.stakes[seat])
        return tuple([seat for seat in self.order[first:] if seat in self.out])


_betting: Final = maker(Betting)


@lru_cache(maxsize=256)
def opened(order: tuple[int, ...]) -> Betting:
    """A betting in which the first in order of play is to act."""
    return Betting(order, (0,) * len(order), order[0])


def limits(betting: Betting, chips: int, *, extra: bool = False, ceiling: int | None = None) -> tuple[int, int] | None:
    """The lowest and the highest stake that the seat to act can reach with ``chips`` left; None if it can't stake.

    Raises ValueError if nobody is to act.
    """
    if betting.turn is None:
        raise ValueError("the betting is over")
    return stakes_in_reach(betting.stakes[betting.turn], chips, betting.bet, betting.turns, extra, ceiling)


def stakes_in_reach(
    staked: int, chips: int, bet: int, turns: int, extra: bool, ceiling: int | None
) -> tuple[int, int] | None:
    """The lowest and the highest stake that a seat can reach that has staked ``staked`` chips; None if it can't stake.

    A seat with too few chips for the bet can go all in below it, which does not lower the bet; with ``extra`` it can
    match the bet, because it will be given the missing chips. No stake goes over the ceiling.
    """
    reach = staked + chips
    if not bet:
        least, most = 1, reach
    elif reach >= bet:
        least, most = bet, reach if turns < MOST_TURNS else bet
    elif extra:
        least = most = bet
    else:
        least = most = reach
    if ceiling is not None:
        most = min(most, ceiling)
    return (least, most) if least <= most and (chips or (extra and bet)) else None


def kind_of(betting: Betting, amount: int) -> Literal["bet", "match", "raise"]:
    """What raising a stake to ``amount`` is called; an all-in below the bet counts as a match."""
    if not betting.bet:
        return "bet"
    return "raise" if amount > betting.bet else "match"


def dropped(betting: Betting) -> Betting:
    """The betting after the seat to act has passed or folded, for good."""
    assert betting.turn is not None
    return _next(betting, betting.stakes, betting.out | {betting.turn}, betting.all_in)


def staked(betting: Betting, amount: int, *, all_in: bool) -> Betting:
    """The betting after the seat to act has brought its stake to ``amount`` in all."""
    seat = betting.turn
    assert seat is not None
    stakes = (*betting.stakes[:seat], amount, *betting.stakes[seat + 1 :])
    return _next(betting, stakes, betting.out, betting.all_in | {seat} if all_in else betting.all_in)


def _next(betting: Betting, stakes: tuple[int, ...], out: frozenset[int], all_in: frozenset[int]) -> Betting:
    """The betting with what the seat to act has changed. The turn passes to the next seat that is still in and has a
    bet to match, or has not spoken before any bet.
    """
    assert betting.turn is not None
    place, bet, turn = betting.order.index(betting.turn) + 1, max(stakes), None
    for following in (*betting.order[place:], *betting.order[: place - 1]):
        asked = following not in out and following not in all_in
        if asked and (not bet or stakes[following] < bet):
            turn = following
            break
    return _betting(betting.order, stakes, turn, out, all_in, betting.turns + 1, bet)


@frozen
class SideStake:
    """Chips, and the seats that can win them, in order of play."""

    amount: int
    seats: tuple[int, ...]


def uncalled(stakes: Sequence[int]) -> int:
    """The part of the highest stake that nobody else has staked anything against, in chips."""
    *_, second, highest = sorted((0, *stakes))
    return highest - second


def side_stakes(stakes: Sequence[int], staying: Sequence[int]) -> tuple[SideStake, ...]:
    """All stakes, level by level. All seats that stay in can win the first level; only those that staked more can win
    each further level (PO-33, PO-35).

    The chips of folded seats count in each level as far as they reach. Raises ValueError if nobody stays in.
    """
    if not staying:
        raise ValueError("nobody stays in")
    found: list[SideStake] = []
    below = 0  # the chips of all the levels so far
    *levels, highest = sorted({stakes[seat] for seat in staying})
    for level in levels:
        reached = sum([min(stake, level) for stake in stakes])
        found.append(SideStake(reached - below, tuple([seat for seat in staying if stakes[seat] >= level])))
        below = reached
    found.append(SideStake(sum(stakes) - below, tuple([seat for seat in staying if stakes[seat] >= highest])))
    return tuple(found)


def won(parts: Sequence[SideStake], best: Callable[[tuple[int, ...]], int]) -> dict[int, int]:
    """What each winner gets, in chips, the winner of the first side stake first; ``best`` returns the best of some
    seats.
    """
    found: dict[int, int] = {}
    for part in parts:
        winner = best(part.seats)
        found[winner] = found.get(winner, 0) + part.amount
    return found
