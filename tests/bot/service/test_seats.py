"""Opening a table, sitting down, getting up, closing: who may, and where the chips go."""

from __future__ import annotations

import asyncio

import pytest

from bot.service.model import Person, Refusal
from tests.bot.named import named
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, DEE, GUILD, House
from tests.bot.service.refusals import refused
from tests.kit.tables import all_tables


async def test_the_opener_sits_down_and_pays_the_buy_in(house: House) -> None:
    table = await house.table(ANN, buy_in=30)
    assert [(s.name, s.chips) for s in table.sitters] == [("Ann", 30)]
    assert table.stage == "lobby"
    assert table.host_id == ANN.user_id
    assert (await house.service.people.purse(ANN)).balance == 170


async def test_one_table_a_channel(house: House) -> None:
    await house.table(ANN)
    await refused("table_exists", house.service.open(BO, CHANNEL, "knock-poker", house.now.rules, 20, False, 99))
    await house.service.open(BO, CHANNEL + 1, "knock-poker", house.now.rules, 20, False, house.key)
    assert len(all_tables(house.service)) == 2


async def test_a_buy_in_above_the_purse_opens_no_table(house: House) -> None:
    with pytest.raises(Refusal) as caught:
        await house.table(ANN, buy_in=1000)
    assert (caught.value.code, caught.value.details) == ("purse_too_small", {"have": 200, "need": 1000, "owed": 0})
    assert house.service.table_in(CHANNEL) is None
    await house.table(BO)
    assert (await house.chips())["Ann"] == 200


async def test_joining_twice_and_a_full_table(house: House) -> None:
    await house.table(ANN, BO)
    await refused("already_seated", house.service.seats.join(house.id, BO, house.key))
    for _ in range(8):
        await house.service.seats.add_computer(house.id, ANN, named("Ada", "Basil"), house.key)
    assert await refused("table_full", house.service.seats.join(house.id, CY, house.key)) == {
        "seats": 10,
        "computers": 8,
    }
    await refused("table_full", house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key))
    assert len({s.name for s in house.now.sitters}) == 10


async def test_people_of_one_name_are_told_apart(house: House) -> None:
    long = "Ann" + "a" * 29
    twins = [Person(GUILD, 3000 + i, name) for i, name in enumerate(("Ann", "ann", "Ann", long, long))]
    await house.table(*twins)
    names = ["Ann", "ann (2)", "Ann (3)", long, f"{long[:28]} (2)"]
    assert [s.name for s in house.now.sitters] == names
    await house.restart()
    assert [s.name for s in house.now.sitters] == names
    await house.service.seats.leave(house.id, twins[0], house.key)
    await house.service.seats.join(house.id, twins[0], house.key)
    assert house.now.sitters[-1].name == "Ann", "nobody else is called so any more"


async def test_names_that_look_alike_are_alike(house: House) -> None:
    await house.table(Person(GUILD, 3000, "ada"), Person(GUILD, 3001, "A\u200bda"))
    for _ in range(3):
        await house.service.seats.add_computer(house.id, Person(GUILD, 3000, "ada"), named("Ada", "Basil"), house.key)
    assert [s.name for s in house.now.sitters] == ["ada", "A\u200bda (2)", "Basil", "Ada (3)", "Ada (4)"]


async def test_the_same_interaction_twice_is_done_once(house: House) -> None:
    await house.table(ANN)
    first = await house.service.seats.join(house.id, BO, 555)
    assert await house.service.seats.join(house.id, BO, 555) == first
    await house.restart()
    assert (await house.service.seats.join(house.id, BO, 555)).sitters == first.sitters
    assert len(house.now.sitters) == 2
    assert (await house.chips())["Bo"] == 180


async def test_who_is_not_seated_may_not_start_or_close_or_act(house: House) -> None:
    await house.table(ANN, BO)
    await refused("not_seated", house.service.start(house.id, CY, house.key))
    await refused("not_seated", house.service.close(house.id, CY, house.key))
    await refused("not_seated", house.service.seats.leave(house.id, CY, house.key))
    await house.service.start(house.id, ANN, house.key)
    await refused("not_seated", house.act(CY, "draw", "stock"))
    await refused("table_gone", house.service.seats.join(house.id + 5, CY, house.key))


