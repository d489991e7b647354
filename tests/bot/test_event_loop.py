"""The event loop that the bot runs on."""

from __future__ import annotations

import asyncio
import sys

import pytest

from bot import event_loop


@pytest.mark.skipif(sys.platform == "win32", reason="there is no uvloop for Windows")
def test_the_bot_runs_on_uvloop() -> None:
    made = event_loop.new_event_loop()
    try:
        assert type(made).__module__.partition(".")[0] == "uvloop"
        assert made.run_until_complete(asyncio.sleep(0, "done")) == "done"
    finally:
        made.close()


def test_without_uvloop_asyncio_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert event_loop._factory() is asyncio.new_event_loop
