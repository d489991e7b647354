"""Erasing a person or a server leaves nothing that leads there, and every chip and chain where it was."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.local.snowflakes import EPOCH_MS
from bot.store import messages, payout, privacy, tables, tokens
from bot.store.audit import audit
from bot.store.books import Books
from bot.store.connection import Reader, Work
from bot.store.database import Database, ServerError
from bot.store.economy import MOST_CORRECTED
from bot.store.erased import LATE
from bot.store.messages import Remembered
from bot.store.model.errors import Refusal
from bot.store.model.people import BegunAnew, Member
from bot.store.model.servers import NO_SERVER
from bot.store.model.tables import Ballot
from bot.store.privacy import DAY, Retention, erase_server
from bot.store.tokens import Token
from bot.store.where import Where
from bot.ui.showing.memory import CALLS, HANDS, PANELS, TABLES, name_of
from tests.bot.store.helpers import (
    ANN,
    BO,
    CY,
    GUILD,
    REFUSED,
    Clock,
    Steps,
    by_hand,
    connection_of,
    open_table,
    owe,
    play,
    query,
    refusal,
    sit,
    tables_of,
)
from tests.postgresql import Cluster

DEE = Member(GUILD + 1, 11, "Ann elsewhere")
"""Ann, in another server."""


async def an_evening(store: Steps, channel: int = 500, *people: Member) -> int:
    """A table at which those people (Ann and Bo) play two deals, and that is closed."""
    people = people or (ANN, BO)
    table = await open_table(store, channel, host=people[0])
    await sit(store, table, *people)
    for number in (1, 2):
        await play(store, table, await store.sittings(table), 0, number=number)
    await store.close_table(table, key=f"close {table}")
    return table


def everything(path: Where) -> str:
    """All that stands in the database, as one text."""
    with by_hand(path) as db:
        return "\n".join(str([*row]) for name in tables_of(path) for row in db.execute(f"SELECT * FROM {name}"))


async def test_an_erased_person_is_nowhere_and_every_chip_is_accounted_for(store: Steps, path: Where) -> None:
    await an_evening(store)
    await an_evening(store, 600, DEE)
    await store.people.set_settings(11, cut=8)
    await store.people.note_locale(11, "es-ES", 7)
    assert await store.privacy.erase(11) == 1
    for table, column in (
        ("members", "user_id"),
        ("sittings", "user_id"),
        ("results", "user_id"),
        ("people", "user_id"),
        ("tables", "host_id"),
    ):
        assert not query(path, f"SELECT 1 FROM {table} WHERE {column} = 11"), table
    text = everything(path)
    assert "purse:900:11" not in text
    assert "purse:901:11" not in text
    for table in ("members", "sittings"):
        assert not query(path, f"SELECT 1 FROM {table} WHERE name LIKE 'Ann%'")
    assert "purse:900:-1" in text
    assert query(path, "SELECT name, balance FROM accounts WHERE name LIKE 'purse:%:-1' ORDER BY name") == [
        ("purse:900:-1", 0),
        ("purse:901:-1", 0),
    ]
    assert query(path, "SELECT DISTINCT name FROM sittings WHERE user_id = -1") == [("Player 1",)]
    report = audit(path)
    assert report.ok, report.problems


async def test_the_channel_of_somebodys_direct_messages_goes_with_the_person(store: Steps, path: Where) -> None:
    alone = await open_table(store, 777, host=Member(NO_SERVER, 11, "Ann"), unit="rounds", buy_in=0)
    await store.close_table(alone, key="close alone")
    in_a_server = await an_evening(store)
    await store.privacy.erase(11)
    assert query(path, f"SELECT channel_id FROM tables WHERE id = {alone}") == [(-alone,)]
    assert query(path, f"SELECT channel_id FROM tables WHERE id = {in_a_server}") == [(500,)], "which others use"


async def test_what_others_have_stays_as_it_was(store: Steps, path: Where) -> None:
    await an_evening(store)
    before = (await store.people.purse(BO)).balance
    rows = query(path, "SELECT deal_id, seat, net, won, chips FROM results ORDER BY deal_id, seat")
    await store.privacy.erase(11)
    assert (await store.people.purse(BO)).balance == before
    assert query(path, "SELECT deal_id, seat, net, won, chips FROM results ORDER BY deal_id, seat") == rows
    assert query(path, "SELECT name FROM members WHERE user_id = 12") == [("Bo",)]


async def test_somebody_whose_id_only_begins_alike_is_left_alone(store: Steps, path: Where) -> None:
    long = Member(GUILD, 112, "Annabel")
    await store.people.purse(long)
    await an_evening(store)
    await store.privacy.erase(11)
    assert query(path, "SELECT 1 FROM accounts WHERE name = 'purse:900:112'")
    assert query(path, "SELECT 1 FROM postings WHERE key = 'start:purse:900:112'")


async def test_whoever_comes_back_begins_like_somebody_new_but_makes_no_chips_by_it(
    store: Steps, path: Where, clock: Clock
) -> None:
    await an_evening(store)
    await store.privacy.erase(11)
    assert (await store.people.purse(ANN)).balance == 0, "neither starting chips nor today's gift"
    assert (await store.people.purse(CY)).balance == 200
    clock.now += DAY
    assert (await store.people.purse(ANN)).balance == 40, "the gift of the next day"
    assert await store.privacy.erase(11) == 2
    assert (await store.people.purse(ANN)).balance == 0
    assert audit(path).ok


async def test_nobody_has_a_days_bounds_twice_by_being_erased_in_between(
    store: Steps, path: Where, clock: Clock
) -> None:
    await store.people.purse(ANN)
    await store.servers.correct(GUILD, 11, MOST_CORRECTED, "why", 77, "1")
    table = await open_table(store)
    assert await store._reader.read(lambda db: payout.free(db, tables.table(db, table), 11, clock.now)) == 20
    await store.privacy.erase(11)
    assert (await store.people.purse(ANN)).balance == 0
    assert (await refusal(store.servers.correct(GUILD, 11, 1, "why", 77, "2"))).code == "too_much_corrected"
    assert await store._reader.read(lambda db: payout.free(db, tables.table(db, table), 11, clock.now)) == 0
    clock.now += DAY
    await store.servers.correct(GUILD, 11, 1, "why", 77, "3")
    assert await store._reader.read(lambda db: payout.free(db, tables.table(db, table), 11, clock.now)) == 20
    assert audit(path).ok


async def test_thirty_days_later_nothing_tells_that_somebody_was_there(store: Steps, path: Where, clock: Clock) -> None:
    await an_evening(store)
    await store.privacy.erase(11)
    assert query(path, "SELECT 1 FROM erased_lately")
    clock.now += 31 * DAY
    await store.privacy.forget({GUILD})
    assert not query(path, "SELECT 1 FROM erased_lately")
    assert not query(path, "SELECT 1 FROM meta WHERE key LIKE 'erasure%'")
    assert (await store.people.purse(ANN)).balance == 200


async def test_a_debt_is_not_paid_with_chips_from_nowhere(store: Steps, path: Where) -> None:
    await owe(store, BO, 300)
    await store.privacy.erase(12)
    assert query(path, "SELECT balance FROM accounts WHERE name = 'purse:900:-1'") == [(-300,)]
    assert audit(path).ok


async def test_a_purse_that_began_anew_says_why_it_is_empty_and_when_the_next_gift_comes(
    store: Steps, clock: Clock
) -> None:
    await store.people.purse(ANN)
    assert (await store.people.purse(ANN)).begun_anew is None
    await store.privacy.erase(ANN.user_id)
    erased, midnight = clock.now, (clock.now // DAY + 1) * DAY
    for _ in range(2):  # as it is opened, and as it is looked at again
        assert (await store.people.purse(ANN)).begun_anew == BegunAnew(erased, 40, midnight)
    await store.servers.freeze(GUILD, ANN.user_id, "doubts", 77, "freeze")
    found = (await store.people.purse(ANN)).begun_anew
    assert found is not None
    assert found.gift == 0
    await store.servers.unfreeze(GUILD, ANN.user_id, "none", 77, "unfreeze")
    refused = await refusal(sit(store, await open_table(store), ANN))
    assert refused.details == {"have": 0, "owed": 0, "need": 20, "erased": erased, "gift": 40, "gift_at": midnight}
    clock.now = midnight
    assert (await store.people.purse(ANN)).balance == 40
    assert (await store.people.purse(ANN)).begun_anew is None, "there are chips now"


async def test_what_somebody_was_still_to_be_told_goes_with_an_erasure(store: Steps, path: Where) -> None:
    await store.people.purse(ANN)
    await store.servers.correct(GUILD, ANN.user_id, 5, "a fault", ANN.user_id, "own")
    assert await store.letters.all() == (), "whoever did it knows of it"
    await store.servers.correct(GUILD, ANN.user_id, 5, "a fault", 77, "another's")
    await store.servers.correct(GUILD, ANN.user_id, 5, "a fault", 77, "another's")
    (letter,) = await store.letters.all()
    assert (letter.guild_id, letter.entry.by, letter.entry.about) == (GUILD, 77, ANN.user_id)
    assert [entry.by for entry in await store.people.corrections(ANN)] == [77, ANN.user_id]
    assert await store.people.corrections(BO) == ()
    await store.privacy.erase(ANN.user_id)
    assert query(path, "SELECT 1 FROM letters") == []
    assert await store.people.corrections(ANN) == ()


async def test_a_debt_is_still_there_when_somebody_erased_comes_back(store: Steps, path: Where, clock: Clock) -> None:
    debt = 300
    await owe(store, BO, debt)
    for _ in range(2):
        await store.privacy.erase(BO.user_id)
        assert "purse:900:12" not in everything(path)
        assert (await store.people.purse(BO)).balance == -debt, "neither forgiven nor doubled"
    clock.now += DAY
    assert (await store.people.purse(BO)).balance == 40 - debt, "the gift of the next day"
    await store.privacy.erase(BO.user_id)
    await store.people.note_member(BO)  # practice alone opens no purse
    await store.privacy.erase(BO.user_id)
    assert (await store.people.purse(BO)).balance == 40 - debt
    report = audit(path)
    assert report.ok, report.problems


async def test_a_purse_stays_frozen_when_somebody_erased_comes_back(store: Steps, path: Where, clock: Clock) -> None:
    await an_evening(store)
    await store.servers.freeze(GUILD, BO.user_id, "Bo has two accounts", ANN.user_id, "freeze")
    await store.servers.freeze(GUILD, CY.user_id, "Cy, too", ANN.user_id, "freeze Cy")
    for person in (BO, CY):
        await store.privacy.erase(person.user_id)
        assert "account" not in str(query(path, "SELECT * FROM frozen_purses WHERE user_id = ?", person.user_id))
        assert (await store.people.purse(person)).frozen == "", "without the reason, which was about the person"
    table = await open_table(store, 600)
    assert (await refusal(sit(store, table, BO))).code == "purse_frozen"
    await store.servers.unfreeze(GUILD, BO.user_id, "settled", ANN.user_id, "unfreeze")
    assert (await store.people.purse(BO)).frozen is None
    await store.privacy.erase(CY.user_id)
    clock.now += 31 * DAY
    await store.privacy.forget({GUILD})
    assert (await store.people.purse(CY)).frozen is None
    assert audit(path).ok


async def test_nobody_is_erased_from_a_table_that_is_open(store: Steps) -> None:
    table = await open_table(store)
    await sit(store, table, ANN, BO)
    assert (await refusal(store.privacy.erase(11))).code == "erase_seated"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE results SET user_id = -9",
        "DELETE FROM results",
        "DELETE FROM actions",
        "UPDATE postings SET key = 'other'",
        "DELETE FROM postings",
        "DELETE FROM transfers",
        "UPDATE accounts SET name = 'purse:900:-9' WHERE name = 'purse:900:12'",
        "DELETE FROM accounts",
    ],
)
async def test_what_never_changes_changes_only_while_something_is_erased(
    store: Steps, path: Where, statement: str
) -> None:
    await an_evening(store)
    await store.privacy.erase(11)
    with pytest.raises(REFUSED, match=r"never|keeps its name"), by_hand(path) as db:
        db.execute(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE results SET net = net + 1",
        "UPDATE results SET user_id = 13",
        "UPDATE postings SET at = 0",
        "DELETE FROM actions",
    ],
)
async def test_not_even_erasing_a_person_changes_what_was_played(store: Steps, path: Where, statement: str) -> None:
    await an_evening(store)
    with contextlib.suppress(sqlite3.Error, ServerError), by_hand(path) as db:
        db.execute("INSERT INTO erasing (what) VALUES ('person')")
        with pytest.raises(REFUSED, match="never"):
            db.execute(statement)
        db.execute("DELETE FROM erasing")


async def test_an_erasure_that_did_not_end_is_found_by_the_audit(store: Steps, path: Where) -> None:
    with by_hand(path) as db:
        db.execute("INSERT INTO erasing (what) VALUES ('person')")
    assert "did not end" in audit(path).problems[0]
    with by_hand(path) as db:
        db.execute("DELETE FROM erasing")


async def test_a_person_s_own_data_is_all_there_and_nobody_else_s(store: Steps) -> None:
    table = await an_evening(store)
    await an_evening(store, 600, DEE)
    await store.people.set_settings(11, cut=8)
    await store.people.note_locale(11, "es-ES", 7)
    found = await store.privacy.export(11)
    assert found["user_id"] == 11
    assert found["settings"]["cut"] == 8
    assert [(server["server"], server["name"]) for server in found["servers"]] == [(900, "Ann"), (901, "Ann elsewhere")]
    assert [line["why"] for line in found["servers"][0]["chips"]] == ["starting_chips", "buy_in", "cash_out"]
    assert sum(line["chips"] for line in found["servers"][0]["chips"]) == found["servers"][0]["purse"]
    assert [deal["deal"] for deal in found["deals"] if deal["table"] == table] == [1, 2]
    assert found["deals"][0]["actions"] == [{"at": "2027-01-15T08:00:00+00:00", "seat": 0, "do": "knock"}]
    assert found["tables_hosted"][0] == table
    assert "Bo" not in str(found)
    assert "5eed" not in str(found), "no seed"


async def test_much_data_is_read_piece_by_piece_and_is_the_same(store: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    await an_evening(store)
    await an_evening(store, 600, DEE)
    await an_evening(store, 601)
    whole = await store.privacy.export(ANN.user_id)
    reads = 0
    read = Reader.read

    async def counted(reader: Reader, work: Work[Any]) -> Any:
        nonlocal reads
        reads += 1
        return await read(reader, work)

    monkeypatch.setattr(Reader, "read", counted)
    monkeypatch.setattr(privacy, "POSTINGS", 3)
    monkeypatch.setattr(privacy, "DEALS", 1)
    assert await store.privacy.export(ANN.user_id) == whole
    assert len(whole["deals"]) == 6
    assert reads > 10, "others read in between"


async def test_erasing_leaves_other_people_s_purses_and_keys_alone(store: Steps, path: Where) -> None:
    """Somebody's id may begin with another's."""
    long = Member(GUILD, ANN.user_id * 10 + 1, "Long")
    await an_evening(store, 500, ANN, long)
    for number, member in enumerate((long, ANN)):
        await store.servers.correct(GUILD, member.user_id, 5, "a fault", CY.user_id, str(number))
    keys = query(path, f"SELECT key FROM postings WHERE key LIKE '%:{long.user_id}%'")
    before = await store.people.purse(long)
    await store.privacy.erase(ANN.user_id)
    assert query(path, f"SELECT key FROM postings WHERE key LIKE '%:{long.user_id}%'") == keys
    assert query(path, f"SELECT 1 FROM postings WHERE key LIKE '%:{ANN.user_id}:%'") == []
    assert await store.people.purse(long) == before
    assert audit(path).problems == ()


async def test_a_panel_s_name_goes_with_the_person(store: Steps, path: Where) -> None:
    for name in (name_of(HANDS, 7, ANN.user_id), name_of(PANELS, 7, ANN.user_id), name_of(CALLS, 7, ANN.user_id)):
        await store.messages.remember(Remembered(name, 500, 2))
    await store.messages.remember(Remembered(name_of(PANELS, 7, BO.user_id), 500, 3))
    assert len((await store.privacy.export(ANN.user_id))["messages"]) == 3
    await store.privacy.erase(ANN.user_id)
    assert query(path, "SELECT name FROM messages") == [(name_of(PANELS, 7, BO.user_id),)]


def press(clock: Clock) -> int:
    """The id of a press that is made now."""
    return (int(clock.now * 1000) - EPOCH_MS) << 22


def token(interaction_id: int, user_id: int, table: int) -> Token:
    return Token(interaction_id, 5, "abc", user_id, table, 500, False, 900, 2_000_000_000.0)


async def test_what_is_written_late_names_nobody_who_was_erased(store: Steps, path: Where, clock: Clock) -> None:
    table = await an_evening(store)
    before = press(clock)
    await store.tokens.keep([token(before, ANN.user_id, table), token(before + 1, BO.user_id, table)])
    clock.now += 1
    await store.privacy.erase(ANN.user_id)
    clock.now += LATE - 1
    await store.tokens.keep([replace(token(before, ANN.user_id, table), sent=(901,)), token(before + 2, BO.user_id, 1)])
    for name in (name_of(HANDS, table, ANN.user_id), name_of(PANELS, table, BO.user_id), name_of(TABLES, table)):
        await store.messages.remember(Remembered(name, 500, 2))
    await store.people.note_dms_closed(GUILD, ANN.user_id)
    await store.people.note_dms_closed(GUILD, BO.user_id)
    await store.people.note_locale(ANN.user_id, "de", before)
    await store.people.note_locale(BO.user_id, "fr", before)
    assert {kept.user_id for kept in await store.tokens.all()} == {BO.user_id}
    assert query(path, "SELECT name FROM messages ORDER BY 1") == [(f"panel:{table}:12",), (f"table:{table}",)]
    for name in ("closed_dms", "people"):
        assert query(path, f"SELECT user_id FROM {name}") == [(BO.user_id,)]


async def test_whoever_comes_back_at_once_is_known_again(store: Steps, path: Where, clock: Clock) -> None:
    await an_evening(store)
    await store.privacy.erase(ANN.user_id)
    clock.now += 1
    again, table = press(clock), await open_table(store, 600, unit="points", buy_in=0)
    await store.tokens.keep([token(again, ANN.user_id, 0)])
    await store.people.note_locale(ANN.user_id, "de", again)
    await sit(store, table, ANN)
    await store.messages.remember(Remembered(name_of(PANELS, table, ANN.user_id), 600, 3))
    await store.people.note_dms_closed(GUILD, ANN.user_id)
    assert [kept.user_id for kept in await store.tokens.all()] == [ANN.user_id]
    assert query(path, "SELECT name FROM messages") == [(f"panel:{table}:{ANN.user_id}",)]
    assert (await store.people.settings(ANN.user_id)).locale == "de"
    assert await store.people.dms_closed(GUILD, ANN.user_id)


async def test_another_process_that_writes_meanwhile_names_nobody_who_was_erased(
    postgresql_server: Cluster, clock: Clock
) -> None:
    """The other one has begun before the erasure, and ends after it."""
    place = postgresql_server.new()
    here, there = [await Steps.open(place, clock=clock, shared=True) for _ in range(2)]
    table = await an_evening(here)
    late, begun, erased = token(press(clock), ANN.user_id, table), threading.Event(), threading.Event()
    panel = Remembered(name_of(PANELS, table, ANN.user_id), 500, 2)

    def meanwhile(db: Database) -> None:
        db.execute("SELECT 1 FROM meta").fetchall()  # from now on it sees what there is at this moment
        begun.set()
        assert erased.wait(20)
        tokens._keep(db, [late], ())
        messages._remember(db, panel, clock.now)

    writing = asyncio.create_task(there._writer.write(meanwhile))
    await asyncio.to_thread(begun.wait, 20)
    clock.now += 1
    await here.privacy.erase(ANN.user_id)
    erased.set()
    await writing
    assert await here.tokens.all() == ()
    assert query(place, "SELECT name FROM messages") == []
    await here.close()
    await there.close()


async def test_what_is_kept_of_ends_and_direct_messages_is_shown_and_goes_with_the_person(
    store: Steps, path: Where
) -> None:
    table, other = await open_table(store), await open_table(store, 600, host=BO)
    await sit(store, table, ANN, BO)
    await store.set_closing(table, True, ANN.user_id)
    await store.people.note_dms_closed(GUILD, ANN.user_id)
    await store.step(lambda books: books.note_guest(table, ANN.user_id, invited=True))
    await store.step(lambda books: books.close_at_once(table, "end", "gone", direct=True))
    await store.step(lambda books: books.cast(other, Ballot(ANN.user_id, "close", 2)))
    found = await store.privacy.export(ANN.user_id)
    assert found["votes"] == [{"table": other, "for": "close", "deal": 2}]
    assert found["closings_asked_for"] == [table]
    assert [refused["server"] for refused in found["direct_messages_refused"]] == [GUILD]
    assert found["invitations"] == [{"table": table, "removed": False}]
    await store.privacy.erase(ANN.user_id)
    assert not query(path, f"SELECT 1 FROM closed_dms WHERE user_id = {ANN.user_id}")
    assert query(path, "SELECT 1 FROM guests") == []
    assert query(path, "SELECT 1 FROM votes") == []
    assert query(path, "SELECT user_id FROM announcements") == [(BO.user_id,)]
    assert query(path, "SELECT closing_by FROM tables WHERE id = ?", table) == [(None,)]
    await store.close_table(other, key="close the other")
    with by_hand(path) as db:
        assert erase_server(db, GUILD)
    assert query(path, "SELECT 1 FROM announcements UNION SELECT 1 FROM closed_dms UNION SELECT 1 FROM tables") == []


async def test_a_removal_stays_as_a_fingerprint_for_thirty_days(store: Steps, path: Where, clock: Clock) -> None:
    table = await open_table(store)
    for person, invited in ((BO, False), (CY, True)):
        await store.step(partial(Books.note_guest, table_id=table, user_id=person.user_id, invited=invited))
        await store.privacy.erase(person.user_id)
    assert query(path, "SELECT count(*) FROM erased_guests") == [(1,)]
    ((fingerprint,),) = query(path, "SELECT fingerprint FROM erased_guests")
    assert fingerprint not in {BO.user_id, str(BO.user_id)}
    with pytest.raises(Refusal, match="was_removed"):
        await store.step(lambda books: books.check_guest(table, BO.user_id))
    await store.step(lambda books: books.check_guest(table, CY.user_id))
    clock.now += 29 * DAY
    await store.privacy.forget({GUILD})
    with pytest.raises(Refusal, match="was_removed"):
        await store.step(lambda books: books.check_guest(table, BO.user_id))
    clock.now += 2 * DAY
    await store.privacy.forget({GUILD})
    await store.step(lambda books: books.check_guest(table, BO.user_id))
    assert query(path, "SELECT 1 FROM meta WHERE key = 'erasure salt'") == []


PERSONS = re.compile(r"(user|host|by|about)_id|(made|closing)_by")
"""The columns that name a person."""
OTHERS = {
    "id",
    "account_id",
    "application_id",
    "channel_id",
    "deal_id",
    "guild_id",
    "interaction_id",
    "log_id",
    "message_id",
    "next_table_id",
    "posting_id",
    "sitting_id",
    "table_id",
}
"""The other columns that end like the name of something."""
NOT_GIVEN_OUT = {
    "announcements": "what is told in the next seconds",
    "tokens": "secrets, for a quarter of an hour",
    "members": "given out with the purses",
}
"""Tables of which an export has nothing of its own, and why."""


@pytest.mark.sqlite_alone  # it listens to what SQLite is told
async def test_every_column_that_names_a_person_is_given_out_and_erased(store: Steps, path: Path) -> None:
    with sqlite3.connect(path) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = [(table, row[1]) for table in tables for row in db.execute(f"PRAGMA table_info({table})")]
    named = [(table, column) for table, column in columns if PERSONS.fullmatch(column)]
    assert len(named) > 15
    assert {c for _, c in columns if c.endswith(("_id", "_by")) and not PERSONS.fullmatch(c)} <= OTHERS

    asked = await statements(store, lambda: store.privacy.export(11))
    done = await statements(store, lambda: store.privacy.erase(11))
    for table, column in named:
        assert any(re.match(rf"(UPDATE|DELETE FROM) {table} .*{column} = ", said) for said in done), (table, column)
        given = any(re.search(rf"(FROM|JOIN) {table}\b.*{column} = ", said) for said in asked)
        assert given or table in NOT_GIVEN_OUT, (table, column)


async def statements(store: Steps, work: Callable[[], Awaitable[object]]) -> list[str]:
    """What the store has its database do for that work."""
    found: list[str] = []
    for connection in (connection_of(store._writer), connection_of(store._reader)):
        await connection.set_trace_callback(found.append)
    await work()
    return found


# -- in time


async def test_names_go_when_a_table_was_closed_long_ago(store: Steps, path: Where, clock: Clock) -> None:
    table = await an_evening(store)
    store.privacy.retention = Retention(names_days=10)
    clock.now += 9 * DAY
    assert (await store.privacy.forget({GUILD})).names == 0
    young = await an_evening(store, 600, ANN, CY)
    clock.now += 2 * DAY
    assert (await store.privacy.forget({GUILD})).names == 2
    assert query(path, "SELECT name FROM sittings WHERE table_id = ? ORDER BY position", table) == [
        ("Player 1",),
        ("Player 2",),
    ]
    assert query(path, "SELECT name FROM sittings WHERE table_id = ? ORDER BY position", young) == [("Ann",), ("Cy",)]
    assert (await store.privacy.forget({GUILD})).names == 0, "once"
    assert (await store.results.leaderboard(GUILD)).rows[0].name == "Ann", "who plays on has a name there"


async def test_names_stay_for_ever_where_the_host_wants_that(store: Steps, clock: Clock) -> None:
    await an_evening(store)
    store.privacy.retention = Retention(names_days=0)
    clock.now += 10_000 * DAY
    assert (await store.privacy.forget({GUILD})).names == 0


async def test_a_server_is_deleted_some_time_after_the_bot_was_removed(store: Steps, path: Where, clock: Clock) -> None:
    await an_evening(store)
    await an_evening(store, 600, DEE)
    store.privacy.retention = Retention(names_days=0, left_server_days=5)
    assert (await store.privacy.forget({GUILD})).servers == 0
    clock.now += 4 * DAY
    assert (await store.privacy.forget({GUILD})).servers == 0
    clock.now += 2 * DAY
    assert (await store.privacy.forget({GUILD})).servers == 1
    for table in ("members", "tables", "sittings", "accounts", "results"):
        guilds = {row[0] for row in query(path, f"SELECT DISTINCT guild_id FROM {table}")}
        assert guilds == {GUILD}, table
    report = audit(path)
    assert report.ok, report.problems


async def test_a_server_to_which_the_bot_came_back_stays(store: Steps, path: Where, clock: Clock) -> None:
    await an_evening(store)
    store.privacy.retention = Retention(left_server_days=5)
    await store.privacy.forget(set())
    clock.now += 4 * DAY
    await store.privacy.forget({GUILD})
    clock.now += 4 * DAY
    assert (await store.privacy.forget(set())).servers == 0, "it begins anew"
    assert query(path, "SELECT 1 FROM tables")


async def test_a_server_of_which_nothing_is_known_is_left_as_it_is(store: Steps, path: Where, clock: Clock) -> None:
    await an_evening(store)
    await an_evening(store, 600, DEE)
    store.privacy.retention = Retention(left_server_days=5)
    await store.privacy.forget(set(), lambda guild_id: guild_id == GUILD)
    clock.now += 9 * DAY
    assert (await store.privacy.forget(set(), lambda guild_id: guild_id == DEE.guild_id)).servers == 0
    assert (await store.privacy.forget(set(), lambda guild_id: guild_id == GUILD)).servers == 1
    assert {row[0] for row in query(path, "SELECT DISTINCT guild_id FROM tables")} == {DEE.guild_id}


async def test_no_server_is_forgotten_while_a_table_is_open(store: Steps, path: Where, clock: Clock) -> None:
    await an_evening(store)
    table = await open_table(store, 600)
    store.privacy.retention = Retention(left_server_days=5)
    await store.privacy.forget(set())
    clock.now += 9 * DAY
    assert (await store.privacy.forget(set())).servers == 0
    await store.close_table(table, key="close")
    assert (await store.privacy.forget(set())).servers == 1
    assert not query(path, "SELECT 1 FROM tables")
