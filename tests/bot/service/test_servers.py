"""What servers set holds at their tables, and what hosts and the clock do there stands in their logs."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest

from bot.service.model import Bounds, LogEntry, Refusal, ServerSettings
from bot.store.audit import audit
from bot.store.model.errors import StoreError
from bot.store.model.settled import Closing, GotUp
from bot.store.servers import Servers
from engine.shuffle import Stream
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, GUILD, House
from tests.bot.service.refusals import refused
from tests.bot.service.test_economy import play
from tests.kit.lab import Lab


async def logged(house: House) -> list[tuple[str, int | None, str]]:
    """What the log says besides openings: what was done, who did it, and how, the oldest first."""
    entries = [entry for entry in await whole_log(house) if entry.what != "opened"]
    return [(entry.what, entry.by, str(entry.details.get("how", ""))) for entry in entries]


async def whole_log(house: House) -> list[LogEntry]:
    """All that stands in the log, the oldest first."""
    pages = (await house.service.servers.log(GUILD, 1)).pages
    found = [await house.service.servers.log(GUILD, page) for page in range(1, pages + 1)]
    return [entry for page in reversed(found) for entry in reversed(page.entries)]


async def test_settings_outlast_a_restart_and_are_checked(house: House) -> None:
    servers = house.service.servers
    assert servers.of(GUILD) == ServerSettings()
    told = await refused("setting_bounds", servers.change(GUILD, 1, {"tables_person": 26}, house.key))
    assert told == {"setting": "tables_person", "least": 1, "most": 25}
    for name, value in (("turn_seconds", 29), ("daily_chips", -1), ("pause_seconds", 10**9)):
        await refused("setting_bounds", servers.change(GUILD, 1, {name: value}, house.key))
    await refused("setting_bounds", servers.change(GUILD, 1, {"channels": tuple(range(26))}, house.key))
    await servers.change(GUILD, 1, {"turn_seconds": 0, "story": True, "channels": (5,)}, house.key)
    await house.restart()
    assert house.service.servers.of(GUILD) == ServerSettings((5,), turn_seconds=0, story=True)


async def test_a_change_outlasts_a_look_at_all_servers_that_began_before_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the servers of a process that is gone are taken over."""
    servers, read, held, go = house.service.servers, Servers.all, asyncio.Event(), asyncio.Event()

    async def slowly(books: Servers) -> dict[int, ServerSettings]:
        found = await read(books)
        held.set()
        await go.wait()
        return found

    monkeypatch.setattr(Servers, "all", slowly)
    loading = asyncio.create_task(servers.load())
    await held.wait()
    changing = asyncio.create_task(servers.change(GUILD, 1, {"tables_person": 1}, house.key))
    asyncio.get_running_loop().call_later(0.1, go.set)
    await asyncio.gather(loading, changing)
    assert servers.of(GUILD).tables_person == 1


async def test_a_table_begins_with_the_server_s_time_and_story_and_keeps_them(house: House) -> None:
    await house.service.servers.change(GUILD, 1, {"turn_seconds": 900, "story": False}, house.key)
    await house.table(ANN, BO)
    assert (house.now.settings.turn_seconds, house.now.result_lines) == (900, False)
    await house.service.servers.change(GUILD, 1, {"turn_seconds": 60, "story": True}, house.key)
    assert (house.now.settings.turn_seconds, house.now.result_lines) == (900, False)


async def test_the_log_has_closings_removals_and_locks(house: House) -> None:
    hosting = house.service.hosting
    await house.table(ANN, BO, CY)
    cy = house.seated(CY).sitting_id
    await hosting.remove(house.id, ANN, cy, house.key, moderator=False)
    await hosting.lock(house.id, ANN, True, house.key, moderator=False)
    await hosting.lock(house.id, ANN, True, house.key, moderator=False)
    await hosting.invite(house.id, ANN, CY.user_id, house.key, moderator=False)
    await house.service.close(house.id, ANN, house.key)
    assert await logged(house) == [
        ("removed", ANN.user_id, ""),
        ("locked", ANN.user_id, ""),
        ("invited", ANN.user_id, ""),
        ("closed", ANN.user_id, "host"),
    ]
    opened, removed = (await whole_log(house))[:2]
    assert (opened.what, opened.by, opened.game, opened.channel_id) == ("opened", ANN.user_id, "knock-poker", CHANNEL)
    assert (removed.about, removed.game, removed.channel_id) == (CY.user_id, "knock-poker", CHANNEL)


