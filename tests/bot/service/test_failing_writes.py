"""Writes that fail: what was seen to go wrong, one by one, and then every write of random evenings in turn."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.audit import check_deal
from bot.service import clock, dealing, in_memory, thoughts
from bot.service import evening as evenings
from bot.service import setup as opening
from bot.service.model import Changes, Person, Refusal
from bot.service.pace import Pace
from bot.service.restore import rebuilt
from bot.service.snapshots import snapshot
from bot.service.table import Table
from bot.store.audit import audit
from bot.store.books import Books
from bot.store.connection import Reader, Writer
from bot.store.model.errors import StoreError
from engine.actions import act, argument
from engine.errors import IllegalAction
from engine.game import GAMES
from engine.players import CAREFUL, PLAYERS
from engine.players.choosing import by_rules
from engine.shuffle import Stream
from tests.bot.named import named
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, STILL, House
from tests.bot.service.refusals import refused
from tests.bot.store.helpers import hurry
from tests.kit.once import own_texts
from tests.kit.tables import all_tables, open_tables

THREE = (ANN, BO, CY)


class Faults:
    """Makes writes of a store fail: the n-th from now on, before or after it is done."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.writes = 0
        self._fail_at: int | None = None
        self._after = self._unread = False
        self.reads_fail = 0
        """So many reads in a row fail from the next one on."""
        write, read = Writer.write, Reader.read

        async def failing_write(writer: Writer, unit: Any) -> Any:
            self.writes += 1
            if self.writes != self._fail_at:
                return await write(writer, unit)
            if self._after:
                await write(writer, unit)
            if self._unread:
                self.reads_fail = 1
            raise StoreError("The disk fails.")

        async def failing_read(reader: Reader, work: Any) -> Any:
            if self.reads_fail:
                self.reads_fail -= 1
                raise StoreError("The disk fails.")
            return await read(reader, work)

        monkeypatch.setattr(Writer, "write", failing_write)
        monkeypatch.setattr(Reader, "read", failing_read)
        monkeypatch.setattr(clock, "AGAIN", 0.001)
        monkeypatch.setattr(in_memory, "FIRST_LOOK", 0.001)

    def at(self, number: int, *, after: bool, unread: bool = False) -> None:
        """The write of that number from now on fails; ``after``: once it is done; ``unread``: the next read, too."""
        self._fail_at, self._after, self._unread = self.writes + number, after, unread


@pytest.fixture
def faults(house: House, monkeypatch: pytest.MonkeyPatch) -> Faults:
    return Faults(house, monkeypatch)


BEFORE_AND_AFTER = pytest.mark.parametrize("after", [False, True], ids=["before it is done", "after it is done"])


async def agree(house: House) -> None:
    """Memory is what the books say, and nobody is stuck: somebody can act, or the clock runs."""
    service = house.service
    stored = {there.table.id: rebuilt(there) for there in await house.store.load_open()}
    open_here = {table.table_id: table for table in open_tables(service)}
    assert stored.keys() == open_here.keys()
    for table_id, table in open_here.items():
        async with table.lock:
            assert not table.unsure
            assert told(table) == told(rebuilt(await whole(house, table_id)))
            assert going_on(house, table), f"table {table_id} is stuck"


async def whole(house: House, table_id: int) -> Any:
    found = await house.store.table(table_id)
    assert found is not None
    return found


def told(table: Table) -> tuple[object, ...]:
    """What memory and books must agree on; what the last deal left counts until the next one is dealt."""
    deal = table.deal
    left = None if table.playing else (table.dealer, table.game_over, table.stakes, table.stakes_of)
    return (
        table.present(),
        table.players(),
        (table.host_id, table.row.closing, table.closed, table.table_secret, table.dealt),
        (table.game.name, table.rules, table.setup, table.practice, table.row.paused),
        (left, table.pot, table.pools, table.turn, table.stage),
        deal and (deal.deal_id, deal.state, deal.seq, deal.shuffles, deal.levelled, deal.people_acted),
        deal and [step.events for step in deal.told],
        (some(table.absent), deal and some(deal.missed), deal and some(deal.drawn)),
    )


def some(counted: Mapping[int, float]) -> dict[int, float]:
    """What isn't 0."""
    return {sitting: count for sitting, count in counted.items() if count}


def going_on(house: House, table: Table) -> bool:
    """Whether somebody can act, or something will happen by itself."""
    if table.table_id in house.service._clock._waiting:
        return True
    if not table.playing:
        return any(sitter.user_id is not None and not sitter.leaving for sitter in table.sitters)
    to_act = snapshot(table).to_act
    return to_act is not None and not to_act.computer


