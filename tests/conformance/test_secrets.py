"""Nothing leaks: what a seat can't know can't change what it sees, and no hidden card is ever printed."""

from __future__ import annotations

import json
import random
import re
import traceback
from collections.abc import Iterator
from dataclasses import asdict, fields, is_dataclass
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies

from engine.actions import Action, Bet, Discard, Draw, Fold, Halt, Knock, Meld, Pass, Play, Shuffle, argument
from engine.cards import Card
from engine.errors import BadSetup, IllegalAction
from engine.events import (
    CardPlayed,
    CardTurned,
    Event,
    HandShown,
    Paid,
    Passed,
    QuartetsScored,
    SequenceStopped,
)
from engine.secret import Secret
from engine.stakes import Stakes

from .deals import GAMES_BY_NAME, Deal, Setup, anything, patient, play, setups

EACH_GAME = pytest.mark.parametrize("game", GAMES_BY_NAME, ids=lambda game: game.name)
QUICK = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
Viewer = int | None
EARLY = 20
"""Actions after which much is still hidden; later, where discards are shuffled again, everybody has seen nearly all."""
ANNOUNCED = (Passed, CardPlayed, SequenceStopped)
"""What the rules make seats announce, though it follows from their cards: without it a world is another for all."""
ANNOUNCED_BEFORE_THE_END = (HandShown, Paid)
"""Cards shown and chips won while the deal goes on tell all who has the best of some cards; at its end the hands of the
winners are known."""


def told(value: Any, viewer: Viewer) -> Any:
    """An event, or a part of one, as it is told to a viewer."""
    if isinstance(value, Secret):
        return ("secret", value.to(viewer))
    if is_dataclass(value) and not isinstance(value, type):
        return (type(value).__name__, *(told(getattr(value, field.name), viewer) for field in fields(value)))
    return value


def seen(deal: Deal, viewer: Viewer, until: int) -> list[Any]:
    """All that a viewer has been shown up to a state: views, and events as told."""
    return [
        *(deal.game.observe(state, viewer) for state in deal.states[: until + 1]),
        *(told(event, viewer) for events in deal.events[:until] for event in events),
    ]


def entitled(deal: Deal, viewer: Viewer, until: int) -> set[Card]:
    """The cards that a viewer may know: its own, what lay open, what was played, and what was shown or turned up.

    At the end also the winners' hands, because what a winner holds may decide whether it is shown.
    """
    layouts = [deal.game.layout(state) for state in deal.states[: until + 1]]
    open_cards = [card for layout in layouts for card in layout.discards[-1:]]
    open_cards += [card for action in deal.actions[:until] if isinstance(card := argument(action), Card)]
    for event in (
        *deal.game.telling.opening(deal.states[0]),
        *(event for events in deal.events[:until] for event in events),
    ):
        match event:
            case CardTurned(card) | CardPlayed(card=card):
                open_cards.append(card)
            case HandShown(cards=cards):
                open_cards += cards
    own = [card for layout in layouts if viewer is not None for card in layout.hands[viewer]]
    result = deal.states[until].result
    shown = [*result.shown, *result.winners] if result else []
    events = [event for events in deal.events[:until] for event in events]
    turned_up = {rank for event in events if isinstance(event, QuartetsScored) for rank in event.quartets}
    return {
        *open_cards,
        *own,
        *(card for seat in shown for card in layouts[-1].hands[seat]),
        *(card for card in deal.setup.pack if card.rank in turned_up),
    }


def moved(action: Action, other: dict[Card, Card]) -> Action | None:
    """The same action in a world where the cards are others; None where cards of one rank are not of one rank there."""
    match action:
        case Meld(seat, rank):
            ranks = {there.rank for here, there in other.items() if here.rank is rank}
            return Meld(seat, ranks.pop()) if len(ranks) == 1 else None
        case Discard(seat, card):
            return Discard(seat, other[card])
        case Fold(seat, Card() as card):
            return Fold(seat, other[card])
        case Play(seat, card):
            return Play(seat, other[card])
        case Shuffle(order):
            return Shuffle(tuple(other[card] for card in order))
    return action


def announced(state: Any, events: tuple[Event, ...]) -> list[Event]:
    """What the rules made seats announce, by the events that led to the state."""
    kinds = ANNOUNCED if state.result else ANNOUNCED + ANNOUNCED_BEFORE_THE_END
    return [event for event in events if isinstance(event, kinds)]


def in_another_world(deal: Deal, until: int, keep: set[Card], chance: random.Random) -> Deal | None:
    """The deal up to a state, with some cards exchanged.

    None where an action would not be legal there, or where the rules would make seats announce something else.
    """
    setup, game = deal.setup, deal.game
    hidden = [card for card in setup.pack if card not in keep]
    some = chance.sample(hidden, min(chance.choice([2, 3, 5, len(hidden)]), len(hidden)))
    other = {card: card for card in setup.pack} | dict(zip(some, chance.sample(some, len(some)), strict=True))
    deck = tuple(other[card] for card in deal.deck)
    world = Deal(setup, deck, [game.new_deal(setup.rules, setup.seats, setup.stakes, deck)])
    if game.telling.opening(world.states[0]) != game.telling.opening(deal.states[0]):
        return None
    for action, here in zip(deal.actions[:until], deal.events, strict=False):
        there = moved(action, other)
        if there is None:
            return None
        try:
            state, events = game.apply(world.states[-1], there)
        except IllegalAction:
            return None
        if announced(state, events) != announced(state, here):
            return None
        world.states.append(state)
        world.events.append(events)
    return world


