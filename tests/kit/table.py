"""A table in the middle of a deal, on which a test acts and looks: the same for every game."""

from __future__ import annotations

from typing import Any, TypeVar

import pytest

from engine.actions import Action, Bet, Discard, Draw, Fold, Halt, Knock, Meld, Pass, Play, Show, Shuffle, Stay, act
from engine.cards import Card, Rank, card, cards
from engine.errors import IllegalAction
from engine.events import Event
from engine.game import Game
from engine.stakes import POT, Account, lies_in, moved
from engine.view import SeatView, View

E = TypeVar("E", bound=Event)
RANKS = {rank.notation: rank for rank in Rank}
SHORT = {"stock": ("draw", "stock"), "pile": ("draw", "discard"), "call": ("knock",)}
"""Short names of moves."""


def notation(cards_: tuple[Card, ...]) -> str:
    """Cards as they are written."""
    return " ".join(card.notation for card in cards_)


class Table:
    """A deal and what happened in it since; ``tests.kit.stacked.deal`` makes one.

    Everybody has a number, by which they are named in all that the table takes and gives: that of the seat, from 0, or,
    where ``players`` is true, that of the rules, where P1 is the first in order of play and the dealer the last.
    Actions, events, the state and its result are the engine's own and name seats; ``seat`` and ``number`` translate.
    """

    def __init__(self, game: Game[Any], state: Any, *, players: bool = False) -> None:
        self.game = game
        self.state = state
        self.start = state
        """The state in which nobody had acted."""
        self.rules = state.rules
        self.stakes = state.stakes
        self.events: list[Event] = [*game.telling.opening(state)]
        self.first = 1 if players else 0
        """The number of the first player."""
        self.seats = numbered(game, len(self.stakes.chips), self.stakes.dealer, players=players)
        """Everybody's seat, by number."""

    def seat(self, number: int) -> int:
        """Whose seat it is."""
        assert number >= self.first
        return self.seats[number - self.first]

    def number(self, seat: int) -> int:
        """The number of whoever sits there."""
        return self.seats.index(seat) + self.first

    # What happens

    def do(self, action: Action) -> Table:
        """Any action, of a seat."""
        self.state, events = self.game.apply(self.state, action)
        self.events += events
        return self

    def draw(self, number: int, source: str = "stock") -> Table:
        return self.do(Draw(self.seat(number), source))  # type: ignore[arg-type]  # a test may ask for a wrong one

    def discard(self, number: int, text: str) -> Table:
        return self.do(Discard(self.seat(number), card(text)))

    def knock(self, number: int) -> Table:
        return self.do(Knock(self.seat(number)))

    def stay(self, number: int) -> Table:
        return self.do(Stay(self.seat(number)))

    def fold(self, number: int, text: str = "") -> Table:
        return self.do(Fold(self.seat(number), card(text) if text else None))

    def show(self, number: int) -> Table:
        return self.do(Show(self.seat(number)))

    def leads(self, number: int, text: str) -> Table:
        """Plays a card."""
        return self.do(Play(self.seat(number), card(text)))

    def shuffle(self, text: str | None = None) -> Table:
        """Shuffles the discards into the order written, or leaves them as they lie."""
        return self.do(Shuffle(self.game.to_shuffle(self.state) if text is None else cards(text)))

    def turn(self, number: int) -> Table:
        """Draws from the stock and discards that card."""
        self.draw(number)
        return self.do(Discard(self.seat(number), self.hand(number)[-1]))

    def turn_fold(self, number: int) -> Table:
        """Draws from the stock and folds with that card."""
        self.draw(number)
        return self.do(Fold(self.seat(number), self.hand(number)[-1]))

    def play(self, *moves: str) -> Table:
        """Moves such as ``1 discard 2C``, ``2 stock``, ``2 pile``, ``2 call``, ``2 show``, ``2 turn``."""
        for move in moves:
            number, *words = move.split()
            if words == ["turn"]:
                self.turn(int(number))
            else:
                self.do(self.action(move))
        return self

    def action(self, move: str) -> Action:
        """The action that a move is."""
        number, do, *argument = move.split()
        do, *argument = [*SHORT.get(do, (do,)), *argument]
        given: Any = argument[0] if argument else None
        if given is not None and do in ("discard", "fold", "play"):
            given = card(given)
        elif given is not None and do in ("meld", "bet"):
            given = RANKS[given] if do == "meld" else int(given)
        return act(do, self.seat(int(number)), given)

    def bets(self, script: str) -> Table:
        """A betting written as ``1p 2b2 3b5 4f``: a number, and pass, fold, or bet so much in all."""
        for word in script.split():
            seat, do, amount = self.seat(int(word[0])), word[1], word[2:]
            self.do(Bet(seat, int(amount)) if do == "b" else Pass(seat) if do == "p" else Fold(seat))
        return self

    def all_pass(self) -> Table:
        return self.bets(" ".join(f"{self.number(seat)}p" for seat in self.seats))

    def in_turn(self, text: str) -> Table:
        """Cards played by whoever's turn it is; ``+9`` to lay the nines, ``halt`` to call a halt."""
        for word in text.split():
            seat = self.game.to_act(self.state)[0]
            if word == "halt":
                self.do(Halt(seat))
            elif word.startswith("+"):
                self.do(Meld(seat, RANKS[word[1:]]))
            else:
                self.do(Play(seat, card(word)))
        return self

    def plays_out(self, text: str = "") -> Table:
        """Plays these cards in turn, and then the first one offered, until the deal is over."""
        self.in_turn(text)
        while self.state.result is None:
            seat = self.game.to_act(self.state)[0]
            (prompt,) = self.game.prompts(self.state, seat)
            self.do(act(prompt.do, seat, prompt.choices[0]))
        return self

    def refused(self, action: Action | str) -> str:
        """The code with which an action or a move is refused, in a sentence; the state must not change."""
        before, printed = self.state, repr(self.state)
        with pytest.raises(IllegalAction) as caught:
            self.game.apply(self.state, self.action(action) if isinstance(action, str) else action)
        assert self.state is before
        assert repr(self.state) == printed
        assert caught.value.message.endswith(".")
        return caught.value.code

    # What everybody is asked

    @property
    def to_act(self) -> tuple[int, ...]:
        return tuple(self.number(seat) for seat in self.game.to_act(self.state))

    @property
    def whose_turn(self) -> int | None:
        """The only one to act; None when nobody is."""
        numbers = self.to_act
        assert len(numbers) <= 1
        return numbers[0] if numbers else None

    def offers(self, number: int) -> dict[str, tuple[Any, ...]]:
        """What is offered, as written in records: {"draw": ("stock", "discard"), "knock": (), "bet": (1, 51)}."""
        return {
            prompt.do: (prompt.least, prompt.most)
            if prompt.least is not None
            else tuple(getattr(choice, "notation", choice) for choice in prompt.choices)
            for prompt in self.game.prompts(self.state, self.seat(number))
        }

    # What lies where

    def seen_by(self, number: int | None) -> View:
        """The table as somebody sees it; None: a spectator."""
        return self.game.observe(self.state, None if number is None else self.seat(number))

    def own(self, number: int) -> SeatView:
        """What somebody sees of the own seat."""
        found = self.seen_by(number).own
        assert found is not None
        return found

    @property
    def view(self) -> View:
        """The table as a spectator sees it."""
        return self.seen_by(None)

    def middle(self, number: int | None = None) -> Any:
        """What lies in the middle, as somebody sees it or a spectator; of what kind, each game's test knows."""
        return self.seen_by(number).middle

    def hand(self, number: int) -> tuple[Card, ...]:
        return self.game.layout(self.state).hands[self.seat(number)]

    @property
    def hands(self) -> list[str]:
        """Everybody's cards, by number."""
        found = self.game.layout(self.state).hands
        return [notation(found[seat]) for seat in self.seats]

    @property
    def left(self) -> tuple[int, ...]:
        """How many cards everybody holds, by number."""
        view = self.view
        return tuple(view.seats[seat].cards for seat in self.seats)

    @property
    def discards(self) -> str:
        """The discard pile, the top last."""
        return notation(self.game.layout(self.state).discards)

    @property
    def gone(self) -> str:
        """The cards played out, in order."""
        return notation(self.middle().gone)

    @property
    def shown(self) -> dict[int, str]:
        """The cards that each showed, in the order of showing."""
        found = self.game.cards_shown(self.state)
        return {self.number(seat): notation(some) for seat, some in found.items()}

    # Chips

    @property
    def chips(self) -> tuple[int, ...]:
        """Everybody's chips, by number."""
        stacks = moved(self.stakes.chips, self.state.transfers)
        return tuple(stacks[seat] for seat in self.seats)

    @property
    def pot(self) -> int:
        return lies_in(POT, self.stakes.pot, self.state.transfers)

    @property
    def pools(self) -> dict[str, int]:
        return dict(self.view.pools)

    def paid(self, reason: str) -> list[tuple[Any, Any, int]]:
        """The transfers for a reason: from and to an account, people by number; and the chips."""
        return [
            (self._named(transfer.source), self._named(transfer.target), transfer.amount)
            for transfer in self.state.transfers
            if transfer.reason == reason
        ]

    def _named(self, account: Account) -> Account:
        return self.number(account) if isinstance(account, int) else account

    # What happened, and how it ended

    def told(self, kind: type[E]) -> list[E]:
        """The events of one kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def last(self) -> Event:
        """The last event."""
        return self.events[-1]

    def last_is(self, kind: type[E]) -> E:
        """The last event, which must be of that kind."""
        assert isinstance(self.last, kind), f"{self.last} is no {kind.__name__}"
        return self.last

    @property
    def result(self) -> Any:
        """How the deal ended; people by seat."""
        assert self.state.result is not None, "the deal goes on"
        return self.state.result

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners of the deal, in order of play."""
        return tuple(self.number(seat) for seat in self.result.winners)

    @property
    def game_winners(self) -> tuple[int, ...]:
        """The winners of the whole game, by number."""
        return tuple(sorted(self.number(seat) for seat in self.result.game_winners))


def numbered(game: Game[Any], seats: int, dealer: int, *, players: bool) -> tuple[int, ...]:
    """The seats in the order of their numbers: as they are, or P1 first and the dealer last."""
    step = 1 if game.clockwise else -1
    return tuple((dealer + step * place) % seats for place in range(1, seats + 1)) if players else tuple(range(seats))
