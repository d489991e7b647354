"""A table's chips besides those that the deals move: buying in, topping up, and what nobody has claimed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.service.model import Levelled, Refusal, Sitter
from bot.service.table import Table
from bot.store.model import Refused
from bot.store.store import Store
from engine.game import Game
from engine.parts.sharing import shares
from engine.rules import Rules


def entry(table: Table) -> int:
    """The chips that a seat needs to be dealt in without credit (``general.md G-8``)."""
    return table.game.money.entry(table.rules, len(table.sitters))


def check_buy_in(game: Game[Any], rules: Rules, buy_in: int) -> None:
    """Raises Refusal where nobody could ever be dealt in with so many chips, in a game without credit."""
    least = max(game.money.entry(rules, seats) for seats in game.seats)
    if game.money.ends_broke and buy_in < least:
        raise Refusal("buy_in_too_small", least=least)


async def brings(store: Store, table: Table, user_id: int) -> int | None:
    """The chips that a person sits down with; None: the buy-in.

    Who got up from a game to which nobody may add chips comes back to it with those that were left. Raises Refusal
    where they are fewer than it takes to be dealt in.
    """
    if not (table.game.money.ends_broke and table.game_on):
        return None
    left = await store.left_with(table.table_id, user_id)
    least = table.game.money.entry(table.rules, min(len(table.sitters) + 1, table.game.seats[-1]))
    if left is not None and left < least:
        # Without the extra chips that stayed behind no deal could be dealt, and nobody may add chips.
        raise Refusal("too_little_left", have=left, least=least)
    return left


async def top_up(store: Store, table: Table, sitter: Sitter, key: str) -> int:
    """Brings a stack back to the buy-in, between deals; how many chips were added. Raises Refusal."""
    if not table.buy_in:
        raise Refusal("no_chips_here")
    if table.game.money.ends_broke and table.game_on:
        raise Refusal("no_top_up_in_game")
    if table.playing:
        raise Refusal("deal_running")
    back = _there(sitter, await issued(store, table))
    short = table.buy_in - (sitter.chips - back)
    if short <= 0:
        raise Refusal("nothing_to_top_up", have=sitter.chips, most=table.buy_in)
    await store.top_up(sitter.sitting_id, short, key=key)
    _note(table, sitter, back)
    table.change(sitter.sitting_id, chips=table.buy_in)
    return short


async def issued(store: Store, table: Table) -> dict[int, int]:
    """The extra chips that the house takes back before chips leave the table, by sitting (``poch.md PO-33``)."""
    return await store.to_take_back(table.table_id) if table.game.money.extra_chips(table.rules) else {}


async def levelling(store: Store, table: Table) -> tuple[Levelled, ...]:
    """How stacks will be brought to what everybody begins a new game with, as ``store.start_deal`` does it.

    By seat; without those with which nothing is to be done.
    """
    given = await issued(store, table)
    found = []
    for seat, sitter in enumerate(table.sitters):
        back = _there(sitter, given)
        found.append(Levelled(seat, table.supply - (sitter.chips - back), back))
    return tuple(one for one in found if one.brought or one.taken_back)


def got_up(table: Table, sitter: Sitter, home: int) -> None:
    """Once somebody has got up and taken ``home`` so many chips: the others the house has taken back."""
    _note(table, sitter, sitter.chips - home)
    table.sitters = [s for s in table.sitters if s.sitting_id != sitter.sitting_id]


def taken_back(table: Table, issued: Mapping[int, int]) -> None:
    """Once a table is closed, and all shared out: takes off what the house took back, as ``store.close_table`` did."""
    for sitter in table.sitters:
        back = _there(sitter, issued)
        _note(table, sitter, back)
        table.change(sitter.sitting_id, chips=sitter.chips - back)


def _there(sitter: Sitter, issued: Mapping[int, int]) -> int:
    """How many of the chips issued to a sitter are there."""
    return min(max(0, sitter.chips), issued.get(sitter.sitting_id, 0))


def _note(table: Table, sitter: Sitter, back: int) -> None:
    """Remembers for the answers what the house took back from a person this time."""
    if sitter.user_id is not None:
        table.taken_back.pop(sitter.user_id, None)
        if back:
            table.taken_back[sitter.user_id] = back


async def top_up_short_stacks(store: Store, table: Table) -> None:
    """Before a deal: tops up who can't pay and agreed to it (``general.md G-8``).

    Not in games without debts: those end there (``poch.md PO-50``), and ``store.start_deal`` begins the next one.
    """
    if table.game.money.ends_broke:
        return
    number = table.dealt + 1
    for sitter in table.sitters:
        enough = min(table.buy_in, max(1, entry(table)))
        if sitter.user_id is None or sitter.chips >= enough:
            continue
        if not (await store.people.settings(sitter.user_id)).auto_top_up:
            continue
        short = table.buy_in - sitter.chips
        try:
            await store.top_up(sitter.sitting_id, short, key=f"{sitter.sitting_id}:auto:{number}")
        except Refused:
            continue  # the purse cannot pay: the rules say whether the seat plays on credit or sits out
        table.change(sitter.sitting_id, chips=sitter.chips + short)


def sharers(table: Table) -> tuple[int, ...] | None:
    """The sittings that share what lies on a table that closes; None: all, in the order around the table.

    In games that end broke nobody, but with the option ``money`` all, first the player at the last dealer's left
    (``poch.md PO-52, PO-64, PO-65``).
    """
    if not table.game.money.ends_broke:
        return None
    if not table.game.money.shared_at_end(table.rules):
        return ()
    ids = [s.sitting_id for s in table.sitters]
    first = table.dealer or 0  # who deals next is the player at the last dealer's left
    return tuple(sorted(ids, key=lambda sitting: (sitting < first, sitting)))


def shared_out(table: Table, sharers: tuple[int, ...] | None) -> None:
    """Once a table is closed: adds each sitting's share of what lay in pot and pools, as ``store.close_table`` did."""
    here = [s.sitting_id for s in table.sitters]
    takers = here if sharers is None else [one for one in sharers if one in here]
    lying = table.pot + sum(chips for _, chips in table.pools)
    if not takers or not lying:
        return
    due = shares(lying, takers)
    table.sitters = [replace(s, chips=s.chips + due.get(s.sitting_id, 0)) for s in table.sitters]
    table.shared = lying
