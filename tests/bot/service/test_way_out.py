"""Ways out of a table: closed at once, a closing taken back, and what happens where nobody can act."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.service import clock, restore, thoughts
from bot.service import play as playing
from bot.service.pace import Pace
from bot.service.way_out import PLAIN_AFTER, TAKEN_BACK_AFTER, release
from bot.store.model.errors import StoreError
from engine.game import GAMES
from engine.players import CAREFUL
from tests.bot.named import named
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, DEE, House
from tests.bot.service.refusals import refused


async def told(house: House) -> list[tuple[str, str, int | None, int]]:
    """What is still to be told: its kind, who did it, whom, and the chips."""
    return [(each.kind, each.name, each.user_id, each.chips) for each in await house.service.ends.announcements()]


async def in_a_deal(house: House, *people: Any, **more: Any) -> int:
    """A deal in which something was done; its table's id."""
    await house.table(*people, **more)
    await house.service.start(house.id, people[0], house.key)
    await house.any_action(*people)
    return house.id


# -- closed at once


async def test_whoever_manages_the_channel_closes_in_mid_deal_and_the_deal_is_taken_back(house: House) -> None:
    table_id = await in_a_deal(house, ANN, BO)
    closed = await house.service.way_out.close_now(table_id, DEE, house.key, moderator=True)
    assert (closed.stage, closed.yet_to_agree) == ("closed", ())
    assert house.service.table_in(CHANNEL) is None
    assert [(s.name, s.chips) for s in closed.sitters] == [("Ann", 20), ("Bo", 20)]
    assert await house.chips() == {"Ann": 200, "Bo": 200, "Cy": 200, "Dee": 200}
    assert await told(house) == [("closed_now", "Dee", None, 0)]


async def test_the_host_needs_everybodys_consent(house: House) -> None:
    table_id = await in_a_deal(house, ANN, BO, CY)
    for person in (BO, DEE):
        with pytest.raises(Exception, match=r"not_the_host_to_end|not_seated"):
            await house.service.way_out.close_now(table_id, person, house.key)
    table = await house.service.way_out.close_now(table_id, ANN, house.key)
    assert table.yet_to_agree == ("Bo", "Cy")
    await refused("not_seated", house.service.way_out.agree(table_id, DEE, 1, house.key))
    await house.any_action(ANN, BO, CY)
    table = await house.service.way_out.agree(table_id, CY, 1, house.key)
    assert table.yet_to_agree == ("Bo",)
    assert house.now.stage == "playing"
    closed = await house.service.way_out.agree(table_id, BO, 1, house.key)
    assert (closed.stage, closed.yet_to_agree) == ("closed", ())
    assert await told(house) == [("agreed", "Ann", None, 0)]
    assert set((await house.chips()).values()) == {200}


async def test_consent_is_kept_over_a_restart_and_asked_for_anew_when_the_host_asks_anew(house: House) -> None:
    table_id = await in_a_deal(house, ANN, BO, CY)
    key = house.key
    assert (await house.service.way_out.close_now(table_id, ANN, key)).yet_to_agree == ("Bo", "Cy")
    await house.service.way_out.agree(table_id, CY, 1, house.key)
    await house.restart()
    assert (await house.service.way_out.close_now(table_id, ANN, key)).yet_to_agree == ("Bo",), (
        "the same press once more"
    )
    assert (await house.service.way_out.close_now(table_id, ANN, house.key)).yet_to_agree == ("Bo", "Cy")
    await house.service.way_out.agree(table_id, CY, 1, house.key)
    await house.restart()
    closed = await house.service.way_out.agree(table_id, BO, 1, house.key)
    assert (closed.stage, closed.yet_to_agree) == ("closed", ())


