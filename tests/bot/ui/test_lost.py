"""Channels, threads and servers that are gone, or refused to the bot, seen or unseen: nobody's chips stay there."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.local.requestlog import Entry
from bot.local.state.happenings import ChannelChanged, ChannelDeleted
from bot.local.state.model import PRIVATE_THREAD, Channel, Guild, Role
from bot.local.state.permissions import BITS
from bot.local.testing.driver import Person
from bot.service import model
from bot.service.model import Refusal
from bot.service.pace import Pace
from bot.store.model.people import Member
from bot.store.ways_out import Kind
from bot.ui.showing import lost
from tests.bot.named import named
from tests.bot.ui.evening import BOUND, Evening, bot_on, evening, seated
from tests.kit.painters import Blank

DAY = 24 * 3600.0
"""Seconds without access after which a table is closed."""
STILL = Pace(turn=0, pause=1000, computer=0)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lost, "SPACING", 0.01)


def channel_of(night: Evening) -> Channel:
    return night.server.context.world.channels[night.channel_id]


def delete(night: Evening, channel: Channel, *, seen: bool) -> None:
    """Deletes a channel; unseen: as while the bot isn't there."""
    world = night.server.context.world
    world.remove(channel)
    if seen:
        world.bus.tell(ChannelDeleted(channel))


def send(night: Evening, event: str, **data: Any) -> None:
    """Has the gateway send the bot an event."""
    for session in night.server.context.gateway.sessions.values():
        session.dispatch(event, data)


async def everybody_is_told(night: Evening, words: str) -> None:
    for person in (night.you, night.ann):
        await told(person, words)


async def told(person: Person, words: str) -> None:
    """Waits for a direct message that says this."""
    await person.until(lambda: any(words in message.text for message in person.dms()), words)


async def purses(night: Evening) -> list[int]:
    """What lies in the purses of the two."""
    guild_id = next(iter(night.server.context.world.guilds))
    here = (night.you, night.ann)
    return [(await night.service.people.purse(Member(guild_id, int(p.id), p.name))).balance for p in here]


@contextlib.asynccontextmanager
async def away(night: Evening) -> AsyncIterator[None]:
    """The bot is not there inside."""
    await night.client.close()
    await night.service.stop()
    await night.store.close()
    yield


@contextlib.asynccontextmanager
async def back(night: Evening, tmp_path: Path, blank: Blank) -> AsyncIterator[None]:
    """The bot is there again inside."""
    async with bot_on(night.server, tmp_path / "k.sqlite3", blank, STILL) as (store, service, client):
        night.store, night.service, night.client = store, service, client
        yield


