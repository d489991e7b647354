"""Purses, names, and what people have chosen."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store.audit import audit
from bot.store.model.people import PersonSettings, Purse, Sources
from bot.store.model.servers import Chips
from bot.store.people import TRIED_AGAIN
from engine.stakes import Transfer
from tests.bot.store.helpers import ANN, BO, CY, GUILD, Clock, Steps, finish, new_deal, open_table, owe, query, sit

DAY = 86_400


async def lose(store: Steps, table: int, amount: int, number: int = 1) -> None:
    """Ann, in seat 0 of the table, loses chips."""
    deal = new_deal(await store.sittings(table), number=number, transfers=(Transfer(0, 1, amount, "stay"),))
    deal_id = await store.start_deal(table, deal, f"lose {table} {number}")
    await store.add_action(deal_id, 0, {"do": "knock"}, state_hash="h", finish=finish(deal))


async def poor(store: Steps, chips: int) -> int:
    """Ann has so many chips left, in her purse; the table she lost the others at."""
    table = await open_table(store, buy_in=200)
    ann, _ = await sit(store, table, ANN, None)
    await lose(store, table, 200 - chips)
    await store.rise(ann.id, "rise")
    return table


async def test_a_purse_opens_with_the_starting_chips_once(store: Steps) -> None:
    purses = await asyncio.gather(*(store.people.purse(ANN) for _ in range(30)))
    assert set(purses) == {Purse(200, 0, 0)}


async def test_each_server_has_its_own_purse(store: Steps, path: Path) -> None:
    abroad = replace(ANN, guild_id=GUILD + 1)
    table = await open_table(store)
    await sit(store, table, ANN)
    assert await store.people.purse(ANN) == Purse(180, 20, 0)
    assert await store.people.purse(abroad) == Purse(200, 0, 0)
    assert query(path, "SELECT name, balance FROM accounts WHERE kind = 'house' ORDER BY name") == [
        ("house:900", -200),
        ("house:901", -200),
    ]


async def test_the_daily_top_up_comes_once_a_utc_day(store: Steps, clock: Clock) -> None:
    clock.now = 20_000 * DAY + DAY - 10.0
    await poor(store, 0)
    assert await store.people.purse(ANN) == Purse(40, 0, 40)
    assert await store.people.purse(ANN) == Purse(40, 0, 0)
    table = await open_table(store, channel=501, buy_in=40)
    ann, _ = await sit(store, table, ANN, None)
    await lose(store, table, 35)
    assert await store.people.purse(ANN) == Purse(0, 5, 0)  # had today's already
    clock.now += 9
    assert await store.people.purse(ANN) == Purse(0, 5, 0)
    clock.now += 1  # midnight
    assert await store.people.purse(ANN) == Purse(40, 5, 40)
    assert await store.people.purse(ANN) == Purse(40, 5, 0)
    clock.now += 100 * DAY
    assert await store.people.purse(ANN) == Purse(40, 5, 0)  # has enough; chips on tables count
    await store.rise(ann.id, "rise 2")
    assert await store.people.purse(ANN) == Purse(45, 0, 0)


async def test_the_daily_gift_never_forgives_a_debt(store: Steps, clock: Clock) -> None:
    await owe(store, ANN, 130)
    assert await store.people.purse(ANN) == Purse(-90, 0, 40)
    clock.now += DAY
    assert await store.people.purse(ANN) == Purse(-50, 0, 40)
    assert await store.people.sources(ANN) == Sources(starting=200, daily=80)


async def test_sitting_down_brings_the_daily_top_up_too(store: Steps) -> None:
    await poor(store, 3)
    table = await open_table(store, channel=501, buy_in=40)
    (ann,) = await sit(store, table, ANN)
    assert ann.chips == 40
    assert await store.people.purse(ANN) == Purse(3, 40, 0)


async def test_a_refused_sit_gives_no_top_up(store: Steps) -> None:
    await poor(store, 3)
    table = await open_table(store, channel=501, buy_in=44)
    with pytest.raises(Exception, match="have=43, need=44"):
        await sit(store, table, ANN)
    assert await store.people.purse(ANN) == Purse(43, 0, 40)


@pytest.mark.parametrize(
    ("chips", "first", "poor_then"), [(Chips(0, 0), 0, 0), (Chips(0, 10), 10, 10), (Chips(7, 0), 7, 7)]
)
async def test_how_much_the_house_gives_is_a_setting(path: Path, chips: Chips, first: int, poor_then: int) -> None:
    store = await Steps.open(path, chips)
    assert (await store.people.purse(ANN)).balance == first
    assert (await store.people.purse(ANN)).balance == poor_then
    await store.close()
    assert audit(path).ok


async def test_names_are_kept_and_follow_the_person(store: Steps, path: Path) -> None:
    await store.people.note_member(ANN)
    await store.people.note_member(replace(ANN, name="Annabel"))
    await store.people.note_member(replace(ANN, guild_id=1, name="Ann elsewhere"))
    names = "SELECT guild_id, name FROM members ORDER BY guild_id"
    assert query(path, names) == [(1, "Ann elsewhere"), (GUILD, "Annabel")]
    await store.people.purse(replace(ANN, name="Anna"))
    assert query(path, names)[1] == (GUILD, "Anna")


async def test_what_people_choose_is_kept(store: Steps) -> None:
    assert await store.people.settings(1) == PersonSettings("dm", False, 0, False, True, "")
    assert await store.people.set_settings(1, hand="here", cut=12) == PersonSettings("here", False, 12, False, True, "")
    assert await store.people.set_settings(1, four_colour=True, auto_top_up=True) == PersonSettings(
        "here", True, 12, True, True, ""
    )
    assert await store.people.note_locale(1, "de", 7) == PersonSettings("here", True, 12, True, True, "de")
    assert await store.people.set_settings(1, cut=0, four_colour=False, ask_first=False) == PersonSettings(
        "here", False, 0, True, False, "de"
    )
    assert await store.people.settings(1) == PersonSettings("here", False, 0, True, False, "de")
    assert await store.people.settings(2) == PersonSettings()


async def test_changes_at_once_do_not_undo_each_other(store: Steps) -> None:
    await asyncio.gather(
        store.people.set_settings(1, hand="here"),
        store.people.set_settings(1, cut=5),
        store.people.note_locale(1, "fr", 7),
    )
    assert await store.people.settings(1) == PersonSettings("here", False, 5, False, True, "fr")


async def test_closed_direct_messages_are_remembered_for_a_day_in_one_server(path: Path) -> None:
    now = [1_000_000.0]
    store = await Steps.open(path, clock=lambda: now[0])
    people = store.people
    assert not await people.dms_closed(7, 1)
    await people.note_dms_closed(7, 1)
    assert await people.dms_closed(7, 1)
    assert not await people.dms_closed(8, 1)
    assert not await people.dms_closed(7, 2)
    now[0] += TRIED_AGAIN - 1
    assert await people.dms_closed(7, 1)
    now[0] += 2
    assert not await people.dms_closed(7, 1), "it is tried again"
    await people.note_dms_closed(7, 1)
    assert await people.dms_closed(7, 1)
    await people.forget_closed_dms(1)
    assert not await people.dms_closed(7, 1)
    await store.close()


async def test_what_the_bot_remembers(store: Steps) -> None:
    assert await store.notes.get("commands") is None
    await store.notes.set("commands", "abc")
    await store.notes.set("commands", "def")
    assert await store.notes.get("commands") == "def"


async def test_three_members_at_one_table_keep_their_chips_apart(store: Steps) -> None:
    table = await open_table(store)
    await sit(store, table, ANN, BO, CY)
    await lose(store, table, 10)
    assert [(await store.people.purse(who)).at_tables for who in (ANN, BO, CY)] == [10, 30, 20]


async def test_how_far_somebody_has_come_in_a_lesson_is_kept(store: Steps, path: Path, clock: Clock) -> None:
    assert await store.people.lesson_step(1, "dompe") is None
    await store.people.learn(1, "dompe", 3, done=False)
    assert (await store.privacy.export(1))["lessons"] == [{"game": "dompe", "step": 3, "done_at": None}]
    await store.people.learn(1, "dompe", 7, done=True)
    clock.now += 60
    await store.people.learn(1, "dompe", 1, done=False)
    assert await store.people.lesson_step(1, "dompe") == 1
    await store.people.learn(1, "poch", 0, done=False)
    assert await store.people.lessons_done(1) == {"dompe"}, "the others have only been begun"
    assert await store.people.lessons_done(2) == frozenset()
    assert await store.people.lesson_steps(1) == {"dompe": 1, "poch": 0}
    assert await store.people.lesson_steps(2) == {}
    assert (await store.people.lesson_step(1, "poch"), await store.people.lesson_step(2, "dompe")) == (0, None)
    done = query(path, "SELECT done_at FROM lessons WHERE game = 'dompe'")
    assert done == [(clock.now - 60,)], "it stays remembered as done"
    await store.privacy.erase(1)
    assert query(path, "SELECT * FROM lessons") == []
