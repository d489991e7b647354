"""Deals at a table: turns, stale clicks, computers, the clock, crashes, and the proof of the shuffle."""

from __future__ import annotations

import sqlite3

import pytest

from bot.service.model import Turn
from bot.service.pace import Pace
from bot.store.model.errors import StoreError
from bot.store.store import Store
from engine.errors import IllegalAction
from tests.bot.named import named
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, DEE, House
from tests.bot.service.refusals import refused


async def test_a_turn_draw_and_discard(house: House) -> None:
    await house.table(ANN, BO)
    before = house.now.root
    await house.service.start(house.id, BO, house.key)
    assert house.now.root == before  # what was shown before the deal is what it was shuffled from
    person = house.acting(ANN, BO)
    private = await house.act(person, "draw", "stock")
    assert private.view is not None
    assert len(private.view.hand) == 6
    private = await house.act(person, "discard", private.view.drawn)
    assert private.view is not None
    assert (house.now.turn, len(private.view.hand), private.view.prompts) == (Turn(1, 2), 5, ())
    assert house.acting(ANN, BO) != person


async def test_a_spectators_snapshot_holds_no_hidden_card(house: House) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    person = house.acting(ANN, BO)
    await house.act(person, "draw", "stock")
    views = [house.service.private_of(house.id, p.user_id).view for p in (ANN, BO)]
    hidden = {c.notation for view in views if view is not None for c in view.hand}
    assert len(hidden) == 11
    shown = repr(house.now)
    assert not [card for card in hidden if f" {card}" in shown or f"({card}" in shown or f"={card}" in shown]


async def test_not_your_turn_stale_and_illegal_change_nothing(house: House) -> None:
    await house.table(ANN, BO)
    await refused("no_deal", house.act(ANN, "draw", "stock"))
    await house.service.start(house.id, ANN, house.key)
    person = house.acting(ANN, BO)
    other = BO if person is ANN else ANN
    turn, changes = house.now.turn, len(house.changes)
    assert await refused("not_your_turn", house.act(other, "draw", "stock")) == {"name": person.name}
    await refused("stale", house.act(person, "draw", "stock", turn=Turn(1, 7)))
    await refused("stale", house.act(person, "draw", "stock", turn=Turn(0, 0)))
    with pytest.raises(IllegalAction):
        await house.act(person, "fold")
    with pytest.raises(IllegalAction):
        await house.act(person, "bet", 5)
    with pytest.raises(IllegalAction):
        await house.act(person, "draw", "sleeve")
    assert (house.now.turn, len(house.changes)) == (turn, changes)


async def test_a_double_click_acts_once(house: House) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    person, turn = house.acting(ANN, BO), house.now.turn
    await house.act(person, "draw", "stock", turn=turn)
    await refused("stale", house.act(person, "draw", "stock", turn=turn))
    assert house.now.turn == Turn(1, 1)


async def test_the_same_interaction_again_gives_the_same_answer_also_after_a_restart(house: House) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    person = house.acting(ANN, BO)
    first = await house.act(person, "draw", "stock", key=4242)
    assert (await house.act(person, "draw", "stock", key=4242)).view == first.view
    await house.restart()
    assert (await house.act(person, "draw", "stock", key=4242)).view == first.view
    assert house.now.turn == Turn(1, 1)


async def test_everything_is_there_after_a_restart(house: House) -> None:
    await house.table(ANN, BO, CY, knock_minimum="pair_of_jacks", ante=2)
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    await house.service.start(house.id, ANN, house.key)
    for _ in range(5):
        acting = house.now.to_act
        assert acting is not None
        if acting.computer:
            await house.next_turn()
        else:
            await house.any_action(ANN, BO, CY)
        await house.service.stop()
        before = house.now
        hands = [house.service.private_of(house.id, p.user_id).view for p in (ANN, BO, CY)]
        await house.restart()
        after = house.now
        assert [house.service.private_of(house.id, p.user_id).view for p in (ANN, BO, CY)] == hands
        assert (after.view, after.turn, after.sitters, after.players) == (
            before.view,
            before.turn,
            before.sitters,
            before.players,
        )
        assert (after.root, after.pot) == (before.root, before.pot)
        assert [t.events for t in after.told] == [t.events for t in before.told]