async def settled(house: House) -> None:
    """Waits until computer players have acted and what is unsure has been read."""
    for _ in range(3000):
        await asyncio.sleep(0)
        there = open_tables(house.service)
        busy = [table for table in there if table.unsure or table.lock.locked()]
        acting = [table for table in there if house.service._play.by_computer(table)]
        if not (busy or acting or house.service._in_memory._unsure):
            return
        await asyncio.sleep(0.001)
    raise AssertionError("what is to happen by itself does not happen")


# -- one by one


@BEFORE_AND_AFTER
async def test_sitting_down_that_fails_with_the_opening_leaves_no_channel_blocked(
    house: House, faults: Faults, after: bool
) -> None:
    """The table and its host's seat are one step: both are there, or neither."""
    faults.at(1, after=after)
    if after:
        assert [sitter.name for sitter in (await house.table(ANN)).sitters] == ["Ann"]
    else:
        await refused("not_written", house.table(ANN))
        assert house.service.table_in(CHANNEL) is None
        assert await house.store.load_open() == []
        await house.table(ANN)
    await house.service.seats.join(house.id, BO, house.key)
    await agree(house)


async def test_whoever_cannot_pay_opens_no_table(house: House, faults: Faults) -> None:
    await refused("purse_too_small", house.table(ANN, buy_in=201))
    assert await house.store.load_open() == []
    await house.table(BO)


async def test_a_channel_that_could_not_be_read_either_is_read_again_by_itself(house: House, faults: Faults) -> None:
    faults.at(1, after=True)
    faults.reads_fail = 1
    await refused("disk", house.table(ANN))
    await settled(house)
    assert house.now.seated(ANN.user_id) is not None
    await agree(house)


