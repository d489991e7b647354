# ruff: noqa: ASYNC240 - a test has the loop to itself
"""The audit finds every chip that was created, lost or miscounted, and reads while the bot writes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path

import pytest

from bot.store.audit import audit
from bot.store.model.deals import StoredDeal
from bot.store.model.servers import Chips
from bot.store.model.tables import Table
from bot.store.privacy import erase_server
from bot.store.where import Where
from engine.stakes import Transfer
from tests.bot.store.helpers import (
    ANN,
    BO,
    CY,
    GUILD,
    Clock,
    Steps,
    finish,
    new_deal,
    open_table,
    play,
    query,
    sit,
    tamper,
)
from tests.postgresql import Cluster


async def test_what_is_given_just_before_midnight_is_given_on_that_day(store: Steps, path: Where, clock: Clock) -> None:
    midnight = 86_400.0 * (clock.now // 86_400 + 1)
    await store.servers.change(GUILD, 1, {"starting_chips": 0, "daily_chips": 10}, "none")
    clock.now = midnight - 0.0004
    assert (await store.people.purse(ANN)).topped_up == 10
    await store.servers.change(GUILD, 1, {"daily_chips": 20}, "more")
    clock.now = midnight
    assert (await store.people.purse(ANN)).topped_up == 20
    assert audit(path).problems == ()


async def story(path: Where) -> None:
    """A closed table, and one with a finished, a void, a cancelled and an open deal."""
    store = await Steps.open(path)
    closed = await open_table(store)
    await play(store, closed, await sit(store, closed, ANN, BO), 0)
    await store.close_table(closed, "close")
    table = await open_table(store, channel=501)
    ann, _, _ = await sit(store, table, ANN, BO, None)
    await play(store, table, await store.sittings(table), 0)
    cancelled = await store.start_deal(table, new_deal(await store.sittings(table), number=2), "deal 2")
    await store.cancel_deal(cancelled, "cancel")
    await play(store, table, await store.sittings(table), 1, number=3, void=True)
    await store.top_up(ann.id, 5, "top up")
    result = (await store.load_open())[0].deal
    assert result is not None
    last = result.next_stakes
    assert last is not None
    sittings = await store.sittings(table)
    stakes = type(last)(0, tuple(sitting.chips for sitting in sittings), pot=3)
    deal = new_deal(sittings, number=4, stakes=stakes)
    deal_id = await store.start_deal(table, deal, "deal 4")
    await store.add_action(deal_id, 0, {"do": "fold"}, state_hash="h", transfers=(Transfer(1, 0, 1, "fold"),))
    await store.add_action(deal_id, 1, {"do": "draw"}, state_hash="h", interaction_id=5)
    await store.close()


async def test_a_clean_ledger(path: Path) -> None:
    await story(path)
    report = audit(path)
    assert report.ok
    assert report.problems == ()
    assert report.lines[-1] == "Nothing was created and nothing lost."
    assert "5 deals" in report.lines
    assert "420 chips in play, all given by the houses" in report.lines


WRONG = {
    "the account house:900 says": "UPDATE accounts SET balance = balance - 1 WHERE kind = 'house'",
    "accounts of server 900 add up to 7 chips": "UPDATE accounts SET balance = balance + 7 WHERE name = 'pot:2'",
    "account seat:3 says": "UPDATE transfers SET amount = amount + 1 WHERE reason = 'top_up'",
    "its transfers add up to": "DELETE FROM transfers WHERE reason = 'top_up'",
    "the posting top_up:top up moves nothing": "DELETE FROM transfers WHERE reason = 'top_up'",
    "moves chips between servers, or fewer than none": "UPDATE transfers SET amount = -5 WHERE reason = 'top_up'",
    "moves chips between servers": "UPDATE accounts SET guild_id = 1 WHERE name = 'seat:3'",
    "the house gave chips to purse:900:11": "UPDATE postings SET reason = 'gift' WHERE reason = 'starting_chips'",
    "the house gave chips to seat:5": "UPDATE sittings SET user_id = 77 WHERE user_id IS NULL",
    "sitting 1 is over, and still has 1 chip.": "UPDATE accounts SET balance = 1 WHERE name = 'seat:1'",
    "table 1 is closed, and its pot still has 2 chips.": "UPDATE accounts SET balance = 2 WHERE name = 'pot:1'",
    "sitting 1 still sits at table 1, which is closed": "UPDATE sittings SET left_at = NULL WHERE id = 1",
    "the account pot:2 is at": "UPDATE transfers SET amount = 100 WHERE source ="
    " (SELECT id FROM accounts WHERE name = 'pot:2')",
    "actions are missing": "DELETE FROM actions WHERE deal_id = 5 AND seq = 0",
    "deal 3: it was cancelled, and not all": "DELETE FROM transfers WHERE posting_id IN"
    " (SELECT id FROM postings WHERE reverses IS NOT NULL) AND line = 0",
    "deal 5: the ledger has": "UPDATE deals SET stakes = json_set(stakes, '$.chips[1]', 30) WHERE id = 5",
    "for the pot, stakes and transfers lead": "UPDATE deals SET stakes = json_set(stakes, '$.pot', 9) WHERE id = 5",
    "deal 1: its result says": "UPDATE deals SET result = json_set(result, '$.stakes.chips[0]', 30) WHERE id = 1",
    "deal 1: seat 0 won 9 chips by": "UPDATE deals SET result = json_set(result, '$.net[0]', 9) WHERE id = 1",
    "deal 1: what counts for the leaderboard differs": "UPDATE results SET won = 1 - won WHERE deal_id = 1",
    "deal 2: what counts for the leaderboard differs": "UPDATE results SET chips = chips + 1 WHERE deal_id = 2",
    "deal 4: what counts for the leaderboard differs": "INSERT INTO results SELECT 4, seat, 900, 1, 'chips', 5, 1, 5, 0"
    " FROM deal_seats WHERE deal_id = 4",
    "in season 1 is wrong about user 11: its totals lack -1 chips": "UPDATE standings SET chips = chips + 1"
    " WHERE user_id = 11",
    "its totals lack 0 chips, -1 deals, -1 wins": "UPDATE standings SET deals = deals + 1, wins = wins + 1",
    "its totals lack -2 chips, 2 deals, 0 wins": "DELETE FROM standings WHERE user_id = 12",
    "in season 2 is wrong about user 12": "INSERT INTO seasons (guild_id, number, after_deal, at)"
    " VALUES (900, 2, 1, 0)",
    "the totals of sitting 3 are not the sums": "UPDATE sittings SET net = net + 1 WHERE id = 3",
    "the totals of sitting 4 are not the sums": "UPDATE sittings SET house = house - 1 WHERE id = 4",
    "the totals of sitting 5 are not the sums": "UPDATE sittings SET deals = 0, wins = 0 WHERE id = 5",
    "refers to a row of sittings that is not there": "DELETE FROM sittings WHERE id = 3",
}


OF_BOTH = {problem for problem, statement in WRONG.items() if "json_set" not in statement and "DELETE" not in statement}
"""What PostgreSQL's tables can be made to say by the same statement."""


