"""How a hand lies in its picture, what is written there, and its alt text."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from bot.i18n import Texts
from bot.service.model import Private
from bot.ui.words.lines import large
from bot.ui.words.made import holds_what_was_shown, made_of
from bot.ui.words.melds import count_words, groups_of, matches, meld_words, sorted_hand, suits_of
from cards_img import Group, HandCaptions, by_rank
from engine.cards import Card, Rank
from engine.middle import Pools
from engine.parts.tricks import quartets
from engine.view import View

MOST_IN_GROUPS = 12
"""A hand with more cards than this is drawn as a grid."""


@dataclass(frozen=True, slots=True)
class Lying:
    """How a hand lies in a picture."""

    cards: tuple[Card, ...]
    """The cards, in their order."""
    groups: tuple[Group, ...] = ()
    """The same in groups, where it lies in groups."""
    grid: bool = False
    """Whether it lies in rows of suits and columns of ranks."""
    kept: tuple[Card, ...] = ()
    """The cards that make the hand."""
    ranks: Collection[Rank] = ()
    """The ranks that are marked in a grid."""


def lies(view: View, *, arranged: bool) -> Lying:
    """How the viewer's hand lies: ``arranged`` in its melds, suit by suit, or by rank with the cards marked that make
    it."""
    if arranged and matches(view) and view.own is not None:
        return Lying(view.hand, groups=groups_of(view.own))
    if not view.middle.by_suit:
        return Lying(sorted_hand(view, view.hand), kept=made_of(view))
    # Which suits are asked for stands in the question and on the buttons: marked here, too, they would have every hand
    # drawn and sent a second time each trick.
    groups, made = tuple(Group(suit) for suit in suits_of(view.hand)), made_of(view)
    if isinstance(view.middle, Pools) and view.middle.betting and len(view.hand) > MOST_IN_GROUPS:
        return Lying(by_rank(view.hand), kept=made)  # lower, as long as no card is to be played
    if len(view.hand) > MOST_IN_GROUPS:
        return Lying(view.hand, grid=True, ranks=quartets(view.hand))
    return Lying(view.hand, groups=groups, kept=made)


def hand_captions(private: Private, view: View, plain: Texts, *, arranged: bool) -> HandCaptions:
    """The words under a hand; none where the suits count, since the panel needs the room for the table: it says them
    above its buttons."""
    if view.middle.by_suit:
        return HandCaptions(low=True)
    return HandCaptions(
        title=_title(view, plain, arranged=arranged and matches(view)),
        detail=plain("private-detail", game=plain.game(view.game), deal=private.table.turn.deal),
        drawn=plain("private-drawn"),
    )


def hand_title(view: View, texts: Texts) -> str:
    """What the viewer's five cards are worth; "" if the engine names none."""
    own = view.own
    if own is None or own.name is None or not holds_what_was_shown(own):
        return ""
    return texts.hand_name(own.name)


def _title(view: View, plain: Texts, *, arranged: bool) -> str:
    """What stands under the picture of the viewer's hand."""
    if arranged and view.own is not None:
        return count_words(view.own, plain, discarding=too_many(view))
    return large(hand_title(view, plain))


def too_many(view: View) -> bool:
    """Whether the viewer still has to discard, so that the hand has a card too many."""
    return view.prompt("discard") is not None


def hand_alt(view: View, plain: Texts, *, arranged: bool = False) -> str:
    """The alt text of a hand: its cards, ``arranged`` in melds or by rank, only for its holder."""
    title = hand_title(view, plain)
    if arranged and view.own is not None:
        melds, deadwood = meld_words(view.own, plain, discarding=too_many(view))
        listed = plain("alt-hand-melds", melds=melds, deadwood=deadwood)
    else:
        cards = [plain.card(card) for card in sorted_hand(view, view.hand)]
        listed = plain("alt-hand", cards=plain.list(cards))
    if view.drawn is not None:
        listed = plain("alt-hand-drawn", hand=listed, card=plain.card(view.drawn))
    return plain("alt-hand-worth", hand=listed, worth=title) if title else listed