@pytest.fixture
async def hurried(tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """You and Ann with panels open in the channel, in a deal in which a turn takes half a second."""
    async with evening(tmp_path, blank, monkeypatch, Pace(turn=0.5, pause=1000, computer=0)) as night:
        await seated(night)
        for person in (night.you, night.ann):
            await person.command("hand")
        yield night


async def lock_out(night: Evening) -> None:
    """The bot may not see the channel any more, and knows it."""
    table_id, ways = night.table.table_id, night.client.showing.lost
    await night.you.deny_bot("send_messages", "view_channel")
    await night.until(lambda: table_id in ways._locked_out, "that it is locked out")


async def test_a_channel_that_is_deleted_in_mid_deal_closes_its_table_at_once(two: Evening) -> None:
    delete(two, channel_of(two), seen=True)
    await everybody_is_told(two, "The channel of your table (Knock Poker) is gone")
    assert any("Your 20 chips are back in your purse" in message.text for message in two.ann.dms())
    assert not two.is_open
    assert await purses(two) == [200, 200]
    await two.until(lambda: not two.client.showing.published, "nothing more to show")


async def test_other_tables_are_not_searched_for_those_of_a_lost_channel_or_server(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def all_of_them() -> list[model.Location]:
        raise AssertionError("all tables are searched")

    monkeypatch.setattr(two.service, "locations", all_of_them)
    ways, guild_id = two.client.showing.lost, two.table.guild_id
    ways.noticed(two.table.table_id, 10003)
    await two.until(lambda: not ways._asking, "the answer that the channel is there")
    ways.channel_gone(guild_id, two.channel_id + 1)
    assert two.is_open
    ways.server_left(guild_id)
    await two.until(lambda: not two.is_open, "the end of the table")


async def test_a_channel_that_went_while_the_bot_was_away(two: Evening, tmp_path: Path, blank: Blank) -> None:
    async with away(two):
        delete(two, channel_of(two), seen=False)
    async with back(two, tmp_path, blank):
        await everybody_is_told(two, "The channel of your table (Knock Poker) is gone")
        assert not two.is_open
        assert await purses(two) == [200, 200]


async def test_a_channel_that_went_during_an_outage_that_could_not_be_resumed(two: Evening) -> None:
    gateway = two.server.context.gateway
    identified = gateway.identifies
    gateway.act("forget")
    delete(two, channel_of(two), seen=False)
    await two.until(lambda: gateway.identifies > identified, "another session")
    await everybody_is_told(two, "The channel of your table (Knock Poker) is gone")
    assert not two.is_open


async def test_what_is_there_is_not_asked_for(two: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    compared, doubted = [], []
    compare = lost.LostTables.compare

    def noting(tables: lost.LostTables, guild: discord.Guild) -> None:
        compare(tables, guild)
        compared.append(guild.id)

    monkeypatch.setattr(lost.LostTables, "compare", noting)
    monkeypatch.setattr(lost.LostTables, "_ask_soon", lambda tables, *channel: doubted.append(channel))
    two.server.context.gateway.act("forget")
    await two.until(lambda: compared, "the servers")
    assert compared == [two.table.guild_id]
    assert doubted == []


async def test_a_server_of_which_discord_does_not_tell_at_first_is_not_gone(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, ways, asked = two.client._connection, two.client.showing.lost, list[int]()
    ready, ask = state.parse_ready, ways._ask

    async def asking(channel_id: int, guild_id: int) -> None:
        await ask(channel_id, guild_id)
        asked.append(channel_id)

    monkeypatch.setattr(ways, "_ask", asking)
    monkeypatch.setitem(state.parsers, "READY", lambda data: ready({**data, "guilds": []}))
    monkeypatch.setitem(state.parsers, "GUILD_CREATE", lambda data: None)
    two.server.context.gateway.act("forget")
    await two.until(lambda: asked, "what Discord says of the channel")
    await two.until(lambda: not two.client.desk.busy, "that nothing is under way")
    assert two.is_open


async def archived(night: Evening) -> Channel:
    """A thread with a table in it, which is archived by now."""
    thread = await night.you.open_thread("cards")
    await night.you.command("newgame knock-poker", channel=thread)
    world = night.server.context.world
    channel = world.channels[int(thread)]
    await night.until(lambda: night.service.table_in(int(thread)))
    shown = night.you.messages
    await night.until(lambda: any(BOUND in m.text for m in shown(thread)), "the line that would bring it back")
    await night.until(lambda: not night.client.desk.busy, "that nothing is under way")
    channel.archived = True
    world.save(channel)
    return channel


async def test_an_archived_thread_is_not_gone(night: Evening, tmp_path: Path, blank: Blank) -> None:
    thread = await archived(night)
    async with away(night):
        pass
    async with back(night, tmp_path, blank):
        asked = night.client.showing.lost
        await night.until(lambda: not asked._asking and not asked._to_ask, "the answer about the thread")
        assert night.service.table_in(thread.id) is not None


async def test_a_table_in_an_archived_thread_brings_it_back(night: Evening) -> None:
    """Threads are archived by themselves after some time without a message."""
    thread = await archived(night)
    table = night.service.table_in(thread.id)
    assert table is not None
    night.forget_tokens()
    host = model.Person(table.guild_id, int(night.you.id), night.you.name)
    await night.service.seats.add_computer(table.table_id, host, named("Ada"), 9)
    await night.until(lambda: not thread.archived, "the thread")
    shown = night.you.messages
    await night.until(lambda: any("Ada" in m.text for m in shown(str(thread.id))), "the lobby with her")
    assert table.table_id not in night.client.showing.lost._locked_out


async def test_a_thread_that_is_locked_as_well_is_as_a_channel_without_access(night: Evening) -> None:
    thread = await archived(night)
    thread.locked = True
    night.server.context.world.save(thread)
    night.forget_tokens()
    ways, table = night.client.showing.lost, night.service.table_in(thread.id)
    assert table is not None
    host = model.Person(table.guild_id, int(night.you.id), night.you.name)
    await night.service.seats.add_computer(table.table_id, host, named("Ada"), 9)
    await night.until(lambda: table.table_id in ways._locked_out, "that it is locked out")
    await ways.close_locked_out()
    assert night.service.table_in(thread.id) is not None
    ways._locked_out[table.table_id] -= DAY + 1
    await ways.close_locked_out()
    await night.until(lambda: night.service.table_in(thread.id) is None, "the end of the table")


async def test_an_archived_thread_goes_with_its_parent(night: Evening) -> None:
    """Discord says nothing of it: it isn't among the threads that the library knows."""
    thread = await archived(night)
    guild = night.client.guilds[0]
    known = guild.get_thread(thread.id)
    if known is not None:
        guild._remove_thread(known)  # as after a start
    parent = channel_of(night)
    world = night.server.context.world
    world.remove(thread)
    delete(night, parent, seen=True)
    await night.until(lambda: night.service.table_in(thread.id) is None, "the end of the thread's table")


async def test_the_bot_is_removed_from_the_server(two: Evening) -> None:
    guild = two.server.context.world.guild_of(channel_of(two))
    assert guild is not None
    send(two, "GUILD_DELETE", id=str(guild.id))
    await everybody_is_told(two, "I was removed from the server of your table")
    assert not two.is_open
    assert await purses(two) == [200, 200]


async def test_the_bot_was_removed_from_the_server_unseen(two: Evening, tmp_path: Path, blank: Blank) -> None:
    world = two.server.context.world
    guild = world.guild_of(channel_of(two))
    assert guild is not None
    async with away(two):
        kept = guild.members.pop(world.bot.id)
    async with back(two, tmp_path, blank):
        await two.until(lambda: not two.is_open, "the end of the table")
        assert await purses(two) == [200, 200]
        guild.members[world.bot.id] = kept


async def test_an_outage_at_discord_closes_nothing_but_what_went_meanwhile_is_found(two: Evening) -> None:
    world = two.server.context.world
    guild = world.guild_of(channel_of(two))
    assert guild is not None
    send(two, "GUILD_DELETE", id=str(guild.id), unavailable=True)
    await two.until(lambda: two.client.showing.lost._stale, "the outage")
    assert two.is_open
    send(two, "GUILD_CREATE", **two.server.context.payloads.guild_create(guild))
    await two.until(lambda: not two.client.showing.lost._stale, "the end of the outage")
    ways = two.client.showing.lost
    await two.until(lambda: not ways._asking and not ways._to_ask, "the answer about the channel")
    assert two.is_open
    send(two, "GUILD_DELETE", id=str(guild.id), unavailable=True)
    await two.until(lambda: ways._stale, "the outage")
    delete(two, channel_of(two), seen=False)
    send(two, "GUILD_CREATE", **two.server.context.payloads.guild_create(guild))
    await two.until(lambda: not two.is_open, "the end of the table")


def asked_about_channels(night: Evening) -> list[str]:
    """The paths at which the bot asks Discord about channels from now on."""
    asked: list[str] = []

    def note(entry: Mapping[str, Any]) -> None:
        if entry["method"] == "GET" and "/channels/" in entry["path"] and "/messages" not in entry["path"]:
            asked.append(entry["path"])

    night.server.context.log.listen(note)
    return asked


async def test_in_a_server_with_an_outage_no_channel_is_asked_for(two: Evening) -> None:
    guild = two.server.context.world.guild_of(channel_of(two))
    assert guild is not None
    ways, asked = two.client.showing.lost, asked_about_channels(two)
    send(two, "GUILD_DELETE", id=str(guild.id), unavailable=True)
    await two.until(lambda: ways._stale, "the outage")
    delete(two, channel_of(two), seen=False)
    ways.noticed(two.table.table_id, 10003)
    await two.until(lambda: not ways._asking and not ways._to_ask, "the answer about the channel")
    assert not asked
    assert two.is_open, "what an outage hides isn't gone"
    send(two, "GUILD_CREATE", **two.server.context.payloads.guild_create(guild))
    await two.until(lambda: not two.is_open, "the end of the table")
    assert len(asked) == 1


async def test_what_could_not_be_asked_or_closed_is_tried_again(two: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lost, "AGAIN", 0.05)
    ways, end, fetch = two.client.showing.lost, two.service.way_out.end, two.client.fetch_channel
    fails = ["asking", "closing"]

    async def asked(channel_id: int) -> Any:
        if "asking" in fails:
            fails.remove("asking")
            raise OSError("the line is cut")
        return await fetch(channel_id)

    async def closed(table_id: int, kind: Kind, *, direct: bool) -> None:
        if "closing" in fails:
            fails.remove("closing")
            raise Refusal("disk")
        await end(table_id, kind, direct=direct)

    monkeypatch.setattr(two.client, "fetch_channel", asked)
    monkeypatch.setattr(two.service.way_out, "end", closed)
    monkeypatch.setattr(lost, "persevere", lambda work: work())
    delete(two, channel_of(two), seen=False)
    ways._ask_soon(two.channel_id, two.table.guild_id)
    await two.until(lambda: not two.is_open, "the end of the table")
    assert not fails


async def test_channels_are_asked_for_one_by_one_with_a_pause_between(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    ways, asked, guild_id = two.client.showing.lost, asked_about_channels(two), two.table.guild_id
    monkeypatch.setattr(lost, "SPACING", 0.5)
    ways._ask_soon(two.channel_id, guild_id)
    ways._ask_soon(two.channel_id + 1, guild_id)
    await two.until(lambda: asked, "the first question")
    await asyncio.sleep(0.25)
    assert len(asked) == 1
    await two.until(lambda: len(asked) == 2, "the second question")


async def test_a_table_that_cannot_be_read_holds_up_no_other_that_is_locked_out(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[int] = []

    async def shown_again(table_id: int) -> bool:
        looked_at.append(table_id)
        if table_id == 1:
            raise model.Refusal("disk")
        return True

    async def shut_out(table_id: int) -> None:
        raise AssertionError("nobody has told of it")

    ways = lost.LostTables(night.client.desk, night.client, shown_again, shut_out)
    monkeypatch.setattr(ways, "_place_of", lambda table_id: model.Location(table_id, 70, 700 + table_id))
    ways._locked_out = {1: 0.0, 2: 0.0}
    await ways.close_locked_out()
    assert looked_at == [1, 2]
    assert set(ways._locked_out) == {1, 2}


async def test_after_an_error_at_one_table_those_that_are_locked_out_are_looked_at_all_the_same(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[int] = []

    async def shown_again(table_id: int) -> bool:
        looked_at.append(table_id)
        if table_id == 1:
            raise KeyError(table_id)
        return True

    async def shut_out(table_id: int) -> None:
        raise AssertionError("nobody has told of it")

    async def locked_out() -> dict[int, float]:
        looked_at.append(0)
        if looked_at == [0]:
            raise KeyError
        return {1: 0.0, 2: 0.0}

    ways = lost.LostTables(night.client.desk, night.client, shown_again, shut_out)
    monkeypatch.setattr(lost, "LOOKS", 0.01)
    monkeypatch.setattr(ways, "_place_of", lambda table_id: model.Location(table_id, 70, 700 + table_id))
    monkeypatch.setattr(night.service.ends, "locked_out", locked_out)
    watching = asyncio.create_task(ways.watch())
    await night.until(lambda: len(looked_at) >= 6, "the second look at both tables")
    watching.cancel()
    assert looked_at[:6] == [0, 0, 1, 2, 1, 2]


async def test_a_table_that_could_not_be_closed_stays_where_its_channel_is_given_back_meanwhile(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lost, "AGAIN", 0.05)
    ways, table_id, tried, shown = two.client.showing.lost, two.table.table_id, list[int](), list[bool]()

    async def closed(table_id: int, kind: Kind, *, direct: bool) -> None:
        tried.append(table_id)
        raise Refusal("disk")

    async def shown_again(table_id: int) -> bool:
        shown.append(bool(shown))
        return shown[-1]

    monkeypatch.setattr(two.service.way_out, "end", closed)
    monkeypatch.setattr(ways, "_shown_again", shown_again)
    ways._locked_out[table_id] = two.client.desk.clock() - DAY - 1
    await ways.close_locked_out()
    await two.until(lambda: len(shown) == 2, "the second look")
    await asyncio.sleep(0.1)
    assert tried == [table_id], "it may be used again"
    assert two.is_open


async def test_without_access_the_table_is_kept_for_a_day(two: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    two.forget_tokens()
    await two.you.deny_bot("send_messages", "view_channel")
    await two.ann.command("draw", from_="stock", channel="dm")
    await two.you.command("draw", from_="stock", channel="dm")
    ways, table_id = two.client.showing.lost, two.table.table_id
    await two.until(lambda: table_id in ways._locked_out, "that it is locked out")
    for _ in range(500):
        if written := await two.service.ends.locked_out():
            break
        await asyncio.sleep(0.01)
    assert list(written) == [table_id]
    await ways.close_locked_out()
    assert two.is_open
    ways._locked_out[table_id] -= DAY + 1
    await two.you.deny_bot()
    await ways.close_locked_out()
    assert two.is_open, "it may be used again"
    await two.until(lambda: not ways._locked_out)
    await two.you.deny_bot("send_messages", "view_channel")
    await two.ann.command("leave", channel="dm")
    await two.until(lambda: table_id in ways._locked_out, "that it is locked out again")
    ways._locked_out[table_id] -= DAY - 60
    await ways.close_locked_out()
    assert two.is_open, "it isn't a day yet"
    ways._locked_out[table_id] -= 61
    await ways.close_locked_out()
    await two.until(lambda: not two.is_open, "the end of the table")
    await two.you.until(lambda: any("For a day I couldn’t use" in m.text for m in two.you.dms()), "that it is told")
    assert await purses(two) == [200, 200]


async def no_request_was_needed(night: Evening, lose: Callable[[], Awaitable[object]]) -> None:
    """Waits until the bot knows, of a table where nobody acts and no time runs, that it may not see the channel."""
    ways, table_id = night.client.showing.lost, night.table.table_id
    await night.until(lambda: not night.client.desk.busy, "that nothing is under way")
    asked: list[str] = []
    night.server.context.log.listen(lambda entry: asked.append(entry["path"]))
    await lose()
    await night.until(lambda: table_id in ways._locked_out, "that it is locked out")
    await night.until(lambda: table_id in night.service._clock._hidden, "that people's time stands still")
    assert not asked


async def test_a_channel_that_is_taken_from_the_bot_is_noticed_where_nobody_acts(two: Evening) -> None:
    await no_request_was_needed(two, lambda: two.you.deny_bot("view_channel"))
    ways, table_id = two.client.showing.lost, two.table.table_id
    ways._locked_out[table_id] -= DAY + 1
    await ways.close_locked_out()
    await two.until(lambda: not two.is_open, "the end of the table")
    assert await purses(two) == [200, 200]


async def test_a_channel_that_is_given_back_is_noticed_where_nobody_acts(two: Evening) -> None:
    await no_request_was_needed(two, lambda: two.you.deny_bot("view_channel"))
    ways, table_id = two.client.showing.lost, two.table.table_id
    await two.you.deny_bot()
    await two.until(lambda: table_id not in ways._locked_out, "that it may be seen again")
    await two.until(lambda: table_id not in two.service._clock._hidden, "that time goes on")
    assert two.is_open


def role_of_the_bot(night: Evening) -> tuple[Guild, Role]:
    world = night.server.context.world
    guild = world.guild_of(channel_of(night))
    assert guild is not None
    role = world.bot_role(guild)
    assert role is not None
    return guild, role


async def test_a_role_that_may_see_nothing_any_more_is_noticed_where_nobody_acts(two: Evening) -> None:
    guild, role = role_of_the_bot(two)

    async def lose() -> None:
        everybody = next(each for each in guild.roles if each.id == guild.id)
        for each in (role, everybody):
            each.permissions &= ~BITS["view_channel"]
            send(two, "GUILD_ROLE_UPDATE", guild_id=str(guild.id), role=two.server.context.payloads.role(each))

    await no_request_was_needed(two, lose)


async def test_a_role_that_is_taken_from_the_bot_is_noticed_where_nobody_acts(two: Evening) -> None:
    guild, role = role_of_the_bot(two)
    world, payloads = two.server.context.world, two.server.context.payloads
    everybody = next(each for each in guild.roles if each.id == guild.id)
    everybody.permissions &= ~BITS["view_channel"]
    send(two, "GUILD_ROLE_UPDATE", guild_id=str(guild.id), role=payloads.role(everybody))

    async def lose() -> None:
        guild.members[world.bot.id].roles.remove(role.id)
        own = payloads.member(guild.members[world.bot.id], world.bot)
        send(two, "GUILD_MEMBER_UPDATE", guild_id=str(guild.id), **own)

    await no_request_was_needed(two, lose)


async def test_a_channel_that_was_taken_from_the_bot_while_it_was_away(
    two: Evening, tmp_path: Path, blank: Blank
) -> None:
    table_id = two.table.table_id
    async with away(two):
        await two.you.deny_bot("view_channel")
    async with back(two, tmp_path, blank):
        await two.until(lambda: table_id in two.client.showing.lost._locked_out, "that it is locked out")
        await two.until(lambda: table_id in two.service._clock._hidden, "that people's time stands still")
        assert two.is_open


@pytest.mark.parametrize("denied", ["view_channel", "send_messages", "read_message_history", "attach_files"])
async def test_what_discord_would_refuse_is_not_asked_for_at_a_start(
    two: Evening, tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch, denied: str
) -> None:
    """An address that meets 10,000 refusals in ten minutes is banned, and there may be thousands of such tables."""
    monkeypatch.setattr("bot.service.clock.SEEN_AGAIN", 0.05)
    table_id, refused = two.table.table_id, list[str]()
    two.forget_tokens()
    await two.until(lambda: not two.client.showing.tokens._known, "no tokens")
    async with away(two):
        await two.you.dismiss(two.live())
        await two.you.deny_bot(denied)

    def listen(entry: Entry) -> None:
        if entry["status"] in {401, 403}:
            refused.append(f"{entry['method']} {entry['path']}")

    two.server.context.log.listen(listen)
    async with back(two, tmp_path, blank):
        is_lost = denied in {"view_channel", "send_messages"}
        await two.until(lambda: (table_id in two.client.showing.lost._locked_out) == is_lost, "what it may do")
        await asyncio.sleep(0.5)
        await two.until(lambda: is_lost or two.live(), "the table")
        await two.you.deny_bot()
        await two.until(lambda: two.live(), "the table, shown again")
        await two.until(lambda: table_id not in two.client.showing.lost._locked_out, "that it is no longer locked out")
    assert len(refused) <= 1, "which tells that Discord does refuse it"


async def test_a_thread_that_is_locked_and_archived_is_noticed_where_nobody_acts(night: Evening) -> None:
    world = night.server.context.world
    thread = await night.you.open_thread("cards")
    await night.you.command("newgame knock-poker", channel=thread)
    await night.until(lambda: night.service.table_in(int(thread)))
    channel, ways = world.channels[int(thread)], night.client.showing.lost
    table = night.service.table_in(channel.id)
    assert table is not None
    shown = night.you.messages
    await night.until(lambda: any(BOUND in m.text for m in shown(thread)), "the line that the table sends last")
    await night.until(lambda: not night.client.desk.busy, "that nothing is under way")
    asked: list[str] = []
    night.server.context.log.listen(lambda entry: asked.append(entry["path"]))
    hidden = night.service._clock._hidden

    async def becomes(*, archived: bool, locked: bool) -> None:
        channel.archived, channel.locked = archived, locked
        world.save(channel)
        world.bus.tell(ChannelChanged(channel))
        await night.until(lambda: (table.table_id in ways._locked_out) == locked, "that it is noticed")
        await night.until(lambda: (table.table_id in hidden) == locked, "that people's time stands still, or goes on")

    await becomes(archived=True, locked=True)
    assert not asked
    assert not await night.client.showing.publishers.seen(table.table_id)
    assert table.table_id in ways._locked_out
    await becomes(archived=True, locked=False)
    assert night.service.table_in(channel.id) is not None


async def test_a_thread_that_was_locked_and_archived_while_the_bot_was_away(
    night: Evening, tmp_path: Path, blank: Blank
) -> None:
    thread = await archived(night)
    table = night.service.table_in(thread.id)
    assert table is not None
    async with away(night):
        thread.locked = True
        night.server.context.world.save(thread)
        assert thread.archived
    async with back(night, tmp_path, blank):
        ways = night.client.showing.lost
        await night.until(lambda: table.table_id in ways._locked_out, "that it is locked out")
        await night.until(lambda: table.table_id in night.service._clock._hidden, "that people's time stands still")
        assert night.service.table_in(thread.id) is not None


async def test_where_only_tokens_still_show_the_table_time_stops_and_the_day_begins(hurried: Evening) -> None:
    """Tokens of presses edit messages also in a channel that the bot may not see; people may not see it either."""
    ways, table_id = hurried.client.showing.lost, hurried.table.table_id
    refused: list[int] = []
    hurried.server.context.log.listen(lambda entry: refused.extend([entry["status"]] * (entry["status"] == 403)))
    await lock_out(hurried)
    turn, asked = hurried.table.turn, len(refused)
    await asyncio.sleep(2)  # the time of four turns
    assert (hurried.table.turn, hurried.table.deadline) == (turn, None)
    assert len(refused) == asked, "it is not asked for again and again"
    ways._locked_out[table_id] -= DAY + 1
    await ways.close_locked_out()
    await hurried.until(lambda: not hurried.is_open, "the end of the table")


async def test_a_discord_that_fails_to_tell_of_a_channel_is_not_asked_without_pause(hurried: Evening) -> None:
    asked: list[int] = []
    hurried.server.context.log.listen(lambda entry: asked.extend([entry["status"]] * (entry["method"] == "GET")))
    await hurried.you.faults(add={"kind": "status", "status": 503, "method": "GET", "times": 1000})
    await hurried.until(lambda: len(asked) > 1, "the second question")
    turn, before = hurried.table.turn, len(asked)
    await asyncio.sleep(2)  # the time of four turns
    assert hurried.table.turn == turn
    assert len(asked) - before <= 8, "no more than some times"
    assert hurried.table.table_id not in hurried.client.showing.lost._locked_out, "nobody refuses the channel"


async def test_time_goes_on_once_the_channel_may_be_seen_again(
    hurried: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.clock.SEEN_AGAIN", 0.05)
    ways, table_id = hurried.client.showing.lost, hurried.table.table_id
    await lock_out(hurried)
    turn = hurried.table.turn
    await hurried.you.deny_bot()
    await hurried.until(lambda: table_id not in ways._locked_out, "that it may be used again")
    await hurried.until(lambda: hurried.table.turn != turn, "the move of the clock")


async def test_whoever_takes_no_direct_messages_is_told_with_the_next_answer(two: Evening) -> None:
    await two.ann.set(dms_open=False)
    world = two.server.context.world
    delete(two, channel_of(two), seen=True)
    await two.until(lambda: not two.is_open)
    await two.until(lambda: two.client.desk._notices.get(int(two.ann.id)), "a notice")
    other = next(str(c.id) for c in world.channels.values() if c.type == 0)
    answer = await two.ann.command("join", channel=other)
    assert "was closed, because I can’t use its channel any more" in answer.text


class Threads:
    """A thread, private or not, with a table in it, and what Discord says of it."""

    def __init__(self, night: Evening, channel: Channel, table_id: int) -> None:
        self.night, self.channel, self.table_id = night, channel, table_id
        self.ways, self.world = night.client.showing.lost, night.server.context.world
        self.asked: list[str] = []
        night.server.context.log.listen(lambda entry: self.asked.append(f"{entry['method']} {entry['path']}"))

    @property
    def is_open(self) -> bool:
        return self.night.service.table_in(self.channel.id) is not None

    async def becomes(self, *, out: bool) -> None:
        hidden = self.night.service._clock._hidden
        await self.night.until(lambda: (self.table_id in self.ways._locked_out) == out, "that it is locked out, or not")
        await self.night.until(lambda: (self.table_id in hidden) == out, "that people's time stands still, or goes on")
        await self.is_quiet()

    async def is_quiet(self) -> None:
        await self.night.until(lambda: not (self.night.client.desk.busy or self.ways._asking), "nothing under way")

    def changed(self, *, archived: bool, locked: bool) -> None:
        self.channel.archived, self.channel.locked = archived, locked
        self.world.save(self.channel)
        self.world.bus.tell(ChannelChanged(self.channel))

    def bot_leaves(self) -> None:
        """Somebody takes the bot out of the thread."""
        bot = self.world.bot.id
        del self.channel.thread_members[bot]
        self.world.save(self.channel)
        self._members(removed_member_ids=[str(bot)])

    def bot_joins(self) -> None:
        """Somebody takes the bot into it again."""
        bot = self.world.bot.id
        self.channel.thread_members[bot] = self.world.now()
        self.world.save(self.channel)
        own = self.night.server.context.payloads.thread_member(self.channel, bot)
        self._members(added_members=[{**own, "presence": None}])

    def _members(self, **data: Any) -> None:
        guild = self.world.guild_of(self.channel)
        assert guild is not None
        ids = {"id": str(self.channel.id), "guild_id": str(guild.id)}
        send(self.night, "THREAD_MEMBERS_UPDATE", **ids, member_count=2, **data)

    def an_event(self) -> None:
        """Something unrelated happens to a role."""
        guild, role = role_of_the_bot(self.night)
        send(
            self.night, "GUILD_ROLE_UPDATE", guild_id=str(guild.id), role=self.night.server.context.payloads.role(role)
        )


async def table_in_a_thread(night: Evening, *, private: bool = False) -> Threads:
    thread = await night.you.open_thread("cards")
    channel = night.server.context.world.channels[int(thread)]
    if private:
        channel.type = PRIVATE_THREAD
        channel.thread_members[night.server.context.world.bot.id] = night.server.context.world.now()
        night.server.context.world.save(channel)
        guild = night.client.guilds[0]
        await night.until(lambda: guild.get_thread(channel.id), "the thread")
        known = guild.get_thread(channel.id)
        assert known is not None
        guild._remove_thread(known)
        payloads = night.server.context.payloads
        send(night, "THREAD_CREATE", **payloads.channel(channel) | {"guild_id": str(guild.id)})
        await night.until(lambda: (found := guild.get_thread(channel.id)) and found.is_private(), "the private thread")
    await night.you.command("newgame knock-poker", channel=thread)
    await night.until(lambda: night.service.table_in(channel.id))
    table = night.service.table_in(channel.id)
    assert table is not None
    threads = Threads(night, channel, table.table_id)
    await night.until(lambda: any(BOUND in m.text for m in night.you.messages(thread)), "the last line")
    await threads.is_quiet()
    threads.asked.clear()
    return threads


async def test_a_bot_that_is_taken_out_of_a_private_thread_may_not_see_it_until_it_is_taken_in_again(
    night: Evening,
) -> None:
    there = await table_in_a_thread(night, private=True)
    night.forget_tokens()
    there.bot_leaves()
    await there.becomes(out=True)
    asked = len(there.asked)
    for _ in range(5):
        there.an_event()
    await night.you.say("a word that comes after these")
    await there.is_quiet()
    assert len(there.asked) == asked, "nothing says that it may be used again"
    await there.becomes(out=True)
    there.bot_joins()
    await there.becomes(out=False)
    there.bot_leaves()
    await there.becomes(out=True)
    there.ways._locked_out[there.table_id] -= DAY + 1
    await there.ways.close_locked_out()
    await night.until(lambda: not there.is_open, "the end of the table")


async def test_a_thread_that_is_refused_is_asked_for_more_and_more_seldom_without_a_reason(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the library knows of a private thread doesn't tell whether the bot may see it."""
    monkeypatch.setattr("bot.service.clock.SEEN_AGAIN", 0.02)
    there = await table_in_a_thread(night, private=True)
    night.forget_tokens()
    there.bot_leaves()
    await there.becomes(out=True)
    await asyncio.sleep(0.2)
    for minutes in (1, 2, 4):
        there.asked.clear()
        for _ in range(minutes):
            await asyncio.sleep(0.1)
            assert there.asked == []
            night.later(60)
        await night.until(lambda: there.asked, "that it is asked for again")
        await asyncio.sleep(0.1)
        assert len(there.asked) == 1
    there.bot_joins()
    await there.becomes(out=False)


async def test_whoever_manages_threads_in_a_channel_alone_is_not_shut_out_of_its_threads(night: Evening) -> None:
    there = await table_in_a_thread(night)
    parent, (guild, role) = channel_of(night), role_of_the_bot(night)

    def manages(*, threads: bool) -> None:
        bits = BITS["manage_threads"] if threads else 0
        payload = night.server.context.payloads.channel(parent)
        payload["permission_overwrites"] = [{"id": str(role.id), "type": 0, "allow": str(bits), "deny": "0"}]
        send(night, "CHANNEL_UPDATE", **payload | {"guild_id": str(guild.id)})

    library = night.client.guilds[0]
    channel = library.get_channel(parent.id)
    assert channel is not None
    assert not library.me.guild_permissions.manage_threads
    manages(threads=True)
    await night.until(lambda: channel.permissions_for(library.me).manage_threads, "the permission")
    there.changed(archived=True, locked=True)
    await night.until(lambda: there.channel.id in there.ways._archived, "that it is locked and archived")
    await there.is_quiet()
    assert there.table_id not in there.ways._locked_out
    manages(threads=False)
    await there.becomes(out=True)
    there.channel.archived = False  # as Discord does with what the bot sends there now
    manages(threads=True)
    await there.becomes(out=False)


async def test_of_an_archived_thread_nothing_is_kept_once_its_table_is_closed(night: Evening) -> None:
    there = await table_in_a_thread(night)
    there.changed(archived=True, locked=True)
    await there.becomes(out=True)
    await there.ways.close_locked_out()
    assert there.channel.id in there.ways._archived
    await night.service.way_out.end(there.table_id, "released", direct=False)
    await night.until(lambda: not there.is_open, "the end of the table")
    await there.ways.close_locked_out()
    assert there.ways._archived == {}


async def test_a_table_that_may_be_used_again_is_looked_at_once_however_many_events_come(night: Evening) -> None:
    looks: list[int] = []
    go_on = asyncio.Event()

    async def shown_again(table_id: int) -> bool:
        looks.append(table_id)
        await go_on.wait()
        return False

    async def shut_out(table_id: int) -> None:
        raise AssertionError("nobody has told of it")

    ways = lost.LostTables(night.client.desk, night.client, shown_again, shut_out)
    ways._locked_out = {1: 0.0}
    for _ in range(50):
        ways._access(1, usable=True)
    await night.until(lambda: looks, "the look")
    go_on.set()
    await night.until(lambda: not ways._trying_to_show, "the end of the tries")
    assert looks == [1, 1], "once more, since what the events tell of may have come after the first"
    ways._access(1, usable=None)
    assert not ways._trying_to_show


async def test_a_channel_in_which_the_bot_may_not_write_is_not_tried_again_at_each_event(two: Evening) -> None:
    two.forget_tokens()
    ways, table_id = two.client.showing.lost, two.table.table_id
    await lock_out(two)
    await two.you.deny_bot("send_messages")
    guild, role = role_of_the_bot(two)
    library = two.client.guilds[0].get_channel(two.channel_id)
    assert library is not None
    await two.until(lambda: library.permissions_for(library.guild.me).view_channel, "the permission")
    for _ in range(5):
        send(two, "GUILD_ROLE_UPDATE", guild_id=str(guild.id), role=two.server.context.payloads.role(role))
    await two.until(lambda: not two.client.desk.busy, "that nothing is under way")
    assert table_id in ways._locked_out
    assert not ways._trying_to_show
    await two.you.deny_bot()
    await two.until(lambda: table_id not in ways._locked_out, "that it may be used again")
