"""The full disk is one for SQLite: it says so itself, and nothing is written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.e2e.process import ROOT

PROGRAM = """
import pathlib, sqlite3, sys
from tests.torture.disk import full_while
sign = pathlib.Path("full")
full_while(sign)
db = sqlite3.connect("db", isolation_level=None)
db.execute("PRAGMA journal_mode = WAL")
db.execute("CREATE TABLE t (x)")
sign.touch()
try:
    db.execute("INSERT INTO t VALUES (1)")
except sqlite3.Error as error:
    print(error.sqlite_errorname)
sign.unlink()
db.execute("INSERT INTO t VALUES (2)")
print(db.execute("SELECT x FROM t").fetchall())
"""


def test_sqlite_says_that_the_disk_is_full_and_goes_on_afterwards(tmp_path: Path) -> None:
    environment = {"PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert ended.stdout.split() == ["SQLITE_FULL", "[(2,)]"], ended.stderr
