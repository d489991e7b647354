"""Pages that belong to no moment of a deal: chips, leaderboard, proof of the shuffle, help."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from bot.i18n import Markup, Texts
from bot.service.model import LogEntry, Snapshot, Turn
from bot.ui.clicks.address import NO_TABLE, Address
from bot.ui.pages.lesson import learn_rows
from bot.ui.pages.letter import correction_line
from bot.ui.pages.page import FELT, GOLD, GREY, MOST_LABEL, Button, Page, Row
from bot.ui.pages.word import word_button
from bot.ui.words.lines import lines
from bot.ui.words.standing import begun_anew
from engine.game import GAMES

if TYPE_CHECKING:
    from bot.service.fairness import BoundDeal, Verification
    from bot.store.model.people import Leaderboard, Purse, Sources, Standing

GET_UP: Final = "leave"
"""The verb by which somebody gets up from a table."""
MOST_TO_LEAVE: Final = 10
"""Buttons to get up from tables, at most; two stand in a row."""
Seat = tuple[Snapshot, str]
"""A table at which the person sits, and the name of its channel; "" if that is not known."""


def which_to_leave(seats: Sequence[Seat], texts: Texts) -> Page:
    """The tables at which a person sits, each with a button to get up."""
    return Page(body=texts("leave-which"), rows=leave_buttons(seats, texts), accent=FELT)


def leave_buttons(seats: Sequence[Seat], texts: Texts) -> tuple[Row, ...]:
    """A button for each table to get up from it, wherever the person is."""
    made = [
        Button(
            texts.plain(
                "button-leave-table.in" if channel else "button-leave-table",
                game=texts.plain.game(table.game),
                channel=channel,
            )[:MOST_LABEL],
            Address(table.table_id, table.turn, GET_UP),
        )
        for table, channel in seats[:MOST_TO_LEAVE]
    ]
    return tuple(tuple(made[start : start + 2]) for start in range(0, len(made), 2))


def chips_page(
    purse: Purse,
    tables: Sequence[tuple[Markup, int, str]],
    texts: Texts,
    seats: Sequence[Seat] = (),
    sources: Sources | None = None,
    corrections: Sequence[LogEntry] = (),
) -> Page:
    """What a person has, in the purse and at tables: each with its chips, and "practice" if they are for practice,
    "leaving" if they come home when the deal is over.

    ``seats``: the tables to get up from by a press; ``sources``: where the chips came from; ``corrections``: how
    moderators have corrected the purse lately.
    """
    return Page(
        body=lines(
            texts("chips-purse", chips=texts.chips(purse.balance)),
            *(
                texts(f"chips-table.{how}" if how else "chips-table", table=table, chips=texts.chips(count))
                for table, count, how in tables
            ),
            texts("chips-topped-up", chips=texts.chips(purse.topped_up)) if purse.topped_up else None,
            texts("chips-frozen", why=purse.frozen or texts("frozen-before")) if purse.frozen is not None else None,
            begun_anew(purse.begun_anew, texts) if purse.begun_anew is not None else None,
            _sources(sources, texts) if sources is not None else None,
            *(correction_line(entry, texts) for entry in corrections),
        ),
        rows=leave_buttons(seats, texts),
        accent=FELT,
    )


def _sources(found: Sources, texts: Texts) -> str:
    """Where a person's chips came from."""
    return texts(
        "chips-sources.corrected" if found.corrections else "chips-sources",
        starting=texts.chips(found.starting),
        daily=texts.chips(found.daily),
        house=texts.chips(found.from_house),
        corrections=texts.signed(found.corrections),
    )


def leaderboard_page(board: Leaderboard, texts: Texts) -> Page:
    """Who has won the most chips, and the viewer's own place; names are plain text, nobody is called."""
    rows = [_standing("leaderboard-line", row, texts) for row in board.rows]
    buttons = [
        Button(texts.plain(f"button-{key}"), Address(NO_TABLE, Turn(), "page", str(page)))
        for key, page in (("earlier", board.page - 1), ("later", board.page + 1))
        if 1 <= page <= board.pages
    ]
    return Page(
        heading=texts("leaderboard-heading.season" if board.season > 1 else "leaderboard-heading", number=board.season),
        body=lines(
            Markup("\n").join(rows) if rows else texts("leaderboard-empty"),
            None if board.own in board.rows else _own_standing(board, texts),
            texts("leaderboard-what"),
        ),
        call=texts("leaderboard-page", page=board.page, pages=board.pages) if board.pages > 1 else "",
        rows=(tuple(buttons),) if buttons else (),
        accent=GOLD,
    )


def _standing(key: str, row: Standing, texts: Texts) -> str:
    return texts(key, place=row.place, name=row.name, chips=texts.signed(row.chips), deals=row.deals, wins=row.wins)


def _own_standing(board: Leaderboard, texts: Texts) -> str:
    """Where the viewer stands: a place only for whoever has won more than lost, as on the list."""
    row = board.own
    if row is None:
        return texts("leaderboard-own.season" if board.season > 1 else "leaderboard-own.new")
    if row.chips > 0:
        return _standing("leaderboard-own", row, texts)
    return texts("leaderboard-own.none", deals=row.deals, chips=texts.chips(row.chips))


