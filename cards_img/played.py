"""A card and who played it, as pictures of tricks and boards are told."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card


@dataclass(frozen=True, slots=True)
class Played:
    """A card on the table."""

    seat: int
    card: Card
