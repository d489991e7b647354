"""``python -m bot backup``, ``restore`` and ``check``: copies of the database, and whether the bot could start."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

from bot.audit import check_deal
from bot.config import Settings
from bot.i18n import Catalogue
from bot.store.audit import Report, audit
from bot.store.backup import back_up, put_back
from bot.store.connection import only_one
from bot.store.model.errors import StoreError


def backup_command(database: Path, copy: Path) -> int:
    """Makes a backup and prints what is in it. The exit code: 0. Raises StoreError."""
    report = back_up(database, copy, _prove)
    print(*report.lines, f"{copy} is a backup of {database}.", sep="\n")
    return 0


def restore_command(database: Path, copy: Path) -> int:
    """Makes a backup the database again and prints where the present one lies now. Raises StoreError."""
    report, before = put_back(copy, database, _prove, time.time())
    print(*report.lines, f"{database} is what {copy} holds.", sep="\n")
    if before is not None:
        print(f"What it was before lies in {before}.")
    return 0


def check_command(settings: Settings) -> int:
    """Prints whether the bot could start with these settings. The exit code: 0 if it could. Raises StoreError."""
    Catalogue.load(strict=True)
    token = settings.discord_token.get_secret_value()
    where = "Discord" if token else "the local Discord: no DISCORD_TOKEN is set"
    print(f"It would play on {where}, with {settings.shards}.")
    database = settings.database.absolute()
    if not database.exists():
        print(f"There is no database {database} yet: the bot will make it.", "It could start.", sep="\n")
        return 0
    running = is_running(database)
    print(f"{database} is {'in use by a running bot' if running else 'in use by nobody'}.")
    report = audit(database)
    print(*report.lines, sep="\n")
    if not report.ok:
        print("Look into that before you start it.")
    elif running:
        print("It could start once the bot that runs has stopped.")
    else:
        print("It could start.")
    return 0 if report.ok else 1


def _prove(path: Path) -> Report:
    return audit(path, check_deal)


def is_running(database: Path) -> bool:
    """Whether a bot plays with that database now."""
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(only_one(database.resolve()))
        except StoreError:
            return True
    return False
