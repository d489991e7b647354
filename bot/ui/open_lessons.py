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
    """Who has which lesson open, and in which messages. After a restart that is known again from the next press in a
    lesson on; until then a command is led to all lessons that the person has begun (``bot/ui/clicks/ways_on.py``)."""

    def __init__(self) -> None:
        self._by_user: dict[int, OpenLesson] = {}
        self._shown: dict[int, dict[str, OpenLesson]] = {}
        """The newest message of each lesson that a person isn't through, by game, left or not."""

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

    def newer(self, user_id: int, game: str, message_id: int) -> OpenLesson | None:
        """The same lesson in a newer message than that; None where that is the newest."""
        shown = self._shown.get(user_id, {}).get(game)
        return shown if shown is not None and shown.message_id > message_id else None

    def note(self, user_id: int, lesson: OpenLesson) -> OpenLesson | None:
        """The person has that lesson open, and no other. Returns it as it is in an older message; None for none."""
        if user_id not in self._shown and len(self._shown) >= MOST_OPEN:
            self._by_user.clear()
            self._shown.clear()
        self._by_user[user_id] = lesson
        shown = self._shown.setdefault(user_id, {})
        before, shown[lesson.game] = shown.get(lesson.game), lesson
        return before if before is not None and before.message_id != lesson.message_id else None

    def leave(self, user_id: int) -> None:
        """The person has left the lesson, whose message leads back to it."""
        self._by_user.pop(user_id, None)

    def finish(self, user_id: int, game: str) -> None:
        """The person is through that lesson, and its message stays as it is."""
        self._by_user.pop(user_id, None)
        self._shown.get(user_id, {}).pop(game, None)

    def forget(self, user_id: int) -> None:
        """Nothing is known of the person any more."""
        self._by_user.pop(user_id, None)
        self._shown.pop(user_id, None)
