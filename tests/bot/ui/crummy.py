"""Deals of Crummy for the tests of its table: golden records, and hands as large as they are wanted."""

from __future__ import annotations

import json
from typing import Any

from engine.actions import Halt, Meld, Play
from engine.cards import Card, Rank, short_pack
from engine.evolve import evolve
from engine.record import Record, read_record
from engine.secret import Secret
from tests.bot.ui.held import BUTTON, SELECT, Component
from tests.kit.lab import Lab
from tests.records.golden import FOLDER

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed"]
WHOLE = "complete-three"
"""The deal of three players that the rules tell from beginning to end."""
HALT = "halt-by-the-other"
"""A deal in which one of the last two calls a halt who is not on lead."""


def golden(name: str) -> Record:
    """A golden record of Crummy."""
    return read_record(json.loads((FOLDER / "crummy" / f"{name}.json").read_text()))


def actions_of(name: str) -> tuple[Play | Meld | Halt, ...]:
    """What is done in the record's first deal."""
    return tuple(action for action in golden(name).deals[0].actions if isinstance(action, Play | Meld | Halt))


def lab_of(name: str, steps: int | None = None, **rules: Any) -> Lab:
    """A table at which the record's first deal has been played, up to that action."""
    record = golden(name)
    lab = Lab(len(record.names), game="crummy", names=NAMES[: len(record.names)], **(record.rules.changed() | rules))
    lab.deal(" ".join(card.notation for card in record.deals[0].deck), dealer=record.stakes.dealer)
    for action in record.deals[0].actions[:steps]:
        lab.take(action)
    if (over := lab.running.state.result) is not None:
        lab.table.stakes = over.stakes
    return lab


def place_of(name: str, **wanted: object) -> int:
    """The number of the first action with those values."""
    return next(
        i
        for i, action in enumerate(actions_of(name))
        if all(getattr(action, key, None) == v for key, v in wanted.items())
    )


def first_quartet(name: str) -> int:
    """The number of the first action that lays a quartet."""
    return next(i for i, action in enumerate(actions_of(name)) if isinstance(action, Meld))


def holding(lab: Lab, hands: list[list[Card]]) -> Lab:
    """The same with other cards in the hands."""
    state = lab.running.state
    held = tuple(Secret(tuple(hand), (seat,)) for seat, hand in enumerate(hands))
    lab.running.state = evolve(state, hands=held)
    return lab


def with_hand_of(count: int, seats: int = 4) -> Lab:
    """Seat 0 leads and holds so many cards, the others what is left."""
    lab = Lab(seats, game="crummy", names=NAMES[:seats]).deal()
    pack = list(short_pack(Rank.FIVE if seats == 5 else Rank.SEVEN))
    mixed = pack[::3] + pack[1::3] + pack[2::3]
    rest = mixed[count:]
    return holding(lab, [mixed[:count], *(rest[seat :: seats - 1] for seat in range(seats - 1))])


def offered(flat: list[Component], do: str = "play") -> list[str]:
    """What buttons and lists offer, each once for a button and once for a line of a list."""
    found = []
    for component in flat:
        verb, _, argument = ":".join(component.get("custom_id", "").split(":")[3:]).partition(":")
        if verb != do:
            continue
        if component["type"] == BUTTON:
            found.append(argument)
        elif component["type"] == SELECT:
            found += [option["value"] for option in component["options"]]
    return found