async def test_consent_is_to_one_deal_and_needs_that_of_whoever_leaves_while_the_hand_is_played(house: House) -> None:
    table_id = await in_a_deal(house, ANN, BO, CY)
    await refused("not_asked_to_end", house.service.way_out.agree(table_id, BO, 1, house.key))
    await house.service.way_out.close_now(table_id, ANN, house.key)
    await house.play_out(ANN, BO, CY)
    await house.service.start(table_id, ANN, house.key)
    await refused("not_asked_to_end", house.service.way_out.agree(table_id, BO, 1, house.key))
    await house.service.seats.leave(table_id, BO, house.key)
    table = await house.service.way_out.close_now(table_id, ANN, house.key)
    assert table.yet_to_agree == ("Bo", "Cy"), "Bo's chips are in the deal that would be taken back"
    for by_the_first_question in (house.service.way_out.agree, house.service.way_out.withdraw):
        await refused("not_asked_to_end", by_the_first_question(table_id, CY, 1, house.key))
    await house.service.seats.join(table_id, DEE, house.key)
    await house.service.seats.leave(table_id, DEE, house.key)
    table = await house.service.way_out.agree(table_id, CY, 2, house.key)
    assert table.yet_to_agree == ("Bo",)
    closed = await house.service.way_out.agree(table_id, BO, 2, house.key)
    assert (closed.stage, closed.yet_to_agree) == ("closed", ())


async def test_whoever_agreed_takes_that_back_and_whoever_asked_takes_the_question_back(house: House) -> None:
    table_id, way_out = await in_a_deal(house, ANN, BO, CY), house.service.way_out
    await refused("not_asked_to_end", way_out.withdraw(table_id, ANN, 1, house.key))
    await way_out.close_now(table_id, ANN, house.key)
    await refused("not_agreed_to_end", way_out.withdraw(table_id, BO, 1, house.key))
    await refused("not_seated", way_out.withdraw(table_id, DEE, 1, house.key))
    await way_out.agree(table_id, BO, 1, house.key)
    key = house.key
    for _ in range(2):
        assert (await way_out.withdraw(table_id, BO, 1, key)).agreed == {ANN.user_id}
    await way_out.agree(table_id, CY, 1, house.key)
    await house.restart()
    way_out = house.service.way_out
    assert house.now.agreed == {ANN.user_id, CY.user_id}
    assert (await way_out.withdraw(table_id, ANN, 1, house.key)).agreed == frozenset()
    await refused("not_asked_to_end", way_out.agree(table_id, BO, 1, house.key))
    log = (await house.service.servers.log(ANN.guild_id, 1)).entries
    assert [(entry.what, entry.by) for entry in log][:2] == [("end_withdrawn", ANN.user_id), ("end_asked", ANN.user_id)]


async def test_nobody_is_asked_any_more_once_whoever_asked_has_got_up(house: House) -> None:
    table_id = await in_a_deal(house, ANN, BO, CY)
    await house.service.way_out.close_now(table_id, ANN, house.key)
    await house.service.way_out.agree(table_id, BO, 1, house.key)
    table = await house.service.seats.leave(table_id, ANN, house.key)
    assert (table.host_id, table.agreed) == (BO.user_id, frozenset())
    await refused("not_asked_to_end", house.service.way_out.agree(table_id, CY, 1, house.key))


async def test_a_host_takes_no_deal_back_from_somebody_who_left_in_it(house: House) -> None:
    table_id = await in_a_deal(house, ANN, BO)
    await house.service.seats.leave(table_id, BO, house.key)
    table = await house.service.way_out.close_now(table_id, ANN, house.key)
    assert (table.stage, table.yet_to_agree) == ("playing", ("Bo",))
    await house.play_out(ANN)
    assert (await house.chips())["Bo"] != 200 or (await house.chips())["Ann"] != 200, "it was played to its end"


async def test_a_host_without_others_closes_at_once_in_the_lobby_and_between_deals_too(house: House) -> None:
    await house.table(ANN)
    assert (await house.service.way_out.close_now(house.id, ANN, house.key)).stage == "closed"
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    await house.deal_to_end(ANN, BO)
    await house.service.way_out.close_now(house.id, ANN, house.key, moderator=True)
    assert sum((await house.chips()).values()) == 800


async def test_closing_at_once_is_done_once_a_click(house: House) -> None:
    table_id, key = await in_a_deal(house, ANN, BO), house.key
    await house.service.way_out.close_now(table_id, DEE, key, moderator=True)
    again = await house.service.way_out.close_now(table_id, DEE, key, moderator=True)
    assert again.stage == "closed"
    assert len(await told(house)) == 1


# -- a closing taken back


