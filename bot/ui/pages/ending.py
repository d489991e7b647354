"""The question whether a table is to close at once, in its channel and in panels, and what came of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from bot.i18n import Texts
from bot.service.model import Private, Sitter, Snapshot
from bot.ui.pages.page import GREY, Button, Page
from bot.ui.pages.seating import table_button
from bot.ui.words.chips import has_chips
from bot.ui.words.lines import lines

AGREE: Final = "agree"
"""The verb that agrees; its argument is the number of the last deal."""
WITHDRAW: Final = "withdraw"
"""The verb that takes back what somebody asked or agreed to; its argument is the same."""
Outcome = Literal["closed", "dealt", "withdrawn"]
"""What came of it: the table has closed; another deal was dealt, so that it is over; nobody asks any more."""


def outcome_of(table: Snapshot | None, deal: int) -> Outcome | None:
    """What came of a question that was asked in that deal; None while it is open. ``table`` None: it has closed."""
    if table is None or table.stage == "closed":
        return "closed"
    if table.agreed:
        return None
    return "withdrawn" if table.dealt == deal else "dealt"


def asked_page(table: Snapshot, texts: Texts) -> Page:
    """What everybody who sits there is asked."""
    return Page(body=_asked(table, texts), rows=(tuple(_button(table, verb, texts) for verb in (AGREE, WITHDRAW)),))


def is_asked(table: Snapshot, sitter: Sitter) -> bool:
    """Whether that person is asked, or has agreed already."""
    return bool(table.agreed) and table.stage != "closed" and sitter.has_a_say


def own_page(page: Page, private: Private, texts: Texts) -> Page:
    """The person's panel ``page``, with the question above its buttons, where it is open, and what that person can
    answer."""
    asked, table = own_question(private, texts), private.table
    if asked is None:
        return page
    # Whoever had yet to agree may have got up: then those who agreed are asked once more.
    again = () if table.yet_to_agree else (AGREE,)
    answers = (*again, WITHDRAW) if private.sitter.user_id in table.agreed else (AGREE,)
    row = tuple(_button(table, verb, texts) for verb in answers)
    return replace(page, call=lines(page.call or None, asked), rows=(*page.rows, row))


def own_question(private: Private, texts: Texts) -> str | None:
    """The question as that person's panel has it; None where the person isn't asked."""
    return _asked(private.table, texts) if is_asked(private.table, private.sitter) else None


def _asked(table: Snapshot, texts: Texts) -> str:
    missing = table.yet_to_agree
    form = ".over" if table.stage != "playing" else "" if has_chips(table) else ".bare"
    return lines(
        texts(f"close-asked{form}", name=table.host_name),
        texts("close-asked-missing", missing=missing, count=len(missing)),
    )


def _button(table: Snapshot, verb: str, texts: Texts) -> Button:
    """A button that answers; its argument is the number of the last deal."""
    return table_button(table, verb, texts, argument=str(table.dealt))


def outcome_page(outcome: Outcome, texts: Texts) -> Page:
    """What stands in place of the question once it is over."""
    return Page(body=texts(f"close-asked-{outcome}"), accent=GREY)