async def test_the_log_tells_how_a_table_was_closed(house: House) -> None:
    service = house.service
    await house.table(ANN, BO)
    await service.close(house.id, CY, house.key, moderator=True)
    await house.table(ANN, BO, CY)
    for person in (BO, CY):
        await service.close(house.id, person, house.key)
    await house.table(ANN, BO)
    await service.start(house.id, ANN, house.key)
    await service.close(house.id, ANN, house.key)
    await service.way_out.stay_open(house.id, ANN, house.key)
    await service.way_out.close_now(house.id, CY, house.key, moderator=True)
    await house.table(ANN)
    await service.seats.leave(house.id, ANN, house.key)
    await house.table(ANN)
    await service.way_out.end(house.id, "gone", direct=True)
    assert await logged(house) == [
        ("closed", CY.user_id, "moderator"),
        ("closed", CY.user_id, "vote"),
        ("closing", ANN.user_id, "host"),
        ("kept_open", ANN.user_id, ""),
        ("closed", CY.user_id, "closed_now"),
        ("closed", None, "nobody"),
        ("closed", None, "gone"),
    ]
    assert audit(house.path).problems == ()


async def test_the_log_tells_what_closes_by_itself_and_where_people_go_on(house: House) -> None:
    service = house.service
    await house.table(ANN, BO)
    await service.start(house.id, ANN, house.key)
    await service.close(house.id, BO, house.key)
    await service.close(house.id, ANN, house.key)
    await house.play_out(ANN, BO)
    await house.table(ANN, BO)
    await service.going_on.another_game(house.id, CY, "dompe", house.key, moderator=True)
    await service.close(house.id, ANN, house.key)
    assert await logged(house) == [
        ("closing", ANN.user_id, "host"),
        ("closed", None, "asked"),
        ("went_on", CY.user_id, ""),
        ("closed", ANN.user_id, "host"),
    ]
    (went_on,) = [entry for entry in await whole_log(house) if entry.what == "went_on"]
    assert (went_on.game, dict(went_on.details)) == ("knock-poker", {"game": "dompe"})


# -- what bounds a payment is told


async def test_a_deal_that_costs_the_buy_in_alone_is_told_and_whoever_owes_it_too(house: House) -> None:
    await house.table(ANN, BO, game="knock-rummy", buy_in=15, chips_per_point=1_000_000)
    lot = Stream(b"capped".ljust(32))
    await house.service.start(house.id, ANN, house.key)
    await play(house, (ANN, BO), lot)
    for _ in range(9):
        if house.now.capped:
            break
        await house.service.start(house.id, ANN, house.key)
        await play(house, (ANN, BO), lot)
    capped = {found.before > 0: found for found in house.now.capped}
    assert (capped[True].after, capped[False].after) == (15, -15)
    assert capped[True].before == -capped[False].before > 15
    assert not house.now.in_debt
    with suppress(Refusal):
        for _ in range(9):
            await house.service.start(house.id, ANN, house.key)
            await play(house, (ANN, BO), lot)
            if house.now.in_debt:
                break
    user_id, name, owed = next(iter(house.now.in_debt))
    assert (owed, name) == (15, "Ann" if user_id == ANN.user_id else "Bo")
    assert house.now.seated(user_id) is None
    told = house.now.in_debt
    await house.restart()
    assert house.now.in_debt == told, "it is told after a restart, too"


def test_what_a_person_who_gets_up_is_not_paid_is_kept_for_the_answers() -> None:
    lab = Lab(2, names=["Ann", "Bo"])
    (ann, bo), over = lab.table.sitters, Bounds(20, 64, 0)
    gone = [GotUp(ann.sitting_id, ann.user_id, "Ann", 40, 0, over), GotUp(bo.sitting_id, bo.user_id, "Bo", 0)]
    lab.table.close(Closing(tuple(gone), 0))
    assert lab.snapshot.bounds == ((ann.user_id, over),)


async def test_settings_are_read_again_where_nobody_knows_whether_they_were_written(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = house.store.servers.change

    async def fails(*given: Any) -> ServerSettings:
        await written(*given)
        raise StoreError("the disk")

    monkeypatch.setattr(house.store.servers, "change", fails)
    with pytest.raises(StoreError):
        await house.service.servers.change(GUILD, 1, {"tables_person": 7}, house.key)
    assert house.service.servers.of(GUILD).tables_person == 7
