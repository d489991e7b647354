"""The private hands of everybody at the tables, each kept up to date by itself.

A hand is edited only when something changes for its holder (``hand.Concern``), never because somebody else has moved.
Slow or closed direct messages of one person delay nobody else's.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import discord

from bot.service.model import Private
from bot.ui.clicks.refusals import log_unexpected
from bot.ui.desk import Desk
from bot.ui.showing.hands import PrivateHand
from bot.ui.showing.memory import Memory, hands_of, numbers
from bot.ui.showing.refresher import Refresher
from bot.ui.showing.sending import FAILURES, describe, helps_later
from bot.ui.showing.tokens import Tokens

if TYPE_CHECKING:
    from bot.ui.clicks.answer import Answer

log = logging.getLogger(__name__)

SPACING: Final = 0.4
"""Seconds between two looks at the same person's hand."""


class Keeper:
    """All private hands.

    ``on_closed_dms`` is called with a table's id when somebody there turns out to take no direct messages.
    """

    def __init__(
        self,
        desk: Desk,
        client: discord.Client,
        memory: Memory,
        tokens: Tokens,
        on_closed_dms: Callable[[int], None],
    ) -> None:
        self._desk, self._client, self._memory, self._tokens = desk, client, memory, tokens
        self._on_closed_dms = on_closed_dms
        self._hands: dict[tuple[int, int], tuple[PrivateHand, Refresher]] = {}
        self._unreached: dict[int, set[int]] = {}
        self._closed = False

    @property
    def kept(self) -> frozenset[tuple[int, int]]:
        """The hands that are kept up to date, as table and user."""
        return frozenset(self._hands)

    @property
    def busy(self) -> bool:
        """Whether any hand is being looked at."""
        return any(refresher.busy for _, refresher in self._hands.values())

    def changed(self, table_id: int) -> None:
        """Looks at the hands of everybody who sits, or has a hand, at that table."""
        snapshot = self._desk.service.snapshot_of(table_id)
        if snapshot is None or snapshot.stage != "playing":
            self._unreached.pop(table_id, None)
        people = {s.user_id for s in snapshot.sitters if s.user_id is not None} if snapshot is not None else set()
        people |= {user_id for table, user_id in self._hands if table == table_id}
        people |= {numbers(message.name)[1] for message in self._memory.starting(hands_of(table_id))}
        for user_id in people:
            self.wake(table_id, user_id)

    def wake(self, table_id: int, user_id: int) -> None:
        """Looks at that person's hand."""
        self._hand(table_id, user_id)[1].wake()

    def unreached(self, table_id: int) -> frozenset[int]:
        """The people of that table who turned out, in this deal, to take no direct messages."""
        return frozenset(self._unreached.get(table_id, ()))

    @contextlib.asynccontextmanager
    async def answering(self, table_id: int, user_id: int) -> AsyncIterator[None]:
        """While an answer that shows the hand is under way, the hand is not edited as well."""
        _, refresher = self._hand(table_id, user_id)
        refresher.hold()
        try:
            yield
        finally:
            refresher.release()
            self.wake(table_id, user_id)

    def arrange(self, table_id: int, user_id: int, arranged: bool) -> None:
        """Has that person's hand shown in its melds, or not, from now on."""
        self._hand(table_id, user_id)[0].arranged = arranged

    async def show(self, answer: Answer, private: Private, notices: tuple[str, ...] = ()) -> None:
        """Shows the hand as the answer, and keeps it up to date from then on."""
        hand, _ = self._hand(private.table.table_id, answer.interaction.user.id)
        await hand.answer(answer, private, notices)

    async def close(self) -> None:
        """Stops everything for good: an answer that ends later doesn't look at a hand any more."""
        self._closed = True
        await asyncio.gather(*(refresher.close() for _, refresher in self._hands.values()))

    def _hand(self, table_id: int, user_id: int) -> tuple[PrivateHand, Refresher]:
        key = table_id, user_id
        if key not in self._hands:
            wake, not_reached = partial(self.wake, *key), partial(self._not_reached, *key)
            hand = PrivateHand(self._desk, self._client, self._memory, self._tokens, key, wake, not_reached)
            refresher = Refresher(lambda: self._look(key, hand), SPACING, lambda error: _failed(table_id, error))
            if self._closed:
                refresher.stop()
            self._hands[key] = hand, refresher
        return self._hands[key]

    async def _look(self, key: tuple[int, int], hand: PrivateHand) -> None:
        if not await hand.look():
            _, refresher = self._hands.pop(key)
            refresher.stop()
            await hand.end()

    def _not_reached(self, table_id: int, user_id: int) -> None:
        """Has the table's message say that this person's hand must be looked at there."""
        there = self._unreached.setdefault(table_id, set())
        if user_id not in there:
            there.add(user_id)
            self._on_closed_dms(table_id)


def _failed(table_id: int, error: Exception) -> bool:
    """Logs it. Returns whether trying again can help."""
    if isinstance(error, FAILURES):
        log.warning("a hand at table %s could not be shown: %s", table_id, describe(error))
        return helps_later(error)
    log_unexpected(log, f"a hand at table {table_id} could not be shown", error)
    return True
