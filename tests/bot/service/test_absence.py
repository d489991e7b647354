"""Who is away, who comes back, and what the others can do; with a clock that the test moves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.service.customs import BANK, BRIEF, DAY, LONG, SHOWN_AGAIN
from bot.service.model import Changes, Person, Snapshot
from bot.service.pace import Pace
from bot.store.model.errors import StoreError
from engine.shuffle import shuffled
from tests.bot.named import named
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, DEE, House, adds_up
from tests.bot.service.refusals import refused
from tests.kit.time import Hands

TURN, PAUSE, IDLE, COMPUTER = 300, 30, 3600, 2
PEOPLE = (ANN, BO, CY)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A service of which the test moves the clock."""
    made = House(tmp_path / "k.sqlite3", Pace(TURN, PAUSE, COMPUTER, IDLE), Hands())
    made.stacked = True
    await made.open()
    yield made
    await made.close()
    adds_up(made)


@pytest.fixture(autouse=True)
def the_same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shuffle with which a deal lasts for some rounds."""
    for module in ("thoughts", "setup"):
        monkeypatch.setattr(f"bot.service.{module}.new_seed", lambda: bytes(32))
    monkeypatch.setattr("bot.service.dealing.drawn", lambda below: 0)
    monkeypatch.setattr("bot.service.dealing.dealer_of", lambda key, seats: 0)
    monkeypatch.setattr("bot.service.dealing.deck_of", lambda bound, key, pack, cut: shuffled(pack, bytes(32), 1))


async def deal(house: House, *people: Person, knock_minimum: str = "straight") -> None:
    await house.table(*people, knock_minimum=knock_minimum)
    await house.service.start(house.id, people[0], house.key)
    await house.rest()


async def turn_of(house: House, person: Person) -> None:
    """The others draw and throw back until it is that person's turn."""
    while house.acting(*PEOPLE, DEE) != person:
        await a_turn(house)


async def a_turn(house: House) -> None:
    """Whoever's turn it is draws and throws the card back."""
    person = house.acting(*PEOPLE, DEE)
    await house.act(person, "draw", "stock")
    view = house.service.private_of(house.id, person.user_id).view
    assert view is not None
    await house.act(person, "discard", view.drawn)
    await house.rest()


def away(house: House) -> dict[str, str]:
    return {s.name: s.away for s in house.now.sitters if s.away}


async def misses(house: House) -> None:
    """Whoever's turn it is lets the whole time pass."""
    assert house.now.deadline is not None
    await house.after(house.now.deadline - house.hands.now())


# -- missed turns


async def test_a_missed_turn_is_played_by_the_plain_move_and_counts(house: House) -> None:
    await deal(house, ANN, BO)
    first, turn = house.acting(ANN, BO), house.now.turn
    await house.after(TURN - 1)
    assert house.now.turn == turn
    await house.after(1)
    assert house.acting(ANN, BO) != first
    assert [told.by_computer for told in house.now.told[1:]] == [True, True], "it drew, and threw the card back"
    assert away(house) == {}
    assert not house.seated(first).computer


async def test_after_two_turns_missed_in_a_row_a_computer_player_takes_over(house: House) -> None:
    """general.md G-11b"""
    await deal(house, ANN, BO)
    await turn_of(house, BO)
    await misses(house)
    await a_turn(house)
    assert away(house) == {}
    await misses(house)
    assert away(house) == {"Bo": "row"}
    sitter = house.seated(BO)
    assert (sitter.leaving, sitter.computer) == (False, True), "the seat is kept"
    await a_turn(house)
    assert house.now.to_act is not None
    assert house.now.to_act.user_id == BO.user_id
    assert house.now.deadline is None, "nobody waits for Bo"
    turn = house.now.turn
    await refused("away", house.service.act(house.id, BO, "draw", "stock", house.key))
    await house.after(2 * COMPUTER)
    assert house.now.turn != turn


async def test_a_draw_alone_is_no_turn_that_was_made(house: House) -> None:
    await deal(house, ANN, BO)
    for _ in range(2):
        await turn_of(house, BO)
        await house.act(BO, "draw", "stock")
        await misses(house)
    assert away(house) == {"Bo": "row"}


