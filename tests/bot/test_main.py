"""``python -m bot`` and its commands for whoever hosts it, as they are typed."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from unittest.mock import Mock

import pytest

from bot.__main__ import FOR_GOOD, INTERRUPTED, main
from bot.store.connection import only_one
from bot.store.model.people import Member
from bot.store.store import Store

Typed = Callable[..., tuple[int, str, str]]
RELEASED = Path(__file__).parent / "store" / "released" / "0.1.0.sqlite3"


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    """Runs a command line; gives exit code, what was printed, and what was printed as an error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KNOCKABOUT_DATABASE", "k.sqlite3")
    monkeypatch.setenv("DISCORD_TOKEN", "very.secret.token")

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["bot", *arguments])
        code = main()
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_a_backup_is_made_put_back_and_audited(tmp_path: Path, typed: Typed) -> None:
    code, said, _ = typed("check")
    assert code == 0
    assert "will make it" in said
    assert "whether it takes the token is seen at the start" in said
    assert said.endswith("It could start.\n")
    (tmp_path / "old.sqlite3").write_bytes(RELEASED.read_bytes())
    code, said, _ = typed("restore", "old.sqlite3")
    assert code == 0
    assert "k.sqlite3 is what old.sqlite3 holds." in said
    code, said, _ = typed("backup", "copy.sqlite3")
    assert code == 0
    assert "Nothing was created and nothing lost." in said
    assert "The newest deal began on 20" in said
    code, said, _ = typed("restore", "copy.sqlite3")
    assert "What it was before lies in k.before-restore-" in said
    code, said, _ = typed("audit")
    assert code == 0
    deals, replayed = (re.search(rf"^(\d+) {what}", said, re.M) for what in ("deals", r"of \d+ deals replayed"))
    assert deals is not None
    assert replayed is not None
    assert int(replayed[1]) > 0
    code, said, _ = typed("check")
    assert code == 0
    assert "It would play on Discord, with as many shards as Discord recommends." in said
    assert "in use by nobody" in said
    assert said.endswith("It could start.\n")
    with only_one((tmp_path / "k.sqlite3").resolve()):
        assert typed("check")[1].endswith("It could start once the bot that runs has stopped.\n")
    assert "secret" not in said


