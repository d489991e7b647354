"""Practice: one person with computer players, chips of the house's, and nothing that counts."""

from __future__ import annotations

from typing import Any

import pytest

from bot.service.model import NO_SERVER, Changes, Person
from bot.service.pace import QUICK, Pace
from bot.store.audit import audit
from engine.game import GAMES
from tests.bot.named import named
from tests.bot.service.conftest import ANN, BO, CHANNEL, GUILD, House
from tests.bot.service.refusals import refused
from tests.bot.service.supply import START, THREE, ended
from tests.bot.store.helpers import tamper


async def alone(house: House, person: Person = ANN, **options: Any) -> None:
    """One person with two computer players, before the first deal."""
    await house.table(person, **options)
    for name in ("Ada", "Blaise"):
        await house.service.seats.add_computer(house.id, person, named(name), house.key)


async def test_one_person_who_starts_with_computer_players_plays_for_practice(house: House):
    await alone(house)
    assert not house.now.practice
    assert (await house.chips())["Ann"] == 180
    await house.service.start(house.id, ANN, house.key)
    assert house.now.practice
    assert (await house.chips())["Ann"] == 200, "the own chips are home"
    assert house.now.pot == 3, "and the ante was paid with others"
    assert (await house.service.people.purse(ANN)).at_tables == 0
    await house.restart()
    assert house.now.practice
    await house.play_out(ANN)
    assert house.now.next_deal_at is None, "the next deal waits for the person"
    await house.service.seats.leave(house.id, ANN, house.key)
    assert (await house.chips())["Ann"] == 200
    assert (await house.service.results.leaderboard(GUILD)).rows == ()


async def test_whoever_is_left_alone_with_too_few_chips_for_a_new_game_practises_with_the_houses(house: House):
    after = await ended(house)
    short = next(person for person in THREE if after[person.name] < 60)
    await house.service.going_on.other_rules(house.id, ANN, house.key)
    for person in THREE:
        if person != short:
            await house.service.seats.leave(house.id, person, house.key)
    for name in ("Ada", "Blaise"):
        await house.service.seats.add_computer(house.id, short, named(name), house.key)
    assert house.stack(short) == after[short.name] < house.now.supply
    await house.service.start(house.id, short, house.key)
    assert house.now.practice
    assert (await house.chips())[short.name] == START - 60 + after[short.name], "nothing was paid in"


async def test_whoever_joins_later_joins_practice(house: House):
    await alone(house)
    await house.service.start(house.id, ANN, house.key)
    await house.service.seats.join(house.id, BO, house.key)
    assert house.stack(BO) == 20
    assert (await house.chips())["Bo"] == 200
    await house.play_out(ANN)
    await house.service.start(house.id, BO, house.key)
    await house.play_out(ANN, BO)
    await house.service.close(house.id, BO, house.key)
    assert set((await house.chips()).values()) == {200}
    assert (await house.service.results.leaderboard(GUILD)).rows == ()


async def test_two_people_play_for_their_chips(house: House):
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    assert not house.now.practice
    assert (await house.chips())["Ann"] == 180
    await house.deal_to_end(ANN, BO)
    assert (await house.service.results.leaderboard(GUILD)).rows != ()


async def test_a_refused_first_deal_leaves_the_table_as_it_was(house: House):
    await house.table(ANN, game="crummy", buy_in=0)
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    await refused("too_few", house.service.start(house.id, ANN, house.key))
    assert not house.now.practice
    await house.restart()
    assert not house.now.practice


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_every_game_can_be_practised_and_chips_never_reach_a_purse(house: House, game: str):
    rules = GAMES[game].rules()
    chips = GAMES[game].money.chips if GAMES[game].for_chips(rules) else 0
    await alone(house, game=game, buy_in=chips)
    for _ in range(2):
        await house.service.start(house.id, ANN, house.key)
        await house.play_out(ANN)
        if house.now.stage == "between" and house.now.buy_in:
            with_chips = house.stack(ANN)
            if with_chips < chips and not (house.now.supply and house.now.game_on):
                await house.service.seats.top_up(house.id, ANN, house.key)
    await house.service.close(house.id, ANN, house.key)
    assert set((await house.chips()).values()) == {200}


async def test_extra_chips_of_a_practice_game_never_go_home(house: House):
    await alone(house, game="poch", buy_in=60, short_stacks="extra_chips")
    for _ in range(3):
        await house.service.start(house.id, ANN, house.key)
        await house.play_out(ANN)
    await house.service.seats.leave(house.id, ANN, house.key)
    assert set((await house.chips()).values()) == {200}


async def test_the_last_person_at_a_table_for_chips_finishes_the_deal_and_starts_no_other(house: House):
    await house.table(ANN, BO)
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    await house.service.start(house.id, ANN, house.key)
    await house.service.seats.leave(house.id, BO, house.key)
    assert house.now.stage == "playing"
    await house.play_out(ANN)
    assert house.now.one_left
    assert house.now.next_deal_at is None
    await refused("one_left", house.service.start(house.id, ANN, house.key))
    await house.restart()
    await refused("one_left", house.service.start(house.id, ANN, house.key))
    await house.service.seats.join(house.id, BO, house.key)
    assert not house.now.one_left
    await house.service.start(house.id, BO, house.key)


