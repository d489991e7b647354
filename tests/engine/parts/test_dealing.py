"""What must hold before a deal (engine/parts/dealing.py)."""

from __future__ import annotations

import pytest

from engine.cards import ALL_CARDS, JOKER, standard_pack
from engine.errors import BadSetup
from engine.parts.dealing import check_setup
from engine.stakes import Stakes

DECKS = {
    "a card is missing": ALL_CARDS[1:],
    "a card is there twice": (ALL_CARDS[1], *ALL_CARDS[1:]),
    "a card more": (*ALL_CARDS, ALL_CARDS[0]),
    "a card of another pack": (JOKER, *ALL_CARDS[1:]),
}


def check(deck):
    check_setup("A game", range(2, 5), 2, Stakes(0, (20, 20)), deck, standard_pack())


def test_the_order_of_the_deck_does_not_matter():
    check(tuple(reversed(ALL_CARDS)))


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_a_deck_that_is_not_the_pack_is_refused(deck):
    with pytest.raises(BadSetup, match="the deck must hold each of the 52 cards once"):
        check(deck)
