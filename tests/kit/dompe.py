"""Deals of Dompe for its tests, told by players in order of play."""

from __future__ import annotations

from engine.actions import Discard, Draw, Knock, Show
from engine.games.dompe import GAME
from tests.kit.table import Table

NOTHING = ["AS KH 9D 6C 3S", "KS QH 8D 5C 2S", "QS JH 7D 4C 3D", "JS TH 6D 4H 2D", "9S 8H 5D 3C AD"]
"""Five hands of a high card each."""
REST = "2C 7C 8C 9C TC JC QC KC"


class AtTheTable:
    """A deal told by P1, P2, … up to the dealer, who sits on seat 0: so P1 is the highest seat."""

    def __init__(self, *hands: str, rest: str = REST, **more) -> None:
        self.players = len(hands)
        by_seat = [hands[self.player(seat) - 1] for seat in range(self.players)]
        self.table = Table(by_seat, rest, game=GAME, dealer=0, **more)

    def seat(self, player: int) -> int:
        """The seat of a player."""
        return self.players - player

    player = seat
    """The player on a seat."""

    def offers(self, player: int):
        return self.table.offers(self.seat(player))

    def hand(self, player: int):
        return self.table.hand(self.seat(player))

    def play(self, *moves: str) -> AtTheTable:
        """Moves such as ``1 discard 2C``, ``2 stock``, ``2 pile``, ``2 call``, ``2 show``, ``2 turn``."""
        for move in moves:
            who, what, *cards_ = move.split()
            seat = self.seat(int(who))
            match what:
                case "stock" | "pile":
                    self.table.draw(seat, {"pile": "discard"}.get(what, what))
                case "call":
                    self.table.knock(seat)
                case "show":
                    self.table.show(seat)
                case "turn":
                    self.table.turn(seat)
                case "discard":
                    self.table.discard(seat, cards_[0])
        return self

    def refused(self, player: int, do: str, *argument: object) -> str:
        make = {"draw": Draw, "discard": Discard, "call": Knock, "show": Show}[do]
        return self.table.refused(make(self.seat(player), *argument))

    @property
    def to_act(self) -> tuple[int, ...]:
        return tuple(self.player(seat) for seat in self.table.to_act)

    @property
    def result(self):
        return self.table.result

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(self.player(seat) for seat in self.result.winners)

    @property
    def shown(self) -> tuple[int, ...]:
        return tuple(self.player(seat) for seat in self.result.shown)

    @property
    def chips(self) -> tuple[int, ...]:
        """In order of play."""
        return tuple(self.result.stakes.chips[self.seat(player)] for player in range(1, self.players + 1))


CALL = "9S 9H 9D"


def around(caller: int, players: int) -> AtTheTable:
    """A deal in which the caller has three nines and nobody else anything, played up to the call and its discard."""
    hands = ["AS KH TD 6C 3S", "KS QH 8D 5C 2S", "QS JH 7D 4C 3D", "JS TH 6D 4H 2D", "TS 8H 5D 3C AD"][:players]
    hands[caller - 1] = " ".join([CALL, *hands[caller - 1].split()[3:]])
    at = AtTheTable(*hands, rest="2C 7C 8C 9C TC JC QC KC AC 5H 6H 7H")
    at.play(*(["1 discard 2C"] if caller > 1 else []), *(f"{player} turn" for player in range(2, caller)))
    if caller > 1:
        at.play(f"{caller} stock")
    at.play(f"{caller} call")
    return at.play(f"{caller} discard {at.hand(caller)[-1]}")