async def test_the_last_person_goes_on_as_practice_with_the_chips_at_home(house: House):
    await house.table(ANN, BO, ante=2)
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    await refused("others_left", house.service.going_on.practise(house.id, ANN, house.key))
    await house.service.start(house.id, ANN, house.key)
    await house.service.seats.leave(house.id, BO, house.key)
    await house.play_out(ANN)
    had, total = house.stack(ANN) + house.now.pot, sum((await house.chips()).values())
    there = await house.service.going_on.practise(house.id, ANN, house.key)
    assert (there.practice, there.stage, there.rules.changed()) == (True, "lobby", {"ante": 2})
    assert [(s.name, s.chips) for s in there.sitters] == [("Ann", 20), ("Ada", 20)]
    assert total <= sum((await house.chips()).values()) <= total + had
    await house.service.start(house.id, ANN, house.key)
    await house.play_out(ANN)
    there = await house.service.going_on.another_game(house.id, ANN, "dompe", house.key)
    assert there.practice, "practice stays practice"


async def test_a_quick_table_and_its_own_turn_time(house: House):
    await house.table(ANN)
    pace = Pace(turn=300, computer=2)
    table = house.service._in_memory.by_id[house.id]
    assert pace.at(table) == pace
    await house.service.setting_up.change(
        house.id, ANN, Changes(settings={"quick": True, "turn_seconds": 60}), house.key
    )
    assert (pace.at(table).turn, pace.at(table).computer) == (60, 2 * QUICK)
    await house.service.setting_up.change(house.id, ANN, Changes(settings={"turn_seconds": None}), house.key)
    assert pace.at(table).turn == 300


async def test_the_audit_finds_practice_chips_that_went_astray(house: House):
    await alone(house)
    await house.service.start(house.id, ANN, house.key)
    await house.play_out(ANN)
    await house.service.close(house.id, ANN, house.key)
    await house.close()
    try:
        assert audit(house.path).problems == ()
        tamper(
            house.path,
            "UPDATE transfers SET target = (SELECT id FROM accounts WHERE kind = 'purse')"
            " WHERE posting_id = (SELECT max(id) FROM postings WHERE reason = 'practice')",
        )
        house.spoilt = True
        assert any("moves chips for practice between a seat and a purse" in line for line in audit(house.path).problems)
        tamper(house.path, "UPDATE tables SET practice = 0")
        assert any("which it may not" in line for line in audit(house.path).problems)
    finally:
        await house.open()


async def test_whoever_cannot_pay_the_buy_in_opens_a_table_for_practice(house: House):
    rules = GAMES["knock-poker"].rules()
    await house.service.open(ANN, CHANNEL + 1, "knock-poker", rules, 190, False, house.key)
    await refused("purse_too_small", house.service.open(ANN, CHANNEL, "knock-poker", rules, 20, False, house.key))
    key = house.key
    table = await house.service.open(ANN, CHANNEL, "knock-poker", rules, 20, False, key, or_practice=True)
    assert (table.practice, house.stack(ANN)) == (True, 20)
    assert (await house.chips())["Ann"] == 10, "the purse paid nothing"
    again = await house.service.open(ANN, CHANNEL, "knock-poker", rules, 20, False, key, or_practice=True)
    assert again.table_id == table.table_id
    await house.restart()
    await house.service.seats.join(house.id, BO, house.key)
    assert (await house.chips())["Bo"] == 200, "whoever comes practises, too"
    await house.service.start(house.id, ANN, house.key)
    await house.play_out(ANN, BO)
    assert house.now.practice
    assert (await house.service.results.leaderboard(GUILD)).rows == ()
    await house.service.close(house.id, ANN, house.key)
    assert (await house.chips())["Ann"] == 10


async def test_whoever_can_pay_the_buy_in_plays_for_chips(house: House):
    rules = GAMES["knock-poker"].rules()
    table = await house.service.open(ANN, CHANNEL, "knock-poker", rules, 200, False, house.key, or_practice=True)
    assert not table.practice
    assert (await house.chips())["Ann"] == 0


async def test_nobody_pays_anything_in_direct_messages(house: House):
    alone = Person(NO_SERVER, ANN.user_id, "Ann")
    table = await house.service.open(alone, CHANNEL, "poch", GAMES["poch"].rules(), 60, False, house.key)
    assert (table.practice, table.in_dm, table.settings.turn_seconds) == (True, True, 0)
    await refused("for_one_person", house.service.seats.join(house.id, BO, house.key))
    for name in ("Ada", "Blaise"):
        await house.service.seats.add_computer(house.id, alone, named(name), house.key)
    await house.service.start(house.id, alone, house.key)
    await house.restart()
    await house.play_out(alone)
    await refused("table_here", house.service.going_on.rematch(house.id, alone, house.key))
    there = await house.service.going_on.another_game(house.id, alone, "dompe", house.key)
    assert (there.practice, there.in_dm) == (True, True)
    closed = await house.service.close(house.id, alone, house.key)
    there = await house.service.going_on.rematch(closed.table_id, alone, house.key)
    assert there.practice
    await house.service.close(house.id, alone, house.key)
    assert set((await house.chips()).values()) == {200}
    assert (await house.service.results.leaderboard(NO_SERVER)).rows == ()
