"""What a drawing process draws before it is asked for a picture."""

from __future__ import annotations

from cards_img.faces.cards import back, empty, face, small_back
from cards_img.layout.places import CARD as TABLE_CARD
from cards_img.layout.places import PLAYED, SHOWN, TRICK
from cards_img.layout.plates import SMALL_BACK
from cards_img.layout.wood import BOARDS, empty_board
from cards_img.look import Look
from cards_img.pictures.hand import CARD as HAND_CARD
from cards_img.pictures.table import LOW_CARD
from cards_img.tools.theme import EDGE, EDGE_DARK
from engine.cards import ALL_CARDS, JOKER, JOKERS


def warm() -> None:
    """Draws the French faces, the backs and the boards in the sizes that most pictures use, so that these don't wait.

    The other sizes, faces that are partly covered and Spanish faces are drawn when they are needed.
    """
    look = Look()
    for width in (HAND_CARD, TABLE_CARD, LOW_CARD, TRICK, PLAYED, *SHOWN):
        for card in (*ALL_CARDS, JOKER, *JOKERS):
            face(card, width, EDGE, look)
    for width in (HAND_CARD, TABLE_CARD, LOW_CARD):
        back(width, EDGE)
        empty(width, EDGE)
    small_back(SMALL_BACK, EDGE_DARK)
    for game in BOARDS:
        empty_board(game)
