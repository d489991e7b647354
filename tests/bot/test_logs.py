"""The log says where an error came from, and never what it says."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import sqlite3
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Literal

import pytest

from bot.logs import (
    ACTS,
    DISK_AGAIN,
    DiskToldOnce,
    InJson,
    Reticent,
    errors_logged,
    reconnects_in_a_line,
    set_up_logs,
    without_late_suggestions,
    without_values,
)
from bot.store.migrate import explained
from bot.store.model.errors import StoreError


def record(name: str, message: str, error: Exception | None = None) -> logging.LogRecord:
    raised = (type(error), error, error.__traceback__) if error is not None else None
    return logging.LogRecord(name, logging.ERROR, __file__, 1, message, (), raised)


def test_an_error_is_told_by_place_and_type_alone() -> None:
    try:
        raise ValueError("the 7S and the token abc")
    except ValueError as error:
        text = Reticent("%(name)s: %(message)s").format(record("discord.client", "it failed", error))
    assert text.splitlines()[0] == "discord.client: it failed"
    assert text.splitlines()[-1] == "ValueError"
    assert "test_logs.py" in text
    assert "token abc" not in text.splitlines()[-1]
    assert "Traceback" not in text


def test_a_loop_goes_on_after_an_error_and_the_log_says_what_failed_and_where(caplog: pytest.LogCaptureFixture) -> None:
    done = []
    for card in ("7S", "8S"):
        with errors_logged(logging.getLogger("bot.test"), "a card could not be played"):
            done.append(card)
            raise KeyError(card)
    assert done == ["7S", "8S"]
    assert [record.getMessage().splitlines()[0] for record in caplog.records] == [
        "a card could not be played: KeyError"
    ] * 2
    assert "test_logs.py" in caplog.text
    assert "7S" not in caplog.text
    with pytest.raises(asyncio.CancelledError), errors_logged(logging.getLogger("bot.test"), "it was cancelled"):
        raise asyncio.CancelledError


def test_of_a_disk_that_refuses_the_sentence_is_told_and_of_other_errors_of_the_store_the_place(tmp_path: Path) -> None:
    def told(name: str, error: sqlite3.Error) -> str:
        error.sqlite_errorname = name
        try:
            with explained(tmp_path / "k.sqlite3"):
                raise error
        except StoreError as raised:
            return Reticent("%(message)s").format(record("bot", "it failed", raised))

    full = told("SQLITE_FULL", sqlite3.OperationalError("disk full"))
    assert full == f"it failed\nThe database {tmp_path}/k.sqlite3 can't be written: the disk is full."
    assert told("SQLITE_CONSTRAINT", sqlite3.IntegrityError("7S")).splitlines()[-1] == "StoreError"
    assert "File " in told("SQLITE_ERROR", sqlite3.OperationalError("no such column"))


def test_a_disk_that_refuses_is_told_once_a_minute_by_each_part_of_the_program() -> None:
    now, refused = 0.0, StoreError("The disk is full.")
    refused.by_disk = True
    once = DiskToldOnce(lambda: now)

    def told(name: str, *, raised: bool) -> logging.LogRecord:
        if raised:
            return record(name, "it failed", refused)
        return logging.LogRecord(name, logging.ERROR, __file__, 1, "%s: %s", ("it failed", refused), None)

    for name in ("bot.a", "bot.b"):
        assert [once.filter(told(name, raised=bool(i % 2))) for i in range(9)] == 2 * [True] + 7 * [False]
    now += DISK_AGAIN - 1
    assert not once.filter(told("bot.a", raised=True))
    now += 1
    again = told("bot.a", raised=False)
    assert once.filter(again)
    assert again.getMessage() == "it failed: The disk is full. (left out since the last time: 4)"
    once.filter(told("bot.a", raised=False))
    now += DISK_AGAIN
    again = told("bot.a", raised=False)
    assert once.filter(again)
    assert again.getMessage().endswith("(left out since the last time: 1)")
    for _ in range(3):
        assert once.filter(record("bot.a", "it failed", StoreError("A deal is not in the books.")))
        assert once.filter(record("bot.a", "it failed", ValueError()))
        assert once.filter(record("bot.a", "all is well"))


def test_a_disk_that_refuses_hides_neither_another_message_nor_what_ends_the_bot() -> None:
    once, refused = DiskToldOnce(lambda: 0.0), StoreError("The disk is full.")
    refused.by_disk = True
    assert once.filter(record("bot.logs", "the event loop met an error in %s", refused))
    assert once.filter(record("bot.logs", "an error that nobody could catch", refused))
    for _ in range(2):
        ended = record("bot.logs", "the bot ended with an error", refused)
        ended.levelno = logging.CRITICAL
        assert once.filter(ended)


def test_a_full_disk_fills_no_log(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(logging.root, "handlers", [])
    set_up_logs("INFO")
    refused = StoreError("The disk is full.")
    refused.by_disk = True
    for _ in range(50):
        logging.getLogger("bot.test").error("it failed: %s", refused)
    assert capsys.readouterr().err.count("The disk is full.") == 1


def test_suggestions_that_came_too_late_are_not_logged() -> None:
    assert not without_late_suggestions(
        record("discord.app_commands.tree", "Ignoring exception in autocomplete for %r")
    )
    assert without_late_suggestions(record("discord.app_commands.tree", "Ignoring exception in command %r"))
    assert without_late_suggestions(record("discord.client", "autocomplete"))


@pytest.mark.parametrize(
    ("logger", "line"),
    [
        ("discord.client", "Attempting a reconnect in %ss"),
        ("discord.shard", "Attempting a reconnect for shard ID %s"),
        ("discord.shard", "Failed to connect for shard_id: %s. Retrying..."),
    ],
)
def test_an_attempt_to_connect_again_is_a_warning_of_one_line(logger: str, line: str) -> None:
    again = record(logger, line, ConnectionResetError("closing transport"))
    again.args = (2,)
    assert reconnects_in_a_line(again)
    assert again.levelname == "WARNING"
    assert Reticent("%(message)s").format(again) == f"{line % 2}: ConnectionResetError"
    for message in (
        "Attempting a reconnect for shard ID %s in %.2fs",
        "Failed to connect for shard_id: %s. Retrying...",
    ):
        shard = record("discord.shard", message, ConnectionResetError("closing transport"))
        assert reconnects_in_a_line(shard)
        assert not shard.exc_info
    other = record("discord.client", "Ignoring exception in %s", ConnectionResetError("closing transport"))
    assert reconnects_in_a_line(other)
    assert other.exc_info


def test_not_even_at_debug_level_do_libraries_log_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    set_up_logs("DEBUG")
    assert [type(handler.formatter) for handler in root.handlers] == [Reticent]
    for name in ("discord.http", "discord.gateway", "discord.webhook.async_", "aiosqlite", "aiohttp.client"):
        assert not logging.getLogger(name).isEnabledFor(logging.DEBUG)
    assert not logging.getLogger("psycopg").isEnabledFor(logging.WARNING)


HELD = "Ann holds 7S"


def as_logged(caplog: pytest.LogCaptureFixture) -> str:
    """What stands in the log."""
    for record in caplog.records:
        record.exc_text = None  # of the test's own handler
    return "\n".join(Reticent("%(message)s").format(record) for record in caplog.records)


async def test_what_the_event_loop_tells_by_itself_has_no_values(caplog: pytest.LogCaptureFixture) -> None:
    """A task whose error nobody took, and a callback that fails: asyncio's own lines would show both texts."""
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(without_values)

    async def fail() -> None:
        raise ValueError(HELD)

    def call(card: str) -> None:
        raise ValueError(card)

    task = asyncio.create_task(fail(), name="a task")
    await asyncio.wait({task})
    del task
    gc.collect()
    loop.call_soon(call, HELD + "8S")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert [record.levelname for record in caplog.records] == ["ERROR", "ERROR"]
    told = as_logged(caplog)
    assert "a task" in told
    assert "ValueError" in told
    assert "7S" not in told
    assert "8S" not in told


