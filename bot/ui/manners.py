"""What differs between the games in what everybody can know: when a knock may come, who folds or shows, what lies in
the middle of the table.

A game that is not named here is one in which a knock comes between draw and discard, and nothing more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from engine.view import View


@dataclass(frozen=True)
class Manners:
    """A game's customs, as far as buttons and notes follow from them."""

    knock_instead: Literal["never", "on_first_turn", "later"] = "never"
    """When a seat may knock in the place of a turn."""
    knock_after_draw: bool = True
    """Whether a knock comes between draw and discard."""
    shows: bool = False
    """Whether a hand can win outright by being shown."""
    folds: bool = False
    """Whether seats fold, so that it is worth saying who stayed in."""
    middle: Literal["piles", "trick", "board"] = "piles"
    """What lies in the middle of the table, and is its picture."""
    by_suit: bool = False
    """Whether cards are played by their suits, so that a hand lies suit by suit."""
    explains_scores: bool = False
    """Whether the score sheet says how each score came about."""


MANNERS: Final[Mapping[str, Manners]] = {
    "knock-poker": Manners(knock_instead="on_first_turn", folds=True),
    "dompe": Manners(shows=True),
    "poe-crumb": Manners(knock_instead="later", knock_after_draw=False),
    "knock-rummy": Manners(),
    "crummy": Manners(knock_after_draw=False, middle="trick", by_suit=True, explains_scores=True),
    "poch": Manners(knock_after_draw=False, middle="board", by_suit=True),
    "le-poque": Manners(knock_after_draw=False, middle="board", by_suit=True),
    "poch-1873": Manners(knock_after_draw=False, middle="board", by_suit=True),
}
"""The games' customs, by their names."""


def has_board(game: str) -> bool:
    """Whether pools and stakes lie on a board, so that a hand tells of chips and sets."""
    return manners_of(game).middle == "board"


def has_tricks(game: str) -> bool:
    """Whether cards are played to tricks, which lie in the middle of the table."""
    return manners_of(game).middle == "trick"


def lies_by_suit(view: View) -> bool:
    """Whether hands lie suit by suit at the moment: where sets of equal cards are bet on, they lie by rank."""
    return manners_of(view.game).by_suit and view.phase != "bet"


def manners_of(game: str) -> Manners:
    """The customs of that game."""
    return MANNERS.get(game, Manners())
