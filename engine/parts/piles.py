"""Hands, stock and discard pile of the games in which a turn is a draw and a discard."""

from __future__ import annotations

from engine.actions import Source
from engine.cards import Card
from engine.frozen import frozen
from engine.secret import Secret

Hand = tuple[Card, ...]
"""The cards of one seat; a card just drawn is the last."""
Hands = tuple[Secret[Hand], ...]
"""Each seat's cards, which that seat alone may see."""


def without(hand: Hand, card: Card) -> Hand:
    """The hand after a discard. Raises ValueError where it does not hold the card."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def with_hand(hands: Hands, seat: int, hand: Hand) -> Hands:
    """The hands after one of them has changed; whoever could see it still can."""
    changed = list(hands)
    changed[seat] = Secret(hand, changed[seat].seen_by)
    return tuple(changed)


@frozen
class Piles:
    """A face-down stock, and a discard pile of which only the top card is open to inspection."""

    deck: Secret[Hand]
    """The cards that the stock was made of, from the top."""
    used: int
    """How many of them have left the stock."""
    discards: Hand
    """The discard pile, the top last."""

    @property
    def stock(self) -> int:
        """How many cards the stock has."""
        return len(self.deck.open()) - self.used

    @property
    def stock_cards(self) -> Hand:
        """The stock from the top; for the engine, which knows all."""
        return self.deck.open()[self.used :]

    def drawn(self, source: Source) -> tuple[Card, Piles]:
        """The card on top of a pile, and the piles without it."""
        if source == "stock":
            return self.deck.open()[self.used], Piles(self.deck, self.used + 1, self.discards)
        return self.discards[-1], Piles(self.deck, self.used, self.discards[:-1])

    def covered(self, card: Card) -> Piles:
        """The piles after a discard."""
        return Piles(self.deck, self.used, (*self.discards, card))

    @property
    def under_top(self) -> Hand:
        """The discards that are shuffled into a new stock: all but the top one."""
        return self.discards[:-1]

    def can_be_shuffled(self, order: Hand) -> bool:
        """Whether the order holds each of those discards once and nothing else."""
        return len(order) == len(self.under_top) and set(order) == set(self.under_top)

    def shuffled(self, order: Hand) -> Piles:
        """The piles after all but the top discard have become the stock, in this order from the top."""
        return Piles(Secret(order), 0, self.discards[-1:])

    def turned_over(self) -> Piles:
        """The piles after the whole discard pile has become the stock, unshuffled: the oldest discard is the top."""
        return Piles(Secret(self.discards), 0, ())
