"""What finished deals came to: the leaderboard."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store.audit import audit
from bot.store.migrate import migrate, migrations
from bot.store.model.people import Member
from engine.stakes import Transfer
from tests.bot.store.helpers import ANN, BO, GUILD, Steps, finish, new_deal, open_table, play, query, sit


async def test_the_leaderboard_counts_chips_deals_and_wins(store: Steps) -> None:
    assert (await store.results.leaderboard(GUILD)).rows == ()
    table = await open_table(store)
    await sit(store, table, ANN, BO, None)
    for number, winner in enumerate((0, 0, 1, 2), start=1):
        await play(store, table, await store.sittings(table), winner, number=number)
    board = await store.results.leaderboard(GUILD)
    assert (board.page, board.pages) == (1, 1)
    assert [(row.place, row.user_id, row.name, row.chips, row.deals, row.wins) for row in board.rows] == [
        (1, ANN.user_id, "Ann", 1, 4, 2),
    ]
    assert board.own is None
    ann = await store.results.leaderboard(GUILD, viewer=ANN.user_id)
    assert ann.own == ann.rows[0]
    bo = (await store.results.leaderboard(GUILD, viewer=BO.user_id)).own
    assert bo is not None
    assert (bo.place, bo.name, bo.chips, bo.deals, bo.wins) == (2, "Bo", -1, 4, 1)
    assert (await store.results.leaderboard(GUILD, viewer=5)).own is None
    assert (await store.results.leaderboard(GUILD + 1)).rows == ()


async def test_the_leaderboard_leaves_out_void_and_cancelled_deals_and_points(store: Steps) -> None:
    table = await open_table(store)
    sittings = await sit(store, table, ANN, BO)
    await play(store, table, sittings, 0, void=True)
    following = new_deal(await store.sittings(table), number=2, ante=0, stakes=None)
    following = replace(following, stakes=replace(following.stakes, pot=2))
    await store.cancel_deal(await store.start_deal(table, following, "deal 2"), "cancel")
    points = await open_table(store, channel=501, unit="points", buy_in=0)
    seated = await sit(store, points, ANN, BO)
    deal = new_deal(seated, ante=0)
    deal_id = await store.start_deal(points, deal, "points")
    result = replace(finish(deal), net=(50, 0), winners=(0,))
    await store.add_action(deal_id, 0, {"do": "knock"}, state_hash="h", finish=result)
    assert (await store.results.leaderboard(GUILD)).rows == ()


async def test_the_leaderboard_counts_the_chips_of_games_that_are_scored_by_points(store: Steps) -> None:
    table = await open_table(store, unit="points")
    deal = new_deal(await sit(store, table, ANN, BO), ante=0)
    deal_id = await store.start_deal(table, deal, "points for chips")
    paid = Transfer(1, 0, 6, "points")
    result = replace(finish(deal, paid), net=(3, -3), winners=(0,))
    await store.add_action(deal_id, 0, {"do": "knock"}, state_hash="h", transfers=(paid,), finish=result)
    assert [(row.name, row.chips, row.wins) for row in (await store.results.leaderboard(GUILD)).rows] == [
        ("Ann", 6, 1),
    ]


async def test_a_deal_counts_for_the_person_who_left_in_the_middle(store: Steps) -> None:
    """general.md G-11: a computer player plays on, the result goes to the person."""
    table = await open_table(store)
    ann, bo = await sit(store, table, ANN, BO)
    deal = new_deal([ann, bo])
    deal_id = await store.start_deal(table, deal, "deal")
    await store.mark_leaving(ann.id)
    taken = (Transfer("pot", 0, 2, "pot"),)
    await store.add_action(deal_id, 0, {"do": "knock"}, state_hash="h", transfers=taken, finish=finish(deal, *taken))
    assert await store.rise(ann.id, "rise") == 21
    assert [(row.name, row.chips) for row in (await store.results.leaderboard(GUILD)).rows] == [("Ann", 1)]


async def test_equals_share_a_place_and_pages_come_in_order(store: Steps) -> None:
    members = [Member(GUILD, 1000 + number, f"M{number}") for number in range(14)]
    for number in range(0, 14, 2):
        table = await open_table(store, channel=600 + number, host=members[number])
        sittings = await sit(store, table, members[number], members[number + 1])
        await play(store, table, sittings, 0)
    table = await open_table(store, channel=700)
    await play(store, table, await sit(store, table, members[0], None), 0, void=False)
    last = members[13].user_id
    pages = [await store.results.leaderboard(GUILD, page, 3, last) for page in (1, 2, 3)]
    assert [[(row.place, row.chips) for row in board.rows] for board in pages] == [
        [(1, 1), (1, 1), (1, 1)],
        [(1, 1), (1, 1), (1, 1)],
        [(1, 1)],
    ]
    assert [(board.page, board.pages) for board in pages] == [(1, 3), (2, 3), (3, 3)]
    seen = [row.user_id for board in pages for row in board.rows]
    assert sorted(seen) == sorted(member.user_id for member in members[::2]), "nobody who has lost"
    assert {(board.own.place, board.own.chips) for board in pages if board.own} == {(8, -1)}
    assert (await store.results.leaderboard(GUILD, 99, 3)).page == 3
    assert (await store.results.leaderboard(GUILD, -1, 3)).page == 1
    with pytest.raises(ValueError, match="page of 0"):
        await store.results.leaderboard(GUILD, 1, 0)


async def test_a_deal_counts_for_the_season_in_which_it_began(store: Steps, path: Path) -> None:
    table = await open_table(store)
    sittings = await sit(store, table, ANN, BO)
    await play(store, table, sittings, 0)
    deal = new_deal(await store.sittings(table), number=2)
    deal_id = await store.start_deal(table, deal, "deal 2")
    await store.servers.begin_season(GUILD, ANN.user_id, 1, "season")
    assert (await store.results.leaderboard(GUILD)).rows == ()
    taken = (Transfer("pot", 0, 2, "pot"),)
    await store.add_action(deal_id, 0, {"do": "knock"}, state_hash="h", transfers=taken, finish=finish(deal, *taken))
    board = await store.results.leaderboard(GUILD, viewer=ANN.user_id)
    assert (board.rows, board.own, board.season) == ((), None, 2), "it began in the season before"
    await play(store, table, await store.sittings(table), 1, number=3)
    assert [(row.name, row.chips, row.deals) for row in (await store.results.leaderboard(GUILD)).rows] == [("Bo", 1, 1)]
    assert query(path, "SELECT season, user_id, chips, deals, wins FROM standings ORDER BY 1, 2") == [
        (1, 11, 2, 2, 2),
        (1, 12, -2, 2, 0),
        (2, 11, -1, 1, 0),
        (2, 12, 1, 1, 1),
    ]


@pytest.mark.sqlite_alone  # older ones are all SQLite's
async def test_an_older_database_gets_its_totals_from_its_results(path: Path) -> None:
    store = await Steps.open(path)
    table = await open_table(store)
    await sit(store, table, ANN, BO, None)
    for number, winner in enumerate((0, 2, 1), start=1):
        await play(store, table, await store.sittings(table), winner, number=number)
        if number == 2:
            await store.servers.begin_season(GUILD, ANN.user_id, 1, "season")
    await store.close()
    standings = "SELECT guild_id, season, user_id, chips, deals, wins FROM standings ORDER BY 1, 2, 3"
    stays = "SELECT id, deals, net, wins, house FROM sittings ORDER BY id"
    before = query(path, standings), query(path, stays)
    assert len(before[0]) == 4
    assert [row[1:4] for row in before[1]] == [(3, 0, 1), (3, 0, 1), (3, 0, 1)]
    older = path.with_name("older.sqlite3")
    with closing(sqlite3.connect(older, isolation_level=None)) as db:
        migrate(db, migrations()[:26])
        db.execute("ATTACH ? AS newer", (str(path),))
        triggers = db.execute("SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            db.execute(f"DROP TRIGGER {name}")
        for (name,) in db.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'").fetchall():
            columns = ", ".join(row[1] for row in db.execute(f"PRAGMA main.table_info({name})"))
            db.execute(f"DELETE FROM main.{name}")
            db.execute(f"INSERT INTO main.{name} ({columns}) SELECT {columns} FROM newer.{name}")
        for _, sql in triggers:
            db.execute(sql)
    await (await Steps.open(older)).close()
    assert (query(older, standings), query(older, stays)) == before
    assert audit(older).problems == ()


async def test_what_a_table_came_to_is_told_under_the_newest_name(store: Steps) -> None:
    table = await open_table(store)
    ann, _ = await sit(store, table, ANN, BO)
    await play(store, table, await store.sittings(table), 0)
    await store.rise(ann.id, "rise")
    again = Member(GUILD, ANN.user_id, "Annie")
    back = await store.sit(table, again, name="Annie", key="again", amount=21)  # what she has carried away
    await store.step(lambda books: books.take_hint(back.id))
    await play(store, table, await store.sittings(table), 0, number=2)
    assert [
        (line.name, line.net, line.won, line.deals, line.hints) for line in await store.results.winnings(table)
    ] == [
        ("Annie", 0, 1, 2, 1),
        ("Bo", 0, 1, 2, 0),
    ]