def test_which_discord_it_would_play_on_is_told(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOCKABOUT_LOCAL_URL", "http://127.0.0.1:8500")
    assert "It would play on the local Discord at http://127.0.0.1:8500, with as many" in typed("check")[1]
    monkeypatch.delenv("KNOCKABOUT_LOCAL_URL")
    monkeypatch.delenv("DISCORD_TOKEN")
    assert "as Discord recommends: no DISCORD_TOKEN is set." in typed("check")[1]


@pytest.mark.parametrize(("places", "told"), [(("postgresql:a", "b"), "FROM must be"), (("a", "mysql://b"), "TO must")])
def test_which_place_of_a_move_is_wrong_is_told(typed: Typed, places: tuple[str, str], told: str) -> None:
    assert told in typed("move", *places)[2]


def test_where_nothing_can_be_written_it_could_not_start(
    tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("KNOCKABOUT_DATABASE", "file/k.sqlite3")
    code, said, wrong = typed("check")
    assert (code, "It could start." in said) == (1, False)
    assert wrong == f"The database {tmp_path}/file/k.sqlite3 can't be made: its folder {tmp_path}/file is a file.\n"
    monkeypatch.setenv("KNOCKABOUT_DATABASE", "data/deeper/k.sqlite3")
    with monkeypatch.context() as patch:
        patch.setattr("bot.store.outside.os.access", Mock(return_value=False))
        code, said, wrong = typed("check")
    assert (code, "It could start." in said) == (1, False)
    assert f"you may not write into the folder {tmp_path}. Change its permissions" in wrong
    assert typed("check")[0] == 0
    assert not (tmp_path / "data").exists(), "it is looked at, and not made"


def test_a_database_that_cannot_be_locked_is_not_said_to_be_in_use(tmp_path: Path, typed: Typed) -> None:
    (tmp_path / "old.sqlite3").write_bytes(RELEASED.read_bytes())
    typed("restore", "old.sqlite3")
    (tmp_path / "k.sqlite3.lock").unlink()
    (tmp_path / "k.sqlite3.lock").mkdir()  # as in a folder in which nothing may be written
    code, said, wrong = typed("check")
    assert (code, "in use" in said) == (1, False)
    assert wrong.endswith("k.sqlite3 can't be opened: look at the permissions of the file and its folder.\n")


@pytest.mark.parametrize("command", [("backup", "copy.sqlite3"), ("restore", "copy.sqlite3"), ("audit",)])
def test_what_cannot_be_is_one_sentence(typed: Typed, command: tuple[str, ...]) -> None:
    code, said, wrong = typed(*command)
    assert code == 1
    assert said == ""
    assert wrong.count("\n") == 1
    assert wrong.endswith(".\n")


def test_a_person_is_erased(tmp_path: Path, typed: Typed) -> None:
    async def noted() -> None:
        store = await Store.open(tmp_path / "k.sqlite3")
        await store.people.note_member(Member(900, user, "Ann"))
        await store.close()

    user = 80351110224678912
    asyncio.run(noted())
    code, said, _ = typed("erase", str(user), "--yes")
    assert (code, f"the user {user} is erased" in said) == (0, True)
    code, said, wrong = typed("erase", str(user), "--yes")
    assert (code, said) == (1, "")
    assert wrong == f"Nothing is kept about a user with the id {user}: look whether the id is right.\n"


@pytest.mark.parametrize("command", [(), ("check",), ("audit",)])
def test_with_a_wrong_setting_starting_again_cannot_help(
    typed: Typed, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setenv("KNOCKABOUT_TURN_SECONDS", "soon")
    code, said, wrong = typed(*command)
    assert (code, said) == (FOR_GOOD, "")
    assert "KNOCKABOUT_TURN_SECONDS" in wrong


NEWER = "import sqlite3; db = sqlite3.connect('k.sqlite3'); db.execute('PRAGMA user_version = 999'); db.commit()"


@pytest.mark.parametrize(
    ("done", "told"),
    [
        (NEWER, "was written by a newer Knockabout"),
        ("open('k.sqlite3', 'r+b').write(b'?' * 4096)", "is not a database"),
        ("f = open('k.sqlite3', 'r+b'); f.seek(100); f.write(bytes(3996))", "is damaged"),
    ],
)
def test_with_a_database_that_is_newer_or_damaged_starting_again_cannot_help(
    tmp_path: Path, done: str, told: str
) -> None:
    (tmp_path / "k.sqlite3").write_bytes(RELEASED.read_bytes())
    subprocess.run([sys.executable, "-c", done], cwd=tmp_path, check=True)
    ended = subprocess.run(
        [sys.executable, "-m", "bot"],
        cwd=tmp_path,
        env={
            **{name: value for name, value in os.environ.items() if not name.startswith(("KNOCKABOUT_", "DISCORD_"))},
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "KNOCKABOUT_DATABASE": "k.sqlite3",
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (ended.returncode, told in ended.stderr) == (FOR_GOOD, True), ended.stderr
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "command",
    [
        ("audit",),
        ("check",),
        ("backup", "copy.sqlite3"),
        ("export", "deals.jsonl"),
        ("release",),
        ("erase", "1", "--yes"),
    ],
)
def test_a_command_says_of_an_unfit_database_what_the_start_says(
    tmp_path: Path, typed: Typed, command: tuple[str, ...]
) -> None:
    (tmp_path / "k.sqlite3").write_bytes(RELEASED.read_bytes())
    subprocess.run([sys.executable, "-c", NEWER], cwd=tmp_path, check=True)
    code, said, wrong = typed(*command)
    assert (code, "was written by a newer Knockabout" in wrong) == (FOR_GOOD, True), (said, wrong)


def test_what_is_interrupted_is_not_done(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.__main__.audit_command", Mock(side_effect=KeyboardInterrupt))
    assert typed("audit") == (INTERRUPTED, "", "")


def test_an_interruption_while_it_is_loaded_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "discord.py").write_text("raise KeyboardInterrupt")
    ended = subprocess.run(
        [sys.executable, "-m", "bot", "check"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (INTERRUPTED, "", "")


@pytest.mark.parametrize(
    ("command", "what"),
    [
        ("backup", "Copy the database to a new file and prove the copy; the bot may run."),
        ("check", "Say whether the bot could start, and whether the database is in order."),
    ],
)
def test_the_help_of_a_command_says_what_it_does(
    typed: Typed, capsys: pytest.CaptureFixture[str], command: str, what: str
) -> None:
    with pytest.raises(SystemExit):
        typed(command, "--help")
    assert what in " ".join(capsys.readouterr().out.split())


def test_the_version(typed: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        typed("--version")
    assert end.value.code == 0
    assert capsys.readouterr().out == f"Knockabout {version('knockabout')}\n"


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "bot", "check"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "DISCORD_TOKEN": "a.b.c"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stdout is not None
    assert program.stderr is not None
    program.stdout.close()
    said = program.stderr.read()
    program.stderr.close()
    assert program.wait(60) == 1
    assert said == b""
