"""Chips and scores: what a deal starts from, how chips move, and how a deal ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.frozen import frozen

Account = int | str
"""Where chips lie: a seat by its number, or ``pot`` or a pool by its name."""
Accounts = Mapping[Account, int]
"""The chips that lie in each account."""

POT = "pot"
"""The account of the pot."""
HOUSE = "house"
"""The account that gives chips to everybody alike, and receives chips that belong to nobody."""


@frozen
class Transfer:
    """``amount`` chips, at least one, move from one account to another."""

    source: Account
    target: Account
    amount: int
    reason: str
    """A short stable name: ``ante``, ``draw``, ``fold``, ``pot``, ``stay``, ``bonus``, …"""


@dataclass(frozen=True)
class Stakes:
    """What carries over from deal to deal. Without slots, because it is copied much faster that way (evolve.py)."""

    dealer: int
    """The seat that deals."""
    chips: tuple[int, ...]
    """Each seat's chips."""
    pot: int = 0
    """Chips left in the pot by the deal before."""
    pools: tuple[tuple[str, int], ...] = ()
    """Chips in each named pool."""
    scores: tuple[int, ...] = ()
    """Each seat's points, or the rounds it won; empty in a game that keeps no score."""
    deals: int = 0
    """How many deals are over."""
    supply: int = 0
    """The chips that everybody started the game with, if the rules count from them; the most, if they were unequal."""


@frozen
class DealResult:
    """How a deal ended."""

    winners: tuple[int, ...]
    """The seats that won, in order of play; empty if the deal is void."""
    net: tuple[int, ...]
    """What each seat won or lost in this deal, ante included: chips, points or rounds."""
    stakes: Stakes
    """What the next deal starts from."""
    shown: tuple[int, ...] = ()
    """The seats whose hands were shown."""
    void: bool = False
    """Whether the deal was stopped by the cap on turns and scores nothing (``games/general.md G-12``)."""
    game_over: bool = False
    """Whether the whole game is over."""
    game_winners: tuple[int, ...] = ()
    """The seats that won the whole game; empty while it goes on."""
    money: tuple[int, ...] = ()
    """What each seat receives in money at the end of a game in which a chip has a value; negative for a seat that pays.
    Empty if nothing is settled."""


def moved(chips: Iterable[int], transfers: Iterable[Transfer]) -> tuple[int, ...]:
    """Each seat's chips after the transfers."""
    stacks = list(chips)
    for transfer in transfers:
        if isinstance(transfer.source, int):
            stacks[transfer.source] -= transfer.amount
        if isinstance(transfer.target, int):
            stacks[transfer.target] += transfer.amount
    return tuple(stacks)


def accounts_after(before: Accounts, transfers: Iterable[Transfer]) -> Accounts:
    """What lies in each account after the transfers, found in one pass. The house, if it gave chips, is below 0."""
    lies = dict(before)
    for move in transfers:
        source, target, amount = move.source, move.target, move.amount
        lies[source] = lies.get(source, 0) - amount
        lies[target] = lies.get(target, 0) + amount
    return lies


def net_of(transfers: Iterable[Transfer], seats: int) -> tuple[int, ...]:
    """What each seat won or lost by the transfers, in chips; chips that the house gives to everybody don't count."""
    return moved((0,) * seats, [transfer for transfer in transfers if HOUSE not in (transfer.source, transfer.target)])


def lies_in(account: str, before: int, transfers: Iterable[Transfer]) -> int:
    """The chips in the pot or a pool that held ``before`` chips, after the transfers."""
    for transfer in transfers:
        if transfer.target == account:
            before += transfer.amount
        elif transfer.source == account:
            before -= transfer.amount
    return before
