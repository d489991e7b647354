"""Proof, for the people who played in it, that a deal was shuffled as announced."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from bot.service.model import Person, Refusal
from bot.service.restore import ReplayError, comparable_hashes, replayed
from bot.store.model import StoredDeal
from bot.store.store import Store
from engine.actions import Shuffle
from engine.playback import verify
from engine.record import Record, RecordError, read_record


@dataclass(frozen=True)
class Verification:
    """A finished deal's shuffle, opened. Whoever has the seed can work out every card of that deal."""

    number: int
    """The deal's number at its table."""
    commitment: str
    """What was published before the deal."""
    seed: str = field(repr=False)
    cut: int
    fits: bool
    """Whether commitment, deck and every shuffle in mid-deal follow from seed and cut."""
    record: dict[str, Any] = field(repr=False)
    """The deal as a table record."""
    shuffles: int = 0
    """How often the discards were shuffled in mid-deal."""
    other_version: Literal["", "equal", "differs"] = ""
    """Whether the deal ends the same when it is played again, if another version of the program played it: its hashes
    can't be compared. Empty if this version played it."""


async def verification(store: Store, person: Person, channel_id: int) -> Verification:
    """The channel's last finished deal, opened for ``person``.

    Raises Refusal if the person played in none, or if this version doesn't know the game or its rules.
    """
    deal = await store.last_deal(channel_id=channel_id)
    if deal is None or person.user_id not in deal.user_ids:
        raise Refusal("nothing_to_verify")
    record = await store.record(deal.id)
    try:
        read = read_record(record)
    except RecordError:
        raise Refusal("deal_of_another_version", deal=deal.number) from None
    fits, _ = verify(read)
    shuffles = sum(isinstance(action, Shuffle) for action in read.deals[-1].actions)
    return Verification(
        deal.number, deal.commitment, deal.seed, deal.cut, fits, record, shuffles, _other_version(read, deal)
    )


def _other_version(read: Record, deal: StoredDeal) -> Literal["", "equal", "differs"]:
    if comparable_hashes(deal):
        return ""
    try:
        again = replayed(read.game, read.rules, deal)
    except ReplayError:
        return "differs"
    return "equal" if again.result == deal.result else "differs"
