"""Games that everybody begins with as many chips: the board goes on from deal to deal, and nobody adds chips."""

from __future__ import annotations

import pytest

from bot.service.model import Changes
from bot.store.audit import audit
from engine.game import GAMES
from engine.playback import play, result
from engine.proof import verify_bound
from engine.record import read_record
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, DEE, House
from tests.bot.service.refusals import refused
from tests.bot.service.supply import FAMILY, START, THREE, lying, own, pools, quiet, stacks, wild

# -- the board


@pytest.mark.parametrize("game", FAMILY)
async def test_po_14_the_board_is_carried_from_deal_to_deal_and_replays(house: House, game: str) -> None:
    await house.table(*THREE, game=game, buy_in=60)
    carried = 0
    for number in range(1, 4):
        await house.service.start(house.id, ANN, house.key)
        now = house.now
        assert (now.supply, now.game_on, now.turn.deal) == (60, True, number)
        assert [name for name, _ in now.pools] == list(GAMES[game].money.pools)
        assert sum(stacks(house).values()) + lying(house) == 180
        await (wild(house, *THREE, seed=number) if number > 1 else quiet(house, *THREE))
        assert sum(stacks(house).values()) + lying(house) == 180
        assert house.now.pot == 0
        assert house.now.view is not None
        assert dict(house.now.view.pools) == pools(house)
        stored = await house.store.last_deal(channel_id=CHANNEL)
        assert stored is not None
        assert (stored.stakes.supply, sum(dict(stored.stakes.pools).values())) == (60, carried)
        written = await house.store.record(stored.id)
        record = read_record(written)
        assert (record.stakes.supply, sum(chips for _, chips in record.stakes.pools)) == (60, carried)
        assert verify_bound(written, stored.commitment)[0]
        played = result(play(record))
        assert (played["finished"], played["chips"]) == (True, [s.chips for s in house.now.players])
        assert pools(house) == played["pools"]
        assert (await house.service.shuffles.verification(ANN, CHANNEL)).fits
        await house.restart()
        assert pools(house) == played["pools"]
        carried = lying(house)
        if not house.now.game_on:
            break
        assert carried > 0 or game == "poch-1873"  # with nobody betting, the pool for the betting stays
    assert number > 1


async def test_players_come_and_go_between_deals_and_the_pools_stay(house: House) -> None:
    await house.table(*THREE, DEE, game="poch", buy_in=60)
    await house.service.start(house.id, ANN, house.key)
    await quiet(house, *THREE, DEE)
    board = pools(house)
    assert board["poch"] == 4
    await house.service.seats.leave(house.id, DEE, house.key)
    assert pools(house) == board
    await house.service.start(house.id, ANN, house.key)
    assert pools(house)["poch"] == 4 + 3
    await house.service.seats.join(house.id, DEE, house.key)
    assert pools(house)["poch"] == 7
    await quiet(house, *THREE)
    await house.service.start(house.id, ANN, house.key)
    assert (len(house.now.players), pools(house)["poch"]) == (4, 11)


async def test_g_11_who_leaves_in_mid_deal_is_played_for_and_takes_home_what_is_left(house: House) -> None:
    await house.table(*THREE, game="poch", buy_in=60)
    await house.service.start(house.id, ANN, house.key)
    await house.service.seats.leave(house.id, CY, house.key)
    while house.now.stage == "playing":
        acting = house.now.to_act
        assert acting is not None
        if acting.computer:
            await house.next_turn()
            continue
        person, private = own(house, (ANN, BO))
        assert private.view is not None
        lead = private.view.prompt("play")
        action = ("play", lead.choices[0]) if lead else ("fold" if private.view.prompt("fold") else "pass", None)
        await house.act(person, *action)
    cy = next(p for p in house.now.players if p.user_id == CY.user_id)
    assert [s.name for s in house.now.sitters] == ["Ann", "Bo"]
    assert (await house.chips())["Cy"] == START - 60 + cy.chips
    assert await refused("too_few", house.service.start(house.id, ANN, house.key)) == {"least": 3}


# -- no chips are added in mid-game


