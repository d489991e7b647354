"""A table as it was: its open deal replayed from the stored actions and checked against their hashes."""

from __future__ import annotations

import logging

from bot.service.model import Sitter, Told
from bot.service.table import Deal, Table
from bot.store.model import OpenTable, StoredDeal
from engine.errors import BadSetup, IllegalAction
from engine.fingerprint import fingerprint
from engine.game import GAMES, Game
from engine.record import read_action
from engine.rules import Rules, read_rules

log = logging.getLogger(__name__)


class ReplayError(Exception):
    """A stored deal that does not play as it was stored; the text names the deal and the action, and no card."""


def rebuilt(stored: OpenTable) -> Table | None:
    """The table with its deal; None, and an error in the log, where it cannot be brought back."""
    row = stored.table
    game = GAMES.get(row.game)
    if game is None:
        log.error("table %s plays %s, which this version does not know; it is left as it is", row.id, row.game)
        return None
    try:
        rules = read_rules(game.rules, row.rules)
        deal = replayed(game, rules, stored.deal) if stored.deal else None
    except (ValueError, ReplayError) as error:
        log.error("table %s cannot be brought back and is left as it is: %s", row.id, error)
        return None
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
        sitters=[Sitter(s.id, s.user_id, s.name, s.chips, None, s.leaving) for s in stored.sittings],
        deal=deal,
        closing=row.closing,
        live_message=row.live_message_id,
    )
    if deal is not None and stored.deal is not None:
        table.keys.extend(a.interaction_id for a in stored.deal.actions if a.interaction_id is not None)
        if (after := stored.deal.next_stakes) is not None:
            table.stakes = after
            table.dealer = deal.players[after.dealer].sitting_id
    return table


def replayed(game: Game[object], rules: Rules, stored: StoredDeal) -> Deal:  # type: ignore[type-var]
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
        deal.told.append(Told(0, ()))
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
