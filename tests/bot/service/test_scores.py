"""Scores belong to people: whoever gets up and comes back to the game finds them."""

from __future__ import annotations

import pytest

from engine.stakes import Stakes
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, House


def begins(house: House) -> Stakes:
    """What the present deal started from."""
    deal = house.service._in_memory.by_id[house.id].deal
    assert deal is not None
    stakes: Stakes = deal.state.stakes
    return stakes


@pytest.mark.parametrize("away", [0, 1, 2])
async def test_whoever_comes_back_finds_the_score(house: House, away: int) -> None:
    """Also after deals without that person, and after a restart."""
    await house.table(ANN, BO, game="knock-rummy", buy_in=0, deals=12)
    await house.service.start(house.id, ANN, house.key)
    await house.play_out(ANN, BO)
    await house.service.seats.join(house.id, CY, house.key)
    await house.service.start(house.id, ANN, house.key)
    await house.play_out(ANN, BO, CY)
    table = house.service._in_memory.by_id[house.id]
    assert table.stakes is not None
    had = dict(zip((s.user_id for s in house.now.players), table.stakes.scores, strict=True))
    had[BO.user_id] = had[BO.user_id] or 0
    await house.service.seats.leave(house.id, BO, house.key)
    for _ in range(away):
        await house.service.start(house.id, ANN, house.key)
        await house.play_out(ANN, CY)
    await house.restart()
    await house.service.seats.join(house.id, BO, house.key)
    await house.service.start(house.id, ANN, house.key)
    scores = dict(zip((s.user_id for s in house.now.players), begins(house).scores, strict=True))
    assert scores[BO.user_id] == had[BO.user_id]
    assert any(had.values()), "somebody had a score"
    deals = await house.service.scored_deals(house.id, 10)
    bo = house.seated(BO).sitting_id
    assert sum(deal.net.get(bo, 0) for deal in deals) == had[BO.user_id]


async def test_a_newcomer_and_another_game_begin_at_nothing(house: House) -> None:
    await house.table(ANN, BO, game="knock-rummy", buy_in=0, deals=12)
    await house.service.start(house.id, ANN, house.key)
    await house.play_out(ANN, BO)
    await house.service.seats.join(house.id, CY, house.key)
    await house.service.start(house.id, ANN, house.key)
    scores = dict(zip((s.user_id for s in house.now.players), begins(house).scores, strict=True))
    assert scores[CY.user_id] == 0
    assert house.service.table_in(CHANNEL) is not None
