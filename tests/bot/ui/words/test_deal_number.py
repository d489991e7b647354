"""Which deal it is, at the table and in its game."""

from __future__ import annotations

from dataclasses import replace

from bot.i18n import Texts
from bot.service.model import Turn
from bot.ui.words.table import deal_number
from tests.kit.lab import Lab


def test_kr_41_where_several_deals_make_a_game_it_is_told_which_it_is(texts: Texts) -> None:
    first = Lab(3, game="knock-rummy").deal().snapshot
    assert deal_number(first, texts) == "1 of 3"
    later = replace(first, turn=Turn(8, 0), deal_of_game=2)
    assert deal_number(later, texts) == "8 (2 of 3)", "the third game at the table"


def test_where_no_number_or_a_single_deal_is_agreed_there_is_only_that_of_the_table(texts: Texts) -> None:
    assert deal_number(Lab(3).deal().snapshot, texts) == "1"
    assert deal_number(Lab(3, deals=1).deal().snapshot, texts) == "1"
    assert deal_number(Lab(3, deals=5).deal().snapshot, texts) == "1 of 5"
