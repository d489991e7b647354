"""The picture of a board with pools: its words, what lies on it, and its alt text; all of it public."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from bot.i18n import Texts
from bot.i18n import pools as lines_of
from bot.service.model import Sitter, Snapshot
from bot.ui.pictures.moved import last_move
from bot.ui.pictures.names import drawn_name
from bot.ui.words.asking import told
from bot.ui.words.lines import MOST_ALT, length, shorten
from cards_img import BoardCaptions, SeatCaption
from engine.game import GAMES
from engine.middle import Played, Pools
from engine.view import SeatView, View

SHORTER_NAMES: Final = (20, 14, 10)
"""Characters of names in an alt text that would be too long with whole ones; the first that helps is taken."""


def board_captions(snapshot: Snapshot, plain: Texts) -> BoardCaptions:
    """The words on and beside the board; at the end of a deal everybody's gain or loss is the note at the seat."""
    view, board = _seen(snapshot)
    return BoardCaptions(
        seats=tuple(
            SeatCaption(sitter.name, _note(view, board, view.seats[i], plain), sitter.computer)
            for i, sitter in enumerate(snapshot.players)
        ),
        pools=tuple((pool.name, lines_of.dish(plain, pool)) for pool in board.pools),
        title=plain("table-title", game=plain.game(snapshot.game), deal=snapshot.turn.deal),
        pot=plain("table-bets"),
        bet=plain("table-to-match"),
        call=_call(snapshot, view, plain),
        dealer=plain("table-dealer"),
        clockwise=GAMES[snapshot.game].clockwise,
        last=last_move(snapshot),
    )


def _call(snapshot: Snapshot, view: View, plain: Texts) -> str:
    if view.result is not None:
        winners = view.result.winners
        return plain("table-asked-over", name=drawn_name(snapshot.at(winners[0]))) if winners else ""
    if snapshot.to_act is None:
        return ""
    return told(view, drawn_name(snapshot.to_act), plain)


def _seen(snapshot: Snapshot) -> tuple[View, Pools]:
    """The deal as everybody sees it, and the board in its middle."""
    view = snapshot.view
    assert view is not None, "a table without a deal has no picture"
    assert isinstance(view.middle, Pools), "a board has pools"
    return view, view.middle


def _note(view: View, board: Pools, seat: SeatView, plain: Texts) -> str:
    """The note at a seat: that it is out of the betting, or at the end what the deal brought it."""
    if view.result is not None:
        return plain("seat-net", net=plain.signed(view.result.net[seat.seat]))
    if board.betting and seat.passed:
        return plain("seat-folded" if seat.seat in board.folded else "seat-passed")
    return ""


def board_alt(snapshot: Snapshot, plain: Texts) -> str:
    """The alt text: the card turned up, the pools and who took them, the seats, and what was played out last.

    Long names are shortened if it would otherwise be longer than Discord takes.
    """
    said = _alt(snapshot, plain)
    for most in SHORTER_NAMES:
        if length(said) <= MOST_ALT:
            break
        said = _alt(_with_short_names(snapshot, most), plain)
    return said


def _with_short_names(snapshot: Snapshot, most: int) -> Snapshot:
    """The table with names of ``most`` characters; names that become equal get their place, 1 to 6."""
    names = [shorten(sitter.name, most) for sitter in snapshot.players]
    players = tuple(
        replace(sitter, name=f"{name} ({place})" if name != sitter.name and names.count(name) > 1 else name)
        for place, (sitter, name) in enumerate(zip(snapshot.players, names, strict=True), start=1)
    )
    return replace(snapshot, players=players)


def _alt(snapshot: Snapshot, plain: Texts) -> str:
    view, board = _seen(snapshot)
    form = ".end" if view.result is not None else ".bets" if view.pot else ""
    said = plain(
        f"alt-board{form}",
        game=plain.game(snapshot.game),
        deal=snapshot.turn.deal,
        turned=plain.card(board.turned),
        pools=plain.list(_pools(snapshot, board, plain)),
        bets=view.pot,
        seats=plain("alt-separator").join(
            _seat(view, board, sitter, view.seats[i], plain) for i, sitter in enumerate(snapshot.players)
        ),
    )
    if not board.run:
        return said
    form = ".stopped" if board.stopped else ""
    return plain(f"alt-board-run{form}", board=said, run=plain.list(_run(board.run, snapshot, plain)))


def _pools(snapshot: Snapshot, board: Pools, plain: Texts) -> Sequence[str]:
    said = []
    for pool in board.pools:
        words = {"pool": lines_of.title(plain, pool), "count": pool.chips}
        if pool.chips or pool.taken_by is None:
            said.append(plain("alt-pool", **words))
        else:
            said.append(plain("alt-pool.taken", name=snapshot.at(pool.taken_by).name, **words))
    return said


def _seat(view: View, board: Pools, sitter: Sitter, seat: SeatView, plain: Texts) -> str:
    said = plain("alt-board-seat", name=sitter.name, chips=plain.chips(sitter.chips), cards=seat.cards)
    notes = [plain("seat-bets", count=seat.stake)] if seat.stake else []
    if note := _note(view, board, seat, plain):
        notes.append(note)
    if seat.seat in view.to_act and view.result is None:
        notes.append(plain("seat-acting"))
    return plain("alt-seat-note", seat=said, note=plain.list(notes)) if notes else said


def _run(run: Sequence[Played], snapshot: Snapshot, plain: Texts) -> Sequence[str]:
    return [
        plain("alt-played", name=snapshot.at(seat).name, cards=plain.cards_short(played.card for played in cards))
        for seat, cards in groupby(run, key=lambda played: played.seat)
    ]
