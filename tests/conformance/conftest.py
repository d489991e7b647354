"""The games that live in the tests alone are held to the contract, too."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.kit.games import registered
from tests.ninth import TEST_GAMES


@pytest.fixture(scope="module", autouse=True)
def games_of_the_tests() -> Iterator[None]:
    """Has them in the registry while a module's tests run."""
    with registered(*TEST_GAMES):
        yield
