"""Games that everybody begins with as many chips: the end of one, the beginning of the next, and the closing."""

from __future__ import annotations

import pytest

from tests.bot.named import named
from tests.bot.service.conftest import ANN, BO, CHANNEL, DEE, House
from tests.bot.service.refusals import refused
from tests.bot.service.supply import START, THREE, ended, houses_chips, lying, pools, quiet, stacks, total

# -- the end of a game and the next


async def test_po_3_a_new_game_begins_with_the_same_supply_for_all(house: House) -> None:
    after = await ended(house)
    board = sum(pools(house).values())
    assert board >= 3  # nobody bet
    short = sorted(name for name, chips in after.items() if chips < 60)
    assert short
    details = await refused("short_of_supply", house.service.start(house.id, ANN, house.key))
    assert (sorted(details["names"]), details["count"], details["chips"]) == (short, len(short), 60)
    assert (stacks(house), sum(pools(house).values())) == (after, board)  # nothing has happened
    for person in THREE[1:]:
        await house.service.people.set_settings(person.user_id, auto_top_up=True)
    if after["Ann"] < 60:
        details = await refused("short_of_supply", house.service.start(house.id, ANN, house.key))
        assert (details["names"], details["count"]) == (("Ann",), 1)
        assert (await house.service.seats.top_up(house.id, ANN, house.key))[1] == 60 - after["Ann"]
    await house.service.start(house.id, ANN, house.key)
    assert set(pools(house).values()) <= {0, 3}  # PO-52: what was left belongs to nobody
    stored = await house.store.last_deal(channel_id=CHANNEL, finished=False)
    assert stored is not None
    assert (stored.stakes.chips, stored.stakes.supply, stored.stakes.deals) == ((60, 60, 60), 60, 0)
    assert await house.chips() == {
        **{name: START - 60 + chips - 60 for name, chips in after.items()},
        "Dee": START,
    }
    assert houses_chips(house) == {"starting_chips": 4 * START, "unclaimed": -board}
    await house.restart()
    assert house.now.game_on
    await quiet(house, *THREE)


async def test_a_frozen_purse_that_would_bring_a_stack_to_the_supply_is_told_as_such(house: House) -> None:
    after = await ended(house)
    short = next(person for person in THREE if after[person.name] < 60)
    await house.service.servers.freeze(house.now.guild_id, short.user_id, "doubts", DEE.user_id, house.key)
    for agrees in (False, True):
        await house.service.people.set_settings(short.user_id, auto_top_up=agrees)
        details = await refused("purses_frozen", house.service.start(house.id, ANN, house.key))
        assert details == {"names": (short.name,), "count": 1, "chips": 60}
    assert stacks(house) == after


async def test_who_agreed_but_cannot_pay_is_named_and_then_nobody_has_paid(house: House) -> None:
    for person in THREE:
        await house.service.people.set_settings(person.user_id, auto_top_up=True)
    after = await ended(house, buy_in=START)
    details = await refused("short_of_supply", house.service.start(house.id, ANN, house.key))
    assert sorted(details["names"]) == sorted(name for name, chips in after.items() if chips < START)
    assert stacks(house) == after
    names = {p.name: p for p in THREE}
    short = names[details["names"][0]]
    assert (await refused("purse_too_small", house.service.seats.top_up(house.id, short, house.key)))["need"]
    await house.restart()
    assert (stacks(house), house.now.game_on) == (after, False)


async def test_computer_players_begin_each_game_with_the_supply_too_by_the_house(house: House) -> None:
    await house.service.people.set_settings(ANN.user_id, auto_top_up=True)
    await house.table(ANN, game="poch", buy_in=60, max_deals=1)
    for _ in range(2):
        await house.service.seats.add_computer(house.id, ANN, named("Ada", "Basil"), house.key)
    for _ in range(3):
        await house.service.start(house.id, ANN, house.key)
        stored = await house.store.last_deal(channel_id=CHANNEL, finished=False)
        assert stored is not None
        assert stored.stakes.chips == (60, 60, 60)
        while house.now.stage == "playing":
            acting = house.now.to_act
            assert acting is not None
            if acting.computer:
                await house.next_turn()
            else:
                await quiet_turn(house)
    given = houses_chips(house)
    assert given["buy_in"] == 2 * 60
    assert {"top_up", "levelled"} & given.keys()
    await house.service.close(house.id, ANN, house.key)
    assert houses_chips(house)["cash_out"] < 0


async def quiet_turn(house: House) -> None:
    private = house.service.private_of(house.id, ANN.user_id)
    assert private.view is not None
    lead = private.view.prompt("play")
    action = ("play", lead.choices[0]) if lead else ("fold" if private.view.prompt("fold") else "pass", None)
    await house.act(ANN, *action)


# -- closing


@pytest.mark.parametrize("money", [False, True])
async def test_po_52_po_64_what_lies_on_the_board_of_a_table_that_closes_in_mid_game(house: House, money: bool) -> None:
    await house.table(*THREE, game="poch", buy_in=60, money=money)
    await house.service.start(house.id, ANN, house.key)
    await house.service.close(house.id, ANN, house.key)  # after this deal
    first = (house.now.view.dealer + 1) % 3 if house.now.view else 0
    table_id = house.now.table_id
    await quiet(house, *THREE)
    closed = house.service.snapshot_of(table_id)
    assert closed is not None
    assert closed.view is not None
    left = sum(chips for _, chips in closed.view.pools)
    assert left >= 3
    chips = await house.chips()
    assert sum(chips.values()) == 4 * START
    for seat, player in enumerate(closed.players):
        extra = left // 3 + ((seat - first) % 3 < left % 3)
        assert chips[player.name] == START - 60 + player.chips + extra
        assert player.chips == closed.view.seats[seat].chips
    assert closed.shared == left
    assert "unclaimed" not in houses_chips(house)


@pytest.mark.parametrize("money", [False, True])
async def test_whoever_has_just_sat_down_has_no_share_of_what_lies_on_the_board(house: House, money: bool) -> None:
    await house.table(*THREE, game="poch", buy_in=60, money=money)
    await house.service.start(house.id, ANN, house.key)
    await quiet(house, *THREE)
    left = sum(chips for _, chips in house.now.pools)
    assert left >= 3
    await house.service.seats.join(house.id, DEE, house.key)
    await house.service.seats.leave(house.id, BO, house.key)
    await house.service.close(house.id, DEE, house.key, moderator=True)
    chips = await house.chips()
    assert chips.pop("Dee") == START
    assert sum(chips.values()) == 3 * START, "Bo has the share, too: nothing goes to the house"


async def test_po_64_with_money_nothing_is_left_at_the_end_of_a_game(house: House) -> None:
    after = await ended(house, money=True)
    assert set(pools(house).values()) == {0}
    assert sum(after.values()) == 180
    await house.service.close(house.id, ANN, house.key)
    assert await house.chips() == {**{name: START - 60 + chips for name, chips in after.items()}, "Dee": START}
    assert "unclaimed" not in houses_chips(house)


async def test_po_52_without_money_the_house_takes_the_rest_of_a_game_that_is_over(house: House) -> None:
    after = await ended(house)
    left = lying(house)
    assert left == 180 - sum(after.values()) > 0
    await house.service.close(house.id, ANN, house.key)
    assert await total(house) == 4 * START - left
    assert houses_chips(house)["unclaimed"] == -left