@BEFORE_AND_AFTER
async def test_a_shuffle_in_mid_deal_is_written_with_the_action_before_it(
    house: House, faults: Faults, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    """Poe Crumb's stock runs out: the action that empties it fails together with the shuffle, or neither does."""
    await house.table(ANN, BO, game="poe-crumb", buy_in=0)
    await house.service.start(house.id, ANN, house.key)
    shuffles = 0
    add_action = Books.add_action

    def noting(books: Books, deal_id: int, seq: int, action: Any, **more: Any) -> None:
        nonlocal shuffles
        shuffles += action["do"] == "shuffle"
        if action["do"] == "shuffle" and shuffles == 1 and not after:
            raise StoreError("The disk fails.")
        add_action(books, deal_id, seq, action, **more)

    monkeypatch.setattr(Books, "add_action", noting)
    while not shuffles:
        assert house.now.stage == "playing"
        person = house.acting(ANN, BO)
        view = house.service.private_of(house.id, person.user_id).view
        assert view is not None
        draw = view.prompt("draw")
        do, what = ("draw", "stock") if draw else ("discard", view.drawn)
        turn = house.now.turn
        if after and empties_the_stock(house, do, what):
            faults.at(1, after=True)
        if not after and empties_the_stock(house, do, what):
            await refused("not_written", house.act(person, do, what))
            assert house.now.turn == turn
        await house.act(person, do, what)
    assert house.now.to_act is not None
    await agree(house)


def empties_the_stock(house: House, do: str, what: Any) -> bool:
    """Whether the discards are shuffled after that action of the seat whose turn it is."""
    table = house.service._in_memory.by_id[house.id]
    assert table.deal is not None
    (seat,) = table.game.to_act(table.deal.state)
    state, _ = table.game.apply(table.deal.state, act(do, seat, what))
    return bool(table.game.to_shuffle(state))


@pytest.mark.parametrize("pace", [Pace(turn=0.05, pause=3600, computer=0)])
@pytest.mark.parametrize("number", [1, 2])
@BEFORE_AND_AFTER
async def test_a_turn_played_for_somebody_absent_is_one_step(
    house: House, faults: Faults, number: int, after: bool
) -> None:
    """Its draw is never written without its discard; a failed write counts nobody as away, and the clock goes on."""
    await house.table(ANN, BO, CY)
    await house.service.start(house.id, ANN, house.key)
    faults.at(number, after=after)
    await house.until(lambda: house.now.turn.seq >= 4)
    stored = await whole(house, house.id)
    assert [action.action["do"] for action in stored.deal.actions].count("draw") >= 1
    for sitter in house.now.sitters:
        assert not sitter.leaving, "each has let one turn pass at most"
    await house.service.stop()
    await agree_stopped(house)


async def agree_stopped(house: House) -> None:
    for table in open_tables(house.service):
        assert told(table) == told(rebuilt(await whole(house, table.table_id)))


@BEFORE_AND_AFTER
async def test_who_is_leaving_gets_up_with_the_last_action_of_the_deal(
    house: House, faults: Faults, after: bool
) -> None:
    await house.table(ANN, BO, CY)
    await house.service.start(house.id, ANN, house.key)
    await house.service.seats.leave(house.id, CY, house.key)
    await settled(house)
    while house.now.stage == "playing":
        person = house.acting(ANN, BO)
        view = house.service.private_of(house.id, person.user_id).view
        assert view is not None
        turn = house.now.turn
        faults.at(1, after=after)
        step = ("knock", None) if view.prompt("knock") else ("draw", "stock") if view.prompt("draw") else None
        do, what = step or ("discard", view.drawn)
        if after:
            await house.act(person, do, what)
        else:
            await refused("not_written", house.act(person, do, what))
            assert house.now.turn == turn
            await house.act(person, do, what)
        await settled(house)
        await agree(house)
    assert [sitter.name for sitter in house.now.sitters] == ["Ann", "Bo"]


@BEFORE_AND_AFTER
async def test_a_start_whose_commit_is_reported_as_failed_is_no_riddle(
    house: House, faults: Faults, after: bool
) -> None:
    await house.table(ANN, BO)
    faults.at(1, after=after)
    if after:
        assert (await house.service.start(house.id, ANN, house.key)).stage == "playing"
    else:
        await refused("not_written", house.service.start(house.id, ANN, house.key))
        await house.service.start(house.id, ANN, house.key)
    await agree(house)
    await house.any_action(ANN, BO)
    await agree(house)


async def test_a_commit_that_is_reported_as_failed_is_found_when_the_table_can_be_read(
    house: House, faults: Faults
) -> None:
    """Written, reported as failed, and not to be read: the person is told so; the same click later gets its answer."""
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    person, turn = house.acting(ANN, BO), house.now.turn
    faults.at(1, after=True)
    faults.reads_fail = 1
    await refused("disk", house.act(person, "draw", "stock", key=4242, turn=turn))
    private = await house.act(person, "draw", "stock", key=4242, turn=turn)
    assert (private.table.turn.seq, len(private.view.hand if private.view else ())) == (1, 6)
    await agree(house)


async def test_the_same_click_again_gets_its_answer_also_where_the_moment_has_passed(
    house: House, faults: Faults
) -> None:
    """A start that is written, reported as failed, and found by the clock."""
    await house.table(ANN, BO)
    lobby, turn = house.id, house.now.turn
    faults.at(1, after=True)
    faults.reads_fail = 1
    await refused("disk", house.service.start(lobby, ANN, 4242, turn))
    await settled(house)
    assert house.now.stage == "playing"
    assert (await house.service.start(lobby, ANN, 4242, turn)).turn.deal == 1
    await refused("stale", house.service.start(lobby, ANN, 4243, turn))


async def test_a_table_that_cannot_be_read_is_read_again_by_the_clock(house: House, faults: Faults) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    faults.at(1, after=True)
    faults.reads_fail = 5
    await refused("disk", house.act(house.acting(ANN, BO), "draw", "stock"))
    await settled(house)
    assert (faults.reads_fail, house.now.turn.seq) == (0, 1)
    await agree(house)


@pytest.mark.parametrize("pace", [Pace(turn=0, pause=3600, computer=0)])
async def test_a_computer_player_that_fails_is_asked_again(
    house: House, monkeypatch: pytest.MonkeyPatch, faults: Faults
) -> None:
    await house.table(ANN)
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    left = [2]

    def failing(*given: Any) -> Any:
        left[0] -= 1
        if left[0] >= 0:
            raise RuntimeError("a computer player fails")
        return by_rules(*given)

    monkeypatch.setattr(thoughts, "by_rules", failing)
    monkeypatch.setattr(thoughts, "CAREFUL", replace(CAREFUL, choose=failing))
    await house.service.start(house.id, ANN, house.key)
    while house.now.to_act is not None and not house.now.to_act.computer:
        await house.any_action(ANN)
    await settled(house)
    assert left[0] < 0
    await agree(house)


def test_people_are_told_the_truth() -> None:
    texts = own_texts().for_locale("en")
    assert "nothing has changed" in texts("refusal-not_written")
    assert "don’t know" in texts("refusal-disk")


async def set_up(house: House, key: int) -> None:
    changes = Changes({"ante": 3}, buy_in=30, four_colour=True, settings={"turn_seconds": 60})
    assert (await house.service.setting_up.change(house.id, ANN, changes, key)).buy_in == 30


async def pause(house: House, key: int) -> None:
    assert (await house.service.going_on.pause(house.id, ANN, key)).paused


async def leave_lines(house: House, key: int) -> None:
    assert (await house.service.setting_up.leave_lines(house.id, ANN, True, key)).result_lines


async def begin_practice(house: House, key: int) -> None:
    if house.now.seated(BO.user_id) is not None:
        await house.service.seats.leave(house.id, BO, house.key)
    assert (await house.service.start(house.id, ANN, key)).practice


async def another_game(house: House, key: int) -> None:
    there = await house.service.going_on.another_game(house.id, ANN, "dompe", key)
    assert [(s.name, s.chips) for s in there.sitters] == [("Ann", 20), ("Bo", 20), ("Ada", 20)]


async def rematch(house: House, key: int) -> None:
    closed = next((table for table in all_tables(house.service) if table.stage == "closed"), None)
    if closed is None:
        closed = await house.service.close(house.id, ANN, house.key)
    assert [s.name for s in (await house.service.going_on.rematch(closed.table_id, BO, key)).sitters] == ["Bo", "Ada"]


@pytest.mark.parametrize("step", [set_up, pause, leave_lines, begin_practice, another_game, rematch])
@pytest.mark.parametrize("unread", [False, True])
@BEFORE_AND_AFTER
async def test_whatever_is_set_up_or_comes_between_deals_is_done_once_or_not_at_all(
    house: House, faults: Faults, step: Callable[[House, int], Awaitable[None]], unread: bool, after: bool
):
    await house.table(ANN, BO)
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    others = int(step in {begin_practice, rematch})
    key = house.key
    faults.at(1 + others, after=after, unread=unread)
    with contextlib.suppress(Refusal):
        await step(house, key)
    await settled(house)
    await agree(house)
    with contextlib.suppress(Refusal):
        await step(house, key)
    await settled(house)
    await agree(house)
    assert faults.writes >= 1 + others
    now = house.now
    done: dict[Callable[[House, int], Awaitable[None]], bool] = {
        set_up: now.buy_in == 30,
        pause: now.paused,
        leave_lines: now.result_lines is True,
        begin_practice: now.practice,
        another_game: now.game == "dompe",
        rematch: now.host_id == BO.user_id,
    }
    assert done[step]


# -- every write of random evenings


class Evening:
    """People and computer players who come, go, miss their turns, top up, act and close at one table."""

    def __init__(self, house: House, game: str, lot: random.Random) -> None:
        self.house, self.game, self.lot = house, GAMES[game], lot
        self.cards = Stream(lot.randbytes(32))

    async def step(self) -> None:
        """One thing that somebody asks for, allowed or not."""
        house, service, lot = self.house, self.house.service, self.lot
        now = service.table_in(CHANNEL)
        person: Person = lot.choice(THREE)
        if now is None:
            await service.open(person, CHANNEL, self.game.name, self.rules(), 20, False, house.key)
            return
        table = now.table_id
        if lot.random() < 0.45 or (now.stage != "playing" and len(now.sitters) < self.game.seats[0]):
            match lot.choice(
                ["join", "join", "join", "computer", "computer", "leave", "remove", "top up", "close", "back"]
            ):
                case "join":
                    await service.seats.join(table, person, house.key)
                case "computer":
                    await service.seats.add_computer(table, person, named("Ada", "Basil"), house.key)
                case "leave":
                    await service.seats.leave(table, person, house.key)
                case "remove":
                    await service.seats.remove_computer(table, person, house.key)
                case "top up":
                    await service.seats.top_up(table, person, house.key)
                case "close" if lot.random() < 0.3:
                    await service.close(table, person, house.key)
                case "back":
                    await service.absence.back(table, person, house.key)
        elif now.stage != "playing":
            await service.start(table, person, house.key)
        elif now.to_act is not None and not now.to_act.computer and lot.random() < 0.3:
            await service._by_itself.play_for(service._in_memory.by_id[table], now.turn, absent=True)
        elif now.to_act is not None and not now.to_act.computer:
            whose = house.acting(*THREE)
            view = service.private_of(table, whose.user_id).view
            assert view is not None
            action = PLAYERS["random"].choose(view, self.cards)
            await house.act(whose, action.do, argument(action))

    def rules(self) -> Any:
        """Rules under which deals are short."""
        return self.game.rules(**{"max_deals": 2} if "max_deals" in self.game.rules.model_fields else {})


async def evening(
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    seed: int,
    steps: int,
    fail_at: int = 0,
    *,
    after: bool = False,
    unread: bool = False,
) -> int:
    """One random evening with one failing write (0: none); how many writes it made."""
    lot = random.Random(seed)
    with monkeypatch.context() as patched:
        for module in (thoughts, opening):
            patched.setattr(module, "new_seed", lambda: lot.randbytes(32))
        patched.setattr(dealing, "drawn", lot.randrange)
        house = House(path, STILL)
        await house.open()
        try:
            await hurry(house.store)
            for person in THREE:
                await house.service.people.set_settings(person.user_id, auto_top_up=True)
            faults = Faults(house, patched)
            if fail_at:
                faults.at(fail_at, after=after, unread=unread)
            night = Evening(house, game, lot)
            for _ in range(steps):
                with contextlib.suppress(Refusal, IllegalAction):
                    await night.step()
                await settled(house)
                if faults.writes >= fail_at:
                    await agree(house)
            return faults.writes
        finally:
            await house.close()
            assert audit(path, check_deal).problems == ()


async def test_every_write_of_an_evening_may_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every_game: str, long_evenings: int
) -> None:
    steps = 60 if long_evenings else 16
    for seed in range(SHORT_EVENING, SHORT_EVENING + max(1, long_evenings)):
        made = await evening(tmp_path / f"{seed}.sqlite3", monkeypatch, every_game, seed, steps)
        assert made > 8
        for number in range(1, made + 1):
            for name, way in WAYS.items() if long_evenings else list(WAYS.items())[:2]:
                path = tmp_path / f"{seed}-{number}-{name}.sqlite3"
                await evening(path, monkeypatch, every_game, seed, steps, number, **way)


