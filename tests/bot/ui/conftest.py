"""What the tests of messages need: a painter that draws nothing, and an evening."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.ui.pictures.studio import Studio
from tests.bot.ui.evening import Evening, evening, seated
from tests.kit.painters import Blank, patient


@pytest.fixture
def blank() -> Blank:
    return Blank()


@pytest.fixture
def studio(blank: Blank) -> Studio:
    return patient(blank)


@pytest.fixture
async def night(tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """The bot on the local Discord, with you at the page."""
    async with evening(tmp_path, blank, monkeypatch) as found:
        yield found
        views = found.client._connection._view_store
        assert not views._views, "the library keeps no view"
        assert not views._synced_message_views


@pytest.fixture
async def two(night: Evening) -> Evening:
    """You and Ann in a first deal."""
    return await seated(night)
