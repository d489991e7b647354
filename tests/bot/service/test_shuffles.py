"""Shuffles in mid-deal: from the deal's own seed, written down, verified, and the same after a restart."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from bot.audit import audit_command
from bot.service.model import Person
from engine.events import Shuffled
from engine.game import GAMES

from .conftest import ANN, BO, CHANNEL, CY, DEE, GUILD, House

TEN = (ANN, BO, CY, DEE, *(Person(GUILD, 2000 + i, f"P{i}") for i in range(6)))


def shuffles(house: House) -> int:
    return sum(isinstance(event, Shuffled) for told in house.now.told for event in told.events)


async def turn(house: House, *people: Person) -> None:
    """Draws from the stock and discards that card."""
    person = house.acting(*people)
    view = house.service.private_of(house.id, person.user_id).view
    assert view is not None
    if view.prompt("draw"):
        await house.act(person, "draw", "stock")
        view = house.service.private_of(house.id, person.user_id).view
        assert view is not None
    prompt = view.prompt("discard")
    assert prompt is not None
    await house.act(person, "discard", view.drawn or prompt.choices[0])


@pytest.mark.parametrize(
    ("game", "people", "options"),
    [("poe-crumb", TEN, {}), ("poe-crumb", TEN, {"jokers": 2, "ante": 1}), ("dompe", TEN[:5], {"deck": "spanish_40"})],
    ids=["ten", "ante", "dompe"],
)
async def test_a_deal_with_shuffles_is_restored_verified_and_audited(
    house, game: str, people, options, capsys: pytest.CaptureFixture[str]
) -> None:
    await house.table(*people, game=game, buy_in=20 if game == "dompe" or "ante" in options else 0, **options)
    await house.service.start(house.id, ANN, house.key)
    while shuffles(house) < 2:
        await turn(house, *people)
        assert house.now.view is not None
        assert house.now.view.asks != "shuffle", "nobody waits for chance"
    before = house.now
    await house.restart()
    after = house.now
    assert (after.turn, after.view, after.told[-1].events) == (before.turn, before.view, before.told[-1].events)
    while shuffles(house) < 3:
        await turn(house, *people)
    while house.now.stage == "playing":
        person = house.acting(*people)
        view = house.service.private_of(house.id, person.user_id).view
        assert view is not None
        if view.prompt("show"):
            await house.act(person, "show")
        elif view.prompt("knock"):
            await house.act(person, "knock")
        else:
            await turn(house, *people)
    found = await house.service.shuffles.verification(ANN, CHANNEL)
    assert found.fits
    assert found.shuffles >= 3
    await house.close()
    assert audit_command(house.path) == 0, capsys.readouterr().out
    await house.open()


async def test_a_shuffle_that_does_not_follow_from_the_seed_is_found_out(
    house, capsys: pytest.CaptureFixture[str]
) -> None:
    await house.table(*TEN, game="poe-crumb", buy_in=0, jokers=2)
    await house.service.start(house.id, ANN, house.key)
    while shuffles(house) < 1 or house.now.stage == "playing":
        person = house.acting(*TEN)
        view = house.service.private_of(house.id, person.user_id).view
        if view.prompt("knock") and shuffles(house):
            await house.act(person, "knock")
        else:
            await turn(house, *TEN)
    record = (await house.service.shuffles.verification(ANN, CHANNEL)).record
    orders = [action["order"] for action in record["deals"][0]["actions"] if action["do"] == "shuffle"]
    assert orders
    with closing(sqlite3.connect(house.path)) as db, db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'actions'"):
            db.execute(f"DROP TRIGGER {name}")
        (action, row) = db.execute(
            "SELECT action, rowid FROM actions WHERE json_extract(action, '$.do') = 'shuffle' LIMIT 1"
        ).fetchone()
        changed = json.loads(action)
        changed["order"] = changed["order"][::-1]
        db.execute("UPDATE actions SET action = ? WHERE rowid = ?", (json.dumps(changed), row))
    house.spoilt = True
    assert (await house.service.shuffles.verification(ANN, CHANNEL)).fits, "their order would tell who drew what"
    for person in TEN:
        await house.service.shuffles.agree_to_open(person, house.id, 1)
    assert not (await house.service.shuffles.verification(ANN, CHANNEL)).fits
    await house.close()
    assert audit_command(house.path) == 1
    assert "shuffle 1 of its discards does not follow from its seed and the people" in capsys.readouterr().out
    await house.open()


async def test_rounds_won_go_on_from_deal_to_deal_and_into_the_record(house) -> None:
    await house.table(ANN, BO, game="poe-crumb", buy_in=0)
    for _ in range(2):
        await house.service.start(house.id, ANN, house.key)
        while house.now.stage == "playing":
            person = house.acting(ANN, BO)
            view = house.service.private_of(house.id, person.user_id).view
            if view.prompt("knock"):
                await house.act(person, "knock")
            else:
                await turn(house, ANN, BO)
        await house.restart()
    assert house.now.view is not None
    assert sum(seat.score for seat in house.now.view.seats) >= 2
    found = await house.service.shuffles.verification(ANN, CHANNEL)
    assert found.fits
    assert sum(seat.get("score", 0) for seat in found.record["seats"]) >= 1
    assert GAMES["poe-crumb"].judging.unit == "rounds"
    assert (await house.chips())["Ann"] == 200
