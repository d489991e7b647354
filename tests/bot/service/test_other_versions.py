"""Tables and deals that another version wrote: what can't be read can be closed, and nothing is lost."""

from __future__ import annotations

import contextlib
import sqlite3

import pytest

from bot.audit import audit_command
from bot.service.model import Orphan, Refusal
from bot.store.books import Books
from bot.store.model.errors import LedgerError
from engine.game import GAMES
from engine.games.drawing import state as drawing
from tests.bot.named import named
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, DEE, GUILD, House
from tests.bot.service.refusals import refused
from tests.bot.service.supply import THREE, quiet


async def changed(house: House, *statements: str) -> None:
    """The database as another version of the program would have it, opened again."""
    await house.close()
    with contextlib.closing(sqlite3.connect(house.path)) as db, db:
        for statement in statements:
            db.execute(statement)
    await house.open()


UNREADABLE = {
    "its game is gone": "UPDATE tables SET game = 'bezique'",
    "an option is gone": """UPDATE tables SET rules = json_set(rules, '$.bezique', 1)""",
    "an option has a value that is gone": """UPDATE tables SET rules = json_set(rules, '$.ante', 'much')""",
    "its rules are later": "UPDATE tables SET rules_version = 99",
    "its stakes are later": "UPDATE deals SET stakes = json_set(stakes, '$.version', 99)",
}
EACH_CHANGE = pytest.mark.parametrize("change", UNREADABLE.values(), ids=UNREADABLE)


