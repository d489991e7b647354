"""Who is away and how they come back, whose turn is slow, and why a table closed by itself, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from bot.i18n import Texts
from bot.service.customs import BANK, DAY, LEAST_TURN, MISSED, MOST_TURN, UNHURRIED
from bot.service.model import Private, Sitter, Snapshot, Vote
from bot.store.economy import MOST_FROM_HOUSE
from bot.ui.words.chips import brings_chips_home
from bot.ui.words.lines import lines
from bot.ui.words.pace import span, turn_time


def who_is_away(snapshot: Snapshot, texts: Texts) -> Iterator[str]:
    """A line for everybody for whom a computer player plays, or whose seat is kept between deals."""
    away = snapshot.away
    if snapshot.stage == "playing":
        yield from (
            texts(f"table-away-{s.away}", name=s.name, count=MISSED.get(s.away, 0), **_others(snapshot, s))
            for s in away
        )
        if names := [name for _, name in snapshot.lost_seats]:
            key = "table-lost-seats" if brings_chips_home(snapshot) else "table-lost-seats.bare"
            yield texts(key, names=names, count=len(names))
    elif away and snapshot.stage == "between":
        yield texts("table-away-kept", names=[s.name for s in away], count=len(away))


def own_absence(private: Private, texts: Texts) -> str:
    """What a person reads who is away."""
    away = private.sitter.away if private.table.stage == "playing" else "kept"
    return texts(f"panel-away-{away}", count=MISSED.get(away, 0), **_others(private.table, private.sitter))


def _others(snapshot: Snapshot, sitter: Sitter) -> dict[str, object]:
    """The names of the other people who sit there, and how many they are."""
    names = [other.name for other in snapshot.sitters if other.user_id not in {None, sitter.user_id}]
    return {"others": names, "people": len(names)}


def anybody_away(snapshot: Snapshot) -> bool:
    """Whether somebody's seat is kept who is away."""
    return snapshot.stage in {"playing", "between"} and bool(snapshot.away)


def votes_needed(snapshot: Snapshot) -> int:
    """How many votes it takes to go on without waiting; 0 while nobody may vote."""
    waited_for = snapshot.to_act
    if not snapshot.slow or waited_for is None or waited_for.computer:
        return 0
    return len(snapshot.voters) // 2 + 1 if snapshot.voters else 0


def votes_for(snapshot: Snapshot) -> dict[Vote, int]:
    """How many have voted for each thing that can be voted for."""
    return {vote: len(snapshot.votes.get(vote, frozenset()) & snapshot.voters) for vote in get_args(Vote)}


def voters(snapshot: Snapshot) -> tuple[str, ...]:
    """The names of those who may vote about a slow turn."""
    return tuple(sitter.name for sitter in snapshot.sitters if sitter.user_id in snapshot.voters)


def slow_turn(snapshot: Snapshot, texts: Texts, holder: Sitter | None = None) -> str | None:
    """Says that the turn is slow and what the others can do; None while they can't. ``holder``: who reads it, where
    that is one person."""
    needed, waited_for = votes_needed(snapshot), snapshot.to_act
    if not needed or waited_for is None:
        return None
    form = ".own" if holder is not None and is_hurried(snapshot, holder) else ""
    return texts(f"table-slow{form}", name=waited_for.name, needed=needed, voters=voters(snapshot))


def is_hurried(snapshot: Snapshot, sitter: Sitter) -> bool:
    """Whether the others may vote about the present turn, and it is that person's."""
    waited_for = snapshot.to_act
    return bool(votes_needed(snapshot)) and waited_for is not None and waited_for.user_id == sitter.user_id


def closed_by_itself(snapshot: Snapshot, texts: Texts) -> str | None:
    """Why the table closed without anybody's closing it."""
    if snapshot.ended is None:
        return None
    return texts(f"closed-{snapshot.ended}", time=span(snapshot.idle_seconds, texts))


def customs(snapshot: Snapshot | None, texts: Texts) -> str:
    """How tables treat time and absence; by the table's own time if there is a table."""
    bounds = {"least": LEAST_TURN, "days": MOST_TURN // DAY, "bank": round(BANK)}
    turn = turn_time(round(snapshot.turn_seconds), texts) if snapshot is not None else ""
    idle = snapshot.idle_seconds if snapshot is not None else 0
    return lines(
        texts("customs-turn" if turn else "customs-turn.usual", turn=turn, **bounds),
        texts("customs-missed"),
        texts("customs-away", **MISSED),
        texts("customs-votes", slow=span(UNHURRIED, texts)),
        texts("customs-mail"),
        texts("customs-stops"),
        texts("customs-chips", most=texts.chips(MOST_FROM_HOUSE)),
        texts("customs-end", idle=span(idle, texts)) if idle else texts("customs-end.never"),
    )


def may_vote(snapshot: Snapshot, sitter: Sitter) -> bool:
    """Whether that person may vote about the present turn."""
    return bool(votes_needed(snapshot)) and sitter.user_id in snapshot.voters
