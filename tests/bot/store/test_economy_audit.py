"""Whatever can go wrong with what a chip is worth, broken on purpose: the audit names it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from bot.store.audit import audit
from bot.store.audit_deals import MostLost
from bot.store.economy import MOST_CORRECTED, MOST_FROM_HOUSE
from bot.store.model.deals import StoredDeal
from bot.store.model.settled import Bounds, GotUp
from bot.store.model.tables import Table
from engine.stakes import Transfer
from tests.bot.store.helpers import ANN, BO, GUILD, Steps, finish, new_deal, open_table, play, sit, tamper

BUY_IN = 20


async def won_from_house(store: Steps, *moves: Transfer) -> tuple[int, int]:
    """A table and Ann's sitting there, after a deal in which those chips moved; Bo and a computer player sit there."""
    table = await open_table(store, buy_in=BUY_IN)
    sittings = await sit(store, table, ANN, BO, None)
    deal = new_deal(sittings, ante=0)
    deal_id = await store.start_deal(table, deal, "deal")
    await store.add_action(
        deal_id, 0, {"do": "knock"}, state_hash="over", transfers=moves, finish=finish(deal, *moves), cap=200
    )
    return table, sittings[0].id


async def story(path: Path) -> None:
    """Every source has given something; a table for chips and one for practice are open, one is closed."""
    store = await Steps.open(path)
    _, ann = await won_from_house(store, Transfer(2, 0, 12, "payment"))
    await store.rise(ann, "rise")
    await store.servers.correct(GUILD, BO.user_id, 30, "why", 77, "1")
    practice = await open_table(store, 502)
    await sit(store, practice, BO, None)
    await store.step(lambda books: books.begin_practice(practice))
    closed = await open_table(store, 503)
    await play(store, closed, await sit(store, closed, ANN, BO), 0)
    await store.close_table(closed, "close")
    await play(store, practice, await store.sittings(practice), 0)
    await store.close()
    tamper(
        path,
        "INSERT INTO postings (key, at, reason) SELECT 'daily:purse:900:11:' || date(at, 'unixepoch'), at,"
        " 'daily_top_up'"
        " FROM postings WHERE key = 'start:purse:900:11'",
        "INSERT INTO transfers SELECT (SELECT max(id) FROM postings), 0, source, target, 40, 'daily_top_up'"
        " FROM transfers JOIN postings ON postings.id = posting_id WHERE key = 'start:purse:900:11'",
        "UPDATE accounts SET balance = balance + 40 WHERE name = 'purse:900:11'",
        "UPDATE accounts SET balance = balance - 40 WHERE name = 'house:900'",
    )


def given(reason: str, chips: int) -> str:
    """Has one posting of that reason give so many chips."""
    of_that_reason = f"WHERE reason = '{reason}'"
    last = f"SELECT max(posting_id) FROM transfers {of_that_reason}"
    return f"UPDATE transfers SET amount = {chips} {of_that_reason} AND posting_id IN ({last})"


AGAIN = (
    "INSERT INTO postings (key, at, reason) SELECT key || ' again', at, reason FROM postings WHERE key = '{key}'",
    "INSERT INTO transfers SELECT (SELECT max(id) FROM postings), 0, source, target, amount, transfers.reason"
    " FROM transfers JOIN postings ON postings.id = posting_id WHERE key = '{key}'",
)
"""Has a posting made twice."""
SEAT = "(SELECT id FROM accounts WHERE name = 'seat:4')"
"""Bo's seat at the table for practice."""
PURSE = "(SELECT id FROM accounts WHERE name = 'purse:900:12')"
ANN_HAS, HOUSE, BO_SITS, ROBIN_SITS, LATER = (
    f"(SELECT id FROM accounts WHERE name = '{name}')"
    for name in ("purse:900:11", "house:900", "seat:2", "seat:3", "seat:6")
)


def made_up(key: str, reason: str, source: str, target: str, table: int | None = None) -> tuple[str, ...]:
    """A posting by hand, in 1970, that moves a chip; all balances are as it says."""
    return (
        "INSERT INTO postings (key, at, reason, table_id)"
        f" VALUES ('{key}', 1, '{reason}', {'NULL' if table is None else table})",
        f"INSERT INTO transfers SELECT max(id), 0, {source}, {target}, 1, '{reason}' FROM postings",
        f"UPDATE accounts SET balance = balance - 1 WHERE id = {source}",
        f"UPDATE accounts SET balance = balance + 1 WHERE id = {target}",
    )


