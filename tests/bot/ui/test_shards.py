"""Several shards in one process: each server's tables follow their own shard, and nobody else's."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.hosting.forgetting import knows_servers
from bot.hosting.health import not_ready, state
from bot.hosting.kept_interactions import KeptInteractions
from bot.hosting.metrics import Metrics
from bot.local import Sharding
from bot.local.state import servers
from bot.local.state.model import Guild
from bot.processes.painter import Painter
from bot.processes.thinkers import Thinkers
from bot.service.model import Refusal, Snapshot
from bot.service.pace import Pace
from bot.service.shards import Shards
from bot.store.model.errors import StoreError
from bot.store.model.people import Member
from bot.store.privacy import DAY, Retention
from bot.store.ways_out import ask
from bot.ui.pages.page import Page
from bot.ui.showing import lost, refresher
from bot.ui.showing.live import LiveMessage
from tests.bot.local.sharded import channel_in, found_on
from tests.bot.ui.evening import Evening, bot_on, evening
from tests.kit.painters import Blank
from tests.kit.tables import all_tables
from tests.kit.time import Hands

TURN = 300
PACE = Pace(turn=TURN, pause=1000, computer=0, idle=0)


@dataclass
class Away:
    """A table in a server of its own."""

    night: Evening
    guild: Guild
    channel: str

    @property
    def table(self) -> Snapshot:
        found = self.night.service.table_in(int(self.channel))
        assert found is not None
        return found

    @property
    def is_open(self) -> bool:
        return self.night.service.table_in(int(self.channel)) is not None

    @property
    def runs(self) -> bool:
        """Whether the time of the person whose turn it is runs."""
        return self.table.deadline is not None


@pytest.fixture
def count() -> int:
    """How many shards Discord recommends."""
    return 2


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
async def night(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch, hands: Hands, count: int
) -> AsyncIterator[Evening]:
    monkeypatch.setattr(lost, "SPACING", 0.01)
    sharding = Sharding(count, max_concurrency=16)
    async with evening(tmp_path, blank, monkeypatch, PACE, time=hands, sharding=sharding) as found:
        found.ann = await found.people.guest("Ann")
        yield found


async def a_deal(night: Evening, shard: int, count: int) -> Away:
    """You and Ann play in a new server of that shard."""
    guild = found_on(night.server, shard, count)
    away = Away(night, guild, channel_in(night.server, guild))
    await night.until(lambda: night.client.get_guild(guild.id), "the server")
    lobby = await night.you.command("newgame knock-poker", channel=away.channel)
    await night.ann.click(lobby, "Join")
    await night.until(lambda: len(away.table.sitters) == 2)
    await night.you.click(lobby, "Start")
    await night.until(lambda: away.table.stage == "playing" and away.runs, "a deal")
    return away


@pytest.fixture
async def tables(night: Evening, count: int) -> Sequence[Away]:
    """A table on each shard."""
    return [await a_deal(night, shard, count) for shard in range(count)]


async def acts(at: Away) -> None:
    """Whoever's turn it is draws a card, by a command."""
    turn = at.table.turn
    assert at.table.to_act is not None
    first = at.night.you if str(at.table.to_act.user_id) == at.night.you.id else at.night.ann
    await first.command("draw", from_="stock", channel=at.channel)
    await at.night.until(lambda: at.table.turn != turn, "the card")


async def purses(at: Away) -> list[int]:
    """What lies in the purses of the two in that server."""
    here = (at.night.you, at.night.ann)
    return [(await at.night.service.people.purse(Member(at.guild.id, int(p.id), p.name))).balance for p in here]


async def leaves(night: Evening, shard: int, *, for_good: bool = False) -> None:
    """The shard's line is lost; ``for_good``: so is its session."""
    cuts = night.client._cuts[shard]
    night.server.context.gateway.act("leave", shard)
    if for_good:
        night.server.context.gateway.act("forget", shard)
    await night.until(lambda: night.client._cuts[shard] > cuts and shard in night.client.away, "the loss")


