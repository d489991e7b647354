"""``python -m bot export``: finished deals as records, for programs, with no more open than people may see."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

import engine.games  # noqa: F401 - registers the games
from bot.service.opening import as_seen, waits_for
from bot.store import migrate
from bot.store.backup import beside
from bot.store.counting import number_of
from bot.store.finished import Finished, finished_deals
from bot.store.model.errors import StoreError
from bot.store.where import Where
from engine.record import RecordError, read_record

OPEN, CLOSED, LEFT_OUT = "open", "closed", "left out"
"""What becomes of a deal: its record is whole, or closed but for what was shown, or there is none."""
_SAID: Final = {
    CLOSED: "Cards that were never shown are ?? in {count} of them, and are opened a day after the table closed.",
    LEFT_OUT: "Left out: {count} more, which another version played and this one can't read.",
}


def export_command(database: Where, file: Path, *, names: bool, now: float | None = None) -> int:
    """Writes the records of all finished deals to a new file, one JSON line each, and prints how many there are.

    Only its owner may read the file. ``names``: people's names stand in the records, and not ``Player 1``. ``now``:
    seconds of UTC, None for the present. The exit code: 0. Raises StoreError, and leaves no file then.
    """
    if file.exists():
        raise StoreError(f"There is a file {file} already: name a new one.")
    found: Counter[str] = Counter()
    now = time.time() if now is None else now
    with beside(file, "part") as part, migrate.explained(file):
        with part.open("w", encoding="utf-8") as lines:
            for deal in finished_deals(database):
                state, record = _record(deal, names=names, now=now)
                found[state] += 1
                if record is not None:
                    lines.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
            lines.flush()
            os.fsync(lines.fileno())
        part.rename(file)
    written = found[OPEN] + found[CLOSED]
    print(f"{file} has the records of {number_of(written, 'finished deal')}, one JSON line each.")
    for state, said in _SAID.items():
        if found[state]:
            print(said.format(count=found[state]))
    return 0


def _record(finished: Finished | None, *, names: bool, now: float) -> tuple[str, dict[str, Any] | None]:
    """What becomes of a deal, and its record."""
    if finished is None:
        return LEFT_OUT, None
    deal, record, state = finished.deal, finished.record, OPEN
    if deal.chance is not None:
        try:
            read = read_record(record)
        except RecordError:
            return LEFT_OUT, None  # nobody can tell which of its cards were shown
        if waits_for(deal, read, finished.opening, now):
            state, record = CLOSED, as_seen(record, read, None)
    return state, record if names else _nameless(record, deal.user_ids)


def _nameless(record: dict[str, Any], user_ids: tuple[int | None, ...]) -> dict[str, Any]:
    """The record with ``Player 1`` and so on for people, by their seats; computer players keep their names."""
    seats = [
        seat if user_id is None else {**seat, "name": f"Player {number}"}
        for number, (seat, user_id) in enumerate(zip(record["seats"], user_ids, strict=True), start=1)
    ]
    return {**record, "seats": seats}
