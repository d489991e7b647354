"""What PostgreSQL says, as a sentence for whoever hosts the bot."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Final

from bot.store.database import ServerError
from bot.store.model.errors import StoreError
from bot.store.where import Server

_SENTENCES: Final = {
    "FATAL": "PostgreSQL has refused the connection to the database {where}: its log says why.",
    "08": "The connection to the database {where} was lost.",
    "28000": "PostgreSQL doesn't let this user in from this machine to the database {where}: its file pg_hba.conf "
    "needs a line such as `host DATABASE USER ADDRESS/32 scram-sha-256`, with this machine's address.",
    "28": "PostgreSQL refused the user or the password for the database {where}. The password stands in the address, "
    "after the user's name and a colon, or in the file ~/.pgpass.",
    "3D": "There is no database {where}: make it with `createdb -O USER -E UTF8 -T template0 NAME`.",
    "53100": "The database {where} can't be written: the disk of PostgreSQL is full.",
    "53300": "The database {where} can't be used: PostgreSQL takes no further connections. See max_connections, and "
    "the limits of the user and the database.",
    "53": "The database {where} can't be used: PostgreSQL lacks disk or memory.",
    "55P03": "The database {where} is being written without a pause: try again.",
    "57P": "PostgreSQL stops or starts at the moment: the database {where} can't be used.",
    "25006": "The database {where} can't be written: PostgreSQL allows reading alone.",
    "42501": "The database {where} can't be used: its user may not make tables in it. Let the user own the database: "
    "`createdb -O USER …`, or `ALTER DATABASE … OWNER TO …`.",
}
"""What errors mean, by how their codes begin; FATAL isn't one, but stands for those that aren't told."""
_UNDONE: Final = ("53", "25006")
"""How those codes begin with which the server says that it has written nothing."""
_REFUSALS: Final = (
    ("53300", r"too many|connection slots"),  # the rest of these sentences may be about a role
    ("57P03", r"the database system is |terminating connection"),
    ("53100", r"No space left on device|could not write init file"),
    ("42501", r"permission denied for database"),
    ("3D000", r'database ".*" does not exist'),
    ("28000", r"pg_hba\.conf"),
    ("28P01", r"authentication|no password supplied|role"),
    ("FATAL", r"FATAL: "),
)
"""The codes of refused connections, by what PostgreSQL says then; the first that fits."""


def explain(server: Server, error: ServerError) -> StoreError:
    """What the server says, as one sentence."""
    for start, text in _SENTENCES.items():
        if error.state.startswith(start):
            sentence = StoreError(text.format(where=server))
            sentence.by_disk, sentence.undone = True, start.startswith(_UNDONE)
            return sentence
    if not error.state:
        sentence = StoreError(
            f"The database {server} can't be reached: look whether PostgreSQL runs there, and whether its "
            "listen_addresses and firewalls let this machine connect."
        )
        sentence.by_disk = True
        return sentence
    return StoreError(f"The database {server} can't be used: {error} (PostgreSQL's code {error.state}).")


@contextlib.contextmanager
def explained(server: Server) -> Iterator[None]:
    """Raises a StoreError, one sentence, if the server refuses something."""
    try:
        yield
    except ServerError as error:
        raise explain(server, error) from error


def code_of_refusal(said: str) -> str:
    """Why a server has refused a connection, by its code, which the library doesn't tell.

    "FATAL": for another reason; "": it wasn't reached.
    """
    return next((code for code, words in _REFUSALS if re.search(words, said)), "")
