"""Words for the pictures of the tests."""

from __future__ import annotations

from cards_img import HandCaptions, SeatCaption, ShowdownCaptions, TableCaptions

NAMES = ("Ann", "Bartholomew", "Cy", "Dörte", "Étienne", "Fatima", "Göksel", "Hui", "Ivan", "Jo")
HANDS = ("Full house, nines over fours", "Straight to the ace", "Pair of queens", "Two pairs", "Flush") * 2
HAND = HandCaptions("Pair of queens", "#friday", "drawn")


def seats(count: int, notes: dict[int, str] | None = None) -> tuple[SeatCaption, ...]:
    """That many players; every fifth is a computer."""
    return tuple(SeatCaption(NAMES[i], (notes or {}).get(i, ""), computer=i % 5 == 4) for i in range(count))


def table(count: int) -> TableCaptions:
    """Words for a table in mid-deal."""
    return TableCaptions(
        seats(count, {1: "knocked", 3: "folded"}),
        "Knock Poker · deal 12",
        "Stock",
        "Discards",
        "Pot",
        "Ann’s turn",
    )


def showdown(count: int) -> ShowdownCaptions:
    """Words for the end of a deal."""
    return ShowdownCaptions(seats(count, {1: "knocked"}), HANDS[:count], (), "Knock Poker · deal 12")
