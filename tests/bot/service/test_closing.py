"""What a table came to when it is closed: who won what, the deal of the evening, and the best hand that was shown."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.service import steps
from bot.service.evening import best_hand, hands_in, largest_win, shown_in
from bot.service.model import Evening, LargestWin, Snapshot, Winnings
from bot.store.model.deals import StoredDeal
from bot.store.model.errors import StoreError
from bot.store.store import Store
from engine.events import Paid
from engine.game import GAMES
from tests.bot.named import named
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, House
from tests.bot.ui.poch import FAMILY, NAMES, shuffled_deal, step
from tests.kit.lab import Lab


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
            won[player.name] += result.net[seat] > 0
    assert house.now.evening is None
    closed = await house.service.close(house.id, ANN, house.key)
    assert set(came_to(closed).people) == {Winnings(name, nets[name], won[name], 3) for name in nets}
    assert [person.net for person in came_to(closed).people] == sorted(nets.values(), reverse=True)
    best = came_to(closed).best
    assert best is not None
    rank = GAMES["knock-poker"].judging.rank
    deals = await house.store.finished_deals(closed.table_id, 10)
    assert [deal.number for deal in deals] == [1, 2, 3]
    assert best.name in nets
    assert rank(closed.rules, best.cards).name == best.hand
    for deal in deals:
        found = {deal.id: shown_in(GAMES["knock-poker"], closed.rules, deal)}
        shown = best_hand(GAMES["knock-poker"], closed.rules, [deal], found)
        assert shown is None or rank(closed.rules, shown.cards).value <= rank(closed.rules, best.cards).value


@pytest.mark.parametrize(("game", "buy_in"), [("crummy", 0), ("knock-rummy", 0)])
async def test_a_game_without_hands_to_compare_has_winners_and_no_best_hand(house: House, game: str, buy_in: int):
    await house.table(ANN, game=game, buy_in=buy_in)
    for _ in range(GAMES[game].seats[0] - 1):
        await house.service.seats.add_computer(house.id, ANN, named("Ada", "Blaise", "Clara"), house.key)
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


async def deals_of(house: House, table_id: int) -> tuple[StoredDeal, ...]:
    return await house.store.finished_deals(table_id, 100)


def check_largest(found: LargestWin | None, deals: tuple[StoredDeal, ...]) -> None:
    """Nobody won more in any other deal, and that deal was won by those who are named, with what they showed."""
    nets = {deal.number: deal.result.net for deal in deals if deal.result is not None}
    most = max(max(net) for net in nets.values())
    if most <= 0:
        assert found is None
        return
    assert found is not None
    assert found.gain == most == max(nets[found.deal])
    deal = next(deal for deal in deals if deal.number == found.deal)
    assert deal.result is not None
    winners = [seat for seat, net in enumerate(nets[found.deal]) if net == most]
    assert found.names == tuple(deal.names[seat] for seat in winners)
    if found.shown is not None:
        assert [found.shown.seat] == winners


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_the_deal_of_the_evening_is_the_one_in_which_most_was_won(house: House, game: str):
    for_chips = GAMES[game].for_chips(GAMES[game].rules())
    await house.table(ANN, BO, game=game, buy_in=60 if for_chips else 0)
    for _ in range(max(0, GAMES[game].seats[0] - 2)):
        await house.service.seats.add_computer(house.id, ANN, named("Ada", "Blaise", "Clara"), house.key)
    table_id = house.id
    for _ in range(4):
        await house.service.start(table_id, ANN, house.key)
        await house.play_out(ANN, BO)
    closed = await house.service.close(table_id, ANN, house.key)
    check_largest(came_to(closed).largest, await deals_of(house, table_id))


async def test_of_equal_wins_the_better_hand_counts_and_then_the_earlier_deal(house: House):
    await house.table(ANN, BO, game="poe-crumb", buy_in=0)
    table_id = house.id
    for _ in range(6):
        await house.service.start(table_id, ANN, house.key)
        await house.play_out(ANN, BO)
    game, rules = GAMES["poe-crumb"], house.now.rules
    deals = await house.store.deals_with_largest_win(table_id, 100)
    assert [max(deal.result.net) for deal in deals if deal.result is not None] == [1] * len(deals), "each won one round"
    shown = {deal.id: shown_in(game, rules, deal) for deal in deals}
    found = largest_win(game, rules, deals, shown)
    assert found is not None
    assert found.shown is not None
    best = game.judging.rank(rules, found.shown.cards).value
    for deal in deals:
        assert deal.result is not None
        winners = [seat for seat, net in enumerate(deal.result.net) if net == 1]
        for seat in winners if len(winners) == 1 else ():
            if (hand := shown[deal.id].hands.get(seat)) is not None:
                worth = game.judging.rank(rules, hand.cards).value
                assert worth < best or (worth == best and deal.number >= found.deal)


def told_with(lab: Lab) -> LargestWin:
    """The deal of the evening at a table where that deal was the only deal."""
    names = tuple(sitter.name for sitter in lab.table.sitters)
    stored = cast(StoredDeal, SimpleNamespace(id=1, number=1, names=names, result=lab.result))
    found = largest_win(lab.game, lab.rules, [stored], {1: hands_in(lab.snapshot.told)})
    assert found is not None
    return found


@pytest.mark.parametrize("game", FAMILY)
def test_a_hand_is_told_with_the_largest_win_only_if_it_took_the_bets(game: str):
    """Whoever lost the betting can still win most, by pools and by going out."""
    chance, seen = random.Random(3), set()
    for _ in range(60):
        lab = shuffled_deal(Lab(4, game=game, names=NAMES[:4], chips=200), chance)
        while lab.table.playing:
            step(lab, chance)
        most = [seat for seat, net in enumerate(lab.result.net) if net == max(lab.result.net)]
        hands = hands_in(lab.snapshot.told).hands
        if len(most) > 1 or most[0] not in hands:
            continue
        paid = [event.transfer for told in lab.snapshot.told for event in told.events if isinstance(event, Paid)]
        took = any(transfer.target == most[0] and transfer.reason in {"stakes", "poch"} for transfer in paid)
        assert told_with(lab).shown == (hands[most[0]] if took else None)
        seen.add(took)
    assert seen == {True, False}


@pytest.mark.parametrize("game", ["dompe", "knock-poker", "knock-rummy", "poe-crumb"])
def test_the_hand_that_won_the_deal_is_told_with_the_largest_win(game: str):
    lab = Lab(3, game=game, chips=200).deal().play_out()
    won = told_with(lab)
    hands = hands_in(lab.snapshot.told)
    (seat,) = lab.result.winners
    assert won.names == (lab.table.sitters[seat].name,)
    assert won.shown == hands.hands[seat]
    assert hands.won == {seat} < set(hands.hands)


async def test_it_counts_what_was_before_a_restart_and_whoever_has_left(house: House):
    await house.table(ANN, BO, CY)
    table_id = house.id
    await house.service.start(table_id, ANN, house.key)
    await house.play_out(ANN, BO, CY)
    await house.service.seats.leave(table_id, CY, house.key)
    await house.close()
    await house.open()
    await house.service.start(table_id, ANN, house.key)
    await house.play_out(ANN, BO)
    closed = await house.service.close(table_id, ANN, house.key)
    assert {person.name for person in came_to(closed).people} == {"Ann", "Bo", "Cy"}
    check_largest(came_to(closed).largest, await deals_of(house, table_id))


async def test_practice_has_its_evening_too_with_its_computer_players(house: House):
    await house.table(ANN)
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    table_id = house.id
    await house.service.start(table_id, ANN, house.key)
    await house.play_out(ANN)
    assert house.now.practice
    closed = await house.service.close(table_id, ANN, house.key)
    assert {(person.name, person.computer) for person in came_to(closed).people} == {("Ann", False), ("Ada", True)}
    check_largest(came_to(closed).largest, await deals_of(house, table_id))


async def test_a_closing_that_is_read_back_from_the_books_has_its_evening(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    """The write went through, but nobody was told: the table is read again, and closed."""
    await house.table(ANN, BO)
    table_id = house.id
    await house.service.start(table_id, ANN, house.key)
    await house.play_out(ANN, BO)
    write = Store.step

    async def written_untold(store: Store, *given: Any) -> Any:
        await write(store, *given)
        raise StoreError("nobody knows")

    monkeypatch.setattr(Store, "step", written_untold)
    closed = await house.service.close(table_id, ANN, house.key)
    assert closed.stage == "closed"
    assert came_to(closed).largest is not None


@pytest.mark.parametrize("all_owe", [False, True])
async def test_whoever_gets_up_because_the_own_action_ends_the_deal_is_answered_and_the_table_goes_on(
    house: House, monkeypatch: pytest.MonkeyPatch, all_owe: bool
):
    """Whoever owes too much after a deal gets up: the table is shown as it then stands, or makes room for another."""
    table_id = (await house.table(ANN, BO, CY)).table_id
    await house.service.start(house.id, ANN, house.key)
    await house.act(house.acting(ANN, BO, CY), "knock")
    second = house.acting(ANN, BO, CY)
    await house.act(second, "discard", (await house.draw(second)).drawn)
    last = house.acting(ANN, BO, CY)
    monkeypatch.setattr(steps, "owes_too_much", lambda who, cap: all_owe or who.user_id == last.user_id)
    view = await house.draw(last)
    told, key = len(house.changes), house.key
    for _ in range(2):  # the second time the same press has come twice
        answer = await house.service.act(table_id, last, "discard", view.drawn, key)
        assert answer.sitter.name == last.name
        assert answer.view is not None
        assert answer.view.result is not None
        assert answer.view.hand == tuple(card for card in view.hand if card != view.drawn)
    assert len(house.changes) > told
    assert (house.service.table_in(CHANNEL) is None) == all_owe
    left = house.left(table_id)
    assert left.stage == ("closed" if all_owe else "between")
    assert [sitter.name for sitter in left.sitters] == [p.name for p in (ANN, BO, CY) if not all_owe and p != last]
    assert (left.evening is not None) == all_owe
