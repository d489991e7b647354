"""How a deal of Knock Rummy is scored (knock_rummy.md, KR-30 to KR-40), from values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.events import HandShown, PointsLost
from engine.frozen import frozen
from engine.games.drawing.drawing import Ending
from engine.games.drawing.state import State, held
from engine.parts.melds import arrange
from engine.parts.sharing import shares
from engine.stakes import Transfer

if TYPE_CHECKING:
    from engine.games.knock_rummy.rules import KnockRummyRules


@frozen
class Settlement:
    """Who won, and what it means in points."""

    winners: tuple[int, ...]
    """In order of play."""
    losses: tuple[PointsLost, ...]
    """What each payer loses, in order of play."""
    net: tuple[int, ...]
    """What each seat scores; the scores add up to nothing (KR-40)."""


def showdown(rules: KnockRummyRules, state: State, pot: int) -> Ending:
    """Everybody shows a hand in its best arrangement (KR-25), and the deal is scored."""
    assert state.knocker is not None
    hands = {seat: held(state, seat) for seat in state.order}
    arranged = {seat: arrange(hand) for seat, hand in hands.items()}
    settlement = settle(rules, {seat: found.deadwood for seat, found in arranged.items()}, state.knocker)
    return Ending(
        settlement.winners,
        payments(settlement.net, state.order, rules.chips_per_point),
        tuple([HandShown(seat, hands[seat], None, found.melds, found.deadwood) for seat, found in arranged.items()]),
        net=settlement.net,
        told=settlement.losses,
    )


def settle(rules: KnockRummyRules, deadwood: Mapping[int, int], knocker: int) -> Settlement:
    """The one formula of KR-39, from the unmatched points of each seat in order of play."""
    lowest = min(deadwood.values())
    winners = tuple(seat for seat, total in deadwood.items() if total == lowest and seat != knocker) or (knocker,)
    has_bonus = lowest == 0 and (rules.rum_bonus == "any_winner" or winners == (knocker,))
    losses = tuple(
        PointsLost(
            seat,
            difference=total - lowest,
            rum=rules.rum_points if has_bonus else 0,
            undercut=rules.undercut_penalty if seat == knocker else 0,
        )
        for seat, total in deadwood.items()
        if seat not in winners and not (seat == knocker and total == lowest)
    )
    net = dict.fromkeys(deadwood, 0) | {loss.seat: -loss.points for loss in losses}
    net |= shares(sum(loss.points for loss in losses), winners)
    return Settlement(winners, losses, tuple(net[seat] for seat in range(len(net))))


def payments(net: tuple[int, ...], order: tuple[int, ...], chips_per_point: int) -> tuple[Transfer, ...]:
    """The chips that pay for the points, from the losers to the winners, both in order of play."""
    if not chips_per_point:
        return ()
    to_come = {seat: net[seat] * chips_per_point for seat in order if net[seat] > 0}
    paid: list[Transfer] = []
    for loser in order:
        owed = -net[loser] * chips_per_point
        for winner in to_come:
            amount = min(owed, to_come[winner])
            if amount > 0:
                paid.append(Transfer(loser, winner, amount, "points"))
                owed -= amount
                to_come[winner] -= amount
    return tuple(paid)
