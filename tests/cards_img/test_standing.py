"""Hands stand behind their words, as at a table's edge: the upper part of each card is seen, and all that tells it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cards_img import Group, HandCaptions, grid_picture, groups_picture, hand_picture
from cards_img.pictures import groups, hand
from cards_img.tools import theme
from cards_img.tools.paths import RATIO
from engine.cards import cards
from tests.cards_img.compare import assert_like, opened

WORDS = HandCaptions("Pair of queens", "deal 3", "new")
HELD = cards("QS QH 9D 6C 4H")

DRAWN: dict[str, Callable[[HandCaptions], bytes]] = {
    "hand": lambda words: hand_picture(HELD, words, kept=HELD[:2]),
    "groups": lambda words: groups_picture((Group(HELD[:2], "", "meld"), Group(HELD[2:], "", "deadwood")), words),
    "kept in groups": lambda words: groups_picture((Group(HELD[:2]), Group(HELD[2:])), words, kept=HELD[:2]),
    "grid": lambda words: grid_picture(HELD, words, ranks=[HELD[0].rank]),
}


@pytest.mark.parametrize("draw", DRAWN.values(), ids=DRAWN)
def test_above_words_a_hand_is_lower_and_its_marks_stand_at_the_edge(draw: Callable[[HandCaptions], bytes]) -> None:
    whole, low = opened(draw(HandCaptions())), opened(draw(WORDS))
    assert low.height < whole.height
    edge = low.height - hand.foot(WORDS)
    assert low.getpixel((2, edge)) == theme.PLATE
    assert low.getpixel((2, edge - 1)) != theme.PLATE
    row = [low.getpixel((x, edge + 4)) for x in range(low.width)]
    assert theme.GILT in row


@pytest.mark.parametrize("draw", DRAWN.values(), ids=DRAWN)
def test_without_words_a_low_hand_stands_behind_a_narrow_edge_and_leaves_the_room_to_the_table(
    draw: Callable[[HandCaptions], bytes],
) -> None:
    low, worded = opened(draw(HandCaptions(low=True))), opened(draw(WORDS))
    assert worded.height - low.height >= 42, "29 pixels of a panel at a desk"
    column = [low.getpixel((2, y)) for y in range(low.height)]
    edge = column.index(theme.PLATE)
    assert set(column[edge:]) == {theme.PLATE}
    assert 8 <= low.height - edge <= 16
    assert theme.GILT in [low.getpixel((x, edge + 4)) for x in range(low.width)], "the mark is on the edge"


def test_a_hand_keeps_room_for_a_tag_only_where_cards_are_drawn() -> None:
    tagged = HandCaptions(drawn="new", low=True)
    assert opened(hand_picture(HELD, tagged)).height - opened(hand_picture(HELD, HandCaptions(low=True))).height == 18


def test_each_card_shows_more_than_half_of_its_face() -> None:
    seen = hand.standing(hand.CARD_HEIGHT, 54)
    assert 0.55 * hand.CARD_HEIGHT < seen < 0.6 * hand.CARD_HEIGHT  # courts to their belts, and no second index
    assert hand.standing(hand.CARD_HEIGHT, 0) == hand.CARD_HEIGHT


def test_two_rows_lie_one_over_the_other_unless_cards_are_marked() -> None:
    held = tuple(Group(cards(named)) for named in ("AS KS QS JS", "AH KH QH JH", "AC KC QC JC", "AD KD"))
    rows = {place.y for place in groups.groups_layout(held, 54)[0]}
    apart = {place.y for place in groups.groups_layout(held, 54, marked=True)[0]}
    assert len(rows) == len(apart) == 2
    high = round(groups.NARROW * RATIO)
    assert max(rows) - min(rows) < high < max(apart) - min(apart)


def test_a_row_with_words_of_its_own_is_seen_whole() -> None:
    held = (Group(HELD, "Deadwood 30", "deadwood"),)
    assert groups.groups_layout(held, 54) == groups.groups_layout(held)


def test_low_hands_look_as_before() -> None:
    suits = tuple(Group(cards(named)) for named in ("QS TS 9S", "AH JH 8H", "AC JC 8C", "KD"))
    assert_like("low_groups", groups_picture(suits, HandCaptions(low=True), kept=cards("AH AC")))
    held = cards("AS KS QS JS TS AH KH JH TH 9H AC KC QC TC 9C 8C AD KD QD TD")
    assert_like("low_grid", grid_picture(held, HandCaptions(low=True), ranks=[held[4].rank]))