async def test_nobody_tops_up_in_mid_game_and_it_does_not_happen_by_itself(house: House) -> None:
    for person in THREE:
        await house.service.people.set_settings(person.user_id, auto_top_up=True)
    await house.table(*THREE, game="poch", buy_in=60)
    await refused("nothing_to_top_up", house.service.seats.top_up(house.id, ANN, house.key))  # not yet in a game
    await house.service.start(house.id, ANN, house.key)
    await refused("no_top_up_in_game", house.service.seats.top_up(house.id, ANN, house.key))
    await quiet(house, *THREE)
    for person in THREE:
        await refused("no_top_up_in_game", house.service.seats.top_up(house.id, person, house.key))
    before = stacks(house)
    assert min(before.values()) < 60
    await house.service.start(house.id, ANN, house.key)
    stored = await house.store.last_deal(channel_id=CHANNEL, finished=False)
    assert stored is not None
    assert dict(zip(stored.names, stored.stakes.chips, strict=True)) == before


async def test_who_comes_back_in_mid_game_brings_what_was_left_and_in_the_next_the_buy_in(house: House) -> None:
    await house.table(*THREE, DEE, game="poch", buy_in=60, max_deals=2)
    await house.service.start(house.id, ANN, house.key)
    await quiet(house, *THREE, DEE)
    left = stacks(house)
    moved = next(name for name, chips in left.items() if chips != 60)
    person = next(p for p in (*THREE, DEE) if p.name == moved)
    others = tuple(p for p in (*THREE, DEE) if p is not person)
    await house.service.seats.leave(house.id, person, house.key)
    await house.service.seats.join(house.id, person, house.key)
    assert stacks(house) == left
    await house.service.seats.leave(house.id, person, house.key)
    await house.service.start(house.id, others[0], house.key)
    await house.service.seats.join(house.id, person, house.key)  # in mid-deal: the same
    assert stacks(house)[moved] == left[moved]
    await house.service.seats.leave(house.id, person, house.key)
    await quiet(house, *others)
    assert not house.now.game_on
    await house.service.seats.join(house.id, person, house.key)
    assert stacks(house)[moved] == 60
    assert (await house.chips())[moved] == START - 60 + left[moved] - 60


async def test_a_newcomer_in_mid_game_brings_the_buy_in(house: House) -> None:
    await house.table(*THREE, game="poch", buy_in=60)
    await house.service.start(house.id, ANN, house.key)
    await house.service.seats.join(house.id, DEE, house.key)
    await house.service.seats.leave(house.id, DEE, house.key)  # no cards held, so no part of this game
    await house.service.seats.join(house.id, DEE, house.key)
    await quiet(house, *THREE)
    assert (stacks(house)["Dee"], (await house.chips())["Dee"]) == (60, START - 60)


@pytest.mark.parametrize(("game", "least"), [("poch", 9), ("le-poque", 6), ("poch-1873", 14)])
async def test_po_50_a_table_needs_a_buy_in_with_which_somebody_can_be_dealt_in(
    house: House, game: str, least: int
) -> None:
    rules = {"stake": 2} if game == "poch-1873" else {}
    attempt = house.table(*THREE, game=game, buy_in=least - 1, **rules)
    assert await refused("buy_in_too_small", attempt) == {"least": least}
    assert house.service.table_in(CHANNEL) is None
    await house.table(*THREE, game=game, buy_in=least, **rules)
    await house.service.start(house.id, ANN, house.key)


async def test_a_table_without_chips_says_so(house: House) -> None:
    await house.table(ANN, BO, game="poe-crumb", buy_in=0)
    await refused("no_chips_here", house.service.seats.top_up(house.id, ANN, house.key))


async def test_who_lets_the_time_run_out_gets_time_of_its_own_for_each_lead(house: House) -> None:
    """A lead that leads to another lead is two turns (PO-42)."""
    await house.table(*THREE, game="poch", buy_in=60)
    again = 0
    while not again:
        await house.service.start(house.id, ANN, house.key)
        table = house.service._in_memory.by_channel[CHANNEL]
        led = None
        while house.now.stage == "playing":
            asks, to_act, seq = house.now.view.asks if house.now.view else None, house.now.to_act, house.now.turn.seq
            again += asks == "lead" and to_act == led
            led = to_act if asks == "lead" else None
            table.absent.clear()
            async with table.lock:
                await house.service._play.computer(table, absent=True)
            assert house.now.turn.seq == seq + 1
        assert house.now.turn.deal < 20


async def test_whoever_comes_back_before_the_first_deal_brings_the_new_buy_in(house: House) -> None:
    await house.table(ANN, BO, game="poch", buy_in=30)
    await house.service.seats.leave(house.id, BO, house.key)
    await house.service.setting_up.change(house.id, ANN, Changes(buy_in=20), house.key)
    await house.service.seats.join(house.id, BO, house.key)
    assert stacks(house) == {"Ann": 20, "Bo": 20}
    assert audit(house.path).problems == (), "nobody can have won anything yet"