async def test_a_deal_needs_two(house: House) -> None:
    await house.table(ANN)
    assert await refused("too_few", house.service.start(house.id, ANN, house.key)) == {"least": 2}


async def test_leaving_the_lobby_gives_the_chips_back_and_the_last_person_closes_it(house: House) -> None:
    await house.table(ANN, BO)
    await house.service.seats.leave(house.id, ANN, house.key)
    assert house.now.host_id == BO.user_id
    await house.service.seats.add_computer(house.id, BO, named("Ada"), house.key)
    table_id = house.now.table_id
    await house.service.seats.leave(house.id, BO, house.key)
    assert house.service.table_in(CHANNEL) is None
    closed = house.service.snapshot_of(table_id)
    assert closed is not None
    assert closed.stage == "closed"
    assert set((await house.chips()).values()) == {200}


async def test_who_joins_in_mid_deal_plays_from_the_next(house: House) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    await house.service.seats.join(house.id, CY, house.key)
    assert house.seated(CY).seat is None
    await refused("not_in_deal", house.act(CY, "draw", "stock"))
    await house.service.seats.leave(house.id, CY, house.key)  # no cards held, so at once
    assert house.now.seated(CY.user_id) is None
    await house.service.seats.join(house.id, CY, house.key)
    await house.deal_to_end(ANN, BO)
    await house.service.start(house.id, CY, house.key)
    assert len(house.now.players) == 3


@pytest.mark.parametrize("closing", [False, True])
async def test_g_11_who_holds_no_cards_gets_up_in_mid_deal_and_the_deal_goes_on(house: House, closing: bool) -> None:
    await house.table(ANN, BO, CY)
    await house.service.start(house.id, ANN, house.key)
    await house.service.seats.join(house.id, DEE, house.key)
    acting = house.acting(ANN, BO, CY)
    (gone, *_) = (member for member in (ANN, BO, CY) if member is not acting)
    await house.service.seats.leave(house.id, gone, house.key)  # holds cards, so after the deal
    if closing:
        await house.service.close(house.id, acting, house.key)
    before, turn = house.changes.copy(), house.now.turn
    await house.service.seats.leave(house.id, DEE, house.key)
    assert house.changes != before
    assert house.now.seated(DEE.user_id) is None
    assert (await house.chips())["Dee"] == 200
    assert house.now.stage == "playing"
    assert house.now.turn == turn
    assert [s.name for s in house.now.sitters if s.leaving] == [gone.name]


async def test_g_11_who_leaves_in_mid_deal_is_played_for_and_gets_the_result(house: House) -> None:
    await house.table(ANN, BO, CY)
    await house.service.start(house.id, ANN, house.key)
    await house.service.seats.leave(house.id, BO, house.key)
    leaving = next(s for s in house.now.sitters if s.user_id == BO.user_id)
    assert leaving.leaving
    assert leaving.computer
    await refused("leaving", house.service.seats.join(house.id, BO, house.key))
    await refused("leaving", house.act(BO, "draw", "stock"))
    with pytest.raises(Refusal, match="leaving"):
        house.service.private_of(house.id, BO.user_id)
    others = (ANN, CY)
    while house.now.stage == "playing":
        acting = house.now.to_act
        assert acting is not None
        if acting.computer:
            await house.next_turn()
        else:
            await house.any_action(*others)
    bo = house.now.players[next(i for i, p in enumerate(house.now.players) if p.user_id == BO.user_id)]
    assert house.now.seated(BO.user_id) is None
    assert (await house.chips())["Bo"] == 180 + bo.chips


async def test_closing_between_deals_cashes_everybody_out(house: House) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    await house.deal_to_end(ANN, BO)
    await house.service.close(house.id, ANN, house.key)
    assert house.service.table_in(CHANNEL) is None
    chips = await house.chips()
    assert chips["Ann"] + chips["Bo"] == 400


async def test_closing_in_mid_deal_waits_for_its_end_also_over_a_restart(house: House) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    assert (await house.service.close(house.id, ANN, house.key)).closing
    await house.restart()
    assert house.now.closing
    await house.deal_to_end(ANN, BO)
    assert house.service.table_in(CHANNEL) is None