WRONG: dict[str, tuple[str, ...]] = {
    "The house gave purse:900:11 1000001 chips by starting_chips": (
        "UPDATE transfers SET amount = 1000001 WHERE posting_id = (SELECT id FROM postings"
        " WHERE key = 'start:purse:900:11')",
    ),
    "The house gave purse:900:11 80 chips by daily_top_up on": tuple(
        line.replace("= '{key}'", "LIKE 'daily:purse:900:11:%'") for line in AGAIN
    ),
    "The house gave purse:900:12 400 chips by starting_chips": tuple(
        line.format(key="start:purse:900:12") for line in AGAIN
    ),
    f"The house gave purse:900:11 {MOST_FROM_HOUSE + 1} chips by won_from_house": (
        "UPDATE tables SET buy_in = 1000",
        "UPDATE transfers SET amount = 201 WHERE reason = 'won_from_house' AND target ="
        " (SELECT id FROM accounts WHERE name = 'purse:900:11')",
    ),
    f"The house gave purse:900:12 {MOST_CORRECTED + 1} chips by correction": (given("correction", 10_001),),
    "The house gave purse:900:12 30 chips by a_gift_of_ours": (
        "UPDATE postings SET reason = 'a_gift_of_ours' WHERE reason = 'correction'",
    ),
    "The house gave chips to purse:900:12 by the posting correction:purse:900:12": (
        "UPDATE postings SET reason = 'a_gift_of_ours' WHERE reason = 'correction'",
    ),
    "purse:900:11 won 12 chips from the house at table 1 on": ("UPDATE tables SET buy_in = 11 WHERE id = 1",),
    "People have taken 5 chips more out of table 3 than they brought": (
        "UPDATE transfers SET amount = amount + 5 WHERE posting_id = (SELECT id FROM postings"
        " WHERE reason = 'cash_out' AND table_id = 3 ORDER BY id LIMIT 1)",
    ),
    "Corrections took 10001 chips from purse:900:12 on": (
        "INSERT INTO postings (key, at, reason) VALUES ('made up', 1, 'correction')",
        "INSERT INTO transfers SELECT max(id), 0, (SELECT id FROM accounts WHERE name = 'purse:900:12'),"
        " (SELECT id FROM accounts WHERE name = 'house:900'), 10001, 'correction' FROM postings",
    ),
    "The house gave purse:900:12 5000 chips by reversal on": (
        "INSERT INTO postings (key, at, reason, reverses) SELECT 'reversal:1', 1, 'reversal', id FROM postings"
        " WHERE key = 'start:purse:900:12'",
        "INSERT INTO transfers SELECT max(id), 0, (SELECT id FROM accounts WHERE name = 'house:900'),"
        " (SELECT id FROM accounts WHERE name = 'purse:900:12'), 5000, 'reversal' FROM postings",
    ),
    "The posting reversal:1 gives back something else": (
        "INSERT INTO postings (key, at, reason, reverses, table_id, deal_id) SELECT 'reversal:1', 1, 'reversal', id,"
        " table_id, deal_id FROM postings WHERE deal_id = 2 LIMIT 1",
        f"INSERT INTO transfers SELECT max(id), 0, {SEAT}, (SELECT id FROM accounts WHERE name = 'seat:2'), 3, 'x'"
        " FROM postings",
    ),
    "At table 1 the house gave 12 chips as won from it, and took 11 from seats": (
        "UPDATE transfers SET amount = 11 WHERE reason = 'won_from_house' AND source IN"
        " (SELECT id FROM accounts WHERE kind = 'seat')",
    ),
    "At no table the house gave 12 chips as won from it": (
        "UPDATE postings SET table_id = NULL WHERE reason = 'won_from_house'",
    ),
    "Sitting 1 was settled for 12 chips won from the house, and won 11": (
        "UPDATE results SET house = 11 WHERE house = 12",
    ),
    "Deal 3: what counts for the leaderboard differs": ("UPDATE results SET chips = net, house = 0 WHERE deal_id = 3",),
    "The people of server 900 have": ("UPDATE accounts SET balance = balance + 9 WHERE name = 'purse:900:12'",),
    "moves chips for practice between a seat and a purse": (
        "INSERT INTO postings (key, at, reason, table_id) VALUES ('made up', 1, 'cash_out', 2)",
        f"INSERT INTO transfers SELECT max(id), 0, {SEAT}, {PURSE}, 3, 'cash_out' FROM postings",
    ),
    "moves chips between a table for practice and another one": (
        "INSERT INTO postings (key, at, reason, table_id) VALUES ('made up', 1, 'cash_out', 2)",
        f"INSERT INTO transfers SELECT max(id), 0, {SEAT}, (SELECT id FROM accounts WHERE name = 'seat:2'), 3, 'x'"
        " FROM postings",
    ),
    "Deal 1: what counts for the leaderboard differs": (
        "UPDATE results SET house = house + 1, chips = chips - 1 WHERE deal_id = 1 AND seat = 0",
    ),
    "Deal 1: it has other seats than its result": ("DELETE FROM deal_seats WHERE deal_id = 1 AND seat = 2",),
}


