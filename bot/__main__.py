"""``python -m bot``: the bot on Discord with a token, on the local Discord without, and what whoever hosts it needs."""

from __future__ import annotations

import gc
import os
import sys
from typing import Final

INTERRUPTED: Final = 130
"""The exit code after Ctrl+C, as shells have it; that of a bot that was told to stop is 0."""

try:
    import argparse
    import asyncio
    import contextlib
    import signal
    from importlib.metadata import version
    from pathlib import Path

    from bot.adopt import adopt_command
    from bot.audit import audit_command
    from bot.backup import backup_command, check_command, move_command, restore_command
    from bot.config import FILE, Settings, SettingsError, check_token, load_settings
    from bot.emojis import emojis_command
    from bot.erase import erase_command, user_id
    from bot.event_loop import new_event_loop
    from bot.export import export_command
    from bot.logs import set_up_logs, without_values
    from bot.release import release_command
    from bot.run import run
    from bot.start_errors import StartError
    from bot.store.model.errors import StoreError
except KeyboardInterrupt:  # loading takes seconds, and somebody who stops it then asks for no traceback
    sys.exit(INTERRUPTED)

FOR_GOOD: Final = 78
"""The exit code where starting again can't help, as with a wrong setting or when another bot runs with the token; the
unit for systemd names it (it is the usual one for what is set up wrongly)."""


def main() -> int:
    """Runs what the command line asks for.

    Returns the exit code: 0, or with one sentence on standard error 1, or ``FOR_GOOD``; ``INTERRUPTED``.
    """
    arguments = _parser().parse_args()
    try:
        return _do(arguments)
    except (SettingsError, StartError, StoreError) as error:
        print(error, file=sys.stderr)
        return FOR_GOOD if isinstance(error, SettingsError) or error.for_good else 1
    except KeyboardInterrupt:
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Knockabout: old card games at a table in a chat. With DISCORD_TOKEN set (in .env or the "
        "environment) it plays on Discord; without it serves a small Discord of its own in the browser.",
        epilog=f"Commands work with the database of KNOCKABOUT_DATABASE ({FILE} where that is not set). .env.example "
        "lists all settings; the file .env is read in the folder where you are.",
    )
    parser.add_argument("--version", action="version", version=f"Knockabout {version('knockabout')}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, what: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")

    audit = command("audit", "prove that no chip was made or lost and that every deal plays as it was stored")
    audit.add_argument("--new", action="store_true", help="only of what is new since the last audit that was in order")
    backup = command("backup", "copy the database to a new file and prove the copy; the bot may run")
    backup.add_argument("file", type=Path, metavar="FILE", help="where the backup goes")
    restore = command("restore", "make a backup the database again; the present one is kept beside it")
    restore.add_argument("file", type=Path, metavar="FILE", help="what `backup` made")
    move = command("move", "copy a database between a file and PostgreSQL; the bot must not run")
    move.add_argument("source", metavar="FROM", help="a file, or postgresql://…")
    move.add_argument("target", metavar="TO", help="a new file, or postgresql://… of an empty database")
    export = command("export", "write the finished deals as records, a JSON line each; the bot may run")
    export.add_argument("file", type=Path, metavar="FILE", help="where they go, a new file")
    export.add_argument("--names", action="store_true", help="with people's names, and not `Player 1`")
    release = command("release", "close a table and pay everybody back, also while the bot runs")
    release.add_argument("table", type=int, nargs="?", metavar="TABLE", help="its number; without it they are listed")
    command("check", "say whether the bot could start, and whether the database is in order")
    emojis = command("emojis", "upload pictures of the cards for buttons, as the bot's own emojis")
    emojis.add_argument("--remove", action="store_true", help="take them away again; the bot must not run")
    command("adopt", "give the database of another bot to this one; the bot must not run")
    erase = command("erase", "erase everything about a person, as `/privacy` does; the bot must not run")
    erase.add_argument("user", type=user_id, metavar="USER_ID", help="the person's id on Discord, a long number")
    erase.add_argument("--yes", action="store_true", help="without being asked before")
    return parser


def _do(arguments: argparse.Namespace) -> int:
    """Does a command, or without one runs the bot, and returns the exit code.

    Raises SettingsError, StartError, StoreError.
    """
    if arguments.command == "move":
        return move_command(arguments.source, arguments.target)
    settings = load_settings()
    match arguments.command:
        case "audit":
            return audit_command(settings.database, since_last=arguments.new)
        case "backup":
            return backup_command(settings.database, arguments.file)
        case "restore":
            return restore_command(settings.database, arguments.file)
        case "export":
            return export_command(settings.database, arguments.file, names=arguments.names)
        case "release":
            return release_command(settings.database, arguments.table)
        case "erase":
            return erase_command(settings.database, arguments.user, yes=arguments.yes)
        case "check":
            check_token(settings)
            return check_command(settings)
        case "emojis":
            check_token(settings)
            return asyncio.run(emojis_command(settings, remove=arguments.remove))
        case "adopt":
            check_token(settings)
            return asyncio.run(adopt_command(settings))
    check_token(settings)
    set_up_logs(settings.log_level, settings.log_format)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(_until_stopped(settings))
    return 0


async def _until_stopped(settings: Settings) -> None:
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    loop.set_exception_handler(without_values)
    asked = False

    def stop() -> None:
        """Stops once: a second signal would cut short what the first one finishes."""
        nonlocal asked
        if not asked:
            asked = True
            task.cancel()

    for name in ("SIGTERM", "SIGINT"):
        with contextlib.suppress(NotImplementedError, AttributeError):  # not available on every system
            loop.add_signal_handler(getattr(signal, name), stop)
    with contextlib.suppress(asyncio.CancelledError):
        await run(settings)


if __name__ == "__main__":
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads what it prints has seen enough (`| head`)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    gc.freeze()  # else Python looks through all that there is once more: a second, and several on a busy machine
    sys.exit(code)
