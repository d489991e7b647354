"""Deals with stacked cards, for every game: who gets which card of the deck is asked of the game itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import engine.games  # noqa: F401 - registers the games
from engine.cards import Card, Suit, card, cards
from engine.game import GAMES, Game
from engine.rules import Rules
from engine.stakes import Stakes

from .table import Table, numbered


def deal(
    hands: Sequence[str] | Mapping[int, str],
    rest: str = "",
    *,
    game: str | Game[Any],
    players: bool = False,
    seats: int = 0,
    chips: int | Sequence[int] = 20,
    dealer: int | None = None,
    pot: int = 0,
    pools: Mapping[str, int] | None = None,
    scores: tuple[int, ...] = (),
    played: int = 0,
    supply: int = 0,
    fixed: Mapping[int, str] | None = None,
    sparing: Suit | None = None,
    **rules: Any,
) -> Table:
    """A table at which these cards are dealt; ``hands`` and ``chips`` by number (see ``Table``), and the other rules.

    A hand may name fewer cards than are dealt, or none: the others come from the end of the pack, and of the suit
    ``sparing`` only where there are no others. ``rest`` are the first cards that nobody is dealt: upcard and stock.
    ``fixed`` names cards by their place in the deck. ``dealer`` is a seat, the last one where none is given.
    """
    kind = GAMES[game] if isinstance(game, str) else game
    named = dict(hands) if isinstance(hands, Mapping) else dict(enumerate(hands, start=1 if players else 0))
    seats = seats or len(named)
    dealer = seats - 1 if dealer is None else dealer
    order = numbered(kind, seats, dealer, players=players)
    stacks = [chips] * seats if isinstance(chips, int) else [0] * seats
    for seat, stack in zip(order, [] if isinstance(chips, int) else chips, strict=not isinstance(chips, int)):
        stacks[seat] = stack
    stakes = Stakes(
        dealer, tuple(stacks), pot, tuple((pools or {}).items()), scores=scores, deals=played, supply=supply
    )
    agreed = kind.rules(**rules)
    by_seat = {order[number - players]: cards(text) for number, text in named.items()}
    placed = {place: card(text) for place, text in (fixed or {}).items()}
    deck = stacked(kind, agreed, stakes, by_seat, cards(rest), placed, sparing)
    return Table(kind, kind.new_deal(agreed, seats, stakes, deck), players=players)


def stacked(
    game: Game[Any],
    rules: Rules,
    stakes: Stakes,
    hands: Mapping[int, tuple[Card, ...]],
    rest: tuple[Card, ...],
    fixed: Mapping[int, Card],
    sparing: Suit | None = None,
) -> tuple[Card, ...]:
    """The deck from which every seat gets its cards; the pack is dealt as it comes to see which these are."""
    pack = game.pack(rules, len(stakes.chips)).cards
    place_of = {card: place for place, card in enumerate(pack)}
    held = game.layout(game.new_deal(rules, len(stakes.chips), stakes, pack)).hands
    taken = {*rest, *fixed.values(), *(card for hand in hands.values() for card in hand)}
    free = sorted((card for card in pack if card not in taken), key=lambda card: card.suit is not sparing)
    deck = dict(fixed)
    for seat in numbered(game, len(held), stakes.dealer, players=True):
        places = sorted(place_of[card] for card in held[seat] if place_of[card] not in fixed)
        hand = hands.get(seat, ())
        assert len(hand) <= len(places), f"seat {seat} gets {len(places)} cards"
        filled = (*hand, *(free.pop() for _ in places[len(hand) :]))
        deck |= zip(places, filled, strict=True)
    after = [place for place in range(len(pack)) if place not in deck]
    deck |= zip(after, (*rest, *free), strict=True)
    return tuple(deck[place] for place in range(len(pack)))
