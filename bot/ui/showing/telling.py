"""Tells what the store says is still to be told, each once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Final, Protocol, TypeVar

from bot.ui.desk import Desk
from bot.ui.showing.sending import FAILURES, helps_later

SPACING: Final = 1.0
"""Seconds between two looks at what is to be told."""


class ToBeTold(Protocol):
    """Something that is to be told, as the store has it."""

    @property
    def id(self) -> int:
        """Its number in the store."""

    @property
    def guild_id(self) -> int:
        """The server whose shard it belongs to."""


T = TypeVar("T", bound=ToBeTold)


async def tell_each(
    desk: Desk,
    waiting: Iterable[T],
    tell: Callable[[T], Awaitable[None]],
    cannot_be_told: Callable[[T, Exception], None],
    told: Callable[[int], Awaitable[None]],
) -> None:
    """Tells everything in its order. What can't be told for now, or fails unexpectedly, keeps nothing else waiting; its
    error is raised last.

    ``cannot_be_told`` is called with what can't be told later either, and why; ``told`` with the id of what was told,
    or can't be.
    """
    later: Exception | None = None
    for news in waiting:
        if not desk.service.shards.holds(news.guild_id):
            continue  # whoever holds that shard tells it
        try:
            await tell(news)
        except Exception as error:
            expected = isinstance(error, FAILURES)
            if not expected or helps_later(error):
                later = error if later is None or not expected else later
                continue
            cannot_be_told(news, error)
        await told(news.id)
    if later is not None:
        raise later
