"""The trick on the table in words."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from bot.i18n import Texts
from bot.service.model import Snapshot, events_of
from engine.cards import SUITS, Suit
from engine.events import CardPlayed, QuartetsScored, TrickTaken
from engine.middle import Played, Trick


def trick_of(snapshot: Snapshot) -> Trick:
    """The current trick; until the next lead, the one just taken. Empty if no tricks are played."""
    middle = snapshot.view.middle if snapshot.view is not None else None
    return middle if isinstance(middle, Trick) else Trick()


class PlayedTrick(NamedTuple):
    """The cards of a trick, in the order of play."""

    cards: tuple[Played, ...]
    taken: TrickTaken | None
    """Who took it, and with which card; None: it is still being played."""


def tricks_of(snapshot: Snapshot) -> list[PlayedTrick]:
    """The tricks of the present deal, also the one that is being played."""
    tricks: list[PlayedTrick] = []
    cards: tuple[Played, ...] = ()
    for event in events_of(snapshot.told):
        if isinstance(event, CardPlayed):
            cards = (*cards, Played(event.seat, event.card))
        elif isinstance(event, TrickTaken):
            tricks.append(PlayedTrick(cards, event))
            cards = ()
    return [*tricks, PlayedTrick(cards, None)] if cards else tricks


def last_taken(snapshot: Snapshot) -> PlayedTrick | None:
    """The trick that was taken last in the present deal; None where none was."""
    return next((trick for trick in reversed(tricks_of(snapshot)) if trick.taken is not None), None)


def factor_of(snapshot: Snapshot, seat: int) -> int | None:
    """How often a seat's quartets count if it went out while others played on; None if it hasn't."""
    return dict(trick_of(snapshot).factors).get(seat)


def suit_words(suits: Collection[Suit], texts: Texts) -> str:
    """The suits in signs: "♥ or ♣"."""
    return texts.either([texts(f"suit-{suit.name.lower()}.sign") for suit in SUITS if suit in suits])


def trick_spoken(trick: Trick, snapshot: Snapshot, plain: Texts) -> str:
    """The same for people who hear it: "jack of hearts from Ann and nine of clubs from Bo"."""
    cards = [(plain.card(card.card), snapshot.at(card.seat).name) for card in trick.played]
    return plain.list([plain("alt-trick-card", card=card, name=name) for card, name in cards])


def scorings(snapshot: Snapshot) -> tuple[QuartetsScored, ...]:
    """What each seat's quartets were worth, in the order of going out; nothing before the deal is over."""
    found = [event for event in events_of(snapshot.told[-1:]) if isinstance(event, QuartetsScored)]
    return tuple(sorted(found, key=lambda scoring: -scoring.factor))
