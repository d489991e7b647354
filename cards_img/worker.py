"""The drawing process: answers jobs from its standard input until that ends, at the latest with its parent."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from typing import BinaryIO

from cards_img.faces.cards import back, empty, face, small_back
from cards_img.layout.places import CARD as TABLE_CARD
from cards_img.layout.places import PLAYED, SHOWN, TRICK
from cards_img.layout.plates import SMALL_BACK
from cards_img.layout.wood import BOARDS, empty_board
from cards_img.look import Look
from cards_img.painter import SIZE
from cards_img.pictures.hand import CARD as HAND_CARD
from cards_img.tools.theme import EDGE, EDGE_DARK
from engine.cards import ALL_CARDS, JOKER, JOKERS


def warm() -> None:
    """Draws all French faces, the backs and the boards in the sizes that pictures use, so that no picture has to wait.

    Spanish faces are drawn when they are needed: few tables play with them.
    """
    look = Look()
    for width in (HAND_CARD, TABLE_CARD, TRICK, PLAYED, *SHOWN):
        for card in (*ALL_CARDS, JOKER, *JOKERS):
            face(card, width, EDGE, look)
    for width in (HAND_CARD, TABLE_CARD):
        back(width, EDGE)
        empty(width, EDGE)
    small_back(SMALL_BACK, EDGE_DARK)
    for game in BOARDS:
        empty_board(game)


def answer(request: bytes) -> bytes:
    """``+`` and the picture, or ``-`` and a sentence."""
    try:
        job = pickle.loads(request)
        if job is None:
            warm()
            return b"+"
        function, args, kwargs = job
        picture: bytes = function(*args, **kwargs)
        return b"+" + picture
    except ValueError as error:
        return b"-" + str(error).encode()
    except Exception as error:  # whatever it is, its text could name a card
        return b"-" + f"the picture could not be drawn ({type(error).__name__})".encode()


def serve(jobs: BinaryIO, answers: BinaryIO) -> None:
    """Answers jobs in their order until there are no more."""
    while len(head := jobs.read(SIZE.size)) == SIZE.size:
        (size,) = SIZE.unpack(head)
        request = jobs.read(size)
        if len(request) < size:
            return
        reply = answer(request)
        answers.write(SIZE.pack(len(reply)) + reply)
        answers.flush()


def main() -> None:
    """Serves the parent, which also ends this; what anything prints goes to standard error, so that it can't get
    between the answers."""
    for name in ("SIGINT", "SIGTERM"):  # these may reach both, and the parent still needs pictures to finish
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        serve(sys.stdin.buffer, answers)
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
