"""The audit that was written apart finds what it is for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.store.by_hand import looked_through
from tests.bot.store.helpers import tamper
from tests.bot.store.test_economy_audit import WRONG, story

OF_CHIPS = sorted(problem for problem in WRONG if not problem.startswith(("Deal 1", "moves chips between a table")))


async def test_books_that_add_up_have_nothing_wrong(path: Path) -> None:
    await story(path)
    found = looked_through(path, starting=200, daily=40)
    assert found.wrong == []
    assert found.purses + found.on_tables + found.lost == sum(found.given.values()) == 482
    assert dict(found.given) == {"starting_chips": 400, "daily_top_up": 40, "won_from_house": 12, "correction": 30}


@pytest.mark.parametrize("problem", OF_CHIPS)
async def test_whatever_makes_a_chip_is_found(path: Path, problem: str) -> None:
    await story(path)
    tamper(path, *WRONG[problem])
    assert looked_through(path, starting=200, daily=40).wrong


async def test_what_people_have_won_from_each_other_is_never_more_than_nothing(path: Path) -> None:
    await story(path)
    tamper(path, "UPDATE results SET chips = chips + 1000 WHERE deal_id = 1 AND seat = 0")
    assert any("won" in line for line in looked_through(path, starting=200, daily=40).wrong)
