"""``python -m bot backup``, ``restore``, ``move``, ``check``: copies of the database; whether the bot could start."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

from bot.audit import check_deal
from bot.config import Settings
from bot.i18n import Catalogue
from bot.store.audit import Report, audit
from bot.store.backup import back_up, in_order, put_back
from bot.store.connection import only_one, postgresql
from bot.store.model.errors import InUseError, StoreError
from bot.store.moving import copied, moving
from bot.store.outside import can_be_made, exists
from bot.store.owner import Owner, owner_of
from bot.store.where import Where, settled, where
from bot.which_discord import refuse_local


def backup_command(database: Where, copy: Path) -> int:
    """Makes a backup, a file also of PostgreSQL's, and prints what is in it. The exit code: 0. Raises StoreError."""
    report = back_up(database, copy, _prove) if isinstance(database, Path) else _copied(database, copy)
    print(*report.lines, f"{copy} is a backup of {database}.", sep="\n")
    return 0


def _copied(database: Where, copy: Path) -> Report:
    """Makes a backup of PostgreSQL's database, as ``back_up`` does of a file. Raises StoreError."""
    proofs: list[Report] = []
    copied(database, copy, lambda part: proofs.append(in_order(database, _prove(part))))
    return proofs[0]


def restore_command(database: Where, copy: Path) -> int:
    """Makes a backup the database again and prints where the present one lies now. Raises StoreError."""
    if not isinstance(database, Path):
        raise StoreError(
            f"A backup is put back into an empty database: make one with `createdb`, run `python -m bot move {copy} "
            "postgresql://…` with its address, and set KNOCKABOUT_DATABASE to it."
        )
    report, before = put_back(copy, database, _prove, time.time())
    print(*report.lines, f"{database} is what {copy} holds.", sep="\n")
    if before is not None:
        print(f"What it was before lies in {before}.")
    return 0


def check_command(settings: Settings) -> int:
    """Prints whether the bot could start with these settings. The exit code: 0 if it could. Raises StoreError."""
    Catalogue.load(strict=True)
    token = settings.discord_token.get_secret_value()
    discord = f"the local Discord at {settings.local_url}" if settings.local_url else "Discord"
    if token:
        print(f"It would play on {discord}, with {settings.shards}.")
        print("That is not asked now: whether it takes the token is seen at the start.")
    else:
        print(f"It would play on the local Discord, with {settings.shards}: no DISCORD_TOKEN is set.")
    database = settled(settings.database)
    if not exists(database):
        if isinstance(database, Path):
            can_be_made(database)
        print(f"There is no database {database} yet: the bot will make it.", "It could start.", sep="\n")
        return 0
    if not token:
        refuse_local(settings)
    running = is_running(database)
    print(f"{database} is {'in use by a running bot' if running else 'in use by nobody'}.")
    if (owner := owner_of(database)) is not None:
        goes_on = bool(token) and Owner(0, "", settings.local_url).may_follow(owner)
        then = "the bot of the token goes on with it, and the local tables end, with the chips back"
        print(f"It belongs to {owner}; {then if goes_on else 'another bot is refused'}.")
    report = audit(database)
    print(*report.lines, sep="\n")
    if not report.ok:
        print("Look into that before you start it.")
    elif running:
        once = "once the bot that runs has stopped" if isinstance(database, Path) else "and play with those that run"
        print(f"It could start {once}.")
    else:
        print("It could start.")
    return 0 if report.ok else 1


def _place(argument: str, given: str) -> Where:
    """The place that somebody has named. Raises StoreError."""
    try:
        return where(given)
    except ValueError as error:
        raise StoreError(f"{argument} {error}.") from None


def move_command(source: str, target: str) -> int:
    """Copies a database to another place, of either kind, audits both, and prints it. The exit code: 0.

    Raises StoreError, and leaves the other place as it was, if there is something, or either isn't in order.
    """
    before, after = _place("FROM", source), _place("TO", target)
    if settled(before) == settled(after):
        raise StoreError(f"FROM and TO are the same database {before}: nothing was moved.")
    old = _prove(before)
    if not old.ok:
        raise StoreError(f"Nothing was moved, for the database {before} is not in order: {old.problems[0]}")
    with moving(before):
        copied(before, after, plays_on=True)
    new = _prove(after)
    print(*new.lines, sep="\n")
    if new.lines != old.lines or not new.ok:
        raise StoreError(f"The database {after} is not what {before} is: don't use it.")
    print(f"{after} holds all that {before} does, which is as it was. Set KNOCKABOUT_DATABASE to it.")
    return 0


def _prove(path: Where) -> Report:
    return audit(path, check_deal)


def is_running(database: Where) -> bool:
    """Whether a bot plays with that database now. Raises StoreError if that can't be found out."""
    if not isinstance(database, Path):
        running: bool = postgresql().is_running(database)
        return running
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(only_one(database.resolve()))
        except InUseError:
            return True
    return False
