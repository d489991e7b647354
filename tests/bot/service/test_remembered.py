"""What a seat has seen of a deal is kept from one question to the next, and grows by what has happened since."""

from __future__ import annotations

from random import Random

import pytest

from bot.service import table as tables
from engine.actions import answers
from engine.events import Event
from engine.game import GAMES
from engine.memory import Memory, begin, remember
from tests.kit.lab import Lab


@pytest.mark.parametrize("game", list(GAMES))
def test_it_is_what_was_told_from_the_beginning(game: str) -> None:
    lab, chance = Lab(GAMES[game].seats[0], game=game, chips=60).deal(), Random(game)
    for _ in range(25):
        if not lab.table.playing:
            break
        for seat in range(len(lab.table.sitters)):
            if chance.random() < 0.7:  # not everybody is asked each time
                assert lab.table.seen_by(seat) == (lab.view(seat), anew(lab, seat))
        lab.act(chance.choice(answers(lab.seat, lab.view(lab.seat).prompts)))


def anew(lab: Lab, seat: int) -> Memory:
    """The memory of that seat, from everything that has happened in the deal."""
    start = lab.running.start
    events = [event for told in lab.running.told[1:] for event in told.events]
    return remember(begin(lab.game.observe(start, seat), lab.game.telling.opening(start)), events)


def test_nothing_is_remembered_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    lab, taken_in = Lab(2).deal(dealer=1), list[Event]()

    def noted(memory: Memory, events: list[Event]) -> Memory:
        taken_in.extend(events)
        return remember(memory, events)

    monkeypatch.setattr(tables, "remember", noted)
    for _ in range(3):
        lab.do("draw", "stock")
        lab.table.seen_by(0)
        lab.do("discard", lab.view(lab.seat).drawn)
        lab.table.seen_by(0)
        lab.table.seen_by(0)
    assert taken_in == [event for told in lab.running.told[1:] for event in told.events]
