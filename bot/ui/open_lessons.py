"""The lessons that people have open in direct messages, so that a command that is typed there can lead to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.discord_url import discord_url
from bot.service.model import NO_SERVER

MOST_OPEN: Final = 10_000
"""How many people's open lessons are kept in memory."""


@dataclass(frozen=True)
class OpenLesson:
    """A game's lesson, and the direct message in which somebody was last seen there."""

    game: str
    channel_id: int
    message_id: int

    @property
    def url(self) -> str:
        """The address of that message."""
        return discord_url(NO_SERVER, self.channel_id, self.message_id)


class OpenLessons:
    """Who has which lesson open. After a restart that is known again from the next press in a lesson on."""

    def __init__(self) -> None:
        self._by_user: dict[int, OpenLesson] = {}

    def of(self, user_id: int) -> OpenLesson | None:
        """The lesson that the person has open; None for none."""
        return self._by_user.get(user_id)

    def note(self, user_id: int, lesson: OpenLesson) -> None:
        """The person has that lesson open, and no other."""
        if user_id not in self._by_user and len(self._by_user) >= MOST_OPEN:
            self._by_user.clear()
        self._by_user[user_id] = lesson

    def forget(self, user_id: int) -> None:
        """The person has left the lesson, or is through."""
        self._by_user.pop(user_id, None)
