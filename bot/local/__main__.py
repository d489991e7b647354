"""``python -m bot.local``: serves a small Discord for any bot, and prints its address and the bot's token."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import logging
import signal
import sys
from pathlib import Path
from typing import Final

from bot.local.gateway.events import PRIVILEGED
from bot.local.history import HistoryError
from bot.local.limits import CHANNEL_NAME
from bot.local.server import LocalDiscord
from bot.local.state.permissions import ALL
from bot.local.state.seed import Setting

NAME: Final = (2, 32)
"""Characters of an application's name, as Discord allows them."""
SERVER_NAME: Final = (2, 100)
MOST_PORT: Final = 65_535


def _length(what: str, text: str, bounds: tuple[int, int]) -> str:
    text = " ".join(text.split())
    if not bounds[0] <= len(text) <= bounds[1]:
        raise argparse.ArgumentTypeError(f"{what} has {bounds[0]} to {bounds[1]} characters, not {len(text)}")
    return text


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) <= MOST_PORT):
        raise argparse.ArgumentTypeError(
            f"{text[:80]!r} is no port: give a number from 1 to {MOST_PORT}, or 0 for any free one"
        )
    return int(text)


def _permissions(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 20 and int(text) <= ALL):
        raise argparse.ArgumentTypeError(
            f"{text[:80]!r} are no permissions: give the number of the bot's invitation link, 8 for an administrator"
        )
    return int(text)


def _server(text: str) -> str:
    return _length("a server's name", text, SERVER_NAME)


def _app(text: str) -> str:
    return _length("an application's name", text, NAME)


def _channel(text: str) -> tuple[str, str]:
    name, _, topic = text.partition(":")
    name = _length("a channel's name", name.removeprefix("#"), CHANNEL_NAME)
    if name != name.lower() or " " in name:
        raise argparse.ArgumentTypeError(
            f"{name[:80]!r} is no channel's name: write it in small letters, without spaces"
        )
    return name, topic.strip()


def _parser() -> argparse.ArgumentParser:
    default = Setting()
    parser = argparse.ArgumentParser(
        prog="python -m bot.local",
        description="A small Discord on this machine: point a bot at it, open its page in a browser, and try the bot "
        "out. Nothing leaves the machine, and only the machine is served.",
        epilog="Names, channels and permissions count for a new chat; a data file that is there already has its own.",
    )
    parser.add_argument("--port", type=_port, default=0, help="the port to serve; without it, any free one")
    parser.add_argument("--data", type=Path, metavar="FILE", help="keep the chat in this file; without it, it is gone")
    parser.add_argument("--server", type=_server, default=default.server, help="the server's name (%(default)s)")
    parser.add_argument("--app", type=_app, default=default.bot, help="the application's name (%(default)s)")
    parser.add_argument(
        "--channel",
        type=_channel,
        action="append",
        metavar="NAME[:TOPIC]",
        help=f"a channel to begin with, as often as you like ({', '.join(name for name, _ in default.channels)})",
    )
    parser.add_argument(
        "--permissions",
        type=_permissions,
        default=default.permissions,
        metavar="NUMBER",
        help="what the bot may do, as in its invitation link (%(default)s: read, write, attach files)",
    )
    parser.add_argument(
        "--privileged-intents",
        action="store_true",
        help="allow the bot the three intents that have to be switched on in the developer portal",
    )
    parser.add_argument("--no-rate-limits", action="store_true", help="answer as fast as the bot asks")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Serves until it is stopped. Gives the exit code: 0, or 1 with one sentence on standard error."""
    parser = _parser()
    given = parser.parse_args(arguments)
    channels = tuple(given.channel or Setting().channels)
    if len({name for name, _ in channels}) < len(channels):
        parser.error("each channel needs a name of its own")
    if given.data is not None and given.data.is_dir():
        parser.error(f"{str(given.data)[:80]!r} is a folder: name a file in it")
    server = LocalDiscord(
        given.data,
        setting=Setting(server=given.server, bot=given.app, channels=channels, permissions=given.permissions),
        rate_limits=not given.no_rate_limits,
        privileged_intents=PRIVILEGED if given.privileged_intents else 0,
    )
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s")
    try:
        asyncio.run(_serve(server, given.port))
    except HistoryError as error:
        print(f"{error}.", file=sys.stderr)
        return 1
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            why = "is taken: choose another one, or 0 for any free one"
        else:
            why = f"can't be served: {error.strerror or error}"
        print(f"Port {given.port} {why}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


async def _serve(server: LocalDiscord, port: int) -> None:
    """Serves until SIGTERM or SIGINT."""
    end = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGINT"):
        with contextlib.suppress(NotImplementedError, AttributeError):  # not every system has it
            loop.add_signal_handler(getattr(signal, name), end.set)
    await server.start(port=port)
    try:
        print(f"Page:   {server.url}")
        print(f"API:    {server.url}/api/v10")
        print(f"Token:  {server.token}", flush=True)
        await end.wait()
    finally:
        await server.stop()


if __name__ == "__main__":
    sys.exit(main())
