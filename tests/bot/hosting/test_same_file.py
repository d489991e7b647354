"""A database that is replaced or deleted under the running bot ends the bot, with a sentence."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from bot.hosting.same_file import identity, watch
from bot.start_errors import StartError


async def looks(path: Path, happens: list[object]) -> None:
    """Lets one thing happen before each look at the file, and fails once nothing is left to happen."""

    async def sleep(seconds: float) -> None:
        assert happens, "it should have been noticed"
        happening = happens.pop(0)
        if callable(happening):
            happening()

    async with asyncio.timeout(20):
        await watch(path, sleep)


@pytest.mark.parametrize("what", ["deleted", "replaced by another file"])
async def test_another_file_is_noticed(tmp_path: Path, what: str) -> None:
    path, other = tmp_path / "k.sqlite3", tmp_path / "other"
    path.write_text("this")
    other.write_text("this")

    def gone() -> None:
        if what == "deleted":
            path.unlink()
        else:
            os.replace(other, path)

    with pytest.raises(StartError, match=what) as caught:
        await looks(path, [None, lambda: path.write_text("more"), gone])
    assert str(path) in str(caught.value)
    assert caught.value.for_good == (what == "deleted"), "else it would be started again, with an empty database"


async def test_a_disk_that_cannot_be_asked_is_no_other_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "k.sqlite3"
    path.write_text("this")

    def away() -> None:
        def stat(path: Path) -> None:
            raise OSError("stale file handle")

        monkeypatch.setattr(Path, "stat", stat)

    with pytest.raises(StartError, match="deleted"):
        await looks(path, [away, monkeypatch.undo, path.unlink])


def test_no_file_has_no_identity(tmp_path: Path) -> None:
    assert identity(tmp_path / "none") is None
