"""Discord's error codes, with the HTTP status and the sentence that go with each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

ERRORS: dict[int, tuple[int, str]] = {
    0: (401, "401: Unauthorized"),
    10001: (404, "Unknown account"),
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10060: (404, "Unknown sticker"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    10066: (404, "Unknown application command permissions"),
    20012: (403, "You are not authorized to perform this action on this application"),
    30003: (400, "Maximum number of pins reached for the channel (50)"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30010: (400, "Maximum number of reactions reached (20)"),
    30032: (400, "Maximum number of application commands reached (100)"),
    30034: (400, "Max number of daily application command creates has been reached (200)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    40001: (401, "Unauthorized"),
    40003: (429, "You are opening direct messages too fast"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50016: (400, "Provided too few or too many messages to delete. Must provide at least 2 and at most 100."),
    50021: (403, "Cannot execute action on a system message"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50033: (400, "Invalid Recipient(s)"),
    50034: (400, "A message provided was too old to bulk delete"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160002: (400, "Cannot reply without permission to read message history"),
    160004: (400, "A thread has already been created for this message"),
}


class ApiError(Exception):
    """An answer that Discord would give instead of doing what was asked."""

    def __init__(self, code: int, *, errors: dict[str, Any] | None = None, **extra: Any) -> None:
        self.code = code
        self.status, self.message = ERRORS[code]
        self.errors = errors
        self.extra = extra
        super().__init__(f"{self.status} (error code: {code}): {self.message}")

    def sentence(self) -> str:
        """The error in words, with the form's faults where there are any."""
        faults = [f"{path}: {fault}" for path, fault in _faults(self.errors or {})]
        return " ".join(faults) or self.message

    def body(self) -> dict[str, Any]:
        """The JSON body of the answer."""
        body: dict[str, Any] = {"message": self.message, "code": self.code, **self.extra}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


def _faults(errors: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in errors.items():
        if key == "_errors":
            yield path, " ".join(fault["message"] for fault in value)
        else:
            yield from _faults(value, f"{path}.{key}" if path else key)