def test_errors_that_python_tells_by_itself_have_no_values(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    root = logging.getLogger()
    for where, name in ((root, "handlers"), (root, "level"), (sys, "excepthook"), (sys, "unraisablehook")):
        monkeypatch.setattr(where, name, getattr(where, name) if name != "handlers" else [])
    set_up_logs("INFO")
    root.addHandler(caplog.handler)
    try:
        raise ValueError(HELD)
    except ValueError as error:
        sys.excepthook(type(error), error, error.__traceback__)
        sys.unraisablehook(
            SimpleNamespace(exc_type=type(error), exc_value=error, exc_traceback=error.__traceback__, object=HELD)
        )
    told = as_logged(caplog)
    assert told.count("\nValueError") == 2
    assert "7S" not in told


def test_a_line_of_json_has_an_errors_place_and_an_acts_fields() -> None:
    try:
        raise ValueError("the 7S and the token abc")
    except ValueError as error:
        line = record("bot.some", "it failed", error)
    line.act = {"what": "knock", "person": 7}
    text = InJson().format(line)
    assert "\n" not in text
    facts = json.loads(text)
    assert (facts["level"], facts["logger"], facts["message"]) == ("ERROR", "bot.some", "it failed")
    assert facts["act"] == {"what": "knock", "person": 7}
    assert facts["time"].endswith("+00:00")
    assert facts["error"].splitlines()[-1] == "ValueError"
    assert "token abc" not in facts["error"].splitlines()[-1]


@pytest.mark.parametrize(("level", "form", "told"), [("INFO", "text", 0), ("DEBUG", "text", 1), ("INFO", "json", 1)])
def test_acts_are_told_to_a_service_and_not_to_whoever_plays_on_the_own_machine(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    level: str,
    form: Literal["text", "json"],
    told: int,
) -> None:
    root, acts = logging.getLogger(), logging.getLogger(ACTS)
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    before = acts.level
    try:
        set_up_logs(level, form)
        acts.info("what=knock")
    finally:
        acts.setLevel(before)
    assert capsys.readouterr().err.count("what=knock") == told
