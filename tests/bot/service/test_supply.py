"""Games that everybody begins with as many chips: the board, extra chips, the end of a game and the next; purses."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.audit import check_deal
from bot.service.clock import Pace
from bot.service.model import Person, Private
from bot.store.audit import audit
from engine.actions import argument
from engine.game import GAMES
from engine.playback import play, result, verify
from engine.players import PLAYERS
from engine.record import read_record
from engine.shuffle import Stream
from engine.stakes import HOUSE, Transfer
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, DEE, GUILD, House
from tests.bot.service.test_seats import refused

THREE = (ANN, BO, CY)
FAMILY = [name for name, game in GAMES.items() if game.ends_broke]
START = 200
"""Chips of a new purse."""


@pytest.fixture
async def house(tmp_path: Path, pace: Pace) -> AsyncIterator[House]:
    """A service whose ledger must add up, whatever was done: every chip and every deal of it."""
    made = House(tmp_path / "knockabout.sqlite3", pace)
    await made.open()
    yield made
    await made.close()
    assert audit(made.path, check_deal).problems == ()


def own(house: House, people: tuple[Person, ...]) -> tuple[Person, Private]:
    """Whose turn it is, and what that person sees."""
    person = house.acting(*people)
    return person, house.service.private(CHANNEL, person.user_id)


async def quiet(house: House, *people: Person) -> None:
    """Plays the deal: nobody bets, and whoever leads plays the first card."""
    while (now := house.service.snapshot(CHANNEL)) is not None and now.stage == "playing":
        person, private = own(house, people)
        assert private.view is not None
        lead = private.view.prompt("play")
        if lead:
            await house.act(person, "play", lead.choices[0])
        else:
            await house.act(person, "pass")


async def wild(house: House, *people: Person, seed: int = 0) -> None:
    """Plays the deal at random."""
    lot = Stream(bytes([seed]) * 32)
    while (now := house.service.snapshot(CHANNEL)) is not None and now.stage == "playing":
        person, private = own(house, people)
        assert private.view is not None
        action = PLAYERS["random"].choose(private.view, lot)
        await house.act(person, action.do, argument(action))


def pools(house: House) -> dict[str, int]:
    return dict(house.now.pools)


def lying(house: House) -> int:
    return sum(pools(house).values()) + house.now.pot


def stacks(house: House) -> dict[str, int]:
    return {s.name: s.chips for s in house.now.sitters}


def houses_chips(house: House) -> dict[str, int]:
    """What the house has given and taken, by the reason."""
    with contextlib.closing(sqlite3.connect(house.path)) as db:
        rows = db.execute(
            "SELECT reason, sum(CASE WHEN house.id = source THEN amount ELSE -amount END) FROM transfers"
            " JOIN accounts AS house ON house.kind = 'house' AND house.id IN (source, target) GROUP BY reason"
        )
        return dict(rows.fetchall())


async def total(house: House) -> int:
    return sum((await house.chips()).values())


# -- the board


@pytest.mark.parametrize("game", FAMILY)
async def test_po_14_the_board_is_carried_from_deal_to_deal_and_replays(house: House, game: str):
    await house.table(*THREE, game=game, buy_in=60)
    carried = 0
    for number in range(1, 4):
        await house.service.start(ANN, CHANNEL, house.key)
        now = house.now
        assert (now.supply, now.game_on, now.turn.deal) == (60, True, number)
        assert [name for name, _ in now.pools] == list(GAMES[game].pools)
        assert sum(stacks(house).values()) + lying(house) == 180
        await (wild(house, *THREE, seed=number) if number > 1 else quiet(house, *THREE))
        assert sum(stacks(house).values()) + lying(house) == 180
        assert house.now.pot == 0
        assert house.now.view is not None
        assert dict(house.now.view.pools) == pools(house)
        stored = await house.store.last_deal(channel_id=CHANNEL)
        assert stored is not None
        assert (stored.stakes.supply, sum(dict(stored.stakes.pools).values())) == (60, carried)
        record = read_record(await house.store.record(stored.id))
        assert (record.stakes.supply, sum(chips for _, chips in record.stakes.pools)) == (60, carried)
        assert verify(record)[0]
        played = result(play(record))
        assert (played["finished"], played["chips"]) == (True, [s.chips for s in house.now.players])
        assert pools(house) == played["pools"]
        assert (await house.service.verification(ANN, CHANNEL)).fits
        await house.restart()
        assert pools(house) == played["pools"]
        carried = lying(house)
        if not house.now.game_on:
            break
        assert carried > 0 or game == "poch-1873"  # with nobody betting, the pool for the betting stays
    assert number > 1


async def test_players_come_and_go_between_deals_and_the_pools_stay(house: House):
    await house.table(*THREE, DEE, game="poch", buy_in=60)
    await house.service.start(ANN, CHANNEL, house.key)
    await quiet(house, *THREE, DEE)
    board = pools(house)
    assert board["poch"] == 4
    await house.service.leave(DEE, CHANNEL, house.key)
    assert pools(house) == board
    await house.service.start(ANN, CHANNEL, house.key)
    assert pools(house)["poch"] == 4 + 3
    await house.service.join(DEE, CHANNEL, house.key)
    assert pools(house)["poch"] == 7
    await quiet(house, *THREE)
    await house.service.start(ANN, CHANNEL, house.key)
    assert (len(house.now.players), pools(house)["poch"]) == (4, 11)


async def test_g_11_who_leaves_in_mid_deal_is_played_for_and_takes_home_what_is_left(house: House):
    await house.table(*THREE, game="poch", buy_in=60)
    await house.service.start(ANN, CHANNEL, house.key)
    await house.service.leave(CY, CHANNEL, house.key)
    while house.now.stage == "playing":
        acting = house.now.to_act
        assert acting is not None
        if acting.computer:
            turn = house.now.turn
            await house.until(lambda turn=turn: house.now.turn != turn)
            continue
        person, private = own(house, (ANN, BO))
        assert private.view is not None
        lead = private.view.prompt("play")
        action = ("play", lead.choices[0]) if lead else ("fold" if private.view.prompt("fold") else "pass", None)
        await house.act(person, *action)
    cy = next(p for p in house.now.players if p.user_id == CY.user_id)
    assert [s.name for s in house.now.sitters] == ["Ann", "Bo"]
    assert (await house.chips())["Cy"] == START - 60 + cy.chips
    assert await refused("too_few", house.service.start(ANN, CHANNEL, house.key)) == {"least": 3}


# -- no chips are added in mid-game


async def test_nobody_tops_up_in_mid_game_and_it_does_not_happen_by_itself(house: House):
    for person in THREE:
        await house.service.people.set_settings(person.user_id, auto_top_up=True)
    await house.table(*THREE, game="poch", buy_in=60)
    await refused("nothing_to_top_up", house.service.top_up(ANN, CHANNEL, house.key))  # not yet in a game
    await house.service.start(ANN, CHANNEL, house.key)
    await refused("no_top_up_in_game", house.service.top_up(ANN, CHANNEL, house.key))
    await quiet(house, *THREE)
    for person in THREE:
        await refused("no_top_up_in_game", house.service.top_up(person, CHANNEL, house.key))
    before = stacks(house)
    assert min(before.values()) < 60
    await house.service.start(ANN, CHANNEL, house.key)
    stored = await house.store.last_deal(channel_id=CHANNEL, finished=False)
    assert stored is not None
    assert dict(zip(stored.names, stored.stakes.chips, strict=True)) == before


async def test_who_comes_back_in_mid_game_brings_what_was_left_and_in_the_next_the_buy_in(house: House):
    await house.table(*THREE, DEE, game="poch", buy_in=60, max_deals=2)
    await house.service.start(ANN, CHANNEL, house.key)
    await quiet(house, *THREE, DEE)
    left = stacks(house)
    moved = next(name for name, chips in left.items() if chips != 60)
    person = next(p for p in (*THREE, DEE) if p.name == moved)
    others = tuple(p for p in (*THREE, DEE) if p is not person)
    await house.service.leave(person, CHANNEL, house.key)
    await house.service.join(person, CHANNEL, house.key)
    assert stacks(house) == left
    await house.service.leave(person, CHANNEL, house.key)
    await house.service.start(others[0], CHANNEL, house.key)
    await house.service.join(person, CHANNEL, house.key)  # in mid-deal: the same
    assert stacks(house)[moved] == left[moved]
    await house.service.leave(person, CHANNEL, house.key)
    await quiet(house, *others)
    assert not house.now.game_on
    await house.service.join(person, CHANNEL, house.key)
    assert stacks(house)[moved] == 60
    assert (await house.chips())[moved] == START - 60 + left[moved] - 60


async def test_a_newcomer_in_mid_game_brings_the_buy_in(house: House):
    await house.table(*THREE, game="poch", buy_in=60)
    await house.service.start(ANN, CHANNEL, house.key)
    await house.service.join(DEE, CHANNEL, house.key)
    await house.service.leave(DEE, CHANNEL, house.key)  # no cards held, so no part of this game
    await house.service.join(DEE, CHANNEL, house.key)
    await quiet(house, *THREE)
    assert (stacks(house)["Dee"], (await house.chips())["Dee"]) == (60, START - 60)


@pytest.mark.parametrize(("game", "least"), [("poch", 9), ("le-poque", 6), ("poch-1873", 14)])
async def test_po_50_a_table_needs_a_buy_in_with_which_somebody_can_be_dealt_in(house: House, game: str, least: int):
    rules = {"stake": 2} if game == "poch-1873" else {}
    attempt = house.table(*THREE, game=game, buy_in=least - 1, **rules)
    assert await refused("buy_in_too_small", attempt) == {"least": least}
    assert house.service.snapshot(CHANNEL) is None
    await house.table(*THREE, game=game, buy_in=least, **rules)
    await house.service.start(ANN, CHANNEL, house.key)


async def test_a_table_without_chips_says_so(house: House):
    await house.table(ANN, BO, game="poe-crumb", buy_in=0)
    await refused("no_chips_here", house.service.top_up(ANN, CHANNEL, house.key))


# -- the end of a game and the next


async def ended(house: House, *, buy_in: int = 60, **rules: object) -> dict[str, int]:
    """A game of one deal; what is before everybody then."""
    await house.table(*THREE, game="poch", buy_in=buy_in, max_deals=1, **rules)
    await house.service.start(ANN, CHANNEL, house.key)
    await quiet(house, *THREE)
    assert house.now.view is not None
    assert house.now.view.result is not None
    assert house.now.view.result.game_over
    assert (house.now.game_on, house.now.next_deal_at) == (False, None)
    return stacks(house)


async def test_po_3_a_new_game_begins_with_the_same_supply_for_all(house: House):
    after = await ended(house)
    board = sum(pools(house).values())
    assert board >= 3  # nobody bet
    short = sorted(name for name, chips in after.items() if chips < 60)
    assert short
    details = await refused("short_of_supply", house.service.start(ANN, CHANNEL, house.key))
    assert (sorted(details["names"]), details["count"], details["chips"]) == (short, len(short), 60)
    assert (stacks(house), sum(pools(house).values())) == (after, board)  # nothing has happened
    for person in THREE[1:]:
        await house.service.people.set_settings(person.user_id, auto_top_up=True)
    if after["Ann"] < 60:
        details = await refused("short_of_supply", house.service.start(ANN, CHANNEL, house.key))
        assert (details["names"], details["count"]) == (("Ann",), 1)
        assert (await house.service.top_up(ANN, CHANNEL, house.key))[1] == 60 - after["Ann"]
    await house.service.start(ANN, CHANNEL, house.key)
    assert set(pools(house).values()) <= {0, 3}  # PO-52: what was left belongs to nobody
    stored = await house.store.last_deal(channel_id=CHANNEL, finished=False)
    assert stored is not None
    assert (stored.stakes.chips, stored.stakes.supply, stored.stakes.deals) == ((60, 60, 60), 60, 0)
    assert await house.chips() == {
        **{name: START - 60 + chips - 60 for name, chips in after.items()},
        "Dee": START,
    }
    assert houses_chips(house) == {"starting_chips": 4 * START, "unclaimed": -board}
    await house.restart()
    assert house.now.game_on
    await quiet(house, *THREE)


async def test_who_agreed_but_cannot_pay_is_named_and_then_nobody_has_paid(house: House):
    for person in THREE:
        await house.service.people.set_settings(person.user_id, auto_top_up=True)
    after = await ended(house, buy_in=START)
    details = await refused("short_of_supply", house.service.start(ANN, CHANNEL, house.key))
    assert sorted(details["names"]) == sorted(name for name, chips in after.items() if chips < START)
    assert stacks(house) == after
    names = {p.name: p for p in THREE}
    assert (await refused("purse_too_small", house.service.top_up(names[details["names"][0]], CHANNEL, house.key)))[
        "need"
    ]
    await house.restart()
    assert (stacks(house), house.now.game_on) == (after, False)


async def test_computer_players_begin_each_game_with_the_supply_too_by_the_house(house: House):
    await house.service.people.set_settings(ANN.user_id, auto_top_up=True)
    await house.table(ANN, game="poch", buy_in=60, max_deals=1)
    for _ in range(2):
        await house.service.add_computer(ANN, CHANNEL, ["Ada", "Basil"], house.key)
    for _ in range(3):
        await house.service.start(ANN, CHANNEL, house.key)
        stored = await house.store.last_deal(channel_id=CHANNEL, finished=False)
        assert stored is not None
        assert stored.stakes.chips == (60, 60, 60)
        while house.now.stage == "playing":
            acting = house.now.to_act
            assert acting is not None
            if acting.computer:
                turn = house.now.turn
                await house.until(lambda turn=turn: house.now.turn != turn)
            else:
                await quiet_turn(house)
    given = houses_chips(house)
    assert given["buy_in"] == 2 * 60
    assert {"top_up", "levelled"} & given.keys()
    await house.service.close(ANN, CHANNEL, house.key)
    assert houses_chips(house)["cash_out"] < 0


async def quiet_turn(house: House) -> None:
    private = house.service.private(CHANNEL, ANN.user_id)
    assert private.view is not None
    lead = private.view.prompt("play")
    action = ("play", lead.choices[0]) if lead else ("fold" if private.view.prompt("fold") else "pass", None)
    await house.act(ANN, *action)


# -- closing


@pytest.mark.parametrize("money", [False, True])
async def test_po_52_po_64_what_lies_on_the_board_of_a_table_that_closes_in_mid_game(house: House, money: bool):
    await house.table(*THREE, game="poch", buy_in=60, money=money)
    await house.service.start(ANN, CHANNEL, house.key)
    await house.service.close(ANN, CHANNEL, house.key)  # after this deal
    first = (house.now.view.dealer + 1) % 3 if house.now.view else 0
    table_id = house.now.table_id
    await quiet(house, *THREE)
    closed = house.service.snapshot_of(table_id)
    assert closed is not None
    assert closed.view is not None
    left = sum(chips for _, chips in closed.view.pools)
    assert left >= 3
    chips = await house.chips()
    assert sum(chips.values()) == 4 * START - (0 if money else left)
    for seat, player in enumerate(closed.players):
        extra = (left // 3 + ((seat - first) % 3 < left % 3)) if money else 0
        assert chips[player.name] == START - 60 + player.chips
        assert player.chips == closed.view.seats[seat].chips + extra
    assert closed.shared == (left if money else 0)
    assert houses_chips(house).get("unclaimed", 0) == (0 if money else -left)


async def test_po_64_with_money_nothing_is_left_at_the_end_of_a_game(house: House):
    after = await ended(house, money=True)
    assert set(pools(house).values()) == {0}
    assert sum(after.values()) == 180
    await house.service.close(ANN, CHANNEL, house.key)
    assert await house.chips() == {**{name: START - 60 + chips for name, chips in after.items()}, "Dee": START}
    assert "unclaimed" not in houses_chips(house)


async def test_po_52_without_money_the_house_takes_the_rest_of_a_game_that_is_over(house: House):
    after = await ended(house)
    left = lying(house)
    assert left == 180 - sum(after.values()) > 0
    await house.service.close(ANN, CHANNEL, house.key)
    assert await total(house) == 4 * START - left
    assert houses_chips(house)["unclaimed"] == -left


# -- extra chips


async def with_extra_chips(house: House) -> tuple[Transfer, ...]:
    """Plays games of one deal until one has extra chips: the richest bets all, and the others match."""
    while True:
        for person in THREE:
            await house.service.people.set_settings(person.user_id, auto_top_up=True)
        await house.service.start(ANN, CHANNEL, house.key)
        while house.now.stage == "playing" and not issued(house):
            person, private = own(house, THREE)
            assert private.view is not None
            bet = private.view.prompt("bet")
            if bet is None:
                lead = private.view.prompt("play")
                await house.act(person, *(("play", lead.choices[0]) if lead else ("pass", None)))
                continue
            assert bet.least is not None
            assert bet.most is not None
            richest = max(house.now.sitters, key=lambda s: s.chips)
            await house.act(person, "bet", bet.most if person.user_id == richest.user_id else bet.least)
        if found := issued(house):
            return found
        assert house.now.turn.deal < 20, "nobody ever needs extra chips"


def issued(house: House) -> tuple[Transfer, ...]:
    deal = house.service._places[CHANNEL].deal
    assert deal is not None
    return tuple(one for one in deal.state.transfers if one.source == HOUSE)


async def test_po_33_extra_chips_are_issued_to_all_alike_and_are_no_winnings(house: House):
    await house.table(*THREE, game="poch", buy_in=12, short_stacks="extra_chips", max_deals=1)
    extra = await with_extra_chips(house)
    assert {one.target for one in extra} == {0, 1, 2}
    await house.restart()
    assert issued(house) == extra
    games = house.now.turn.deal
    await wild(house, *THREE)
    each = sum(one.amount for one in issued(house) if one.target == 0)
    assert [sum(one.amount for one in issued(house) if one.target == seat) for seat in (1, 2)] == [each, each]
    assert sum(stacks(house).values()) + lying(house) == 3 * (12 + each)
    assert house.now.view is not None
    result_ = house.now.view.result
    assert result_ is not None
    for seat, player in enumerate(house.now.players):
        assert result_.net[seat] == player.chips - 12 - each
    board = await house.service.people.leaderboard(GUILD, 1)
    nets = {row.name: row.chips for row in board.rows}
    stored = [await house.store.deal(one) for one in range(1, games + 1)]
    assert sum(nets.values()) == sum(sum(one.result.net) for one in stored if one is not None and one.result)
    assert sum(nets.values()) <= 0  # what stays on the board is lost, and nothing is won from the house
    await house.service.close(ANN, CHANNEL, house.key)
    purses = await house.chips()
    # What was issued is for the table: the house has it back as far as it was there, and the rest is theirs.
    assert all(purses[name] == START + max(net, -12) for name, net in nets.items())


async def after_extra_chips(house: House) -> tuple[int, dict[str, int]]:
    """A game with extra chips that is over: how many each was given, and what lies before each."""
    await house.table(*THREE, game="poch", buy_in=12, short_stacks="extra_chips", max_deals=1)
    await with_extra_chips(house)
    await wild(house, *THREE)
    for person in THREE:
        await house.service.people.set_settings(person.user_id, auto_top_up=False)
    each = sum(one.amount for one in issued(house) if one.target == 0)
    assert min(stacks(house).values()) < each < max(stacks(house).values())
    return each, stacks(house)


async def test_po_33_who_gets_up_leaves_the_extra_chips_there(house: House):
    each, after = await after_extra_chips(house)
    before = await house.chips()
    await house.restart()
    for person in THREE:
        now = await house.service.leave(person, CHANNEL, house.key)
        back = min(each, after[person.name])
        assert dict(now.taken_back).get(person.user_id, 0) == back
        assert (await house.chips())[person.name] == before[person.name] + after[person.name] - back
    assert (now.stage, now.sitters) == ("closed", ())


async def test_po_33_a_table_that_closes_shows_what_everybody_takes_home(house: House):
    each, after = await after_extra_chips(house)
    before = await house.chips()
    await house.restart()
    closed = await house.service.close(ANN, CHANNEL, house.key)
    back = {s.user_id: min(each, after[s.name]) for s in closed.sitters if after[s.name]}
    assert dict(closed.taken_back) == back
    home = {s.name: s.chips for s in closed.sitters}
    assert home == {s.name: after[s.name] - back.get(s.user_id, 0) for s in closed.sitters}
    assert await house.chips() == {name: chips + home.get(name, 0) for name, chips in before.items()}


async def test_po_33_the_next_game_begins_without_the_extra_chips_of_the_last(house: House):
    each, after = await after_extra_chips(house)
    before = await house.chips()
    rest = {name: chips - min(each, chips) for name, chips in after.items()}
    short = sorted(name for name, chips in rest.items() if chips < 12)
    details = await refused("short_of_supply", house.service.start(ANN, CHANNEL, house.key))
    assert (sorted(details["names"]), stacks(house)) == (short, after)
    for person in THREE:
        if person.name in short:
            now, added = await house.service.top_up(person, CHANNEL, house.key)
            assert (added, stacks(house)[person.name]) == (12 - rest[person.name], 12)
            assert dict(now.taken_back).get(person.user_id, 0) == min(each, after[person.name])
        else:
            await refused("nothing_to_top_up", house.service.top_up(person, CHANNEL, house.key))
    await house.service.start(ANN, CHANNEL, house.key)
    stored = await house.store.last_deal(channel_id=CHANNEL, finished=False)
    assert stored is not None
    assert stored.stakes.chips == (12, 12, 12)
    assert await house.chips() == {name: chips + rest.get(name, 12) - 12 for name, chips in before.items()}
    await house.restart()
    await quiet(house, *THREE)


async def test_po_33_who_comes_back_in_mid_game_brings_what_went_to_the_purse(house: House):
    await house.table(*THREE, game="poch", buy_in=12, short_stacks="extra_chips")
    while not house.now.turn.deal or not (house.now.game_on and issued(house)):
        assert house.now.turn.deal < 40, "no game goes on after extra chips"
        await with_extra_chips(house)
        await wild(house, *THREE, seed=house.now.turn.deal)
    after = stacks(house)
    name = max(after, key=lambda one: after[one])
    person = next(p for p in THREE if p.name == name)
    owed = (await house.store.to_take_back(house.now.table_id))[
        next(s.sitting_id for s in house.now.sitters if s.name == name)
    ]
    before = await house.chips()
    await house.service.leave(person, CHANNEL, house.key)
    home = after[name] - min(owed, after[name])
    assert (await house.chips())[name] == before[name] + home
    await house.service.join(person, CHANNEL, house.key)
    assert (stacks(house)[name], await house.chips()) == (home, before)


# -- crashes


@pytest.mark.parametrize("game", FAMILY)
async def test_everything_is_there_after_a_restart_at_any_moment(house: House, game: str):
    await house.table(*THREE, game=game, buy_in=60)
    lot = Stream(b"restart" * 5)
    for _ in range(2):
        await house.service.start(ANN, CHANNEL, house.key)
        while house.now.stage == "playing":
            before, mine = house.now, [house.service.private(CHANNEL, p.user_id).view for p in THREE]
            await house.restart()
            assert house.now == before
            assert [house.service.private(CHANNEL, p.user_id).view for p in THREE] == mine
            person, private = own(house, THREE)
            assert private.view is not None
            action = PLAYERS["random"].choose(private.view, lot)
            await house.act(person, action.do, argument(action))
        before = house.now
        await house.restart()
        assert house.now == replace(before, next_deal_at=house.now.next_deal_at)
        if not house.now.game_on:
            break


async def test_a_deal_that_does_not_replay_is_taken_back_with_pools_and_extra_chips(
    house: House, caplog: pytest.LogCaptureFixture
):
    await house.table(*THREE, game="poch", buy_in=12, short_stacks="extra_chips", max_deals=1)
    extra = await with_extra_chips(house)
    await break_open_deal(house)
    assert "does not begin as it was stored" in caplog.text
    assert (stacks(house), lying(house), house.now.game_on) == ({"Ann": 12, "Bo": 12, "Cy": 12}, 0, False)
    assert houses_chips(house).get(extra[0].reason, 0) == 0
    await house.service.start(ANN, CHANNEL, house.key)
    await wild(house, *THREE)


async def test_a_game_goes_on_after_a_deal_in_its_middle_was_taken_back(house: House):
    await house.table(*THREE, game="poch", buy_in=60)
    await house.service.start(ANN, CHANNEL, house.key)
    await quiet(house, *THREE)
    before, board, dealer = stacks(house), pools(house), house.service._places[CHANNEL].dealer
    await house.service.start(ANN, CHANNEL, house.key)
    await wild_actions(house, 2)
    await break_open_deal(house)
    assert (stacks(house), pools(house), house.now.game_on) == (before, board, True)
    await refused("no_top_up_in_game", house.service.top_up(ANN, CHANNEL, house.key))
    await house.service.start(ANN, CHANNEL, house.key)
    deal = house.service._places[CHANNEL].deal
    assert deal is not None
    stakes = deal.state.stakes
    assert (stakes.deals, dict(stakes.pools)["poch"], stakes.supply) == (1, board["poch"], 60)
    assert deal.players[stakes.dealer].sitting_id == dealer
    await quiet(house, *THREE)


async def wild_actions(house: House, count: int) -> None:
    for _ in range(count):
        person, private = own(house, THREE)
        assert private.view is not None
        action = PLAYERS["random"].choose(private.view, Stream(bytes(32)))
        await house.act(person, action.do, argument(action))


async def break_open_deal(house: House) -> None:
    """As after an update whose rules play it otherwise."""
    await house.close()
    with contextlib.closing(sqlite3.connect(house.path)) as db, db:
        db.execute("UPDATE deals SET state_hash = 'no such' WHERE status = 'open'")
    await house.open()


async def test_scores_stay_after_a_deal_was_taken_back(house: House):
    await house.table(ANN, BO, game="poe-crumb", buy_in=0)
    await house.service.start(ANN, CHANNEL, house.key)
    await house.deal_to_end(ANN, BO)
    stored = await house.store.last_deal(channel_id=CHANNEL)
    assert stored is not None
    assert stored.result is not None
    won = dict(zip(stored.names, stored.result.stakes.scores, strict=True))
    assert sum(won.values()) > 0
    await house.service.start(ANN, CHANNEL, house.key)
    await break_open_deal(house)
    await house.service.start(ANN, CHANNEL, house.key)
    again = await house.store.last_deal(channel_id=CHANNEL, finished=False)
    assert again is not None
    assert dict(zip(again.names, again.stakes.scores, strict=True)) == won


async def test_who_lets_the_time_run_out_gets_time_of_its_own_for_each_lead(house: House):
    """A lead that leads to another lead is two turns (PO-42)."""
    await house.table(*THREE, game="poch", buy_in=60)
    again = 0
    while not again:
        await house.service.start(ANN, CHANNEL, house.key)
        table = house.service._places[CHANNEL]
        led = None
        while house.now.stage == "playing":
            phase, to_act, seq = house.now.view.phase if house.now.view else "", house.now.to_act, house.now.turn.seq
            again += phase == "lead" and to_act == led
            led = to_act if phase == "lead" else None
            table.absent.clear()
            async with table.lock:
                await house.service._play.computer(table, absent=True)
            assert house.now.turn.seq == seq + 1
        assert house.now.turn.deal < 20