STRAY: dict[str, tuple[str, ...]] = {
    "Deal 1: after it the house had 0 chips in pot and pools, and 5 were noted": (
        "UPDATE deals SET house_lies = 5 WHERE id = 1",
    ),
    "The posting a present moves chips from purse:900:11 to purse:900:12": made_up("a present", "gift", ANN_HAS, PURSE),
    "The posting a present moves chips from purse:900:11 to house:900": made_up("a present", "gift", ANN_HAS, HOUSE),
    "The posting a share moves chips from seat:2 to purse:900:11": made_up("a share", "cash_out", BO_SITS, ANN_HAS, 1),
    "The posting bought moves chips from purse:900:11 to seat:2": made_up("bought", "buy_in", ANN_HAS, BO_SITS, 1),
    "The posting no table moves chips from purse:900:12 to seat:2": made_up("no table", "buy_in", PURSE, BO_SITS),
    "The posting won moves chips from seat:3 to seat:2": made_up("won", "capped", ROBIN_SITS, BO_SITS, 1),
    "The posting capped:1 moves chips from seat:2 to seat:6": made_up("capped:1", "capped", BO_SITS, LATER, 1),
    "The posting lost moves chips from seat:2 to house:900": made_up("lost", "lost", BO_SITS, HOUSE, 1),
    "The posting daily:purse:900:11:1970-01-02 gave purse:900:11 chips on 1970-01-01": made_up(
        "daily:purse:900:11:1970-01-02", "daily_top_up", HOUSE, ANN_HAS
    ),
    "The posting correction:purse:900:12:1970-01-02:x gave": made_up(
        "correction:purse:900:12:1970-01-02:x", "correction", HOUSE, PURSE
    ),
    "The posting won:purse:900:11:1970-01-02:1:1:x gave": made_up(
        "won:purse:900:11:1970-01-02:1:1:x", "won_from_house", HOUSE, ANN_HAS, 1
    ),
}
"""What nobody is paid more by than the sources gave, but nothing may do either."""


async def test_a_clean_economy_has_no_problem_and_says_what_each_source_gave(path: Path) -> None:
    await story(path)
    report = audit(path)
    assert report.problems == ()
    line = next(line for line in report.lines if line.startswith("Server 900"))
    for told in ("starting chips 400", "daily top up 40", "won from house 12", "correction 30"):
        assert told in line, line


@pytest.mark.parametrize("problem", sorted(WRONG | STRAY))
async def test_what_breaks_the_worth_of_a_chip_is_named(path: Path, problem: str) -> None:
    await story(path)
    tamper(path, *(WRONG | STRAY)[problem])
    problems = audit(path).problems
    assert any(problem in line for line in problems), problems


def may_cost_a_buy_in(table: Table, deal: StoredDeal, transfers: tuple[Transfer, ...]) -> Iterable[MostLost]:
    yield MostLost(BUY_IN)


async def too_dear(path: Path) -> None:
    """A deal by whose rules Bo loses 84 chips to Ann."""
    store = await Steps.open(path)
    table = await open_table(store, buy_in=BUY_IN)
    sittings = await sit(store, table, ANN, BO)
    deal = new_deal(sittings, ante=0)
    lost = Transfer(1, 0, 84, "payment")
    deal_id = await store.start_deal(table, deal, "deal")
    await store.add_action(
        deal_id, 0, {"do": "knock"}, state_hash="over", transfers=(lost,), finish=finish(deal, lost), cap=BUY_IN
    )
    assert [sitting.chips for sitting in await store.sittings(table)] == [40, 0]
    await store.close()
    assert audit(path, may_cost_a_buy_in).problems == ()


async def test_a_loser_who_was_given_back_too_much_is_named(path: Path) -> None:
    await too_dear(path)
    tamper(path, "UPDATE transfers SET amount = amount + 1 WHERE reason = 'capped'")
    assert any("more was given back to a loser" in line for line in audit(path).problems), audit(path).problems


