"""Where a database is: a file of SQLite's, or a database of a PostgreSQL server."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

SCHEMES: Final = ("postgresql", "postgres")
"""How the URL of a PostgreSQL database begins."""

ADDRESS: Final = (
    "must be an address such as postgresql://user:password@host:5432/database; in a password write %40 for @, "
    "%2F for /, %23 for #, %3F for ? and %25 for %"
)
"""What is said of a URL that can't be understood."""

SHOWN: Final = frozenset({"host", "port", "user"})
"""The options of such a URL that can be shown; others may be secret."""

_MISWRITTEN: Final = re.compile(r"\s|%(?![0-9A-Fa-f]{2})")
"""What stands in no URL."""


@dataclass(frozen=True, slots=True)
class Server:
    """A database of a PostgreSQL server. Its text is for people: an address that works, but for the password."""

    url: str = field(repr=False)
    """As PostgreSQL's own programs take it; secret: it may hold a password."""

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        user = f"{parts.username}@" if parts.username else ""
        port = f":{parts.port}" if parts.port else ""
        shown = "&".join(option for option in parts.query.split("&") if option.partition("=")[0] in SHOWN)
        return f"postgresql://{user}{parts.hostname or ''}{port}{parts.path}{'?' if shown else ''}{shown}"


Where = Path | Server
"""Where a database is."""


def settled(place: Where) -> Where:
    """The same place, whatever folder is the current one later."""
    return place.absolute() if isinstance(place, Path) else place


def where(text: str) -> Where:
    """What somebody has named: a URL, else a file, with ``~`` for the home folder also where no shell reads it.

    Raises ValueError, without the text, which may hold a password.
    """
    scheme, colon, _ = text.partition("://")
    if not colon:
        if text.startswith(tuple(f"{each}:" for each in SCHEMES)):  # a file would be made of that name
            raise ValueError(ADDRESS)
        try:
            return Path(text).expanduser()
        except RuntimeError:
            raise ValueError("must be a file, and ~ the home folder of somebody who is there") from None
    if scheme not in SCHEMES:
        raise ValueError("must be a file, or an address that begins with postgresql://")
    try:
        parts = urlsplit(text)
        # An @ or / in the password would have what follows it taken for the machine or the database, and shown.
        if (
            len(parts.path) > 1
            and "@" not in parts.path
            and parts.netloc.count("@") <= 1
            and not _MISWRITTEN.search(text)
        ):
            str(Server(text))
            return Server(text)
    except ValueError:
        pass
    raise ValueError(ADDRESS)
