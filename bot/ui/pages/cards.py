"""A hand as buttons and selects, in the order of its picture, and what each card is worth keeping for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.i18n import Texts
from bot.service.model import Private
from bot.ui.address import Address
from bot.ui.pages.emojis import CardEmojis
from bot.ui.pages.page import Button, Choice, Emoji, Row, Select
from bot.ui.words.melds import in_order, suits_of
from engine.actions import Prompt
from engine.cards import Card, Suit
from engine.game import GAMES, Ranking
from engine.rules import Rules
from engine.view import View

MOST_CARD_BUTTONS: Final = 28
"""Hands that may come to have more cards than this are offered as a list for each suit, from a deal's first card on: a
message has forty components."""
MOST_IN_A_ROW: Final = 5
"""How many buttons Discord allows in a row."""
MOST_ON_A_PHONE: Final = 3
"""How many of them stand beside one another on a phone, which breaks longer rows."""
_FEW: Final = 12
"""Larger hands stand in full rows: each row counts towards a message's forty components, too."""


def card_rows(private: Private, texts: Texts, emojis: CardEmojis, *, arranged: bool) -> Iterator[Row]:
    """The rows for what may be done with a card of the hand, the buttons above the selects."""
    view = private.view
    if view is None:
        return
    selects: list[Row] = []
    for prompt in view.prompts:
        cards = _offered(view, prompt, arranged=arranged)
        if not cards:
            continue
        if grows(view):
            yield from (_suit(private, prompt.do, suit, texts, emojis) for suit in suits_of(cards))
        elif prompt.do in _AS_SELECT:
            selects.append(_select(private, prompt.do, cards, texts, emojis))
        else:
            yield from in_rows([_button(private, prompt.do, card, texts, emojis) for card in cards])
    yield from selects


_AS_SELECT: Final = frozenset({"fold"})
"""What is done with a card besides what most do: the same buttons twice would be mistaken for one another."""


def grows(view: View) -> bool:
    """Whether hands of this deal may come to have more cards than there is room for buttons."""
    return GAMES[view.game].largest_hand(view.rules, len(view.seats)) > MOST_CARD_BUTTONS


def in_rows(buttons: Sequence[Button], wide: int | None = None) -> Iterator[Row]:
    """Buttons in rows. ``wide``: how many stand in each; None: as many as take the fewest lines on a phone, and of
    these numbers the largest.
    """
    wide = wide or _wide(len(buttons))
    return (tuple(buttons[first : first + wide]) for first in range(0, len(buttons), wide))


def _wide(count: int) -> int:
    """How many buttons stand in a row where there are ``count``."""
    widths = range(MOST_ON_A_PHONE, MOST_IN_A_ROW + 1) if count <= _FEW else (MOST_IN_A_ROW,)
    return min(reversed(widths), key=lambda wide: _lines_on_a_phone(count, wide))


def _lines_on_a_phone(count: int, wide: int) -> int:
    rows, left = divmod(count, wide)
    return rows * -(-wide // MOST_ON_A_PHONE) - (-left // MOST_ON_A_PHONE)


def _offered(view: View, prompt: Prompt, *, arranged: bool) -> tuple[Card, ...]:
    """The cards that may be chosen, in the order of the picture."""
    choices = frozenset(choice for choice in prompt.choices if isinstance(choice, Card))
    return tuple(card for card in in_order(view, arranged=arranged) if card in choices)


def _button(private: Private, do: str, card: Card, texts: Texts, emojis: CardEmojis) -> Button:
    plain, view = texts.plain, private.view
    label = plain.card_short(card)
    if view is not None and card is view.drawn:
        label = plain("button-drawn", card=label)
    return Button(label, Address.at(private.table, do, card.notation), emoji=_emoji(private, card, emojis))


def _emoji(private: Private, card: Card, emojis: CardEmojis) -> Emoji | None:
    """The card's picture beside its name, of the pack that is played with."""
    view = private.view
    assert view is not None, "whoever is asked has a view"
    return emojis.of(card, spanish=GAMES[view.game].pack(view.rules, len(view.seats)).spanish)


def _suit(private: Private, do: str, cards: Sequence[Card], texts: Texts, emojis: CardEmojis) -> Select:
    """A list of one suit: of many cards each is found at once, without turning pages."""
    plain, suit = texts.plain, cards[0].suit
    ranks = " ".join(plain(f"rank-{card.rank.name.lower()}.short") for card in cards)
    placeholder = plain("private-select-play-suit", sign=_sign(suit, plain), ranks=ranks)
    choices = _choices(private, cards, plain, emojis)
    return Select(Address.at(private.table, do, f"?{suit.name[0]}"), placeholder, choices)


def _sign(suit: Suit, plain: Texts) -> str:
    return plain(f"suit-{suit.name.lower()}.sign")


def _select(private: Private, do: str, cards: Sequence[Card], texts: Texts, emojis: CardEmojis) -> Select:
    plain = texts.plain
    choices = _choices(private, cards, plain, emojis)
    # The argument only tells the select from a button of the same verb; the chosen value takes its place.
    return Select(Address.at(private.table, do, "?"), plain(f"private-select-{do}"), choices)


def _choices(private: Private, cards: Sequence[Card], plain: Texts, emojis: CardEmojis) -> tuple[Choice, ...]:
    view = private.view
    assert view is not None, "whoever is asked has a view"
    return tuple(
        Choice(
            plain("private-choice", sign=plain.card_short(card), card=plain.card(card)),
            card.notation,
            known_of(view, card, plain),
            emoji=_emoji(private, card, emojis),
        )
        for card in cards
    )


def explained(view: View, texts: Texts, *, arranged: bool) -> Iterator[str]:
    """For each card that may be discarded what is left: "9♠ · without it: pair of nines"."""
    for prompt in view.prompts:
        if prompt.do in _AS_SELECT:
            continue
        for card in _offered(view, prompt, arranged=arranged):
            if said := known_of(view, card, texts):
                yield texts("private-explained", card=card, what=said)


def known_of(view: View, card: Card, texts: Texts) -> str:
    """What is left without that card: "without it: pair of nines", "leaves deadwood 41"; where cards of the same rank
    are gathered, how many the viewer holds: "you hold 3 kings"; "" where the game names neither."""
    if view.middle.by_suit:
        held = sum(other.rank is card.rank for other in view.hand)
        return texts("private-holds", count=held, ranks=texts.ranks(card.rank)) if grows(view) and held > 1 else ""
    ranking = _ranked(view.game, view.rules, tuple(other for other in view.hand if other is not card))
    if ranking is None:
        return ""
    if ranking.deadwood is not None:
        return texts("private-leaves", count=ranking.deadwood)
    return texts("private-keeps", worth=texts.hand_name(ranking.name))


def _ranked(game: str, rules: Rules, cards: tuple[Card, ...]) -> Ranking | None:
    try:
        return GAMES[game].judging.rank(rules, cards)
    except ValueError:
        return None
