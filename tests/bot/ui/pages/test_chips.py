"""A person's chips are told with where they came from."""

from __future__ import annotations

import pytest

from bot.i18n import Markup, Texts
from bot.store.model.people import Purse, Sources
from bot.ui.pages.chips import Stack, chips_page
from tests.bot.ui.evening import Evening, play_out
from tests.bot.ui.held import held, texts_of


def test_a_purse_and_where_its_chips_came_from(texts: Texts) -> None:
    assert "12 chips" in texts_of(held(chips_page(Purse(12, 20, 5), [], texts)))
    told = texts_of(held(chips_page(Purse(12, 20, 0), [], texts, sources=Sources(200, 80, 7))))
    assert "200 chips at the start and 80 chips as daily gifts, and you won 7 chips from computer players" in told
    told = texts_of(held(chips_page(Purse(12, 20, 0), [], texts, sources=Sources(200, 80, 7, -5))))
    assert "corrected your purse by −5" in told


@pytest.mark.parametrize(
    ("balance", "tables", "said"),
    [
        (160, (), "Besides, you have lost 40 chips at tables."),
        (
            160,
            (Stack(Markup("here"), 60), Stack(Markup("there"), 500, "practice")),
            "Besides, you have won 20 chips at tables.",
        ),
        (140, (Stack(Markup("here"), 60, "leaving"),), None),
        (170, (Stack(Markup("here"), 50, lent=40),), "Besides, you have lost 20 chips at tables."),
        (190, (Stack(Markup("here"), 15, lent=40, paid_in=35),), None),
        (200, (Stack(Markup("here"), 15, lent=40, paid_in=25),), None),
        (140, (Stack(Markup("here"), 40, paid_in=20),), None),
        (140, (Stack(Markup("here"), 40, paid_in=15),), "Besides, you have lost 5 chips at tables."),
        (140, (Stack(Markup("here"), 70, paid_in=-10),), None),
    ],
)
def test_what_tables_brought_or_cost_makes_it_add_up(
    balance: int, tables: tuple[Stack, ...], said: str | None, texts: Texts
) -> None:
    told = texts_of(held(chips_page(Purse(balance, 0, 0), tables, texts, sources=Sources(200, 0, 0))))
    assert said in told if said else "Besides" not in told
    extra = "of these are extra chips, which go back to the house."
    assert [f"{stack.extra} {extra}" in told for stack in tables if stack.lent] == [True] * told.count(extra)


@pytest.mark.parametrize(
    ("paid_in", "said"),
    [
        (20, "20 more have gone into the deal that is being played there"),
        (1, "1 more has gone into the deal that is being played there"),
        (-5, "5 of these come from the deal that is being played there"),
        (0, None),
    ],
)
def test_chips_in_a_deal_that_is_played_are_said_below_the_table(paid_in: int, said: str | None, texts: Texts) -> None:
    told = texts_of(held(chips_page(Purse(140, 0, 0), [Stack(Markup("here"), 40, paid_in=paid_in)], texts)))
    assert said in told if said else "being played" not in told


async def test_the_ante_of_a_deal_is_neither_won_nor_lost_until_the_deal_is_over(two: Evening) -> None:
    page = (await two.you.command("chips")).text
    assert "19 chips" in page
    assert "1 more has gone into the deal that is being played there" in page
    assert "Besides" not in page
    await play_out(two)
    page = (await two.you.command("chips")).text
    assert "being played" not in page
    assert f"{two.seated(two.you).chips} chips" in page
    assert "Besides, you have " in page
