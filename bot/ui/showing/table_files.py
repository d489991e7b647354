"""The files of a table's message, which panels at that table show by their addresses instead of sending them again.

A file that goes from a message can't be seen any more, wherever it is shown. So the table's message keeps a picture
that is over as one of its files, without showing it, for as long as a panel may show it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import discord

from bot.ui.pages.page import Kept, KeptFile, Page, Picture
from bot.ui.showing.attached import pictures_of

MOST: Final = 9
"""Files that a table's message keeps without showing them; Discord takes ten in all."""


class TableFiles:
    """The files of one table's message. ``needed`` gives the numbers of those that panels show or are about to show."""

    def __init__(self, needed: Callable[[], frozenset[int]]) -> None:
        self._needed = needed
        self._had: tuple[KeptFile, ...] = ()
        """The files that the message has for certain, the oldest first."""
        self._shown: Kept = {}
        """Those that it shows, by the digests of their pictures."""
        self._now: tuple[int, Picture] | None = None
        """The deal that the message shows, and the picture of the table, by its address."""
        self._from_before = frozenset[int]()
        """Those of before a restart: nobody knows whether a panel shows them."""

    @property
    def missing(self) -> bool:
        """Whether a panel shows, or is about to show, what may be gone."""
        return not self._needed() <= {file.number for file in self._had}

    @property
    def all(self) -> tuple[KeptFile, ...]:
        """The files that the message has for certain, the newest of them if there are many."""
        return self._had[-MOST:]

    def lacks(self, numbers: frozenset[int]) -> bool:
        """Whether any of these files may be gone."""
        return not numbers <= {file.number for file in self._had}

    def by_address(self, page: Page) -> Page:
        """The page with each picture by its address that the message shows, too."""
        return page.with_pictures(lambda picture: picture.at_address(self._shown.get(picture.digest)))

    def recall(self, message: discord.Message) -> None:
        """Keeps what the message has had since before a restart."""
        left = (KeptFile(file.id, file.filename, file.url) for file in message.attachments)
        self._had = (*left, *pictures_of(message))
        self._from_before = frozenset(file.number for file in self._had)

    def kept_by(self, page: Page) -> Page:
        """The page as the message is to show it next: it keeps what panels show, and what it has shown last."""
        needed = self._needed() | self._from_before | {file.number for file in self._shown.values()}
        spare = [file for file in self._had if file.number in needed]
        return replace(page.with_pictures(_named_alone), spare=tuple(spare[-MOST:]))

    def now(self, deal: int) -> Picture | None:
        """The picture of the table that the message shows, by its address; None where it shows none of that deal."""
        return self._now[1] if self._now is not None and self._now[0] == deal else None

    def shows(self, page: Page, files: Kept | None, *, anew: bool, deal: int = 0) -> None:
        """The message shows that page, by these files, in place of what it showed; ``anew``: it is another message.

        ``files``: none for a page in words; None where nobody knows what the message shows and has. ``deal``: the
        number of the deal that the page shows.
        """
        certain, files = files is not None, files or {}
        if anew or not certain:
            self._had = ()
        elif not files or files.keys() != self._shown.keys():
            gone = {file.filename for file in files.values()}
            self._had = tuple(file for file in page.spare if file.filename not in gone)
        self._had = (*(file for file in self._had if file not in files.values()), *files.values())
        self._shown = files
        shown = page.picture
        there = files.get(shown.digest) if shown is not None else None
        self._now = (deal, shown.at_address(there)) if shown is not None and there is not None else None


def _named_alone(picture: Picture) -> Picture:
    """Two pictures of one message need two names, by which they are known after a restart, too."""
    stem, _, kind = picture.name.rpartition(".")
    return picture.named(f"{stem}-{picture.digest.hex()}.{kind}")
