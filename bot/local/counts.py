"""How many requests the bot has made, by kind: for tests that say how many an action may cost."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from bot.local.state.model import Json


@dataclass(slots=True)
class Tally:
    """The requests of one kind: how many, how many of them were refused (a status from 400), and what was sent."""

    requests: int = 0
    refused: int = 0
    bytes: int = 0
    files: int = 0


class Counts:
    """Counts by method, route (with its placeholders) and whether the bot's own token was used."""

    def __init__(self) -> None:
        self._tallies: dict[tuple[str, str, bool], Tally] = {}

    def add(self, method: str, route: str, *, own_token: bool, status: int, size: int, files: int) -> None:
        """Count a request; ``size`` is its body's, in bytes."""
        tally = self._tallies.setdefault((method, route, own_token), Tally())
        tally.requests += 1
        tally.refused += status >= 400
        tally.bytes += size
        tally.files += files

    def view(self) -> list[Json]:
        """Every kind that there was, the most frequent first."""
        listed = sorted(self._tallies.items(), key=lambda kind: -kind[1].requests)
        return [
            {"method": method, "route": route, "own_token": own_token, **asdict(tally)}
            for (method, route, own_token), tally in listed
        ]

    def clear(self) -> None:
        self._tallies.clear()
