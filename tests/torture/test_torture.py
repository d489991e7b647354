"""People play on while everything goes wrong, and nothing is lost: ``python -m tests.torture`` in short."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.torture.evening import Torture

GAMES = ("knock-poker", "crummy", "poch")
"""One of each family."""


async def test_among_faults_and_kills_nothing_is_lost_or_shown_to_others(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    if not request.config.getoption("torture"):
        pytest.skip("it takes about a minute and is as lucky as its clocks: python -m pytest --torture tests/torture")
    report = await Torture(tmp_path, 20261123, GAMES).run(seconds=8, kills=1)
    assert not report.losses, str(report)
    assert report.tally.acts, str(report)
    assert report.kills + len(report.stops) == 2, "once among the faults, by a kill or SIGTERM, and at the end"
