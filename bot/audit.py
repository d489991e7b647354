"""``python -m bot audit``: the ledger adds up, and every deal plays again exactly as it was stored."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import engine.games  # noqa: F401 - registers the games
from bot.service.customs import most_lost
from bot.service.restore import ReplayError, UnreadableTableError, comparable_hashes, play_again, rules_of_table
from bot.store.audit import audit
from bot.store.audit_deals import NOT_REPLAYED, OTHER_VERSION, MostLost, Remark
from bot.store.model.deals import StoredDeal
from bot.store.model.tables import Table
from bot.store.where import Where
from engine.cards import Pack
from engine.fairness import bound_pack, dealer_of, deck_of, key_of, reshuffled
from engine.game import Game
from engine.rules import Rules
from engine.shuffle import commitment, shuffled
from engine.stakes import Transfer
from engine.versions import rules_version


def audit_command(where: Where, *, since_last: bool = False) -> int:
    """Prints what the audit finds, and keeps what it has proved for the next one.

    ``since_last``: looks only at what is new since the last one. Returns the exit code: 0 if all is well, 1 if
    something is wrong. Raises StoreError.
    """
    report = audit(where, check_deal, since_last=since_last, remember_at=time.time())
    print("\n".join(report.lines))
    return 0 if report.ok else 1


def check_deal(table: Table, stored: StoredDeal, transfers: tuple[Transfer, ...]) -> Iterable[str | Remark | MostLost]:
    """What is wrong with a deal when it is played again: its cards, its hashes, its chips; and what it may cost.

    A deal that another version played is checked as far as this version can; what it can't check is mentioned.
    """
    if stored.status == "cancelled":
        return  # reversals gave its chips back, which a replay doesn't do
    try:
        game, rules = rules_of_table(table)
    except UnreadableTableError as error:
        yield Remark(f"{OTHER_VERSION}: {NOT_REPLAYED}, for {error}.")
        return
    if (most := most_lost(game, rules, table.setup.buy_in)) is not None:
        yield MostLost(most)
    yield from (_shuffles if stored.chance is None else _bound_shuffles)(game.pack(rules, len(stored.sittings)), stored)
    wrong = tuple(_replay(game, rules, stored, transfers))
    if table.setup.rules_version < rules_version(game) and wrong:
        yield Remark(f"{OTHER_VERSION}: by today's rules it would be played otherwise ({' '.join(wrong)})")
        return
    yield from wrong
    if not wrong and not comparable_hashes(stored):
        yield Remark(f"{OTHER_VERSION}: hashes not checked, replayed and found equal.")


def _bound_shuffles(pack: Pack, stored: StoredDeal) -> Iterable[str]:
    """What is wrong with the shuffles of a deal whose pack was bound."""
    chance = stored.chance
    assert chance is not None
    bound, key = bound_pack(bytes.fromhex(stored.seed), stored.table_id, stored.number), key_of(chance)
    if not bound.root.hex() == stored.commitment == chance["root"]:
        yield "its root is not that of its pack."
    if "dealer" not in chance and dealer_of(key, len(stored.sittings)) != stored.stakes.dealer:
        yield "its dealer does not follow from the people's part."
    if tuple([card.notation for card in deck_of(bound, key, pack, stored.cut)]) != stored.deck:
        yield "its deck does not follow from its pack and the people's part."
    orders = [tuple(step.action["order"]) for step in stored.actions if step.action["do"] == "shuffle"]
    for number, order in enumerate(orders, start=1):
        again = reshuffled([pack.card(card) for card in order], bound.seed, key, number)
        if tuple(card.notation for card in again) != order:
            yield f"shuffle {number} of its discards does not follow from its seed and the people's part."


def _shuffles(pack: Pack, stored: StoredDeal) -> Iterable[str]:
    """What is wrong with the shuffles of a deal that follow from seed and cut alone."""
    seed = bytes.fromhex(stored.seed)
    if commitment(seed) != stored.commitment:
        yield "the commitment that was published is not that of its seed."
    if tuple(card.notation for card in shuffled(pack, seed, stored.cut)) != stored.deck:
        yield "its deck does not follow from seed and cut."
    orders = [tuple(step.action["order"]) for step in stored.actions if step.action["do"] == "shuffle"]
    for number, order in enumerate(orders, start=1):
        again = shuffled([pack.card(card) for card in order], seed, stored.cut, number)
        if tuple(card.notation for card in again) != order:
            yield f"shuffle {number} of its discards does not follow from seed and cut."


def _replay(game: Game[Any], rules: Rules, stored: StoredDeal, transfers: tuple[Transfer, ...]) -> Iterable[str]:
    """What is different when it is played again."""
    try:
        state = play_again(game, rules, stored).state
    except ReplayError as error:
        yield f"{error}."
        return
    if state.transfers != transfers:
        yield "the ledger moved other chips than the rules do."
    if state.result != stored.result:
        yield "it ended otherwise than the rules say."
