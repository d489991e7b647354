"""Draws a sample picture: ``python -m cards_img OUT.png [table|hand|…] [--four-colour] [--cloth paper]``."""

from __future__ import annotations

import argparse
from pathlib import Path

from cards_img.look import Look
from cards_img.pictures import samples
from cards_img.tools.theme import CLOTHS


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m cards_img", description="Draws a sample picture as PNG.")
    parser.add_argument("file", type=Path, help="the file to write")
    parser.add_argument("what", nargs="?", choices=tuple(samples.SAMPLES), default="table")
    parser.add_argument("--four-colour", action="store_true", help="diamonds blue and clubs green")
    parser.add_argument("--cloth", choices=tuple(CLOTHS), default="felt", help="what the table is covered with")
    chosen = parser.parse_args()
    draw = samples.SAMPLES[chosen.what]
    try:
        chosen.file.write_bytes(draw(Look(four_colour=chosen.four_colour, cloth=chosen.cloth)))
    except OSError as error:
        parser.exit(2, f"{chosen.file} can't be written: {error.strerror}\n")


if __name__ == "__main__":
    main()