@pytest.mark.parametrize("problem", sorted(OF_BOTH)[::2])
async def test_what_is_wrong_is_named_on_postgresql(postgresql_server: Cluster, problem: str) -> None:
    place = postgresql_server.new()
    await story(place)
    tamper(place, WRONG[problem])
    assert any(problem in line.lower() or problem in line for line in audit(place).problems), audit(place).problems


@pytest.mark.sqlite_alone
@pytest.mark.parametrize("problem", sorted(WRONG))
async def test_what_is_wrong_is_named(path: Path, problem: str) -> None:
    await story(path)
    tamper(path, WRONG[problem])
    before = path.read_bytes()
    report = audit(path)
    assert not report.ok
    assert any(problem in line.lower() or problem in line for line in report.problems), report.problems
    assert set(report.problems) <= set(report.lines)
    assert "found" in report.lines[-1]
    assert path.read_bytes() == before


@pytest.mark.sqlite_alone
async def test_a_damaged_file_is_named(path: Path) -> None:
    await story(path)
    tamper(
        path,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, '(deal_id, sitting_id)', '(sitting_id, deal_id)')"
        " WHERE name = 'deal_seats'",
        "UPDATE sqlite_master SET sql = replace(sql, '(channel_id, id)', '(id, channel_id)')"
        " WHERE name = 'tables_of_a_channel'",
    )
    assert any(line.startswith("The file is damaged: ") for line in audit(path).problems)


