"""PNG from a picture in palette mode: the plainest kind, with rows left as they are, since filters don't help palettes.

The deflate step takes most of a picture's time. zlib-ng's (package ``zlib-ng``) packs a fifth smaller in no more time
than zlib's quickest; where it isn't installed, zlib does. Where many pictures are drawn, time counts for more than
size, and they are packed quickly.
"""

from __future__ import annotations

import importlib
import struct
import zlib
from collections.abc import Callable
from contextvars import ContextVar
from typing import Final, NamedTuple, ParamSpec

from PIL import Image

P = ParamSpec("P")

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


class _Deflater(NamedTuple):
    compress: Callable[[bytes, int], bytes]
    """Given the bytes and a level."""
    small: int
    """The level that is worth its time where few pictures are drawn."""
    quick: int
    """One that takes half the time of ``small`` and leaves a picture a fifth larger."""


def _deflater() -> _Deflater:
    try:
        found: Callable[[bytes, int], bytes] = importlib.import_module("zlib_ng.zlib_ng").compress
    except ImportError:
        return _Deflater(zlib.compress, small=1, quick=1)
    return _Deflater(found, small=5, quick=3)


deflater = _deflater()
_level: ContextVar[int] = ContextVar("_level", default=deflater.small)


def quickly(draw: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs) -> bytes:
    """The picture that ``draw`` gives, packed in half the time and a fifth larger."""
    before = _level.set(deflater.quick)
    try:
        return draw(*args, **kwargs)
    finally:
        _level.reset(before)


def png(image: Image.Image, palette: bytes = b"") -> bytes:
    """The picture, which must be in palette mode, as PNG; ``palette``: its colours, where they aren't its own."""
    width, height = image.size
    # Each row of a PNG begins with the number of its filter: 0, none. An extra column of zeros sets it.
    rows = Image.new("P", (width + 1, height))
    rows.paste(image, (1, 0))
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", palette or bytes(image.getpalette() or ())),
            _chunk(b"IDAT", deflater.compress(rows.tobytes(), _level.get())),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))))
