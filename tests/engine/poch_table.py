"""A table for the rulebook tests of the Poch family, in which everybody is named as in the rules.

P1 is the first to act, Pn the dealer. All that a ``PochTable`` takes and gives is in that order, so that a test reads
the same for both directions of play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import engine.games  # noqa: F401 - registers the games
from engine.actions import Action, Bet, Fold, Pass, Play
from engine.cards import Card, card, cards
from engine.errors import IllegalAction
from engine.events import Event
from engine.game import GAMES
from engine.stakes import Stakes
from engine.view import View

EDITIONS = ("poch", "le-poque", "poch-1873")
CLOCKWISE = {"poch": True, "le-poque": False, "poch-1873": True}
START = {"poch": 60, "le-poque": 40, "poch-1873": 40}


def players(game: str, dealer: int, seats: int) -> tuple[int, ...]:
    """The seats of P1 to Pn."""
    step = 1 if CLOCKWISE[game] else -1
    return tuple((dealer + step * place) % seats for place in range(1, seats + 1))


def dealing_order(game: str, seats: int, pack: int) -> list[int]:
    """Which player (P1 is 0) gets each card from the top; the card after them is turned up (PO-5, LQ-5, HO-4)."""
    if game == "poch":
        return [place % seats for place in range(pack - 1)]
    if game == "le-poque":
        return [p for p in range(seats) for _ in range(2)] + [p for p in range(seats) for _ in range(3)]
    return [place % seats for place in range(5 * seats)]


def deck_for(game: str, pack: Sequence[Card], hands: Sequence[str], turned: str) -> tuple[Card, ...]:
    """A whole deck by which P1 to Pn get these cards, and ``turned`` is turned up.

    A hand may name fewer cards than are dealt: the others are free ones, from the last of the pack up, and only where
    there are no others of the pay suit.
    """
    top = card(turned)
    named = [list(cards(text)) for text in hands]
    taken = {top, *(one for hand in named for one in hand)}
    free = sorted((one for one in pack if one not in taken), key=lambda one: one.suit is not top.suit)
    order = dealing_order(game, len(hands), len(pack))
    for player, hand in enumerate(named):
        due = order.count(player)
        assert len(hand) <= due, f"P{player + 1} gets {due} cards"
        hand += [free.pop() for _ in range(due - len(hand))]
    left = [iter(hand) for hand in named]
    return (*(next(left[player]) for player in order), top, *free)


class PochTable:
    """One deal. ``hands``, ``chips`` and all results from P1 to Pn; players are numbered from 1."""

    def __init__(
        self,
        game: str,
        hands: Sequence[str],
        turned: str,
        *,
        chips: int | Sequence[int] | None = None,
        pools: Mapping[str, int] | None = None,
        dealer: int | None = None,
        supply: int = 0,
        played: int = 0,
        **rules: Any,
    ) -> None:
        self.game = GAMES[game]
        seats = len(hands)
        dealer = seats - 1 if dealer is None else dealer
        self.seats = players(game, dealer, seats)
        self.rules = self.game.rules(**rules)
        stacks = [chips if isinstance(chips, int) else START[game]] * seats
        if isinstance(chips, Sequence):
            for seat, stack in zip(self.seats, chips, strict=True):
                stacks[seat] = stack
        self.stakes = Stakes(
            dealer, tuple(stacks), pools=tuple((pools or {}).items()), deals=played, supply=supply or max(stacks)
        )
        self.deck = deck_for(game, self.game.pack(self.rules, seats).cards, hands, turned)
        self.state = self.game.new_deal(self.rules, seats, self.stakes, self.deck)
        self.events: list[Event] = [*self.game.telling.opening(self.state)]

    def do(self, action: Action) -> PochTable:
        self.state, events = self.game.apply(self.state, action)
        self.events += events
        return self

    def bets(self, script: str) -> PochTable:
        """Plays a betting written as "1p 2b2 3b5 4f": player, and pass, fold or bet."""
        for word in script.split():
            seat, do, amount = self.seats[int(word[0]) - 1], word[1], word[2:]
            self.do(Bet(seat, int(amount)) if do == "b" else Pass(seat) if do == "p" else Fold(seat))
        return self

    def all_pass(self) -> PochTable:
        return self.bets(" ".join(f"{player}p" for player in range(1, len(self.seats) + 1)))

    def leads(self, player: int, text: str) -> PochTable:
        return self.do(Play(self.seats[player - 1], card(text)))

    def plays_out(self, first: str = "", *, place: int = 0) -> PochTable:
        """Whoever leads plays the card named first, and then the one offered at a place, until the deal is over."""
        for text in first.split():
            self.leads(self.turn or 0, text)
        while self.state.result is None:
            seat = self.game.to_act(self.state)[0]
            (prompt,) = self.game.prompts(self.state, seat)
            self.do(Play(seat, prompt.choices[place]))
        return self

    def refused(self, action: Action) -> str:
        """The code with which an action is refused; the state must not change."""
        before = self.state
        with pytest.raises(IllegalAction) as caught:
            self.game.apply(self.state, action)
        assert self.state is before
        return caught.value.code

    def offers(self, player: int) -> dict[str, Any]:
        """What a player is offered: {"pass": (), "bet": (1, 51)}."""
        return {
            one.do: (one.least, one.most) if one.least is not None else tuple(c.notation for c in one.choices)
            for one in self.game.prompts(self.state, self.seats[player - 1])
        }

    @property
    def turn(self) -> int | None:
        """Which player is to act; None when the deal is over."""
        to_act = self.game.to_act(self.state)
        assert len(to_act) <= 1
        return self.seats.index(to_act[0]) + 1 if to_act else None

    @property
    def view(self) -> View:
        return self.game.observe(self.state, None)

    @property
    def chips(self) -> tuple[int, ...]:
        return tuple(self.view.seats[seat].chips for seat in self.seats)

    @property
    def pools(self) -> dict[str, int]:
        return dict(self.view.pools)

    @property
    def hands(self) -> list[str]:
        found = self.game.layout(self.state).hands
        return [" ".join(one.notation for one in found[seat]) for seat in self.seats]

    @property
    def left(self) -> tuple[int, ...]:
        """How many cards everybody holds."""
        return tuple(self.view.seats[seat].cards for seat in self.seats)

    @property
    def gone(self) -> str:
        """The cards played out, in order."""
        return " ".join(one.notation for one in self.view.middle.gone)

    @property
    def shown(self) -> dict[int, str]:
        """The cards that players showed."""
        found = self.game.cards_shown(self.state)
        return {self.seats.index(seat) + 1: " ".join(one.notation for one in some) for seat, some in found.items()}

    @property
    def result(self) -> Any:
        assert self.state.result is not None, "the deal goes on"
        return self.state.result

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won the whole game."""
        return tuple(sorted(self.seats.index(seat) + 1 for seat in self.result.game_winners))

    def paid(self, reason: str) -> list[tuple[Any, Any, int]]:
        """The transfers for a reason, with players by number."""
        return [
            (self._place(one.source), self._place(one.target), one.amount)
            for one in self.state.transfers
            if one.reason == reason
        ]

    def _place(self, account: Any) -> Any:
        return self.seats.index(account) + 1 if isinstance(account, int) else account