async def test_the_deal_passes_and_chips_go_on(house: House) -> None:
    await house.table(ANN, BO, CY)
    dealers = []
    for _ in range(4):
        await house.service.start(house.id, ANN, house.key)
        view = house.now.view
        assert view is not None
        dealers.append(house.now.at(view.dealer).name)
        await house.deal_to_end(ANN, BO, CY)
        assert sum(s.chips for s in house.now.sitters) + house.now.pot == 60
        await house.restart()
    order = ["Ann", "Bo", "Cy"]
    first = order.index(dealers[0])
    assert dealers == [order[(first + i) % 3] for i in range(4)]


async def test_the_deal_passes_on_where_the_next_dealer_has_left(house: House) -> None:
    await house.table(ANN, BO, CY, DEE)
    await house.service.start(house.id, ANN, house.key)
    view = house.now.view
    assert view is not None
    names = ["Ann", "Bo", "Cy", "Dee"]
    following = names[(view.dealer + 1) % 4]
    after_that = names[(view.dealer + 2) % 4]
    await house.deal_to_end(ANN, BO, CY, DEE)
    people = {p.name: p for p in (ANN, BO, CY, DEE)}
    await house.service.seats.leave(house.id, people[following], house.key)
    await house.service.start(house.id, people[after_that], house.key)
    view = house.now.view
    assert view is not None
    assert house.now.at(view.dealer).name == after_that


async def test_a_write_that_fails_changes_nothing_and_the_turn_can_be_taken_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    person, before = house.acting(ANN, BO), house.now

    async def full(*args: object, **more: object) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(Store, "step", full)
        await refused("not_written", house.act(person, "draw", "stock"))
    assert house.now == before
    await house.act(person, "draw", "stock")


async def test_kp_70_a_game_of_two_deals_ends_and_a_new_one_begins(house: House) -> None:
    await house.table(ANN, BO, deals=2)
    for expected in (False, True, False):
        await house.service.start(house.id, ANN, house.key)
        await house.deal_to_end(ANN, BO)
        view = house.now.view
        assert view is not None
        assert view.result is not None
        assert view.result.game_over is expected
        assert (house.now.next_deal_at is None) is expected


@pytest.mark.parametrize("pace", [Pace(turn=0, pause=0, computer=0)])
async def test_the_next_deal_starts_by_itself_while_people_play(house: House) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    for person in iter(lambda: house.acting(ANN, BO) if house.now.turn.deal == 1 and house.now.to_act else None, None):
        view = house.service.private_of(house.id, person.user_id).view
        assert view is not None
        if view.prompt("draw"):
            await house.act(person, "draw", "stock")
        elif view.prompt("knock"):
            await house.act(person, "knock")
        else:
            await house.act(person, "discard", view.drawn)
    await house.until(lambda: house.now.turn.deal == 2)
    assert house.now.stage == "playing"


@pytest.mark.parametrize("pace", [Pace(turn=0.01, pause=0, computer=0)])
async def test_who_lets_the_time_run_out_is_played_for_and_no_deal_starts_without_people(house: House) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    await house.until(lambda: (now := house.service.table_in(CHANNEL)) is None or now.stage == "between")
    now = house.service.table_in(CHANNEL)
    if now is not None:  # one of them has let fewer than two turns pass, and still sits there
        assert (now.turn.deal, now.next_deal_at) == (1, None)
        assert {t.by_computer for t in now.told[1:]} == {True}
        await house.service.close(house.id, ANN, house.key, moderator=True)
    chips = await house.chips()
    assert chips["Ann"] + chips["Bo"] == 400


