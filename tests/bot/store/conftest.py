from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.audit import audit
from tests.bot.store.helpers import Clock, Steps, hurry
from tests.kit.once import new_database


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "knockabout.sqlite3"


@pytest.fixture
async def store(path: Path, clock: Clock) -> AsyncIterator[Steps]:
    """A new store that does not wait for the disk. Whatever a test does, the ledger must add up afterwards."""
    new_database(path)
    opened = await Steps.open(path, clock=clock)
    await hurry(opened)
    yield opened
    await opened.close()
    assert audit(path).problems == ()
