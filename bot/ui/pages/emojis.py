"""Pictures of cards for buttons and selects, where the bot has uploaded them."""

from __future__ import annotations

from engine.cards import Card


def card_emoji(card: Card) -> str | None:
    """The card's emoji as Discord names it, ``<:7S:123>``; None where there is none, and text does."""
    return None
