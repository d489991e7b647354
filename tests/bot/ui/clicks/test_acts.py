"""Who did what stands in the log: a line an act, and never what a hand holds."""

from __future__ import annotations

import json
import logging

import pytest

from bot.logs import ACTS, InJson
from tests.bot.ui.evening import Evening, a_turn, dm, seated, sides


def acts(caplog: pytest.LogCaptureFixture) -> list[dict[str, object]]:
    return [vars(record)["act"] for record in caplog.records if record.name == ACTS]


async def test_an_act_is_a_line_with_table_deal_seat_person_and_request(
    night: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, ACTS)
    await seated(night)
    first, _ = sides(night)
    seat = night.seat
    await a_turn(first)
    await night.until(lambda: [act for act in acts(caplog) if act["what"] == "discard"])
    (act,) = (act for act in acts(caplog) if act["what"] == "discard")
    assert (act["by"], act["outcome"]) == ("press", "done")
    assert (act["table"], act["deal"], act["action"]) == (night.table.table_id, 1, 2)
    assert (act["seat"], act["person"]) == (seat, int(first.id))
    assert await night.store.asked(int(str(act["request"]))), "the store's action has the same request"
    assert act["seconds"]
    await first.command("draw", from_="stock")
    outcomes = [act["outcome"] for act in acts(caplog) if act["person"] == int(first.id) and act["what"] == "draw"]
    assert outcomes[-1] == "not_your_turn"


async def test_the_clock_s_acts_are_lines_too(night: Evening, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, ACTS)
    lobby = await night.you.command("newgame knock-poker")
    await night.you.click(lobby, "Add computer player")
    await night.joined(2)
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing")
    if not night.acting.computer:
        await a_turn(night.you)
    await night.until(lambda: [act for act in acts(caplog) if act["by"] == "clock"])
    act = next(act for act in acts(caplog) if act["by"] == "clock")
    assert (act["what"], act["outcome"], act["table"], act["deal"]) == (
        "computer's turn",
        "done",
        night.table.table_id,
        1,
    )
    assert "person" not in act


async def test_no_line_names_a_card(night: Evening, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, ACTS)
    await seated(night)
    first, _ = sides(night)
    held = {card.notation for card in night.own(first).hand or ()}
    assert held
    await a_turn(first)
    await night.until(lambda: len(dm(first).labels) > 0 and bool(acts(caplog)))
    lines = [InJson().format(record) for record in caplog.records if record.name == ACTS]
    assert all(json.loads(line)["act"]["what"] for line in lines)
    words = {word for line in lines for word in line.replace('"', " ").replace(":", " ").replace("=", " ").split()}
    assert not held & words