async def returns(night: Evening, shard: int) -> None:
    night.server.context.gateway.act("return", shard)
    await night.until(lambda: shard not in night.client.away, "the shard")


@contextlib.asynccontextmanager
async def started_again(
    night: Evening, path: Path, hands: Hands, shards: Shards, late: tuple[int, ...] = ()
) -> AsyncIterator[None]:
    """The bot is there anew inside, with these shards."""
    await night.client.close()
    await night.service.stop()
    await night.store.close()
    async with bot_on(night.server, path, Blank(), PACE, time=hands, shards=shards, late=late) as found:
        night.store, night.service, night.client = found
        yield


@pytest.mark.parametrize("count", [2, 4])
async def test_every_shard_that_discord_recommends_is_held_and_played_on(
    night: Evening, tables: Sequence[Away], count: int
) -> None:
    assert night.service.shards == Shards(count)
    assert night.client.shard_count == count
    assert [night.service.shard_of(at.table.table_id) for at in tables] == list(range(count))
    assert not_ready(night.client) == ""
    for at in tables:
        await acts(at)


@pytest.mark.parametrize("for_good", [False, True])
async def test_a_lost_shard_stops_its_own_clocks_alone(
    night: Evening, tables: Sequence[Away], hands: Hands, *, for_good: bool
) -> None:
    there, gone = tables
    await leaves(night, 1, for_good=for_good)
    await night.until(lambda: not gone.runs, "the clock's standing still")
    assert there.runs
    assert not_ready(night.client) == "Of the bot's 2 shards 1 are not signed in yet, or not connected: shard 1."
    assert state(night.client).status == "1 of 2 shards are signed in"
    knows = knows_servers(night.client)
    assert [knows(at.guild.id) for at in (there, gone)] == [True, False]
    await acts(there)
    await night.until(lambda: there.runs, "the next turn's time")
    turns = there.table.turn, gone.table.turn
    hands.forward(TURN)
    await night.until(lambda: there.table.turn != turns[0], "the missed turn")
    hands.forward(10 * TURN)
    assert gone.table.turn == turns[1]
    await returns(night, 1)
    await night.until(lambda: gone.runs, "the clock's going on")
    assert gone.table.deadline == hands.now() + TURN, "the whole time"
    assert gone.is_open
    await acts(gone)
    assert state(night.client).ready


def seated_at(night: Evening, table_id: int) -> int:
    """How many sit there."""
    table = night.service.snapshot_of(table_id)
    assert table is not None
    return len(table.sitters)


async def test_each_shard_is_measured(night: Evening, tables: Sequence[Away]) -> None:
    metrics = Metrics(night.client, Painter(), Thinkers(0))

    def value(name: str, **labels: str) -> float | None:
        return metrics.registry.get_sample_value(f"knockabout_{name}", labels)

    shards = ("0", "1")
    counts = [sum(guild.shard_id == shard for guild in night.client.guilds) for shard in (0, 1)]
    assert sum(counts) == 3
    assert [value("servers", shard=shard) for shard in shards] == counts
    assert [value("shard_ready", shard=shard) for shard in shards] == [1, 1]
    await night.until(lambda: all(value("gateway_seconds", shard=shard) for shard in shards), "the heartbeats")
    assert value("ready") == 1
    await leaves(night, 1)
    assert [value("shard_ready", shard=shard) for shard in shards] == [1, 0]
    assert value("ready") == 0
    assert value("gateway_seconds", shard="0")


async def test_direct_messages_and_their_tables_come_through_shard_0(night: Evening, tables: Sequence[Away]) -> None:
    await night.you.open_dm()
    lobby = (await night.you.command("newgame knock-poker", channel="dm")).shown
    (own,) = await night.until(lambda: [table for table in all_tables(night.service) if table.in_dm])
    assert night.service.shard_of(own.table_id) == 0

    async def seats(count: int) -> None:
        await night.you.click(lobby, "Add computer player")
        await night.until(lambda: seated_at(night, own.table_id) == count)

    await leaves(night, 1)
    await seats(2)
    await leaves(night, 0)
    await returns(night, 1)
    await night.until(lambda: tables[1].runs, "the clock of shard 1")
    assert not tables[0].runs
    assert list(night.service._clock._halted) == [0]
    await acts(tables[1])
    await returns(night, 0)
    await night.until(lambda: tables[0].runs, "the clock of shard 0")
    await seats(3)


