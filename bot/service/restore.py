"""A table as it was: its open deal replayed from the stored actions and checked against their hashes."""

from __future__ import annotations

import logging
from typing import Any

from bot.service.dealing import new_seed
from bot.service.model import Sitter, Told
from bot.service.table import Deal, Table, as_sitter, dealt
from bot.store.model import OpenTable, StoredDeal
from bot.store.store import Store
from engine.errors import BadSetup, IllegalAction
from engine.fingerprint import fingerprint
from engine.game import GAMES, Game
from engine.record import read_action
from engine.rules import Rules, read_rules

log = logging.getLogger(__name__)


class ReplayError(Exception):
    """A stored deal that does not play as it was stored; the text names the deal and the action, and no card."""


async def brought_back(store: Store, stored: OpenTable) -> Table | None:
    """The table; an open deal that cannot be played again is taken back, with every chip of it.

    None where the table itself is of another version.
    """
    deal = stored.deal
    try:
        return rebuilt(stored)
    except ReplayError as error:
        log.error("table %s cannot be brought back as it was: %s", stored.table.id, error)
    if deal is None or deal.status != "open":
        return None
    seed = new_seed().hex()
    await store.step(lambda books: books.cancel_deal(deal.id, seed, key=f"deal:{deal.id}:cancel"))
    again = await store.table(stored.table.id)
    try:
        return rebuilt(again) if again is not None else None
    except ReplayError:
        return None


def rebuilt(stored: OpenTable) -> Table:
    """The table with its deal. Raises ReplayError where an open deal cannot be brought back, or the whole table."""
    row = stored.table
    game = GAMES.get(row.game)
    if game is None:
        raise ReplayError(f"it plays {row.game}, which this version does not know")
    try:
        rules = read_rules(game.rules, row.rules)
    except ValueError as error:
        raise ReplayError(f"its rules are none of this version: {error}") from None
    table = Table(
        table_id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        game=game,
        rules=rules,
        buy_in=row.buy_in,
        four_colour=row.four_colour,
        host_id=row.host_id,
        next_seed=bytes.fromhex(row.next_seed),
        sitters=[as_sitter(sitting) for sitting in stored.sittings],
        closing=row.closing,
        live_message=row.live_message_id,
    )
    if stored.deal is not None:
        _take_deal(table, stored.deal)
    if table.deal is not None:
        table.deal.levelled = stored.levelled
    if stored.closing is not None:
        table.close(stored.closing)
    return table


def _take_deal(table: Table, last: StoredDeal) -> None:
    table.dealt = last.number
    if (after := last.next_stakes) is not None:
        table.stakes, table.stakes_of, table.dealer = after, last.sittings, last.sittings[after.dealer]
        table.game_over = last.result is not None and last.result.game_over
    if last.status == "cancelled":
        return
    try:
        table.deal = replayed(table.game, table.rules, last)
    except ReplayError as error:
        if last.status == "open":
            raise
        log.error("table %s: the end of its last deal cannot be shown again: %s", table.table_id, error)
    table.keys.extend(a.interaction_id for a in last.actions if a.interaction_id is not None)


def replayed(game: Game[Any], rules: Rules, stored: StoredDeal) -> Deal:
    """A stored deal, played again from its deck and actions. Raises ReplayError."""
    players = tuple(
        Sitter(sitting, user, name, chips, seat)
        for seat, (sitting, user, name, chips) in enumerate(
            zip(stored.sittings, stored.user_ids, stored.names, stored.stakes.chips, strict=True)
        )
    )
    pack = game.pack(rules, len(players))
    where = f"deal {stored.number}"
    try:
        state = game.new_deal(rules, len(players), stored.stakes, pack.deck(stored.deck))
        if fingerprint(state) != stored.state_hash:
            raise ReplayError(f"{where} does not begin as it was stored")
        deal = Deal(stored.id, stored.number, players, bytes.fromhex(stored.seed), stored.cut, state)
        deal.told.append(dealt(game, state))
        for action in stored.actions:
            where = f"deal {stored.number}, action {action.seq}"
            state, events = game.apply(state, read_action(action.action, pack, len(players)))
            if fingerprint(state) != action.state_hash:
                raise ReplayError(f"{where} does not lead to what was stored")
            deal.seq = action.seq + 1
            deal.shuffles += action.action.get("do") == "shuffle"
            deal.people_acted |= action.interaction_id is not None
            deal.told.append(Told(deal.seq, events))
    except (BadSetup, IllegalAction, ValueError) as error:
        kind = error.code if isinstance(error, IllegalAction) else type(error).__name__
        raise ReplayError(f"{where} cannot be played again ({kind})") from None
    deal.state = state
    return deal
