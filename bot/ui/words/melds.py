"""Hands sorted by rank, by suit, or in melds and deadwood: their order, their groups in pictures, and their words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from bot.i18n import Texts
from cards_img import Group, by_rank, by_suit
from engine.cards import Card
from engine.parts.melds import from_the_king, unmatched
from engine.view import SeatView, View


def matches(view: View) -> bool:
    """Whether hands of this game are arranged in melds, as far as the viewer's own cards show."""
    return view.own is not None and view.own.deadwood is not None


def sorted_hand(view: View, cards: Iterable[Card]) -> tuple[Card, ...]:
    """The viewer's cards from the highest; the ace is the lowest where there are melds (``knock_rummy.md KR-4``).

    If cards are played by suit they are sorted suit by suit.
    """
    if matches(view):
        return from_the_king(cards)
    return by_suit(tuple(cards)) if view.middle.by_suit else by_rank(tuple(cards))


def in_order(view: View, *, arranged: bool) -> tuple[Card, ...]:
    """The viewer's cards in the order of the picture of the hand, the card just drawn last where it lies apart."""
    if arranged and view.own is not None:
        return tuple(card for group in groups_of(view.own) for card in group.cards)
    cards = sorted_hand(view, view.hand)
    if view.middle.by_suit or view.drawn is None:
        return cards
    return (*(card for card in cards if card is not view.drawn), view.drawn)


def suits_of(cards: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
    """The cards suit by suit, each from the highest down; suits without cards are left out."""
    return tuple(tuple(suit) for _, suit in groupby(by_suit(tuple(cards)), key=lambda card: card.suit))


def groups_of(seat: SeatView, caption: str = "") -> tuple[Group, ...]:
    """The seat's cards as a picture shows them, melds first; ``caption`` stands under the deadwood."""
    if seat.deadwood is None or not seat.hand:
        return ()
    melds = tuple(Group(meld, "", "meld") for meld in seat.melds)
    loose = unmatched(seat.hand, seat.melds)
    return (*melds, Group(loose, caption, "deadwood")) if loose else melds


def count_words(seat: SeatView, texts: Texts, *, discarding: bool = False) -> str:
    """ "Deadwood 19", or "Rum"; ``discarding``: the hand has a card too many, and the count is that after a discard."""
    if seat.deadwood is None:
        return ""
    if seat.deadwood == 0:
        return texts("melds-rum.discarding" if discarding else "melds-rum")
    return texts("melds-deadwood.discarding" if discarding else "melds-deadwood", count=seat.deadwood)


def meld_words(seat: SeatView, texts: Texts, *, discarding: bool = False) -> tuple[str, str]:
    """The seat's melds and its deadwood in words: "7♠ 7♥ 7♦ · A♣ 2♣ 3♣" and "Deadwood 19: K♠ 9♦"."""
    melds = texts.melds(seat.melds) if seat.melds else texts("melds-none")
    count = count_words(seat, texts, discarding=discarding)
    loose = unmatched(seat.hand or (), seat.melds)
    return melds, texts("melds-cards", count=count, cards=texts.cards_short(loose)) if loose else count