async def test_votes_that_are_enough_once_others_have_gone_close_by_one_more_press(house: House) -> None:
    await house.table(DEE, ANN, BO, CY)
    await house.service.start(house.id, ANN, house.key)
    await house.play_out(DEE, ANN, BO, CY)
    table_id = house.id
    for person in (ANN, BO):
        await house.service.close(table_id, person, house.key)
    await house.service.seats.leave(table_id, CY, house.key)
    assert house.now.closers == {ANN.user_id, BO.user_id}
    await house.service.close(table_id, BO, house.key)
    assert house.left(table_id).stage == "closed"


async def test_a_closing_can_be_taken_back_until_the_deal_is_over(house: House) -> None:
    table_id = await in_a_deal(house, ANN, BO, CY)
    await refused("not_closing", house.service.way_out.stay_open(table_id, ANN, house.key))
    await house.service.close(table_id, BO, house.key)
    await house.service.close(table_id, CY, house.key)
    assert house.now.closing, "most of those who sit there have voted for it"
    await refused("not_seated", house.service.way_out.stay_open(table_id, DEE, house.key))
    await house.restart()
    assert not (await house.service.way_out.stay_open(table_id, CY, house.key)).closing
    for person, moderator in ((ANN, False), (DEE, True)):
        await house.service.close(table_id, ANN, house.key)
        await refused("not_to_stay_open", house.service.way_out.stay_open(table_id, BO, house.key))
        assert not (await house.service.way_out.stay_open(table_id, person, house.key, moderator=moderator)).closing
    await house.play_out(ANN, BO, CY)
    assert house.now.stage == "between"


# -- by whoever hosts the bot, and where the channel is gone


async def test_a_table_is_released_while_the_bot_is_down(house: House) -> None:
    table_id = await in_a_deal(house, ANN, BO)
    await house.service.stop()
    assert await release(house.store, table_id)
    assert not await release(house.store, table_id)
    assert not await release(house.store, 99)
    await house.restart()
    assert house.service.table_in(CHANNEL) is None
    assert await told(house) == [("released", "", None, 0)]
    assert set((await house.chips()).values()) == {200}


async def test_what_was_told_is_told_once(house: House) -> None:
    table_id = await in_a_deal(house, ANN, BO)
    await house.service.way_out.end(table_id, "released", direct=False)
    (announced,) = await house.service.ends.announcements()
    assert (announced.table_id, announced.channel_id, announced.game) == (table_id, CHANNEL, "knock-poker")
    await house.service.ends.told(announced.id)
    assert await told(house) == []


async def test_whoever_sat_at_a_table_whose_channel_is_gone_is_to_be_told_with_the_chips(house: House) -> None:
    table_id = await in_a_deal(house, ANN, BO)
    await house.service.seats.add_computer(table_id, ANN, named("Ada"), house.key)
    await house.service.seats.leave(table_id, BO, house.key)
    await house.service.way_out.end(table_id, "gone", direct=True)
    assert await told(house) == [("gone", "", ANN.user_id, 20), ("gone", "", BO.user_id, 20)]
    assert set((await house.chips()).values()) == {200}


async def test_an_orphan_is_released_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table_id = await in_a_deal(house, ANN, BO)
    await house.service.stop()
    await house.store.close()
    with monkeypatch.context() as other:
        other.setattr(restore, "GAMES", {name: game for name, game in GAMES.items() if name != "knock-poker"})
        await house.open()
        assert [orphan.table_id for orphan in house.service.orphans()] == [table_id]
        await house.service.way_out.end(table_id, "gone", direct=True)
        assert house.service.orphans() == ()
        assert [each[0] for each in await told(house)] == ["gone", "gone"]
    assert set((await house.chips()).values()) == {200}


async def test_since_when_a_channel_is_refused_lasts_over_a_restart(house: House) -> None:
    table_id = (await house.table(ANN)).table_id
    await house.service.ends.lock_out(table_id, 1000.0)
    await house.service.ends.lock_out(table_id, 2000.0)
    await house.restart()
    assert await house.service.ends.locked_out() == {table_id: 1000.0}
    await house.service.ends.lock_out(table_id, None)
    assert await house.service.ends.locked_out() == {}


# -- where nobody can act


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "AGAIN", 0.001)


