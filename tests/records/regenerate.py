"""Writes the transcripts and results of all golden records anew: ``python -m tests.records.regenerate``."""

from __future__ import annotations

from .__main__ import main

if __name__ == "__main__":
    raise SystemExit(main(["regenerate"]))
