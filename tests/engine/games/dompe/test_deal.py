"""Dompe: the deal and the options (dompe.md DM-1 to DM-7 and DM-42 to DM-52)."""

from __future__ import annotations

import pytest

from engine.actions import Draw
from engine.errors import BadSetup, IllegalAction
from engine.events import HandShown
from engine.games.dompe import GAME, DompeRules
from engine.parts.ranking import RUN
from engine.stakes import Stakes, Transfer
from tests.kit import stacked
from tests.kit.dompe import NOTHING, deal
from tests.kit.table import Table

# -- the deal


@pytest.mark.parametrize(("rules", "size"), [({}, 53), ({"joker": 0}, 52), ({"deck": "spanish_40"}, 40)])
def test_dm_1_dm_42_the_pack(rules, size):
    assert len(GAME.pack(DompeRules(**rules), 3)) == size
    with pytest.raises(BadSetup, match=f"each of the {size} cards once"):
        GAME.new_deal(DompeRules(**rules), 2, Stakes(0, (20, 20)), GAME.pack(DompeRules(**rules), 2).cards[1:])


@pytest.mark.parametrize("seats", [1, 6])
def test_dm_2_two_to_five_play(seats):
    with pytest.raises(BadSetup, match="2 to 5 seats"):
        GAME.new_deal(DompeRules(), seats, Stakes(0, (20,) * seats), GAME.pack(DompeRules(), 2).cards)


def test_dm_3_play_is_anticlockwise_and_the_deal_passes_to_the_right():
    at = stacked.deal([""] * 4, game=GAME, dealer=2)  # by seat
    assert at.to_act == (1,)
    assert at.discard(1, at.hand(1)[0].notation).to_act == (0,)
    assert at.turn(0).to_act == (3,)
    assert at.turn(3).to_act == (2,)
    assert not GAME.clockwise
    dealt = deal("9S 9H 9D 2D 3H", *NOTHING[1:3], rest="9C TC TD TS", dealer=1)
    assert dealt.play("1 call", "1 discard 3H", "2 turn", "3 turn").result.stakes.dealer == dealt.seat(1) == 0
    assert deal("AC KC 8C 6C 2C", *NOTHING[3:], rest="4C").play("1 show").result.stakes.dealer == 2


def test_dm_4_everybody_antes():
    at = deal(*NOTHING[:4], ante=2)
    assert (at.chips, at.pot) == ((18,) * 4, 8)
    assert at.state.transfers[0] == Transfer(3, "pot", 2, "ante")


def test_dm_5_dm_6_five_cards_each_and_a_sixth_to_the_first_player():
    state = GAME.new_deal(DompeRules(), 3, Stakes(1, (20,) * 3), GAME.pack(DompeRules(), 3).cards)
    layout = GAME.layout(state)
    hands = [" ".join(map(str, hand)) for hand in layout.hands]
    assert hands == ["AS JS 8S 5S 2S QH", "QS 9S 6S 3S KH", "KS TS 7S 4S AH"]
    assert layout.discards == ()
    assert Table(GAME, state).middle().upcard is None
    assert GAME.to_act(state) == (0,)


@pytest.mark.parametrize(
    ("rules", "stocks"),
    [
        ({}, (42, 37, 32, 27)),
        ({"deck": "spanish_40"}, (29, 24, 19, 14)),
        ({"deck": "spanish_48"}, (37, 32, 27, 22)),
        ({"deck": "spanish_48", "wild": "two_of_coins"}, (37, 32, 27, 22)),
    ],
)
def test_dm_7_dm_47_the_stock(rules, stocks):
    for seats, stock in zip(range(2, 6), stocks, strict=True):
        pack = GAME.pack(DompeRules(**rules), seats).cards
        state = GAME.new_deal(DompeRules(**rules), seats, Stakes(0, (20,) * seats), pack)
        assert Table(GAME, state).middle().stock == stock


# -- options


def test_dm_52_g_8_credit_is_the_default():
    at = deal(*NOTHING[:3], chips=0, ante=3)
    assert at.chips == (-3, -3, -3)


def test_dm_52_g_8_who_cannot_pay_the_ante_sits_out():
    pack = GAME.pack(DompeRules(), 4)
    rules = DompeRules(broke="sit_out", ante=5)
    state = GAME.new_deal(rules, 4, Stakes(0, (4, 5, 4, 20)), pack.cards)
    assert state.order == (1, 3)  # seat 0 cannot deal: the deal passes on, anticlockwise, to seat 3
    view = GAME.observe(state, None)
    assert [seat.standing for seat in view.seats] == ["out", "in", "out", "in"]
    assert [seat.done for seat in view.seats] == [True, False, True, False]
    assert GAME.layout(state).hands[0] == ()
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, Draw(2, "stock"))
    assert caught.value.code == "not_dealt_in"
    with pytest.raises(BadSetup, match="fewer than 2 players"):
        GAME.new_deal(rules, 4, Stakes(0, (4, 4, 4, 20)), pack.cards)


@pytest.mark.parametrize(("deals", "played", "over"), [(0, 99, False), (1, 0, True), (3, 1, False), (3, 2, True)])
def test_dm_52_the_game_ends_after_so_many_deals(deals, played, over):
    at = deal("AS KS 9S 6S 3S", "KH QH 8D 5C 2H", rest="2S 7C", deals=deals, played=played).play("1 show")
    assert at.result.game_over == over
    assert at.game_winners == ((1,) if over else ())
    tied = deal("AS KS 9S 6S 3S", "KH QH 8D 5C 2H", rest="2S", deals=1, chips=(19, 21)).play("1 show")
    assert tied.game_winners == (1, 2)


@pytest.mark.parametrize("deck", ["spanish_40", "spanish_48"])
def test_dm_43_dm_44_the_yuca_at_the_table(deck):
    at = deal("7S 7H 7C 7D AS", "AH KH 3C 4C 6S", rest="2D", deck=deck, wild="two_of_coins").play("1 show")
    (shown,) = at.told(HandShown)
    assert shown.name is not None
    assert shown.name.type == "five_of_a_kind"
    plain = deal("7S 7H 7C 7D AS", "AH KH 3C 4C 6S", rest="2D", deck=deck)
    assert list(plain.offers(1)) == ["knock", "discard"]


def test_every_pack_has_the_ranks_of_the_run():
    assert tuple(sorted({card.rank for card in GAME.pack(DompeRules(joker=0), 2)})) == RUN
