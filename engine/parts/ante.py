"""The ante: the options about it that several games have, who is dealt in by them, and what is paid."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, Literal

from engine.errors import BadSetup
from engine.rules import option
from engine.stakes import POT, Transfer

Broke = Literal["credit", "sit_out"]
"""What happens to a seat that can't pay the ante (games/general.md G-8)."""


ANTE_TOLD: Final[Mapping[int | None, str]] = {0: "no ante", None: "ante {value}"}
"""What a table is told of its ante."""


def ante_option() -> Any:
    """The option ``ante`` of games that are played for chips."""
    return option(1, "Ante", "Chips that everybody pays to the pot before the deal.", least=0, told=ANTE_TOLD)


def broke_option() -> Any:
    """The option ``broke``."""
    return option(
        "credit",
        "Short of the ante",
        "A player who cannot pay the ante plays on credit, or is not dealt in.",
        choices={"credit": "Plays on credit", "sit_out": "Sits out"},
        told={"sit_out": "without the ante one sits out"},
    )


def deals_option(counted: str, without: str = "until the table closes", told_without: str = "") -> Any:
    """The option ``deals``: the most ``counted`` win the game; ``without`` says how many deals there are at 0, and
    ``told_without`` what a table is told then."""
    return option(
        0,
        "Number of deals",
        f"Deals in a game; the most {counted} win it. 0: {without}.",
        least=0,
        told={1: "1 deal", None: "{value} deals", 0: told_without},
    )


def dealt_in(chips: tuple[int, ...], ante: int, broke: Broke, least: int) -> tuple[int, ...] | None:
    """The seats that are dealt in; None: all of them. Raises BadSetup if fewer than ``least`` are left."""
    if broke == "credit":
        return None
    able = tuple([seat for seat, stack in enumerate(chips) if stack >= ante])
    if len(able) < least:
        raise BadSetup(f"fewer than {least} players can pay the ante of {ante}: nobody can be dealt in")
    return able


@lru_cache(maxsize=256)
def antes(order: tuple[int, ...], ante: int) -> tuple[Transfer, ...]:
    """What the seats pay to the pot, in order of play; nothing if there is no ante."""
    return tuple(Transfer(seat, POT, ante, "ante") for seat in order if ante)
