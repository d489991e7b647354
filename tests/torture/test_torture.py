"""People play on while everything goes wrong, and nothing is lost: ``python -m tests.torture`` in short."""

from __future__ import annotations

from pathlib import Path

from tests.torture.evening import Torture

GAMES = ("knock-poker", "crummy", "poch")
"""One of each family."""


async def test_among_faults_and_kills_nothing_is_lost_or_shown_to_others(tmp_path: Path) -> None:
    report = await Torture(tmp_path, 20261123, GAMES).run(seconds=8, kills=1)
    assert not report.losses, str(report)
    assert report.tally.acts, str(report)
    assert report.kills == 1, str(report)
