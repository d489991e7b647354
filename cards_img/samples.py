"""Sample pictures of a made-up deal, for the README and for whoever changes how things look."""

from __future__ import annotations

from cards_img.captions import HandCaptions, SeatCaption, ShowdownCaptions, TableCaptions
from cards_img.hand import hand_picture
from cards_img.look import Look
from cards_img.showdown import showdown_picture
from cards_img.table import table_picture
from engine.cards import card, cards
from engine.parts.hands import HandName
from engine.rules import Rules
from engine.stakes import DealResult, Stakes
from engine.view import SeatView, View

_NAMES = ("Ann", "Bo", "Celeste", "Dmitri")
_CHIPS = (24, 31, 8, 17)
_SHOWN = {0: "9S 9H 9D 4C 4S", 1: "KH KC 7S 7C 2H", 3: "AS KD QD JC TH"}


def _seats(*, over: bool) -> tuple[SeatView, ...]:
    return tuple(
        SeatView(
            seat,
            5,
            chips,
            standing="folded" if seat == 2 else "in",
            knocked=seat == 1,
            hand=cards(_SHOWN[seat]) if over and seat in _SHOWN else None,
            name=HandName("full_house") if over and seat == 0 else None,
        )
        for seat, chips in enumerate(_CHIPS)
    )


def _captions(notes: dict[int, str]) -> tuple[SeatCaption, ...]:
    return tuple(SeatCaption(name, notes.get(seat, ""), computer=seat == 3) for seat, name in enumerate(_NAMES))


def table(look: Look) -> bytes:
    """A table in mid-deal."""
    view = View("knock-poker", Rules(), None, 0, "draw", (3,), _seats(over=False), 17, 9, card("QH"), 14, knocker=1)
    captions = TableCaptions(
        _captions({1: "knocked", 2: "folded"}),
        title="Knock Poker · deal 7",
        detail="#c41f09b2",
        stock="Stock",
        discards="Discards",
        pot="Pot",
        call="Dmitri draws, or folds",
    )
    return table_picture(view, captions, look)


def hand(look: Look) -> bytes:
    """A hand with a card just drawn."""
    held = cards("KS KH TD 7C 7S 2D")
    captions = HandCaptions("Two pairs, kings and sevens", "#friday", "drawn")
    return hand_picture(held, captions, look, drawn=card("2D"), kept=cards("KS KH 7C 7S"))


def showdown(look: Look) -> bytes:
    """The end of that deal."""
    result = DealResult((0,), (12, -6, -2, -4), Stakes(1, _CHIPS), tuple(_SHOWN))
    view = View("knock-poker", Rules(), None, 0, "over", (), _seats(over=True), 14, 12, card("QH"), 0, result=result)
    captions = ShowdownCaptions(
        _captions({1: "knocked", 2: "folded"}),
        ("Full house, nines over fours", "Two pairs, kings and sevens", "", "Straight to the ace"),
        title="Knock Poker · deal 7",
    )
    return showdown_picture(view, captions, look)
