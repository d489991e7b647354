"""Where a limit or a debt has bounded what is paid, people are told: at the table, and privately what is theirs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import Texts
from bot.service.model import Bounds, Capped, Levelled, Private
from bot.ui.pages.old_panels import parting_page, played_page
from bot.ui.pages.table import closed_page, settlement_page
from bot.ui.pictures.studio import Studio
from bot.ui.words.chips import bounded, bounded_by_level, capped, in_debt, own_debt, who_was_bounded
from bot.ui.words.settled import own_end
from tests.bot.ui.held import held, texts_of
from tests.kit.lab import Lab

HOUSE = "won 60 of 84 chips from computer players: a person wins at most the buy-in (60) from them"


@pytest.fixture
def lab() -> Lab:
    """A finished deal of Ann, Bo and Cy, who sat down with 60."""
    lab = Lab(3, names=["Ann", "Bo", "Cy"], chips=60)
    lab.deal()
    return lab


def test_a_person_who_got_up_is_told_of_their_own_bounds_alone(lab: Lab, texts: Texts) -> None:
    table = replace(lab.snapshot, bounds=((1000, Bounds(60, 24, 5)),))
    said = bounded(table, texts, 1000)
    assert said is not None
    assert f"You {HOUSE} per table and day, and 200 a day in all. The rest stays with the house." in said
    assert "5 of the chips that you won aren’t paid" in said
    assert bounded(table, texts, 1001) is None
    assert bounded(lab.snapshot, texts, 1000) is None
    page = texts_of(held(parting_page(replace(table, sitters=table.sitters[1:]), 1000, texts)))
    assert f"You {HOUSE}" in page


async def test_everybody_is_told_when_the_table_closes(lab: Lab, texts: Texts, studio: Studio) -> None:
    table = replace(lab.snapshot, stage="closed", bounds=((1001, Bounds(60, 24, 0)), (999, Bounds(1, 1, 0))))
    said = texts_of(held(await closed_page(table, texts, studio)))
    assert f"Bo {HOUSE}" in said
    assert said.count("from computer players") == 1, "not of somebody who got up before"


def test_a_stack_that_was_levelled_is_told_of(lab: Lab, texts: Texts) -> None:
    table = replace(lab.snapshot, levelled=(Levelled(1, -3, 0, Bounds(60, 24, 0)), Levelled(2, 1)))
    assert len(list(bounded_by_level(table, texts))) == 1
    assert f"Bo {HOUSE}" in next(bounded_by_level(table, texts))


async def test_a_deal_that_was_capped_is_told(lab: Lab, texts: Texts, studio: Studio) -> None:
    lab.table.deal = None
    both = (Capped(0, 84, 60), Capped(1, -84, -60))
    table = replace(lab.snapshot, players=lab.snapshot.sitters, capped=both)
    assert capped(table, texts) == (
        "-# No deal costs a player more than 60 chips here, the buy-in: Ann wins 60 of 84 and Bo loses 60 of 84."
    )
    assert capped(table, texts, 0) == (
        "You win 60 of 84 chips: no deal costs a player more than the buy-in, 60 here, so you give the rest back."
    )
    assert (capped(table, texts, 1) or "").startswith("You lose 60 of 84 chips: ")
    assert capped(table, texts, 2) is None
    assert capped(replace(table, capped=()), texts) is None


def test_of_a_single_chip_it_is_said_in_the_singular(texts: Texts) -> None:
    lab = Lab(2, names=["Ann", "Bo"], chips=1)
    lab.deal()
    table = replace(
        lab.snapshot,
        bounds=((1000, Bounds(0, 1, 0)),),
        in_debt=((1001, "Bo", 1),),
        capped=(Capped(0, 1, 0), Capped(1, -1, 0)),
    )
    assert (bounded(table, texts, 1000) or "").startswith("You won 0 of 1 chip from computer players: ")
    assert next(who_was_bounded(table, texts)).startswith("Ann won 0 of 1 chip from computer players: ")
    assert "more than 1 chip here, the buy-in" in (capped(table, texts) or "")
    assert (capped(table, texts, 0) or "").startswith("You win 0 of 1 chip: ")
    assert (capped(table, texts, 1) or "").startswith("You lose 0 of 1 chip: ")
    assert next(iter(in_debt(table, texts))).startswith("Bo owed 1 chip and got up: ")
    assert (own_debt(table, texts, 1001) or "").startswith("You owed the table 1 chip, so you got up: ")
    assert texts("said-for-practice", have=1, need=20).startswith("Your purse has 1 chip, and sitting down takes 20: ")


async def test_whoever_got_up_for_a_debt_is_told_privately_and_the_table_too(texts: Texts, studio: Studio) -> None:
    lab = Lab(2, names=["Ann", "Bo"], chips=60)
    lab.deal()
    lab.play_out()
    owing = replace(lab.snapshot, in_debt=((1001, "Bo", 60),))
    table = replace(owing, sitters=owing.sitters[:1], capped=(Capped(0, 84, 60), Capped(1, -84, -60)))
    assert own_debt(table, texts, 1000) is None
    assert "You owed the table 60 chips, so you got up" in (own_debt(table, texts, 1001) or "")
    assert next(iter(in_debt(table, texts))).startswith("Bo owed 60 chips and got up")
    said = texts_of(held(await settlement_page(table, texts, studio)))
    assert "Bo owed 60 chips and got up" in said
    assert "No deal costs a player more than 60 chips here" in said
    bo = lab.private(1)
    told = own_end(Private(table, bo.sitter, bo.view), texts)
    assert "You owed the table 60 chips, so you got up" in told
    assert "You lose 60 of 84 chips" in told
    page = texts_of(held(parting_page(table, 1001, texts)))
    assert "You owed the table 60 chips, so you got up" in page


def test_po_33_a_panel_says_what_the_house_took_back_of_the_chips_that_are_missing(texts: Texts) -> None:
    lab = Lab(3, game="poch", names=["Ann", "Bo", "Cy"], chips=60).deal().play_out()
    back = "The house takes back 20 of the extra chips it gave out."
    lab.table.payouts.note(1000, 20)
    private = lab.private(0)
    assert back not in own_end(private, texts), "that was at a top-up before"
    assert back in own_end(replace(private, table=replace(private.table, stage="closed")), texts)
    assert back not in texts_of(held(parting_page(lab.snapshot, 1000, texts))), "the deal isn’t over"
    gone = replace(lab.snapshot, sitters=lab.snapshot.sitters[1:])
    assert back in texts_of(held(parting_page(gone, 1000, texts)))
    assert back in texts_of(held(played_page(gone, 1000, texts)))
    assert back not in texts_of(held(played_page(gone, 1001, texts)))
