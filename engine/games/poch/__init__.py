"""Poch in three editions: modern, Le Poque of 1789, and after Hoffmann. Rules: ../poch.md, le_poque.md, poch_1873.md.

Each edition is a module of its own with its options: ``modern``, ``le_poque``, ``hoffmann``. An
``Edition`` says how they differ, and everything else is written once: ``state`` is the deal as a value, ``dealing`` the
board, the cards and the first stage, ``vying`` the betting, ``sequences`` the playing out, ``settlement`` who pays
whom, ``play`` what each seat may do, ``refusals`` why something is not allowed, ``view`` who sees what, ``examples``
what beats what, ``lessons`` a first deal with a coach of each edition, ``family`` makes the games.
"""

from __future__ import annotations
