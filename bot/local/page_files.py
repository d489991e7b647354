"""The static files of the page, always fresh: nothing is cached without asking again."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from aiohttp import web

PAGE = Path(__file__).parent / "page"
_KINDS = {".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_HEADERS = {
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    # The page loads nothing from the web: it shows a link instead. ``blob:`` is a picture that somebody is
    # about to send; ``ws:`` is for browsers that don't count the page's own WebSocket as 'self'.
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self'; "
        "connect-src 'self' ws:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
}


async def page_file(request: web.Request) -> web.Response:
    """A file of the page; ``/`` is index.html. Anything outside the folder is not found."""
    wanted = request.match_info.get("path") or "index.html"
    file = (PAGE / wanted).resolve()
    if not file.is_relative_to(PAGE.resolve()) or not file.is_file():
        return web.Response(status=404, text="Not found")
    kind = _KINDS.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    body = file.read_bytes()
    charset = "utf-8" if kind.startswith("text/") else None
    return web.Response(body=body, content_type=kind, charset=charset, headers=_HEADERS)