async def test_a_server_that_was_deleted_while_its_shard_was_away(night: Evening, tables: Sequence[Away]) -> None:
    there, gone = tables
    await leaves(night, 1, for_good=True)
    servers.delete(night.server.context.world, gone.guild)
    await asyncio.sleep(0)
    assert gone.is_open, "nobody knows yet"
    await returns(night, 1)
    await night.until(lambda: not gone.is_open, "the end of the table")
    assert night.client.get_guild(gone.guild.id) is None
    assert await purses(gone) == [200, 200]
    assert there.is_open
    assert night.client.get_guild(there.guild.id) is not None


async def test_the_bot_is_removed_from_a_server_of_one_shard(night: Evening, tables: Sequence[Away]) -> None:
    there, gone = tables
    await night.you.remove_bot(str(gone.guild.id))
    await night.until(lambda: not gone.is_open, "the end of the table")
    assert await purses(gone) == [200, 200]
    await acts(there)


async def test_a_shard_that_begins_anew_closes_nothing_of_others(night: Evening, tables: Sequence[Away]) -> None:
    for shard in (0, 1):
        await leaves(night, shard, for_good=True)
        await returns(night, shard)
    await night.until(lambda: all(at.runs for at in tables), "both clocks")
    ways = night.client.showing.lost
    await night.until(lambda: not ways._asking and not ways._to_ask, "the answers about channels")
    assert all(at.is_open for at in tables)


async def test_at_the_start_tables_go_on_as_soon_as_their_own_shard_is_there(
    night: Evening, tables: Sequence[Away], tmp_path: Path, hands: Hands
) -> None:
    there, gone = tables
    night.server.context.gateway.away.add(1)
    async with started_again(night, tmp_path / "k.sqlite3", hands, Shards(), late=(1,)):
        await night.until(lambda: there.runs, "the clock of shard 0")
        await acts(there)
        assert not gone.runs
        assert night.client.showing.published == {there.table.table_id}
        assert not_ready(night.client).endswith("not connected: shard 1.")
        assert not night.client.is_ready()
        await returns(night, 1)
        await night.until(lambda: gone.runs, "the clock of shard 1")
        await acts(gone)


