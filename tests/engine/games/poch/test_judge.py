"""Whole deals of the Poch family by every option, held to a second judge (poch.md, le_poque.md, poch_1873.md).

Deck, chips, options and every action are drawn; the judge (judge.py) says what must have come of them. It was
written from the rules by another author than the engine's.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import act
from engine.cards import Card
from engine.game import GAMES
from engine.stakes import Stakes
from tests.kit.poch import EDITIONS

from .judge import BOARD, Judge, Step, players

FLAGS = st.booleans()
STACKS = st.sampled_from(["all_in", "extra_chips"])
RULES: dict[str, Any] = {
    "poch": st.fixed_dictionaries(
        {},
        optional={
            "turned_honour_to_dealer": FLAGS,
            "turned_card_belongs_to_next": FLAGS,
            "pochen_without_pair": FLAGS,
            "money": FLAGS,
            "short_stacks": STACKS,
            "max_deals": st.integers(0, 2),
        },
    ),
    "le-poque": st.fixed_dictionaries(
        {},
        optional={
            "ten_pool": st.sampled_from(["ten", "ten_and_nine"]),
            "most_cards_tie": st.sampled_from(["share", "each_pays", "nobody"]),
            "short_stacks": STACKS,
        },
    ),
    "poch-1873": st.fixed_dictionaries(
        {},
        optional={
            "pack": st.sampled_from(["by_seats", "32", "52"]),
            "stake": st.integers(1, 3),
            "short_stacks": STACKS,
        },
    ),
}
ENTRY = {"poch": 9, "le-poque": 6, "poch-1873": 7}


@pytest.mark.parametrize("name", EDITIONS)
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_a_deal_is_what_the_rules_say(name, data):
    game, options = GAMES[name], data.draw(RULES[name], "rules")
    rules = game.rules(**options)
    seats, entry = data.draw(st.integers(3, 6), "seats"), ENTRY[name] * options.get("stake", 1)
    chips = [entry + data.draw(st.integers(0, 12), "chips") for _ in range(seats)]  # short stacks make side stakes
    pools = {pool: data.draw(st.integers(0, 5), pool) for pool in BOARD[name]}
    dealer, supply = data.draw(st.integers(0, seats - 1), "dealer"), data.draw(st.integers(1, 9), "supply")
    order = players(name, dealer, seats)
    stacks = [chips[order.index(seat)] for seat in range(seats)]
    deck = tuple(data.draw(st.permutations(game.pack(rules, seats).cards), "deck"))
    state = game.new_deal(rules, seats, Stakes(dealer, tuple(stacks), pools=tuple(pools.items()), supply=supply), deck)
    judge = Judge(name, options, list(chips), Counter(pools), deck, supply)

    bold = data.draw(st.floats(0.2, 1), "boldness")
    betting: list[Step] = []
    led: list[Card] = []
    while state.result is None:
        (seat,) = game.to_act(state)
        player = order.index(seat)
        prompts = {prompt.do: prompt for prompt in game.prompts(state, seat)}
        if "play" in prompts:
            hand = prompts["play"].choices
            assert set(hand) == set(game.layout(state).hands[seat])  # PO-40: any card
            lead = data.draw(st.sampled_from(hand), "lead")
            led.append(lead)
            state, _ = game.apply(state, act("play", seat, lead))
            continue
        check_offers(judge, betting, player, prompts)
        drop = "fold" if "fold" in prompts else "pass"
        if "bet" in prompts and data.draw(st.floats(0, 1), "bets") < bold:
            least, most = prompts["bet"].least, prompts["bet"].most
            assert least is not None
            assert most is not None
            amount = data.draw(st.integers(least, min(most, least + 8)) | st.just(min(most, 60)), "amount")
            amount = max(least, amount)
            betting.append((player, "bet", amount))
            state, _ = game.apply(state, act("bet", seat, amount))
        else:
            betting.append((player, drop, None))
            state, _ = game.apply(state, act(drop, seat))
    if any(do == "bet" for _, do, _ in betting):
        judge.betting(betting)
    elif name == "le-poque":
        judge.collect_all()
    judge.play_out(led)

    result = state.result
    assert judge.out is not None
    assert result.winners == (order[judge.out],)
    left = +judge.pools
    over = min(judge.chips) < entry or options.get("max_deals") == 1
    if over and options.get("money"):  # PO-64, PO-65
        for place in range(sum(left.values())):
            judge.chips[place % seats] += 1
        left = Counter()
    assert [result.stakes.chips[seat] for seat in order] == judge.chips
    assert +Counter(dict(result.stakes.pools)) == left
    assert result.stakes.pot == 0
    assert result.stakes.dealer == order[0]  # the deal passes to P1 (PO-6, LQ-4)
    assert result.game_over == over
    best = {order[p] for p in range(seats) if judge.chips[p] == max(judge.chips)}
    assert set(result.game_winners) == (best if over else set())
    issued = judge.issued // seats
    before = {seat: stacks[seat] + issued for seat in range(seats)}
    assert [result.stakes.chips[seat] - before[seat] for seat in range(seats)] == list(result.net)


def check_offers(judge: Judge, betting: list[Any], player: int, prompts: dict[str, Any]) -> None:
    """What is offered in the betting: PO-24, PO-26 to PO-28, PO-33, PO-34, PO-36."""
    staked: Counter[int] = Counter()
    chips, out = list(judge.chips), set()
    for who, do, amount in betting:
        if do != "bet":
            out.add(who)
            continue
        while chips[who] < amount - staked[who]:
            chips = [stack + judge.supply for stack in chips]
        chips[who] -= amount - staked[who]
        staked[who] = amount
    bet = max(staked.values(), default=0)
    assert player not in out
    assert set(prompts) <= {"bet", "fold" if bet else "pass"}
    assert ("fold" if bet else "pass") in prompts
    extra = judge.rules.get("short_stacks") == "extra_chips"
    reach = staked[player] + chips[player]
    if not judge.may_bet(player) or (not chips[player] and not (extra and bet)):
        assert "bet" not in prompts
        return
    offered = (prompts["bet"].least, prompts["bet"].most)
    if not bet:
        assert offered == (1, reach)
    elif reach >= bet:
        assert offered == (bet, reach)
    else:
        assert offered == ((bet, bet) if extra else (reach, reach))
    # whoever can say no more is asked nothing: each one still in has matched, or has no chips left
    assert not bet or staked[player] < bet
