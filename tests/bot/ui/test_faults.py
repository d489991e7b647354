"""What goes wrong on the way of an answer, made on purpose on the local Discord: nothing is done twice."""

from __future__ import annotations

import pytest

from tests.bot.ui.evening import Evening, cards_on, dm, sides


@pytest.mark.parametrize(
    "fault",
    [
        {"kind": "lost_answer", "times": 1},
        {"kind": "cut", "times": 1},
        {"kind": "status", "status": 500, "times": 1},
        {"kind": "status", "status": 429, "times": 1, "retry_after": 0.2},
    ],
    ids=["lost", "cut", "500", "429"],
)
async def test_an_acknowledgement_that_goes_astray_is_repeated_and_the_action_done_once(two: Evening, fault) -> None:
    first, _ = sides(two)
    await two.you.faults(add=fault | {"path": "/callback"})
    message = dm(first)
    await first.click(message, "Draw stock")
    await first.until(lambda: len(cards_on(message)) == 6)
    assert two.table.turn.seq == 1


@pytest.mark.parametrize("kind", ["lost_answer", "cut"])
async def test_an_answer_that_goes_astray_is_repeated(two: Evening, kind) -> None:
    first, _ = sides(two)
    await two.you.faults(add={"kind": kind, "times": 2, "path": "/messages/@original"})
    answer = await first.command("draw", from_="stock")
    assert len(cards_on(answer.shown)) == 6
    assert two.table.turn.seq == 1
