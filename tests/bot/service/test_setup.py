"""Setting a table up in its lobby."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from bot.service.customs import LOOK
from bot.service.model import Changes, TableSettings
from bot.service.pace import Pace
from engine.game import GAMES
from engine.rules import Value, options
from tests.bot.named import named
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, House
from tests.bot.service.refusals import refused
from tests.kit.time import Hands


async def set_up(house: House, **changes: Any) -> None:
    await house.service.setting_up.change(house.id, ANN, Changes(**changes), house.key)


async def test_the_host_changes_everything_before_the_first_deal(house: House):
    await house.table(ANN, BO)
    settings = {"turn_seconds": 60, "cloth": "night"}
    await set_up(house, rules={"ante": 2, "bonuses": True}, four_colour=True, settings=settings)
    await set_up(house, rules={"bonus_pat_knock": 7}, settings={"quick": True}, result_lines=False)
    for _ in range(2):
        assert house.now.rules.changed() == {"ante": 2, "bonuses": True, "bonus_pat_knock": 7}
        assert house.now.four_colour
        assert house.now.settings == TableSettings(60, True, "night")
        assert house.now.result_lines is False
        await house.restart()
    await house.service.start(house.id, BO, house.key)
    assert house.now.pot == 4
    assert await refused("set_up_over", house.service.setting_up.change(house.id, ANN, Changes(), house.key)) == {}


async def test_a_preset_begins_from_the_usual_rules(house: House):
    await house.table(ANN, ante=5)
    await set_up(house, rules={"bonuses": True}, afresh=True)
    assert house.now.rules.changed() == {"bonuses": True}


async def test_nobody_but_the_host_sets_up(house: House):
    await house.table(ANN, BO)
    changes = Changes(rules={"ante": 2})
    assert await refused("not_the_host", house.service.setting_up.change(house.id, BO, changes, house.key)) == {
        "name": "Ann"
    }
    await refused("not_seated", house.service.setting_up.change(house.id, CY, changes, house.key))
    await house.service.seats.leave(house.id, ANN, house.key)
    await house.service.setting_up.change(house.id, BO, changes, house.key)
    assert house.now.rules.changed() == {"ante": 2}


async def test_stacks_follow_the_buy_in_up_and_down(house: House):
    await house.table(ANN, BO)
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    for buy_in in (50, 10, 10):
        await set_up(house, buy_in=buy_in)
        assert [s.chips for s in house.now.sitters] == [buy_in] * 3
        assert {name: chips for name, chips in (await house.chips()).items() if chips != 200} == {
            "Ann": 200 - buy_in,
            "Bo": 200 - buy_in,
        }
    await house.service.seats.join(house.id, CY, house.key)
    assert house.stack(CY) == 10


async def test_whether_lines_stay_is_the_hosts_to_change_and_the_usual_can_be_chosen_again(house: House):
    await house.table(ANN, BO)
    change = house.service.setting_up.leave_lines
    assert await refused("only_the_host", change(house.id, BO, False, house.key)) == {"name": "Ann"}
    assert house.now.result_lines is None
    assert (await change(house.id, ANN, False, house.key)).result_lines is False
    assert (await change(house.id, CY, True, house.key, moderator=True)).result_lines
    await house.service.setting_up.change(house.id, ANN, Changes(usual_lines=True), house.key)
    assert house.now.result_lines is None


async def test_nobody_starts_with_others_chips_just_after_the_host_has_raised_the_buy_in(tmp_path: Path, pace: Pace):
    house = House(tmp_path / "k.sqlite3", pace, Hands())
    await house.open()
    await house.table(ANN, BO)
    await set_up(house, buy_in=10)
    await set_up(house, buy_in=200, rules={"ante": 50})
    for who, left in ((ANN, LOOK), (BO, LOOK - 5)):
        told = await refused("look_first", house.service.start(house.id, who, house.key))
        assert told == {"seconds": left}
        await house.after(5)
    await house.service.seats.leave(house.id, BO, house.key)  # who doesn't want to play for that
    assert (await house.chips())["Bo"] == 200
    await house.service.seats.join(house.id, CY, house.key)
    await house.after(LOOK - 10)
    await house.service.start(house.id, ANN, house.key)
    assert house.now.stage == "playing"
    await house.close()


async def test_the_moment_to_look_at_a_raised_buy_in_outlasts_a_restart(tmp_path: Path, pace: Pace):
    house = House(tmp_path / "k.sqlite3", pace, Hands())
    await house.open()
    await house.table(ANN, BO)
    await set_up(house, buy_in=60)
    await house.after(5)
    await house.restart()
    assert await refused("look_first", house.service.start(house.id, ANN, house.key)) == {"seconds": LOOK - 5}
    await house.after(LOOK - 5)
    await house.service.start(house.id, ANN, house.key)
    assert house.now.stage == "playing"
    await house.close()


async def test_after_the_machines_clock_was_set_back_nobody_looks_at_a_raised_buy_in_for_longer(
    tmp_path: Path, pace: Pace
):
    house = House(tmp_path / "k.sqlite3", pace, Hands())
    await house.open()
    await house.table(ANN, BO)
    await set_up(house, buy_in=60)
    house.hands.utc -= 3600
    await house.service.start(house.id, ANN, house.key)
    assert house.now.stage == "playing"
    await house.close()


async def test_another_game_that_takes_more_chips_gives_the_others_a_moment_to_look(tmp_path: Path, pace: Pace):
    house = House(tmp_path / "k.sqlite3", pace, Hands())
    await house.open()
    await house.table(ANN, BO, CY)
    await house.service.going_on.another_game(house.id, ANN, "poch", house.key)
    assert house.now.buy_in > 20
    for person in (ANN, BO, CY):
        await house.service.seats.top_up(house.id, person, house.key)
    assert await refused("look_first", house.service.start(house.id, ANN, house.key)) == {"seconds": LOOK}
    await house.after(LOOK)
    await house.service.start(house.id, ANN, house.key)
    await house.close()


async def test_another_game_that_takes_fewer_chips_starts_at_once(house: House):
    await house.table(ANN, BO, CY, buy_in=100)
    await house.service.going_on.another_game(house.id, ANN, "poch", house.key)
    assert house.now.buy_in < 100
    await house.service.start(house.id, ANN, house.key)
    assert house.now.stage == "playing"


async def test_alone_or_for_less_one_starts_at_once(house: House):
    await house.table(ANN)
    await set_up(house, buy_in=60)
    await house.service.seats.join(house.id, BO, house.key)
    await set_up(house, buy_in=30)
    await house.service.start(house.id, BO, house.key)
    assert house.now.stage == "playing"


async def test_a_purse_that_cannot_pay_the_new_buy_in_leaves_all_as_it_was(house: House):
    await house.table(ANN, BO)
    await house.service.open(BO, CHANNEL + 1, "knock-poker", house.now.rules, 150, False, house.key)
    told = await refused(
        "short_of_buy_in", house.service.setting_up.change(house.id, ANN, Changes(buy_in=60), house.key)
    )
    assert told == {"names": ("Bo",), "count": 1, "chips": 60}
    assert house.now.buy_in == 20
    assert [s.chips for s in house.now.sitters] == [20, 20]


async def test_a_frozen_purse_that_would_pay_a_larger_buy_in_is_told_as_such(house: House):
    await house.table(ANN, BO)
    await house.service.servers.freeze(house.now.guild_id, BO.user_id, "doubts", ANN.user_id, house.key)
    told = await refused("purses_frozen", house.service.setting_up.change(house.id, ANN, Changes(buy_in=60), house.key))
    assert told == {"names": ("Bo",), "count": 1, "chips": 60}
    assert [s.chips for s in house.now.sitters] == [20, 20]


async def test_chips_come_with_the_rules_that_need_them_and_go_without(house: House):
    await house.table(ANN, BO, game="knock-rummy", buy_in=0)
    await set_up(house, rules={"chips_per_point": 1})
    assert house.now.buy_in == GAMES["knock-rummy"].money.chips
    assert [s.chips for s in house.now.sitters] == [200, 200]
    await set_up(house, rules={"chips_per_point": 0})
    assert [s.chips for s in house.now.sitters] == [0, 0]
    assert set((await house.chips()).values()) == {200}


async def test_a_buy_in_with_which_nobody_could_be_dealt_in_is_refused(house: House):
    await house.table(ANN, BO, game="poch", buy_in=60)
    await refused("buy_in_too_small", house.service.setting_up.change(house.id, ANN, Changes(buy_in=1), house.key))


def every_value() -> list[ParameterSet]:
    found: list[ParameterSet] = []
    for game in GAMES.values():
        for option in options(game.rules):
            given: list[Value] = [value for value, _ in option.choices]
            given = given or ([True, False] if option.kind == "flag" else [option.least or 0, (option.least or 0) + 2])
            found += [
                pytest.param(game.name, option.name, value, id=f"{game.name}-{option.name}-{value}") for value in given
            ]
    return found


@pytest.mark.parametrize(("game", "option", "value"), every_value())
async def test_every_option_of_every_game_can_be_set_and_the_table_then_plays_by_it(
    house: House, game: str, option: str, value: Value
):
    least = max(3, GAMES[game].seats[0])
    await house.service.open(ANN, CHANNEL, game, GAMES[game].rules(), GAMES[game].money.chips, False, house.key)
    if not GAMES[game].for_chips(house.now.rules):
        await set_up(house)
    for _ in range(least - 1):
        await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    await set_up(house, rules={option: value})
    await house.restart()
    table = await house.service.start(house.id, ANN, house.key)
    assert getattr(table.rules, option) == value
    assert table.rules == GAMES[game].rules(**{option: value})
    assert table.stage in {"playing", "between"}
