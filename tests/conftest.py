"""What all tests share: luck that is the same in every run."""

from __future__ import annotations

import pytest
from hypothesis import settings

pytest_plugins = ["tests.postgresql"]

# A test that fails is to fail again. `--hypothesis-profile=explore` looks elsewhere.
settings.register_profile("same", derandomize=True, deadline=None, database=None)
settings.register_profile("explore", deadline=None)
settings.load_profile("same")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds ``--lot``, which names another run of luck for the shuffles, the cuts and the first dealers, and
    ``--long-evenings``, for more of the evenings in which writes fail."""
    parser.addoption("--lot", default="", help="another run of luck for the shuffles of the tests")
    parser.addoption(
        "--long-evenings", type=int, default=0, help="how many long evenings of each game have every write fail once"
    )
