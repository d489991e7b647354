"""A table with stacked cards, on which a test plays a deal move by move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import engine.games  # noqa: F401 - registers the games
from engine.actions import Action, Discard, Draw, Fold, Knock, Prompt, Show, Shuffle, Stay
from engine.cards import Card, card, cards
from engine.errors import IllegalAction
from engine.events import Event
from engine.game import GAMES, Game
from engine.parts.seating import order_of_play
from engine.stakes import POT, Stakes, lies_in, moved


def stacked(
    pack: tuple[Card, ...], order: tuple[int, ...], hands: Mapping[int, str], rest: str, each: int = 5
) -> tuple[Card, ...]:
    """A deck from which every seat of ``order`` gets its cards; ``rest`` comes after: upcard or sixth card, and stock.

    Seats without a hand get the last cards of the pack that nobody has named.
    """
    named = {seat: cards(text) for seat, text in hands.items()}
    after = cards(rest)
    free = [one for one in pack if one not in after and not any(one in hand for hand in named.values())]
    dealt = {seat: named.get(seat) or tuple(free.pop() for _ in range(each)) for seat in order}
    top = [dealt[seat][place] for place in range(each) for seat in order]
    return (*top, *after, *free)


class Table:
    """One deal: ``hands`` by seat, ``rest`` the upcard and the stock; seat 0 is P1 unless a dealer is given."""

    def __init__(
        self,
        hands: Mapping[int, str] | list[str],
        rest: str = "2C 2D",
        *,
        seats: int = 0,
        game: str | Game[Any] = "knock-poker",
        chips: int | tuple[int, ...] = 20,
        dealer: int | None = None,
        pot: int = 0,
        played: int = 0,
        scores: tuple[int, ...] = (),
        each: int = 5,
        **rules: Any,
    ) -> None:
        self.game = GAMES[game] if isinstance(game, str) else game
        self.rules = self.game.rules(**rules)
        by_seat = dict(enumerate(hands)) if isinstance(hands, list) else dict(hands)
        seats = seats or len(by_seat)
        stacks = (chips,) * seats if isinstance(chips, int) else chips
        self.stakes = Stakes(seats - 1 if dealer is None else dealer, stacks, pot, scores=scores, deals=played)
        pack = self.game.pack(self.rules, seats)
        playing = tuple(seat for seat in range(seats) if seat in by_seat or isinstance(hands, list))
        order = order_of_play(self.stakes.dealer, seats, playing or tuple(range(seats)), clockwise=self.game.clockwise)
        deck = stacked(pack.cards, order, by_seat, rest, each)
        self.state = self.game.new_deal(self.rules, seats, self.stakes, deck)
        self.events: list[Event] = []

    def do(self, action: Action) -> Table:
        self.state, events = self.game.apply(self.state, action)
        self.events += events
        return self

    def draw(self, seat: int, source: str = "stock") -> Table:
        return self.do(Draw(seat, source))  # type: ignore[arg-type]

    def discard(self, seat: int, text: str) -> Table:
        return self.do(Discard(seat, card(text)))

    def knock(self, seat: int) -> Table:
        return self.do(Knock(seat))

    def stay(self, seat: int) -> Table:
        return self.do(Stay(seat))

    def fold(self, seat: int, text: str | None = None) -> Table:
        return self.do(Fold(seat, card(text) if text else None))

    def show(self, seat: int) -> Table:
        return self.do(Show(seat))

    def shuffle(self, text: str | None = None) -> Table:
        """Shuffles the discards into the order written, or leaves them as they lie."""
        return self.do(Shuffle(self.game.to_shuffle(self.state) if text is None else cards(text)))

    def turn(self, seat: int) -> Table:
        """Draws from the stock and discards that card."""
        self.draw(seat)
        return self.do(Discard(seat, self.hand(seat)[-1]))

    def turn_fold(self, seat: int) -> Table:
        """Draws from the stock and folds with that card."""
        self.draw(seat)
        return self.do(Fold(seat, self.hand(seat)[-1]))

    def refused(self, action: Action) -> str:
        """The code with which the action is refused; the state must not change."""
        before = self.state
        with pytest.raises(IllegalAction) as caught:
            self.game.apply(self.state, action)
        assert self.state is before
        assert caught.value.message.endswith(".")
        return caught.value.code

    def hand(self, seat: int) -> tuple[Card, ...]:
        return self.game.layout(self.state).hands[seat]

    def offers(self, seat: int) -> dict[str, tuple[Any, ...]]:
        """What is offered, as written in records: {"draw": ("stock", "discard"), "knock": ()}."""
        prompts: tuple[Prompt, ...] = self.game.prompts(self.state, seat)
        return {one.do: tuple(getattr(choice, "notation", choice) for choice in one.choices) for one in prompts}

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.game.to_act(self.state)

    @property
    def discards(self) -> str:
        return " ".join(one.notation for one in self.game.layout(self.state).discards)

    @property
    def chips(self) -> tuple[int, ...]:
        return moved(self.stakes.chips, self.state.transfers)

    @property
    def pot(self) -> int:
        return lies_in(POT, self.stakes.pot, self.state.transfers)

    @property
    def result(self) -> Any:
        assert self.state.result is not None, f"the deal goes on: {self.state.phase}"
        return self.state.result
