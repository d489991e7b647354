"""Opening tables, sitting down, getting up, closing; and that a key makes each of them happen once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from bot.store.audit import audit
from bot.store.model.people import Member
from bot.store.model.tables import NewTable, Setup, Sitting
from engine.stakes import Transfer
from tests.bot.store.helpers import (
    ANN,
    BO,
    CY,
    GUILD,
    SEED,
    Steps,
    finish,
    new_deal,
    open_table,
    play,
    query,
    refusal,
    sit,
)

T = TypeVar("T")


async def code(work: Awaitable[object]) -> str:
    """The code with which an operation is refused."""
    return (await refusal(work)).code


async def test_a_table_comes_back_as_it_was_opened(store: Steps) -> None:
    table = await store.open_table(
        NewTable(
            channel_id=1 << 62,
            game="poch",
            unit="points",
            setup=Setup({"broke": "sit_out", "odd": [1, {"é": None}], "ante": 3}, 0, four_colour=True),
            host=ANN,
            table_secret=SEED,
        ),
        key="open",
    )
    found = await store.table(table)
    assert found is not None
    stored = found.table
    assert (stored.id, stored.guild_id, stored.channel_id, stored.game) == (table, GUILD, 1 << 62, "poch")
    assert stored.setup.rules == {"broke": "sit_out", "odd": [1, {"é": None}], "ante": 3}
    assert (stored.unit, stored.setup.buy_in, stored.setup.four_colour, stored.host_id) == (
        "points",
        0,
        True,
        ANN.user_id,
    )
    assert (stored.status, stored.closing, stored.table_secret) == ("lobby", False, SEED)
    assert (found.sittings, found.pot, found.pools, found.deal) == ((), 0, (), None)
    assert await store.table(table + 1) is None


async def test_one_open_table_a_channel(store: Steps) -> None:
    table = await open_table(store)
    refused = await refusal(open_table(store, host=Member(GUILD + 1, 5, "Di")))
    assert (refused.code, refused.details) == ("table_exists", {"table_id": table})
    assert await open_table(store, channel=501) != table
    await store.close_table(table, "close")
    assert await open_table(store, host=Member(GUILD + 1, 5, "Di")) > table


async def test_what_changes_at_a_table(store: Steps) -> None:
    table = await open_table(store)
    await store.set_closing(table, True)
    await store.set_host(table, BO.user_id)
    found = await store.table(table)
    assert found is not None
    stored = found.table
    assert (stored.status, stored.closing, stored.host_id) == ("lobby", True, BO.user_id)
    await store.set_closing(table, False)
    found = await store.table(table)
    assert found is not None
    assert not found.table.closing
    for missing in (store.set_closing(99, True), store.set_host(99, 1)):
        assert await code(missing) == "no_table"


async def test_sitting_down_brings_the_buy_in_from_the_purse(store: Steps) -> None:
    table = await open_table(store, buy_in=30)
    ann = await store.sit(table, ANN, key="ann")
    bo = await store.sit(table, BO, key="bo", amount=50, name="Bobby")
    robin = await store.sit(table, None, key="robin", name="Robin")
    assert [
        (sitting.user_id, sitting.name, sitting.position, sitting.chips) for sitting in await store.sittings(table)
    ] == [
        (ANN.user_id, "Ann", 0, 30),
        (BO.user_id, "Bobby", 1, 50),
        (None, "Robin", 2, 30),
    ]
    assert (ann.table_id, ann.auto_top_up, ann.leaving) == (table, False, False)
    assert len({ann.id, bo.id, robin.id}) == 3
    purse = await store.people.purse(ANN)
    assert (purse.balance, purse.at_tables) == (170, 30)
    with pytest.raises(ValueError, match="needs a name"):
        await store.sit(table, None, key="nobody")
    with pytest.raises(ValueError, match="-1 chips"):
        await store.sit(table, CY, key="cy", amount=-1)


async def test_who_has_too_little_cannot_sit(store: Steps) -> None:
    table = await open_table(store, buy_in=201)
    refused = await refusal(store.sit(table, ANN, key="sit"))
    assert (refused.code, refused.details) == ("purse_too_small", {"have": 200, "need": 201, "owed": 0})
    assert await store.sittings(table) == ()
    assert (await store.sit(table, ANN, key="sit", amount=200)).chips == 200  # a refused key is still free


async def test_sitting_down_is_refused(store: Steps) -> None:
    table = await open_table(store)
    (ann,) = await sit(store, table, ANN)
    refused = await refusal(store.sit(table, ANN, key="again"))
    assert (refused.code, refused.details) == ("already_seated", {"sitting_id": ann.id})
    assert await code(store.sit(99, ANN, key="x")) == "no_table"
    await store.close_table(table, "close")
    assert await code(store.sit(table, BO, key="y")) == "table_closed"


async def test_a_member_of_another_server_cannot_bring_chips_here(store: Steps) -> None:
    table = await open_table(store)
    with pytest.raises(ValueError, match="another server"):
        await store.sit(table, Member(GUILD + 1, 5, "Di"), key="x")


async def test_getting_up_brings_the_chips_back(store: Steps) -> None:
    table = await open_table(store)
    ann, bo, robin = await sit(store, table, ANN, BO, None)
    assert await store.rise(ann.id, "rise ann") == 20
    assert await store.rise(robin.id, "rise robin") == 20
    assert (await store.people.purse(ANN)).balance == 200
    assert [sitting.id for sitting in await store.sittings(table)] == [bo.id]
    assert await code(store.rise(ann.id, "again")) == "has_left"
    assert await code(store.rise(99, "nobody")) == "no_sitting"
    back = await store.sit(table, ANN, key="ann is back")
    assert back.position == 3  # at the end, and a new sitting
    assert back.id not in {ann.id, bo.id, robin.id}


async def test_g_8_a_debt_is_evened_out_from_the_purse(store: Steps) -> None:
    table = await open_table(store)
    ann, robin = await sit(store, table, ANN, None)
    deal = new_deal([ann, robin], transfers=(Transfer(0, 1, 25, "stay"),))
    deal_id = await store.start_deal(table, deal, "deal")
    await store.add_action(deal_id, 0, {"do": "knock"}, state_hash="h", finish=finish(deal))
    assert [sitting.chips for sitting in await store.sittings(table)] == [-5, 45]
    assert (await store.people.purse(ANN)).at_tables == -5
    assert await store.rise(ann.id, "rise") == -5
    assert (await store.people.purse(ANN)).balance == 175


async def test_topping_up_between_deals(store: Steps) -> None:
    table = await open_table(store)
    ann, bo = await sit(store, table, ANN, BO)
    assert await store.top_up(ann.id, 15, "top up") == 35
    assert await store.top_up(ann.id, 15, "top up") == 35
    assert await store.top_up(ann.id, 1, "once more") == 36
    assert (await store.people.purse(ANN)).balance == 164
    assert await code(store.top_up(ann.id, 165, "too much")) == "purse_too_small"
    deal_id = await store.start_deal(table, new_deal(await store.sittings(table)), "deal")
    assert await code(store.top_up(ann.id, 1, "in the deal")) == "deal_open"
    assert await code(store.rise(ann.id, "in the deal too")) == "deal_open"
    (cy,) = await sit(store, table, CY)
    assert await store.top_up(cy.id, 1, "not in the deal") == 21
    assert await store.rise(cy.id, "rise") == 21
    await store.cancel_deal(deal_id, "cancel")
    assert await store.top_up(ann.id, 1, "in the deal") == 37  # a refused key is still free
    await store.rise(bo.id, "rise bo")
    assert await code(store.top_up(bo.id, 1, "gone")) == "has_left"
    assert await code(store.top_up(99, 1, "nobody")) == "no_sitting"


async def test_a_computer_player_is_topped_up_by_the_house(store: Steps) -> None:
    table = await open_table(store)
    (robin,) = await sit(store, table, None)
    assert await store.top_up(robin.id, 5, "top up") == 25


async def test_who_is_leaving_is_marked(store: Steps) -> None:
    table = await open_table(store)
    (ann,) = await sit(store, table, ANN)
    await store.mark_leaving(ann.id)
    assert [sitting.leaving for sitting in await store.sittings(table)] == [True]
    await store.mark_leaving(ann.id, False)
    assert [sitting.leaving for sitting in await store.sittings(table)] == [False]
    await store.rise(ann.id, "rise")
    assert await code(store.mark_leaving(ann.id)) == "has_left"
    assert await code(store.mark_leaving(99)) == "no_sitting"


async def test_who_agreed_is_topped_up_automatically(store: Steps) -> None:
    table = await open_table(store)
    await store.people.set_settings(ANN.user_id, auto_top_up=True)
    assert [sitting.auto_top_up for sitting in await sit(store, table, ANN, BO, None)] == [True, False, False]
    await store.people.set_settings(ANN.user_id, auto_top_up=False)
    assert [sitting.auto_top_up for sitting in await store.sittings(table)] == [False, False, False]


@pytest.mark.parametrize(
    ("pot", "back"), [(0, (200, 200, 200)), (3, (198, 201, 201)), (7, (195, 203, 202)), (8, (194, 203, 203))]
)
async def test_closing_shares_the_pot_with_odd_chips_from_the_dealers_left(
    store: Steps, pot: int, back: tuple[int, int, int]
) -> None:
    table = await open_table(store)
    *people, robin = await sit(store, table, ANN, BO, CY, None)
    deal = new_deal([*people, robin], transfers=(Transfer(0, "pot", pot, "ante"),) if pot else ())
    deal_id = await store.start_deal(table, deal, "deal")
    await store.add_action(deal_id, 0, {"do": "knock"}, state_hash="h", finish=finish(deal, void=True))
    await store.mark_leaving(robin.id)
    await store.rise(robin.id, "rise")
    await store.close_table(table, "close")
    assert tuple([(await store.people.purse(who)).balance for who in (ANN, BO, CY)]) == back
    assert await store.load_open() == []
    found = await store.table(table)
    assert found is not None
    assert (found.table.status, found.sittings, found.pot) == ("closed", (), 0)


async def test_closing_shares_pools_too_and_spreads_their_odd_chips(store: Steps) -> None:
    table = await open_table(store)
    ann, bo = await sit(store, table, ANN, BO)
    paid = (Transfer(0, "ace", 1, "ante"), Transfer(0, "king", 1, "ante"), Transfer(1, "pot", 3, "ante"))
    deal = new_deal([ann, bo], transfers=paid)
    deal_id = await store.start_deal(table, deal, "deal")
    await store.add_action(deal_id, 0, {"do": "pass"}, state_hash="h", finish=finish(deal))
    found = await store.table(table)
    assert found is not None
    assert (found.pot, found.pools) == (3, (("ace", 1), ("king", 1)))
    await store.close_table(table, "close")
    # Five chips for two: nobody gets more than one odd chip (general.md G-6), out of whatever pool it comes.
    assert [(await store.people.purse(who)).balance for who in (ANN, BO)] == [200, 200]


async def test_closing_takes_an_open_deal_back(store: Steps, path: Path) -> None:
    table = await open_table(store)
    ann, bo = await sit(store, table, ANN, BO)
    await play(store, table, [ann, bo], 0)
    deal = new_deal(await store.sittings(table), number=2, ante=3)
    deal_id = await store.start_deal(table, deal, "deal 2")
    await store.add_action(deal_id, 0, {"do": "fold"}, state_hash="h", transfers=(Transfer(1, 0, 2, "fold"),))
    await store.close_table(table, "close")
    assert [(await store.people.purse(who)).balance for who in (ANN, BO)] == [201, 199]
    stored = await store.deal(deal_id)
    assert stored is not None
    assert (stored.status, stored.result) == ("cancelled", None)
    assert query(path, "SELECT count(*) FROM postings WHERE reverses IS NOT NULL") == [(2,)]


async def test_closing_where_nobody_sits_any_more_gives_the_pot_to_those_who_played_for_it(store: Steps) -> None:
    table = await open_table(store)
    sittings = await sit(store, table, ANN, BO)
    await play(store, table, sittings, 0, void=True)
    for sitting in sittings:
        await store.rise(sitting.id, f"rise {sitting.id}")
    await store.close_table(table, "close")
    assert [(await store.people.purse(who)).balance for who in (ANN, BO)] == [200, 200]


async def test_closing_is_refused(store: Steps) -> None:
    assert await code(store.close_table(99, "x")) == "no_table"
    table = await open_table(store)
    await store.close_table(table, "close")
    assert await code(store.close_table(table, "another key")) == "table_closed"
    for late in (store.set_closing(table, True), store.set_host(table, 1)):
        assert await code(late) == "table_closed"


async def test_every_keyed_operation_happens_once_and_answers_the_same(store: Steps, path: Path) -> None:
    async def twice(operation: Callable[[], Awaitable[T]]) -> T:
        first = await operation()
        before = query(path, "SELECT count(*) FROM transfers"), await store.load_open()
        assert await operation() == first
        assert (query(path, "SELECT count(*) FROM transfers"), await store.load_open()) == before
        return first

    table = await twice(lambda: open_table(store))
    ann, _ = await twice(lambda: sit(store, table, ANN, None))
    assert await twice(lambda: store.top_up(ann.id, 5, "top up")) == 25
    deal = new_deal(await store.sittings(table))
    deal_id = await twice(lambda: store.start_deal(table, deal, "deal"))
    assert await store.seen("deal")
    assert not await store.seen("cancel")
    await twice(lambda: store.cancel_deal(deal_id, "cancel"))
    assert await twice(lambda: store.rise(ann.id, "rise")) == 25
    await twice(lambda: store.close_table(table, "close"))


async def test_the_same_key_at_once_happens_once(store: Steps) -> None:
    table = await open_table(store)
    sittings = await asyncio.gather(*(store.sit(table, ANN, key="click") for _ in range(50)))
    assert len({sitting.id for sitting in sittings}) == 1
    tops = await asyncio.gather(*(store.top_up(sittings[0].id, 1, "click 2") for _ in range(50)))
    assert set(tops) == {21}


async def test_a_key_of_another_operation_is_refused(store: Steps) -> None:
    table = await open_table(store)
    (ann,) = await sit(store, table, ANN)
    await store.top_up(ann.id, 1, "key")
    assert await code(store.rise(ann.id, "key")) == "key_reused"
    assert len(await store.sittings(table)) == 1


async def credit(store: Steps, owed: int) -> tuple[int, Sitting, Sitting]:
    """Bo owes so many chips at a table at which Ann has won them; the table, Ann and Bo."""
    table = await open_table(store)
    ann, bo = await sit(store, table, ANN, BO)
    deal, lost = new_deal([ann, bo]), Transfer(1, 0, 19 + owed, "payment")  # and the ante
    deal_id = await store.start_deal(table, deal, "deal")
    await store.add_action(
        deal_id, 0, {"seat": 0, "do": "knock"}, state_hash="over", transfers=(lost,), finish=finish(deal, lost)
    )
    return table, ann, bo


async def test_a_debt_is_paid_before_the_winner_gets_up_and_not_spent_elsewhere(store: Steps, path: Path) -> None:
    table, ann, _ = await credit(store, 80)
    refused = await refusal(sit(store, await open_table(store, 501, buy_in=101), BO))
    assert (refused.code, refused.details) == ("purse_too_small", {"have": 180, "need": 101, "owed": 80})
    await sit(store, await open_table(store, 502, buy_in=100), BO)
    assert await store.rise(ann.id, "rise") == 118
    assert [who.chips for who in await store.sittings(table)] == [0]
    assert query(path, "SELECT balance FROM accounts WHERE name IN ('purse:900:11', 'purse:900:12')") == [(298,), (0,)]
    assert audit(path).ok


@pytest.mark.parametrize("first", ["winner", "loser"])
async def test_what_a_purse_cannot_pay_nobody_gets(store: Steps, path: Path, first: str) -> None:
    _, ann, bo = await credit(store, 500)
    for who in (ann, bo) if first == "winner" else (bo, ann):
        await store.rise(who.id, f"rise {who.id}")
    assert query(path, "SELECT balance FROM accounts WHERE name IN ('purse:900:11', 'purse:900:12')") == [(400,), (0,)]
    assert audit(path).ok
