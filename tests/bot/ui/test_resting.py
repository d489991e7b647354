"""What rests isn't touched: a restart sends nothing where what is shown is still true, and mends what isn't."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.client import NOTED_WITHIN
from bot.local.testing.driver import Person
from bot.service.customs import DAY
from bot.service.pace import Pace
from bot.service.table import Table
from bot.service.turn_time import Time
from bot.store.lease_sql import ANSWERED_WITHIN
from bot.ui.address import Address
from bot.ui.clicks import waking
from bot.ui.pages.betting import AMOUNT
from bot.ui.serving import FOLLOWED_FINISH, FOLLOWED_SAY_SO
from bot.ui.showing import showing
from bot.ui.showing.answer import Answer
from tests.bot.ui.clicks.test_forged import given_out
from tests.bot.ui.evening import Evening, a_turn, bot_on, dm, evening, seated, sides
from tests.kit.broken import unreadable
from tests.kit.painters import Blank

PACE = Pace(turn=0, pause=1000, computer=0)
LATER = 20 * 60.0
"""Seconds after which no token of a press lives any more."""


class Ahead(Time):
    """The machine's time, and as many seconds more as a test says."""

    seconds = 0.0

    def now(self) -> float:
        return super().now() + self.seconds

    def running(self) -> float:
        return super().running() + self.seconds


async def moved(night: Evening, first: Person, other: Person) -> None:
    """The first, who is to act, draws and discards, and it is the other's turn."""
    await a_turn(first)
    await other.until(lambda: "Draw stock" in dm(other).labels, "the other's turn")
    await night.settled()


async def at_rest(night: Evening) -> tuple[Person, Person]:
    """Somebody has moved, long ago, and all that was to be shown is shown. Returns who is to act, and the other."""
    await seated(night)
    first, other = sides(night)
    await moved(night, first, other)
    night.later(LATER)
    night.client.showing.tokens._sweep()
    table_id = night.table.table_id
    await shown_truly(night, table_id)
    return other, first


async def shown_truly(night: Evening, table_id: int) -> None:
    """Waits until all that is shown of that table is true, and nothing is under way there."""
    there = night.client.showing
    await night.until(lambda: there.may_rest(table_id) and there.shown_as(table_id), "that all that is shown is true")


async def let_go(night: Evening) -> Table:
    """Lets the table rest, and returns what it was: a record alone is in memory now."""
    table = night.service._in_memory.by_id[night.table.table_id]
    assert await night.service.rests.let_rest(table)
    return table


@contextlib.asynccontextmanager
async def restarted(
    night: Evening,
    path: Path,
    blank: Blank,
    meanwhile: Callable[[], None] = lambda: None,
    pace: Pace = PACE,
    time: Time | None = None,
) -> AsyncIterator[dict[str, int]]:
    """The bot is stopped and starts again; the requests about messages that it makes of itself."""
    await night.client.close()
    await night.service.stop()
    await night.store.close()
    night.server.context.counts.clear()
    meanwhile()
    sent: dict[str, int] = {}
    async with bot_on(night.server, path, blank, pace, time=time) as (store, service, client):
        night.store, night.service, night.client = store, service, client
        await night.until(lambda: not client.desk.busy and not client.showing.panels.busy, "an end of what is sent")
        for kind in night.server.context.counts.view():
            if "messages" in kind["route"] and kind["own_token"]:
                sent[kind["method"]] = sent.get(kind["method"], 0) + kind["requests"]
        yield sent


@pytest.mark.parametrize("turn", [0, 300], ids=["no limit", "a usual turn"])
async def test_a_restart_sends_nothing_where_what_is_shown_is_still_true(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch, turn: float
) -> None:
    pace = Pace(turn=turn, pause=1000, computer=0)
    async with evening(tmp_path, blank, monkeypatch, pace) as night:
        people = await at_rest(night)
        table_id = night.table.table_id
        drawn = len(blank.drawn)
        async with restarted(night, tmp_path / "k.sqlite3", blank, pace=pace) as sent:
            assert sent == {}
            assert len(blank.drawn) == drawn
            assert night.service.rests.at(table_id) is not None, "its deal was not even played again"
            assert not night.client.showing.published
            await moved(night, *people)


def told_deadline(night: Evening) -> bool:
    """Whether the table's message tells the moment at which the present turn ends."""
    return f"<t:{int(night.table.deadline or 0)}:R>" in night.live().text


