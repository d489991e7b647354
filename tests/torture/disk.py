"""A disk that is full for SQLite while a file says so: SQLite's own hook on its system calls refuses to let files grow.

It works for whoever runs the tests, without a file system of its own: SQLite is told what the system would say.
"""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

_POINTER: Final = ctypes.c_void_p
_SET: Final = ctypes.CFUNCTYPE(ctypes.c_int, _POINTER, ctypes.c_char_p, _POINTER)
_GET: Final = ctypes.CFUNCTYPE(_POINTER, _POINTER, ctypes.c_char_p)
_WRITE: Final = ctypes.CFUNCTYPE(
    ctypes.c_ssize_t, ctypes.c_int, _POINTER, ctypes.c_size_t, ctypes.c_int64, use_errno=True
)
_CALLS: Final = (b"pwrite64", b"pwrite")
"""By which of them SQLite writes depends on how it was built."""

_kept: list[object] = []
"""What SQLite calls must live as long as the process."""


class _Vfs(ctypes.Structure):
    """``sqlite3_vfs``, version 3 (https://sqlite.org/c3ref/vfs.html)."""

    _fields_ = [
        ("version", ctypes.c_int),
        ("size_of_file", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", _POINTER),
        ("name", ctypes.c_char_p),
        ("data", _POINTER),
        ("methods", _POINTER * 13),
        ("set_call", _SET),
        ("get_call", _GET),
        ("next_call", _POINTER),
    ]


def full_while(sign: Path) -> None:
    """From now on no file of SQLite's grows in this process while the file ``sign`` exists.

    Raises RuntimeError where Python's SQLite has no such hook.
    """
    import _sqlite3

    library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
    library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    vfs = library.sqlite3_vfs_find(None)
    address = ctypes.cast(vfs, _POINTER)
    there = {name: found for name in _CALLS if (found := vfs.contents.get_call(address, name))}
    if not there:
        raise RuntimeError("This build of SQLite has no system calls that can be replaced.")
    for name, found in there.items():
        ours = _WRITE(_growing_refused(_WRITE(found), str(sign)))
        _kept.append(ours)
        vfs.contents.set_call(address, name, ctypes.cast(ours, _POINTER))


def _growing_refused(write: Callable[[int, int, int, int], int], sign: str) -> Callable[[int, int, int, int], int]:
    def refusing(file: int, data: int, length: int, offset: int) -> int:
        if os.path.exists(sign) and offset + length > os.fstat(file).st_size:
            ctypes.set_errno(errno.ENOSPC)
            return -1
        return write(file, data, length, offset)

    return refusing
