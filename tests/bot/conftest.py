"""What the tests of the bot share: shuffles, cuts and first dealers that are the same in every run."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

from bot.service import dealing


@pytest.fixture(autouse=True)
def lot(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Random:
    """The luck of this test: its own, and the same each time, unless ``--lot`` names another."""
    found = Random(f"{request.config.getoption('lot')} {request.node.nodeid}")
    monkeypatch.setattr(dealing, "secrets", SimpleNamespace(token_bytes=found.randbytes, randbelow=found.randrange))
    return found