async def test_deals_can_be_looked_at_by_the_caller(path: Path) -> None:
    await story(path)
    seen: dict[int, tuple[str, str, tuple[Transfer, ...]]] = {}

    def check(table: Table, deal: StoredDeal, transfers: tuple[Transfer, ...]) -> Iterable[str]:
        seen[deal.id] = (table.game, deal.status, transfers)
        if deal.id == 2:
            yield "its hash is another."

    report = audit(path, check)
    assert report.problems == ("Deal 2: its hash is another.",)
    assert (
        "4 of 5 deals replayed (1 of them is still being played, and replayed as far as it has come);"
        " 1 not: taken back, so that nothing came of it, or named below"
    ) in report.lines, "one was taken back"
    assert not any("replayed" in line for line in audit(path).lines), "nobody has replayed anything"
    assert [seen[number][1] for number in sorted(seen)] == ["finished", "finished", "cancelled", "finished", "open"]
    antes = tuple(Transfer(seat, "pot", 1, "ante") for seat in range(3))
    assert seen[2] == ("knock-poker", "finished", (*antes, Transfer("pot", 0, 3, "pot")))
    back = tuple(Transfer("pot", seat, 1, "ante") for seat in (2, 1, 0))
    assert seen[3][2] == (*antes, *back)
    assert seen[5][2] == (*antes, Transfer(1, 0, 1, "fold"))


async def test_reads_while_the_bot_writes(store: Steps, path: Path) -> None:
    table = await open_table(store)
    ann, _ = await sit(store, table, ANN, None)
    for turn in range(5):
        await store.top_up(ann.id, 1, f"top up {turn}")
        assert audit(path).ok
    assert query(path, "SELECT count(*) FROM transfers WHERE reason = 'top_up'") == [(5,)]


TRIGGERED = {
    "UPDATE transfers SET amount = 5": "post a reversal",
    "DELETE FROM transfers": "post a reversal",
    "UPDATE postings SET reason = 'gift'": "post a reversal",
    "DELETE FROM postings WHERE id = 1": "post a reversal",
    "UPDATE actions SET action = '{}'": "an action is never changed",
    "DELETE FROM actions": "an action is never deleted",
    "INSERT OR REPLACE INTO actions SELECT * FROM actions": "an action is never deleted",
    "UPDATE results SET net = 5": "a result is never changed",
    "DELETE FROM results": "a result is never deleted",
    "UPDATE accounts SET name = 'purse:1:1' WHERE id = 1": "an account keeps its name",
    "DELETE FROM accounts WHERE balance = 0": "an account is never deleted",
    "UPDATE accounts SET balance = -1 WHERE kind = 'pot'": "CHECK constraint failed",
    "INSERT INTO accounts (name, guild_id) VALUES ('wallet:1', 1)": "CHECK constraint failed",
    "INSERT INTO transfers SELECT posting_id, 99, source, target, 0, reason FROM transfers": "CHECK constraint failed",
    "INSERT INTO transfers SELECT posting_id, 99, source, source, 1, reason FROM transfers": "CHECK constraint failed",
    "INSERT INTO transfers SELECT posting_id, 99, source, 12345, 1, reason FROM transfers LIMIT 1": "FOREIGN KEY",
    "INSERT INTO postings (key, at, reason) SELECT key, 1, 'again' FROM postings LIMIT 1": "UNIQUE constraint failed",
    "UPDATE tables SET rules = 'no json'": "malformed JSON",
    "UPDATE tables SET buy_in = 'many'": "cannot store TEXT value in INTEGER column",
    "UPDATE deals SET status = 'open'": "CHECK constraint failed",
}


@pytest.mark.sqlite_alone
@pytest.mark.parametrize("statement", sorted(TRIGGERED))
async def test_the_database_itself_refuses_to_rewrite_history(store: Steps, statement: str) -> None:
    table = await open_table(store)
    sittings = await sit(store, table, ANN, BO)
    await play(store, table, sittings, 0)
    with pytest.raises(Exception, match=TRIGGERED[statement]):
        await store._writer.write(lambda db: db.execute(statement).fetchall())


