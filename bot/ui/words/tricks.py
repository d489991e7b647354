"""The trick on the table: what its picture shows, its words, and who has passed or gone out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from bot.i18n import Texts
from bot.service.model import Private, Snapshot
from engine.cards import SUITS, Suit
from engine.events import CardPlayed, Passed, TrickTaken, WentOut
from engine.parts.tricks import missing_suits
from engine.view import Played


@dataclass(frozen=True)
class Trick:
    """A trick as everybody sees it."""

    cards: tuple[Played, ...] = ()
    """In the order of play."""
    winner: int | None = None
    """Which of them took it, from 0; None as long as it is played to."""
    passed: frozenset[int] = frozenset()
    """The seats that could not play to it."""

    @property
    def open(self) -> tuple[Suit, ...]:
        """The suits still to be played."""
        return missing_suits(one.card for one in self.cards)

    @property
    def taker(self) -> int | None:
        """The seat that took it."""
        return None if self.winner is None else self.cards[self.winner].seat


NO_TRICK: Final = Trick()


def trick_of(snapshot: Snapshot) -> Trick:
    """The trick that is played to; until the next lead, the one just taken. All of it from what everybody was told."""
    played: list[Played] = []
    passed: set[int] = set()
    last = NO_TRICK
    for told in snapshot.told:
        for event in told.events:
            match event:
                case CardPlayed(seat, card):
                    played.append(Played(seat, card))
                case Passed(seat):
                    passed.add(seat)
                case TrickTaken(_, card):
                    winner = [one.card for one in played].index(card)
                    last = Trick(tuple(played), winner, frozenset(passed))
                    played, passed = [], set()
                case _:
                    pass
    return Trick(tuple(played), None, frozenset(passed)) if played else last


def gone_out(snapshot: Snapshot) -> Mapping[int, int]:
    """How often the quartets count of each seat that has gone out, in that order."""
    gone = [event.seat for told in snapshot.told for event in told.events if isinstance(event, WentOut)]
    return {seat: len(snapshot.players) - place for place, seat in enumerate(gone)}


def suit_words(suits: Collection[Suit], texts: Texts) -> str:
    """The suits in signs: "♥ or ♣"."""
    return texts.either([texts(f"suit-{one.name.lower()}.sign") for one in SUITS if one in suits])


def trick_words(trick: Trick, snapshot: Snapshot, texts: Texts) -> str:
    """The cards with who played them: "J♥ Ann · 9♣ Bo"."""
    cards = [texts("trick-card", card=one.card, name=snapshot.at(one.seat).name) for one in trick.cards]
    return texts("trick-separator").join(cards)


def trick_spoken(trick: Trick, snapshot: Snapshot, plain: Texts) -> str:
    """The same for who hears it: "jack of hearts from Ann and nine of clubs from Bo"."""
    cards = [(plain.card(one.card), snapshot.at(one.seat).name) for one in trick.cards]
    return plain.list([plain("alt-trick-card", card=card, name=name) for card, name in cards])


def on_the_table(private: Private, texts: Texts) -> str | None:
    """For a seat that is asked something: the trick it plays to, or the one it has just taken."""
    table, view = private.table, private.view
    acting = table.to_act
    if view is None or acting is None or acting.seat != view.viewer:
        return None
    trick = trick_of(table)
    if not trick.cards:
        return None
    said = trick_words(trick, table, texts)
    if trick.winner is None:
        return texts("private-trick", trick=said)
    return texts("private-took", trick=said) if trick.taker == view.viewer else None