@pytest.mark.parametrize("pace", [Pace(turn=3600, pause=3600, computer=3600)])
async def test_who_comes_and_goes_does_not_prolong_a_turn(house: House) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    deadline = house.now.deadline
    assert deadline is not None
    await house.service.seats.join(house.id, CY, house.key)
    await house.service.seats.add_computer(house.id, ANN, named("Robo"), house.key)
    await house.service.seats.leave(house.id, CY, house.key)
    assert house.now.deadline == deadline
    await house.service.seats.leave(house.id, house.acting(ANN, BO), house.key)
    assert house.now.deadline is None, "a computer player plays on"


async def test_a_clean_shuffle_is_proved_to_who_played(house: House) -> None:
    await refused("nothing_to_verify", house.service.shuffles.verification(ANN, CHANNEL))
    await house.service.people.set_settings(ANN.user_id, cut=13)
    await house.service.people.set_settings(BO.user_id, cut=14)
    await house.table(ANN, BO)
    promised, due = house.now.root, house.now.shuffles_due
    assert due is not None
    await house.service.start(house.id, ANN, house.key)
    await refused("nothing_to_verify", house.service.shuffles.verification(ANN, CHANNEL))
    await house.deal_to_end(ANN, BO)
    proof = await house.service.shuffles.verification(BO, CHANNEL)
    assert proof.fits
    assert proof.bound is not None
    assert proof.bound.root == promised == due.roots[0]
    assert proof.cut in (13, 14)
    assert proof.record["deals"][0]["actions"]
    await refused("nothing_to_verify", house.service.shuffles.verification(CY, CHANNEL))


async def test_the_player_at_the_dealers_right_cuts(house: House) -> None:
    """KP-5"""
    for person, cut in zip((ANN, BO, CY), (5, 6, 7), strict=True):
        await house.service.people.set_settings(person.user_id, cut=cut)
    await house.table(ANN, BO, CY)
    await house.service.start(house.id, ANN, house.key)
    view = house.now.view
    assert view is not None
    await house.deal_to_end(ANN, BO, CY)
    assert (await house.service.shuffles.verification(ANN, CHANNEL)).cut == (5, 6, 7)[(view.dealer - 1) % 3]


async def test_an_open_deal_that_does_not_replay_is_taken_back_with_every_chip(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    await house.table(ANN, BO, ante=3)
    await house.service.start(house.id, ANN, house.key)
    await house.any_action(ANN, BO)
    await house.close()
    with sqlite3.connect(house.path) as db:
        db.execute("UPDATE deals SET state_hash = 'no such'")
    await house.open()
    assert "does not begin as it was stored" in caplog.text
    assert (house.now.stage, [s.chips for s in house.now.sitters], house.now.pot) == ("lobby", [20, 20], 0)
    assert house.now.deal_taken_back, "which the table says"
    await house.restart()
    assert house.now.deal_taken_back, "until the next deal"
    await house.service.start(house.id, ANN, house.key)
    assert (house.now.turn, house.now.deal_taken_back) == (Turn(2, 0), False)
    await house.deal_to_end(ANN, BO)
    await house.restart()
    assert house.now.stage == "between"


@pytest.mark.parametrize("pace", [Pace(turn=0, pause=0.01, computer=0)])
async def test_a_deal_that_cannot_start_by_itself_is_no_longer_announced(house) -> None:
    await house.table(ANN, BO, ante=20, stay_payment=0, fold_payment=0, broke="sit_out")
    await house.service.start(house.id, ANN, house.key)
    await house.deal_to_end(ANN, BO)
    await house.until(lambda: house.now.stage == "between" and house.now.next_deal_at is None)
    await house.service.seats.join(house.id, CY, house.key)
    await house.until(lambda: house.now.stage == "playing")
    assert len(house.now.players) == 2 + 1
