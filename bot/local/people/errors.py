"""Refusals to a person: a short word for programs, a sentence for people."""

from __future__ import annotations

from typing import Any

from aiohttp import web


class RefusedError(Exception):
    """What was asked can't be done; the sentence says why and what can."""

    def __init__(self, code: str, message: str, *, status: int = 400, **extra: Any) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.extra = extra

    def response(self) -> web.Response:
        """The answer to send."""
        return web.json_response({"code": self.code, "message": str(self), **self.extra}, status=self.status)
