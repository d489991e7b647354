"""A table of Poch with stacked cards: hands and seats are named in order of play, P1 first and the dealer last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import engine.games  # noqa: F401 - registers the games
from engine.actions import Action, Bet, Fold, Pass, Play, Prompt
from engine.cards import Card, card, cards
from engine.errors import IllegalAction
from engine.events import Event
from engine.game import GAMES
from engine.parts.seating import order_of_play
from engine.stakes import Stakes, moved
from engine.view import SeatView, View


def places(game: str, seats: int, size: int) -> Iterator[int]:
    """Who gets which card from the top, as a place in the order of play; the card after the last is turned up."""
    if game == "poch":
        yield from (place % seats for place in range(size - 1))
    else:
        for packet in (2, 3) if game == "le-poque" else (1, 1, 1, 1, 1):
            yield from (place for place in range(seats) for _ in range(packet))


class PochTable:
    """One deal. ``hands`` in order of play; a hand may name fewer cards than it gets.

    It is filled up with cards of ranks that it does not have yet, the lowest first, as far as there are any.
    """

    def __init__(
        self,
        hands: list[str],
        turned: str,
        *,
        game: str = "poch",
        chips: int | tuple[int, ...] | None = None,
        dealer: int = 0,
        pools: dict[str, int] | None = None,
        played: int = 0,
        supply: int = 0,
        **rules: Any,
    ) -> None:
        self.game = GAMES[game]
        self.rules = self.game.rules(**rules)
        seats = len(hands)
        self.order = order_of_play(dealer, seats, clockwise=self.game.clockwise)
        stacks = (self.game.money.chips if chips is None else chips,) * seats if not isinstance(chips, tuple) else chips
        by_seat = dict(zip(self.order, stacks, strict=True))
        self.stakes = Stakes(
            dealer,
            tuple(by_seat[seat] for seat in range(seats)),
            pools=tuple((pools or {}).items()),
            deals=played,
            supply=supply,
        )
        pack = self.game.pack(self.rules, seats)
        named = [list(cards(text)) for text in hands]
        taken = {card(turned), *(one for hand in named for one in hand)}
        free = [one for one in reversed(pack.cards) if one not in taken]
        holds = [[one.rank for one in hand] for hand in named]
        top = []
        for place in places(game, seats, len(pack)):
            if not named[place]:
                filler = min(free, key=lambda one: (holds[place].count(one.rank), one.rank))
                free.remove(filler)
                holds[place].append(filler.rank)
                top.append(filler)
            else:
                top.append(named[place].pop(0))
        assert not any(named), f"too many cards: {named}"
        self.deck = (*top, card(turned), *free)
        self.first = self.state = self.game.new_deal(self.rules, seats, self.stakes, self.deck)
        self.events: list[Event] = []

    # by place in the order of play, from 1

    def seat(self, place: int) -> int:
        return self.order[place - 1]

    def place(self, seat: int) -> int:
        return self.order.index(seat) + 1

    def hand(self, place: int) -> set[Card]:
        return set(self.game.layout(self.state).hands[self.seat(place)])

    def prompt(self, place: int, do: str) -> Prompt | None:
        return next((one for one in self.game.prompts(self.state, self.seat(place)) if one.do == do), None)

    def offers(self, place: int) -> list[str]:
        return [one.do for one in self.game.prompts(self.state, self.seat(place))]

    def range(self, place: int) -> tuple[int, int] | None:
        """The least and the most that may be bet."""
        prompt = self.prompt(place, "bet")
        return None if prompt is None else (prompt.least or 0, prompt.most or 0)

    def do(self, action: Action) -> tuple[Event, ...]:
        self.state, events = self.game.apply(self.state, action)
        self.events += events
        return events

    def passes(self, *who: int) -> None:
        for place in who:
            self.do(Pass(self.seat(place)))

    def folds(self, *who: int) -> None:
        for place in who:
            self.do(Fold(self.seat(place)))

    def bets(self, place: int, amount: int) -> tuple[Event, ...]:
        return self.do(Bet(self.seat(place), amount))

    def plays(self, place: int, text: str) -> tuple[Event, ...]:
        return self.do(Play(self.seat(place), card(text)))

    def refused(self, action: Action) -> IllegalAction:
        before = self.state
        with pytest.raises(IllegalAction) as caught:
            self.game.apply(self.state, action)
        assert self.state == before
        return caught.value

    def play_out(self) -> None:
        """Whoever leads plays his first card, until the deal is over."""
        while self.state.result is None:
            (seat,) = self.to_act_seats
            (prompt,) = self.game.prompts(self.state, seat)
            self.do(Play(seat, prompt.choices[0]))  # type: ignore[arg-type]

    @property
    def to_act_seats(self) -> tuple[int, ...]:
        return self.game.to_act(self.state)

    @property
    def to_act(self) -> list[int]:
        return [self.place(seat) for seat in self.to_act_seats]

    @property
    def chips(self) -> list[int]:
        """In order of play."""
        stacks = moved(self.stakes.chips, self.state.transfers)
        return [stacks[seat] for seat in self.order]

    @property
    def pools(self) -> dict[str, int]:
        return dict(self.view().pools)

    @property
    def result(self) -> Any:
        return self.state.result

    def view(self, place: int | None = None) -> View:
        return self.game.observe(self.state, None if place is None else self.seat(place))

    def seen(self, place: int) -> SeatView:
        """A seat as a spectator sees it."""
        return self.view().seats[self.seat(place)]

    def paid(self, reason: str) -> list[tuple[Any, Any, int]]:
        """All transfers of that reason, seats as places."""
        return [
            (
                self.place(one.source) if isinstance(one.source, int) else one.source,
                self.place(one.target) if isinstance(one.target, int) else one.target,
                one.amount,
            )
            for one in self.state.transfers
            if one.reason == reason
        ]
