"""Every look-up has an index: the plans of the statements that the store really runs."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any

import pytest

from bot.store.connection import Reader, Writer
from bot.store.messages import Remembered
from bot.store.model.servers import Preset
from bot.store.model.tables import Ballot, NewTable, Setup, TableSettings
from bot.store.old_deals import AFTER
from bot.store.owed import Owed
from bot.store.resting import Rest
from bot.store.tokens import Token
from engine.stakes import Transfer
from tests.bot.store.helpers import (
    ANN,
    BO,
    CY,
    GUILD,
    Steps,
    connection_of,
    finish,
    new_deal,
    open_table,
    play,
    query,
    sit,
)

READ_WHOLE = {
    "SELECT interaction_id, application_id, secret, user_id, table_id, channel_id, direct, original, until"
    " FROM tokens ORDER BY interaction_id": "asked once, at start-up",
    "SELECT interaction_id, application_id, secret, public, locale, until, guild_id FROM owed_answers"
    " ORDER BY interaction_id": "asked once, at start-up",
    "SELECT interaction_id, message_id FROM token_messages": "asked once, at start-up",
    "SELECT id FROM tables WHERE status <> 'closed' ORDER BY id": "asked once, at start-up, in order",
    "SELECT id, locked_out_since FROM tables WHERE status <> 'closed' AND locked_out_since IS NOT NULL": (
        "asked once, at start-up"
    ),
    "SELECT table_id, guild_id FROM releases JOIN tables ON tables.id = table_id ORDER BY at": (
        "what somebody asks for now and then, and then deletes"
    ),
    "SELECT announcements.id, table_id, guild_id, channel_id, game, user_id, kind, name, chips, practice, deal"
    " FROM announcements JOIN tables ON tables.id = table_id ORDER BY announcements.id": "deleted when it is told",
    "SELECT server_log.id, server_log.guild_id, at, what, by_id, about_id, game, channel_id, details FROM letters"
    " JOIN server_log ON server_log.id = log_id LEFT JOIN tables ON tables.id = table_id ORDER BY log_id": (
        "deleted when it is told"
    ),
    "SELECT name, channel_id, message_id, nonce, deal FROM messages ORDER BY name": "asked once, at start-up",
    "SELECT 1 FROM erased_lately LIMIT 1": "stops at its first row",
}
"""Statements that may read a whole table, and why."""


async def everything(store: Steps) -> None:
    table = await open_table(store)
    setup = Setup({"ante": 2}, 20, four_colour=True, settings=TableSettings(60))
    await store.step(lambda books: books.set_up(table, setup, "set up"))
    practice = await open_table(store, 501)
    await store.step(lambda books: books.begin_practice(practice))
    await store.step(lambda books: books.set_paused(table, True))
    await store.resting.note([(table, Rest("version", 0, 0, None))])
    await store.resting.disturb(table)
    sittings = await sit(store, table, ANN, BO, None)
    await store.top_up(sittings[0].id, 5, "top up")
    deal = await play(store, table, await store.sittings(table), 0)
    await store.messages.remember(Remembered(f"table:{table}", 500, 2))
    sittings = list(await store.sittings(table))
    begun = new_deal(sittings, number=2)
    cancelled = await store.start_deal(table, begun, "second")
    await store.add_action(cancelled, 0, {"do": "draw"}, state_hash="h", interaction_id=77)
    await store.cancel_deal(cancelled, "cancel")
    pool = (Transfer(0, "ace", 2, "ante"),)
    third = new_deal(sittings, number=3, transfers=pool)
    await store.add_action(
        await store.start_deal(table, third, "third"),
        0,
        {"do": "pass"},
        state_hash="h",
        finish=finish(third),
    )
    await store.mark_leaving(sittings[1].id)
    await store.rise(sittings[1].id, "rise")
    await store.set_closing(table, True)
    await store.set_host(table, BO.user_id)
    await store.messages.forget("table:0")
    preset = Preset("Friday", "knock-poker", {"ante": 2}, 1, 20, ANN.user_id)
    await store.presets.save(GUILD, preset, 1, over_others=False)
    await store.presets.of(GUILD)
    await store.presets.delete(GUILD, "friday", ANN.user_id, 1, of_others=False)
    await store.people.note_member(BO)
    await store.people.set_settings(ANN.user_id, cut=3)
    await store.people.note_locale(ANN.user_id, "de", 7)
    await store.people.note_dms_closed(GUILD, ANN.user_id)
    await store.people.forget_closed_dms(BO.user_id)
    await store.people.learn(ANN.user_id, "knock-poker", 2, done=False)
    await store.people.lesson_step(ANN.user_id, "knock-poker")
    await store.people.lesson_steps(ANN.user_id)
    await store.people.lessons_done(ANN.user_id)
    await store.notes.set("a", "b")
    await store.people.purse(ANN)
    await store.load_open()
    await store.table(table)
    await store.deal(deal)
    await store.last_deal(channel_id=500)
    await store.last_deal(table_id=table)
    await store.record(deal)
    await store.scored_deals(table, 13)
    await store.messages.all()
    await store.tokens.keep([Token(11, 5, "abc", 41, table, 500, False, 2, 9e9, (3,))], gone=[10])
    await store.tokens.all()
    await store.owed.note(Owed(12, 5, "abc", public=False, locale="en-US", until=9e9))
    await store.owed.all()
    await store.owed.strike([12])
    await store.seen("top up")
    await store.results.leaderboard(GUILD, viewer=ANN.user_id)
    await store.results.winnings(table)
    await store.deals_with_largest_win(table, 5)
    await store.finished_deals(table, 5)
    await store.people.settings(ANN.user_id)
    await store.people.sources(ANN)
    await store.people.extra_chips([sittings[0].id])
    await store.servers.change(GUILD, BO.user_id, {"tables_person": 9, "daily_chips": 30}, "server")
    await store.servers.correct(GUILD, ANN.user_id, 5, "a fault", BO.user_id, "correction")
    await store.servers.freeze(GUILD, CY.user_id, "doubts", BO.user_id, "freeze")
    await store.servers.purse(GUILD, CY.user_id)
    await store.servers.unfreeze(GUILD, CY.user_id, "none left", BO.user_id, "unfreeze")
    await store.servers.season(GUILD)
    await store.servers.begin_season(GUILD, BO.user_id, 1, "season")
    await store.servers.log(GUILD)
    await store.people.dms_closed(GUILD, ANN.user_id)
    await store.notes.get("a")
    await store.step(lambda books: books.set_locked(table, True))
    await store.step(lambda books: books.note_guest(table, CY.user_id, invited=True))
    await store.step(lambda books: books.check_guest(table, CY.user_id))
    await store.step(lambda books: books.cast(table, Ballot(ANN.user_id, "close", 3)))
    await store.step(lambda books: books.withdraw_ballot(table, "close", ANN.user_id))
    await store.step(lambda books: books.forget_ballots(table, "end"))
    await store.ends.lock_out(table, 5.0)
    await store.ends.lock_out(table, None)
    await store.ends.locked_out()
    await store.step(lambda books: books.take_back(table))
    await store.step(lambda books: books.close_at_once(practice, "end", "gone", direct=True))
    await store.ends.announcements()
    await store.ends.told(1)
    await store.people.corrections(ANN)
    for letter in await store.letters.all():
        await store.letters.told(letter.id)
    await store.ends.releases()
    await store.ends.released(table)
    other = NewTable(500, "dompe", "chips", Setup({}, 20), BO, "1")
    there = await store.step(lambda books: books.go_on(table, other, "go on"))
    await store.close_table(there, "close")
    later = store.now() + 2 * AFTER
    store.old_deals._clock = lambda: later
    due = await store.old_deals.due(0)
    assert due is not None
    assert await store.old_deals.pack([stored for _, stored in due.deals]) > 0
    assert (await store.deal(deal)) is not None


async def privately(store: Steps) -> None:
    """What is done so rarely that it may read whole tables, but no long ones where it is for one person."""
    await store.resting.places()
    await store.servers.all()
    await store.privacy.export(CY.user_id)
    await store.privacy.check_erasable(CY.user_id)
    await store.privacy.erase(CY.user_id)
    await store.privacy.forget({GUILD})


LONG = "actions|deals|deal_seats|operations|packed_deals|postings|results|server_log|sittings|standings|transfers"
"""The tables that grow for ever."""


async def test_a_person_s_data_is_given_out_and_erased_without_reading_a_long_table_whole(
    store: Steps, path: Path
) -> None:
    await everything(store)
    ran: set[str] = set()
    for connection in (connection_of(store._writer), connection_of(store._reader)):
        await connection.set_trace_callback(ran.add)
    await store.privacy.export(ANN.user_id)
    await store.privacy.erase(CY.user_id)
    assert len(ran) > 30
    for sql in sorted(ran):
        if sql.startswith(("SELECT", "UPDATE", "DELETE")):
            plan = [str(row[3]) for row in query(path, f"EXPLAIN QUERY PLAN {sql}")]
            assert not [line for line in plan if re.match(rf"SCAN ({LONG})\b", line)], (sql, plan)


def public(face: type) -> list[str]:
    return [name for name, work in vars(face).items() if iscoroutinefunction(work) and not name.startswith("_")]


async def test_whatever_the_parts_of_the_store_can_do_is_done(store: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    left: set[str] = set()

    def noted(name: str, work: Callable[..., Awaitable[object]]) -> Callable[..., Awaitable[object]]:
        async def wrapper(*arguments: Any, **named: Any) -> object:
            left.discard(name)
            return await work(*arguments, **named)

        return wrapper

    parts = {type(part) for part in vars(store).values() if type(part).__module__.startswith("bot.store.")}
    for part in parts - {Reader, Writer}:
        for name in public(part):
            left.add(f"{part.__name__}.{name}")
            monkeypatch.setattr(part, name, noted(f"{part.__name__}.{name}", vars(part)[name]))
    assert {"People.purse", "Results.leaderboard"} <= left
    await everything(store)
    await privately(store)
    assert not left


async def test_no_statement_reads_a_whole_table(store: Steps, path: Path) -> None:
    ran: set[str] = set()
    for connection in (connection_of(store._writer), connection_of(store._reader)):
        await connection.set_trace_callback(ran.add)
    await everything(store)
    looked_up = 0
    for sql in sorted(ran):
        if not sql.startswith(("SELECT", "WITH", "UPDATE")) or sql in READ_WHOLE:
            continue
        plan = [str(row[3]) for row in query(path, f"EXPLAIN QUERY PLAN {sql}")]
        looked_up += any(line.startswith("SEARCH") for line in plan)
        # What a statement has put together itself it may read whole.
        scans = [line for line in plan if re.match(r"SCAN (?!stays\b|ranked\b|\(subquery)", line)]
        assert scans == [], (sql, plan)
        # Nearly all rows may have no value there, also in a unique index.
        nulls = [line for line in plan if (column := re.search(r"\((\w+)=\?", line)) and f"{column[1]} IS NULL" in sql]
        assert nulls == [], (sql, plan)
    assert looked_up > 30
    assert ran >= READ_WHOLE.keys()
