"""The log of the bot's requests, for the host's drawer and for tests. No token ever gets in."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from bot.local.state.model import Json

_KEPT = 500
_LONGEST = 20_000
_DATA = 40
_HIDDEN = "…"


class RequestLog:
    """The last requests. Numbers grow and never repeat while the server runs."""

    def __init__(self) -> None:
        self.entries: deque[Json] = deque(maxlen=_KEPT)
        self.last = 0
        self.refused = 0
        self._listeners: list[Callable[[Json], None]] = []

    def listen(self, listener: Callable[[Json], None]) -> None:
        """Call ``listener`` with every new entry."""
        self._listeners.append(listener)

    def add(self, entry: Json) -> None:
        """Write an entry down; its ``n`` is given here."""
        self.last += 1
        entry = {"n": self.last, **entry}
        self.refused += entry["status"] in (401, 403, 429)
        self.entries.append(entry)
        for listener in self._listeners:
            listener(entry)

    def after(self, number: int) -> list[Json]:
        """The entries after this number."""
        return [entry for entry in self.entries if entry["n"] > number]

    def clear(self) -> None:
        self.entries.clear()


def without_tokens(path: str) -> str:
    """A path with the tokens of interactions and webhooks taken out."""
    parts = path.split("/")
    for i, part in enumerate(parts):
        if part in ("interactions", "webhooks") and i + 2 < len(parts):
            parts[i + 2] = _HIDDEN
    return "/".join(parts)


def hidden(value: Any) -> Any:
    """A body with every ``token`` in it taken out, pictures and very long texts cut."""
    if isinstance(value, dict):
        return {k: _HIDDEN if k == "token" else hidden(v) for k, v in value.items()}
    if isinstance(value, list):
        return [hidden(entry) for entry in value]
    if isinstance(value, str) and value.startswith("data:"):
        return value[:_DATA] + _HIDDEN
    if isinstance(value, str) and len(value) > _LONGEST:
        return value[:_LONGEST] + _HIDDEN
    return value
