"""The question whether a table is to close at once, which everybody in its channel sees, and what came of it."""

from __future__ import annotations

from typing import Final, Literal

from bot.i18n import Texts
from bot.service.model import Snapshot
from bot.ui.pages.page import GREY, Page
from bot.ui.pages.seating import table_button
from bot.ui.words.chips import has_chips
from bot.ui.words.lines import lines

WITHDRAW: Final = "withdraw"
"""The verb that takes back what somebody asked or agreed to; its argument is as that of ``agree``."""
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
    """What everybody who sits there is asked. The buttons' argument is the number of the last deal."""
    missing, deal = table.yet_to_agree, str(table.dealt)
    return Page(
        body=lines(
            texts("close-asked" if has_chips(table) else "close-asked.bare", name=table.host_name),
            texts("close-asked-missing", missing=missing, count=len(missing)),
        ),
        rows=(tuple(table_button(table, verb, texts, argument=deal) for verb in ("agree", WITHDRAW)),),
    )


def outcome_page(outcome: Outcome, texts: Texts) -> Page:
    """What stands in place of the question once it is over."""
    return Page(body=texts(f"close-asked-{outcome}"), accent=GREY)
