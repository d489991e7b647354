"""What a table of Crummy can agree on: the options of crummy.md."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.rules import Preset, Rules, option


class CrummyRules(Rules):
    """What a table can agree on (crummy.md, "Options")."""

    often: ClassVar[tuple[str, ...]] = ("target", "halt")
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset("full", "A full game", "The usual rules: to 150 points.", {}),
        Preset("short", "A short game", "To 75 points.", {"target": 75}),
        Preset(
            "free-halt",
            "Free halt",
            "One of the last two may call a halt at any time between tricks.",
            {"halt": "free"},
        ),
    )

    target: int = option(
        150,
        "Points to win",
        "The game ends after the deal in which somebody reaches this many points; the most points win.",
        least=1,
        told={1: "up to 1 point", None: "up to {value} points"},
    )
    halt: Literal["on_repetition", "free", "off"] = option(
        "on_repetition",
        "Calling a halt",
        "Whether one of the last two players, left with two ranks, may call a halt to the play.",
        choices={
            "on_repetition": "Once a position comes up again",
            "free": "At any time between tricks",
            "off": "Never: a repeating ending is void",
        },
        told={
            "on_repetition": "a halt may be called when a position comes up again",
            "free": "a halt may be called between tricks",
            "off": "nobody calls a halt",
        },
    )
