"""Who did what: a line in the log for each act at a table, to look a dispute up. It holds no card and no sum."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Final

from bot.logs import ACTS

log = logging.getLogger(ACTS)

DONE: Final = "done"
FAILED: Final = "failed"
TOO_FAST: Final = "too_fast"
"""How acts go; one that is refused has the refusal's code instead."""


@dataclass(frozen=True)
class Act:
    """Something that was done or asked for, by a person, by a computer player, or by the clock."""

    what: str
    """The verb of a button, or the name of a command: ``discard``, ``newgame knock-poker``."""
    by: str
    """``press``, ``command`` or ``clock``."""
    outcome: str
    """``done``, ``failed``, ``too_fast``, or the code of the refusal."""
    table: int | None = None
    """The table's id, if there was a table."""
    deal: int | None = None
    """The number of the table's present or last deal."""
    action: int | None = None
    """How many actions that deal had after it."""
    seat: int | None = None
    """The seat in that deal."""
    person: int | None = None
    """The user's id; None for a computer player."""
    request: int | None = None
    """The interaction's id, with which the store's actions and postings are keyed."""
    seconds: float | None = None
    """How long it took until the answer was sent."""


class Acts:
    """Where acts are noted: in the log, and with whoever counts them."""

    def __init__(self) -> None:
        self.on_act: Callable[[Act], None] = lambda act: None

    def note(self, act: Act) -> None:
        """Writes a line about the act to the log, with its fields as ``act`` for logs in JSON."""
        facts = {name: value for name, value in asdict(act).items() if value is not None}
        log.info("%s", " ".join(f"{name}={_plain(value)}" for name, value in facts.items()), extra={"act": facts})
        self.on_act(act)


def _plain(value: object) -> object:
    if isinstance(value, float):
        return f"{value:.3f}"
    return repr(value) if " " in str(value) else value
