"""Buttons at a table that are not moves: sitting down, getting up, computer players, and the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.i18n import Texts
from bot.service.model import Snapshot
from bot.ui.address import Address
from bot.ui.pages.page import FELT, Button, Choice, Page, Row, Select
from bot.ui.words.absence import votes_for, votes_needed
from bot.ui.words.chips import pays_in
from bot.ui.words.links import message_url
from bot.ui.words.next_deal import full, startable
from engine.players.base import LEVEL_NAMES

JOIN: Final = "join"
"""The verb by which somebody sits down."""
GET_UP: Final = "leave"
"""The verb by which somebody gets up from a table."""
LEAVE_LESSON: Final = "leave-lesson"
"""The verb that leaves the lesson that is open in direct messages, pressed outside its message."""
MOST_TO_LEAVE: Final = 10
"""Buttons to get up from tables, at most; two stand in a row."""
BACK: Final = "back"
"""The verb of **I'm back**."""
LEVEL: Final = "level"
"""The verb that chooses how well the next computer player plays."""
Seat = tuple[Snapshot, str]
"""A table at which the person sits, and the name of its channel; "" if that is not known."""


def table_button(
    snapshot: Snapshot,
    verb: str,
    texts: Texts,
    key: str | None = None,
    *,
    argument: str = "",
    disabled: bool = False,
) -> Button:
    """A button that asks something of the table; its label is the text ``key``, else that of the verb."""
    to = Address.at(snapshot, verb, argument)
    return Button(texts.plain(key or f"button-{verb}"), to, disabled=disabled)


def vote_back(snapshot: Snapshot, texts: Texts) -> tuple[Button, ...]:
    """The button with which voters take back that the table is to close, until that is decided."""
    if not snapshot.closers or snapshot.closing:
        return ()
    return (table_button(snapshot, "open", texts, "button-vote-back"),)


def go_on(snapshot: Snapshot, texts: Texts) -> tuple[Button, ...]:
    """**Next deal**, or **New game** where a game is over, which can't be pressed while it waits for chips; if no deal
    starts any more, what the last person can do instead."""
    if not snapshot.one_left:
        label = "button-next" if snapshot.game_on else "button-next.new"
        following = table_button(snapshot, "start", texts, label, disabled=pays_in(snapshot))
        return (following,) if startable(snapshot) else ()
    people = any(not s.computer for s in snapshot.sitters)
    return (table_button(snapshot, "practise", texts),) if people else ()


def to_table(table: Snapshot, texts: Texts) -> tuple[Button, ...]:
    """The link to the table's message; none in direct messages, where the panel is all there is of a table."""
    return () if table.in_dm else (Button(texts.plain("button-table"), message_url(table)),)


def back(snapshot: Snapshot, texts: Texts) -> Button:
    """**I'm back**, for somebody for whom a computer player plays."""
    return table_button(snapshot, BACK, texts, "button-im-back")


def keep_open(snapshot: Snapshot, texts: Texts) -> tuple[Row, ...]:
    """The button with which a table that is to close stays open."""
    return ((table_button(snapshot, "open", texts),),) if snapshot.closing else ()


def votes(snapshot: Snapshot, texts: Texts) -> tuple[Button, ...]:
    """The buttons with which the others go on in a slow turn; none while they can't."""
    needed = votes_needed(snapshot)
    return tuple(
        Button(
            texts.plain(f"button-{vote}{'.alone' if needed == 1 else ''}", missing=max(1, needed - count)),
            Address.at(snapshot, vote),
        )
        for vote, count in (votes_for(snapshot).items() if needed else ())
    )


def comers(snapshot: Snapshot, texts: Texts, *, seated: bool | None = None, joins: bool = True) -> tuple[Button, ...]:
    """**Join** and **Leave**; no **Join** if every seat is taken.

    ``seated``: whether the one person who sees them sits there; None where everybody sees them. ``joins``: whether that
    person may sit down.
    """
    found = []
    if seated is not True and joins and not full(snapshot) and not snapshot.in_dm:
        found.append(table_button(snapshot, JOIN, texts))
    if seated is not False and not snapshot.in_dm:
        found.append(table_button(snapshot, GET_UP, texts))
    return tuple(found)


def top_up_first(snapshot: Snapshot, texts: Texts, user_id: int | None = None) -> tuple[Button, ...]:
    """**Top up**, which stands out, where somebody, or that user, must press it before the game can start."""
    if not pays_in(snapshot, user_id):
        return ()
    return (replace(table_button(snapshot, "topup", texts), stands_out=True),)


def top_up(snapshot: Snapshot, user_id: int, texts: Texts) -> tuple[Button, ...]:
    """**Top up**, for a person who has fewer chips there than everybody sits down with, where chips may be brought."""
    return (table_button(snapshot, "topup", texts),) if user_id in snapshot.fillable else ()


def which_to_leave(seats: Sequence[Seat], texts: Texts, *, in_a_lesson: bool = False) -> Page:
    """The tables at which a person sits, each with a button to get up; ``in_a_lesson``: and the lesson that is open."""
    rows = leave_buttons(seats, texts)
    if not in_a_lesson:
        return Page(body=texts("leave-which"), rows=rows, accent=FELT)
    lesson = Button(texts.plain("button-lesson-leave"), Address.without_table(LEAVE_LESSON))
    return Page(body=texts("leave-which.lesson"), rows=((lesson,), *rows), accent=FELT)


def leave_buttons(seats: Sequence[Seat], texts: Texts) -> tuple[Row, ...]:
    """A button for each table to get up from it, wherever the person is."""
    made = [
        Button(
            texts.plain(
                "button-leave-table.in" if channel else "button-leave-table",
                game=texts.plain.game(table.game),
                channel=channel,
            ),
            Address.at(table, GET_UP),
        )
        for table, channel in seats[:MOST_TO_LEAVE]
    ]
    return tuple(tuple(made[start : start + 2]) for start in range(0, len(made), 2))


def computers(snapshot: Snapshot, texts: Texts) -> tuple[Row, ...]:
    """Buttons for computer players, as far as another can come or one can go."""
    row: list[Button] = []
    room = not full(snapshot)
    if room:
        row.append(table_button(snapshot, "computer", texts))
    removable = [s for s in snapshot.staying if s.user_id is None]
    if removable:
        row.append(table_button(snapshot, "remove", texts, argument=str(removable[-1].sitting_id)))
    return (*((_levels(snapshot, texts),) if room else ()), *((tuple(row),) if row else ()))


def _levels(snapshot: Snapshot, texts: Texts) -> Select:
    """How well the next computer player plays: as the last one, or as chosen here."""
    choices = tuple(
        Choice(
            texts.plain("level-choice", level=level),
            level,
            texts.plain(f"level-about-{level}"),
            chosen=level == snapshot.settings.computers,
        )
        for level in LEVEL_NAMES
    )
    return Select(Address.at(snapshot, LEVEL), texts.plain("level-select"), choices)