def failing(monkeypatch: pytest.MonkeyPatch, house: House) -> list[int]:
    """Has computer players raise; counts how often."""
    times = [0]

    def fails(*given: Any) -> Any:
        raise RuntimeError("a computer player fails")

    def counted(*given: Any) -> Any:
        times[0] += 1
        fails()

    monkeypatch.setattr(thoughts, "by_rules", counted)
    monkeypatch.setattr(thoughts, "CAREFUL", replace(CAREFUL, choose=fails))
    return times


async def test_for_a_computer_player_that_always_fails_a_plain_move_is_made(
    house: House, monkeypatch: pytest.MonkeyPatch, quick: None
) -> None:
    await house.table(ANN)
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    times = failing(monkeypatch, house)
    await house.service.start(house.id, ANN, house.key)
    await house.play_out(ANN)
    assert house.now.stage == "between", "the deal came to its end"
    assert times[0] % PLAIN_AFTER == 0
    assert times[0] > 0


async def test_a_deal_in_which_not_even_a_plain_move_can_be_made_is_taken_back(
    house: House, monkeypatch: pytest.MonkeyPatch, quick: None
) -> None:
    await house.table(ANN)
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    times = failing(monkeypatch, house)

    def no_plain_move(view: Any) -> Any:
        times[0] += 1
        raise RuntimeError("nor does this work")

    monkeypatch.setattr(playing, "plain_move", no_plain_move)
    await house.service.start(house.id, ANN, house.key)
    while house.now.stage == "playing" and not house.waits_for_a_computer:
        await house.any_action(ANN)
    await house.until(lambda: house.now.stage == "lobby")
    assert house.now.deal_taken_back
    assert times[0] == TAKEN_BACK_AFTER
    assert await told(house) == [("stuck", "", None, 0)]
    monkeypatch.undo()
    await house.service.start(house.id, ANN, house.key)
    assert house.now.turn.deal == 2


@pytest.mark.parametrize("pace", [Pace(turn=0.02, pause=3600, computer=0)])
async def test_a_person_whose_time_is_up_and_whose_plain_move_fails_holds_nobody_up(
    house: House, monkeypatch: pytest.MonkeyPatch, quick: None
) -> None:
    await house.table(ANN, BO)

    def no_plain_move(view: Any) -> Any:
        raise RuntimeError("no plain move")

    monkeypatch.setattr(playing, "plain_move", no_plain_move)
    await house.service.start(house.id, ANN, house.key)
    await house.until(lambda: house.now.stage == "lobby")
    assert [each[0] for each in await told(house)] == ["stuck"]
    assert [sitter.chips for sitter in house.now.sitters] == [20, 20]


async def test_a_table_whose_deal_cannot_go_on_when_it_is_read_again_gets_out_of_it(
    house: House, monkeypatch: pytest.MonkeyPatch, quick: None
) -> None:
    """What should follow from what is written, such as a shuffle, raises each time."""
    await in_a_deal(house, ANN, BO)
    table = house.service._in_memory.by_id[house.id]

    async def never(table: Any) -> None:
        if table.playing:
            raise RuntimeError("what follows can't be done")

    monkeypatch.setattr(house.service._play, "settle_down", never)
    table.unsure = True
    await refused("disk", house.service.seats.join(house.id, CY, house.key))
    await house.until(lambda: house.now.stage == "lobby")
    assert not table.unsure
    await house.service.seats.join(house.id, CY, house.key)


async def test_a_disk_that_fails_takes_no_deal_back(house: House, monkeypatch: pytest.MonkeyPatch, quick: None) -> None:
    await house.table(ANN)
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    step, failures = house.store.step, [0]

    async def failing_step(work: Any) -> Any:
        if failures[0] < 3 * TAKEN_BACK_AFTER and house.now.turn.seq:
            failures[0] += 1
            raise StoreError("The disk fails.")
        return await step(work)

    await house.service.start(house.id, ANN, house.key)
    while not house.waits_for_a_computer:
        await house.any_action(ANN)
    turn = house.now.turn
    monkeypatch.setattr(house.store, "step", failing_step)
    await house.until(lambda: house.now.turn != turn)
    assert house.now.stage == "playing" or house.now.view is not None
    assert await told(house) == []
