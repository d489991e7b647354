"""The files of messages and the pictures of emojis, as Discord's CDN serves them: by links that can't be guessed."""

from __future__ import annotations

import functools
import io
import mimetypes

from aiohttp import web
from PIL import Image

from bot.local.context import context

routes = web.RouteTableDef()
_SHOWN_INLINE = ("image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "text/plain", "audio/", "video/")
_SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_AVATAR_COLORS = (0x5865F2, 0x757E8A, 0x3BA55C, 0xFAA61A, 0xED4245, 0xEB459F)


@routes.get("/attachments/{owner_id}/{attachment_id}/{filename}")
@routes.get("/ephemeral-attachments/{owner_id}/{attachment_id}/{filename}")
async def attachment(request: web.Request) -> web.Response:
    """A file; the signature of the link must fit, and the link must not be too old."""
    here = context(request)
    number, query = request.match_info["attachment_id"], request.query
    fresh = number.isdecimal() and here.world.is_fresh(int(number), query.get("ex", ""), query.get("hm", ""))
    data = await here.world.history.blob(int(number)) if fresh else None
    if data is None:
        return web.Response(status=404, text="This content is no longer available.")
    # A browser asks each time, so that a file that is gone is not shown any more.
    headers = {**_SAFE, "Cache-Control": "private, no-cache", "ETag": f'"{number}"'}
    if request.headers.get("If-None-Match") == headers["ETag"]:
        return web.Response(status=304, headers=headers)
    kind = mimetypes.guess_type(request.match_info["filename"])[0] or "application/octet-stream"
    if not kind.startswith(_SHOWN_INLINE):
        headers["Content-Disposition"] = "attachment"
    return web.Response(body=data, content_type=kind, headers=headers)


@routes.get("/emojis/{file}")
async def emoji(request: web.Request) -> web.Response:
    """The picture of an emoji. Attachments are kept beside them and have ids that can be guessed: those need a link."""
    here, number = context(request), request.match_info["file"].partition(".")[0]
    known = number.isdecimal() and int(number) in here.world.emojis
    data = await here.world.history.blob(int(number)) if known else None
    if data is None:
        return web.Response(status=404)
    with Image.open(io.BytesIO(data)) as picture:
        kind = Image.MIME.get(picture.format or "", "image/png")
    return web.Response(body=data, content_type=kind, headers={**_SAFE, "Cache-Control": "max-age=86400"})


@routes.get("/embed/avatars/{file}")
async def default_avatar(request: web.Request) -> web.Response:
    number = request.match_info["file"].partition(".")[0]
    if not number.isdecimal() or int(number) >= len(_AVATAR_COLORS):
        return web.Response(status=404)
    return web.Response(body=_avatar(int(number)), content_type="image/png", headers=_SAFE)


@functools.cache
def _avatar(number: int) -> bytes:
    color = _AVATAR_COLORS[number]
    picture = Image.new("RGB", (64, 64), (color >> 16, color >> 8 & 255, color & 255))
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()