WHEN = 1_900_000_000.0
"""When audits are remembered."""
OF_THE_FILE = "refers to a row of sittings that is not there"
"""What the whole audit alone looks at."""
OF_A_SERVER = "accounts of server 900 add up to 7 chips"
"""What the whole audit alone adds up; the other one names the account."""


@pytest.mark.sqlite_alone
@pytest.mark.parametrize("problem", sorted(WRONG))
async def test_what_is_wrong_is_named_although_it_was_proved_before(path: Path, problem: str) -> None:
    await story(path)
    assert audit(path, remember_at=WHEN).ok
    tamper(path, WRONG[problem])
    problems = audit(path).problems
    assert any(problem in line.lower() or problem in line for line in problems), problems


@pytest.mark.sqlite_alone
@pytest.mark.parametrize("problem", sorted(WRONG.keys() - {OF_THE_FILE}))
async def test_what_is_wrong_with_what_is_new_is_named(path: Path, problem: str) -> None:
    await (await Steps.open(path)).close()
    assert audit(path, remember_at=WHEN).ok, "there is nothing yet"
    await story(path)
    tamper(path, WRONG[problem])
    report = audit(path, since_last=True, remember_at=WHEN + 1)
    named = "The account pot:2 says" if problem == OF_A_SERVER else problem
    assert any(named in line.lower() or named in line for line in report.problems), report.problems
    assert audit(path, since_last=True).problems == report.problems, "what is wrong is never remembered as proved"


KEPT = "SELECT * FROM audited UNION ALL SELECT key, value, 0, 0, 0, 0 FROM meta WHERE key = 'audited' ORDER BY 1, 2"


@pytest.mark.sqlite_alone
async def test_an_audit_goes_on_from_the_last_one(path: Path, clock: Clock) -> None:
    store = await Steps.open(path, Chips(200, 40), clock)
    table = await open_table(store)

    async def new() -> str:
        whole, report = audit(path), audit(path, since_last=True, remember_at=clock.now)
        assert (report.problems, whole.problems) == ((), ())
        servers = [line for line in whole.lines if line.startswith("Server ")]
        assert [line for line in report.lines if line.startswith("Server ")] in ([], servers)
        return report.lines[0].partition("UTC: ")[2] or report.lines[0]

    assert await new() == "No audit was remembered to go on from: this is a whole one."
    _, bo, _ = await sit(store, table, ANN, BO, None)
    assert await new() == "0 deals, those then open among them, and 5 postings"
    deal = new_deal(await store.sittings(table))
    deal_id = await store.start_deal(table, deal, "deal 1")
    assert await new() == "1 deal, those then open among them, and 1 posting"
    taken = (Transfer("pot", 0, 3, "pot"),)
    await store.add_action(deal_id, 0, {"do": "knock"}, state_hash="h", transfers=taken, finish=finish(deal, *taken))
    assert await new() == "1 deal, those then open among them, and 1 posting"
    assert await new() == "0 deals, those then open among them, and 0 postings"
    await play(store, table, await store.sittings(table), 1, number=2)
    await store.servers.begin_season(GUILD, ANN.user_id, 1, "season")
    await new()
    await play(store, table, await store.sittings(table), 2, number=3)
    cancelled = await store.start_deal(table, new_deal(await store.sittings(table), number=4), "deal 4")
    await new()
    await store.cancel_deal(cancelled, "cancel")
    await new()
    practice = await open_table(store, 501)
    await sit(store, practice, CY, None)
    await store.step(lambda books: books.begin_practice(practice))
    await new()
    await play(store, practice, await store.sittings(practice), 0)
    clock.now += 86_400
    await store.rise(bo.id, "rise")
    await new()
    await store.privacy.erase(BO.user_id)
    await store.servers.correct(GUILD, ANN.user_id, 5, "a fault", CY.user_id, "correction")
    await new()
    await store.close_table(practice, "close practice")
    await store.step(lambda books: books.close_at_once(table, "close", "gone", direct=False))
    await new()
    await store.close()
    step_by_step = query(path, KEPT)
    assert len(step_by_step) > 15
    assert audit(path, remember_at=clock.now).ok
    assert query(path, KEPT) == step_by_step, "the same is kept as by a whole one"


