"""A table of Crummy with stacked hands, on which a test plays tricks; and positions in the middle of a deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.actions import Halt, Meld, Play
from engine.cards import Rank, card, cards
from engine.events import Event, QuartetsScored, TrickTaken, WentOut
from engine.games.crummy import GAME, CrummyRules, State
from engine.games.crummy.play import stands
from engine.games.crummy.state import Lead
from engine.parts.seating import order_of_play
from engine.secret import Secret
from engine.stakes import Stakes
from tests.kit.table import Table

COMPLETE = [
    "JD QD AD 7H JH AH 7S 8S JS KS AS",
    "7C 9C TC KC AC 7D TD TH QH TS QS",
    "8C JC QC 8D 9D KD 8H 9H KH 9S",
]
"""A complete deal for three, with what is played in it; a plus lays a quartet."""
COMPLETE_PLAY = (
    "JH 9C KD 8S +9 +8",
    "JH JD AC JS +A",
    "JS QH QC JD",
    "7H QS JC JD +J +Q",
    "KS TD KH KC +T",
    "KC KD 7S KH +K",
    "7D 7H 7S 7C",
)
RANKS = {rank.notation: rank for rank in Rank}


class Crummy(Table):
    """One deal; whose turn it is plays."""

    def play(self, text: str) -> Crummy:
        """Cards played in turn, ``+9`` to lay the nines, ``halt`` for a halt of the player to lead."""
        for word in text.split():
            seat = self.to_act[0]
            if word == "halt":
                self.do(Halt(seat))
            elif word.startswith("+"):
                self.do(Meld(seat, RANKS[word[1:]]))
            else:
                self.do(Play(seat, card(word)))
        return self

    def told(self, kind: type) -> list[Any]:
        """The events of one kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def takers(self) -> list[tuple[int, str, bool]]:
        return [(event.seat, event.card.notation, event.doubled) for event in self.told(TrickTaken)]

    @property
    def out(self) -> list[int]:
        return [event.seat for event in self.told(WentOut)]

    @property
    def scores(self) -> dict[int, tuple[int, int]]:
        """Factor and value of each seat, in the order of going out."""
        return {event.seat: (event.factor, event.value) for event in self.told(QuartetsScored)}

    @property
    def last(self) -> Event:
        return self.events[-1]


def table(hands: list[str], dealer: int | None = None, scores: tuple[int, ...] = (), **rules: Any) -> Crummy:
    """A deal with these hands by seat; seat 0 is P1 unless a dealer is given. No text: cards that nobody named."""
    seats = len(hands)
    at = _table(seats, dealer, scores, rules)
    pack = GAME.pack(at.rules, seats).cards
    named = [cards(text) for text in hands]
    free = [one for one in pack if not any(one in hand for hand in named)]
    order = order_of_play(at.stakes.dealer, seats)
    sizes = {seat: len(pack[place::seats]) for place, seat in enumerate(order)}
    dealt = {seat: named[seat] or tuple(free.pop() for _ in range(sizes[seat])) for seat in order}
    assert {seat: len(hand) for seat, hand in dealt.items()} == sizes
    deck = tuple(dealt[order[place % seats]][place // seats] for place in range(len(pack)))
    at.state = GAME.new_deal(at.rules, seats, at.stakes, deck)
    return at


def _table(seats: int, dealer: int | None, scores: tuple[int, ...], rules: dict[str, Any]) -> Crummy:
    at = Crummy.__new__(Crummy)
    at.game, at.rules, at.events = GAME, CrummyRules(**rules), []
    at.stakes = Stakes(seats - 1 if dealer is None else dealer, (0,) * seats, scores=scores)
    return at


def standing(
    hands: list[str],
    leader: int = 0,
    *,
    may_lay: bool = True,
    laid: Mapping[int, str] | None = None,
    marked: int | None = None,
    out: tuple[int, ...] = (),
    tricks: int = 0,
    scores: tuple[int, ...] = (),
    **rules: Any,
) -> Crummy:
    """A position between tricks; ``laid`` the quartets of each seat, as ranks. The dealer is the last seat."""
    seats = len(hands)
    at = _table(seats, None, scores, rules)
    before = (laid or {}).items()
    quartets = {seat: tuple(Secret(RANKS[rank]) for rank in text.split()) for seat, text in before}
    state = State(
        rules=at.rules,
        stakes=at.stakes,
        order=order_of_play(seats - 1, seats),
        hands=tuple(Secret(cards(text), (seat,)) for seat, text in enumerate(hands)),
        laid=tuple(quartets.get(seat, ()) for seat in range(seats)),
        phase=Lead(leader, may_lay),
        positions=Secret(()),
        marked=marked,
        out=out,
        tricks=tricks,
    )
    at.state, _ = stands(state, Lead(leader, may_lay), (), ())
    return at
