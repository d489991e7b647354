"""Extra chips, which the house gives to all in mid-deal and takes back before any leave the table (PO-33)."""

from __future__ import annotations

from bot.service.model import Snapshot
from tests.bot.service.conftest import ANN, CHANNEL, CY, GUILD, House
from tests.bot.service.refusals import refused
from tests.bot.service.supply import (
    START,
    THREE,
    after_extra_chips,
    issued,
    lying,
    quiet,
    stacks,
    wild,
    with_extra_chips,
)
from tests.bot.store.helpers import to_take_back


async def test_po_33_extra_chips_are_issued_to_all_alike_and_are_no_winnings(house: House) -> None:
    await house.table(*THREE, game="poch", buy_in=12, short_stacks="extra_chips", max_deals=1)
    extra = await with_extra_chips(house)
    assert {transfer.target for transfer in extra} == {0, 1, 2}
    await house.restart()
    assert issued(house) == extra
    sittings = [player.sitting_id for player in house.now.players]
    lent = await house.store.people.extra_chips(sittings)
    assert lent == dict.fromkeys(sittings, sum(transfer.amount for transfer in extra if transfer.target == 0))
    for number, person in enumerate(THREE):
        own = house.now.sitters[number].chips + house.service.paid_in(house.id, person.user_id) - lent[sittings[number]]
        assert own == 12, "as before the deal, whoever has staked the house's chips since"
    games = house.now.turn.deal
    await wild(house, *THREE)
    each = sum(transfer.amount for transfer in issued(house) if transfer.target == 0)
    assert [sum(transfer.amount for transfer in issued(house) if transfer.target == seat) for seat in (1, 2)] == [
        each,
        each,
    ]
    assert sum(stacks(house).values()) + lying(house) == 3 * (12 + each)
    assert house.now.view is not None
    result_ = house.now.view.result
    assert result_ is not None
    for seat, player in enumerate(house.now.players):
        assert result_.net[seat] == player.chips - 12 - each
    people = [player.user_id for player in house.now.players if player.user_id is not None]
    boards = [await house.service.results.leaderboard(GUILD, viewer=user_id) for user_id in people]
    nets = {board.own.name: board.own.chips for board in boards if board.own is not None}
    stored = [await house.store.deal(number) for number in range(1, games + 1)]
    assert sum(nets.values()) == sum(sum(deal.result.net) for deal in stored if deal is not None and deal.result)
    assert sum(nets.values()) <= 0  # what stays on the board is lost, and nothing is won from the house
    await house.service.close(house.id, ANN, house.key)
    purses = await house.chips()
    # What was issued is for the table: nobody takes it home, whoever has won it.
    assert all(START - 12 <= purses[name] <= START + max(net, -12) for name, net in nets.items())
    assert sum(purses.values()) <= 4 * START


def unpaid(table: Snapshot, user_id: int) -> int:
    """What a person was not paid, because others have lost without having had it."""
    found = dict(table.bounds).get(user_id)
    return found.nobodys if found is not None else 0


async def test_po_33_who_gets_up_leaves_the_extra_chips_there(house: House) -> None:
    each, after = await after_extra_chips(house)
    before = await house.chips()
    await house.restart()
    for person in THREE:
        now = await house.service.seats.leave(house.id, person, house.key)
        back = min(each, after[person.name])
        assert dict(now.taken_back).get(person.user_id, 0) == back
        taken = back + unpaid(now, person.user_id)
        assert (await house.chips())[person.name] == before[person.name] + after[person.name] - taken
    assert sum((await house.chips()).values()) <= 4 * START
    assert (now.stage, now.sitters) == ("closed", ())