async def test_a_turn_that_is_made_ends_the_row_but_not_the_count_of_the_deal(house: House) -> None:
    """general.md G-11b"""
    await deal(house, ANN, BO)
    for missed in range(1, 5):
        await turn_of(house, BO)
        assert away(house) == {}
        await misses(house)
        if missed < 4:
            await turn_of(house, BO)
            await a_turn(house)
    assert away(house) == {"Bo": "deal"}, "after four in one deal"


async def test_missed_turns_are_kept_over_a_restart(house: House) -> None:
    await deal(house, ANN, BO)
    await turn_of(house, BO)
    await misses(house)
    await house.restart()
    await a_turn(house)
    await misses(house)
    assert away(house) == {"Bo": "row"}
    before = house.now
    await house.restart()
    assert away(house) == {"Bo": "row"}
    assert house.now.told == before.told


# -- coming back


async def test_who_is_away_plays_again_from_the_next_action_in_mid_deal(house: House) -> None:
    await deal(house, ANN, BO)
    await turn_of(house, BO)
    await misses(house)
    await a_turn(house)
    await misses(house)
    await a_turn(house)
    await house.service.absence.back(house.id, BO, house.key)
    assert away(house) == {}
    assert house.acting(ANN, BO) == BO
    assert house.now.deadline == house.hands.now() + TURN, "with the whole time"
    await a_turn(house)
    assert house.now.told[-1].by_computer is False
    assert house.acting(ANN, BO) == ANN


async def test_coming_back_twice_or_without_having_been_away_does_nothing(house: House) -> None:
    await deal(house, ANN, BO)
    before, key = house.now, house.key
    for _ in range(2):
        await house.service.absence.back(house.id, ANN, key)
    assert house.now == before
    await refused("not_seated", house.service.absence.back(house.id, CY, house.key))


async def test_who_comes_back_again_and_again_holds_up_one_turn_each_time(house: House) -> None:
    await deal(house, ANN, BO)
    for _ in range(4):
        await turn_of(house, BO)
        await misses(house)
        if house.seated(BO).away:
            await house.service.absence.back(house.id, BO, house.key)
        if house.acting(ANN, BO) == ANN:
            await a_turn(house)
    await turn_of(house, BO)
    await misses(house)
    assert away(house) == {"Bo": "deal"}, "one more turn missed is enough by then"


async def lost_seats(house: House) -> None:
    """Bo is away when a deal of three ends."""
    await deal(house, *PEOPLE, knock_minimum="none")
    await turn_of(house, BO)
    house.service._in_memory.by_id[house.id].absent[house.seated(BO).sitting_id] = 1
    await misses(house)
    assert away(house) == {"Bo": "row"}
    while house.now.stage == "playing":
        person = house.now.to_act
        assert person is not None
        if person.computer:
            await house.after(2 * COMPUTER)
            continue
        who = house.acting(*PEOPLE)
        view = house.service.private_of(house.id, who.user_id).view
        assert view is not None
        if view.prompt("knock"):
            await house.act(who, "knock")
        if (view := house.service.private_of(house.id, who.user_id).view) and view.prompt("fold"):
            await house.act(who, "fold")
        elif house.now.stage == "playing" and house.now.to_act and house.now.to_act.user_id == who.user_id:
            await a_turn(house)
        await house.rest()


async def test_between_deals_the_seat_is_kept_and_who_is_back_is_dealt_in(house: House) -> None:
    await lost_seats(house)
    assert (house.now.stage, away(house)) == ("between", {"Bo": "row"})
    await house.service.absence.back(house.id, BO, house.key)
    await house.service.start(house.id, ANN, house.key)
    assert {s.name for s in house.now.players} == {"Ann", "Bo", "Cy"}


