"""What each stack is brought up or down by where a new game begins with as many chips for all (PO-3)."""

from __future__ import annotations

from tests.bot.service.conftest import ANN, House
from tests.bot.service.supply import THREE, after_extra_chips, ended, quiet


async def agreed(house: House) -> None:
    for person in THREE:
        await house.service.people.set_settings(person.user_id, auto_top_up=True)


async def test_po_3_what_each_brought_or_put_away_is_known_in_the_first_deal_of_a_game(house: House) -> None:
    after = await ended(house)
    first = house.now
    assert first.levelled == (), "everybody sat down with as many"
    await agreed(house)
    purses = await house.chips()
    await house.service.start(house.id, ANN, house.key)
    found = {house.now.at(levelled.seat).name: levelled for levelled in house.now.levelled}
    assert {name: levelled.brought for name, levelled in found.items()} == {
        name: 60 - chips for name, chips in after.items() if chips != 60
    }
    assert max(levelled.brought for levelled in found.values()) > 0, "what lies on the board, somebody lacks"
    spent = {
        name: before - now for (name, before), now in zip(purses.items(), (await house.chips()).values(), strict=True)
    }
    assert {name: levelled.brought for name, levelled in found.items()} == {name: spent[name] for name in found}
    await quiet(house, *THREE)
    assert house.now.levelled, "as long as that deal is the last"


async def test_po_33_extra_chips_go_back_first(house: House) -> None:
    each, after = await after_extra_chips(house)
    await agreed(house)
    await house.service.start(house.id, ANN, house.key)
    back = {name: min(each, chips) for name, chips in after.items()}
    found = {
        house.now.at(levelled.seat).name: (levelled.brought, levelled.taken_back, levelled.bounds.nobodys)
        for levelled in house.now.levelled
    }
    for name, (brought, taken, nobodys) in found.items():
        assert after[name] + brought - taken - nobodys == 12, "and what others have lost without having had it"
        assert taken == back[name]


async def test_within_a_game_nothing_is_levelled(house: House) -> None:
    await agreed(house)
    await house.table(*THREE, game="poch", buy_in=60)
    for _ in range(2):
        await house.service.start(house.id, ANN, house.key)
        assert house.now.levelled == ()
        await quiet(house, *THREE)
