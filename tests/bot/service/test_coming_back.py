"""Coming back to a game to which nobody may add chips, with less than a deal takes."""

from __future__ import annotations

from tests.bot.service.conftest import ANN, House
from tests.bot.service.refusals import refused
from tests.bot.service.supply import THREE, stacks, wild, with_extra_chips
from tests.bot.store.helpers import to_take_back

ENTRY = 9


async def own_chips(house: House) -> dict[str, int]:
    """What everybody would take home: without the extra chips, which the house takes back."""
    owed = await to_take_back(house.store, house.now.table_id)
    return {s.name: s.chips - min(s.chips, owed.get(s.sitting_id, 0)) for s in house.now.sitters}


async def test_po_33_who_left_with_less_than_a_deal_takes_waits_for_the_next_game(house: House) -> None:
    await house.table(*THREE, game="poch", buy_in=12, short_stacks="extra_chips")
    while not (house.now.game_on and min((await own_chips(house)).values()) < ENTRY):
        assert house.now.turn.deal < 80, "nobody lives on extra chips alone"
        await with_extra_chips(house)
        await wild(house, *THREE, seed=house.now.turn.deal)
    mine = await own_chips(house)
    person = min(THREE, key=lambda member: mine[member.name])
    before, purses = stacks(house), await house.chips()
    await house.service.seats.leave(house.id, person, house.key)
    details = await refused("too_little_left", house.service.seats.join(house.id, person, house.key))
    assert details == {"have": mine[person.name], "least": ENTRY}
    assert stacks(house) == {name: chips for name, chips in before.items() if name != person.name}
    assert await house.chips() == purses | {person.name: purses[person.name] + mine[person.name]}
    other = next(member for member in THREE if member is not person)
    await house.service.close(house.id, other, house.key)
    await house.table(*THREE, game="poch", buy_in=12)
    assert stacks(house)[person.name] == 12
    await house.service.start(house.id, ANN, house.key)