async def test_po_33_a_table_that_closes_shows_what_everybody_takes_home(house: House) -> None:
    each, after = await after_extra_chips(house)
    before = await house.chips()
    await house.restart()
    closed = await house.service.close(house.id, ANN, house.key)
    back = {s.user_id: min(each, after[s.name]) for s in closed.sitters if after[s.name]}
    assert dict(closed.taken_back) == back
    home = {s.name: s.chips for s in closed.sitters}
    taken = {s.user_id or 0: back.get(s.user_id, 0) + unpaid(closed, s.user_id or 0) for s in closed.sitters}
    assert home == {s.name: after[s.name] - taken[s.user_id or 0] for s in closed.sitters}
    assert await house.chips() == {name: chips + home.get(name, 0) for name, chips in before.items()}


async def test_po_33_the_next_game_begins_without_the_extra_chips_of_the_last(house: House) -> None:
    each, after = await after_extra_chips(house)
    before = await house.chips()
    rest = {name: chips - min(each, chips) for name, chips in after.items()}
    short = sorted(name for name, chips in rest.items() if chips < 12)
    details = await refused("short_of_supply", house.service.start(house.id, ANN, house.key))
    assert (sorted(details["names"]), stacks(house)) == (short, after)
    assert {house.now.name_of(user) for user in house.now.fillable} == set(short)
    await house.restart()
    assert {s.name for s in house.now.sitters if s.short_of(12) > 0} == set(short), "as read from the books"
    for person in THREE:
        if person.name in short:
            now, added = await house.service.seats.top_up(house.id, person, house.key)
            assert (added, stacks(house)[person.name]) == (12 - rest[person.name], 12)
            assert dict(now.taken_back).get(person.user_id, 0) == min(each, after[person.name])
        else:
            await refused("nothing_to_top_up", house.service.seats.top_up(house.id, person, house.key))
    told = house.now.taken_back
    assert {user for user, _ in told} == {person.user_id for person in THREE if person.name in short}
    await house.restart()
    assert house.now.taken_back == told, "also by a bot that has started anew"
    await house.service.start(house.id, ANN, house.key)
    stored = await house.store.last_deal(channel_id=CHANNEL, finished=False)
    assert stored is not None
    assert stored.stakes.chips == (12, 12, 12)
    now_ = await house.chips()
    assert all(now_[name] <= chips + rest.get(name, 12) - 12 for name, chips in before.items())
    assert sum(now_.values()) <= 4 * START - 36
    await house.restart()
    await quiet(house, *THREE)


async def test_po_33_who_comes_back_in_mid_game_brings_what_went_to_the_purse(house: House) -> None:
    await house.table(*THREE, game="poch", buy_in=12, short_stacks="extra_chips")
    while not house.now.turn.deal or not (house.now.game_on and issued(house)):
        assert house.now.turn.deal < 40, "no game goes on after extra chips"
        await with_extra_chips(house)
        await wild(house, *THREE, seed=house.now.turn.deal)
    after = stacks(house)
    name = max(after, key=lambda name: after[name])
    person = next(p for p in THREE if p.name == name)
    owed = (await to_take_back(house.store, house.now.table_id))[
        next(s.sitting_id for s in house.now.sitters if s.name == name)
    ]
    before = await house.chips()
    await house.service.seats.leave(house.id, person, house.key)
    home = (await house.chips())[name] - before[name]
    # Whoever has won bears what others lost without having had it.
    assert 0 <= home <= after[name] - min(owed, after[name])
    await house.service.seats.join(house.id, person, house.key)
    assert (stacks(house)[name], await house.chips()) == (home, before)


async def test_where_stacks_go_all_in_only_the_stacks_go_home(house: House) -> None:
    await house.table(*THREE, game="poch", buy_in=60, max_deals=1)
    await house.service.start(house.id, ANN, house.key)
    await quiet(house, *THREE)
    after, purses = stacks(house), await house.chips()
    await house.service.seats.leave(house.id, CY, house.key)
    await house.service.close(house.id, ANN, house.key)
    assert await house.chips() == {name: chips + after.get(name, 0) for name, chips in purses.items()}
