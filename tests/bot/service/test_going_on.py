"""What comes between deals and after a table: a pause, another game, a rematch."""

from __future__ import annotations

import pytest

from bot.service.model import Changes, Person, Refusal, TableSettings
from engine.game import GAMES
from tests.bot.named import named
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, DEE, GUILD, House
from tests.bot.service.refusals import refused


async def test_nothing_starts_by_itself_while_paused(house: House):
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    await house.deal_to_end(ANN, BO)
    assert house.now.next_deal_at is not None
    for _ in range(2):
        await house.service.going_on.pause(house.id, BO, house.key)
        assert house.now.paused
        assert house.now.next_deal_at is None
        await house.restart()
        assert house.now.next_deal_at is None
    await house.service.going_on.pause(house.id, BO, house.key, paused=False)
    assert house.now.next_deal_at is not None
    await house.service.going_on.pause(house.id, ANN, house.key)
    await house.service.start(house.id, ANN, house.key)
    assert not house.now.paused, "a deal that somebody starts ends the pause"


async def test_another_game_goes_on_with_the_same_people_and_their_stacks(house: House):
    await house.table(ANN, BO)
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    await house.service.start(house.id, ANN, house.key)
    await house.play_out(ANN, BO)
    before, purses = house.now, await house.chips()
    key = house.key
    there = await house.service.going_on.another_game(before.table_id, ANN, "dompe", key)
    assert there.table_id != before.table_id
    assert (there.game, there.stage, there.host_id) == ("dompe", "lobby", ANN.user_id)
    assert [(s.name, s.chips) for s in there.sitters] == [(s.name, s.chips) for s in before.sitters]
    assert await house.chips() == purses
    old = house.left(before.table_id)
    assert (old.stage, old.next_game) == ("closed", "dompe")
    assert [s.chips for s in old.sitters] == [s.chips for s in before.sitters]
    assert (await house.service.going_on.another_game(before.table_id, ANN, "dompe", key)).table_id == there.table_id
    await house.restart()
    assert [(s.name, s.chips) for s in house.now.sitters] == [(s.name, s.chips) for s in before.sitters]
    await house.service.start(house.id, ANN, house.key)
    assert house.now.game == "dompe"
    await house.service.close(house.id, ANN, house.key)


async def test_stacks_go_home_before_a_game_without_chips_and_nobody_else_pays_for_one_with_chips(house: House):
    await house.table(ANN, BO)
    await house.service.going_on.another_game(house.id, ANN, "crummy", house.key)
    assert [s.chips for s in house.now.sitters] == [0, 0]
    assert set((await house.chips()).values()) == {200}
    await house.service.going_on.another_game(house.id, ANN, "knock-poker", house.key)
    assert [s.name for s in house.now.sitters] == ["Ann"], "Bo was not asked for chips"
    assert (await house.chips())["Bo"] == 200


async def test_a_moderator_is_told_who_cannot_pay_and_not_what_is_in_that_purse(house: House):
    await house.table(ANN, BO, CY, game="crummy", buy_in=0)
    rules = GAMES["knock-poker"].rules()
    await house.service.open(ANN, CHANNEL + 1, "knock-poker", rules, 190, False, house.key)
    goes_on = house.service.going_on.another_game
    told = await refused("host_too_poor", goes_on(house.id, DEE, "knock-poker", house.key, moderator=True))
    assert told == {"name": "Ann", "need": 20}
    assert (await refused("purse_too_small", goes_on(house.id, ANN, "knock-poker", house.key)))["have"] == 10


async def test_another_game_with_too_few_seats_or_in_mid_deal_is_refused(house: House):
    await house.table(ANN)
    for _ in range(6):
        await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    told = await refused("too_many", house.service.going_on.another_game(house.id, ANN, "dompe", house.key))
    assert told == {"most": 5, "game": "dompe"}
    await house.service.start(house.id, ANN, house.key)
    await refused("deal_running", house.service.going_on.another_game(house.id, ANN, "knock-poker", house.key))


