"""Dealing, one card at a time (RULES G-2)."""

from __future__ import annotations

from engine.cards import Card


def dealt(deck: tuple[Card, ...], order: tuple[int, ...], each: int) -> dict[int, tuple[Card, ...]]:
    """The hands by seat: one card at a time from the top of the deck, the first in ``order`` first."""
    used = each * len(order)
    return {seat: deck[place : used : len(order)] for place, seat in enumerate(order)}
