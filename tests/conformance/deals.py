"""Deals to hold the games to their contract: every game, every option, every number of seats. No game is named here."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

from hypothesis import strategies as st

import engine.games  # noqa: F401 - registers the games
from engine.actions import Action, Shuffle, answers
from engine.cards import Card
from engine.events import Event
from engine.game import GAMES, Game
from engine.rules import Option, Rules, Value, options
from engine.stakes import Stakes
from tests.ninth import TEST_GAMES

GAMES_BY_NAME = [*(GAMES[name] for name in sorted(GAMES)), *TEST_GAMES]
"""Every game, and those that live in the tests alone."""
ENDS_PLAY = {"knock", "show", "halt"}
"""What brings a deal nearer to its end."""


@dataclass(frozen=True)
class Setup:
    """What a deal starts from."""

    game: Game[Any]
    rules: Rules
    seats: int
    dealer: int = 0
    chips: tuple[int, ...] | None = None
    chance: int = 0

    def __str__(self) -> str:
        return f"{self.game.name}-{self.seats}-{self.rules.changed()}"

    @property
    def stakes(self) -> Stakes:
        return Stakes(self.dealer % self.seats, self.chips or (self.game.money.chips,) * self.seats)

    @property
    def pack(self) -> tuple[Card, ...]:
        return self.game.pack(self.rules, self.seats).cards

    def deck(self) -> tuple[Card, ...]:
        return tuple(random.Random(self.chance).sample(self.pack, len(self.pack)))


@dataclass
class Deal:
    """A deal that was played: the states, with what led from each to the next."""

    setup: Setup
    deck: tuple[Card, ...]
    states: list[Any]
    actions: list[Action] = field(default_factory=list)
    events: list[tuple[Event, ...]] = field(default_factory=list)

    @property
    def game(self) -> Game[Any]:
        return self.setup.game


Chooser = Callable[[list[Action], random.Random], Action]


def anything(offered: list[Action], chance: random.Random) -> Action:
    """Any action, each as likely."""
    return chance.choice(offered)


def patient(offered: list[Action], chance: random.Random) -> Action:
    """Any action, but rarely one that brings the deal to its end, so that stocks run out."""
    waiting = [action for action in offered if action.do not in ENDS_PLAY]
    return chance.choice(waiting if waiting and chance.random() < 0.98 else offered)


def endless(offered: list[Action], chance: random.Random) -> Action:
    """Whatever puts off the end: no knock, and cards from the discard pile."""
    return min(offered, key=lambda action: (action.do in ENDS_PLAY, getattr(action, "source", "") == "stock"))


def play(setup: Setup, chooser: Chooser = anything, deck: tuple[Card, ...] | None = None) -> Deal:
    """Plays a deal to its end. Raises BadSetup, and AssertionError where it takes too many actions."""
    game, chance = setup.game, random.Random(setup.chance)
    deck = deck or setup.deck()
    deal = Deal(setup, deck, [game.new_deal(setup.rules, setup.seats, setup.stakes, deck)])
    most = game.most_actions(setup.rules, setup.seats)
    while (state := deal.states[-1]).result is None:
        assert len(deal.actions) < most, f"a deal of {setup} has more than {most} actions"
        action = chooser(offered(game, state, chance), chance)
        state, events = game.apply(state, action)
        largest = max(map(len, game.layout(state).hands))
        assert largest <= game.largest_hand(setup.rules, setup.seats), f"a hand of {largest} cards in {setup}"
        deal.actions.append(action)
        deal.events.append(events)
        deal.states.append(state)
    return deal


def offered(game: Game[Any], state: Any, chance: random.Random) -> list[Action]:
    """Every action that can be taken now; of a shuffle, one order."""
    left = game.to_shuffle(state)
    if left:
        return [Shuffle(tuple(chance.sample(left, len(left))))]
    return [action for seat in game.to_act(state) for action in answers(seat, game.prompts(state, seat))]


def other_values(option: Option) -> list[Value]:
    """The values to try an option at, other than its default."""
    match option.kind:
        case "flag":
            return [not option.default]
        case "choice":
            return [value for value, _ in option.choices if value != option.default]
    assert isinstance(option.default, int)
    assert option.least is not None
    assert option.most is not None
    return sorted({option.least, min(option.default + 1, option.most), min(3, option.most)} - {option.default})


def flips(game: Game[Any]) -> Iterator[tuple[Option, Value]]:
    """Every option of a game with every value to try it at."""
    return ((option, value) for option in options(game.rules) for value in other_values(option))


def each_option_and_each_number_of_seats() -> list[Setup]:
    """The default rules at every number of seats, and every option flipped at one of them after the other."""
    setups: list[Setup] = []
    for game in GAMES_BY_NAME:
        setups += [Setup(game, game.rules(), seats, seats, chance=seats) for seats in game.seats]
        for number, ((option, value), seats) in enumerate(zip(flips(game), cycle(game.seats), strict=False)):
            setups.append(Setup(game, game.rules(**{option.name: value}), seats, number, chance=100 + number))
    return setups


@st.composite
def setups(draw: st.DrawFn, game: Game[Any], most_chips: int = 0) -> Setup:
    """Any rules, with options flipped in pairs and more, any number of seats, dealer and deck."""
    changed = draw(
        st.lists(st.sampled_from(list(flips(game))), max_size=4, unique_by=lambda flip: flip[0].name).map(
            lambda found: {option.name: value for option, value in found}
        )
    )
    seats = draw(st.sampled_from(list(game.seats)))
    chips = draw(st.lists(st.integers(0, most_chips), min_size=seats, max_size=seats)) if most_chips else None
    return Setup(
        game,
        game.rules(**changed),
        seats,
        draw(st.integers(0, seats - 1)),
        tuple(chips) if chips else None,
        draw(st.integers(0, 2**32)),
    )