async def test_the_tables_message_tells_of_a_turn_that_begins_anew_after_a_restart(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace, time = Pace(turn=300, pause=1000, computer=0), Ahead()
    async with evening(tmp_path, blank, monkeypatch, pace, time=time) as night:
        await at_rest(night)
        table_id, told = night.table.table_id, night.table.deadline
        await night.until(lambda: told_deadline(night), "the turn's end in the table's message")
        await let_go(night)
        time.seconds += 250
        async with restarted(night, tmp_path / "k.sqlite3", blank, pace=pace, time=time):
            await night.until(lambda: night.client.showing.published, "the table shown again")
            await shown_truly(night, table_id)
            assert night.table.deadline is not None
            assert told is not None
            assert night.table.deadline > told + 100
            assert told_deadline(night)


async def test_the_tables_message_tells_that_a_turn_has_become_slow_while_the_table_rested(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace, time = Pace(turn=DAY, pause=1000, computer=0), Ahead()
    async with evening(tmp_path, blank, monkeypatch, pace, time=time) as night:
        await at_rest(night)
        table_id = night.table.table_id
        await let_go(night)
        time.seconds += DAY * 0.6
        await night.service._clock._wake(table_id)  # as its alarm would have done
        await shown_truly(night, table_id)
        assert night.table.slow
        assert "Alex is taking a long time" in night.live().text or "Ann is taking a long time" in night.live().text


async def test_what_another_version_has_shown_is_shown_again(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        await at_rest(night)

        def updated() -> None:
            monkeypatch.setattr(showing, "VERSION", "another")

        async with restarted(night, tmp_path / "k.sqlite3", blank, updated):
            await shown_truly(night, night.table.table_id)
            kinds = [kind for kind in night.server.context.counts.view() if kind["method"] == "PATCH"]
            assert sum(kind["requests"] for kind in kinds) >= 1


async def test_what_may_be_half_edited_is_shown_again(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        await at_rest(night)
        table_id, old = night.table.table_id, night.live()
        await night.service.rests.note_rests()
        assert await noted(night) == 1
        await night.service.rests.ready(table_id)  # its message is about to be edited, when the bot is killed
        assert await noted(night) == 0

        async def killed() -> None:
            """Notes nothing."""

        monkeypatch.setattr(night.service.rests, "note_rests", killed)
        async with restarted(night, tmp_path / "k.sqlite3", blank):
            await night.until(lambda: night.client.showing.published, "the table shown again")
            await shown_truly(night, table_id)
            kinds = [kind for kind in night.server.context.counts.view() if kind["method"] == "PATCH"]
            assert sum(kind["requests"] for kind in kinds) >= 1
            assert night.live() is old


async def noted(night: Evening) -> int:
    """How many tables rest as the books have it."""
    places = await night.store.resting.places()
    return sum(place.rest is not None for place in places)


async def test_a_table_that_rests_is_let_go_of_and_comes_back_with_the_next_press(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await at_rest(night)
        old, shown = night.live(), night.client.showing
        await let_go(night)
        assert (shown.published, shown.panels.kept, shown.calls._callers) == (frozenset(), frozenset(), {})
        assert await noted(night) == 1
        await moved(night, *people)
        assert await noted(night) == 0
        assert night.live() is old


async def test_a_press_is_acknowledged_before_a_slow_store_has_given_its_tables(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await at_rest(night)
        await let_go(night)
        monkeypatch.setattr(waking, "WITHIN", 0.01)
        acknowledged, begun = asyncio.Event(), asyncio.Event()
        real, acknowledge = night.store.table, Answer.acknowledge

        async def slow(table_id: int) -> object:
            begun.set()
            async with asyncio.timeout(30):
                await acknowledged.wait()
            return await real(table_id)

        async def noted(answer: Answer) -> bool:
            async with asyncio.timeout(30):
                await begun.wait()
            heard = await acknowledge(answer)
            acknowledged.set()
            return heard

        monkeypatch.setattr(night.store, "table", slow)
        monkeypatch.setattr(Answer, "acknowledge", noted)
        await moved(night, *people)
        assert acknowledged.is_set()


async def test_a_press_that_opens_a_form_is_acknowledged_where_its_table_cannot_be_read(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        await at_rest(night)
        table = await let_go(night)
        ((message, custom_id),) = await given_out(night, [str(Address(table.table_id, table.turn, AMOUNT))])
        unreadable(night.store, monkeypatch)
        answer = await night.you.click(message, custom_id=custom_id)
        await night.until(lambda: any("look at it before you try again" in said.text for said in answer.messages))


async def test_whoever_closes_a_table_that_cannot_be_read_is_told_so(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        await at_rest(night)
        await let_go(night)
        unreadable(night.store, monkeypatch)
        answer = await night.you.command("close", now=True)
        assert "look at it before you try again" in answer.text


async def test_settings_are_shown_and_changed_where_a_table_cannot_be_read(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        await at_rest(night)
        await let_go(night)
        unreadable(night.store, monkeypatch)
        assert "How you play" in (await night.you.command("settings")).text
        assert "Saved" in (await night.you.command("settings", hand="dm", auto_top_up=True)).text
        assert (await night.store.people.settings(int(night.you.id))).auto_top_up


async def test_a_table_with_a_living_token_does_not_rest(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night)
        await night.settled()
        table = night.service._in_memory.by_id[night.table.table_id]
        assert not night.client.showing.may_rest(table.table_id), "its panels must be told of their end"
        assert not await night.service.rests.let_rest(table)


async def test_a_table_that_rests_is_shown_in_its_servers_new_language(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        await at_rest(night)
        table = await let_go(night)
        night.client.showing.settings_changed(table.guild_id)
        await night.until(lambda: night.client.showing.published == {table.table_id}, "the table shown again")
        await night.settled()


async def test_whoever_is_followed_does_not_wait_for_long_to_note_what_rests(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What people ask for waits at the other process, and was lost after three seconds on a busy machine."""
    caplog.set_level("INFO")
    async with evening(tmp_path, blank, monkeypatch) as night:

        async def hangs(*what: object) -> None:
            await asyncio.Event().wait()

        with monkeypatch.context() as patch:
            patch.setattr(night.service.rests, "note_rests", hangs)
            patch.setattr(night.store.notes, "set", hangs)
            night.client.desk.serving.followed = True
            async with asyncio.timeout(30):
                await night.client.close()
                await night.service.stop()
    assert "don't wait until it is noted which of them rest" in caplog.text
    assert NOTED_WITHIN + FOLLOWED_FINISH + FOLLOWED_SAY_SO <= ANSWERED_WITHIN - 1
