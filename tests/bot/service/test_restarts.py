"""Games with pools after a restart, and after a deal that does not replay."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import replace

import pytest

from engine.actions import argument
from engine.players import PLAYERS
from engine.shuffle import Stream
from tests.bot.service.conftest import ANN, BO, CHANNEL, House
from tests.bot.service.refusals import refused
from tests.bot.service.supply import (
    FAMILY,
    THREE,
    houses_chips,
    lying,
    own,
    pools,
    quiet,
    stacks,
    wild,
    with_extra_chips,
)


@pytest.mark.parametrize("game", FAMILY)
async def test_everything_is_there_after_a_restart_at_any_moment(house: House, game: str) -> None:
    await house.table(*THREE, game=game, buy_in=60)
    lot = Stream(b"restart" * 5)
    for _ in range(2):
        await house.service.start(house.id, ANN, house.key)
        while house.now.stage == "playing":
            before, mine = house.now, [house.service.private_of(house.id, p.user_id).view for p in THREE]
            await house.restart()
            assert house.now == before
            assert [house.service.private_of(house.id, p.user_id).view for p in THREE] == mine
            person, private = own(house, THREE)
            assert private.view is not None
            action = PLAYERS["random"].choose(private.view, lot)
            await house.act(person, action.do, argument(action))
        before = house.now
        await house.restart()
        assert house.now == replace(before, next_deal_at=house.now.next_deal_at)
        if not house.now.game_on:
            break


async def test_the_story_still_tells_after_a_restart_whose_time_was_up(house: House):
    await house.table(*THREE, game="crummy", buy_in=0)
    table, lot = house.service._in_memory.by_channel[CHANNEL], Stream(b"time is up" * 4)
    table.dealer = table.sitters[0].sitting_id
    await house.service.start(house.id, ANN, house.key)
    for _ in range(2):
        async with table.lock:
            await house.service._play.computer(table, absent=True)
        person, private = own(house, THREE)
        assert private.view is not None
        action = PLAYERS["random"].choose(private.view, lot)
        await house.act(person, action.do, argument(action))
    before = house.now.told
    assert [told.by_computer for told in before] == [False, True, False, True, False]
    await house.restart()
    assert house.now.told == before


async def test_after_a_restart_nobody_who_got_up_is_said_to_have_let_the_time_pass(house: House):
    await house.table(*THREE, game="crummy", buy_in=0)
    await house.service.start(house.id, ANN, house.key)
    gone = house.acting(*THREE)
    await house.service.seats.leave(house.id, gone, house.key)
    await house.until(lambda: house.now.to_act is not None and house.now.to_act.user_id != gone.user_id)
    before = house.now.told
    assert [told.by_computer for told in before[1:]] == [False] * house.now.turn.seq
    await house.restart()
    assert house.now.told == before


async def test_a_deal_that_does_not_replay_is_taken_back_with_pools_and_extra_chips(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    await house.table(*THREE, game="poch", buy_in=12, short_stacks="extra_chips", max_deals=1)
    extra = await with_extra_chips(house)
    await break_open_deal(house)
    assert "does not begin as it was stored" in caplog.text
    assert (stacks(house), lying(house), house.now.game_on) == ({"Ann": 12, "Bo": 12, "Cy": 12}, 0, False)
    assert houses_chips(house).get(extra[0].reason, 0) == 0
    await house.service.start(house.id, ANN, house.key)
    await wild(house, *THREE)


async def test_a_game_goes_on_after_a_deal_in_its_middle_was_taken_back(house: House) -> None:
    await house.table(*THREE, game="poch", buy_in=60)
    await house.service.start(house.id, ANN, house.key)
    await quiet(house, *THREE)
    before, board, dealer = stacks(house), pools(house), house.service._in_memory.by_channel[CHANNEL].dealer
    await house.service.start(house.id, ANN, house.key)
    await wild_actions(house, 2)
    await break_open_deal(house)
    assert (stacks(house), pools(house), house.now.game_on) == (before, board, True)
    await refused("no_top_up_in_game", house.service.seats.top_up(house.id, ANN, house.key))
    await house.service.start(house.id, ANN, house.key)
    deal = house.service._in_memory.by_channel[CHANNEL].deal
    assert deal is not None
    stakes = deal.state.stakes
    assert (stakes.deals, dict(stakes.pools)["poch"], stakes.supply) == (1, board["poch"], 60)
    assert deal.players[stakes.dealer].sitting_id == dealer
    await quiet(house, *THREE)


async def wild_actions(house: House, count: int) -> None:
    for _ in range(count):
        person, private = own(house, THREE)
        assert private.view is not None
        action = PLAYERS["random"].choose(private.view, Stream(bytes(32)))
        await house.act(person, action.do, argument(action))


async def break_open_deal(house: House) -> None:
    """As after an update whose rules play it otherwise."""
    await house.close()
    with contextlib.closing(sqlite3.connect(house.path)) as db, db:
        db.execute("UPDATE deals SET state_hash = 'no such' WHERE status = 'open'")
    await house.open()


async def test_scores_stay_after_a_deal_was_taken_back(house: House) -> None:
    await house.table(ANN, BO, game="poe-crumb", buy_in=0)
    await house.service.start(house.id, ANN, house.key)
    await house.deal_to_end(ANN, BO)
    stored = await house.store.last_deal(channel_id=CHANNEL)
    assert stored is not None
    assert stored.result is not None
    won = dict(zip(stored.names, stored.result.stakes.scores, strict=True))
    assert sum(won.values()) > 0
    await house.service.start(house.id, ANN, house.key)
    await break_open_deal(house)
    await house.service.start(house.id, ANN, house.key)
    again = await house.store.last_deal(channel_id=CHANNEL, finished=False)
    assert again is not None
    assert dict(zip(again.names, again.stakes.scores, strict=True)) == won
