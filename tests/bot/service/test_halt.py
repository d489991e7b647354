"""Two seats are asked at once: in Crummy the one who leads, and the other who may call a halt."""

from __future__ import annotations

import pytest

from engine.cards import Rank
from engine.errors import IllegalAction
from engine.game import GAMES
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, House
from tests.bot.service.test_seats import refused

PEOPLE = (ANN, BO, CY)
PLAYED = "9S QH QC QD Q T 8D KS KH 7C K JS 7D JH AC A J 7D 9H 7S 9C 7 8C 9S 9D 9H"
"""What is played and laid from this deck until eights and nines are left to two, with Ann to lead."""


async def two_left(house: House) -> None:
    await house.service.people.set_settings(CY.user_id, cut=5)
    await house.table(*PEOPLE, game="crummy", buy_in=0, halt="free")
    table = house.service._places[CHANNEL]
    table.next_seed, table.dealer = bytes([85]) * 32, table.sitters[0].sitting_id
    await house.service.start(ANN, CHANNEL, house.key)
    pack = GAMES["crummy"].pack(house.now.rules, 3)
    ranks = {rank.notation: rank for rank in Rank}
    for one in PLAYED.split():
        person = house.acting(*PEOPLE)
        await (house.act(person, "meld", ranks[one]) if one in ranks else house.act(person, "play", pack.card(one)))
    assert house.now.view is not None
    assert house.now.view.to_act == (0, 2)


async def test_cr_53_the_other_may_call_a_halt_out_of_turn_and_nothing_else(house: House):
    await two_left(house)
    for _ in range(2):
        assert house.now.to_act == house.now.at(0)
        assert await refused("not_your_turn", house.act(BO, "halt")) == {"name": "Ann"}
        mine = house.service.private(CHANNEL, CY.user_id).view
        assert mine is not None
        assert [prompt.do for prompt in mine.prompts] == ["halt"]
        with pytest.raises(IllegalAction):
            await house.act(CY, "play", mine.hand[0])
        await house.restart()
    await house.act(CY, "halt", turn=house.now.turn)
    assert house.now.stage == "between"


async def test_who_leads_is_played_for_alone(house: House):
    await two_left(house)
    table = house.service._places[CHANNEL]
    async with table.lock:
        await house.service._play.computer(table, absent=True)
    assert (table.absent, house.now.told[-1].by_computer) == ({table.sitters[0].sitting_id: 1}, True)
