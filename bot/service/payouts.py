"""What people are told of their chips when they have got up, brought new ones, or sat there at the closing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from bot.service.model import Bounds
from bot.service.watched import Watched
from bot.store.model.settled import NO_BOUNDS, GotUp

T = TypeVar("T")


@dataclass
class Payouts(Watched):
    """By user, what the books had last."""

    taken_back: Mapping[int, int] = field(default_factory=dict)
    """The extra chips that the house took back from each user who last got up, topped up, or sat there at the
    closing."""
    bounds: Mapping[int, Bounds] = field(default_factory=dict)
    """What each user who last got up, or sat there at the closing, was not paid of what was won."""
    in_debt: tuple[tuple[int, str, int], ...] = ()
    """The users who got up after the last deal because they owed a whole buy-in, as in ``Snapshot``."""

    def note(self, user_id: int | None, taken_back: int, bounds: Bounds = NO_BOUNDS) -> None:
        """Notes for the answers what the house took back from a person this time, and what it didn't pay."""
        if user_id is not None:
            self.bounds = _noted(self.bounds, user_id, bounds)
            self.taken_back = _noted(self.taken_back, user_id, taken_back)

    def got_up(self, gone: Iterable[GotUp]) -> None:
        """Notes it of everybody who got up."""
        for each in gone:
            self.note(each.user_id, each.taken_back, each.bounds)

    def read_again(self, fresh: Payouts) -> None:
        """Takes over what was read from the books."""
        self.taken_back = {**self.taken_back, **fresh.taken_back}
        self.bounds = {**self.bounds, **fresh.bounds}
        self.in_debt = fresh.in_debt


def _noted(known: Mapping[int, T], user_id: int, value: T) -> Mapping[int, T]:
    """What is known of each user, with the value of this one last; without this one where there is nothing to note."""
    others = {user: noted for user, noted in known.items() if user != user_id}
    return {**others, user_id: value} if value else others
