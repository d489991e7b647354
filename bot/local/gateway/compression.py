"""The two transport compressions of the gateway; each message is flushed whole, under one lasting context."""

from __future__ import annotations

import importlib
import zlib
from typing import Any, Protocol


class Packer(Protocol):
    """Turns a payload's text into what is sent."""

    def pack(self, text: str) -> bytes: ...


class _Zlib:
    def __init__(self) -> None:
        self._context = zlib.compressobj()

    def pack(self, text: str) -> bytes:
        return self._context.compress(text.encode()) + self._context.flush(zlib.Z_SYNC_FLUSH)


class _Zstandard:
    """The ``zstandard`` package, which discord.py uses where it is installed."""

    def __init__(self, module: Any) -> None:
        self._flush = module.COMPRESSOBJ_FLUSH_BLOCK
        self._context = module.ZstdCompressor().compressobj()

    def pack(self, text: str) -> bytes:
        return bytes(self._context.compress(text.encode()) + self._context.flush(self._flush))


class _StandardZstd:
    """``compression.zstd``, which newer Pythons bring along."""

    def __init__(self, module: Any) -> None:
        self._flush = module.ZstdCompressor.FLUSH_BLOCK
        self._context = module.ZstdCompressor()

    def pack(self, text: str) -> bytes:
        return bytes(self._context.compress(text.encode(), self._flush))


def packer(wanted: str | None) -> Packer | None:
    """The packer for ``compress=...`` of a gateway address; None means plain text.

    Without a zstd library on this Python nobody here could have asked for it, save a client that reads plain text too.
    """
    if wanted == "zlib-stream":
        return _Zlib()
    if wanted == "zstd-stream":
        for name, kind in (("zstandard", _Zstandard), ("compression.zstd", _StandardZstd)):
            try:
                return kind(importlib.import_module(name))
            except ModuleNotFoundError:
                continue
    return None
