"""Proof that a deal was shuffled as announced, for those who played in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bot.service.model import Person, Refusal
from bot.store.store import Store
from engine.game import GAMES
from engine.rules import read_rules
from engine.shuffle import commitment, shuffled


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
    """Whether commitment and deck both follow from seed and cut."""
    record: dict[str, Any] = field(repr=False)
    """The deal as a table record."""


async def verification(store: Store, person: Person, channel_id: int) -> Verification:
    """The channel's last finished deal, opened for ``person``. Raises Refusal where there is none he played in."""
    deal = await store.last_deal(channel_id=channel_id)
    if deal is None or person.user_id not in deal.user_ids:
        raise Refusal("nothing_to_verify")
    record = await store.record(deal.id)
    game = GAMES[record["game"]]
    pack = game.pack(read_rules(game.rules, record["rules"]), len(deal.sittings))
    seed = bytes.fromhex(deal.seed)
    deck = tuple(card.notation for card in shuffled(pack, seed, deal.cut))
    fits = deck == deal.deck and commitment(seed) == deal.commitment
    return Verification(deal.number, deal.commitment, deal.seed, deal.cut, fits, record)