@pytest.mark.parametrize(
    ("given_back", "lost"),
    [
        ("UPDATE transfers SET amount = amount - 1 WHERE reason = 'capped'", 21),
        ("DELETE FROM postings WHERE reason = 'capped'", 84),
    ],
)
async def test_a_deal_that_cost_more_than_a_buy_in_is_named(path: Path, given_back: str, lost: int) -> None:
    await too_dear(path)
    tamper(path, given_back)
    problems = audit(path, may_cost_a_buy_in).problems
    why = "because it may cost nobody more than 20."
    assert f"Deal 1: seat 1 has lost {lost} chips, and would have lost 20, {why}" in problems
    assert f"Deal 1: seat 0 has won {lost} chips, and would have won 20, {why}" in problems


async def test_a_deal_from_before_chips_were_bounded_may_have_cost_more(path: Path) -> None:
    await too_dear(path)
    tamper(
        path,
        "DELETE FROM postings WHERE reason = 'capped'",
        "INSERT INTO opened_servers SELECT 900, max(id), 0 FROM postings",
    )
    assert not any("because it may cost" in line for line in audit(path, may_cost_a_buy_in).problems)


async def test_whoever_came_back_with_less_than_was_carried_away_is_named(path: Path) -> None:
    store = await Steps.open(path)
    table = await open_table(store, buy_in=BUY_IN)
    sittings = await sit(store, table, ANN, BO)
    await play(store, table, sittings, 0)
    await store.rise(sittings[0].id, "rise")
    back = await store.sit(table, ANN, key="back", amount=BUY_IN + 1)
    await store.close()
    assert audit(path).problems == ()
    tamper(path, "UPDATE transfers SET amount = amount - 1 WHERE posting_id = (SELECT max(id) FROM postings)")
    told = f"Sitting {back.id} came back to table {table} within an hour with 20 chips, and had carried 21 away."
    assert told in audit(path).problems
    tamper(path, f"UPDATE sittings SET sat_at = sat_at + 3601 WHERE id = {back.id}")
    assert told not in audit(path).problems


async def debt_unpaid(path: Path) -> None:
    """Bo loses 300 chips with 20 at the table and 180 in the purse, gets up, and is given 40 the next day."""
    store = await Steps.open(path)
    table = await open_table(store, buy_in=BUY_IN)
    sittings = await sit(store, table, ANN, BO)
    deal = new_deal(sittings, ante=0)
    deal_id = await store.start_deal(table, deal, "deal")
    lost = Transfer(1, 0, 300, "payment")
    await store.add_action(
        deal_id, 0, {"do": "knock"}, state_hash="over", transfers=(lost,), finish=finish(deal, lost), cap=300
    )
    await store.rise(sittings[1].id, "rise")
    await store.servers.correct(GUILD, BO.user_id, 40, "why", 77, "1")
    await store.close()
    assert audit(path).problems == ()


@pytest.mark.parametrize("closes", [False, True])
@pytest.mark.parametrize(("lost", "paid"), [(50, 50), (300, 200)])
async def test_a_debt_is_paid_before_the_winner_gets_up(
    store: Steps, path: Path, lost: int, paid: int, closes: bool
) -> None:
    """Bo, who sits down with 20 of 200 chips, loses more than 20 to Ann, who gets up first."""
    table = await open_table(store, buy_in=BUY_IN)
    sittings = await sit(store, table, ANN, BO)
    deal, move = new_deal(sittings, ante=0), Transfer(1, 0, lost, "payment")
    deal_id = await store.start_deal(table, deal, "deal")
    await store.add_action(
        deal_id, 0, {"do": "knock"}, state_hash="over", transfers=(move,), finish=finish(deal, move), cap=300
    )
    if closes:
        await store.close_table(table, "close")
    else:
        assert (await got_up(store, sittings[0].id)).chips == BUY_IN + paid
        await store.rise(sittings[1].id, "rise")
    purses = [await store.servers.purse(GUILD, who.user_id) for who in (ANN, BO)]
    assert [purse.balance for purse in purses] == [200 + paid, 200 - paid]
    assert audit(path).problems == ()


