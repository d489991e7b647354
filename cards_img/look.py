"""What a viewer may choose: the design of the pack, four colours, the letters of the indices, the cloth."""

from __future__ import annotations

from typing import Final

from cards_img.tools import theme
from engine.cards import Card, Rank, Suit
from engine.frozen import frozen


@frozen
class Look:
    """How cards look. The letters are those of the viewer's language."""

    four_colour: bool = False
    """Diamonds blue and clubs green."""
    ace: str = "A"
    king: str = "K"
    queen: str = "Q"
    jack: str = "J"
    ten: str = "10"
    design: str = "french"
    """The pack's design: one of ``faces.DESIGNS``."""
    spanish_ace: str = "1"
    sota: str = "10"
    caballo: str = "11"
    rey: str = "12"
    """The indices of a Spanish pack, where they stand for ace, jack, queen and king."""
    cloth: str = "felt"
    """What the table is covered with: one of ``theme.CLOTHS``."""

    def colour(self, suit: Suit) -> theme.RGB:
        """The colour of a suit's pips and indices."""
        if self.design == "spanish":
            return _SPANISH[suit]
        return (_FOUR if self.four_colour else _TWO)[suit]

    def index(self, rank: Rank) -> str:
        """What stands in a card's corner; nothing for a joker."""
        if self.design == "spanish":
            own = {Rank.ACE: self.spanish_ace, Rank.KING: self.rey, Rank.QUEEN: self.caballo, Rank.JACK: self.sota}
            if rank in own:
                return own[rank]
        letters = {
            Rank.ACE: self.ace,
            Rank.KING: self.king,
            Rank.QUEEN: self.queen,
            Rank.JACK: self.jack,
            Rank.TEN: self.ten,
            Rank.JOKER: "",
        }
        return letters.get(rank, str(int(rank)))


_TWO: Final = {
    Suit.SPADES: theme.INK,
    Suit.HEARTS: theme.RED,
    Suit.DIAMONDS: theme.RED,
    Suit.CLUBS: theme.INK,
    Suit.NONE: theme.INK,
}
_FOUR: Final = {**_TWO, Suit.DIAMONDS: theme.BLUE, Suit.CLUBS: theme.GREEN}
_SPANISH: Final = {
    Suit.SPADES: theme.BLUE,
    Suit.HEARTS: theme.RED,
    Suit.DIAMONDS: theme.OCHRE,
    Suit.CLUBS: theme.GREEN,
    Suit.NONE: theme.INK,
}

_SUIT_ORDER: Final = {Suit.SPADES: 0, Suit.HEARTS: 1, Suit.CLUBS: 2, Suit.DIAMONDS: 3, Suit.NONE: -1}


def by_rank(cards: tuple[Card, ...] | list[Card]) -> tuple[Card, ...]:
    """The cards from the highest rank down, equal ranks in the order S H C D; jokers first."""
    return tuple(sorted(cards, key=lambda card: (not card.is_joker, -card.rank, _SUIT_ORDER[card.suit], card.index)))


def by_suit(cards: tuple[Card, ...] | list[Card]) -> tuple[Card, ...]:
    """The cards by suits, alternately black and red, each suit from the highest rank down; jokers first."""
    return tuple(sorted(cards, key=lambda card: (_SUIT_ORDER[card.suit], -card.rank, card.index)))