async def test_a_moderator_may_close_without_a_seat(house: House) -> None:
    await house.table(ANN)
    await house.service.close(house.id, Person(GUILD, 5, "Mod"), house.key, moderator=True)
    assert house.service.table_in(CHANNEL) is None


async def test_of_two_who_remove_the_last_computer_player_only_one_does(house: House) -> None:
    await house.table(ANN, BO)
    for name in ("Ada", "Bea"):
        await house.service.seats.add_computer(house.id, ANN, named(name), house.key)
    bea = house.now.sitters[-1].sitting_id
    await house.service.seats.remove_computer(house.id, ANN, house.key, sitting_id=bea)
    await refused("stale", house.service.seats.remove_computer(house.id, BO, house.key, sitting_id=bea))
    assert [s.name for s in house.now.sitters] == ["Ann", "Bo", "Ada"]


async def test_whoever_comes_back_must_have_sat_there(house: House) -> None:
    await house.table(ANN, BO)
    await refused("not_seated", house.service.seats.join(house.id, CY, house.key, again=True))
    await house.service.seats.join(house.id, CY, house.key)
    await house.service.seats.leave(house.id, CY, house.key)
    await house.service.seats.join(house.id, CY, house.key, again=True)
    assert house.seated(CY).name == "Cy"


async def test_topping_up_between_deals(house: House) -> None:
    await house.table(ANN, BO, ante=7)
    await refused("nothing_to_top_up", house.service.seats.top_up(house.id, ANN, house.key))
    await house.service.start(house.id, ANN, house.key)
    await refused("deal_running", house.service.seats.top_up(house.id, ANN, house.key))
    await house.deal_to_end(ANN, BO)
    short = min(house.now.sitters, key=lambda s: s.chips)
    if short.chips < 20:
        person = next(p for p in (ANN, BO) if p.user_id == short.user_id)
        _, added = await house.service.seats.top_up(house.id, person, house.key)
        assert added == 20 - short.chips
        assert house.seated(person).chips == 20


@pytest.mark.parametrize("agreed", [False, True])
async def test_g_8_a_short_stack_is_topped_up_where_the_member_agreed(house: House, agreed: bool) -> None:
    await house.table(ANN, BO, DEE, ante=15, stay_payment=0, broke="sit_out")
    for person in (ANN, BO, DEE):
        await house.service.people.set_settings(person.user_id, auto_top_up=agreed)
    await house.service.start(house.id, ANN, house.key)
    await house.deal_to_end(ANN, BO, DEE)
    short = [s for s in house.now.sitters if s.chips < 15]
    assert short
    if not agreed:
        if len(short) > 1:
            assert await refused("too_few_chips", house.service.start(house.id, ANN, house.key)) == {"least": 2}
        return
    await house.service.start(house.id, ANN, house.key)
    assert house.now.view is not None
    assert all(seat.standing == "in" for seat in house.now.view.seats)


async def test_what_was_asked_for_a_moment_that_has_passed_meanwhile_is_refused(house: House) -> None:
    await house.table(ANN, BO)
    table, old, service = house.id, house.now.turn, house.service
    async with service._in_memory.by_id[table].lock:  # all of it is asked for at the same moment; the first deals
        starting = asyncio.create_task(service.start(table, ANN, 90, old))
        late = [
            asyncio.ensure_future(attempt)
            for attempt in (
                service.seats.join(table, CY, 91, old),
                service.seats.leave(table, ANN, 92, old),
                service.seats.add_computer(table, ANN, named("Ada"), 93, old),
                service.seats.remove_computer(table, ANN, 94, old),
                service.seats.top_up(table, ANN, 95, old),
                service.start(table, ANN, 96, old),
                service.close(table, ANN, 97, old),
                service.act(table, ANN, "draw", "stock", 98, old),
                service.look(table, ANN.user_id, old),
                service.scored_deals(table, 5, old),
            )
        ]
        await asyncio.sleep(0.01)
    await starting
    for attempt in late:
        await refused("stale", attempt)
    assert (await service.look(table, ANN.user_id, house.now.turn)).view is not None