async def test_the_next_deal_is_dealt_without_who_is_away_and_the_chips_go_home(house: House) -> None:
    await lost_seats(house)
    stack, purse = house.stack(BO), (await house.chips())["Bo"]
    assert house.now.next_deal_at is not None, "two people are there"
    await house.after(PAUSE)
    assert {s.name for s in house.now.players} == {s.name for s in house.now.sitters} == {"Ann", "Cy"}
    assert (await house.chips())["Bo"] == purse + stack
    assert house.now.lost_seats == ((BO.user_id, "Bo"),)
    await house.service.seats.join(house.id, BO, house.key)
    assert (house.seated(BO).away, house.now.lost_seats) == ("", ())


async def test_no_deal_starts_by_itself_where_only_absent_people_sit(house: House) -> None:
    await deal(house, ANN, BO)
    while house.now.stage == "playing":
        await house.after(TURN)
    assert set(away(house)) == {"Ann", "Bo"}
    assert house.now.next_deal_at is None
    assert house.now.one_left
    await refused("away", house.service.start(house.id, ANN, house.key))
    await refused("away", house.service.going_on.practise(house.id, ANN, house.key))
    await house.after(IDLE - 1)
    assert house.service.table_in(CHANNEL) is not None
    table_id = house.id
    await house.after(1)
    assert house.service.table_in(CHANNEL) is None
    assert house.left(table_id).ended == "idle"
    chips = await house.chips()
    assert chips["Ann"] + chips["Bo"] == 400


async def test_computer_players_are_dealt_no_deal_of_their_own_where_people_have_gone_in_mid_deal(
    house: House,
) -> None:
    """Where nothing is at stake; for chips one person must be left (``one_left``)."""
    await house.table(ANN, BO, game="poe-crumb", buy_in=0)
    await house.service.start(house.id, ANN, house.key)
    await house.rest()
    await a_turn(house)
    table = house.service._in_memory.by_id[house.id]
    while house.now.stage == "playing":
        await house.after(TURN)
    assert set(away(house)) == {"Ann", "Bo"}
    for _ in range(2):
        await house.service.seats.add_computer(house.id, ANN, named("Ada", "Basil"), house.key)
    assert table.deal is not None
    assert table.deal.people_acted
    assert sum(s.computer and not s.away for s in house.now.sitters) == 2, "enough for a deal"
    await house.after(2 * PAUSE)
    now = await house.look()
    assert (now.stage, now.next_deal_at) == ("between", None)


async def test_no_deal_starts_for_one_person_while_the_others_are_away(house: House) -> None:
    await lost_seats(house)
    cy = house.service._in_memory.by_id[house.id]
    assert not house.now.one_left, "two are there"
    cy.sitters = tuple(replace(s, away="row") if s.user_id == CY.user_id else s for s in cy.sitters)
    assert house.now.one_left
    await refused("one_left", house.service.start(house.id, ANN, house.key))
    await refused("away", house.service.start(house.id, CY, house.key))
    await house.service.absence.back(house.id, BO, house.key)
    assert not house.now.one_left
    await house.service.start(house.id, ANN, house.key)


async def test_the_last_person_closes_a_table_that_its_host_has_left_without_a_word(house: House) -> None:
    await lost_seats(house)
    table = house.service._in_memory.by_id[house.id]
    table.sitters = tuple(replace(s, away="row") if s.user_id == ANN.user_id else s for s in table.sitters)
    assert table.one_left
    assert house.now.electors == {CY.user_id}
    await refused("away", house.service.close(house.id, BO, house.key))
    assert (await house.service.close(house.id, CY, house.key)).stage == "closed"


async def test_the_last_person_waits_for_nobody_who_is_away(house: House) -> None:
    await deal(house, ANN, BO)
    await turn_of(house, BO)
    house.service._in_memory.by_id[house.id].absent[house.seated(BO).sitting_id] = 1
    await misses(house)
    await house.service.seats.leave(house.id, BO, house.key)
    assert house.seated(BO).leaving, "who is away may get up"


# -- the time bank


async def test_who_always_takes_the_whole_time_has_only_what_is_free_in_the_end(house: House) -> None:
    await deal(house, ANN, BO)
    taken = []
    for _ in range(6):
        await turn_of(house, BO)
        left = house.now.deadline - house.hands.now() if house.now.deadline else 0
        taken.append(left)
        await house.after(left - 1)
        await a_turn(house)
    assert taken[:3] == [TURN] * 3
    assert TURN / 2 <= taken[-1] <= TURN / 2 + 1
    assert away(house) == {}
    await house.restart()
    await turn_of(house, BO)
    assert house.now.deadline is not None
    assert house.now.deadline - house.hands.now() <= TURN / 2 + 1, "the bank is not filled by a restart"


