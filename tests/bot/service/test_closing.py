"""What a table came to when it is closed: who won what, and the best hand that was shown."""

from __future__ import annotations

import pytest

from bot.service.evening import best_hand
from bot.service.model import Evening, Snapshot, Winnings
from engine.game import GAMES
from tests.bot.service.conftest import ANN, BO, House


def came_to(table: Snapshot) -> Evening:
    assert table.evening is not None
    return table.evening


async def test_who_won_what_in_how_many_deals_is_told_with_the_best_hand(house: House):
    await house.table(ANN, BO)
    nets = {"Ann": 0, "Bo": 0}
    won = dict(nets)
    for _ in range(3):
        await house.service.start(house.id, ANN, house.key)
        await house.deal_to_end(ANN, BO)
        result = house.now.view.result if house.now.view is not None else None
        assert result is not None
        for seat, player in enumerate(house.now.players):
            nets[player.name] += result.net[seat]
            won[player.name] += seat in result.winners
    assert house.now.evening is None
    closed = await house.service.close(house.id, ANN, house.key)
    assert set(came_to(closed).people) == {Winnings(name, nets[name], won[name]) for name in nets}
    assert [person.net for person in came_to(closed).people] == sorted(nets.values(), reverse=True)
    best = came_to(closed).best
    assert best is not None
    rank = GAMES["knock-poker"].judging.rank
    deals = await house.store.finished_deals(closed.table_id, 10)
    assert [deal.number for deal in deals] == [1, 2, 3]
    assert best.name in nets
    assert rank(closed.rules, best.cards).name == best.hand
    for deal in deals:
        shown = best_hand(GAMES["knock-poker"], closed.rules, [deal])
        assert shown is None or rank(closed.rules, shown.cards).value <= rank(closed.rules, best.cards).value


@pytest.mark.parametrize(("game", "buy_in"), [("crummy", 0), ("knock-rummy", 0)])
async def test_a_game_without_hands_to_compare_has_winners_and_no_best_hand(house: House, game: str, buy_in: int):
    await house.table(ANN, game=game, buy_in=buy_in)
    for _ in range(GAMES[game].seats[0] - 1):
        await house.service.add_computer(house.id, ANN, ["Ada", "Blaise", "Clara"], house.key)
    await house.service.start(house.id, ANN, house.key)
    await house.play_out(ANN)
    closed = await house.service.close(house.id, ANN, house.key)
    assert len(came_to(closed).people) == GAMES[game].seats[0]
    assert came_to(closed).best is None


async def test_a_table_that_closes_after_its_deal_tells_it_too_and_one_without_a_deal_does_not(house: House):
    await house.table(ANN, BO)
    table_id = house.id
    await house.service.start(table_id, ANN, house.key)
    await house.service.close(table_id, ANN, house.key)
    await house.deal_to_end(ANN, BO)
    assert house.left(table_id).evening is not None
    await house.table(ANN, BO)
    assert (await house.service.close(house.id, ANN, house.key)).evening is None
