"""The form for a person's own word in the next shuffle, and the button that opens it."""

from __future__ import annotations

from typing import Final

from discord import ui

from bot.i18n import Texts
from bot.service.model import Turn
from bot.ui.address import Address
from bot.ui.pages.form import Form
from bot.ui.pages.page import Button
from engine.fairness import LONGEST_WORD

WORD: Final = "word"
"""The verb that opens the form."""
ADD_WORD: Final = "add-word"
"""The verb of the form that was filled in."""
FIELD: Final = "word"
"""The name of its field."""


def word_button(table_id: int, texts: Texts) -> Button:
    """Opens the form, for as long as the table is open."""
    return Button(texts.plain("button-word"), Address(table_id, Turn(), WORD))


def word_form(table_id: int, texts: Texts) -> Form:
    """Asks for a word or number."""
    form = Form(texts.plain("form-word"), Address(table_id, Turn(), ADD_WORD))
    form.ask(
        texts.plain("form-word-label"),
        texts.plain("form-word-why"),
        ui.TextInput(custom_id=FIELD, min_length=1, max_length=LONGEST_WORD),
    )
    return form
