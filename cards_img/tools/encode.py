"""PNG from a picture in palette mode: the plainest kind, with rows left as they are, since filters don't help palettes.

The deflate step takes most of a picture's time. zlib-ng's (package ``zlib-ng``) packs a fifth smaller in no more time
than zlib's quickest; where it isn't installed, zlib does.
"""

from __future__ import annotations

import importlib
import struct
import zlib
from collections.abc import Callable
from typing import Final

from PIL import Image

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


def _deflater() -> tuple[Callable[[bytes, int], bytes], int]:
    try:
        found: Callable[[bytes, int], bytes] = importlib.import_module("zlib_ng.zlib_ng").compress
    except ImportError:
        return zlib.compress, 1
    return found, 5


deflate, LEVEL = _deflater()
"""Compresses, given the bytes and a level; and the level that is worth its time."""


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
            _chunk(b"IDAT", deflate(rows.tobytes(), LEVEL)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))))
