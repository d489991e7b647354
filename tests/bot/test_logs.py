"""The log says where an error came from, and never what it says."""

from __future__ import annotations

import logging

import pytest

from bot.logs import Reticent, set_up_logs, without_late_suggestions


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


def test_suggestions_that_came_too_late_are_not_logged() -> None:
    assert not without_late_suggestions(
        record("discord.app_commands.tree", "Ignoring exception in autocomplete for %r")
    )
    assert without_late_suggestions(record("discord.app_commands.tree", "Ignoring exception in command %r"))
    assert without_late_suggestions(record("discord.client", "autocomplete"))


def test_not_even_at_debug_level_do_libraries_log_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    set_up_logs("DEBUG")
    assert [type(handler.formatter) for handler in root.handlers] == [Reticent]
    for name in ("discord.http", "discord.gateway", "discord.webhook.async_", "aiosqlite", "aiohttp.client"):
        assert not logging.getLogger(name).isEnabledFor(logging.DEBUG)