SHORT_EVENING = 5
"""A seed with which people come and go, deals end, and computer players sit there, in every game."""
WAYS: dict[str, dict[str, bool]] = {"before": {}, "after": {"after": True}, "unread": {"after": True, "unread": True}}
"""How a write fails: before it is done, after it, and so that the table can't be read then either."""


@pytest.fixture(params=list(GAMES))
def every_game(request: pytest.FixtureRequest) -> str:
    game: str = request.param
    return game


@pytest.fixture
def long_evenings(request: pytest.FixtureRequest) -> int:
    """How many long evenings of each game ``--long-evenings`` asks for; 0: one short one."""
    number: int = request.config.getoption("--long-evenings")
    return number


def evenings_that_fail(monkeypatch: pytest.MonkeyPatch, times: int, error: Exception) -> list[int]:
    """Has the summary of a closed table fail ``times`` times, then succeed; the list says how many are left."""
    monkeypatch.setattr(clock, "AGAIN", 0.001)
    find_out, left = evenings.evening_of, [times]

    async def evening_of(*given: Any) -> Any:
        if left[0]:
            left[0] -= 1
            raise error
        return await find_out(*given)

    monkeypatch.setattr("bot.service.locked.evening_of", evening_of)
    return left


@pytest.mark.parametrize("times", [1, 3])
async def test_a_table_that_closed_is_let_go_although_something_failed_right_after(
    house: House, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    """What it came to can't be found out at first: the channel is free nevertheless, and it is looked for again."""
    left = evenings_that_fail(monkeypatch, times, RuntimeError("this can't be read"))
    await house.table(ANN, BO)
    table_id = house.id
    with pytest.raises(RuntimeError):
        await house.service.close(table_id, ANN, house.key)
    await house.until(lambda: not left[0] and not house.service._in_memory.by_id[table_id].unsure)
    assert house.service.table_in(CHANNEL) is None
    await house.table(CY)
    assert [sitter.name for sitter in house.now.sitters] == ["Cy"]


async def test_what_follows_a_closing_by_itself_fails_and_is_made_up_for(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same where nobody asked for it and the books' own error comes after the step."""
    left = evenings_that_fail(monkeypatch, 2, StoreError("The disk fails."))
    await house.table(ANN, BO)
    table_id = house.id
    with contextlib.suppress(Refusal):
        await house.service.close(table_id, ANN, house.key)
    await house.until(lambda: not left[0] and not house.service._in_memory.by_id[table_id].unsure)
    assert house.service.table_in(CHANNEL) is None
