"""Tables without a store: real deals of the engine, seen as the service shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

import engine.games  # noqa: F401 - registers the games
from bot.service.deal import Deal, dealt
from bot.service.model import Private, Sitter, Snapshot, Told
from bot.service.snapshots import private, snapshot
from bot.service.table import Table
from bot.store.model.tables import Setup
from bot.store.model.tables import Table as TableRow
from engine import actions
from engine.actions import Prompt
from engine.cards import Card, Rank
from engine.game import GAMES
from engine.middle import Piles, Pool, Pools
from engine.players import PLAYERS, Player
from engine.shuffle import Stream
from engine.stakes import DealResult, Stakes
from engine.versions import values
from engine.view import View

LONG = "W" * 32
M = TypeVar("M")


class LabTable(Table):
    """A table that a test changes."""

    def note(self, **changes: Any) -> None:
        """Changes what the books have of the table itself."""
        self.row = replace(self.row, **changes)

    def change(self, sitting_id: int, **changes: Any) -> None:
        """Replaces a sitter by one with the changes."""
        self.sitters = tuple(replace(s, **changes) if s.sitting_id == sitting_id else s for s in self.sitters)


class Lab:
    """One table in memory, with a deal that is played by calling ``do``."""

    def __init__(
        self,
        seats: int = 3,
        *,
        game: str = "knock-poker",
        computers: int = 0,
        names: Sequence[str] | None = None,
        chips: int = 20,
        **rules: Any,
    ) -> None:
        self.game = GAMES[game]
        self.rules = self.game.rules(**rules)
        self.table = LabTable(
            TableRow(
                id=7,
                guild_id=10**17 + 1,
                channel_id=10**17 + 2,
                game=self.game.name,
                unit=self.game.judging.unit,
                setup=Setup(values(self.rules), chips),
                host_id=1000,
                status="lobby",
                closing=False,
                closing_by=None,
                table_secret=bytes(32).hex(),
            ),
            self.game,
            self.rules,
        )
        for place in range(seats):
            user_id = None if place >= seats - computers else 1000 + place
            name = names[place] if names else f"Player{place}"
            self.table.sitters += (Sitter(place + 1, user_id, name, chips, None),)

    def deal(self, top: str = "", dealer: int | None = None) -> Lab:
        """Deals; ``top`` names the cards on top of the deck."""
        seats = len(self.table.sitters)
        pack = self.game.pack(self.rules, seats)
        stakes = Stakes(seats - 1 if dealer is None else dealer, tuple(s.chips for s in self.table.sitters))
        if self.table.stakes is not None:
            before = self.table.stakes
            stakes = replace(stakes, scores=before.scores, deals=before.deals, pools=before.pools)
        if self.game.money.ends_broke:
            stakes = replace(stakes, supply=self.table.setup.buy_in)
        state = self.game.new_deal(self.rules, seats, stakes, pack.deck(top.split()))
        number = self.table.deal.number + 1 if self.table.deal else 1
        deal = Deal(number * 100, number, tuple(self.table.sitters), bytes(32), 3, state, state)
        deal.told = (dealt(self.game, state),)
        self.table.deal = deal
        return self

    @property
    def running(self) -> Deal:
        """The deal, which somebody has dealt."""
        assert self.table.deal is not None
        return self.table.deal

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.game.to_act(self.running.state)[0]

    @property
    def acting(self) -> Sitter:
        """Whoever's turn it is."""
        acting = self.snapshot.to_act
        assert acting is not None
        return acting

    @property
    def upcard(self) -> Card:
        """The top of the discard pile."""
        upcard = self.middle(Piles).upcard
        assert upcard is not None
        return upcard

    def do(self, do: str, argument: Card | Rank | str | int | None = None) -> Lab:
        """One action of the seat whose turn it is."""
        deal = self.running
        self._apply(actions.act(do, self.seat, argument))
        while left := self.game.to_shuffle(deal.state):
            deal.shuffles += 1
            self._apply(actions.Shuffle(deal.shuffled(left, deal.shuffles)))
        if deal.state.result is not None:
            self.table.stakes = deal.state.result.stakes
            self.table.game_over = deal.state.result.game_over
            for seat, chips in enumerate(self.table.stakes.chips if self.game.money.ends_broke else ()):
                self.table.change(seat + 1, chips=chips)
        return self

    def act(self, action: actions.Action) -> Lab:
        """One action of the seat whose turn it is, and the shuffles after it."""
        argument = actions.argument(action)
        assert not isinstance(argument, tuple), "a shuffle is nobody's action"
        return self.do(action.do, argument)

    def take(self, action: actions.Action) -> Lab:
        """One action of any seat."""
        self._apply(action)
        return self

    def _apply(self, action: actions.Action) -> None:
        deal = self.running
        deal.state, events = self.game.apply(deal.state, action)
        deal.seq += 1
        deal.told += (Told(deal.seq, events),)

    def turn(self) -> Lab:
        """A whole turn: a card from the stock, discarded again."""
        self.do("draw", "stock")
        return self.do("discard", self.view(self.seat).drawn)

    def knock_and_finish(self) -> Lab:
        """The seat to act knocks, everybody else plays a last turn."""
        self.do("draw", "stock").do("knock")
        self.do("discard", self.view(self.seat).prompts[0].choices[0])
        while self.table.playing:
            self.turn()
        return self

    @property
    def player(self) -> Player:
        """A careful computer player; a random one in a game that careful ones don't know."""
        return PLAYERS["careful" if PLAYERS["careful"].plays(self.game.name) else "random"]

    def play_out(self) -> Lab:
        """The rest of the deal, as ``player`` plays it."""
        stream, player = Stream(bytes(32)), self.player
        while self.table.playing:
            state = self.running.state
            if under := self.game.to_shuffle(state):
                self.take(actions.Shuffle(under))
                continue
            self.take(player.choose(self.game.observe(state, self.game.to_act(state)[0]), stream))
        self.table.stakes, self.table.game_over = self.result.stakes, self.result.game_over
        return self

    @property
    def snapshot(self) -> Snapshot:
        """The table as everybody sees it."""
        return snapshot(self.table)

    def private(self, seat: int) -> Private:
        """The table as the person in that seat sees it."""
        return private(self.table, 1000 + seat)

    def view(self, seat: int | None = None) -> View:
        """The deal as the person in that seat sees it, or as everybody does."""
        view = self.snapshot.view if seat is None else self.private(seat).view
        assert view is not None
        return view

    def prompt(self, do: str, seat: int | None = None) -> Prompt:
        """What that seat, or whoever's turn it is, is offered by this name; it must be offered."""
        prompt = self.view(self.seat if seat is None else seat).prompt(do)
        assert prompt is not None
        return prompt

    @property
    def result(self) -> DealResult:
        """How the deal ended."""
        result = self.view().result
        assert result is not None
        return result

    def pool(self, name: str) -> Pool:
        """One of the pools in the middle."""
        pool = self.middle(Pools).pool(name)
        assert pool is not None
        return pool

    def middle(self, kind: type[M]) -> M:
        """What lies in the middle of the table, which must be of that kind."""
        middle = self.view().middle
        assert isinstance(middle, kind)
        return middle
