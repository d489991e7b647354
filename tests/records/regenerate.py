"""Writes the results of all golden records anew: ``python -m tests.records.regenerate``."""

from __future__ import annotations

from .golden import FILES, FOLDER, load, write


def main() -> None:
    """Says of each file whether it has changed."""
    for path in FILES:
        before = load(path)
        write(path, before["about"], before["record"])
        print("changed" if load(path) != before else "as before", path.relative_to(FOLDER))


if __name__ == "__main__":
    main()