async def test_whoever_is_away_stays_behind_and_takes_no_seat_in_another_game(house: House):
    people = [Person(GUILD, 2000 + seat, f"P{seat}") for seat in range(6)]
    await house.table(*people, game="knock-rummy")
    await house.service.start(house.id, people[0], house.key)
    await house.play_out(*people)
    table = house.service._in_memory.by_id[house.id]
    async with table.lock:
        await house.service._play.take_over(table, table.check_seated(people[5].user_id), "away")
    there = await house.service.going_on.another_game(house.id, people[0], "crummy", house.key)
    assert [sitter.name for sitter in there.sitters] == ["P0", "P1", "P2", "P3", "P4"]


async def test_what_lies_in_the_pools_is_shared_before_another_game(house: House):
    await house.table(ANN, BO, CY, game="poch", buy_in=60, money=True)
    await house.service.start(house.id, ANN, house.key)
    await house.play_out(ANN, BO, CY)
    lying = house.now.pot + sum(chips for _, chips in house.now.pools)
    assert lying
    total = sum(s.chips for s in house.now.sitters) + lying
    await house.service.going_on.another_game(house.id, ANN, "dompe", house.key)
    assert sum(s.chips for s in house.now.sitters) == total


async def test_a_rematch_has_the_rules_and_the_computer_players_but_asks_the_people(house: House):
    await house.table(ANN, BO, ante=3)
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    changes = Changes(settings={"turn_seconds": 60, "cloth": "paper"})
    await house.service.setting_up.change(house.id, ANN, changes, house.key)
    old = house.id
    await refused("table_exists", house.service.going_on.rematch(old, BO, house.key))
    await house.service.close(old, ANN, house.key)
    key = house.key
    there = await house.service.going_on.rematch(old, BO, key)
    assert (there.rules.changed(), there.stage) == ({"ante": 3}, "lobby")
    assert there.settings == TableSettings(60, cloth="paper")
    assert [(s.name, s.chips) for s in there.sitters] == [("Bo", 20), ("Ada", 20)]
    assert (await house.service.going_on.rematch(old, BO, key)).table_id == there.table_id
    await refused("table_exists", house.service.going_on.rematch(old, ANN, house.key))


async def test_a_rematch_of_practice_is_practice_and_takes_no_chips(house: House):
    table = await house.service.open(
        ANN, CHANNEL, "dompe", GAMES["dompe"].rules(), 500, False, house.key, or_practice=True
    )
    assert table.practice, "nobody has 500 chips"
    await house.service.close(table.table_id, ANN, house.key)
    there = await house.service.going_on.rematch(table.table_id, ANN, house.key)
    assert there.practice


async def test_no_two_at_a_rematch_have_the_same_name(house: House):
    await house.table(ANN)
    for _ in range(2):
        await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    ada = Person(GUILD, 2000, "Ada")
    await house.service.seats.join(house.id, ada, house.key)
    assert [s.name for s in house.now.sitters] == ["Ann", "Ada", "Ada (2)", "Ada (3)"]
    old = house.id
    await house.service.close(old, ANN, house.key)
    there = await house.service.going_on.rematch(old, ada, house.key)
    assert [s.name for s in there.sitters] == ["Ada", "Ada (3)", "Ada (2)"]


async def test_an_impossible_rematch_is_refused(house: House):
    await house.table(ANN, buy_in=150)
    old = house.id
    await house.service.close(old, ANN, house.key)
    await house.service.open(ANN, CHANNEL + 1, "knock-poker", GAMES["knock-poker"].rules(), 100, False, house.key)
    with pytest.raises(Refusal, match="purse_too_small"):
        await house.service.going_on.rematch(old, ANN, house.key)
    await refused("table_gone", house.service.going_on.rematch(old + 50, ANN, house.key))
