"""What goes to the log, and what never may: neither a token nor the body of a request."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Final, Literal

from bot.store.model.errors import StoreError

log = logging.getLogger(__name__)

ACTS: Final = "bot.acts"
"""The logger of what people and computer players do at tables."""

Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Reticent(logging.Formatter):
    """Logs where an error came from and its type, never its text, which may hold a card or a token.

    Of a database that is locked, or whose disk is full, the sentence is what helps, and it names the file alone.
    """

    def formatException(self, ei: Raised) -> str:  # noqa: N802 - the library's name
        """The lines of code that led to the error, and its type."""
        kind, error, trace = ei
        if isinstance(error, StoreError) and error.by_disk:
            return str(error)
        where = "".join(traceback.format_tb(trace)).rstrip()
        return f"{where}\n{kind.__name__ if kind is not None else 'no error'}".lstrip("\n")


class InJson(Reticent):
    """A line of JSON a record: ``time`` (UTC), ``level``, ``logger``, ``message``; of an act its fields as ``act``."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        facts: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if (act := getattr(record, "act", None)) is not None:
            facts["act"] = act
        if record.exc_info:
            facts["error"] = self.formatException(record.exc_info)
        return json.dumps(facts, ensure_ascii=False)


def log_unexpected(logger: logging.Logger, what: str, error: BaseException) -> None:
    """Logs where an error came from and its type, without its text: that may hold a card or a token.

    Of a database that the disk refuses it logs the sentence, which is all that helps.
    """
    if isinstance(error, StoreError) and error.by_disk:
        logger.error("%s: %s", what, error)
        return
    where = "".join(traceback.format_tb(error.__traceback__)).rstrip()
    logger.error("%s: %s\n%s", what, type(error).__name__, where)


@contextlib.contextmanager
def errors_logged(logger: logging.Logger, what: str) -> Iterator[None]:
    """Logs an error that is raised inside, as ``log_unexpected`` does, and goes on after it.

    For loops that go on whatever happens in one pass.
    """
    try:
        yield
    except Exception as error:
        log_unexpected(logger, what, error)


def without_late_suggestions(record: logging.LogRecord) -> bool:
    """Whether to log it: suggestions of cards that came too late harm nobody, but the library logs them as errors."""
    return not (record.name == "discord.app_commands.tree" and "autocomplete" in str(record.msg))


_CONNECTS: Final = ("discord.client", "discord.shard")
"""The loggers of the library that tell of attempts to connect."""
_ATTEMPTS: Final = ("Attempting a reconnect", "Failed to connect for shard_id")
"""How they begin."""


def reconnects_in_a_line(record: logging.LogRecord) -> bool:
    """Makes one line, a warning, of the library's error with a trace for each attempt to connect to the gateway again.

    A connection that is cut belongs to every evening, and the trace holds nothing of the bot's own code.
    """
    if record.name in _CONNECTS and str(record.msg).startswith(_ATTEMPTS) and record.exc_info:
        kind = record.exc_info[0]
        record.msg = f"{record.msg}: {kind.__name__ if kind is not None else 'no error'}"
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.exc_info = record.exc_text = None
    return True


DISK_AGAIN: Final = 60.0
"""Seconds in which each part of the program tells once of a disk that refuses the same."""


class DiskToldOnce(logging.Filter):
    """Lets few lines through while the database is locked or its disk full: every press would bring several.

    The next line after that time says how many of the same were left out; what ends the bot is always told.
    ``clock``: seconds that only go on.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._told: dict[tuple[str, str, str], tuple[float, int]] = {}
        """When each part of the program last told what of which error, and how often it would have since then."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log it."""
        if record.levelno >= logging.CRITICAL or (error := _of_the_disk(record)) is None:
            return True
        what, now = (record.name, str(record.msg), str(error)), self._clock()
        since, left_out = self._told.get(what, (-DISK_AGAIN, 0))
        if now - since < DISK_AGAIN:
            self._told[what] = since, left_out + 1
            return False
        self._told[what] = now, 0
        if left_out:
            record.msg = f"{record.msg} (left out since the last time: {left_out})"
        return True


def _of_the_disk(record: logging.LogRecord) -> StoreError | None:
    """The error of a disk or database that refuses, if the record tells of one."""
    told = record.args if isinstance(record.args, tuple) else ()
    raised = record.exc_info[1] if record.exc_info else None
    return next((error for error in (raised, *told) if isinstance(error, StoreError) and error.by_disk), None)


def without_values(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """The event loop's handler of errors: what failed and where, never a value. asyncio's own one prints values."""
    error, work = context.get("exception"), context.get("task") or context.get("future") or context.get("handle")
    name = work.get_name() if isinstance(work, asyncio.Task) else type(work).__name__
    raised = (type(error), error, error.__traceback__) if isinstance(error, BaseException) else None
    log.error("the event loop met an error in %s", name, exc_info=raised)


def _unraisable(found: Any) -> None:
    """The interpreter's hook for errors that nobody can catch."""
    raised = (found.exc_type, found.exc_value, found.exc_traceback) if found.exc_value is not None else None
    log.error("an error that nobody could catch", exc_info=raised)


def _uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """The interpreter's hook for errors that end the program."""
    log.critical("the bot ended with an error", exc_info=(kind, error, trace))


def set_up_logs(level: str, form: Literal["text", "json"] = "text") -> None:
    """Logs to standard error from ``level`` up, also what Python would print by itself.

    As ``json``, for a service's log, each act at a table is a line; as ``text``, for whoever reads along, at DEBUG.
    """
    sys.excepthook, sys.unraisablehook = _uncaught, _unraisable
    handler = logging.StreamHandler()
    handler.setFormatter(InJson() if form == "json" else Reticent("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.addFilter(without_late_suggestions)
    handler.addFilter(reconnects_in_a_line)
    handler.addFilter(DiskToldOnce())
    logging.basicConfig(level=level, handlers=[handler])
    # Below these levels the libraries log whole requests, hands and tokens included.
    for name, least in (("discord", logging.INFO), ("discord.http", logging.WARNING), ("aiohttp", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.setLevel(max(least, logging.getLevelName(level)))
    for name in (
        "aiosqlite",
        "asyncio",
        "PIL",
        "discord.gateway",
        "discord.webhook",
        "discord.client",
        "discord.state",
    ):
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelName(level)))
    # What it raises it also logs by itself, with the user's name.
    logging.getLogger("psycopg").setLevel(logging.ERROR)
    quiet = form == "text" and logging.getLevelName(level) > logging.DEBUG
    logging.getLogger(ACTS).setLevel(logging.WARNING if quiet else logging.NOTSET)