async def test_where_a_table_closes_whoever_owes_the_others_pays_first(store: Steps, path: Path) -> None:
    """Ann, who sits first, has won 25 chips from Bo, 5 of which Bo had only won from the house."""
    table = await open_table(store, buy_in=BUY_IN)
    await sit(store, table, ANN, BO, None)
    for number, move in enumerate((Transfer(2, 1, 10, "payment"), Transfer(1, 0, 25, "payment")), 1):
        deal = new_deal(await store.sittings(table), number=number, ante=0)
        deal_id = await store.start_deal(table, deal, f"deal {number}")
        await store.add_action(
            deal_id, 0, {"do": "knock"}, state_hash="over", transfers=(move,), finish=finish(deal, move), cap=300
        )
    await store.close_table(table, "close")
    purses = [await store.servers.purse(GUILD, who.user_id) for who in (ANN, BO)]
    assert [purse.balance for purse in purses] == [225, 200 + 10 - 25]
    assert audit(path).problems == ()


UNPAID = "(SELECT id FROM postings WHERE reason = 'unpaid_debt')"


def moved_at(posting: str, chips: int, account: str) -> tuple[str, ...]:
    """Has a posting move more chips from or to the house, and one account end with them."""
    return (
        f"UPDATE transfers SET amount = amount + {chips} WHERE posting_id = {posting}",
        f"UPDATE accounts SET balance = balance + {chips} WHERE name = '{account}'",
        f"UPDATE accounts SET balance = balance - {chips} WHERE name = 'house:900'",
    )


async def test_a_debt_that_the_house_made_up_for_with_too_much_is_named(path: Path) -> None:
    await debt_unpaid(path)
    tamper(path, *moved_at(UNPAID, 5, "seat:2"))
    told = "After the posting unpaid_debt:2, by which the house made up for a debt, seat:2 has 5 chips"
    assert any(told in line for line in audit(path).problems), audit(path).problems


async def test_a_debt_that_the_purse_could_have_paid_is_named(path: Path) -> None:
    """The house pays 5 of what the purse had; nothing else is wrong."""
    await debt_unpaid(path)
    paid = "(SELECT id FROM postings WHERE key = 'cash_out:2')"
    tamper(
        path,
        f"UPDATE transfers SET amount = amount - 5 WHERE posting_id = {paid}",
        f"UPDATE transfers SET amount = amount + 5 WHERE posting_id = {UNPAID}",
        "UPDATE accounts SET balance = balance + 5 WHERE name = 'purse:900:12'",
        "UPDATE accounts SET balance = balance - 5 WHERE name = 'house:900'",
    )
    told = "After the posting unpaid_debt:2, by which the house made up for a debt, purse:900:12 has 5 chips"
    assert [line for line in audit(path).problems if told in line] == list(audit(path).problems) != []


# -- what a person who gets up is told of it


async def got_up(store: Steps, sitting: int) -> GotUp:
    return await store.step(lambda books: books.rise(sitting, f"rise {sitting}"))


async def test_what_was_won_from_the_house_beyond_a_buy_in_is_told(store: Steps, path: Path) -> None:
    _, ann = await won_from_house(store, Transfer(2, 0, 84, "payment"))
    gone = await got_up(store, ann)
    assert (gone.chips, gone.taken_back, gone.bounds) == (2 * BUY_IN, 0, Bounds(BUY_IN, 84 - BUY_IN, 0))
    assert audit(path).problems == ()


async def test_what_others_lost_without_having_it_is_told(store: Steps, path: Path) -> None:
    """Bo wins 30 from the house, and Ann wins them and all of Bo's: the house gives Bo no more than a buy-in."""
    table = await open_table(store, buy_in=BUY_IN)
    sittings = await sit(store, table, ANN, BO, None)
    first, second = Transfer(2, 1, 50, "payment"), Transfer(1, 0, 65, "payment")
    for number, move in enumerate((first, second), 1):
        deal = new_deal(await store.sittings(table), number=number, ante=0)
        deal_id = await store.start_deal(table, deal, f"deal {number}")
        await store.add_action(
            deal_id, 0, {"do": "knock"}, state_hash="over", transfers=(move,), finish=finish(deal, move), cap=200
        )
    gone = await got_up(store, sittings[0].id)
    assert gone.bounds.nobodys == 65 - (gone.chips - BUY_IN)
    assert gone.bounds.nobodys > 0
    assert bool(gone.bounds)
    assert audit(path).problems == ()


async def test_whoever_is_paid_all_is_told_nothing(store: Steps) -> None:
    _, ann = await won_from_house(store, Transfer(2, 0, 12, "payment"))
    gone = await got_up(store, ann)
    assert gone.bounds == Bounds(12, 0, 0)
    assert not gone.bounds
