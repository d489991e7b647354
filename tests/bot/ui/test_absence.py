"""People who are away, slow turns, and interruptions, at the local Discord; with a clock that the test moves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot.client import KnockaboutClient
from bot.local.testing.driver import Person
from bot.local.testing.seen import Seen
from bot.service.customs import BRIEF, DAY
from bot.service.model import Private, Turn
from bot.service.pace import Pace
from bot.service.service import TableService
from bot.store.model.errors import StoreError
from bot.store.model.servers import Chips
from bot.store.store import Store
from bot.ui.showing import calls, reach, refresher
from bot.ui.showing.direct_panel import DirectPanel
from tests.bot.ui.evening import Evening, a_turn, dm, evening, forgotten, panel, refused, seated, sides
from tests.kit.once import own_texts
from tests.kit.painters import Blank
from tests.kit.time import Hands

TURN = 300


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def turn() -> int:
    """Seconds for a turn."""
    return TURN


@pytest.fixture
async def night(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch, hands: Hands, turn: int
) -> AsyncIterator[Evening]:
    monkeypatch.setattr(calls, "SPACING", 0.02)
    async with evening(tmp_path, blank, monkeypatch, Pace(turn, 30, 1, 3600), time=hands) as found:
        yield found


async def runs(night: Evening) -> None:
    """Waits until the present turn's time runs."""
    await night.until(lambda: night.table.deadline is not None, "the time of a turn")


async def misses(night: Evening, hands: Hands) -> None:
    """Whoever's turn it is lets the time pass."""
    await runs(night)
    before = night.table.turn
    hands.forward(TURN)
    await night.until(lambda: night.table.turn != before, "the plain move")


async def goes_away(night: Evening, hands: Hands) -> tuple[Person, Person]:
    """A person misses two turns in a row; that person and the other."""
    first, other = sides(night)
    await misses(night, hands)
    await runs(night)
    await a_turn(other)
    await misses(night, hands)
    await night.until(lambda: any(s.away for s in night.table.sitters), "somebody away")
    return first, other


def only_back(message: Seen) -> bool:
    return list(message.labels) == ["I’m back"]


async def test_who_is_away_is_told_at_the_table_and_by_a_new_message_and_comes_back_by_a_press(
    two: Evening, hands: Hands
) -> None:
    before = {person.id: dm(person).id for person in (two.you, two.ann)}
    first, other = await goes_away(two, hands)
    name = two.seated(first).name
    await two.until(lambda: f"{name} took too long twice: a computer player takes over" in two.live().text)
    await first.until(lambda: only_back(dm(first)), "the one button")
    assert "You took too long twice, so a computer player plays for you" in dm(first).text
    assert dm(first).id != before[first.id], "a new message tells of itself"
    assert dm(other).id == before[other.id]
    await runs(two)  # the other's turn
    await a_turn(other)
    assert two.acting.computer
    await first.click(dm(first), "I’m back")
    await two.until(lambda: not two.seated(first).away)
    await first.until(lambda: "Draw stock" in dm(first).labels, "the turn in the panel")
    assert "You’re back" in dm(first).text
    await two.until(lambda: "I’m back" not in two.live().labels, "the table without the button")
    await a_turn(first)
    assert two.acting.user_id == int(other.id)


async def test_what_was_read_of_a_turn_goes_when_the_clock_has_ended_that(two: Evening, hands: Hands) -> None:
    first, other = sides(two)
    hand = (await first.command("hand")).shown
    can = (await first.click(hand, "What can I do?")).shown
    beats = (await first.click(hand, "What beats what")).shown
    await misses(two, hands)
    await first.until(lambda: can.gone, "what could be done")
    await forgotten(two, "advice:")
    assert not beats.gone, "it is about no turn"
    assert two.acting.user_id == int(other.id)