async def test_a_later_change_to_what_was_proved_is_found_where_something_new_rests_on_it(path: Path) -> None:
    await story(path)
    assert audit(path, remember_at=WHEN).ok
    store = await Steps.open(path)
    await store.servers.correct(GUILD, ANN.user_id, 5, "a fault", BO.user_id, "correction")
    await store.close()
    tamper(path, "UPDATE accounts SET balance = balance + 1 WHERE name = 'purse:900:12'")
    report = audit(path, since_last=True)
    assert report.ok, "nothing new has to do with it, and so it says:"
    assert any("a later change to it, or damage to the file, is found only by `python" in line for line in report.lines)
    assert any("The account purse:900:12 says" in problem for problem in audit(path).problems)
    [(purse,)], [(house,)] = (
        query(path, "SELECT id FROM accounts WHERE name = ?", name) for name in ("purse:900:12", "house:900")
    )
    tamper(
        path,
        "INSERT INTO postings (key, at, reason) VALUES ('more', 0, 'correction')",
        f"INSERT INTO transfers SELECT max(id), 0, {purse}, {house}, 1, 'correction' FROM postings",
        f"UPDATE accounts SET balance = balance - 1 WHERE id = {purse}",
        f"UPDATE accounts SET balance = balance + 1 WHERE id = {house}",
    )
    problems = audit(path, since_last=True).problems
    assert [problem.split(" chips")[0] for problem in problems] == ["The account purse:900:12 says 179"]


async def test_an_audit_that_was_broken_off_is_not_gone_on_from(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await story(path)
    assert audit(path, remember_at=WHEN).ok
    monkeypatch.setattr("bot.store.audited.ROWS", 3)
    written = 0

    def killed() -> None:
        nonlocal written
        written += 1
        if written == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr("bot.store.audited._between", killed)
    with pytest.raises(KeyboardInterrupt):
        audit(path, remember_at=WHEN)
    assert audit(path, since_last=True).lines[0] == "No audit was remembered to go on from: this is a whole one."


async def test_a_server_s_erasure_leaves_nothing_of_it_in_what_was_proved(path: Path) -> None:
    await story(path)
    assert audit(path, remember_at=WHEN).ok
    assert query(path, "SELECT * FROM audited")
    store = await Steps.open(path)
    await store.step(lambda books: books.close_at_once(2, "close 2", "gone", direct=False))
    erased = await store._writer.write(lambda db: erase_server(db, GUILD))
    await store.close()
    assert erased
    assert query(path, "SELECT * FROM audited") == []
    assert audit(path, since_last=True, remember_at=WHEN).problems == ()
    assert audit(path).problems == ()


@pytest.mark.sqlite_alone
async def test_a_file_that_cant_be_written_is_audited_all_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await story(path)

    def refused(*_: object) -> None:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    monkeypatch.setattr("bot.store.audited.remember", refused)
    report = audit(path, remember_at=WHEN)
    assert report.ok
    assert any(line.startswith("What was proved could not be kept for the next audit") for line in report.lines)


@pytest.mark.sqlite_alone  # for the time it takes
async def test_many_deals_are_looked_at_by_several_processes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await story(path)
    monkeypatch.setattr("bot.store.audit_deals.SEVERAL", 1)
    monkeypatch.setattr("bot.store.audit_deals.SLICE", 2)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    report = audit(path, nothing_wrong)
    assert report.ok
    assert (
        "4 of 5 deals replayed (1 of them is still being played, and replayed as far as it has come);"
        " 1 not: taken back, so that nothing came of it, or named below"
    ) in report.lines
    tamper(path, WRONG["deal 2: what counts for the leaderboard differs"])
    assert "Deal 2: what counts for the leaderboard differs from its result." in audit(path, nothing_wrong).problems


def nothing_wrong(table: Table, deal: StoredDeal, transfers: tuple[Transfer, ...]) -> Iterable[str]:
    """Looks at a deal, in another process."""
    return ()


async def test_numbers_are_told_as_people_say_them(path: Path) -> None:
    store = await Steps.open(path, Chips(1, 0))
    await open_table(store)
    await store.people.purse(ANN)
    await store.close()
    assert {"1 table", "0 deals", "1 posting", "1 chip in play, all given by the houses"} <= set(audit(path).lines)
