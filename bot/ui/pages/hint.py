"""A hint, for the person alone who asked for it."""

from __future__ import annotations

from typing import Final

from bot.i18n import Texts
from bot.service.model import Private
from bot.ui.address import Address
from bot.ui.pages.can import CAN_HERE, ask, follow
from bot.ui.pages.moves import my_hand
from bot.ui.pages.page import FELT, Button, Page
from bot.ui.words.advice import advice
from engine.advice import Advice

HINT: Final = "hint"
"""The verb of the button that asks for a hint."""


def hint_page(private: Private, found: Advice, texts: Texts) -> Page:
    """The page. ``private``: the table as the person saw it who asked."""
    table, view = private.table, private.view
    assert view is not None, "whoever is given a hint plays"
    texts = texts.at_table(table)
    can = Button(texts.plain("button-can"), Address.at(table, CAN_HERE))
    return Page(
        body=advice(found, table, view, texts),
        rows=((*follow(found, private, texts), my_hand(table, texts), can, *ask(private, found, texts)),),
        accent=FELT,
    )
