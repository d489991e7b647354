"""What is said to whoever gets up, tops up or closes, where the house takes extra chips back."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from unittest.mock import AsyncMock

import pytest

from bot.service.model import Person
from bot.ui.doors import Doors
from tests.bot.ui.lab import Lab

BACK = "The house takes back {} of the extra chips it gave out."


@pytest.fixture
def lab() -> Lab:
    lab = Lab(3, game="poch", names=["Ann", "Bo", "Cy"], chips=60)
    lab.table.taken_back = {1000: 20, 1001: 7, 2000: 9}  # the last has got up before
    return lab


def doors(**service: object) -> Doors:
    return Doors(SimpleNamespace(service=SimpleNamespace(**service)), SimpleNamespace())


async def test_po_33_who_gets_up_is_told_of_the_own_extra_chips_alone(lab, texts):
    gone = replace(lab.snapshot, sitters=lab.snapshot.sitters[1:])
    said = await doors(leave=AsyncMock(return_value=gone)).leave(2, Person(1, 1000, "Ann"), 3, texts)
    assert said == f"You get up; your chips, if there are any, are back in your purse. {BACK.format(20)}"
    nothing = replace(gone, taken_back=((1001, 7),))
    said = await doors(leave=AsyncMock(return_value=nothing)).leave(2, Person(1, 1000, "Ann"), 3, texts)
    assert said == "You get up; your chips, if there are any, are back in your purse."


async def test_po_33_who_closes_is_told_of_all_that_sat_there(lab, texts):
    lab.table.closed = True
    close = AsyncMock(return_value=lab.snapshot)
    said = await doors(close=close).close(2, Person(1, 1000, "Ann"), 3, texts, moderator=False)
    assert said == f"The table is closed; everybody has taken the chips home. {BACK.format(27)}"


async def test_po_33_who_tops_up_is_told_first_what_was_taken(lab, texts):
    top_up = AsyncMock(return_value=(lab.snapshot, 50))
    said = await doors(top_up=top_up).topup(2, Person(1, 1001, "Bo"), 3, texts)
    assert said == f"{BACK.format(7)} You bring 50 chips to the table, and have 60 chips there now."
