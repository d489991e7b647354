"""What is kept about people, as a page to read, and the question before everything is erased."""

from __future__ import annotations

from typing import Final

from bot.i18n import Markup, Texts
from bot.store.model.people import erased_name
from bot.ui.address import Address
from bot.ui.pages.page import FELT, Button, Page, sentence
from bot.ui.words.lines import lines

PRIVACY, EXPORT, ERASE = "privacy", "export", "erase"
"""The verbs of this page's buttons."""
ASK: Final = "ask"
"""The argument with which the page asks before it erases."""


def privacy_page(texts: Texts, names_days: int, left_server_days: int, policy: str) -> Page:
    """What is kept, why and how long, with buttons to get it and to erase it.

    The days are those of ``Retention``; ``policy`` is the address of the whole policy, "" for none.
    """
    buttons = (_button("export", EXPORT, texts), _button("erase", PRIVACY, texts, ASK))
    return Page(
        heading=texts("privacy-heading"),
        body=lines(
            texts("privacy-what"),
            "",
            texts("privacy-how-long", names=names_days, server=left_server_days),
            "",
            texts("privacy-rights"),
            texts("privacy-policy", url=Markup(policy)) if policy else None,
        ),
        rows=(buttons,),
        accent=FELT,
    )


def question_page(texts: Texts) -> Page:
    """Asks before everything is erased."""
    buttons = (_button("erase-sure", ERASE, texts), _button("erase-not", PRIVACY, texts))
    return Page(heading=texts("erase-heading"), body=texts("erase-what"), rows=(buttons,))


def erased_page(texts: Texts, number: int) -> Page:
    """Says that it is done. ``number``: that of the erased person."""
    return sentence(texts("erase-done", name=erased_name(number)))


def export_page(texts: Texts, name: str, content: bytes) -> Page:
    """The file with everything."""
    return Page(body=texts("export-here"), record=(name, content), accent=FELT)


def _button(label: str, verb: str, texts: Texts, argument: str = "") -> Button:
    return Button(texts.plain(f"button-{label}"), Address.without_table(verb, argument))
