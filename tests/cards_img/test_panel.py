"""A player's own picture: the table in small, the own hand, and nobody else's."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cards_img import Group, HandCaptions, Last, Look, PanelCaptions, SeatCaption, TableCaptions, panel_picture
from cards_img.layout.wood import BOARDS
from cards_img.pictures import samples
from engine.cards import ALL_CARDS, Suit, card, cards
from engine.middle import Bare, Piles, Played, Pools, Trick
from engine.view import View
from tests.cards_img import captions
from tests.cards_img.compare import assert_like, opened
from tests.cards_img.tables import full_view, large_hand, spectator

HELD = cards("KS KH TD 7C 7S 2D")
WORDS = HandCaptions("Two pairs", "deal 7", "new")


def own(seats: int, **changes: Any) -> View:
    """A table as its first seat sees it."""
    return replace(spectator(seats), viewer=0, **changes)


def said(seats: int, **changes: Any) -> PanelCaptions:
    return PanelCaptions(replace(captions.table(seats), **changes), WORDS)


@pytest.mark.parametrize("seats", range(2, 11))
def test_a_table_of_any_size_is_drawn_over_the_hand(seats: int) -> None:
    picture = opened(panel_picture(own(seats), said(seats), cards=HELD))
    assert picture.width == 800
    assert picture.height <= (0.7 if seats <= 4 else 1.1) * 800


def test_the_other_hands_are_not_in_it() -> None:
    view = own(4)
    more = replace(view, seats=tuple(replace(seat, hand=ALL_CARDS[20:25]) for seat in view.seats))
    assert panel_picture(more, said(4), cards=HELD) == panel_picture(view, said(4), cards=HELD)


def test_what_the_viewer_may_see_changes_it() -> None:
    view = own(4)
    piles = view.middle
    assert isinstance(piles, Piles)
    trick = Trick((Played(1, card("KS")), Played(2, card("8H"))))
    melds = (Group(HELD[:3], "", "meld"), Group(HELD[3:], "", "deadwood"))
    many = large_hand(20)
    pictures = [
        panel_picture(view, said(4), cards=HELD),
        panel_picture(view, said(4), cards=HELD, kept=HELD[:2]),
        panel_picture(view, said(4), cards=HELD[::-1]),
        panel_picture(view, said(4), groups=melds),
        panel_picture(view, said(4), cards=many),
        panel_picture(view, said(4), cards=many, suits=[Suit.HEARTS]),
        panel_picture(view, said(4), cards=many, ranks=[many[0].rank]),
        panel_picture(replace(view, drawn=HELD[5]), said(4), cards=HELD),
        panel_picture(replace(view, pot=15), said(4), cards=HELD),
        panel_picture(replace(view, to_act=(2,)), said(4), cards=HELD),
        panel_picture(replace(view, middle=replace(piles, upcard=card("2C"))), said(4), cards=HELD),
        panel_picture(replace(view, middle=replace(piles, stock=3)), said(4), cards=HELD),
        panel_picture(replace(view, middle=replace(piles, upcard=None, discards=0, stock=0)), said(4), cards=HELD),
        panel_picture(replace(view, middle=Bare()), said(4), cards=HELD),
        panel_picture(replace(view, middle=trick), said(4), cards=HELD),
        panel_picture(replace(view, middle=replace(trick, winner=1)), said(4), cards=HELD),
        panel_picture(view, said(4, call="Bo draws"), cards=HELD),
        panel_picture(view, said(4, last=Last((1,))), cards=HELD),
        panel_picture(view, said(4, last=Last(stock=True)), cards=HELD),
        panel_picture(view, said(4, last=Last(discards=True)), cards=HELD),
        panel_picture(view, said(4), Look(cloth="paper"), cards=HELD),
    ]
    assert len(set(pictures)) == len(pictures)


@pytest.mark.parametrize("board", BOARDS, ids=("nine", "six", "eight"))
@pytest.mark.parametrize("betting", [True, False])
def test_it_shows_the_pools_and_the_cards_played_out(board: Any, betting: bool) -> None:
    view = replace(full_view(board, betting=betting), viewer=0)
    words = PanelCaptions(TableCaptions(captions.seats(6), "Poch", pot="bets", call="Ann leads"), WORDS)
    middle = view.middle
    assert isinstance(middle, Pools)
    fuller = replace(middle, pools=(replace(middle.pools[0], chips=9), *middle.pools[1:]))
    pictures = {
        panel_picture(view, words, cards=HELD),
        panel_picture(replace(view, middle=fuller), words, cards=HELD),
        panel_picture(replace(view, middle=replace(middle, turned=card("2C"))), words, cards=HELD),
        panel_picture(replace(view, middle=replace(middle, run=(Played(0, card("9C")),))), words, cards=HELD),
        panel_picture(view, replace(words, table=replace(words.table, last=Last(pools=("jack",)))), cards=HELD),
    }
    assert len(pictures) == 5


def test_whoever_has_no_cards_sees_the_table_alone() -> None:
    alone = opened(panel_picture(own(3), PanelCaptions(captions.table(3), HandCaptions())))
    assert alone.height < opened(panel_picture(own(3), said(3), cards=HELD)).height - 200


def test_seats_and_cards_must_fit() -> None:
    with pytest.raises(ValueError, match="4 seats and 3 captions"):
        panel_picture(own(4), said(3), cards=HELD)
    with pytest.raises(ValueError, match="not in the hand"):
        panel_picture(own(4, drawn=card("AS")), said(4), cards=HELD)


@pytest.mark.parametrize("name", ["", "李小龙", "W" * 32, "a\nb\tc"])
def test_odd_names_are_drawn(name: str) -> None:
    odd = tuple(SeatCaption(name, name, computer=True) for _ in range(10))
    words = TableCaptions(odd, name, pot=name, call=name)
    panel_picture(own(10), PanelCaptions(words, HandCaptions(name, name, name)), cards=HELD)


def test_a_panel_looks_as_before() -> None:
    assert_like("panel", samples.panel(Look()))
