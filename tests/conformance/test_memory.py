"""What a seat remembers: all that it was told, nothing else, and what is found in it is so."""

from __future__ import annotations

import random
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any, get_args

import pytest
from hypothesis import given, strategies

from engine.events import CardDrawn, CardPlayed, Event, TrickTaken
from engine.memory import PUBLIC, Drew, Known, Memory, begin, known, remember
from engine.secret import Secret
from tests.ninth import TEST_GAMES

from .deals import GAMES_BY_NAME, Deal, Setup, anything, each_option_and_each_number_of_seats, patient, play, setups
from .test_secrets import EACH_GAME, EARLY, QUICK, entitled, other_worlds, seen

SETUPS = each_option_and_each_number_of_seats()
Viewer = int | None


def opening(deal: Deal, viewer: Viewer) -> Memory:
    return begin(deal.game.observe(deal.states[0], viewer), deal.game.telling.opening(deal.states[0]))


def remembered(deal: Deal, viewer: Viewer, until: int) -> Memory:
    """What a viewer remembers of a deal up to a state."""
    memory = opening(deal, viewer)
    for events in deal.events[:until]:
        memory = remember(memory, events)
    return memory


def values(value: Any) -> list[Any]:
    """A value with all that is in it."""
    if is_dataclass(value) and not isinstance(value, type):
        return [value, *(part for field in fields(value) for part in values(getattr(value, field.name)))]
    if isinstance(value, tuple | frozenset):
        return [value, *(part for member in value for part in values(member))]
    return [value]


def test_every_kind_of_event_is_remembered() -> None:
    assert set(get_args(Event)) == {CardDrawn, *PUBLIC}


def test_an_event_of_a_kind_that_nobody_has_allowed_is_left_out() -> None:
    class Strange:
        seat = 0

    strange: Any = Strange()
    memory = Memory(0, 2, (), None)
    assert remember(memory, [strange]) == memory


@EACH_GAME
@QUICK
@given(strategies.data())
def test_a_memory_holds_every_public_event_and_no_secret(game: Any, data: strategies.DataObject) -> None:
    deal = play(data.draw(setups(game)), data.draw(strategies.sampled_from([anything, patient])))
    viewer = data.draw(strategies.sampled_from([None, *range(deal.setup.seats)]))
    memory = remembered(deal, viewer, len(deal.events))
    happened = [*game.telling.opening(deal.states[0]), *(event for events in deal.events for event in events)]
    assert len(memory.told) == len(happened)
    for told, event in zip(memory.told, happened, strict=True):
        if isinstance(event, CardDrawn):
            saw = viewer == event.seat or event.source == "discard"
            assert told == Drew(event.seat, event.source, event.card.open() if saw else None)
        else:
            assert told == event
    assert not any(isinstance(value, Secret) for value in values(memory))


@EACH_GAME
@QUICK
@given(strategies.data())
def test_what_a_seat_cannot_know_changes_nothing_that_it_remembers(game: Any, data: strategies.DataObject) -> None:
    deal = play(data.draw(setups(game)), data.draw(strategies.sampled_from([anything, patient])))
    viewer = data.draw(strategies.sampled_from([None, *range(deal.setup.seats)]))
    last = len(deal.states) - 1
    chance = random.Random(deal.setup.chance)
    for until in {min(last, EARLY), data.draw(strategies.integers(0, last))}:
        for world in islice(other_worlds(deal, until, entitled(deal, viewer, until), chance), 1):
            assert seen(world, viewer, until) == seen(deal, viewer, until), "as test_secrets has it"
            assert remembered(world, viewer, until) == remembered(deal, viewer, until)


def check(deal: Deal, viewer: Viewer, found: Known, until: int) -> None:
    """Holds what was found against where every card lies."""
    state = deal.states[until]
    layout = deal.game.layout(state)
    standing = deal.game.observe(state, None).seats
    assert found.discards == layout.discards
    assert found.stock == layout.stock[: len(found.stock)]
    for seat, hand in enumerate(layout.hands):
        aside = layout.aside if standing[seat].standing == "folded" else ()
        before = layout.before[seat] if layout.before else ()
        assert found.taken[seat] <= {*hand, *before, *aside}
        assert not found.lacks[seat] & {card.suit for card in hand}
        assert not found.dead & set(hand)
    if viewer is not None:
        assert found.taken[viewer] >= set(layout.hands[viewer])
    drew = [event.seat for events in deal.events[:until] for event in events if isinstance(event, CardDrawn)]
    assert found.draws == tuple(map(drew.count, range(deal.setup.seats)))


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_is_known_for_certain_is_so(setup: Setup) -> None:
    """At every number of seats and with every option, after each action."""
    for chooser in (anything, patient):
        deal = play(setup, chooser)
        viewer = [None, *range(setup.seats)][setup.chance % (setup.seats + 1)]
        memory = opening(deal, viewer)
        for until, state in enumerate(deal.states[:120]):
            if state.result is None:
                check(deal, viewer, known(memory), until)
            if until < len(deal.events):
                memory = remember(memory, deal.events[until])


@pytest.mark.parametrize("game", [game for game in GAMES_BY_NAME if game not in TEST_GAMES], ids=lambda game: game.name)
def test_something_is_known(game: Any) -> None:
    """The test above would hold if nothing were ever found."""
    found = 0
    for number in range(20):
        deal = play(Setup(game, game.rules(), game.seats[number % len(game.seats)], number, chance=number), patient)
        after = known(remembered(deal, None, len(deal.states) // 2))
        found += bool(after.discards or any(after.taken) or any(after.lacks) or after.dead)
    assert found > 0


def test_tricks_are_remembered_card_by_card() -> None:
    """Crummy's tricks go into hands: a spectator knows by and by where nearly every card is."""
    (setup,) = [setup for setup in SETUPS if str(setup).startswith("crummy-4-{}")]
    deal = play(setup, anything)
    ends = [number for number, events in enumerate(deal.events, start=1) if TrickTaken in map(type, events)]
    first = [event.card for events in deal.events[: ends[0]] for event in events if isinstance(event, CardPlayed)]
    after = known(remembered(deal, None, ends[0]))
    assert set(first) == {card for cards in after.taken for card in cards}
