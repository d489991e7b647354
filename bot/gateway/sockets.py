"""Sockets that notice it where nothing comes through any more."""

from __future__ import annotations

import socket
from typing import Final

import aiohttp

SILENCE: Final = 15.0
"""Seconds without a sign of life from the other end's system after which a connection is lost. Packets that vanish are
told of by nobody, and the library waits for a minute: a heartbeat goes out every 41 seconds only. A slow network is no
such silence: its answers come, if late."""
ASKED_AFTER: Final = 5
"""Seconds without anything after which the other end's system is asked for a sign of life, and between two such
questions."""


def noticing_silence(address: aiohttp.AddrInfoType) -> socket.socket:
    """A socket for a connection to there that is lost after ``SILENCE``: the system asks, without a word to Discord."""
    made = socket.socket(*address[:3])
    made.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (
        ("TCP_KEEPIDLE", ASKED_AFTER),
        ("TCP_KEEPINTVL", ASKED_AFTER),
        ("TCP_KEEPCNT", int(SILENCE) // ASKED_AFTER - 1),  # questions without an answer
        ("TCP_USER_TIMEOUT", int(SILENCE * 1000)),  # Linux's, also for what was sent and isn't acknowledged
    ):
        if (option := getattr(socket, name, None)) is not None:
            made.setsockopt(socket.IPPROTO_TCP, option, value)
    return made
