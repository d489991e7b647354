"""What the tests of messages need: strict texts and a painter that draws nothing."""

from __future__ import annotations

import asyncio

import pytest

from bot.i18n import Catalogue
from bot.ui.pictures.studio import Studio
from tests.bot.ui.evening import evening, seated


class Blank:
    """A painter whose pictures are a few bytes, and which remembers what was to be drawn."""

    def __init__(self) -> None:
        self.drawn: list[tuple] = []
        self.broken = False
        self.hangs = False

    async def draw(self, picture, *arguments, **named):
        if self.hangs:
            await asyncio.Event().wait()
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


@pytest.fixture
async def night(tmp_path, blank, monkeypatch):
    """The bot on the local Discord, with you at the page."""
    async with evening(tmp_path, blank, monkeypatch) as found:
        yield found
        views = found.client._connection._view_store
        assert not views._views, "the library keeps no view"
        assert not views._synced_message_views


@pytest.fixture
async def two(night):
    """You and Ann in a first deal."""
    return await seated(night)
