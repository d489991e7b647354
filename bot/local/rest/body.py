"""Reading a request's body: JSON, or multipart with ``payload_json`` and ``files[n]``."""

from __future__ import annotations

import json
import re
from contextvars import ContextVar
from typing import Any

from aiohttp import BodyPartReader, web

from bot.local.errors import ApiError
from bot.local.forms.files import Upload
from bot.local.limits import ATTACHMENT_SIZE, ATTACHMENTS

_FILE = re.compile(r"files?\[(\d+)\]|file(\d*)")
_CHUNK = 64 * 1024
SHOWN: ContextVar[Any] = ContextVar("shown", default=None)
"""The body of the request at hand, for the log."""


async def read_json(request: web.Request) -> Any:
    """The JSON body; an empty object where there is none. Raises ApiError 50109 for broken JSON."""
    raw = await request.read()
    if not raw:
        return {}
    try:
        body = json.loads(raw)
    except (ValueError, UnicodeDecodeError) as error:
        raise ApiError(50109) from error
    SHOWN.set(body)
    return body


async def read_body(request: web.Request) -> tuple[Any, list[Upload]]:
    """The body and the files that came with it. Raises ApiError 50109, or 40005 for too large a file."""
    # As it was sent: the library would parse each boundary, which is another for every request.
    if not request.headers.get("Content-Type", "").startswith("multipart/"):
        return await read_json(request), []
    body: Any = {}
    uploads: list[Upload] = []
    reader = await request.multipart()
    while (part := await reader.next()) is not None:
        if not isinstance(part, BodyPartReader):
            raise ApiError(50109)
        name = part.name or ""
        if name == "payload_json":
            try:
                body = json.loads(await part.text())
            except ValueError as error:
                raise ApiError(50109) from error
        elif match := _FILE.fullmatch(name):
            number = int(match[1] or match[2] or 0)
            uploads.append(Upload(number, part.filename or "unknown", await _bytes(part)))
            if len(uploads) > ATTACHMENTS:
                errors = {"files": {"_errors": [_TOO_MANY]}}
                raise ApiError(50035, errors=errors)
    listed = [{"n": u.number, "filename": u.filename, "size": len(u.data)} for u in uploads]
    SHOWN.set({"payload_json": body, "files": listed})
    return body, uploads


_TOO_MANY = {"code": "BASE_TYPE_MAX_LENGTH", "message": f"Must be {ATTACHMENTS} or fewer in length."}


async def _bytes(part: BodyPartReader) -> bytes:
    data = bytearray()
    while chunk := await part.read_chunk(_CHUNK):
        data += chunk
        if len(data) > ATTACHMENT_SIZE:
            raise ApiError(40005)
    return bytes(data)
