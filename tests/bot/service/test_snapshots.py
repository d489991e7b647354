"""What others see of a table is made once for each change, and never after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

import engine.games  # noqa: F401 - registers the games
from bot.service.deal import Deal
from bot.service.model import Bounds
from bot.service.payouts import Payouts
from bot.service.snapshots import made_private, made_public
from bot.service.table import Table
from bot.service.timing import Timing
from bot.service.watched import Watched
from bot.store.model.tables import Ballot
from engine.game import GAMES
from tests.kit.lab import Lab


def parts_of(table: Table) -> Iterator[Table | Timing | Payouts | Deal]:
    """What notes its own changes: the table, and what belongs to it."""
    yield from (table, table.timing, table.payouts, *(() if table.deal is None else (table.deal,)))


def watched() -> list[tuple[int, str]]:
    """Each attribute of each part, but what is made of the table."""
    parts = parts_of(Lab(3).deal().table)
    return [(place, part.name) for place, each in enumerate(parts) for part in fields(each) if part.name != "seen"]


def test_who_looks_again_gets_the_same() -> None:
    lab = Lab(3).deal()
    assert lab.snapshot is lab.snapshot
    assert lab.private(0) is lab.private(0)
    assert lab.private(0).table is lab.snapshot
    assert lab.private(0).view != lab.private(1).view, "each person sees the own hand"


@pytest.mark.parametrize(("place", "name"), watched())
def test_whatever_is_set_has_it_made_anew(place: int, name: str) -> None:
    lab = Lab(3).deal()
    part = list(parts_of(lab.table))[place]
    public, own = lab.snapshot, lab.private(0)
    object.__setattr__(part, name, getattr(part, name))  # nothing has changed
    assert lab.snapshot is public
    value = getattr(part, name)
    setattr(part, name, object())
    setattr(part, name, value)
    assert lab.snapshot is not public
    assert lab.private(0) is not own
    assert (lab.snapshot, lab.private(0)) == (public, own), "it is as it was"


def test_what_is_set_to_what_it_is_already_changes_nothing() -> None:
    lab = Lab(3).deal()
    public = lab.snapshot
    lab.table.failures, lab.table.timing.deadline, lab.table.closed = 0, None, False
    assert lab.snapshot is public
    lab.table.timing.deadline = 0.0
    assert lab.snapshot.deadline == 0.0, "equal values may be of several types"
    lab.table.timing.deadline = False
    assert lab.snapshot.deadline is False


class Read(Exception):  # noqa: N818 - it is no error
    """Something was read that can change unnoticed."""


@pytest.mark.parametrize("game", GAMES)
def test_it_is_made_of_values_that_never_change_themselves(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list in it could grow without anybody's noticing."""
    read: set[str] = set()
    plain = object.__getattribute__

    def noted(part: Any, name: str) -> Any:
        value = plain(part, name)
        if name in type(part).__dataclass_fields__ and not isinstance(value, Watched):
            read.add(name)
            if isinstance(value, list | set | bytearray) and name != "seen":
                raise Read(name)
        return value

    lab = Lab(2 if 2 in GAMES[game].seats else 3, game=game).deal()
    for kind in {type(part) for part in parts_of(lab.table)}:
        monkeypatch.setattr(kind, "__getattribute__", noted, raising=False)
    made_public(lab.table)
    made_private(lab.table, 1000)
    assert {"sitters", "told", "turn_seconds", "bounds", "ballots"} <= read


def test_what_people_brought_and_owe_is_told_at_once() -> None:
    lab = Lab(3).deal()
    before = lab.snapshot
    lab.table.payouts.note(1000, 5, Bounds(20, 64, 0))
    after = lab.snapshot
    assert (before.taken_back, before.bounds) == ((), ())
    assert (after.taken_back, after.bounds) == (((1000, 5),), ((1000, Bounds(20, 64, 0)),))
    lab.table.payouts.note(1000, 0)
    assert (lab.snapshot.taken_back, lab.snapshot.bounds) == ((), ())


def test_votes_and_the_clock_are_seen_at_once() -> None:
    lab = Lab(3).deal()
    assert not lab.snapshot.closers
    lab.table.ballots = frozenset({Ballot(1000, "close", lab.table.dealt, 0)})
    assert lab.snapshot.closers == {1000}
    lab.table.timing.slow = True
    assert lab.snapshot.slow
    lab.table.live_message = 7
    assert lab.snapshot.live_message == 7
    lab.do("draw", "stock")
    assert (lab.snapshot.turn.seq, len(lab.snapshot.told)) == (1, 2)
    lab.table.note(setup=replace(lab.table.setup, four_colour=True))
    assert lab.snapshot.four_colour
