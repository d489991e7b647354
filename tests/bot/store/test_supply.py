"""Games that everybody begins with the same supply: the stacks levelled, the board, chips from the house, closing."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store import codec
from bot.store.audit import audit
from bot.store.model.deals import NewDeal
from bot.store.model.tables import Sitting
from engine.stakes import HOUSE, DealResult, Stakes, Transfer
from engine.versions import LaterVersion
from tests.bot.store.helpers import (
    ANN,
    BO,
    CY,
    DEE,
    Steps,
    finish,
    new_deal,
    open_table,
    query,
    refusal,
    sit,
    tamper,
    to_take_back,
)

SUPPLY = 20


def board(sittings: list[Sitting], number: int = 1, *, chips: tuple[int, ...] | None = None) -> NewDeal:
    """A deal in which everybody puts two chips into the ace's pool and one into the king's."""
    begins = Stakes(0, chips or tuple(sitting.chips for sitting in sittings), supply=SUPPLY)
    transfers = tuple(
        Transfer(seat, pool, amount, "dress")
        for seat in range(len(sittings))
        for pool, amount in (("ace", 2), ("king", 1))
    )
    return replace(new_deal(sittings, number=number, stakes=begins, transfers=transfers), levelled=True)


async def one_game(
    store: Steps, table: int, sittings: list[Sitting], *moves: Transfer, number: int = 1, over: bool = True
) -> int:
    """A deal that is a whole game (or its first, if that is not ``over``), and what moved in it."""
    deal = board(sittings, number, chips=(SUPPLY,) * len(sittings))
    deal_id = await store.start_deal(table, deal, f"deal {number}")
    result = finish(deal, *moves)
    result = replace(result, game_over=over, stakes=replace(result.stakes, supply=SUPPLY))
    await store.add_action(deal_id, 0, {"do": "pass"}, state_hash="over", transfers=moves, finish=result)
    return deal_id


async def purses(store: Steps) -> list[int]:
    return [(await store.people.purse(member)).balance for member in (ANN, BO, CY)]


async def chips(store: Steps, table: int) -> list[int]:
    return [sitting.chips for sitting in await store.sittings(table)]


async def test_every_stack_is_levelled_and_the_board_cleared_with_the_first_deal_of_a_game(
    store: Steps, path: Path
) -> None:
    table = await open_table(store, buy_in=SUPPLY)
    sittings = await sit(store, table, ANN, BO, None)
    await one_game(store, table, sittings, Transfer("ace", 0, 6, "pool"))
    assert await chips(store, table) == [23, 17, 17]
    again = board(list(await store.sittings(table)), 2, chips=(SUPPLY,) * 3)
    refused = await refusal(store.start_deal(table, again, "deal 2"))
    assert (refused.code, refused.details) == (
        "short_of_supply",
        {"names": ("Bo",), "count": 1, "chips": SUPPLY},
    )
    assert await chips(store, table) == [23, 17, 17]
    assert not await store.seen("deal 2")
    await store.people.set_settings(BO.user_id, auto_top_up=True)
    deal_id = await store.start_deal(table, again, "deal 2")
    assert await chips(store, table) == [17, 17, 17]
    assert await purses(store) == [183, 177, 200]
    there = await store.table(table)
    assert there is not None
    assert dict(there.pools) == {"ace": 6, "king": 3}
    assert query(path, "SELECT amount FROM transfers WHERE reason = 'unclaimed'") == [(3,)]
    assert await store.start_deal(table, again, "deal 2") == deal_id  # once a key
    await store.cancel_deal(deal_id, "cancel")
    assert await chips(store, table) == [SUPPLY] * 3
    assert audit(path).problems == ()


async def test_a_purse_that_cannot_pay_is_as_one_that_may_not(store: Steps, path: Path) -> None:
    table = await open_table(store, buy_in=SUPPLY)
    sittings = await sit(store, table, ANN, BO)
    await one_game(store, table, sittings, Transfer(1, 0, 10, "cards"))
    await store.people.set_settings(BO.user_id, auto_top_up=True)
    other = await open_table(store, 501)
    await store.sit(other, BO, key="all", amount=170)
    again = board(list(await store.sittings(table)), 2, chips=(SUPPLY,) * 2)
    refused = await refusal(store.start_deal(table, again, "deal 2"))
    assert refused.details["names"] == ("Bo",)
    assert await chips(store, table) == [27, 7]
    assert audit(path).problems == ()


async def test_the_house_gives_all_alike_within_a_deal_and_the_audit_sees_where_it_did_not(path: Path) -> None:
    store = await Steps.open(path)
    table = await open_table(store, buy_in=SUPPLY)
    sittings = await sit(store, table, ANN, BO, None)
    gifts = tuple(Transfer(HOUSE, seat, SUPPLY, "extra_chips") for seat in range(3))
    deal_id = await one_game(store, table, sittings, *gifts, Transfer("king", 1, 3, "pool"))
    assert await chips(store, table) == [37, 40, 37]
    boards = [await store.results.leaderboard(ANN.guild_id, viewer=member.user_id) for member in (BO, ANN)]
    assert [board.own.chips for board in boards if board.own is not None] == [0, -3]
    assert audit(path).problems == ()
    await store.close_table(table, "close")
    assert await purses(store) == [197, 200, 200]
    assert audit(path).problems == ()
    await store.close()
    tamper(path, "UPDATE transfers SET amount = 21 WHERE reason = 'extra_chips' AND line = 2")
    assert f"Deal {deal_id}: the house gave one seat more chips than another." in audit(path).problems


async def given_out(store: Steps, *moves: Transfer) -> tuple[int, list[Sitting]]:
    """A table after a game in which the house issued as many chips again to Ann, Bo and a computer player."""
    table = await open_table(store, buy_in=SUPPLY)
    sittings = await sit(store, table, ANN, BO, None)
    gifts = tuple(Transfer(HOUSE, seat, SUPPLY, "extra_chips") for seat in range(3))
    await one_game(store, table, sittings, *gifts, *moves)
    return table, sittings


def taken_back(path: Path) -> list[tuple[str, int]]:
    """What the house has taken back and what it has put down as lost, by seat."""
    return query(
        path,
        "SELECT CASE source.kind WHEN 'seat' THEN source.name ELSE 'lost by ' || target.name END, amount FROM transfers"
        " JOIN accounts AS source ON source.id = source JOIN accounts AS target ON target.id = target"
        " WHERE reason IN ('extra_chips_back', 'extra_chips_lost') ORDER BY posting_id, line",
    )


async def test_po_33_the_house_takes_extra_chips_back_from_who_gets_up_as_far_as_they_are_there(
    store: Steps, path: Path
) -> None:
    table, (ann, bo, robin) = await given_out(store, Transfer(1, 0, 30, "cards"))
    assert await to_take_back(store, table) == {ann.id: SUPPLY, bo.id: SUPPLY}
    home = 2 * SUPPLY + 3  # all that people brought, and three chips of the computer player's
    assert await store.rise(ann.id, "ann") == home
    assert await store.rise(ann.id, "ann") == home  # once a key
    assert await store.rise(bo.id, "bo") == 0
    assert await store.rise(robin.id, "robin") == 37
    assert (await store.left_with(table, ANN.user_id), await store.left_with(table, BO.user_id)) == (home, 0)
    assert await purses(store) == [200 - SUPPLY + home, 200 - SUPPLY, 200]
    ann_seat, bo_seat = f"seat:{ann.id}", f"seat:{bo.id}"
    assert taken_back(path) == [(ann_seat, SUPPLY), (f"lost by {bo_seat}", 13), (bo_seat, SUPPLY)]
    assert audit(path).problems == ()
    assert await to_take_back(store, table) == {}


async def test_po_33_a_new_game_begins_without_the_extra_chips_of_the_last(store: Steps, path: Path) -> None:
    table, sittings = await given_out(store, Transfer(1, 0, 30, "cards"))
    new = board(list(await store.sittings(table)), 2, chips=(SUPPLY,) * 3)
    before = await chips(store, table)
    for _ in range(2):  # refused, it has taken nothing
        refused = await refusal(store.start_deal(table, new, "deal 2"))
        assert refused.details["names"] == ("Bo",)
        assert (await chips(store, table), taken_back(path)) == (before, [])
    assert await store.top_up(sittings[1].id, SUPPLY, "top up") == SUPPLY
    deal_id = await store.start_deal(table, new, "deal 2")
    assert await purses(store) == [200 - SUPPLY + 23, 200 - 2 * SUPPLY, 200]
    assert await to_take_back(store, table) == {}
    assert audit(path).problems == ()
    await store.cancel_deal(deal_id, "cancel")
    assert await chips(store, table) == [SUPPLY] * 3
    await store.close_table(table, "close")  # what was lost is not asked for again
    assert await purses(store) == [200 + 23, 200 - SUPPLY, 200]
    assert audit(path).problems == ()


async def test_a_new_game_begins_for_somebody_who_lost_to_people_what_was_won_from_the_house(
    store: Steps, path: Path
) -> None:
    table = await open_table(store, buy_in=SUPPLY)
    sittings = await sit(store, table, ANN, BO, None)
    moves = Transfer(2, 1, 12, "cards"), Transfer(0, 1, 12, "cards")
    await one_game(store, table, sittings, *moves, over=False)
    moves = Transfer(1, 0, 35, "cards"), Transfer(1, 2, 3, "cards")
    stacks = tuple(await chips(store, table))
    lies = Stakes(0, stacks, pools=(("ace", 6), ("king", 3)), deals=1, supply=SUPPLY)
    deal = new_deal(list(await store.sittings(table)), number=2, stakes=lies, transfers=())
    deal_id = await store.start_deal(table, deal, "deal 2")
    result = replace(finish(deal, *moves), game_over=True)
    await store.add_action(deal_id, 0, {"do": "pass"}, state_hash="over", transfers=moves, finish=result)
    there = await chips(store, table)
    again = board(list(await store.sittings(table)), 3, chips=(SUPPLY,) * 3)
    for _ in range(2):
        refused = await refusal(store.start_deal(table, again, "deal 3"))
        assert (refused.code, refused.details["names"]) == ("short_of_supply", ("Bo",))
    assert await chips(store, table) == there
    await store.people.set_settings(BO.user_id, auto_top_up=True)
    deal_id = await store.start_deal(table, again, "deal 3")
    won, own = 9, there[1] - 9  # what was won from the house is paid to the purse, what is owed to people from it
    assert won > there[1]
    assert await purses(store) == [200 - SUPPLY + there[0] - SUPPLY, 200 - SUPPLY + won + own - SUPPLY, 200]
    assert audit(path).problems == ()
    await store.cancel_deal(deal_id, "cancel")
    assert await chips(store, table) == [SUPPLY] * 3
    await store.close_table(table, "close")
    assert audit(path).problems == ()
    assert await purses(store) == [200 - SUPPLY + there[0], 200 - SUPPLY + there[1], 200]


async def told_and_moved(store: Steps, table: int, sittings: list[Sitting]) -> tuple[dict[int, int], dict[int, int]]:
    """What each is told to bring to the next game, and what each brings then; of those who bring or get back any."""
    here = await store.table(table)
    assert here is not None
    told = {who.id: SUPPLY - (who.chips - who.to_house) for who in here.sittings}
    for member in (ANN, BO, CY):
        await store.people.set_settings(member.user_id, auto_top_up=True)
    before = await purses(store)
    await store.start_deal(table, board(sittings, 2, chips=(SUPPLY,) * len(sittings)), "deal 2")
    begun = await store.table(table)
    assert begun is not None
    assert not any(who.to_house for who in begun.sittings), "in a game nothing is levelled"
    spent = [then - now for then, now in zip(before, await purses(store), strict=True)]
    assert spent == [told[who.id] for who in sittings[:3]]
    moved = {sittings[stack.seat].id: stack.brought for stack in begun.levelled if stack.brought}
    return {who: more for who, more in told.items() if more}, moved


async def test_po_3_what_would_be_levelled_is_what_is_levelled(store: Steps, path: Path) -> None:
    table = await open_table(store, buy_in=SUPPLY, game="poch")
    sittings = await sit(store, table, ANN, BO, CY)
    await one_game(store, table, sittings, Transfer(1, 0, 10, "cards"))
    ann, bo, cy = sittings
    expected = {ann.id: -7, bo.id: 13, cy.id: 3}
    assert await told_and_moved(store, table, sittings) == (expected, expected)
    assert audit(path).problems == ()


async def test_po_33_what_would_be_levelled_knows_of_extra_chips(store: Steps, path: Path) -> None:
    table = await open_table(store, buy_in=SUPPLY, game="poch")
    sittings = await sit(store, table, ANN, BO, CY)
    gifts = tuple(Transfer(HOUSE, seat, SUPPLY, "extra_chips") for seat in range(3))
    await one_game(store, table, sittings, *gifts, Transfer(1, 0, 8, "cards"))
    assert await chips(store, table) == [45, 29, 37]
    ann, bo, cy = sittings
    expected = {ann.id: -5, bo.id: 11, cy.id: 3}
    assert await told_and_moved(store, table, sittings) == (expected, expected)
    assert audit(path).problems == ()


async def test_what_would_be_levelled_knows_how_much_may_be_won_from_computer_players(store: Steps, path: Path) -> None:
    table = await open_table(store, buy_in=SUPPLY, game="poch")
    sittings = await sit(store, table, ANN, BO, CY, None, None)
    await one_game(store, table, sittings, *(Transfer(seat, 0, 17, "cards") for seat in (3, 4)))
    ann, bo, cy, *computers = sittings
    assert (await chips(store, table))[0] == 51
    expected = {ann.id: -SUPPLY, bo.id: 3, cy.id: 3, **{who.id: SUPPLY for who in computers}}  # 11 are over the limit
    assert await told_and_moved(store, table, sittings) == (expected, expected)
    assert audit(path).problems == ()


@pytest.mark.parametrize("seed", range(8))
async def test_what_would_be_levelled_is_levelled_whoever_won_from_whom(store: Steps, path: Path, seed: int) -> None:
    lot = random.Random(seed)
    table = await open_table(store, buy_in=SUPPLY, game="poch")
    sittings = await sit(store, table, ANN, BO, CY, None, None)
    gifts = [Transfer(HOUSE, seat, SUPPLY, "extra_chips") for seat in range(5)] if seed % 2 else []
    stacks, moves = [SUPPLY - 3 + len(gifts) * SUPPLY // 5] * 5, []
    for loser, winner in [(3, 0), (4, 1), (0, 2), (1, 0), (2, 1), (0, 4)]:
        lost = lot.randint(stacks[loser] // 2, stacks[loser])
        moves.append(Transfer(loser, winner, lost, "cards"))
        stacks[loser] -= lost
        stacks[winner] += lost
    await one_game(store, table, sittings, *gifts, *(move for move in moves if move.amount))
    assert await chips(store, table) == stacks
    told, moved = await told_and_moved(store, table, sittings)
    assert told == moved
    assert audit(path).problems == ()


async def test_po_33_only_what_an_open_deal_that_is_taken_back_had_not_issued_is_owed(store: Steps, path: Path) -> None:
    table = await open_table(store, buy_in=SUPPLY)
    sittings = await sit(store, table, ANN, BO, CY)
    deal_id = await store.start_deal(table, board(sittings), "deal")
    gifts = tuple(Transfer(HOUSE, seat, SUPPLY, "extra_chips") for seat in range(3))
    await store.add_action(deal_id, 0, {"do": "bet"}, state_hash="h", transfers=gifts)
    assert set((await to_take_back(store, table)).values()) == {SUPPLY}
    await store.close_table(table, "close")  # which takes the deal back
    assert (await purses(store), taken_back(path)) == ([200, 200, 200], [])
    assert audit(path).problems == ()


async def test_the_audit_finds_extra_chips_that_were_taken_home(path: Path) -> None:
    store = await Steps.open(path)
    _, (ann, bo, _) = await given_out(store)
    await store.rise(ann.id, "ann")
    await store.rise(bo.id, "bo")
    await store.close()
    assert audit(path).problems == ()
    tamper(path, "UPDATE transfers SET amount = amount - 1 WHERE reason = 'extra_chips_back'")
    problems = audit(path).problems
    for sitting in (ann, bo):
        assert (
            f"Before the posting cash_out:{sitting.id} the house had not taken back 1 chip, which it had issued."
            in problems
        )
    tamper(path, "UPDATE transfers SET amount = amount + 2 WHERE reason = 'extra_chips_back'")
    more = f"The house took back 1 chip more by the posting extra_chips_back:{ann.id}:cash_out than it gave."
    assert more in audit(path).problems


async def test_an_open_deal_is_taken_back_with_the_houses_chips(store: Steps, path: Path) -> None:
    table = await open_table(store, buy_in=SUPPLY)
    sittings = await sit(store, table, ANN, BO, CY)
    deal_id = await store.start_deal(table, board(sittings), "deal")
    gifts = tuple(Transfer(HOUSE, seat, SUPPLY, "extra_chips") for seat in range(3))
    moves = (*gifts, Transfer(0, "pot", 37, "bet"), Transfer("ace", 2, 6, "pool"))
    await store.add_action(deal_id, 0, {"do": "bet"}, state_hash="h", transfers=moves)
    assert audit(path).problems == ()
    await store.cancel_deal(deal_id, "cancel")
    assert await chips(store, table) == [SUPPLY] * 3
    there = await store.table(table)
    assert there is not None
    assert (set(dict(there.pools).values()), there.pot) == ({0}, 0)
    assert audit(path).problems == ()


@pytest.mark.parametrize("got_up", [(), (2,), (0, 1, 2)], ids=["all there", "Cy got up", "all got up"])
async def test_whoever_played_the_last_deal_shares_what_lies_on_a_table_that_closes(
    path: Path, got_up: tuple[int, ...]
) -> None:
    store = await Steps.open(path)
    table = await open_table(store, buy_in=SUPPLY)
    sittings = await sit(store, table, ANN, BO, CY)
    await one_game(store, table, sittings, Transfer("king", 0, 2, "pool"), over=False)  # six and one are left
    await store.sit(table, DEE, key="just sat down")
    for place in got_up:
        await store.rise(sittings[place].id, f"rise {place}")
    closing = await store.close_table(table, "close")
    assert closing.shared == 7
    assert await purses(store) == [201, 200, 199], "the odd chip goes to the player at the dealer's left"
    assert (await store.people.purse(DEE)).balance == 200
    assert query(path, "SELECT sum(balance) FROM accounts WHERE kind IN ('pool', 'pot', 'seat')") == [(0,)]
    assert audit(path).problems == ()
    await store.close()
    tamper(path, "UPDATE deal_seats SET sitting_id = (SELECT max(id) FROM sittings) WHERE seat = 2")
    assert any("not shared among those who played" in problem for problem in audit(path).problems)


async def test_po_52_what_lies_on_a_table_after_a_game_is_the_houses(store: Steps, path: Path) -> None:
    table = await open_table(store, buy_in=SUPPLY)
    sittings = await sit(store, table, ANN, BO, CY)
    await one_game(store, table, sittings, Transfer("king", 0, 2, "pool"))
    assert (await store.close_table(table, "close")).shared == 0
    assert await purses(store) == [199, 197, 197]
    assert audit(path).problems == ()


async def test_what_somebody_got_up_with_is_of_the_present_game(store: Steps) -> None:
    table = await open_table(store, buy_in=SUPPLY)
    sittings = await sit(store, table, ANN, BO, CY)
    assert await store.left_with(table, BO.user_id) is None
    await one_game(store, table, sittings)
    assert await store.left_with(table, BO.user_id) is None  # still there
    await store.rise(sittings[1].id, "rise")
    assert await store.left_with(table, BO.user_id) == 17
    bo = await store.sit(table, BO, key="again")
    await store.rise(bo.id, "rise again")
    assert await store.left_with(table, BO.user_id) == 17  # dealt in to nothing since
    for member in (ANN, CY):
        await store.people.set_settings(member.user_id, auto_top_up=True)
    here = list(await store.sittings(table))
    await store.start_deal(table, board(here, 2, chips=(SUPPLY,) * 2), "deal 2")
    assert await store.left_with(table, BO.user_id) is None  # another game


def test_stakes_of_files_from_before_there_was_a_supply() -> None:
    stakes = Stakes(1, (5, 6), pools=(("ace", 2),), supply=SUPPLY)
    written = json.loads(codec.to_text(codec.stakes_to_json(stakes)))
    assert codec.stakes_from_json(written) == stakes
    del written["supply"], written["version"]
    assert codec.stakes_from_json(written) == replace(stakes, supply=0)


def test_stakes_and_results_of_a_later_version_are_not_guessed_at() -> None:
    stakes = Stakes(1, (5, 6))
    result = DealResult((0,), (1, -1), stakes)
    assert codec.result_from_json(json.loads(codec.to_text(codec.result_to_json(result)))) == result
    with pytest.raises(LaterVersion, match="the stakes are of version 9, this program knows versions up to 2"):
        codec.stakes_from_json({**codec.stakes_to_json(stakes), "version": 9})
    with pytest.raises(LaterVersion, match="the results are of version 9"):
        codec.result_from_json({**codec.result_to_json(result), "version": 9})
