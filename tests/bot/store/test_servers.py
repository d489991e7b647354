"""What servers set holds and is written down; purses are corrected and frozen within bounds; a season begins anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import partial
from typing import Any

import pytest

from bot.store.audit import audit
from bot.store.books import Books
from bot.store.economy import MOST_CORRECTED
from bot.store.model.errors import StoreError
from bot.store.model.people import Member
from bot.store.model.servers import NO_SERVER, Chips, ServerSettings
from bot.store.model.tables import NewTable, Setup
from bot.store.privacy import DAY, Retention, erase_server
from bot.store.server_log import A_PAGE, Act
from bot.store.where import Where
from tests.bot.store.helpers import (
    ANN,
    BO,
    CY,
    DEE,
    GUILD,
    Clock,
    Steps,
    by_hand,
    open_table,
    play,
    query,
    refusal,
    sit,
    tamper,
)

MOD = 77
"""The user who manages the server."""
CHANGES: Mapping[str, Any] = {
    "channels": (5, 6),
    "openers": 99,
    "tables_person": 1,
    "tables_server": 2,
    "starting_chips": 500,
    "daily_chips": 0,
    "turn_seconds": 60,
    "pause_seconds": 10,
    "story": False,
    "language": "de",
}


async def test_each_setting_is_kept_and_each_change_stands_in_the_log(store: Steps, path: Where) -> None:
    assert CHANGES.keys() == {field.name for field in fields(ServerSettings)}
    assert await store.servers.all() == {}
    for number, (name, value) in enumerate(CHANGES.items()):
        assert await store.servers.change(GUILD, MOD, {name: value}, f"{number}") == ServerSettings(
            **dict(list(CHANGES.items())[: number + 1])
        )
    assert await store.servers.all() == {GUILD: ServerSettings(**CHANGES)}
    log = await store.servers.log(GUILD)
    told = [(entry.by, entry.details["setting"], entry.details["from"], entry.details["to"]) for entry in log.entries]
    usual = ServerSettings()
    listed = {name: list(value) if isinstance(value, tuple) else value for name, value in CHANGES.items()}
    before = [list(value) if isinstance(value, tuple) else value for value in (getattr(usual, n) for n in CHANGES)]
    expected = [(MOD, name, was, now) for (name, now), was in zip(listed.items(), before, strict=True)]
    assert told == expected[::-1], "the newest first"
    await store.servers.change(GUILD, MOD, {name: getattr(usual, name) for name in CHANGES}, "back")
    assert await store.servers.all() == {}
    assert query(path, "SELECT * FROM server_settings") == []
    assert audit(path).problems == ()


async def test_what_was_set_to_what_it_is_changes_nothing_and_a_key_counts_once(store: Steps) -> None:
    await store.servers.change(GUILD, MOD, {"tables_person": 3}, "1")
    await store.servers.change(GUILD, MOD, {"tables_person": 4}, "2")
    await store.servers.change(GUILD, MOD, {"tables_person": 4}, "2")
    assert len((await store.servers.log(GUILD)).entries) == 1


async def test_a_setting_of_another_version_is_left_alone(store: Steps, path: Where) -> None:
    await store.servers.change(GUILD, MOD, {"tables_person": 4}, "1")
    tamper(path, "INSERT INTO server_settings VALUES (900, 'a_later_setting', '1')")
    assert await store.servers.all() == {GUILD: ServerSettings(tables_person=4)}


# -- tables


async def test_so_many_tables_a_person_and_a_server(store: Steps) -> None:
    await store.servers.change(GUILD, MOD, {"tables_person": 2, "tables_server": 3}, "1")
    await open_table(store, 1)
    second = await open_table(store, 2)
    refused = await refusal(open_table(store, 3))
    assert (refused.code, refused.details) == ("too_many_of_yours", {"most": 2})
    await open_table(store, 3, host=BO)
    refused = await refusal(open_table(store, 4, host=CY))
    assert (refused.code, refused.details) == ("too_many_here", {"most": 3})
    await open_table(store, 4, host=Member(GUILD + 1, CY.user_id, "Cy")), "another server"
    await store.close_table(second, "close")
    await open_table(store, 4 + 1, host=CY)


def hand_on(books: Books, table: int) -> None:
    books.set_host(table, BO.user_id)


async def test_nobody_hands_tables_on_to_open_more(store: Steps) -> None:
    await store.servers.change(GUILD, MOD, {"tables_person": 2}, "1")
    for channel in (1, 2):
        table = await open_table(store, channel)
        ann, _ = await sit(store, table, ANN, BO)
        await store.rise(ann.id, f"rise {channel}")
        await store.step(partial(hand_on, table=table))
    assert (await refusal(open_table(store, 3))).code == "too_many_of_yours", "who opened them"
    assert (await refusal(open_table(store, 3, host=BO))).code == "too_many_of_yours", "who hosts them"
    await open_table(store, 3, host=CY)


async def test_direct_messages_have_no_limit_of_a_server(store: Steps) -> None:
    for channel in range(1, 6):
        await open_table(store, channel, host=Member(NO_SERVER, ANN.user_id, "Ann"))


async def test_going_on_at_another_table_needs_no_room(store: Steps) -> None:
    await store.servers.change(GUILD, MOD, {"tables_person": 1, "tables_server": 1}, "1")
    table = await open_table(store, 1)
    await sit(store, table, ANN, BO)
    await store.step(lambda books: books.go_on(table, NewTable(1, "dompe", "chips", Setup({}, 20), ANN, "1"), "go on"))


# -- gifts


async def test_a_server_s_own_gifts_hold_there_alone_and_the_audit_knows_what_was_allowed_when(
    path: Where, clock: Clock
) -> None:
    store = await Steps.open(path, Chips(200, 40), clock)
    assert (await store.people.purse(ANN)).balance == 200
    await store.servers.change(GUILD, MOD, {"starting_chips": 1000, "daily_chips": 90}, "1")
    assert (await store.people.purse(BO)).balance == 1000
    assert (await store.people.purse(Member(GUILD + 1, 11, "Ann"))).balance == 200
    await store.servers.change(GUILD, MOD, {"starting_chips": 5}, "2")
    clock.now += DAY
    assert (await store.people.purse(CY)).balance == 95, "the start, and the gift of the day"
    await store.servers.change(GUILD, MOD, {"starting_chips": None, "daily_chips": 0}, "3")
    assert (await store.people.purse(DEE)).balance == 200
    assert audit(path).problems == ()
    await store.close()
    store = await Steps.open(path, Chips(50, 10), clock)
    clock.now += DAY
    assert (await store.people.purse(Member(GUILD, 60, "New"))).balance == 50
    assert (await store.people.purse(Member(GUILD + 1, 61, "Poor"))).balance == 50
    assert audit(path).problems == ()
    await store.close()


GIFTS = {
    "purse:900:11 201 chips by starting_chips": "UPDATE transfers SET amount = 201 WHERE amount = 200",
    "purse:900:12 1000 chips by starting_chips": "UPDATE allowed_gifts SET chips = 999 WHERE guild_id = 900",
    "and could give 0 then": "UPDATE allowed_gifts SET chips = 0 WHERE guild_id = 0 AND source = 'starting_chips'",
}


@pytest.mark.parametrize("problem", sorted(GIFTS))
async def test_the_audit_names_a_gift_that_was_not_allowed_when_it_was_given(path: Where, problem: str) -> None:
    store = await Steps.open(path, Chips(200, 40))
    await store.people.purse(ANN)
    await store.servers.change(GUILD, MOD, {"starting_chips": 1000}, "1")
    await store.people.purse(BO)
    await store.close()
    assert audit(path).problems == ()
    tamper(path, GIFTS[problem])
    assert any(problem in line for line in audit(path).problems), audit(path).problems


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO allowed_gifts VALUES (900, 'starting_chips', 0, 10000, 1)",
        "UPDATE allowed_gifts SET chips = 10000",
        "DELETE FROM allowed_gifts",
    ],
)
async def test_what_was_allowed_is_never_changed_afterwards(path: Where, statement: str) -> None:
    store = await Steps.open(path, Chips(200, 40))
    await store.people.purse(ANN)
    with pytest.raises(StoreError, match="what was allowed is never"):
        await store._writer.write(lambda db: db.execute(statement).fetchall())
    await store.close()


# -- corrections


async def test_a_moderator_corrects_a_purse_within_bounds(store: Steps, path: Where, clock: Clock) -> None:
    assert (await refusal(store.servers.correct(GUILD, 11, 5, "why", MOD, "0"))).code == "no_purse"
    await store.people.purse(ANN)
    for _ in range(2):  # once a key
        after = await store.servers.correct(GUILD, 11, 100, "lost by a fault", MOD, "1")
    assert (after.balance, after.may_give, after.may_take) == (300, MOST_CORRECTED - 100, MOST_CORRECTED)
    assert (await store.servers.correct(GUILD, 11, -30, "given twice", MOD, "2")).balance == 270
    assert (await store.people.sources(ANN)).corrections == 70
    refused = await refusal(store.servers.correct(GUILD, 11, MOST_CORRECTED - 99, "more", MOD, "3"))
    assert (refused.code, refused.details) == ("too_much_corrected", {"most": MOST_CORRECTED})
    refused = await refusal(store.servers.correct(GUILD, 11, -271, "more", MOD, "4"))
    assert (refused.code, refused.details) == ("more_than_there", {"have": 270})
    log = (await store.servers.log(GUILD)).entries
    assert [(e.what, e.by, e.about, dict(e.details)) for e in log] == [
        ("correction", MOD, 11, {"chips": -30, "why": "given twice"}),
        ("correction", MOD, 11, {"chips": 100, "why": "lost by a fault"}),
    ]
    clock.now += DAY
    after = await store.servers.correct(GUILD, 11, MOST_CORRECTED, "another day", MOD, "5")
    assert (after.balance, after.may_give) == (270 + MOST_CORRECTED, 0)
    assert (await store.servers.correct(GUILD, 11, -MOST_CORRECTED, "and back", MOD, "6")).may_take == 0
    assert (await refusal(store.servers.correct(GUILD, 11, -1, "more", MOD, "7"))).code == "too_much_corrected"
    assert audit(path).problems == ()


# -- frozen purses


async def test_a_frozen_purse_keeps_its_chips_and_pays_for_no_seat(store: Steps, path: Where, clock: Clock) -> None:
    table, other = await open_table(store, 1), await open_table(store, 2)
    here = await store.sit(table, ANN, key="sit")
    await store.servers.freeze(GUILD, 11, "two accounts", MOD, "1")
    assert (await store.people.purse(ANN)).frozen == "two accounts"
    refused = await refusal(store.sit(other, ANN, key="sit there"))
    assert (refused.code, refused.details) == ("purse_frozen", {"why": "two accounts"})
    assert (await refusal(store.top_up(here.id, 1, "more"))).code == "purse_frozen"
    await store.rise(here.id, "rise")
    assert (await store.people.purse(ANN)).balance == 200, "what was at the table comes home"
    await store.servers.correct(GUILD, 11, -190, "for the test", MOD, "2")
    clock.now += DAY
    assert (await store.people.purse(ANN)).balance == 10, "no gift from day to day"
    points = await open_table(store, 3, host=BO, unit="points", buy_in=0)
    await store.sit(points, ANN, key="without chips")
    assert (await store.servers.unfreeze(GUILD, 11, "cleared up", MOD, "3")).frozen is None
    await store.servers.unfreeze(GUILD, 11, "cleared up", MOD, "4")
    assert (await store.people.purse(ANN)).balance == 50
    assert (await store.sit(other, ANN, key="sit there")).chips == 20
    log = [(e.what, e.by, e.about, e.details["why"]) for e in (await store.servers.log(GUILD)).entries]
    assert log == [
        ("unfreeze", MOD, 11, "cleared up"),
        ("correction", MOD, 11, "for the test"),
        ("freeze", MOD, 11, "two accounts"),
    ]
    assert audit(path).problems == ()


async def test_a_frozen_purse_does_not_pay_for_a_larger_buy_in_or_go_on_for_chips(store: Steps, path: Where) -> None:
    table = await open_table(store, 1)
    await sit(store, table, ANN, BO)
    await store.servers.freeze(GUILD, BO.user_id, "doubts", MOD, "1")
    setup = store.step(lambda books: books.set_up(table, Setup({}, 30), "set up"))
    assert (await refusal(setup)).details["names"] == ("Bo",)
    new = NewTable(1, "dompe", "chips", Setup({}, 20), ANN, "1")
    there = await store.step(lambda books: books.go_on(table, new, "go on"))
    assert [who.name for who in await store.sittings(there)] == ["Ann"]
    assert (await store.people.purse(BO)).balance == 200
    await store.servers.freeze(GUILD, ANN.user_id, "doubts", MOD, "2")
    refused = await refusal(store.step(lambda books: books.go_on(there, new, "go on again")))
    assert (refused.code, refused.details) == ("host_frozen", {"name": "Ann"})
    assert audit(path).problems == ()


# -- seasons


async def test_a_season_begins_the_leaderboard_anew_and_nothing_else(store: Steps, path: Where) -> None:
    table = await open_table(store)
    await sit(store, table, ANN, BO)
    await play(store, table, await store.sittings(table), 0)
    purses = [(await store.people.purse(member)) for member in (ANN, BO)]
    board = await store.results.leaderboard(GUILD)
    assert (board.season, [row.name for row in board.rows]) == (1, ["Ann"])
    for _ in range(2):  # once a key
        assert await store.servers.begin_season(GUILD, MOD, 1, "1") == 2
    refused = await refusal(store.servers.begin_season(GUILD, MOD, 1, "2"))
    assert (refused.code, refused.details) == ("season_over", {"number": 2})
    board = await store.results.leaderboard(GUILD, viewer=ANN.user_id)
    assert (board.season, board.rows, board.own, board.pages) == (2, (), None, 1)
    assert [(await store.people.purse(member)) for member in (ANN, BO)] == purses
    await play(store, table, await store.sittings(table), 1, number=2)
    assert [row.name for row in (await store.results.leaderboard(GUILD)).rows] == ["Bo"]
    assert await store.servers.season(GUILD + 1) == 1
    assert [entry.what for entry in (await store.servers.log(GUILD)).entries] == ["season"]
    assert audit(path).problems == ()


# -- the log


async def test_the_log_has_pages_the_newest_first_and_nothing_of_direct_messages(store: Steps) -> None:
    def noted(books: Books, number: int) -> None:
        books.log(GUILD, Act("season", MOD, details={"number": number}), f"{number}")

    for number in range(A_PAGE + 1):
        for _ in range(2):  # once a key
            await store.step(partial(noted, number=number))
    await store.step(lambda books: books.log(NO_SERVER, Act("season", MOD), "alone"))
    first, second, beyond = [await store.servers.log(GUILD, page) for page in (1, 2, 9)]
    assert [e.details["number"] for e in (*first.entries, *second.entries)] == list(range(A_PAGE, -1, -1))
    assert (first.pages, second.page, beyond) == (2, 2, second)
    assert (await store.servers.log(NO_SERVER)).entries == ()


async def test_whoever_is_erased_is_a_number_in_the_log_and_reasons_about_them_are_gone(
    store: Steps, path: Where
) -> None:
    await store.people.purse(ANN)
    await store.servers.freeze(GUILD, 11, "Ann has two accounts", BO.user_id, "1")
    await store.servers.change(GUILD, 11, {"tables_person": 1}, "2")
    found = await store.privacy.export(11)
    assert found["frozen_purses"][0]["why"] == "Ann has two accounts"
    assert [(entry["what"], entry["by_you"]) for entry in found["server_log"]] == [("freeze", False), ("setting", True)]
    assert found["server_log"][0]["details"] == {"why": "Ann has two accounts"}
    assert str(BO.user_id) not in str(found["server_log"]), "not who it was"
    await store.privacy.erase(11)
    log = (await store.servers.log(GUILD)).entries
    assert [(e.what, e.by, e.about, dict(e.details)) for e in log] == [
        ("setting", -1, None, {"setting": "tables_person", "from": 3, "to": 1}),
        ("freeze", BO.user_id, -1, {}),
    ]
    assert query(path, "SELECT * FROM frozen_purses") == []
    assert (await store.privacy.export(11))["server_log"] == []


async def test_the_log_is_kept_as_long_as_names_are(store: Steps, clock: Clock) -> None:
    await store.servers.change(GUILD, MOD, {"tables_person": 1}, "1")
    store.privacy.retention = Retention(names_days=10)
    clock.now += 9 * DAY
    await store.servers.change(GUILD, MOD, {"tables_person": 2}, "2")
    await store.privacy.forget({GUILD})
    assert len((await store.servers.log(GUILD)).entries) == 2
    clock.now += 2 * DAY
    await store.privacy.forget({GUILD})
    assert [e.details["to"] for e in (await store.servers.log(GUILD)).entries] == [2]


async def test_with_a_server_all_that_it_has_set_goes(store: Steps, path: Where) -> None:
    await store.people.purse(ANN)
    await store.servers.change(GUILD, MOD, dict(CHANGES), "1")
    await store.servers.freeze(GUILD, 11, "doubts", MOD, "2")
    await store.servers.begin_season(GUILD, MOD, 1, "3")
    with by_hand(path) as db:
        assert erase_server(db, GUILD)
    for table in ("server_settings", "frozen_purses", "seasons", "server_log"):
        assert query(path, f"SELECT * FROM {table}") == [], table
    assert query(path, f"SELECT * FROM allowed_gifts WHERE guild_id = {GUILD}") == []


async def test_a_server_in_which_nobody_has_played_is_forgotten_too(store: Steps, path: Where, clock: Clock) -> None:
    await store.servers.change(GUILD, MOD, {"tables_person": 1}, "1")
    store.privacy.retention = Retention(left_server_days=1)
    await store.privacy.forget(set())
    clock.now += 2 * DAY
    assert (await store.privacy.forget(set())).servers == 1
    assert query(path, "SELECT * FROM server_settings") == []
