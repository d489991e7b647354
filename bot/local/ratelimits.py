"""Rate limits: a bucket for each route and place, and the global one, told by Discord's headers."""

from __future__ import annotations

import hashlib
import time
from collections import deque
from dataclasses import dataclass

from bot.local.limits import GLOBAL_RATE

# How many requests in how many seconds, by method and route; the last entry is for all other routes.
RATES: dict[tuple[str, str], tuple[int, float]] = {
    ("POST", "/channels/{channel_id}/messages"): (5, 5.0),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): (5, 5.0),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"): (5, 1.0),
    ("POST", "/channels/{channel_id}/messages/bulk-delete"): (1, 1.0),
    ("PUT", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}/@me"): (1, 0.25),
    ("PATCH", "/channels/{channel_id}"): (2, 600.0),
    ("POST", "/users/@me/channels"): (10, 10.0),
}
USUAL = (50, 1.0)
_EXEMPT = ("/interactions/", "/webhooks/")
_FORGET_AFTER = 1000


@dataclass(slots=True)
class Window:
    """A bucket's current window: how much is left of it and when it ends (monotonic seconds)."""

    remaining: int
    ends: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer of the rate limits to a request: its headers, and ``retry_after`` seconds where it is refused."""

    headers: dict[str, str]
    retry_after: float | None = None
    is_global: bool = False


class RateLimits:
    """Counts requests. ``rates`` may be changed by tests."""

    def __init__(self) -> None:
        self.rates = dict(RATES)
        self.global_rate = GLOBAL_RATE
        self._windows: dict[str, Window] = {}
        self._recent: deque[float] = deque()

    def ask(self, method: str, route: str, major: str) -> Verdict:
        """Count a request on ``route`` (with its placeholders) at the place ``major`` (channel, guild, webhook)."""
        now = time.monotonic()
        if not route.startswith(_EXEMPT) and (wait := self._globally(now)):
            headers = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global", **_after(wait)}
            return Verdict(headers, wait, is_global=True)
        limit, seconds = self.rates.get((method, route), USUAL)
        name = hashlib.sha256(f"{method} {route}".encode()).hexdigest()[:32]
        window = self._windows.get(f"{name}:{major}")
        if window is None or window.ends <= now:
            self._tidy(now)
            window = self._windows[f"{name}:{major}"] = Window(limit, now + seconds)
        headers = {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(max(0, window.remaining - 1)),
            "X-RateLimit-Reset": f"{time.time() + window.ends - now:.3f}",
            "X-RateLimit-Reset-After": f"{window.ends - now:.3f}",
            "X-RateLimit-Bucket": name,
        }
        if window.remaining <= 0:
            wait = window.ends - now
            return Verdict(headers | {"X-RateLimit-Scope": "user", **_after(wait)}, wait)
        window.remaining -= 1
        return Verdict(headers)

    def _globally(self, now: float) -> float:
        """Seconds until the next request may come; 0 where this one may."""
        count, seconds = self.global_rate
        while self._recent and self._recent[0] <= now - seconds:
            self._recent.popleft()
        if len(self._recent) >= count:
            return self._recent[0] + seconds - now
        self._recent.append(now)
        return 0.0

    def _tidy(self, now: float) -> None:
        if len(self._windows) > _FORGET_AFTER:
            self._windows = {key: window for key, window in self._windows.items() if window.ends > now}


def _after(seconds: float) -> dict[str, str]:
    return {"Retry-After": str(max(1, round(seconds)))}
