"""What a deal did in chips: losses capped at the buy-in, and what people won from each other and from the house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def divided(amount: int, by: Mapping[int, int]) -> dict[int, int]:
    """An amount divided in proportion to positive weights, and never more than the weight; odd units go to the first.

    ``amount`` must not exceed the sum of the weights.
    """
    total = sum(by.values())
    parts = {key: amount * weight // total for key, weight in by.items()} if total else {}
    left = amount - sum(parts.values())
    for key, weight in by.items():
        if left and parts[key] < weight:
            parts[key] += 1
            left -= 1
    return parts


def refunds(chips: Sequence[int], cap: int) -> tuple[tuple[int, int, int], ...]:
    """What winners give back so that nobody has lost more than ``cap`` chips in a deal: source, target, chips.

    ``chips``: what each seat has won or lost. Winners give in proportion to what they have won.
    """
    due = {seat: -cap - net for seat, net in enumerate(chips) if net < -cap}
    won = {seat: net for seat, net in enumerate(chips) if net > 0}
    amount = min(sum(due.values()), sum(won.values()))
    give, take = divided(amount, won), divided(amount, due)
    moves = []
    for target, wanted in take.items():
        for source, has in give.items():
            if paid := min(wanted, has):
                moves.append((source, target, paid))
                give[source] -= paid
                wanted -= paid
    return tuple(moves)


def from_house(chips: Sequence[int], computers: Sequence[bool], lies: int) -> tuple[tuple[int, ...], int]:
    """What each seat has won from the house (below 0: lost to it); and the house's chips that lie in the pools then.

    ``chips``: what each seat has won or lost; ``lies``: the house's chips in pot and pools before the deal. All that a
    computer player wins is the house's. What people together have won from the house is divided among the winners, in
    proportion to what they have won, and what they have lost to it likewise among the losers.
    """
    lent = lies - sum(net for net, computer in zip(chips, computers, strict=True) if computer)
    people = {seat: net for seat, net in enumerate(chips) if not computers[seat]}
    sign = 1 if lent > 0 else -1
    weights = {seat: sign * net for seat, net in people.items() if sign * net > 0}
    amount = min(sign * lent, sum(weights.values()))
    parts = divided(amount, weights)
    of_seats = tuple(chips[seat] if computers[seat] else sign * parts.get(seat, 0) for seat in range(len(chips)))
    return of_seats, max(0, lent - sign * amount)
