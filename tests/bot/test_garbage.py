"""Garbage collection looks at little each time, and finds what refers to itself all the same."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot import garbage
from bot.garbage import TWICE, YOUNG, memory_settled
from bot.ui.pages.page import Page, Picture


class Itself:
    """Something that only a look through memory finds unused."""

    def __init__(self) -> None:
        self.me = self


@contextmanager
def looks() -> Iterator[list[int]]:
    """Which kinds of looks there are while this is open: 0 at what is new, 2 through everything."""
    found: list[int] = []

    def looked(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            found.append(info["generation"])

    gc.callbacks.append(looked)
    try:
        yield found
    finally:
        gc.callbacks.remove(looked)


async def test_what_lasts_is_not_looked_through_again_and_again() -> None:
    lasting: list[Itself] = []
    with memory_settled(), looks() as found:
        lasting += [Itself() for _ in range(12 * YOUNG * TWICE)]
        frozen = gc.get_freeze_count()
    assert frozen > 10 * YOUNG * TWICE
    assert 2 not in found
    assert found.count(1) > 5


async def test_what_refers_to_itself_goes_soon_after_its_use() -> None:
    with memory_settled():
        gone = weakref.ref(Itself())
        lasting = [Itself() for _ in range(3 * YOUNG * TWICE)]
        assert gone() is None
    assert lasting


async def test_what_was_lasting_goes_when_everything_is_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "WHOLE", 0.05)
    with memory_settled():
        used = Itself()
        gone = weakref.ref(used)
        gc.freeze()
        del used
        gc.collect()
        assert gone() is not None, "it counts as lasting"
        for _ in range(500):
            if gone() is None:
                break
            await asyncio.sleep(0.01)
        assert gone() is None


async def test_afterwards_everything_is_as_before() -> None:
    before, callbacks = gc.get_threshold(), len(gc.callbacks)
    with memory_settled():
        assert gc.get_threshold() != before
    assert (gc.get_threshold(), len(gc.callbacks), gc.get_freeze_count()) == (before, callbacks, 0)


def test_a_picture_that_was_sent_goes_with_its_file() -> None:
    """Nothing of it refers to itself, so no look is needed."""
    gc.collect()
    gc.disable()
    try:
        (file,) = Page(picture=Picture(b"a picture", "table.png", "the table")).files()
        gone = weakref.ref(file.fp)
        assert file.fp.read() == b"a picture"
        file.reset()
        file.close()
        del file
        assert gone() is None
    finally:
        gc.enable()
