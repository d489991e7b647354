"""Proof that a deal was shuffled as announced, for those who played in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bot.service.model import Person, Refusal
from bot.store.store import Store
from engine.actions import Shuffle
from engine.playback import verify
from engine.record import read_record


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


async def verification(store: Store, person: Person, channel_id: int) -> Verification:
    """The channel's last finished deal, opened for ``person``. Raises Refusal where there is none he played in."""
    deal = await store.last_deal(channel_id=channel_id)
    if deal is None or person.user_id not in deal.user_ids:
        raise Refusal("nothing_to_verify")
    record = await store.record(deal.id)
    read = read_record(record)
    fits, _ = verify(read)
    shuffles = sum(isinstance(action, Shuffle) for action in read.deals[-1].actions)
    return Verification(deal.number, deal.commitment, deal.seed, deal.cut, fits, record, shuffles)
