"""A person's chips: in the purse and at tables, and where they came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from bot.i18n import Markup, Texts
from bot.service.model import LogEntry
from bot.ui.pages.letter import correction_line
from bot.ui.pages.page import FELT, Page
from bot.ui.pages.seating import Seat, leave_buttons
from bot.ui.words.chips import begun_anew
from bot.ui.words.lines import lines

if TYPE_CHECKING:
    from bot.store.model.people import Purse, Sources


class Stack(NamedTuple):
    """What lies before a person at a table."""

    table: Markup
    """A link to it."""
    chips: int
    how: Literal["", "practice", "leaving"] = ""
    """Whether they are for practice, or come home when the deal is over."""
    lent: int = 0
    """How many chips the house has issued to the person there, and takes back (``poch.md PO-33``)."""
    paid_in: int = 0
    """How many more chips the deal that is played there has taken from the person than it has given; below 0: fewer."""

    @property
    def extra(self) -> int:
        """How many of the chips that lie there go back to the house."""
        return min(self.lent, max(0, self.chips))

    @property
    def own(self) -> int:
        """The person's own chips, as they were before the deal that is played there.

        What has gone into the deal may be the house's chips as well: these are taken off the whole stack.
        """
        whole = self.chips + self.paid_in
        return whole - min(self.lent, max(0, whole))


def chips_page(
    purse: Purse,
    tables: Sequence[Stack],
    texts: Texts,
    seats: Sequence[Seat] = (),
    sources: Sources | None = None,
    corrections: Sequence[LogEntry] = (),
) -> Page:
    """What a person has, in the purse and at tables.

    ``seats``: the tables to get up from by a press; ``sources``: where the chips came from; ``corrections``: how
    moderators have corrected the purse lately.
    """
    return Page(
        body=lines(
            texts("chips-purse", chips=texts.chips(purse.balance)),
            *(line for stack in tables for line in _stack(stack, texts)),
            texts("chips-topped-up", chips=texts.chips(purse.topped_up)) if purse.topped_up else None,
            texts("chips-frozen", why=purse.frozen or texts("frozen-before")) if purse.frozen is not None else None,
            begun_anew(purse.begun_anew, texts) if purse.begun_anew is not None else None,
            _sources(sources, texts) if sources is not None else None,
            _at_tables(purse, tables, sources, texts) if sources is not None else None,
            *(correction_line(entry, texts) for entry in corrections),
        ),
        rows=leave_buttons(seats, texts),
        accent=FELT,
    )


def _stack(stack: Stack, texts: Texts) -> Iterator[str]:
    """What lies at a table, what of it is the house's, and what a deal has taken or given that isn't over."""
    key = f"chips-table.{stack.how}" if stack.how else "chips-table"
    yield texts(key, table=stack.table, chips=texts.chips(stack.chips))
    if stack.extra:
        yield texts("chips-table-extra", count=stack.extra)
    if stack.paid_in:
        form = "" if stack.paid_in > 0 else ".ahead"
        yield texts(f"chips-table-in-deal{form}", count=abs(stack.paid_in))


def _sources(found: Sources, texts: Texts) -> str:
    """Where a person's chips came from."""
    return texts(
        "chips-sources.corrected" if found.corrections else "chips-sources",
        starting=texts.chips(found.starting),
        daily=texts.chips(found.daily),
        house=texts.chips(found.from_house),
        corrections=texts.signed(found.corrections),
    )


def _at_tables(purse: Purse, tables: Sequence[Stack], found: Sources, texts: Texts) -> str | None:
    """What the rest of a person's chips comes to: won from other people and lost to anybody, in deals that are over."""
    has = purse.balance + sum(stack.own for stack in tables if stack.how != "practice")
    won = has - found.starting - found.daily - found.from_house - found.corrections
    if not won:
        return None
    return texts("chips-besides" if won > 0 else "chips-besides.lost", chips=texts.chips(abs(won)))
