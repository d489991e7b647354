"""``python -m bot audit``: the ledger adds up, and every deal plays again exactly as it was stored."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import engine.games  # noqa: F401 - registers the games
from bot.service.restore import ReplayError, replayed
from bot.store.audit import audit
from bot.store.model import StoredDeal, StoreError, Table
from engine.game import GAMES
from engine.rules import read_rules
from engine.shuffle import commitment, shuffled
from engine.stakes import Transfer


def audit_command(path: Path) -> int:
    """Prints what the audit finds. The exit code: 0 where all is well, 1 where something is wrong."""
    try:
        report = audit(path, check_deal)
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join(report.lines))
    return 0 if report.ok else 1


def check_deal(table: Table, stored: StoredDeal, transfers: tuple[Transfer, ...]) -> Iterable[str]:
    """What is wrong with a deal when it is played again: its cards, its hashes, its chips."""
    if stored.status == "cancelled":
        return  # its chips went back by reversals, which no replay would make
    if table.game not in GAMES:
        yield f"this version does not know its game, {table.game}."
        return
    game = GAMES[table.game]
    rules = read_rules(game.rules, table.rules)
    seed, pack = bytes.fromhex(stored.seed), game.pack(rules, len(stored.sittings))
    if commitment(seed) != stored.commitment:
        yield "the commitment that was published is not that of its seed."
    if tuple(card.notation for card in shuffled(pack, seed, stored.cut)) != stored.deck:
        yield "its deck does not follow from seed and cut."
    orders = [tuple(one.action["order"]) for one in stored.actions if one.action["do"] == "shuffle"]
    for number, order in enumerate(orders, start=1):
        again = shuffled([pack.card(one) for one in order], seed, stored.cut, number)
        if tuple(card.notation for card in again) != order:
            yield f"shuffle {number} of its discards does not follow from seed and cut."
    try:
        deal = replayed(game, rules, stored)
    except ReplayError as error:
        yield f"{error}."
        return
    if deal.state.transfers != transfers:
        yield "the ledger moved other chips than the rules do."
    if deal.state.result != stored.result:
        yield "it ended otherwise than the rules say."
