"""Who pays whom at the end of a deal of Poch, from values. Nobody runs into debt: PO-44."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, repeat
from typing import Final

from engine.frozen import maker
from engine.games.poch.edition import MostCardsTie
from engine.parts.sharing import shares
from engine.stakes import Account, Accounts, Transfer

_transfer: Final = maker(Transfer)


class Till:
    """Payments one after the other, each as far as the payer's chips go (PO-44, LQ-9, HO-14)."""

    def __init__(self, lies: Accounts) -> None:
        self.lies: dict[Account, int] = dict(lies)
        """The chips that lie in each account after what was paid so far."""
        self._transfers: list[Transfer] = []

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """What was paid, in order."""
        return tuple(self._transfers)

    def take(self, source: Account, target: int, amount: int, reason: str) -> None:
        """Pays ``amount`` chips from a pool or a seat, or as many of them as lie there."""
        lies = self.lies
        amount = min(amount, lies[source])
        if amount:
            lies[source] -= amount
            lies[target] += amount
            self._transfers.append(_transfer(source, target, amount, reason))

    def collect(self, target: int, owed: Mapping[int, int], reason: str) -> None:
        """Pays one seat what all the others owe it, in chips, in their order."""
        for payer, amount in owed.items():
            if payer != target:
                self.take(payer, target, amount, reason)


def most_cards(till: Till, left: Mapping[int, int], tie: MostCardsTie) -> None:
    """The player with the most cards left pays that number to each opponent, in order of play (LQ-8a to LQ-9).

    ``left`` has each seat's number of cards, in order of play.
    """
    most = max(left.values())
    payers = [seat for seat, cards in left.items() if cards == most]
    others = [seat for seat in left if seat not in payers]
    if len(payers) > 1 and tie == "nobody":
        return
    if len(payers) > 1 and tie == "share":
        _share(till, payers, others, most)
        return
    for payer in payers:
        for other in others:
            till.take(payer, other, most, "most_cards")


def _share(till: Till, payers: Sequence[int], others: Sequence[int], most: int) -> None:
    """Each of the others gets the number once; the payers put it up in equal parts, one after the other (LQ-8d)."""
    chips = chain.from_iterable(repeat(other, most) for other in others)
    for payer, share in shares(most * len(others), payers).items():
        pays: dict[int, int] = {}
        for _ in range(share):
            other = next(chips)
            pays[other] = pays.get(other, 0) + 1
        for other, amount in pays.items():
            till.take(payer, other, amount, "most_cards")


def money(chips: Sequence[int], supply: int, chip_value: int, *, extra_chips: bool) -> tuple[int, ...]:
    """What each seat receives at the end of the game, less than nothing if it pays (PO-64a): the worth of the chips
    beyond those that it was given.

    That is the supply, and with ``extra_chips`` as many again for each time that the house gave everybody more: all
    chips are the players' by then, so their number tells how often.
    """
    supplies = supply * len(chips)
    times = max(1, round(sum(chips) / supplies)) if extra_chips else 1
    return tuple((stack - times * supply) * chip_value for stack in chips)


def unclaimed(pools: Sequence[tuple[str, int]], order: Sequence[int]) -> tuple[Transfer, ...]:
    """What is left in the pools, shared out as equally as possible; odd chips to the first in order (PO-64, PO-65)."""
    due = shares(sum(chips for _, chips in pools), order)
    paid: list[Transfer] = []
    for pool, chips in pools:
        for seat in order:
            amount = min(chips, due[seat])
            if amount:
                paid.append(Transfer(pool, seat, amount, "unclaimed"))
                due[seat] -= amount
                chips -= amount
    return tuple(paid)
