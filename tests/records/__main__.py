"""The golden records on the command line: ``python -m tests.records --help``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.errors import BadSetup
from engine.record import RecordError, parse_json, read_record

from .golden import FILES, FOLDER, Unexpected, files, load, outcome, write


class CommandError(Exception):
    """What can't be done; its text is one sentence."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit code: 0, or 2 where the record or the arguments are wrong."""
    options = _parser().parse_args(arguments)
    try:
        options.command(options)
    except (CommandError, Unexpected, RecordError, BadSetup) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.records", description="Golden records of the games' rules.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    listing = commands.add_parser("list", help="every record and what it shows")
    listing.set_defaults(command=_list)
    adding = commands.add_parser("add", help="plays a record and writes down what must come of it")
    adding.add_argument("file", type=Path, metavar="FILE", help="NAME.json; it is put into its game's folder")
    adding.add_argument("--about", required=True, help="what it shows, a sentence with the rules' numbers")
    adding.set_defaults(command=_add)
    anew = commands.add_parser("regenerate", help="writes the transcripts and results of all records anew")
    anew.set_defaults(command=_regenerate)
    return parser


def _list(_: argparse.Namespace) -> None:
    for path in FILES:
        print(f"{path.parent.name}/{path.stem}: {load(path)['about']}")


def _add(options: argparse.Namespace) -> None:
    """Puts a record among the others, under its own name; the one that lies there already is not overwritten."""
    source: Path = options.file
    about: str = options.about.strip()
    if not about.endswith("."):
        raise CommandError(f"--about is a sentence and ends with a full stop: {about!r}")
    try:
        record = parse_json(source.read_bytes(), str(source))
    except OSError as error:
        raise CommandError(f"{source} can't be read: {error.strerror}") from None
    game = read_record(record).game.name
    path = FOLDER / game / f"{source.stem}.json"
    if path in FILES and path.resolve() != source.resolve():
        raise CommandError(f"there is a record {game}/{path.stem} already: choose another name")
    write(path, about, record)
    print(f"added {game}/{path.stem}; read {path.with_suffix('.txt')} before you commit it")


def _regenerate(_: argparse.Namespace) -> None:
    """Says of each record whether it has changed."""
    for path in FILES:
        golden = load(path)
        before = {file: file.read_text() if file.exists() else "" for file in files(path, golden)}
        write(path, golden["about"], golden["record"])
        after = files(path, golden | {"result": outcome(golden["record"])})
        print("changed" if after != before else "as before", path.relative_to(FOLDER))


if __name__ == "__main__":
    sys.exit(main())
