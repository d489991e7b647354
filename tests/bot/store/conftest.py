from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

import pytest

from bot.store.audit import audit
from bot.store.where import Where
from tests.bot.store.helpers import Clock, Steps, hurry
from tests.kit.once import new_database
from tests.postgresql import Cluster


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Where]:
    """Where the store is: a file, or in the tests of ``ON_BOTH`` a new database of PostgreSQL, too."""
    if getattr(request, "param", "") == "postgresql":
        cluster: Cluster = request.getfixturevalue("postgresql_server")
        place = cluster.new()
        yield place
        cluster.drop(place)
    else:
        yield tmp_path / "data" / "knockabout.sqlite3"


ON_BOTH: Final = {
    "test_deals",
    "test_tables",
    "test_supply",
    "test_people",
    "test_presets",
    "test_messages",
    "test_tokens",
    "test_servers",
    "test_results",
    "test_privacy",
    "test_audit",
    "test_owner",
}
"""The tests of what both stores do alike; those among them that look into SQLite's own things are marked so."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs what both stores do alike on both."""
    both = metafunc.module.__name__.rsplit(".", 1)[1] in ON_BOTH
    if both and "path" in metafunc.fixturenames and metafunc.definition.get_closest_marker("sqlite_alone") is None:
        metafunc.parametrize("path", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
async def store(path: Where, clock: Clock) -> AsyncIterator[Steps]:
    """A new store that does not wait for the disk. Whatever a test does, the ledger must add up afterwards."""
    if isinstance(path, Path):
        new_database(path)
    opened = await Steps.open(path, clock=clock)
    await hurry(opened)
    yield opened
    await opened.close()
    assert audit(path).problems == ()
