"""A PostgreSQL server of the tests' own, by the system's packages: in a temporary folder, without network and fsync."""

from __future__ import annotations

import contextlib
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import pytest

from bot.store import postgresql
from bot.store.database import ServerError
from bot.store.postgresql import migrating
from bot.store.where import Server

MUST: Final = "NEED_POSTGRESQL"
"""The variable of the environment with which a test fails for lack of PostgreSQL that is skipped else."""
USER: Final = "postgres"
"""Whoever runs the server where the tests run as root, which PostgreSQL refuses; its packages make that user."""
QUICK: Final = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "shared_buffers=16MB",
    "max_connections=100",
)


class MissingError(Exception):
    """There is no PostgreSQL here; the text says what is missing."""


class Cluster:
    """The server, while it runs."""

    def __init__(self, folder: Path, begin: Callable[[], subprocess.Popen[bytes]]) -> None:
        self._folder, self._begin = folder, begin
        self._process = begin()
        self._names = (f"test_{number}" for number in itertools.count(1))

    def url(self, name: str) -> Server:
        """The database of that name."""
        return Server(f"postgresql:///{name}?host={self._folder}&user={USER}")

    def empty(self, encoding: str = "UTF8") -> Server:
        """A new database with nothing in it."""
        name, locale = next(self._names), "" if encoding == "UTF8" else "LOCALE 'C'"
        self._run(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING '{encoding}' {locale} STRATEGY file_copy")
        return self.url(name)

    def new(self) -> Server:
        """A new database with the tables of this program."""
        name = next(self._names)
        self._run(f"CREATE DATABASE {name} TEMPLATE knockabout STRATEGY file_copy")
        return self.url(name)

    def keep(self, place: Server) -> None:
        """Keeps a copy of that database as it is, for which all its connections are cut."""
        self._copy(_name(place), f"{_name(place)}_kept")

    def put_back(self, place: Server) -> None:
        """Makes that database what was kept of it."""
        self.drop(place)
        self._copy(f"{_name(place)}_kept", _name(place))

    def _copy(self, source: str, target: str) -> None:
        with postgresql.opened(self.url("postgres"), writes=True) as db:
            db.execute("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = ?", (source,))
            db.script(f"CREATE DATABASE {target} TEMPLATE {source} STRATEGY file_copy")

    def drop(self, place: Server) -> None:
        """Deletes that database, before the disk has it all to write: seven megabytes, most of them the catalogue's."""
        self._run(f"DROP DATABASE {_name(place)} WITH (FORCE)")

    def make_template(self) -> None:
        """Makes the database that new ones are copies of."""
        self._run("CREATE DATABASE knockabout TEMPLATE template0 ENCODING 'UTF8'")
        with postgresql.opened(self.url("knockabout"), writes=True) as db:
            migrating.prepare(self.url("knockabout"), db)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Ends the server, and all its connections."""
        self._process.send_signal(how)
        self._process.wait(30)

    def start(self) -> None:
        """Starts it again, and waits until it takes connections."""
        self._process = self._begin()
        self.until_ready()

    def _run(self, sql: str) -> None:
        with postgresql.opened(self.url("postgres"), writes=True) as db:
            db.script(sql)

    def until_ready(self, patience: float = 60.0) -> None:
        """Waits until the server takes connections."""
        end = time.monotonic() + patience
        while True:
            try:
                postgresql.session(self.url("postgres")).close()
            except ServerError:
                if self._process.poll() is not None or time.monotonic() > end:
                    raise
                time.sleep(0.05)
            else:
                return


def _name(place: Server) -> str:
    return urlsplit(place.url).path.removeprefix("/")


def _program(name: str) -> str:
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda place: float(place.parent.name))
    found = next((place / name for place in reversed(places) if (place / name).exists()), None) or shutil.which(name)
    if not found:
        raise MissingError(f"PostgreSQL is not installed: there is no {name}")
    return str(found)


@contextlib.contextmanager
def cluster(given: tuple[str, ...] = QUICK, beside: Path | None = None) -> Iterator[Cluster]:
    """Starts a server, and stops it at the end. ``beside``: the folder for its own; None: for temporary ones.

    Raises MissingError.
    """
    initdb, postgres = _program("initdb"), _program("postgres")
    folder = Path(tempfile.mkdtemp(prefix="knockabout-pg-", dir=beside))
    try:
        who: dict[str, Any] = {}
        if os.geteuid() == 0:
            try:
                user = pwd.getpwnam(USER)
            except KeyError:
                raise MissingError(f"PostgreSQL refuses to run as root, and there is no user {USER}") from None
            os.chown(folder, user.pw_uid, user.pw_gid)
            who = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        data = folder / "data"
        make = [initdb, "-D", str(data), "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL, cwd=folder, **who)
        settings = [part for setting in given for part in ("-c", setting)]
        run = [postgres, "-D", str(data), "-k", str(folder), "-h", "", *settings]

        def begin() -> subprocess.Popen[bytes]:
            with (folder / "log").open("ab") as log:
                return subprocess.Popen(run, stdout=log, stderr=log, cwd=folder, **who)

        made = Cluster(folder, begin)
        try:
            made.until_ready()
            made.make_template()
            yield made
        finally:
            made.stop(signal.SIGQUIT)  # at once: nothing of it is needed
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[Cluster]:
    """The server for this session's tests; without PostgreSQL they are skipped, and say so."""
    try:
        with cluster() as made:
            yield made
    except MissingError as error:
        if os.environ.get(MUST):
            pytest.fail(f"{error}, and {MUST} says that it must be there")
        pytest.skip(f"not on PostgreSQL: {error}")
