"""The child process: answers requests from its standard input until that ends, at the latest with its parent."""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
from typing import BinaryIO, Final

SIZE: Final = struct.Struct(">I")
"""How many bytes follow, before each request and each answer."""
DONE, REFUSED, FAILED = b"+", b"-", b"!"
"""What an answer begins with: then comes what the function gives; the text of its ValueError; or the kind of any other
error, whose text could name a card."""


def answer(request: bytes) -> bytes:
    """Calls what the request asks for."""
    try:
        function, args, kwargs = pickle.loads(request)
        return DONE + pickle.dumps(function(*args, **kwargs), pickle.HIGHEST_PROTOCOL)
    except ValueError as error:
        return REFUSED + str(error).encode()
    except Exception as error:
        return FAILED + type(error).__name__.encode()


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answers requests in their order until there are no more."""
    while len(head := requests.read(SIZE.size)) == SIZE.size:
        (size,) = SIZE.unpack(head)
        request = requests.read(size)
        if len(request) < size:
            return
        reply = answer(request)
        answers.write(SIZE.pack(len(reply)) + reply)
        answers.flush()


def main() -> None:
    """Serves the parent, which also ends this; what anything prints goes to standard error, so that it can't get
    between the answers."""
    for name in ("SIGINT", "SIGTERM"):  # these may reach both, and the parent still needs answers to finish
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        serve(sys.stdin.buffer, answers)
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
