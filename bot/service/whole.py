"""Work at a table that is done whole or not at all, and the store's words as the service's."""

from __future__ import annotations

import asyncio
import logging
import unicodedata
from collections.abc import Awaitable, Sequence
from typing import Any, TypeVar

from bot.service.model import Refusal, Sitter
from bot.store.model import Duplicate, Refused, Sitting, StoreError
from engine.errors import IllegalAction

log = logging.getLogger(__name__)
T = TypeVar("T")


class Works:
    """What is being done at the tables just now."""

    def __init__(self) -> None:
        self._going: set[asyncio.Future[Any]] = set()

    async def whole(self, work: Awaitable[T]) -> T:
        """Lets ``work`` end even if the caller is cancelled, so that store and memory agree; errors become refusals."""
        task: asyncio.Future[T] = asyncio.ensure_future(work)
        self._going.add(task)
        task.add_done_callback(self._going.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_left_alone)
            raise
        except Duplicate:
            raise Refusal("done_already") from None
        except Refused as refused:
            raise Refusal(refused.code, **refused.details) from None
        except StoreError:
            log.exception("the store could not write")
            raise Refusal("disk") from None

    async def ended(self) -> None:
        """Waits until all of it has ended: the store must not be closed before."""
        while self._going:
            await asyncio.wait(self._going)


def _left_alone(task: asyncio.Future[Any]) -> None:
    """Logs what went wrong where nobody waits for it any more."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, Refusal | Refused | IllegalAction):
        log.error("a table's work failed after its caller had gone", exc_info=error)


def as_sitter(sitting: Sitting) -> Sitter:
    """Who sits there, as the table shows it."""
    return Sitter(sitting.id, sitting.user_id, sitting.name, sitting.chips, None, sitting.leaving)


LONGEST_NAME = 32
"""Characters of the longest name that Discord takes."""


def told_apart(name: str, sitters: Sequence[Sitter]) -> str:
    """The name, with a number behind it where somebody who looks the same by it sits there already: "Ann (2)"."""
    taken = {_looks(sitter.name) for sitter in sitters}
    found, number = name, 1
    while _looks(found) in taken:
        number += 1
        behind = f" ({number})"
        found = name[: LONGEST_NAME - len(behind)] + behind
    return found


def _looks(name: str) -> str:
    """What names that look alike have in common: case and what nobody sees make no difference."""
    return "".join(one for one in name.casefold() if unicodedata.category(one)[0] != "C")
