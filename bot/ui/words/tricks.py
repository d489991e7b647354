"""The trick on the table in words."""

from __future__ import annotations

from collections.abc import Collection

from bot.i18n import Texts
from bot.service.model import Snapshot
from engine.cards import SUITS, Suit
from engine.middle import Trick


def trick_of(snapshot: Snapshot) -> Trick:
    """The current trick; until the next lead, the one just taken. Empty if no tricks are played."""
    middle = snapshot.view.middle if snapshot.view is not None else None
    return middle if isinstance(middle, Trick) else Trick()


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
