"""What the tests of messages need: strict texts and a painter that draws nothing."""

from __future__ import annotations

import pytest

from bot.i18n import Catalogue
from bot.ui.pictures import Studio


class Blank:
    """A painter whose pictures are a few bytes, and which remembers what was to be drawn."""

    def __init__(self) -> None:
        self.drawn: list[tuple] = []
        self.broken = False

    async def draw(self, picture, *arguments, **named):
        if self.broken:
            raise RuntimeError("no colours left")
        self.drawn.append((picture.__name__, arguments, named))
        return b"PNG" + repr((picture.__name__, len(self.drawn))).encode()


@pytest.fixture(scope="session")
def catalogue():
    return Catalogue.load(strict=True)


@pytest.fixture
def texts(catalogue):
    return catalogue.for_locale("en-US")


@pytest.fixture
def blank():
    return Blank()


@pytest.fixture
def studio(blank):
    return Studio(blank)
