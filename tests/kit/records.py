"""Records: one that can be read, the same with one thing changed, and any record written down."""

from __future__ import annotations

import copy
from typing import Any

from engine.record import DealRecord, Record, compose_deal, compose_record, write_action
from engine.versions import rules_for_record

GOOD: dict[str, Any] = {
    "format": "knockabout/1",
    "game": "knock-poker",
    "rules": {"ante": 1},
    "seats": [{"name": "Ann", "chips": 20}, {"name": "Bo", "chips": 20}, {"name": "Cy", "chips": 20}],
    "dealer": 2,
    "deals": [
        {
            "deck": ["AS", "TD"],
            "actions": [{"seat": 0, "do": "draw", "from": "stock"}, {"seat": 0, "do": "discard", "card": "9S"}],
        }
    ],
}
MISSING = object()
"""Given for a value: what is there is taken away."""


def changed(path: tuple[Any, ...], value: object) -> dict[str, Any]:
    """The record with another value, or none, at a path of keys and indices."""
    data: Any = copy.deepcopy(GOOD)
    target = data
    for step in path[:-1]:
        target = target[step]
    if value is MISSING:
        del target[path[-1]]
    else:
        target[path[-1]] = value
    return data


def write_record(record: Record) -> dict[str, object]:
    """The record as a JSON value, which ``read_record`` reads back. The whole deck is written."""
    return compose_record(
        record.game.name,
        rules_for_record(record.game, record.rules),
        record.names,
        record.stakes,
        [_write_deal(deal) for deal in record.deals],
    )


def _write_deal(deal: DealRecord) -> dict[str, object]:
    proof = deal.shuffle
    return compose_deal(
        [card.notation for card in deal.deck],
        [write_action(action) for action in deal.actions],
        None if proof is None else (proof.seed.hex(), proof.commitment, proof.cut),
    )
