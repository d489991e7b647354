"""Deals: their beginning, their actions, their end; and what is read back."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import engine.games  # noqa: F401 - registers the games
from bot.store.model.deals import ScoredDeal
from bot.store.model.errors import ConflictError, DuplicateError, LedgerError, StoreError
from bot.store.model.tables import Sitting
from engine.record import read_record
from engine.stakes import Stakes, Transfer
from tests.bot.store.helpers import (
    ANN,
    BO,
    CY,
    DECK,
    SEED,
    Clock,
    Steps,
    finish,
    new_deal,
    open_table,
    play,
    query,
    sit,
)

DRAW = {"seat": 0, "do": "draw", "from": "stock"}


async def begun(store: Steps, *, number: int = 1) -> tuple[int, int]:
    """A table of Ann and a computer player, and an open deal there."""
    table = await open_table(store)
    sittings = await sit(store, table, ANN, None)
    return table, await store.start_deal(table, new_deal(sittings, number=number), "deal")


async def test_a_deal_comes_back_as_it_was_written(store: Steps, clock: Clock) -> None:
    table = await open_table(store)
    ann, robin = await sit(store, table, ANN, None)
    deal = new_deal([robin, ann])
    deal_id = await store.start_deal(table, deal, "deal")
    clock.now += 5
    await store.add_action(deal_id, 0, DRAW, state_hash="h0", interaction_id=1 << 60)
    clock.now += 5
    shuffle = {"do": "shuffle", "order": ["AS", "KH"]}
    await store.add_action(deal_id, 1, shuffle, state_hash="h1", transfers=(Transfer(0, 1, 1, "fold"),))
    stored = await store.deal(deal_id)
    assert stored is not None
    assert (stored.id, stored.table_id, stored.number, stored.status) == (deal_id, table, 1, "open")
    assert (stored.sittings, stored.names, stored.user_ids) == (
        (robin.id, ann.id),
        ("Robin", "Ann"),
        (None, ANN.user_id),
    )
    assert (stored.stakes, stored.deck, stored.seed, stored.commitment) == (deal.stakes, DECK, SEED, "c0ffee")
    assert (stored.cut, stored.state_hash, stored.result, stored.next_stakes) == (7, "state of deal 1", None, None)
    assert [(a.seq, a.action, a.state_hash, a.interaction_id) for a in stored.actions] == [
        (0, DRAW, "h0", 1 << 60),
        (1, shuffle, "h1", None),
    ]
    assert [a.at - stored.started_at for a in stored.actions] == [5, 10]
    assert stored.finished_at is None
    (there,) = await store.load_open()
    assert there.deal == stored
    assert (there.table.status, there.pot) == ("playing", 2)
    assert [sitting.chips for sitting in there.sittings] == [20, 18]
    assert await store.deal(deal_id + 1) is None


async def test_a_finished_deal_comes_back_with_its_result(store: Steps, clock: Clock) -> None:
    table = await open_table(store)
    sittings = await sit(store, table, ANN, BO)
    deal = new_deal(sittings)
    deal_id = await store.start_deal(table, deal, "deal")
    result = replace(finish(deal, Transfer("pot", 1, 2, "pot")), game_over=True, game_winners=(1,))
    await store.add_action(
        deal_id,
        0,
        DRAW,
        state_hash="h",
        transfers=(Transfer("pot", 1, 2, "pot"),),
        finish=result,
    )
    stored = await store.deal(deal_id)
    assert stored is not None
    assert (stored.status, stored.result, stored.finished_at) == ("finished", result, clock.now)
    assert stored.next_stakes == result.stakes
    (there,) = await store.load_open()
    assert there.table.table_secret == SEED, "all packs of a table follow from the same secret"
    assert (there.pot, [sitting.chips for sitting in there.sittings]) == (0, [19, 21])


async def test_stakes_with_pools_and_scores_come_back_the_same(store: Steps) -> None:
    table = await open_table(store)
    sittings = await sit(store, table, ANN, BO)
    paid = (Transfer(0, "marriage", 2, "ante"), Transfer(1, "ace", 1, "ante"), Transfer(1, "pot", 1, "ante"))
    deal = new_deal(sittings, stakes=Stakes(1, (20, 20), scores=(7, -3), deals=4), transfers=paid)
    deal_id = await store.start_deal(table, deal, "deal")
    result = finish(deal)
    await store.add_action(deal_id, 0, DRAW, state_hash="h", finish=result)
    following = new_deal(await store.sittings(table), number=2, stakes=result.stakes, ante=0)
    stored = await store.deal(await store.start_deal(table, following, "deal 2"))
    assert stored is not None
    assert stored.stakes == result.stakes
    assert dict(stored.stakes.pools) == {"marriage": 2, "ace": 1}


async def test_every_action_once(store: Steps, path: Path) -> None:
    _, deal_id = await begun(store)
    fold = (Transfer(0, 1, 1, "fold"),)
    await store.add_action(deal_id, 0, DRAW, state_hash="h", interaction_id=5, transfers=fold)
    for again in (
        store.add_action(deal_id, 0, DRAW, state_hash="h", interaction_id=5, transfers=fold),
        store.add_action(deal_id, 0, DRAW, state_hash="h", interaction_id=6, transfers=fold),
        store.add_action(deal_id, 1, DRAW, state_hash="h", interaction_id=5, transfers=fold),
        store.add_action(deal_id, 2, DRAW, state_hash="h", interaction_id=5, transfers=fold),
    ):
        with pytest.raises(DuplicateError) as caught:
            await again
        assert caught.value.code == "duplicate"
    assert query(path, "SELECT count(*) FROM actions") == [(1,)]
    assert (await store.sittings(1))[0].chips == 18
    assert await store.seen(5)
    assert not await store.seen(6)
    await store.add_action(deal_id, 1, DRAW, state_hash="h")
    await store.add_action(deal_id, 2, DRAW, state_hash="h")  # without an interaction there may be many


async def test_an_interaction_counts_in_all_deals(store: Steps) -> None:
    _, deal_id = await begun(store)
    other = await open_table(store, channel=501)
    second = await store.start_deal(other, new_deal(await sit(store, other, BO, None)), "deal 2")
    await store.add_action(deal_id, 0, DRAW, state_hash="h", interaction_id=5)
    with pytest.raises(DuplicateError):
        await store.add_action(second, 0, DRAW, state_hash="h", interaction_id=5)


async def test_fifty_clicks_at_once_are_one_action(store: Steps) -> None:
    _, deal_id = await begun(store)
    outcomes = await asyncio.gather(
        *(store.add_action(deal_id, 0, DRAW, state_hash="h", interaction_id=click) for click in range(50)),
        return_exceptions=True,
    )
    assert outcomes.count(None) == 1
    assert all(isinstance(outcome, DuplicateError) for outcome in outcomes if outcome is not None)
    stored = await store.deal(deal_id)
    assert stored is not None
    assert len(stored.actions) == 1


async def test_an_action_out_of_order_is_refused(store: Steps) -> None:
    _, deal_id = await begun(store)
    with pytest.raises(ConflictError) as caught:
        await store.add_action(deal_id, 1, DRAW, state_hash="h")
    assert (caught.value.code, caught.value.details) == ("out_of_order", {"expected": 0})
    with pytest.raises(ConflictError, match="no_deal"):
        await store.add_action(99, 0, DRAW, state_hash="h")


async def test_nothing_is_added_to_a_deal_that_is_over(store: Steps) -> None:
    table = await open_table(store)
    sittings = await sit(store, table, ANN, BO)
    finished = await play(store, table, sittings, 0)
    with pytest.raises(ConflictError, match="deal_over"):
        await store.add_action(finished, 1, DRAW, state_hash="h")
    with pytest.raises(DuplicateError):
        await store.add_action(finished, 0, DRAW, state_hash="h")
    with pytest.raises(ConflictError, match="deal_over"):
        await store.cancel_deal(finished, "cancel")
    with pytest.raises(ConflictError, match="no_deal"):
        await store.cancel_deal(99, "cancel")


async def test_a_deal_cannot_begin(store: Steps, path: Path) -> None:
    table = await open_table(store)
    ann, bo = await sit(store, table, ANN, BO)
    other = await open_table(store, channel=501)
    (cy,) = await sit(store, other, CY)

    async def code(at: int, key: str, *sittings: Sitting) -> str:
        with pytest.raises(ConflictError) as caught:
            await store.start_deal(at, new_deal(sittings), key)
        return caught.value.code

    assert await code(99, "a", ann, bo) == "no_table"
    assert await code(table, "b", ann, cy) == "no_sitting"
    await store.rise(bo.id, "rise")
    assert await code(table, "c", ann, bo) == "has_left"
    await store.start_deal(other, new_deal([cy]), "d")
    assert await code(other, "e", cy) == "deal_open"
    await store.close_table(other, "close")
    assert await code(other, "f", cy) == "table_closed"
    assert query(path, "SELECT count(*) FROM deals") == [(1,)]


async def test_a_key_does_not_answer_with_another_deal(store: Steps) -> None:
    table = await open_table(store)
    deal = new_deal(await sit(store, table, ANN, BO))
    deal_id = await store.start_deal(table, deal, "deal")
    assert await store.start_deal(table, deal, "deal") == deal_id
    with pytest.raises(ConflictError, match="key_reused"):
        await store.start_deal(table, replace(deal, state_hash="of other cards"), "deal")


async def test_the_stakes_must_be_what_the_ledger_has(store: Steps, path: Path) -> None:
    table = await open_table(store)
    sittings = await sit(store, table, ANN, BO)
    for wrong in (
        Stakes(0, (20, 21)),
        Stakes(0, (20,)),
        Stakes(0, (20, 20), pot=1),
        Stakes(0, (20, 20), pools=(("ace", 1),)),
    ):
        with pytest.raises(LedgerError, match=r"the (stakes say|deal has)"):
            await store.start_deal(table, new_deal(sittings, stakes=wrong), "deal")
    assert query(path, "SELECT count(*) FROM deals") == [(0,)]


async def test_a_result_must_be_what_the_ledger_has(store: Steps, path: Path) -> None:
    table = await open_table(store)
    deal = new_deal(await sit(store, table, ANN, BO))
    deal_id = await store.start_deal(table, deal, "deal")
    right = finish(deal, Transfer("pot", 0, 2, "pot"))
    for wrong in ((), (Transfer("pot", 1, 2, "pot"),), (Transfer("pot", 0, 1, "pot"),)):
        with pytest.raises(LedgerError, match="the stakes say"):
            await store.add_action(deal_id, 0, DRAW, state_hash="h", transfers=wrong, finish=right)
    assert query(path, "SELECT count(*) FROM actions") == [(0,)]
    assert [sitting.chips for sitting in await store.sittings(table)] == [19, 19]
    await store.add_action(deal_id, 0, DRAW, state_hash="h", transfers=(Transfer("pot", 0, 2, "pot"),), finish=right)


async def test_more_than_is_in_the_pot_cannot_be_taken(store: Steps) -> None:
    _, deal_id = await begun(store)
    with pytest.raises(StoreError, match=r"(?i)check constraint"):
        await store.add_action(deal_id, 0, DRAW, state_hash="h", transfers=(Transfer("pot", 0, 3, "pot"),))
    await store.add_action(deal_id, 0, DRAW, state_hash="h", transfers=(Transfer("pot", 0, 2, "pot"),))


async def test_cancelling_gives_everything_back(store: Steps) -> None:
    table, deal_id = await begun(store)
    moves = (Transfer("pot", 0, 2, "pot"), Transfer(1, 0, 30, "stay"))
    await store.add_action(deal_id, 0, DRAW, state_hash="h", transfers=moves)
    await store.cancel_deal(deal_id, "cancel")
    (there,) = await store.load_open()
    assert ([sitting.chips for sitting in there.sittings], there.pot, there.table.table_secret) == ([20, 20], 0, SEED)
    assert there.deal is not None
    assert (there.deal.status, there.deal.next_stakes) == ("cancelled", there.deal.stakes)
    assert await store.start_deal(table, new_deal(there.sittings, number=2), "deal 2") > deal_id


async def test_numbers_of_deals_are_not_used_twice(store: Steps) -> None:
    table, deal_id = await begun(store)
    await store.cancel_deal(deal_id, "cancel")
    with pytest.raises(Exception, match=r"(?i)unique constraint"):
        await store.start_deal(table, new_deal(await store.sittings(table)), "again")


async def test_the_last_deal(store: Steps) -> None:
    assert await store.last_deal(channel_id=500) is None
    table = await open_table(store)
    sittings = await sit(store, table, ANN, BO)
    first = await play(store, table, sittings, 0)
    second = await store.start_deal(table, new_deal(await store.sittings(table), number=2), "deal 2")

    async def last(**where: Any) -> int | None:
        found = await store.last_deal(**where)
        return None if found is None else found.id

    assert await last(channel_id=500) == await last(table_id=table) == first
    assert await last(channel_id=500, finished=False) == await last(table_id=table, finished=False) == second
    assert await last(channel_id=501) is await last(table_id=table + 1) is None
    await store.close_table(table, "close")
    other = await open_table(store, host=BO, channel=501)
    assert await last(channel_id=500) == first  # of a table that is closed
    assert await last(table_id=other) is None


async def test_a_record_is_one_the_engine_reads(store: Steps) -> None:
    table = await open_table(store)
    sittings = await sit(store, table, ANN, BO)
    await play(store, table, sittings, 0, void=True)  # leaves two chips in the pot
    sittings = list(await store.sittings(table))
    stakes = Stakes(1, (19, 19), pot=2, deals=1)
    deal = replace(new_deal(sittings, number=2, stakes=stakes), commitment="ab" * 32)
    deal_id = await store.start_deal(table, deal, "deal 2")
    await store.add_action(deal_id, 0, DRAW, state_hash="h")
    written = await store.record(deal_id)
    assert written == {
        "format": "knockabout/1",
        "game": "knock-poker",
        "rules": {"bonuses": True},
        "seats": [{"name": "Ann", "chips": 19}, {"name": "Bo", "chips": 19}],
        "dealer": 1,
        "pot": 2,
        "played": 1,
        "deals": [
            {
                "deck": list(DECK),
                "actions": [DRAW],
                "shuffle": {"seed": SEED, "commitment": "ab" * 32, "cut": 7},
            }
        ],
    }
    record = read_record(written)
    assert record.stakes == stakes
    assert record.names == ("Ann", "Bo")
    with pytest.raises(ConflictError, match="no_deal"):
        await store.record(99)


async def test_a_first_deals_record_names_nothing_that_was_carried_over(store: Steps) -> None:
    _, deal_id = await begun(store)
    assert (await store.record(deal_id)).keys() == {"format", "game", "rules", "seats", "dealer", "deals"}


async def test_names_stay_as_they_were_at_the_table(store: Steps) -> None:
    table, deal_id = await begun(store)
    await store.people.note_member(replace(ANN, name="Annabel"))
    stored = await store.deal(deal_id)
    assert stored is not None
    assert stored.names[0] == "Ann"
    assert (await store.sittings(table))[0].name == "Ann"


async def test_the_score_sheets_deals_are_those_of_the_last_game(store: Steps) -> None:
    table = await open_table(store)
    await sit(store, table, ANN, BO)
    assert await store.scored_deals(table, 13) == ()
    for number, over in enumerate((0, 1, 0, 1, 2), start=1):  # a game of two deals, and one of three
        sittings = await store.sittings(table)
        stakes = Stakes(0, tuple(sitting.chips for sitting in sittings), pot=0, deals=over)
        paid = (Transfer(1, 0, number, "stay"),)
        begun = new_deal(sittings, number=number, stakes=stakes, transfers=paid)
        deal_id = await store.start_deal(table, begun, f"deal {number}")
        if number == 4:
            await store.cancel_deal(deal_id, "cancel")
            continue
        await store.add_action(deal_id, 0, DRAW, state_hash="h", finish=finish(begun))
    ids = [sitting.id for sitting in sittings]
    both = [ScoredDeal(number, {ids[0]: number, ids[1]: -number}, deal_id=number) for number in (3, 5)]
    assert await store.scored_deals(table, 13) == tuple(both)
    assert await store.scored_deals(table, 1) == (both[1],)
