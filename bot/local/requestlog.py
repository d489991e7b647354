"""The log of the bot's requests, for the host's drawer and for tests. No token ever gets in."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bot.local.state.model import Json

_KEPT = 500
_LONGEST = 20_000
_DATA = 40
_HIDDEN = "…"


class Entry(Mapping[str, Any]):
    """What was told of a request, with its ``request`` and ``answer``.

    These are read and rid of tokens only when somebody looks, since that is much work and few are looked at.
    """

    def __init__(self, told: Json, sent: Any, answered: bytes | None) -> None:
        """``sent``: the request's body; ``answered``: the answer's, as JSON."""
        self._told, self._sent, self._answered = told, sent, answered

    def __getitem__(self, name: str) -> Any:
        if name == "request":
            return hidden(self._sent)
        if name == "answer":
            return self._answered and hidden(json.loads(self._answered))
        return self._told[name]

    def __iter__(self) -> Iterator[str]:
        yield from (*self._told, "request", "answer")

    def __len__(self) -> int:
        return len([*self])


class RequestLog:
    """The last requests. Numbers grow and never repeat while the server runs."""

    def __init__(self) -> None:
        self.entries: deque[Entry] = deque(maxlen=_KEPT)
        self.last = 0
        self.refused = 0
        self._listeners: list[Callable[[Entry], None]] = []

    def listen(self, listener: Callable[[Entry], None]) -> None:
        """Call ``listener`` with every new entry."""
        self._listeners.append(listener)

    def add(self, told: Json, sent: Any, answered: bytes | None) -> None:
        """Write a request down, with its body and that of its answer, if it is JSON; its ``n`` is given here."""
        self.last += 1
        self.refused += told["status"] in (401, 403, 429)
        entry = Entry({"n": self.last, **told}, sent, answered)
        self.entries.append(entry)
        for listener in self._listeners:
            listener(entry)

    def after(self, number: int) -> list[Entry]:
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
