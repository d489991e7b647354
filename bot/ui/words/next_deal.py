"""Whether as many sit at a table as the next deal takes, and when it starts."""

from __future__ import annotations

from bot.i18n import Texts
from bot.service.model import Snapshot
from bot.ui.words.chips import waits_for
from engine.game import GAMES


def full(snapshot: Snapshot) -> bool:
    """Whether nobody else can sit down."""
    return len(snapshot.staying) >= GAMES[snapshot.game].seats[-1]


def startable(snapshot: Snapshot) -> bool:
    """Whether as many sit there as the game takes, and a deal may start at all; it starts without whoever is away."""
    return len(snapshot.next_players) in GAMES[snapshot.game].seats and not snapshot.one_left


def missing(snapshot: Snapshot) -> int:
    """How many more have to sit down before a deal can start; 0 where enough sit there."""
    return max(0, GAMES[snapshot.game].seats[0] - len(snapshot.next_players))


def too_few(snapshot: Snapshot, texts: Texts) -> str | None:
    """Why no next deal can start, and what can be done instead; None where it can."""
    away = [s.name for s in snapshot.away]
    people = sum(not s.computer for s in snapshot.sitters)
    if away and not people:
        return texts("table-all-away")
    said = {"names": away, "count": len(away), "locked": "yes" if snapshot.locked else "no"}
    if snapshot.one_left:
        return texts("table-one-left.away" if away else "table-one-left", **said)
    least = GAMES[snapshot.game].seats[0]
    if not startable(snapshot) and people < least:
        enough = len(snapshot.staying) >= least
        return texts("table-too-few.away" if away and enough else "table-too-few", least=least, **said)
    return None


def next_deal(snapshot: Snapshot, texts: Texts) -> str | None:
    """Why no next deal starts by itself, or when it does; None where somebody has to start it."""
    if (few := too_few(snapshot, texts)) is not None:
        return few
    if (waits := waits_for(snapshot, texts)) is not None:
        return waits
    if snapshot.paused and snapshot.game_on:
        return texts("table-paused")
    return texts("table-next-at", when=texts.time(snapshot.next_deal_at)) if snapshot.next_deal_at is not None else None