TRIES = 6
"""Exchanges of cards to try before giving up."""


def other_worlds(deal: Deal, until: int, keep: set[Card], chance: random.Random) -> Iterator[Deal]:
    for _ in range(TRIES):
        world = in_another_world(deal, until, keep, chance)
        if world is not None:
            yield world


@EACH_GAME
@settings(QUICK, max_examples=80)
@given(strategies.data())
def test_what_a_seat_cannot_know_changes_nothing_that_it_sees(game: Any, data: strategies.DataObject) -> None:
    setup = data.draw(setups(game))
    deal = play(setup, data.draw(strategies.sampled_from([anything, patient])))
    viewer = data.draw(strategies.sampled_from([None, *range(setup.seats)]))
    chance = random.Random(setup.chance)
    last = len(deal.states) - 1
    for until in {last, max(last - 1, 0), min(last, EARLY), data.draw(strategies.integers(0, last))}:
        for world in islice(other_worlds(deal, until, entitled(deal, viewer, until), chance), 1):
            assert seen(world, viewer, until) == seen(deal, viewer, until)


@EACH_GAME
@QUICK
@given(strategies.data())
def test_what_the_moment_offers_follows_from_what_everybody_knows(game: Any, data: strategies.DataObject) -> None:
    """Where every hand is another, the same is asked and offered openly, and the same lies in the middle."""
    setup = data.draw(setups(game))
    deal = play(setup, patient)
    until = data.draw(strategies.integers(0, min(len(deal.states) - 1, EARLY)))
    for world in islice(other_worlds(deal, until, entitled(deal, None, until), random.Random(setup.chance)), 1):
        here, there = game.observe(deal.states[until], None), game.observe(world.states[until], None)
        assert (there.asks, there.prompts, there.middle) == (here.asks, here.prompts, here.middle)


@EACH_GAME
def test_other_worlds_are_found(game: Any) -> None:
    """The test above would hold of anything if no exchange of cards were ever legal."""
    found = tried = 0
    for number in range(40):
        seats = game.seats[number % len(game.seats)]
        deal = play(Setup(game, game.rules(), seats, number, chance=number), patient)
        until = min(len(deal.states) // 2, EARLY)
        keep = entitled(deal, None, until)
        tried += 1
        here = game.layout(deal.states[until])
        found += any(
            game.layout(other.states[-1]) != here for other in other_worlds(deal, until, keep, random.Random(number))
        )
    assert found > tried / 4


NOTATION = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][SHDC]|X[12]?)(?![A-Za-z0-9])")


def printed(*texts: str) -> set[str]:
    return {found for text in texts for found in NOTATION.findall(text)}


@EACH_GAME
@QUICK
@given(strategies.data())
def test_a_state_or_an_event_prints_no_hidden_card(game: Any, data: strategies.DataObject) -> None:
    setup = data.draw(setups(game))
    deal = play(setup, patient)
    until = data.draw(strategies.integers(0, len(deal.states) - 1))
    state = deal.states[until]
    everybody_knows = {card.notation for card in entitled(deal, None, until)}
    events: list[Event] = [event for events in deal.events[:until] for event in events]
    for value in (state, *events):
        as_json = json.dumps(asdict(value), default=str)
        assert printed(repr(value), str(value), f"{value}", as_json) <= everybody_knows


@EACH_GAME
@QUICK
@given(strategies.data())
def test_a_refusal_prints_no_hidden_card(game: Any, data: strategies.DataObject) -> None:
    """Neither its message nor its details nor its traceback; the card that the action names may be there."""
    deal = play(data.draw(setups(game)), patient)
    until = data.draw(strategies.integers(0, len(deal.states) - 1))
    state = deal.states[until]
    everybody_knows = {card.notation for card in entitled(deal, None, until)}
    for seat in range(deal.setup.seats):
        card = deal.setup.pack[7]
        actions = (Knock(seat), Fold(seat), Draw(seat, "stock"), Discard(seat, card), Play(seat, card), Halt(seat))
        for action in (*actions, Meld(seat, card.rank), Pass(seat), Bet(seat, 1), Bet(seat, 10**6)):
            try:
                game.apply(state, action)
            except IllegalAction as error:
                texts = (error.message, repr(error.details), *traceback.format_exception(error))
                assert printed(*texts) <= everybody_knows | {card.notation}


@EACH_GAME
def test_a_deal_that_cannot_begin_prints_no_card(game: Any) -> None:
    rules, seats = game.rules(), game.seats[0]
    deck = game.pack(rules, seats).cards[1:]
    with pytest.raises(BadSetup) as caught:
        game.new_deal(rules, seats, Stakes(0, (20,) * seats), deck)
    assert printed(str(caught.value)) == set()
