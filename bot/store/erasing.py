"""Erases a person for whoever hosts the bot, in a database with which no bot runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bot.store import connection, privacy
from bot.store.database import Database
from bot.store.model.errors import StoreError
from bot.store.moving import moving
from bot.store.outside import FAILURES, to_read, to_write
from bot.store.where import Where


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept about a person, in short."""

    names: tuple[str, ...]
    """The names that the person had in servers last."""
    chips: int
    """In all purses together."""
    stays: int
    """How often the person sat at a table."""


def erase_person(where: Where, user_id: int, now: float, sure: Callable[[Kept], bool]) -> int | None:
    """Erases a person as ``Privacy.erase`` does; returns n of ``Player n``, or None where it isn't ``sure``.

    Raises StoreError, and changes nothing, where a bot runs with the database, where nothing is kept about the person,
    or while the person sits at a table.
    """
    with to_read(where):  # it says what is wrong with the database
        pass
    with moving(where):
        try:
            with to_write(where) as db:
                _check(db, user_id)
                if not sure(_kept(db, user_id)):
                    return None
                return connection.done(db, partial(privacy.erase, user_id=user_id, now=now))
        except FAILURES as error:
            raise connection.explained(where, error) from error


def _check(db: Database, user_id: int) -> None:
    if not privacy.is_known(db, user_id):
        raise StoreError(f"Nothing is kept about a user with the id {user_id}: look whether the id is right.")
    if tables := privacy.seated_at(db, user_id):
        which, them = ("table", "it") if len(tables) == 1 else ("tables", "them")
        numbers = ", ".join(map(str, tables))
        raise StoreError(
            f"The user {user_id} sits at {which} {numbers}: close {them} first, with `python -m bot release TABLE`."
        )


def _kept(db: Database, user_id: int) -> Kept:
    about = privacy.about(db, user_id)
    servers = about["servers"]
    names = tuple(dict.fromkeys(server["name"] for server in servers))
    return Kept(names, sum(server["purse"] for server in servers), len(about["tables"]))