def _other_version(found: Verification, texts: Texts) -> str | None:
    match found.other_version:
        case "equal":
            return texts("verify-other-version-equal")
        case "differs":
            return texts("verify-other-version-differs")
    return None


def verification_page(found: Verification, table: Snapshot | None, texts: Texts) -> Page:
    """The proof of a deal's shuffle, as far as it is open to the viewer, and its record to check it elsewhere.

    Also what the shuffle at the channel's ``table`` is bound to, if there is one.
    """
    record = json.dumps(found.record, ensure_ascii=False, indent=1).encode()
    bound = found.bound
    opens = f"{bound.table_id}.{found.number}" if bound is not None and bound.asks else ""
    buttons = (
        *((Button(texts.plain("button-open-cards"), Address(NO_TABLE, Turn(), "open-cards", opens)),) if opens else ()),
        *((word_button(table.table_id, texts),) if table is not None and not table.in_dm else ()),
    )
    return Page(
        heading=texts("verify-heading", deal=found.number),
        body=lines(
            *(_of_earlier(found, texts) if bound is None else _of_bound(found, bound, texts)),
            _bound_to(table, texts) if table is not None else None,
        ),
        rows=(buttons,) if buttons else (),
        record=("record.json", record),
        accent=FELT if found.fits else GREY,
    )


def nothing_to_verify_page(table: Snapshot, texts: Texts) -> Page:
    """For somebody at a table who hasn't finished a deal there: how to have a part in the next shuffle."""
    return Page(
        body=lines(texts("verify-nothing-yet"), _bound_to(table, texts)),
        rows=((word_button(table.table_id, texts),),),
        accent=GREY,
    )


def _of_earlier(found: Verification, texts: Texts) -> Iterator[str | None]:
    """Of a deal of an earlier version, shuffled from seed and cut alone."""
    yield texts("verify-fits" if found.fits else "verify-fails")
    yield _other_version(found, texts)
    yield texts("verify-earlier")
    yield ""
    yield texts("verify-commitment", value=Markup(found.commitment))
    yield texts("verify-seed", value=Markup(found.seed))
    yield texts("verify-cut", count=found.cut)
    yield texts("verify-shuffles", count=found.shuffles) if found.shuffles else None
    yield ""
    yield texts("verify-how-earlier")


def _of_bound(found: Verification, bound: BoundDeal, texts: Texts) -> Iterator[str | None]:
    """Of a deal whose pack was bound before people had their part in it."""
    if bound.compared:
        yield texts("verify-compared" if found.fits else "verify-compared-fails")
    else:
        yield texts("verify-not-compared" if found.fits else "verify-itself-fails")
    yield _other_version(found, texts)
    yield ""
    if bound.line_url is None:
        yield texts("verify-no-line")
    else:
        yield texts("verify-line", first=bound.binding.first, last=bound.binding.last, url=Markup(bound.line_url))
    yield texts("verify-root", value=Markup(bound.root))
    if bound.words:
        yield texts("verify-words", words=texts.list([texts("verify-word", name=n, word=w) for n, w in bound.words]))
    if bound.choices:
        counted = [texts("verify-choice", name=name, count=count) for name, count in bound.choices]
        yield texts("verify-choices", choices=texts.list(counted))
    yield texts("verify-cut-by", name=bound.cutter, count=found.cut)
    yield texts("verify-remember" if bound.people_had_part else "verify-nobody")
    yield ""
    yield texts("verify-shut", count=bound.shut) if bound.shut else texts("verify-open") if found.fits else None
    if bound.waits_for:
        yield texts("verify-waits", names=texts.names(bound.waits_for), count=len(bound.waits_for))
    if found.shuffles:
        yield texts("verify-shuffles", count=found.shuffles)
        yield texts("verify-later") if bound.shut else None
    yield ""
    yield texts("verify-how")
    yield texts("verify-reads")


def _bound_to(table: Snapshot, texts: Texts) -> str:
    """The hash that the present deal's shuffle is bound to, or between deals the next one's."""
    playing = table.stage == "playing"
    return texts("verify-present" if playing else "verify-next", value=Markup(table.root))


HOSTS: Final = "hosts"
"""The argument with which the help is that for hosts."""


def help_page(texts: Texts, part: str = "", done: Collection[str] = ()) -> Page:
    """What this is and how to begin; with ``HOSTS``, what hosts and those who manage a server can do.

    ``done``: the games whose lessons the reader has been through.
    """
    hosts = part == HOSTS
    turned = Button(texts.plain(f"button-help-{'players' if hosts else HOSTS}"), _help("" if hosts else HOSTS))
    return Page(
        heading=texts("help-heading.hosts" if hosts else "help-heading"),
        body=texts("help-hosts") if hosts else texts("help-body", count=len(GAMES)),
        rows=(*(() if hosts else learn_rows(texts, done)), (turned,)),
    )


def _help(part: str) -> Address:
    return Address(NO_TABLE, Turn(), "help", part)
