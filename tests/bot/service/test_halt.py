"""Two seats are asked at once: in Crummy the one who leads, and the other who may call a halt."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest

from bot.service import dealing
from bot.service.pace import Pace
from bot.service.thoughts import MANNER
from engine.cards import Rank
from engine.errors import IllegalAction
from engine.events import HaltCalled
from engine.game import GAMES
from engine.players import CAREFUL
from engine.players.levels import regular
from engine.shuffle import shuffled
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, House
from tests.bot.service.refusals import refused
from tests.kit.time import Hands

PEOPLE = (ANN, BO, CY)
PLAYED = "9S QH QC QD Q T 8D KS KH 7C K JS 7D JH AC A J 7D 9H 7S 9C 7 8C 9S 9D 9H"
"""What is played and laid from this deck until eights and nines are left to two, with Ann to lead."""


async def two_left(house: House) -> None:
    await house.table(*PEOPLE, game="crummy", buy_in=0, halt="free")
    table = house.service._in_memory.by_channel[CHANNEL]
    table.dealer, house.stacked = table.sitters[0].sitting_id, True
    with mock.patch.object(dealing, "deck_of", lambda bound, key, pack, cut: shuffled(pack, bytes([85]) * 32, 5)):
        await house.service.start(house.id, ANN, house.key)
    pack = GAMES["crummy"].pack(house.now.rules, 3)
    ranks = {rank.notation: rank for rank in Rank}
    for notation in PLAYED.split():
        person = house.acting(*PEOPLE)
        await (
            house.act(person, "meld", ranks[notation])
            if notation in ranks
            else house.act(person, "play", pack.card(notation))
        )
    assert house.now.view is not None
    assert house.now.view.to_act == (0, 2)


async def test_cr_53_the_other_may_call_a_halt_out_of_turn_and_nothing_else(house: House) -> None:
    await two_left(house)
    for _ in range(2):
        assert house.now.to_act == house.now.at(0)
        assert await refused("not_your_turn", house.act(BO, "halt")) == {"name": "Ann"}
        mine = house.service.private_of(house.id, CY.user_id).view
        assert mine is not None
        assert [prompt.do for prompt in mine.prompts] == ["halt"]
        with pytest.raises(IllegalAction):
            await house.act(CY, "play", mine.hand[0])
        await house.restart()
    await house.act(CY, "halt", turn=house.now.turn)
    assert house.now.stage == "between"


async def test_who_leads_is_played_for_alone(house: House) -> None:
    await two_left(house)
    table = house.service._in_memory.by_channel[CHANNEL]
    async with table.lock:
        await house.service._play.computer(table, absent=True)
    assert (table.absent, house.now.told[-1].by_computer) == ({table.sitters[0].sitting_id: 1}, True)


async def test_cr_53_a_computer_player_calls_a_halt_while_a_person_is_to_lead(house: House) -> None:
    await two_left(house)
    assert house.now.to_act == house.now.at(0)
    await house.service.seats.leave(house.id, CY, house.key)  # a computer player plays on for Cy
    await house.until(lambda: house.now.stage == "between")
    called = [event for told in house.now.told for event in told.events if isinstance(event, HaltCalled)]
    assert called == [HaltCalled(2, deemed=False)]


async def test_cr_53_it_calls_none_while_that_would_be_worse(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What its level would do counts, whatever ``careful`` would."""
    patient = replace(regular(MANNER), speaks_up=lambda view: False)
    monkeypatch.setattr("engine.players.choosing.regular", lambda manner: patient)
    await two_left(house)
    await house.service.seats.leave(house.id, CY, house.key)
    table = house.service._in_memory.by_channel[CHANNEL]
    assert CAREFUL.speaks_up(table.seen_by(2)[0])
    assert house.service._play.by_computer(table) is None
    assert house.now.to_act == house.now.at(0)
    await house.act(ANN, "halt")
    assert house.now.stage == "between"


async def test_who_is_to_lead_has_the_first_say(tmp_path: Path) -> None:
    house = House(tmp_path / "patient.sqlite3", Pace(turn=300, pause=3600, computer=1))
    await house.open()
    try:
        await two_left(house)
        limit = house.now.deadline
        assert limit is not None
        await house.service.seats.leave(house.id, CY, house.key)
        assert house.now.deadline is not None, "nobody sees that a computer player is about to call"
        assert house.service._clock._pace.patient() >= 2.5
        await house.act(ANN, "halt")
        assert house.now.stage == "between"
    finally:
        await house.close()


async def test_the_time_of_who_is_to_lead_runs_out_before_a_patient_computer_player_speaks(tmp_path: Path) -> None:
    house = House(tmp_path / "short.sqlite3", Pace(turn=300, pause=3600, computer=1000), Hands())
    await house.open()
    try:
        await two_left(house)
        table = house.service._in_memory.by_channel[CHANNEL]
        await house.service.seats.leave(house.id, CY, house.key)
        assert house.now.view is not None
        await house.after(299)
        assert not table.absent
        await house.after(1)
        assert table.absent == {table.sitters[0].sitting_id: 1}
    finally:
        await house.close()


async def test_who_gets_up_does_not_prolong_the_turn_of_who_is_to_lead(tmp_path: Path) -> None:
    house = House(tmp_path / "once.sqlite3", Pace(turn=300, pause=3600, computer=1000))
    await house.open()
    try:
        await two_left(house)
        deadline = house.now.deadline
        await house.service.seats.leave(house.id, CY, house.key)
        assert house.service._clock._moments[house.now.table_id][:2] == (house.now.turn, (2, True))
        assert house.now.deadline == deadline
    finally:
        await house.close()
