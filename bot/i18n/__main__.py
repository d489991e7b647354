"""For translators: ``python -m bot.i18n keys``, ``missing LANGUAGE``, ``check``."""

from __future__ import annotations

import argparse
import os
import sys

from fluent.syntax import FluentSerializer, ast

from bot.i18n.catalogue import Catalogue
from bot.i18n.check import missing, problems, wanted
from bot.i18n.language import CatalogueError


def main(arguments: list[str] | None = None) -> int:
    """Runs one of the commands; the exit code is 1 if something is missing or wrong, 2 if nothing can be read."""
    parser = argparse.ArgumentParser(prog="python -m bot.i18n", description="The bot's texts, for translators.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("keys", help="every key with its file and its English text")
    lacking = commands.add_parser("missing", help="what a language lacks, as Fluent with the English texts in place")
    lacking.add_argument("language", help="the language's code, such as de; its folder need not exist")
    commands.add_parser("check", help="what is wrong with the texts of every language")
    given = parser.parse_args(arguments)
    try:
        catalogue = Catalogue.load()
    except CatalogueError as error:
        print(error, file=sys.stderr)
        return 2
    try:
        return _run(given, catalogue)
    except BrokenPipeError:  # whoever read the output has gone away
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(given: argparse.Namespace, catalogue: Catalogue) -> int:
    if given.command == "keys":
        for key, needed in wanted(catalogue).items():
            text = FluentSerializer().serialize(ast.Resource([ast.Message(ast.Identifier("x"), needed.english)]))
            print(f"{needed.file}\t{key}\t{' '.join(text.removeprefix('x =').split())}")
        sys.stdout.flush()
        return 0
    found = missing(catalogue, given.language) if given.command == "missing" else "\n".join(problems(catalogue))
    if found:
        print(found, flush=True)
    elif given.command == "check":
        print(f"Nothing is wrong in {', '.join(sorted(catalogue.languages))}.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
