"""``python -m bot erase``: erases a person, as ``/privacy`` does for whoever presses it."""

from __future__ import annotations

import argparse
import time

from bot.store.counting import number_of
from bot.store.erasing import Kept, erase_person
from bot.store.model.errors import StoreError
from bot.store.model.people import erased_name
from bot.store.where import Where

_MOST = 2**63 - 1
"""The largest id that a database takes."""


def user_id(text: str) -> int:
    """An id as somebody has typed it. Raises ArgumentTypeError."""
    if not text.isdecimal() or not 0 < int(text) <= _MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is no user's id, which is a number such as 80351110224678912")
    return int(text)


def erase_command(database: Where, user: int, *, yes: bool) -> int:
    """Erases everything about the user and prints so. ``yes``: nobody is asked before.

    The exit code: 0, or 1 if whoever is asked says no. Raises StoreError, and changes nothing, where a bot runs, where
    nothing is known of the user, or while the user sits at a table.
    """
    number = erase_person(database, user, time.time(), lambda kept: yes or _confirmed(user, kept))
    if number is None:
        print("Nothing was erased.")
        return 1
    print(
        f"Everything about the user {user} is erased: in what others played, “{erased_name(number)}” stands for the "
        "person. "
        "Backups still have it, and so has Discord what the bot wrote there."
    )
    return 0


def _confirmed(user: int, kept: Kept) -> bool:
    """Whether whoever is at the terminal says yes. Raises StoreError where nobody is there."""
    known = f"is known as {' or '.join(kept.names)}" if kept.names else "is known by no name"
    print(
        f"The user {user} {known}, sat down at tables {number_of(kept.stays, 'time')}, and has "
        f"{number_of(kept.chips, 'chip')} in purses."
    )
    try:
        answer = input("Erase everything about this person? It can't be undone. [y/N] ")
    except EOFError:
        raise StoreError("Nothing was erased, for nobody could be asked: say --yes where nobody is to be.") from None
    return answer.strip().lower() in {"y", "yes"}