async def test_each_deal_has_a_full_bank(house: House) -> None:
    await deal(house, ANN, BO)
    table = house.service._in_memory.by_id[house.id]
    assert table.deal is not None
    table.deal.drawn[house.seated(ANN).sitting_id] = BANK * TURN
    await turn_of(house, BO)
    await a_turn(house)
    assert house.now.deadline == house.hands.now() + TURN / 2
    await house.deal_to_end(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    assert house.now.deadline == house.hands.now() + TURN


# -- votes


async def test_a_slow_turn_can_be_voted_on_by_the_others(house: House) -> None:
    await deal(house, *PEOPLE, DEE)
    await turn_of(house, BO)
    assert (house.now.slow, house.now.voters) == (False, {ANN.user_id, CY.user_id, DEE.user_id})
    await refused("not_slow", house.service.absence.vote(house.id, ANN, "skip", house.key))
    changes = len(house.changes)
    await house.after(TURN / 2)
    assert house.now.slow
    assert len(house.changes) > changes, "the table shows it"
    await refused("own_turn", house.service.absence.vote(house.id, BO, "skip", house.key))
    turn = house.now.turn
    for _ in range(2):  # nobody has two votes
        await house.service.absence.vote(house.id, ANN, "skip", house.key, turn)
    await house.service.absence.vote(house.id, CY, "replace", house.key, turn)
    assert house.now.turn == turn
    assert {vote: len(who) for vote, who in house.now.votes.items()} == {"skip": 1, "replace": 1}
    await house.service.absence.vote(house.id, DEE, "skip", house.key, turn)
    assert house.now.turn != turn, "two of three"
    assert house.now.votes == {}
    assert house.service._in_memory.by_id[house.id].absent == {house.seated(BO).sitting_id: 1}, "it was missed"
    await refused("stale", house.service.absence.vote(house.id, CY, "skip", house.key, turn))


async def test_votes_about_a_slow_turn_are_kept_over_a_restart(house: House) -> None:
    await deal(house, *PEOPLE, DEE)
    await turn_of(house, BO)
    await house.after(TURN / 2)
    turn = house.now.turn
    await house.service.absence.vote(house.id, ANN, "skip", house.key, turn)
    await house.service.absence.vote(house.id, CY, "replace", house.key, turn)
    votes = house.now.votes
    await house.restart()
    assert house.now.votes == votes == {"skip": {ANN.user_id}, "replace": {CY.user_id}}
    await house.look()
    await house.service.absence.vote(house.id, DEE, "skip", house.key, turn)
    assert house.now.turn != turn, "two of three"
    await house.restart()
    assert house.now.votes == {}


async def test_a_vote_that_could_not_be_written_does_not_count(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    await deal(house, *PEOPLE)
    await turn_of(house, BO)
    await house.after(TURN / 2)

    async def step(*arguments: object, **named: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as full:
        full.setattr(house.store, "step", step)
        await refused("not_written", house.service.absence.vote(house.id, ANN, "skip", house.key))
    assert house.now.votes == {}


async def test_the_others_may_have_a_computer_player_take_over_sooner(house: House) -> None:
    await deal(house, *PEOPLE)
    await turn_of(house, BO)
    await house.after(TURN / 2)
    await house.service.absence.vote(house.id, ANN, "replace", house.key)
    assert away(house) == {}
    await house.service.absence.vote(house.id, CY, "replace", house.key)
    assert away(house) == {"Bo": "vote"}
    assert house.now.deadline is None
    await house.service.absence.back(house.id, BO, house.key)
    assert house.acting(*PEOPLE) == BO
    assert house.now.votes == {}, "they have been carried out"
    await house.service.absence.vote(house.id, CY, "replace", house.key)
    assert away(house) == {}, "one of the two again is not enough"
    await house.restart()
    assert house.now.votes == {"replace": {CY.user_id}}


async def test_who_comes_back_in_the_same_turn_has_no_time_anew(house: House) -> None:
    await deal(house, ANN, BO)
    await turn_of(house, BO)
    turn, began = house.now.turn, house.hands.running()
    await house.after(TURN / 2)
    while house.now.turn == turn:
        await house.service.absence.vote(house.id, ANN, "replace", house.key)
        assert away(house) == {"Bo": "vote"}
        await house.service.absence.back(house.id, BO, house.key)
        await house.after(TURN / 10)
    assert house.hands.running() - began == TURN, "however often a computer player took over"
    deal_now = house.service._in_memory.by_id[house.id].deal
    assert deal_now is not None
    assert deal_now.drawn == {house.seated(BO).sitting_id: TURN / 2}, "and the bank pays once"


async def test_somebody_who_speaks_up_gives_nobody_time_anew(house: House) -> None:
    await house.table(ANN, BO, CY, game="crummy", buy_in=0)
    await house.service.start(house.id, ANN, house.key)
    await house.rest()
    table = house.service._in_memory.by_id[house.id]
    await house.after(TURN / 3)
    deadline, deal_now = house.now.deadline, table.deal
    assert deadline is not None
    assert deal_now is not None
    deal_now.seq += 1  # as after a quartet that somebody else has laid down
    deal_now.spoken_up = deal_now.seq
    house.service._changed(table)
    assert house.now.deadline == deadline
    deal_now.seq -= 1
    deal_now.spoken_up = 0


async def test_who_is_away_neither_votes_nor_counts(house: House) -> None:
    await deal(house, *PEOPLE)
    await turn_of(house, CY)
    house.service._in_memory.by_id[house.id].absent[house.seated(CY).sitting_id] = 1
    await misses(house)
    await turn_of(house, BO)
    await house.after(TURN / 2)
    assert house.now.voters == {ANN.user_id}
    await refused("away", house.service.absence.vote(house.id, CY, "skip", house.key))
    turn = house.now.turn
    await house.service.absence.vote(house.id, ANN, "skip", house.key)
    assert house.now.turn != turn


async def test_newcomers_dont_vote(house: House) -> None:
    await deal(house, ANN, BO)
    for person in (CY, DEE):
        await house.service.seats.join(house.id, person, house.key)
    await turn_of(house, BO)
    await house.after(TURN / 2)
    assert house.now.voters == {ANN.user_id}
    await refused("no_vote", house.service.absence.vote(house.id, CY, "replace", house.key))


async def test_a_turn_that_the_others_end_is_paid_by_the_bank(house: House) -> None:
    await deal(house, ANN, BO)
    await turn_of(house, BO)
    await house.after(TURN / 2 + 100)
    await house.service.absence.vote(house.id, ANN, "replace", house.key)
    await house.service.absence.back(house.id, BO, house.key)
    deal_now = house.service._in_memory.by_id[house.id].deal
    assert deal_now is not None
    assert deal_now.drawn == {house.seated(BO).sitting_id: 100}
    await house.restart()
    deal_now = house.service._in_memory.by_id[house.id].deal
    assert deal_now is not None
    assert deal_now.drawn == {house.seated(BO).sitting_id: 100}


async def test_who_is_away_isnt_taken_along_to_another_game(house: House) -> None:
    await lost_seats(house)
    there = await house.service.going_on.another_game(house.id, ANN, "dompe", house.key)
    assert {s.name for s in there.sitters} == {"Ann", "Cy"}


async def test_somebody_alone_with_computer_players_is_hurried_by_nobody(house: House) -> None:
    await house.table(ANN, knock_minimum="straight")
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    await house.service.start(house.id, ANN, house.key)
    while house.waits_for_a_computer:
        await house.after(2 * COMPUTER)
    await house.after(TURN / 2)
    assert house.now.voters == frozenset()
    await refused("own_turn", house.service.absence.vote(house.id, ANN, "skip", house.key))


async def test_without_a_limit_a_turn_can_be_voted_on_too(house: House) -> None:
    await house.table(ANN, BO, knock_minimum="straight")
    await house.service.setting_up.change(house.id, ANN, Changes(settings={"turn_seconds": 0}), house.key)
    await house.service.start(house.id, ANN, house.key)
    await turn_of(house, BO)
    assert house.now.deadline is None
    await house.after(TURN)
    turn = house.now.turn
    await house.service.absence.vote(house.id, ANN, "skip", house.key)
    assert house.now.turn != turn


# -- interruptions


async def test_while_nobody_can_be_reached_nothing_happens_and_then_everybody_has_the_whole_time(house: House) -> None:
    await deal(house, ANN, BO)
    before = house.now
    await house.after(TURN - 1)
    house.service.interruptions.unreachable()
    assert house.now.deadline is None
    await house.after(20 * TURN)
    assert (house.now.turn, away(house)) == (before.turn, {})
    house.service.interruptions.reachable()
    assert house.now.deadline == house.hands.now() + TURN
    await house.after(TURN - 1)
    assert house.now.turn == before.turn
    await house.after(1)
    assert house.now.turn != before.turn
    assert house.service._in_memory.by_id[house.id].absent


async def test_computer_players_and_the_next_deal_wait_too_while_nobody_can_be_reached(house: House) -> None:
    await deal(house, ANN, BO)
    await house.deal_to_end(ANN, BO)
    assert house.now.next_deal_at is not None
    house.service.interruptions.unreachable()
    assert house.now.next_deal_at is None
    await house.after(10 * IDLE)
    assert (house.now.turn.deal, house.now.stage) == (1, "between")
    house.service.interruptions.reachable()
    assert house.now.next_deal_at == house.hands.now() + PAUSE
    await house.after(PAUSE)
    await house.service.seats.leave(house.id, house.acting(ANN, BO), house.key)
    turn = house.now.turn
    house.service.interruptions.unreachable()
    await house.after(TURN)
    assert house.now.turn == turn
    house.service.interruptions.reachable()
    await house.after(2 * COMPUTER)
    assert house.now.turn != turn


async def test_a_table_that_cannot_be_shown_has_its_clock_stopped(house: House) -> None:
    await deal(house, ANN, BO)
    turn = house.now.turn
    house.service.interruptions.hidden(house.id)
    assert house.now.deadline is None
    house.service.interruptions.hidden(house.id)
    seen = []

    async def look(table_id: int) -> bool:
        seen.append(table_id)
        return len(seen) > 2

    house.service.seen = look
    for _ in range(2):
        await house.after(TURN)
    assert (house.now.turn, house.now.deadline, len(seen)) == (turn, None, 2), "it is looked for again and again"
    await house.after(TURN)
    assert house.now.deadline == house.hands.now() + TURN, "and shown in the end"
    house.service.interruptions.hidden(house.id)
    await house.after(BRIEF + 1)
    house.service.interruptions.shown(house.id)
    assert house.now.deadline == house.hands.now() + TURN


async def test_a_thread_that_somebody_archives_again_and_again_gives_a_turn_its_time_anew_only_some_times(
    house: House,
) -> None:
    await deal(house, ANN, BO)
    turn = house.now.turn
    for again in range(SHOWN_AGAIN + 2):
        await house.after(TURN - 1 if again <= SHOWN_AGAIN else 0)
        assert house.now.turn == turn
        house.service.interruptions.hidden(house.id)
        house.service.interruptions.shown(house.id)
        left = TURN if again < SHOWN_AGAIN else 1
        assert house.now.deadline == house.hands.now() + left
    await house.after(1)
    await house.after(2 * COMPUTER)
    assert house.now.turn != turn


async def test_before_a_turn_counts_as_missed_discord_is_asked_whether_the_table_can_be_seen(house: House) -> None:
    await deal(house, ANN, BO)
    turn = house.now.turn

    async def nothing_is_seen(table_id: int) -> bool:
        raise OSError

    house.service.seen = nothing_is_seen
    await house.after(TURN)
    assert (house.now.turn, house.now.deadline) == (turn, None)
    assert house.service._in_memory.by_id[house.id].absent == {}
    house.service.interruptions.shown(house.id)
    assert house.now.deadline == house.hands.now() + TURN


async def test_nobodys_time_runs_before_the_bot_has_signed_in(house: House) -> None:
    await deal(house, ANN, BO)
    await house.close()
    house.signed_in = False
    await house.open()
    turn = (await house.look()).turn
    await house.after(20 * TURN)
    assert (house.now.turn, house.now.deadline, away(house)) == (turn, None, {})
    house.service.interruptions.reachable()
    assert house.now.deadline == house.hands.now() + TURN


async def test_a_machine_whose_clock_is_set_changes_nobodys_time(house: House) -> None:
    await deal(house, ANN, BO)
    turn = house.now.turn
    await house.after(100)
    for change in (-DAY, 3 * DAY):
        house.hands.utc += change
        await house.service.seats.join(house.id, CY, house.key)
        await house.service.seats.leave(house.id, CY, house.key)
        assert house.now.turn == turn
        assert house.now.deadline == house.hands.now() + TURN - 100, "it is told by the new clock"
    await house.after(TURN - 100)
    assert house.now.turn != turn


# -- long turns


async def by_mail(house: House, seconds: int = 2 * DAY) -> None:
    await house.table(ANN, BO, knock_minimum="straight")
    await house.service.setting_up.change(house.id, ANN, Changes(settings={"turn_seconds": seconds}), house.key)
    await house.service.start(house.id, ANN, house.key)
    await house.rest()


async def test_a_turn_by_mail_is_reminded_of_twice(house: House) -> None:
    await by_mail(house)
    changes = len(house.changes)
    for seconds, reminders in ((DAY - 1, 0), (1, 1), (0.8 * DAY - 1, 1), (1, 2)):
        await house.after(seconds)
        assert house.now.reminders == reminders
    assert len(house.changes) > changes + 1
    turn = house.now.turn
    await house.after(0.2 * DAY)
    assert house.now.turn != turn
    assert house.now.reminders == 0


async def test_by_mail_an_hour_passes_between_two_deals(house: House) -> None:
    await by_mail(house)
    await house.deal_to_end(ANN, BO)
    assert house.now.next_deal_at == house.hands.now() + 3600


async def test_a_turn_by_mail_keeps_its_time_over_a_restart(house: House) -> None:
    await by_mail(house)
    await house.after(DAY)
    await house.restart()
    assert house.now.deadline == pytest.approx(house.hands.now() + DAY)
    await house.close()
    house.hands.forward(LONG + 1)  # so long nobody could play
    await house.open()
    assert house.now.deadline == pytest.approx(house.hands.now() + 2 * DAY)


async def test_a_clock_that_was_set_back_while_the_bot_was_off_takes_no_time_from_anybody(house: House) -> None:
    await by_mail(house)
    await house.after(DAY)
    await house.close()
    house.hands.utc -= 5 * DAY
    await house.open()
    assert house.now.deadline is not None
    assert DAY <= house.now.deadline - house.hands.now() <= 2 * DAY


async def test_a_restart_gives_a_short_turn_its_whole_time(house: House) -> None:
    await deal(house, ANN, BO)
    await house.after(TURN - 1)
    await house.restart()
    assert house.now.deadline == house.hands.now() + TURN


@pytest.mark.parametrize("seconds", [1, 29, 7 * DAY + 1, -1])
async def test_a_turn_has_30_seconds_to_7_days(house: House, seconds: int) -> None:
    await house.table(ANN)
    changes = Changes(settings={"turn_seconds": seconds})
    await refused("turn_time", house.service.setting_up.change(house.id, ANN, changes, house.key))
    for allowed in (30, 7 * DAY, 0, None):
        changes = Changes(settings={"turn_seconds": allowed})
        await house.service.setting_up.change(house.id, ANN, changes, house.key)
        assert house.now.settings.turn_seconds == allowed


# -- tables that end by themselves


async def test_a_lobby_ends_after_an_hour_without_anybodys_act(house: House) -> None:
    await house.table(ANN, BO)
    table_id = house.id
    await house.after(IDLE - 1)
    await house.service.seats.join(house.id, CY, house.key)
    await house.after(IDLE - 1)
    assert house.service.table_in(CHANNEL) is not None
    await house.after(1)
    assert house.service.table_in(CHANNEL) is None
    left: Snapshot = house.left(table_id)
    assert (left.stage, left.ended, left.idle_seconds) == ("closed", "idle", IDLE)
    assert await house.chips() == dict.fromkeys(("Ann", "Bo", "Cy", "Dee"), 200)


async def test_nobody_who_comes_and_goes_puts_the_next_deal_off(house: House) -> None:
    await deal(house, ANN, BO)
    await house.deal_to_end(ANN, BO)
    due = house.now.next_deal_at
    for _ in range(3):
        await house.after(PAUSE / 4)
        await house.service.seats.join(house.id, CY, house.key)
        await house.service.seats.leave(house.id, CY, house.key)
        assert house.now.next_deal_at == due
    await house.after(PAUSE / 4)
    assert (house.now.stage, house.now.turn.deal) == ("playing", 2)


async def test_who_pauses_and_goes_on_has_the_whole_pause_again(house: House) -> None:
    await deal(house, ANN, BO)
    await house.deal_to_end(ANN, BO)
    await house.after(PAUSE / 2)
    await house.service.going_on.pause(house.id, BO, house.key)
    assert house.now.next_deal_at is None
    await house.service.going_on.pause(house.id, BO, house.key, paused=False)
    assert house.now.next_deal_at == house.hands.now() + PAUSE


async def test_a_table_that_is_paused_ends_too_and_no_deal_starts_by_itself(house: House) -> None:
    await deal(house, ANN, BO)
    await house.service.going_on.pause(house.id, ANN, house.key)
    await house.deal_to_end(ANN, BO)
    assert house.now.next_deal_at is None
    await house.after(IDLE - 1)
    assert house.now.turn.deal == 1
    await house.after(1)
    assert house.service.table_in(CHANNEL) is None
    chips = await house.chips()
    assert chips["Ann"] + chips["Bo"] == 400


async def test_no_deal_starts_by_itself_after_one_in_which_nobody_did_anything(house: House) -> None:
    await deal(house, *PEOPLE, knock_minimum="none")
    table = house.service._in_memory.by_id[house.id]
    while house.now.stage == "playing":
        table.absent.clear()
        assert table.deal is not None
        table.deal.missed.clear()
        await house.after(TURN)
    assert away(house) == {}
    assert house.now.next_deal_at is None
    await house.after(10 * PAUSE)
    now = await house.look()
    assert (now.stage, now.turn.deal) == ("between", 1)


async def test_tables_end_never_where_that_is_set_so_and_by_mail_not_before_a_turns_time(tmp_path: Path) -> None:
    house = House(tmp_path / "never.sqlite3", Pace(TURN, PAUSE, COMPUTER, 0), Hands())
    await house.open()
    await house.table(ANN)
    await house.after(100 * DAY)
    assert (await house.look()).stage == "lobby"
    await house.close()
    house = House(tmp_path / "mail.sqlite3", Pace(TURN, PAUSE, COMPUTER, IDLE), Hands())
    await house.open()
    await house.table(ANN)
    await house.service.setting_up.change(house.id, ANN, Changes(settings={"turn_seconds": 2 * DAY}), house.key)
    await house.after(2 * DAY - 1)
    assert house.now.stage == "lobby"
    await house.after(1)
    assert house.service.table_in(CHANNEL) is None
    await house.close()


async def test_a_table_that_closes_because_nobody_is_there_says_so(house: House) -> None:
    await deal(house, ANN, BO)
    table_id = house.id
    for person in (ANN, BO):
        await house.service.seats.leave(house.id, person, house.key)
    while house.service.table_in(CHANNEL) is not None:
        await house.after(2 * COMPUTER)
    assert house.left(table_id).ended == "nobody"


async def test_a_table_that_somebody_closes_has_not_ended_by_itself(house: House) -> None:
    await house.table(ANN, BO)
    table_id = house.id
    await house.service.close(house.id, ANN, house.key)
    assert house.left(table_id).ended is None
    assert replace(house.left(table_id), ended="idle") != house.left(table_id)
