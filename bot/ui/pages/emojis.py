"""Pictures of cards for buttons and selects: emojis of the application, which ``python -m bot emojis`` uploads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from bot.ui.pages.page import Emoji
from engine.cards import ALL_CARDS, JOKER, JOKERS, Card, spanish_pack


class Face(NamedTuple):
    """One card as it is drawn."""

    card: Card
    spanish: bool = False
    """Whether it is of a Spanish pack."""

    @property
    def name(self) -> str:
        """What the emoji of it is called."""
        return f"{'naipe' if self.spanish else 'card'}_{self.card.notation}"


FACES: Final[Mapping[str, Face]] = {
    face.name: face
    for face in (
        *map(Face, (*ALL_CARDS, JOKER, *JOKERS)),
        *(Face(card, spanish=True) for card in spanish_pack(48)),
    )
}
"""Every card that has an emoji, by the emoji's name."""


class Uploaded(Protocol):
    """An emoji that Discord has."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def id(self) -> int:
        """Its number at Discord."""


@dataclass(frozen=True)
class CardEmojis:
    """The emojis of cards that Discord has."""

    ids: Mapping[str, int] = field(default_factory=dict)
    """Their numbers by their names."""
    refused: Callable[[], None] = field(default=lambda: None, compare=False)
    """Called where Discord has no longer one of them."""

    @classmethod
    def among(cls, uploaded: Iterable[Uploaded], refused: Callable[[], None] = lambda: None) -> CardEmojis:
        """Those of cards among all emojis of the application."""
        return cls({emoji.name: emoji.id for emoji in uploaded if emoji.name in FACES}, refused)

    def of(self, card: Card, *, spanish: bool = False) -> Emoji | None:
        """The card's emoji; None if there is none, and text does."""
        name = Face(card, spanish).name
        return Emoji(f"<:{name}:{self.ids[name]}>", self.refused) if name in self.ids else None


NO_EMOJIS: Final = CardEmojis()
