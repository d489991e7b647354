"""The lessons that people have open in direct messages, so that a command that is typed there can lead to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.discord_url import discord_url
from bot.service.model import NO_SERVER

MOST_OPEN: Final = 10_000
"""How many people's open lessons are kept in memory."""
IN_MIND: Final = 3600.0
"""Seconds after the last press in a lesson for which a command may be meant for it rather than for a table."""


@dataclass(frozen=True)
class OpenLesson:
    """A game's lesson, and the direct message in which somebody was last seen there."""

    game: str
    channel_id: int
    message_id: int
    seen_at: float
    """When that was, in seconds since the epoch (UTC)."""

    @property
    def url(self) -> str:
        """The address of that message."""
        return discord_url(NO_SERVER, self.channel_id, self.message_id)


class OpenLessons:
    """Who has which lesson open. After a restart that is known again from the next press in a lesson on; until then a
    command is led to all lessons that the person has begun (``bot/ui/clicks/ways_on.py``)."""

    def __init__(self) -> None:
        self._by_user: dict[int, OpenLesson] = {}

    def of(self, user_id: int) -> OpenLesson | None:
        """The lesson that the person has open; None for none."""
        return self._by_user.get(user_id)

    def in_mind(self, user_id: int, channel_id: int, now: float) -> OpenLesson | None:
        """The lesson that the person has open in that channel and has used lately; None for none. ``now``: as
        ``OpenLesson.seen_at``."""
        lesson = self.of(user_id)
        if lesson is None or lesson.channel_id != channel_id or now - lesson.seen_at > IN_MIND:
            return None
        return lesson

    def note(self, user_id: int, lesson: OpenLesson) -> None:
        """The person has that lesson open, and no other."""
        if user_id not in self._by_user and len(self._by_user) >= MOST_OPEN:
            self._by_user.clear()
        self._by_user[user_id] = lesson

    def forget(self, user_id: int) -> None:
        """The person has left the lesson, or is through."""
        self._by_user.pop(user_id, None)
