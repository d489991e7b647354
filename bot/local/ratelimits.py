"""How often the bot may ask: a bucket for each route and place, the global limit, old messages, and the ban."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.local import limits

Rate = tuple[int, float]
"""How many requests in how many seconds."""

ROUTES: dict[tuple[str, str], Rate] = {
    ("POST", "/channels/{channel_id}/messages"): (5, 5.0),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): (5, 5.0),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"): (5, 1.0),
    ("POST", "/channels/{channel_id}/messages/bulk-delete"): (1, 1.0),
    ("PUT", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}/@me"): (1, 0.25),
    ("PATCH", "/channels/{channel_id}"): (2, 600.0),
    ("POST", "/users/@me/channels"): (10, 10.0),
}
BY_TOKEN = ("/interactions/", "/webhooks/")
"""Routes whose path holds an interaction's token: they need no token of the bot's and are not counted globally."""
WEBHOOK = "/webhooks/"
_FORGET_AFTER = 1000
_SHARED = "shared"


@dataclass(slots=True)
class Rates:
    """The limits that a server counts by; tests make them smaller.

    ``token`` is for everything that is done by one interaction's token, ``webhook_posts`` for the messages that all
    tokens post in one channel, ``old_edits`` for a channel's messages older than ``old_after`` seconds. The address is
    banned for ``ban`` seconds after ``invalid`` answers of 401, 403 and 429.
    """

    routes: dict[tuple[str, str], Rate] = field(default_factory=lambda: dict(ROUTES))
    usual: Rate = (50, 1.0)
    everywhere: Rate = limits.GLOBAL_RATE
    token: Rate = limits.TOKEN_RATE
    webhook_posts: Rate = limits.WEBHOOK_POSTS
    old_edits: Rate = limits.OLD_EDITS
    old_after: float = limits.OLD_AFTER
    invalid: Rate = limits.INVALID
    ban: float = limits.BAN


@dataclass(slots=True)
class Window:
    """A bucket's current window: how much is left of it and when it ends (seconds of the server's clock)."""

    remaining: int
    ends: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer of the rate limits to a request: its headers, and ``retry_after`` seconds where it is refused."""

    headers: dict[str, str]
    retry_after: float | None = None
    is_global: bool = False


class LimitedError(Exception):
    """A request is refused while it is carried out: ``code`` is Discord's for this limit, if it has one."""

    def __init__(self, verdict: Verdict, code: int | None = None) -> None:
        self.verdict = verdict
        self.code = code
        super().__init__(f"429 (error code: {code})")


class RateLimits:
    """Counts requests. ``rates`` may be changed while the server runs."""

    def __init__(self, clock: Callable[[], float], rates: Rates | None = None) -> None:
        self.rates = rates or Rates()
        self.banned_until = 0.0
        self._clock = clock
        self._windows: dict[str, Window] = {}
        self._recent: deque[float] = deque()
        self._invalid: deque[float] = deque()

    def ask(self, method: str, route: str, major: str) -> Verdict:
        """Count a request on ``route`` (with its placeholders) at the place ``major`` (channel, guild, token)."""
        now = self._clock()
        if not route.startswith(BY_TOKEN) and (wait := self._globally(now)):
            headers = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global", **_after(wait)}
            return Verdict(headers, wait, is_global=True)
        if route.startswith(WEBHOOK):
            return self._count(WEBHOOK, major, self.rates.token)
        return self._count(f"{method} {route}", major, self.rates.routes.get((method, route), self.rates.usual))

    def ask_webhook_post(self, channel_id: int) -> Verdict:
        """Count a message that a token posts; all tokens share what a channel takes."""
        return self._count("POST " + WEBHOOK, str(channel_id), self.rates.webhook_posts, scope=_SHARED)

    def ask_old_edit(self, channel_id: int) -> Verdict:
        """Count an edit of a message older than ``old_after``."""
        return self._count("old edits", str(channel_id), self.rates.old_edits)

    def _count(self, name: str, major: str, rate: Rate, *, scope: str = "user") -> Verdict:
        now = self._clock()
        limit, seconds = rate
        bucket = hashlib.sha256(name.encode()).hexdigest()[:32]
        window = self._windows.get(f"{bucket}:{major}")
        if window is None or window.ends <= now:
            self._tidy(now)
            window = self._windows[f"{bucket}:{major}"] = Window(limit, now + seconds)
        headers = {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(max(0, window.remaining - 1)),
            "X-RateLimit-Reset": f"{window.ends:.3f}",
            "X-RateLimit-Reset-After": f"{window.ends - now:.3f}",
            "X-RateLimit-Bucket": bucket,
        }
        if window.remaining <= 0:
            wait = window.ends - now
            return Verdict(headers | {"X-RateLimit-Scope": scope, **_after(wait)}, wait)
        window.remaining -= 1
        return Verdict(headers)

    def _globally(self, now: float) -> float:
        """Seconds until the next request may come; 0 where this one may."""
        count, seconds = self.rates.everywhere
        _forget(self._recent, now - seconds)
        if len(self._recent) >= count:
            return self._recent[0] + seconds - now
        self._recent.append(now)
        return 0.0

    def _tidy(self, now: float) -> None:
        if len(self._windows) > _FORGET_AFTER:
            self._windows = {key: window for key, window in self._windows.items() if window.ends > now}

    # The ban

    @property
    def banned(self) -> float:
        """Seconds that the address stays banned; 0 where it isn't."""
        return max(0.0, self.banned_until - self._clock())

    @property
    def invalid(self) -> int:
        """The invalid requests that count towards the ban now."""
        _forget(self._invalid, self._clock() - self.rates.invalid[1])
        return len(self._invalid)

    def answered(self, status: int, headers: dict[str, str]) -> None:
        """Count an answer: too many of 401, 403 and 429 (but for a shared limit) ban the address."""
        if status not in (401, 403, 429) or headers.get("X-RateLimit-Scope") == _SHARED:
            return
        now = self._clock()
        self._invalid.append(now)
        if self.invalid >= self.rates.invalid[0]:
            self._invalid.clear()
            self.banned_until = now + self.rates.ban


def _forget(moments: deque[float], oldest: float) -> None:
    while moments and moments[0] <= oldest:
        moments.popleft()


def _after(seconds: float) -> dict[str, str]:
    return {"Retry-After": str(max(1, round(seconds)))}
