"""The messages that show one person's hand, and what each of them shows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.ui.pages.hand import Concern
from bot.ui.pages.page import Page

if TYPE_CHECKING:
    from bot.ui.clicks.answer import Answer


@dataclass
class Place:
    """A message that shows a hand."""

    shown: Concern | None = None
    """What it shows; None where that is not known."""
    page: Page | None = field(default=None, repr=False)
    """The page it shows, to be put to rest later."""
    _busy: int = 0
    _doubt: bool = False

    async def put(self, page: Page, about: Concern | None, edit: Callable[[], Awaitable[bool]]) -> bool:
        """Edits the message. Where two edits overlap nobody knows which came last, so it counts as unknown.

        Returns whether it could be edited.
        """
        self._doubt = self._doubt or self._busy > 0
        self._busy += 1
        done = False
        try:
            done = await edit()
        finally:
            self._busy -= 1
            self.shown = about if done and not self._doubt else None
            self.page = page if done else self.page
            if not self._busy:
                self._doubt = False
        return done


@dataclass
class Direct(Place):
    """A direct message."""

    channel_id: int = 0
    message_id: int = 0
    deal: int = 0


@dataclass
class Opened(Place):
    """The answer to a click or command, which only the person sees."""

    answer: Answer | None = field(default=None, repr=False)
    until: float = 0.0
    """When its token dies, on the monotonic clock."""


@dataclass
class Holder:
    """A person at a table."""

    table_id: int
    user_id: int
    direct: Direct | None = None
    opened: Opened | None = None
    arranged: bool = False
    """Whether this person wants to see melds; as long as the bot runs, for this table."""
    resends: int = 0
    """How many times this deal's direct message had to be sent anew."""
    dirty: bool = False
    answering: int = 0
    """Answers under way that will show the hand themselves."""
    task: asyncio.Task[None] | None = field(default=None, repr=False)