def everything_of(path: Path, at: Away, table_id: int) -> list[object]:
    """What the books and Discord have of a table."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        rows = [
            row
            for query in (
                "SELECT * FROM tables WHERE id = ?",
                "SELECT name, message_id FROM messages WHERE name LIKE '%:' || ? || '%'",
                "SELECT deal_id, count(*) FROM actions JOIN deals ON deals.id = deal_id WHERE table_id = ?",
                "SELECT id, left_at FROM sittings WHERE table_id = ?",
            )
            for row in db.execute(query, (table_id,))
        ]
    return [rows, [message.payload for message in at.night.you.messages(at.channel) if not message.ephemeral]]


async def test_a_process_with_some_shards_leaves_the_tables_of_others_alone(
    night: Evening, tables: Sequence[Away], tmp_path: Path, hands: Hands
) -> None:
    path = tmp_path / "k.sqlite3"
    there, gone = tables
    ids = there.table.table_id, gone.table.table_id
    await night.until(lambda: night.service.snapshot_of(ids[1]).live_message, "its message")  # type: ignore[union-attr]
    async with started_again(night, path, hands, Shards(2)):
        await night.until(lambda: gone.runs, "the start")
        turn = gone.table.turn
    before = everything_of(path, gone, ids[1])
    async with started_again(night, path, hands, Shards(2, frozenset({0}))):
        assert [table.table_id for table in all_tables(night.service)] == [ids[0]]
        assert not_ready(night.client) == ""
        await night.until(lambda: there.runs, "the clock of shard 0")
        await acts(there)
        hands.forward(10 * TURN)
        await night.until(lambda: there.runs, "the turn after the missed one")
        assert night.client.showing.published == {ids[0]}
        with pytest.raises(Refusal, match="other_process"):
            night.service.private_of(ids[1], int(night.you.id))
        with pytest.raises(Refusal, match="other_process"):
            await night.service._release(ids[1])
        night.store.privacy.retention = Retention(left_server_days=1)
        night.store.privacy._clock = lambda: 0.0
        await night.client.service.privacy.forget(set(), night.service.shards.holds)
        night.store.privacy._clock = lambda: 9 * DAY
        await night.client.service.privacy.forget(set(), night.service.shards.holds)
        left = await night.store._reader.read(lambda db: {row[0] for row in db.execute("SELECT * FROM servers_left")})
        assert gone.guild.id not in left
    assert everything_of(path, gone, ids[1]) == before
    async with started_again(night, path, hands, Shards(2, frozenset({1}))):
        assert [table.table_id for table in all_tables(night.service)] == [ids[1]]
        assert gone.table.turn == turn
        await night.until(lambda: gone.runs, "the clock of shard 1")
        await acts(gone)


async def becomes(read: Callable[[], Awaitable[object]], value: object) -> None:
    """Waits until the books say this."""
    for _ in range(1000):
        if await read() == value:
            return
        await asyncio.sleep(0.01)
    assert await read() == value


async def announced(night: Evening) -> list[int]:
    """The tables of which something is still to be told."""
    return [told.table_id for told in await night.store.ends.announcements()]


async def test_what_is_to_be_told_and_released_elsewhere_waits_for_its_own_process(
    night: Evening, tables: Sequence[Away], tmp_path: Path, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.way_out.RELEASES", 0.01)
    path = tmp_path / "k.sqlite3"
    ids = [at.table.table_id for at in tables]
    async with started_again(night, path, hands, Shards(2, frozenset({0}))):
        for table_id in ids:
            await asyncio.to_thread(ask, path, table_id, 0.0)
        await night.until(lambda: not tables[0].is_open, "the release")
        await becomes(night.store.ends.releases, {ids[1]: tables[1].guild.id})
        await night.store.step(lambda books: books.close_at_once(ids[1], "test", "released"))
        night.client.showing.announcements.refresher.wake()
        await becomes(lambda: announced(night), [ids[1]])
    async with started_again(night, path, hands, Shards(2, frozenset({1}))):
        await becomes(lambda: announced(night), [])


def awake(at: Away) -> bool:
    """Whether its clock runs, where it may still rest."""
    try:
        return at.runs
    except Refusal:
        return False


async def test_shards_whose_taking_has_failed_half_way_are_taken_at_the_next_attempt(
    night: Evening, tables: Sequence[Away], tmp_path: Path, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, other = tables
    async with started_again(night, tmp_path / "k.sqlite3", hands, Shards(2, frozenset({0}))):

        async def away() -> tuple[()]:
            raise StoreError("the database is away")

        for shelf in (night.service.messages, night.service.tokens, night.service.owed):
            with monkeypatch.context() as patch:
                patch.setattr(shelf, "all", lambda *given: away())
                with pytest.raises(StoreError):
                    await night.client.take({1: None})
            assert not night.client.plays_on(1)
            assert night.client.not_opened([0, 1]) == [1]
        await night.client.take({1: None})
        assert night.client.plays_on(1)
        await night.until(lambda: awake(other), "the clock of shard 1")
        await acts(other)
        await acts(there)


async def test_a_connection_before_the_lease_changes_nothing_and_goes_on_with_it(
    night: Evening, tables: Sequence[Away], tmp_path: Path, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, other = tables
    async with started_again(night, tmp_path / "k.sqlite3", hands, Shards(2, frozenset({0}))):
        waiting = KeptInteractions(night.client)
        night.client.pass_on(waiting.keeps)
        night.client.stand_by([1])
        night.client.stand_by([1])
        await night.until(lambda: night.client.standing_by == {1}, "the connection")
        assert not other.is_open
        assert night.client.reach.connected == {0}
        told = list[frozenset[int]]()
        with monkeypatch.context() as patch:
            patch.setattr(night.client, "on_standing_by", lambda: told.append(night.client.standing_by))
            await night.client.on_shard_disconnect(1)
            await night.client.on_shard_resumed(1)
        assert told == [frozenset(), {1}], "whoever offers the shard is told of both"
        asked = asyncio.create_task(night.you.command("hand", channel=other.channel))
        await night.until(lambda: waiting._kept, "the command")
        await night.client.take({1: None})
        waiting.serve()
        assert (await asked).attachments, "the hand"
        await night.until(lambda: awake(other), "the clock of shard 1")
        assert night.client.standing_by == frozenset()
        await acts(other)


async def test_while_others_may_have_taken_over_nothing_is_shown_and_no_clock_runs(
    night: Evening, tables: Sequence[Away], monkeypatch: pytest.MonkeyPatch
) -> None:
    there, other = tables
    await night.until(lambda: not night.client.desk.busy, "rest")
    shown: list[int] = []
    monkeypatch.setattr(night.client.showing, "_bring_up", shown.append)
    night.client.cut_off(cut_off=True)
    assert not any(at.runs for at in tables)
    assert not_ready(night.client) == "The database can't be reached, and other processes may play on by now."
    night.service.on_change(there.table.table_id)
    assert shown == [], "it may be old by now"
    night.client.cut_off(cut_off=False)
    assert {there.table.table_id, other.table.table_id} <= {*shown}
    assert all(at.runs for at in tables)
    assert not_ready(night.client) == ""


async def test_what_hangs_on_its_way_to_discord_as_others_may_have_taken_over_arrives_no_more(
    night: Evening, tables: Sequence[Away], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would arrive once the network is back, over what the other process has shown since."""
    there, _ = tables
    await night.until(lambda: not night.client.desk.busy, "rest")
    hanging, back, sent = asyncio.Event(), asyncio.Event(), list[str]()

    async def hangs(self: LiveMessage, page: Page, *args: object, **options: object) -> bool:
        hanging.set()
        await back.wait()
        sent.append("cut off" if night.client.desk.serving.cut_off else "ours")
        return True

    monkeypatch.setattr(LiveMessage, "show", hangs)
    monkeypatch.setattr(
        night.client.showing.publishers.by_table[there.table.table_id], "_is_shown", lambda snapshot: False
    )
    night.service.on_change(there.table.table_id)
    await hanging.wait()
    night.client.cut_off(cut_off=True)
    back.set()
    await asyncio.sleep(0.05)
    assert sent == []
    night.client.cut_off(cut_off=False)
    await night.until(lambda: sent, "the table, shown anew")
    assert "cut off" not in sent


async def test_what_could_not_be_shown_is_not_tried_again_while_others_may_have_taken_over(
    night: Evening, tables: Sequence[Away], monkeypatch: pytest.MonkeyPatch
) -> None:
    there, _ = tables
    await night.until(lambda: not night.client.desk.busy, "rest")
    publisher, tried = night.client.showing.publishers.by_table[there.table.table_id], list[bool]()

    async def fails(self: LiveMessage, page: Page, *args: object, **options: object) -> bool:
        tried.append(night.client.desk.serving.cut_off)
        raise TimeoutError

    monkeypatch.setattr(refresher, "AGAIN", (0.01,))
    monkeypatch.setattr(publisher.refresher, "_spacing", 0.0)
    monkeypatch.setattr(LiveMessage, "show", fails)
    monkeypatch.setattr(publisher, "_is_shown", lambda snapshot: False)
    publisher.changed()
    await night.until(lambda: len(tried) > 1, "another attempt")
    night.client.cut_off(cut_off=True)
    before = len(tried)
    await asyncio.sleep(0.1)
    assert len(tried) == before
    night.client.cut_off(cut_off=False)
    await night.until(lambda: len(tried) > before, "another attempt")
    assert not any(tried)
