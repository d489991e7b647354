"""The picture of a board with pools: its words, what lies on it, and its alt text; all of it public."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from bot.i18n import Texts
from bot.i18n import pools as lines_of
from bot.service.model import Sitter, Snapshot
from bot.ui.pages.betting import asked, how_far
from bot.ui.pages.page import MOST_ALT, length, shorten
from bot.ui.words.pools import folded, stages, taken
from cards_img import BoardCaptions, SeatCaption
from engine.events import SequenceStopped
from engine.view import Played, SeatView, View

SHORTER_NAMES: Final = (20, 14, 10)
"""Characters of names in an alt text that would be too long with whole ones; the first that helps is taken."""


def board_captions(snapshot: Snapshot, detail: str, plain: Texts) -> BoardCaptions:
    """The words on and beside the board; at the end of a deal everybody's gain or loss is the note at the seat."""
    view = snapshot.view
    assert view is not None, "a table without a deal has no picture"
    return BoardCaptions(
        seats=tuple(
            SeatCaption(sitter.name, _note(snapshot, view, view.seats[i], plain), sitter.computer)
            for i, sitter in enumerate(snapshot.players)
        ),
        pools=tuple((name, lines_of.pool(plain, name, view.board)) for name, _ in view.pools),
        title=plain("table-title", game=plain.game(snapshot.game), deal=snapshot.turn.deal),
        detail=detail,
        pot=plain("table-bets"),
        bet=plain("table-to-match"),
        call=_call(snapshot, view, plain),
        dealer=plain("table-dealer"),
    )


def _call(snapshot: Snapshot, view: View, plain: Texts) -> str:
    if view.result is not None:
        return plain("table-asked-over", name=snapshot.at(view.result.winners[0]).name) if view.result.winners else ""
    if snapshot.to_act is None:
        return ""
    return plain(f"table-asked-{asked(view)}{how_far(view)}", name=snapshot.to_act.name, count=view.bet)


def _note(snapshot: Snapshot, view: View, seat: SeatView, plain: Texts) -> str:
    """What hangs at a plate: that the seat is out of the betting, or at the end what the deal brought it."""
    if view.result is not None:
        return plain("seat-net", net=plain.signed(view.result.net[seat.seat]))
    if view.phase == "bet" and seat.passed:
        return plain("seat-folded" if seat.seat in folded(snapshot) else "seat-passed")
    return ""


def has_stopped(snapshot: Snapshot) -> bool:
    """Whether nobody had the next card of the sequence that was played out last."""
    runs = stages(snapshot.told).runs
    return bool(runs) and any(isinstance(one, SequenceStopped) for one in runs[-1].events)


def takers_of(snapshot: Snapshot) -> tuple[tuple[str, int], ...]:
    """The pools that were won in this deal, and who took them."""
    view = snapshot.view
    on_board = {name for name, _ in view.pools} if view is not None else set()
    return tuple((pool, seat) for pool, seat in taken(snapshot) if pool in on_board)


def board_alt(snapshot: Snapshot, plain: Texts) -> str:
    """The alt text: the card turned up, the pools and who took them, the seats, and what was played out last.

    Long names are shortened where it would otherwise be longer than Discord takes.
    """
    said = _alt(snapshot, plain)
    for most in SHORTER_NAMES:
        if length(said) <= MOST_ALT:
            break
        said = _alt(_with_short_names(snapshot, most), plain)
    return said


def _with_short_names(snapshot: Snapshot, most: int) -> Snapshot:
    """The table with names of ``most`` characters; those that come out alike get their place, 1 to 6."""
    names = [shorten(sitter.name, most) for sitter in snapshot.players]
    players = tuple(
        replace(sitter, name=f"{name} ({place})" if name != sitter.name and names.count(name) > 1 else name)
        for place, (sitter, name) in enumerate(zip(snapshot.players, names, strict=True), start=1)
    )
    return replace(snapshot, players=players)


def _alt(snapshot: Snapshot, plain: Texts) -> str:
    view = snapshot.view
    assert view is not None, "a table without a deal has no picture"
    form = ".end" if view.result is not None else ".bets" if view.pot else ""
    said = plain(
        f"alt-board{form}",
        game=plain.game(snapshot.game),
        deal=snapshot.turn.deal,
        turned=plain.card(view.turned) if view.turned is not None else plain("alt-no-upcard"),
        pools=plain.list(_pools(snapshot, view, plain)),
        bets=view.pot,
        seats=plain("alt-separator").join(
            _seat(snapshot, view, sitter, view.seats[i], plain) for i, sitter in enumerate(snapshot.players)
        ),
    )
    if not view.played:
        return said
    form = ".stopped" if has_stopped(snapshot) else ""
    return plain(f"alt-board-run{form}", board=said, run=plain.list(_run(view.played, snapshot, plain)))


def _pools(snapshot: Snapshot, view: View, plain: Texts) -> Sequence[str]:
    takers = dict(takers_of(snapshot))
    said = []
    for name, count in view.pools:
        who = takers.get(name) if not count else None
        words = {"pool": lines_of.pool(plain, name, view.board), "count": count}
        taken_by = "" if who is None else snapshot.at(who).name
        said.append(plain("alt-pool" if who is None else "alt-pool.taken", name=taken_by, **words))
    return said


def _seat(snapshot: Snapshot, view: View, sitter: Sitter, seat: SeatView, plain: Texts) -> str:
    said = plain("alt-board-seat", name=sitter.name, chips=plain.chips(sitter.chips), cards=seat.cards)
    notes = [plain("seat-bets", count=seat.stake)] if seat.stake else []
    if note := _note(snapshot, view, seat, plain):
        notes.append(note)
    if seat.seat in view.to_act and view.result is None:
        notes.append(plain("seat-acting"))
    return plain("alt-seat-note", seat=said, note=plain.list(notes)) if notes else said


def _run(run: Sequence[Played], snapshot: Snapshot, plain: Texts) -> Sequence[str]:
    return [
        plain("alt-played", name=snapshot.at(seat).name, cards=plain.cards_short(one.card for one in cards))
        for seat, cards in groupby(run, key=lambda one: one.seat)
    ]