@EACH_CHANGE
async def test_a_table_that_cannot_be_read_can_only_be_closed(
    house: House, change: str, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    await house.table(ANN, BO, ante=3)
    await house.service.seats.add_computer(house.id, ANN, named("Robo"), house.key)
    await house.service.start(house.id, ANN, house.key)
    before = await house.chips()
    table_id = house.now.table_id
    await changed(house, change)
    assert "can only be closed" in caplog.text
    orphan = house.service.orphan_in(CHANNEL)
    assert orphan is not None
    assert (orphan.table_id, orphan.guild_id, orphan.seated) == (table_id, GUILD, {ANN.user_id, BO.user_id})
    assert house.service.orphans() == (orphan,)
    assert house.service.table_in(CHANNEL) is None
    rules = GAMES["dompe"].rules()
    await refused("unreadable_table", house.service.open(CY, CHANNEL, "dompe", rules, 20, False, house.key))
    for verb in (house.service.seats.join, house.service.seats.leave, house.service.start, house.service.close):
        await refused("unreadable_table", verb(table_id, ANN, house.key))
    assert audit_command(house.path) == 0
    assert "of another version" in capsys.readouterr().out
    await refused("not_seated", house.service.way_out.close_orphan(table_id, CY))
    await house.restart()
    assert await house.service.way_out.close_orphan(table_id, BO) == orphan
    assert house.service.orphans() == ()
    await refused("table_gone", house.service.way_out.close_orphan(table_id, BO))
    assert {name: have - before[name] for name, have in (await house.chips()).items()} == {
        "Ann": 20, "Bo": 20, "Cy": 0, "Dee": 0
    }  # fmt: skip
    assert audit_command(house.path) == 0
    await house.table(CY, DEE)
    await house.restart()
    assert house.service.orphan_in(CHANNEL) is None


async def test_a_moderator_may_close_it(house: House) -> None:
    table = await house.table(ANN, BO)
    await changed(house, UNREADABLE["its game is gone"])
    assert isinstance(await house.service.way_out.close_orphan(table.table_id, DEE, moderator=True), Orphan)


async def test_the_others_tables_are_not_touched(house: House) -> None:
    other = CHANNEL + 1
    await house.table(ANN, BO)
    await house.service.open(CY, other, "dompe", GAMES["dompe"].rules(), 20, False, house.key)
    await changed(house, "UPDATE tables SET game = 'bezique' WHERE game = 'knock-poker'")
    found = house.service.table_in(other)
    assert found is not None
    assert found.stage == "lobby"


async def test_what_earlier_deals_left_is_shared_by_all_who_sit_there(house: House) -> None:
    table = await house.table(*THREE, game="poch", buy_in=60)
    await house.service.start(house.id, ANN, house.key)
    await quiet(house, *THREE)
    before = await house.chips()
    await changed(house, UNREADABLE["its game is gone"])
    await house.service.way_out.close_orphan(table.table_id, ANN)
    assert sum((await house.chips()).values()) - sum(before.values()) == 180


async def test_a_deal_that_cannot_be_verified_is_said_to_be_of_another_version(house: House) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    await house.deal_to_end(ANN, BO)
    assert (await house.service.shuffles.verification(ANN, CHANNEL)).other_version == ""
    await changed(house, "UPDATE deals SET state_hash = replace(state_hash, '2:', '1:')")
    assert (await house.service.shuffles.verification(ANN, CHANNEL)).other_version == "equal"
    await changed(house, "UPDATE deals SET result = json_set(result, '$.void', json('true'))")
    assert (await house.service.shuffles.verification(ANN, CHANNEL)).other_version == "differs"
    for change in ("its game is gone", "an option is gone"):
        await changed(house, UNREADABLE[change])
        with pytest.raises(Refusal) as error:
            await house.service.shuffles.verification(ANN, CHANNEL)
        assert (error.value.code, error.value.details) == ("deal_of_another_version", {"deal": 1})
    house.spoilt = True


async def test_a_renamed_state_class_takes_no_deal_back(house: House) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    await house.any_action(ANN, BO)
    before = house.now
    await house.close()
    names = {kind: kind.__name__ for kind in (drawing.State, drawing.ToDiscard, drawing.ToDraw)}
    try:
        for kind, name in names.items():
            kind.__name__ = f"Another{name}"
        await house.open()
        assert house.now == before
    finally:
        for kind, name in names.items():
            kind.__name__ = name


async def test_an_open_deal_of_another_version_that_moved_other_chips_is_taken_back(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    await house.table(ANN, BO, ante=3)
    await house.service.start(house.id, ANN, house.key)
    await changed(
        house,
        "UPDATE deals SET state_hash = '1:' || state_hash",
        "UPDATE tables SET rules = json_set(rules, '$.ante', 2)",
    )
    assert "deal 1 moves other chips than the ledger has" in caplog.text
    assert (house.now.stage, house.now.deal_taken_back, house.now.pot) == ("lobby", True, 0)
    assert [sitter.chips for sitter in house.now.sitters] == [20, 20]


async def test_a_deal_that_cannot_be_taken_back_leaves_a_table_that_can_be_closed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)

    def refuse(*args: object, **more: object) -> None:
        raise LedgerError("The pot has too few chips.")

    with monkeypatch.context() as broken:
        broken.setattr(Books, "cancel_deal", refuse)
        await changed(house, "UPDATE deals SET state_hash = '2:no such'")
    orphan = house.service.orphan_in(CHANNEL)
    assert orphan is not None
    await house.service.way_out.close_orphan(orphan.table_id, ANN)


async def test_an_open_deal_whose_actions_are_not_legal_any_more_is_taken_back(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    await house.any_action(ANN, BO)
    await changed(
        house,
        "DROP TRIGGER actions_never_change",
        """UPDATE actions SET action = json_set(action, '$.do', 'trump')""",
    )
    assert "deal 1, action 0 cannot be played again (RecordError)" in caplog.text
    assert house.now.deal_taken_back


async def test_the_audit_calls_a_change_of_a_deal_of_this_version_a_problem(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    await house.deal_to_end(ANN, BO)
    await changed(house, "UPDATE deals SET state_hash = '2:0'")
    assert audit_command(house.path) == 1
    assert "Deal 1: deal 1 does not begin as it was stored." in capsys.readouterr().out
    await changed(house, "UPDATE deals SET stakes = json_remove(stakes, '$.dealer')")
    assert audit_command(house.path) == 1
    assert "Deal 1: it can't be read (KeyError)." in capsys.readouterr().out
    house.spoilt = True
