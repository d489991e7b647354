"""What the tests of the bot share: its texts, and shuffles, cuts and first dealers that are the same in every run."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace

import pytest

from bot.i18n import Catalogue, Texts
from bot.service import dealing, snapshots
from bot.service.model import Refusal
from bot.service.table import Seen, Table
from tests.kit.once import own_texts


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    """The bot's own texts: what is missing raises."""
    return own_texts()


@pytest.fixture
def texts(catalogue: Catalogue) -> Texts:
    """English."""
    return catalogue.for_locale("en-US")


@pytest.fixture(autouse=True)
def lot(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Random:
    """The luck of this test: its own, and the same each time, unless ``--lot`` names another."""
    found = Random(f"{request.config.getoption('lot')} {request.node.nodeid}")
    monkeypatch.setattr(dealing, "secrets", SimpleNamespace(token_bytes=found.randbytes, randbelow=found.randrange))
    return found


@pytest.fixture(autouse=True)
def _nothing_stale(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whenever anybody looks at a table, what was made before must be what would be made now."""
    plain, stale, looking = snapshots._seen, list[str](), list[Table]()

    def made_again(table: Table, found: Seen) -> Iterator[tuple[object, object]]:
        if found.public is not None:
            yield found.public, snapshots.made_public(table)
        for user_id, private in found.own.items():
            try:
                yield private, snapshots.made_private(table, user_id)
            except Refusal as refusal:
                yield private, refusal

    def compared(table: Table) -> Seen:
        found = plain(table)
        if not looking:
            looking.append(table)
            stale.extend(f"{kept} is now {now}" for kept, now in made_again(table, found) if kept != now)
            looking.clear()
            assert not stale
        return found

    monkeypatch.setattr(snapshots, "_seen", compared)
    yield
    assert not stale
