"""A question that is asked once before a move that risks much, with its two buttons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.i18n import Texts
from bot.service.model import Snapshot
from bot.ui.address import Address
from bot.ui.pages.page import Button, Page, Row, sentence

SURE: Final = "sure"
"""The verb of both buttons; its argument is what is done, ``bet=50``, or what isn't, ``back=bet``."""
BACK: Final = "back"


@dataclass(frozen=True)
class Question:
    """What is asked, and what is done after a yes."""

    text: str
    verb: str
    argument: str = ""

    def row(self, table: Snapshot, texts: Texts) -> Row:
        """Its buttons. They belong to this moment: an old one does nothing."""
        said = (("button-sure", f"{self.verb}={self.argument}"), ("button-back", f"{BACK}={self.verb}"))
        return tuple(Button(texts.plain(key), Address.at(table, SURE, argument)) for key, argument in said)

    def page(self, table: Snapshot, texts: Texts) -> Page:
        """The question in a message of its own."""
        return Page(body=self.text, rows=(self.row(table, texts),))


def nothing_done(texts: Texts) -> Page:
    """What stands in place of such a message after a no."""
    return sentence(texts("asked-nothing-done"))
