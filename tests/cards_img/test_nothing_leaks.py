"""Pictures for everybody show what everybody may know, and nothing else."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cards_img
import engine.games  # noqa: F401 - registers the games
from cards_img import BoardCaptions, TrickCaptions, board_picture, showdown_picture, table_picture, trick_picture
from engine.cards import ALL_CARDS
from engine.game import GAMES
from engine.middle import Bare, Piles, Played, Pool, Pools, Trick
from engine.stakes import Stakes
from tests.cards_img import captions
from tests.cards_img.tables import showdown, spectator

ALLOWED = {
    "engine.asks",
    "engine.cards",
    "engine.frozen",
    "engine.middle",
    "engine.parts.hands",
    "engine.rules",
    "engine.stakes",
    "engine.view",
}


@pytest.mark.parametrize("path", sorted(Path(cards_img.__file__).parent.rglob("*.py")), ids=lambda path: path.name)
def test_pictures_know_views_and_cards_only(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        for name in names:
            assert not name.startswith("bot"), f"{path.name} imports {name}"
            assert not name.startswith("engine") or name in ALLOWED, f"{path.name} imports {name}"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_cards_that_nobody_sees_do_not_change_the_table(game: str) -> None:
    """The cards are dealt anew, but for those that everybody sees and those that have won a pool."""
    rules = GAMES[game].rules()
    seats = max(2, GAMES[game].seats.start)
    pack = GAMES[game].pack(rules, seats).cards
    stakes = Stakes(0, (20,) * seats)
    first = GAMES[game].observe(GAMES[game].new_deal(rules, seats, stakes, pack), None)
    pays = first.middle.turned.suit if isinstance(first.middle, Pools) else None
    upcard = first.middle.upcard if isinstance(first.middle, Piles) else None
    kept = [card is upcard or card.suit is pays for card in pack]
    others = iter([card for card, keep in zip(reversed(pack), reversed(kept), strict=True) if not keep])
    other = tuple(card if keep else next(others) for card, keep in zip(pack, kept, strict=True))
    second = GAMES[game].observe(GAMES[game].new_deal(rules, seats, stakes, other), None)
    assert other != pack
    words = captions.table(seats)
    assert table_picture(first, words) == table_picture(second, words)
    if isinstance(first.middle, Pools):
        said = BoardCaptions(words.seats, tuple((name, name) for name, _ in first.pools))
        assert board_picture(first, said) == board_picture(second, said)
    if isinstance(first.middle, Trick):
        assert trick_picture(first, TrickCaptions(words.seats)) == trick_picture(second, TrickCaptions(words.seats))


@pytest.mark.parametrize("draw", [board_picture, trick_picture])
def test_boards_and_tricks_show_no_hand_whatever_the_view_holds(draw: Callable[..., bytes]) -> None:
    played = (Played(1, ALL_CARDS[7]),)
    board = Pools((Pool("ace", 4),), ALL_CARDS[3], None, True, 4, run=played, gone=(ALL_CARDS[7],))
    trick = Trick(played, marked=1)
    view = replace(spectator(4), middle=board if draw is board_picture else trick)
    view = replace(view, seats=tuple(replace(seat, stake=2, quartets=1) for seat in view.seats))
    seen = replace(view, seats=tuple(replace(seat, hand=ALL_CARDS[10:15]) for seat in view.seats), drawn=ALL_CARDS[20])
    seats = captions.seats(4)
    words = BoardCaptions(seats, ()) if draw is board_picture else TrickCaptions(seats)
    assert draw(seen, words) == draw(view, words)


@pytest.mark.parametrize("seats", [2, 6, 10])
def test_a_table_shows_no_hand_whatever_the_view_holds(seats: int) -> None:
    view = spectator(seats)
    seen = replace(view, seats=tuple(replace(seat, hand=ALL_CARDS[:5]) for seat in view.seats), drawn=ALL_CARDS[20])
    assert table_picture(seen, captions.table(seats)) == table_picture(view, captions.table(seats))


@pytest.mark.parametrize("shown", [0, 2, 5])
def test_a_showdown_shows_the_hands_shown_alone(shown: int) -> None:
    view = showdown(6, shown)
    more = replace(
        view,
        seats=tuple(seat if seat.seat < shown else replace(seat, hand=ALL_CARDS[40:45]) for seat in view.seats),
    )
    assert showdown_picture(more, captions.showdown(6)) == showdown_picture(view, captions.showdown(6))


def test_what_everybody_may_see_changes_the_table() -> None:
    view, words = spectator(6), captions.table(6)
    plain = table_picture(view, words)
    second, piles = view.seats[2], view.middle
    assert isinstance(piles, Piles)

    def with_seat(**changes: Any):
        return replace(view, seats=(*view.seats[:2], replace(second, **changes), *view.seats[3:]))

    changed = [
        replace(view, middle=replace(piles, upcard=ALL_CARDS[0])),
        replace(view, middle=replace(piles, upcard=None, discards=0)),
        replace(view, middle=replace(piles, stock=30)),
        replace(view, middle=replace(piles, stock=0)),
        replace(view, middle=replace(piles, discards=8)),
        replace(view, middle=Bare()),
        replace(view, middle=Bare(), pot=15),
        replace(view, pot=15),
        replace(view, dealer=1),
        replace(view, to_act=(2,)),
        with_seat(chips=8),
        with_seat(cards=6),
        with_seat(standing="folded"),
        replace(view, knocker=3, seats=tuple(replace(seat, knocked=False) for seat in view.seats)),
    ]
    pictures = [plain, *(table_picture(changed_view, words) for changed_view in changed)]
    assert len(set(pictures)) == len(pictures)


def test_the_viewer_sits_at_the_bottom() -> None:
    view, words = replace(spectator(4), to_act=(), dealer=0), captions.table(4)
    turned = replace(
        view, viewer=1, dealer=1, seats=tuple(replace(view.seats[(i - 1) % 4], seat=i) for i in range(4)), knocker=2
    )
    moved = replace(words, seats=tuple(words.seats[(i - 1) % 4] for i in range(4)))
    assert table_picture(turned, moved) == table_picture(view, words)