async def test_who_cant_come_back_because_of_the_disk_keeps_the_panel_and_its_button(
    two: Evening, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = await goes_away(two, hands)
    await first.until(lambda: only_back(dm(first)), "the one button")
    shown = dm(first)

    async def step(*arguments: object, **named: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as full:
        full.setattr(two.store, "step", step)
        await first.click(shown, "I’m back")
        await first.until(lambda: "couldn’t be saved" in shown.text, "the refusal")
    assert only_back(shown)
    assert shown.media
    await first.click(shown, "I’m back")
    await two.until(lambda: not two.seated(first).away)
    await first.until(lambda: "You’re back" in shown.text, "the answer")
    assert [entry["route"] for entry in two.server.context.log.entries if entry["status"] == 400] == []


async def test_im_back_is_under_the_tables_message_and_a_command_too(two: Evening, hands: Hands) -> None:
    first, other = await goes_away(two, hands)
    await two.until(lambda: "I’m back" in two.live().labels, "the button of the table")
    await other.click(two.live(other), "I’m back")
    await other.until(lambda: "You’re here: nobody plays for you" in panel(other).text, "the answer")
    assert two.seated(first).away
    answer = await first.command("back")
    assert "You’re back" in answer.shown.text
    assert not two.seated(first).away


async def test_im_back_seats_nobody_who_has_never_sat_there(two: Evening, hands: Hands) -> None:
    await goes_away(two, hands)
    cy = await two.people.guest("Cy")
    await refused(await cy.command("back"), "You don’t sit at this table. Sit down with `/join`")
    assert two.table.seated(int(cy.id)) is None


async def test_back_in_direct_messages_means_the_table_where_one_is_away(two: Evening, hands: Hands) -> None:
    first, _ = await goes_away(two, hands)
    channels = two.server.context.world.channels.values()
    elsewhere = next(str(c.id) for c in channels if c.type == 0 and str(c.id) != two.you.channel)
    await first.command("newgame dompe", channel=elsewhere)
    await first.command("back", channel="dm")
    await two.until(lambda: not two.seated(first).away, "the first table")


async def test_somebody_away_who_plays_is_told_to_come_back_first(two: Evening, hands: Hands) -> None:
    first, other = await goes_away(two, hands)
    await runs(two)
    await a_turn(other)
    await refused(await first.command("draw", from_="stock"), "A computer player plays for you")


async def test_the_panel_in_the_channel_is_told_too(two: Evening, hands: Hands) -> None:
    first, _ = sides(two)
    shown = (await first.command("hand")).shown
    await goes_away(two, hands)
    await first.until(lambda: only_back(shown), "the one button")


async def test_who_is_away_and_cant_be_reached_in_the_channel_gets_a_direct_message(two: Evening, hands: Hands) -> None:
    first, _ = sides(two)
    await first.command("hand")
    two.forget_tokens()
    known = {message.id for message in first.dms()}
    await goes_away(two, hands)
    await first.until(lambda: only_back(dm(first)) and dm(first).id not in known, "a direct message")


async def test_who_lost_the_seat_sits_down_again_by_the_same_command(two: Evening, hands: Hands) -> None:
    first, other = await goes_away(two, hands)
    await first.command("leave")
    while two.is_open and two.table.stage == "playing":
        before = two.table.turn
        if two.acting.computer:
            hands.forward(10)
            await two.until(partial(later_than, two, before))
        else:
            await runs(two)
            await a_turn(other, knock=True)
    await two.until(lambda: two.table.seated(int(first.id)) is None)
    assert "You sit down" in (await first.command("back")).text
    assert two.table.seated(int(first.id)) is not None


def later_than(night: Evening, turn: Turn) -> bool:
    return night.table.turn != turn


async def plain_to_the_end(night: Evening) -> None:
    """Every turn is played by rule, whoever's it is, and nobody goes away by that."""
    table = night.service._in_memory.by_id[night.table.table_id]
    while table.playing:
        table.absent = {}
        assert table.deal is not None
        table.deal.missed.clear()
        await night.service._by_itself.play_for(table, table.turn, not night.service._play.takes_the_turn(table))


async def cy_is_away(night: Evening) -> Person:
    """A third person is dealt in, and a computer player takes over."""
    cy = await night.people.guest("Cy")
    await cy.command("join")
    table = night.service._in_memory.by_id[night.table.table_id]
    await plain_to_the_end(night)
    await night.you.command("start")
    await night.until(lambda: night.table.stage == "playing" and night.table.seated(int(cy.id)) is not None)
    async with table.lock:
        await night.service._play.take_over(table, table.check_seated(int(cy.id)), "away")
    return cy


async def test_whoever_loses_the_seat_is_told_why_and_how_to_come_back(two: Evening) -> None:
    cy = await cy_is_away(two)
    await plain_to_the_end(two)
    await cy.until(lambda: "Your seat is kept until the next deal" in dm(cy).text, "the kept seat")
    assert only_back(dm(cy))
    await two.until(lambda: "Cy is away. The seat is kept" in two.live().text, "the line at the table")
    await two.you.command("start")
    await two.until(lambda: "Cy was away when this deal was dealt" in two.live().text, "the line at the table")
    await cy.until(lambda: "You were away when the next deal was dealt" in dm(cy).text, "the last words")
    assert two.table.seated(int(cy.id)) is None


async def test_who_saw_nothing_of_the_deal_is_told_once_that_they_were_away(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring_up = DirectPanel.bring_up

    async def later(panel: DirectPanel, private: Private) -> None:
        if private.table.stage != "playing":
            await bring_up(panel, private)

    monkeypatch.setattr(DirectPanel, "bring_up", later)
    cy = await cy_is_away(two)
    await plain_to_the_end(two)
    await cy.until(lambda: "Your seat is kept until the next deal" in dm(cy).text, "the kept seat")
    await two.you.command("start")
    await cy.until(lambda: "You were away when the next deal was dealt" in dm(cy).text, "the last words")
    assert len(cy.dms()) == 1


async def test_the_others_skip_a_slow_turn(two: Evening, hands: Hands) -> None:
    first, other = sides(two)
    await runs(two)
    hands.forward(TURN / 2)
    await two.until(lambda: "Skip the turn" in two.live().labels, "the vote at the table")
    await other.until(lambda: "Skip the turn" in panel(other).labels, "the vote in the panel")
    warning = f"You’re taking a long time: {other.name} may skip your turn"
    await first.until(lambda: warning in dm(first).text, "the warning")
    turn = two.table.turn
    await other.click(panel(other), "Skip the turn")
    await two.until(lambda: two.table.turn != turn, "the skipped turn")
    await other.until(lambda: "The turn is skipped" in panel(other).text, "what was done")
    await other.until(lambda: "Draw stock" in panel(other).labels, "the own turn")
    await first.until(
        lambda: "You took too long, so the plainest move was made for you" in dm(first).text, "the reason"
    )


async def test_the_others_let_a_computer_player_take_over(two: Evening, hands: Hands) -> None:
    first, other = sides(two)
    await runs(two)
    hands.forward(TURN / 2)
    await two.until(lambda: "Let a computer play" in two.live().labels, "the vote at the table")
    await other.click(two.live(other), "Let a computer play")
    await other.until(
        lambda: f"takes over for {first.name}, until {first.name} is back" in panel(other).text, "the answer"
    )
    await first.until(lambda: only_back(dm(first)), "the one button")
    assert f"{other.name} didn’t want to wait, so a computer player plays for you" in dm(first).text
    assert f"⏳ {other.name} didn’t want to wait: a computer player takes over" in two.live().text


# -- interruptions


async def goes_on(night: Evening, hands: Hands) -> None:
    """Waits until the clock has looked again for the table, and somebody has the whole time."""

    def looked() -> bool:
        if night.table.deadline is None:
            hands.forward(60)
        return night.table.deadline is not None

    await night.until(looked, "the time of a turn")
    assert night.table.deadline == hands.now() + TURN


async def test_a_lost_gateway_stops_the_clock_and_then_everybody_has_the_whole_time(two: Evening, hands: Hands) -> None:
    await runs(two)
    seen = []
    lost, found = two.service.interruptions.unreachable, two.service.interruptions.reachable

    def note(what: str, shard: int) -> None:
        seen.append(what)
        if what == "found":
            hands.forward(BRIEF + 1)
        (lost if what == "lost" else found)(shard)

    two.client.reach._lost, two.client.reach._found = partial(note, "lost"), partial(note, "found")
    for action in ("drop", "forget"):
        hands.forward(100)
        await two.you.gateway(action)
        await two.until(lambda: seen[-1:] == ["found"], "the gateway again")
        assert seen == ["lost", "found"]
        seen.clear()
        assert two.table.deadline == hands.now() + TURN


async def test_a_connection_that_goes_on_at_once_changes_nothing(
    two: Evening, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    def goes_on(cuts: int) -> bool:
        return two.client._cuts[0] == cuts and not two.client.reach._interrupted

    monkeypatch.setattr(reach, "BRIEFLY", 60.0)
    await runs(two)
    await two.settled()
    hands.forward(100)
    deadline = two.table.deadline
    await two.you.counts(clear=True)
    for cuts, action in enumerate(("reconnect", "drop"), start=two.client._cuts[0] + 1):
        await two.you.gateway(action)
        await two.until(partial(goes_on, cuts), "the gateway again")
    assert two.table.deadline == deadline
    assert not [kind for kind in (await two.you.counts()).requests if "/messages" in kind["route"]]


async def test_nobodys_time_ends_while_a_connection_is_interrupted(
    two: Evening, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "BRIEFLY", 60.0)
    await runs(two)
    turn = two.table.turn
    two.client.reach.interrupted(0)
    hands.forward(2 * TURN)
    await two.until(lambda: two.service._clock._acting[two.table.table_id], "the end of the time")
    assert two.table.turn == turn
    two.client.reach.gateway(0, False)
    await two.until(lambda: two.table.deadline is None, "the clock's standing still")
    assert two.table.turn == turn
    two.client.reach.gateway(0, True)
    await runs(two)
    two.client.reach.interrupted(0)
    hands.forward(2 * TURN)
    await two.until(lambda: two.service._clock._acting[two.table.table_id], "the end of the time")
    two.client.reach.gateway(0, True)
    await two.until(lambda: two.table.turn != turn, "the end of the turn")


async def test_requests_that_fail_stop_the_clock_until_discord_answers(
    two: Evening, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "ASKED_AGAIN", (0.02,))
    await runs(two)
    hands.forward(100)
    turn = two.table.turn
    await two.you.faults(add={"kind": "status", "status": 503, "times": 1000, "path": "/applications/@me"})
    for _ in range(reach.FAILING):
        with pytest.raises(Exception, match="503"):
            await two.client.application_info()
    await two.until(lambda: two.table.deadline is None, "the clock's standing still")
    hands.forward(10 * TURN)
    assert two.table.turn == turn
    await two.you.faults(rules=[])
    await runs(two)
    assert (two.table.deadline, two.table.turn) == (hands.now() + TURN, turn)


async def test_a_table_that_cant_be_shown_stops_its_clock(
    two: Evening, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refresher, "AGAIN", (0.05,))
    two.forget_tokens()
    await two.you.deny_bot("send_messages", "view_channel")
    await runs(two)
    before = two.table.turn
    first, _ = sides(two)
    await a_turn(first)
    await two.until(lambda: two.table.deadline is None, "the clock's standing still")
    turn = two.table.turn
    assert turn != before
    for _ in range(3):
        hands.forward(TURN)
    await two.you.deny_bot()
    await goes_on(two, hands)
    assert two.table.turn == turn


async def test_before_a_turn_counts_as_missed_the_bot_asks_whether_the_table_is_there(
    two: Evening, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    await runs(two)
    turn = two.table.turn
    asked = []

    async def cut(channel_id: int) -> None:
        asked.append(channel_id)
        raise OSError

    monkeypatch.setattr(two.client, "fetch_channel", cut)
    hands.forward(TURN)
    # The table's message can be edited, though: so the time goes on at once, from its beginning.
    await two.until(lambda: two.table.deadline == hands.now() + TURN, "the whole time again")
    assert (two.table.turn, asked) == (turn, [two.channel_id])


async def test_nobodys_time_runs_before_the_bot_is_ready(tmp_path: Path, hands: Hands, blank: Blank) -> None:
    store = await Store.open(tmp_path / "early.sqlite3", Chips(), hands.now)
    service = TableService(store, Pace(TURN), hands)
    client = KnockaboutClient(service, own_texts(), blank)
    assert list(service._clock._halted) == [0]
    assert not client.reach.reached
    client.reach.gateway(0, True)
    assert not service._clock._halted
    await service.stop()
    await store.close()


# -- by mail, and tables that end


@pytest.mark.parametrize("turn", [2 * DAY])
async def test_a_long_turn_is_reminded_of_by_a_new_call(two: Evening, hands: Hands) -> None:
    await runs(two)
    two.later(20 * 60)
    two.client.showing.changed(two.table.table_id)

    def call() -> Seen | None:
        return next((message for message in two.public() if message.payload["mentions"]), None)

    def reminder(before: Seen | None) -> bool:
        now = call()
        return now is not None and (before is None or now.id != before.id) and "Reminder" in now.text

    for passed in (DAY, 0.8 * DAY):
        before = call()
        hands.forward(passed)
        await two.until(partial(reminder, before), "the reminder")
        assert len([message for message in two.public() if message.payload["mentions"]]) == 1


async def test_a_lobby_ends_by_itself_and_says_so_in_the_channel(night: Evening, hands: Hands) -> None:
    await night.you.command("newgame knock-poker")
    await night.until(lambda: night.is_open)
    table_id = night.table.table_id
    await night.until(lambda: night.table.live_message is not None)
    hands.forward(3600)
    await night.until(lambda: not night.is_open, "the lobby's end")
    await night.until(lambda: any("nobody had done anything here for 1 hour" in m.text for m in night.public()))
    snapshot = night.service.snapshot_of(table_id)
    assert snapshot is not None
    assert snapshot.ended == "idle"
    assert "200" in (await night.you.command("chips")).text


async def test_turn_times_up_to_seven_days_are_offered_in_the_lobby(night: Evening) -> None:
    lobby = await night.you.command("newgame knock-poker")
    page = (await night.you.click(lobby, "Set up")).shown
    assert "by mail: 7 days a turn" in str(page.components)


@pytest.fixture
async def two(night: Evening) -> Evening:
    """You and Ann in a first deal."""
    return await seated(night)
