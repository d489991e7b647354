"""Dompe: the stock that runs out and is shuffled anew, and deals without end (dompe.md DM-17b, DM-36, DM-37)."""

from __future__ import annotations

from engine.actions import Draw, Shuffle
from engine.cards import card
from engine.events import CardDiscarded, DealOver, Shuffled
from engine.games.dompe import GAME
from engine.games.drawing.turn import MOST_TURNS
from tests.kit import stacked
from tests.kit.dompe import NOTHING, deal
from tests.kit.table import Table


def emptied() -> Table:
    """Five players with the forty cards, played until the stock is empty."""
    at = stacked.deal([""] * 5, game=GAME, dealer=0, deck="spanish_40")
    at.discard(4, at.hand(4)[0].notation)
    while not GAME.to_shuffle(at.state):
        at.turn(at.to_act[0])
    return at


def test_dm_17b_dm_36_all_discards_but_the_top_one_are_shuffled_when_the_turn_is_over():
    at = emptied()
    pile = at.discards.split()
    assert len(pile) == 15
    assert (at.to_act, at.view.asks) == ((), "shuffle")
    assert [card.notation for card in GAME.to_shuffle(at.state)] == pile[:-1]
    order = sorted(pile[:-1])
    at.shuffle(" ".join(order))
    assert at.events[-1] == Shuffled(14)
    assert at.discards == pile[-1]
    assert [card.notation for card in GAME.layout(at.state).stock] == order
    seat = at.to_act[0]
    assert seat == 4  # three rounds of five turns are over
    assert at.offers(seat) == {"draw": ("stock", "discard")}
    at.draw(seat, "discard")
    assert at.hand(seat)[-1].notation == pile[-1]


def test_dm_17b_no_other_shuffle_is_taken():
    at = emptied()
    under_top, top = GAME.to_shuffle(at.state), at.discards.split()[-1]
    for order in ((), under_top[1:], (*under_top, card(top)), (*under_top[1:], card(top))):
        assert at.refused(Shuffle(order)) == "wrong_shuffle"
    assert at.refused(Draw(1, "stock")) == "shuffle_first"
    at.shuffle()
    assert at.refused(Shuffle(under_top)) == "no_shuffle"


def test_dm_36_the_turn_that_takes_the_last_card_is_played_to_its_end_and_the_dealers_last_one_needs_no_shuffle():
    at = emptied().shuffle()
    while at.middle().stock > 1 or at.to_act != (0,):
        seat = at.to_act[0]
        if at.middle().stock > 1:
            at.turn(seat)
        else:
            at.draw(seat, "discard")
            at.discard(seat, at.offers(seat)["discard"][0])
    at.draw(0)
    assert at.to_act == (0,)
    assert GAME.to_shuffle(at.state) == ()


def test_dm_36_a_dealers_call_with_the_last_card_goes_straight_to_the_showdown():
    stock = "2C 3C 4C 5C 6C 7C JC QC KC AC 2S 3S 4S 5S 6S 7S JS QS KS"
    at = stacked.deal(["AS AH AD 2H 3H", "2D 3D 4D 5D 7H KH"], stock, game=GAME, dealer=0, deck="spanish_40")
    at.discard(1, "KH")
    while at.middle().stock > 1:
        at.turn(at.to_act[0])
    seat = at.to_act[0]
    if seat == 1:
        at.draw(1, "discard").discard(1, "2D")
    at.draw(0).knock(0).discard(0, "2H")
    assert at.result.winners == (0,)


def test_dm_37_g_12_a_deal_without_a_call_is_void_after_500_turns():
    at = deal(*NOTHING[:2]).play("1 discard 2C")
    while at.state.result is None:
        seat = at.to_act[0]
        at.draw(seat, "discard").discard(seat, at.hand(seat)[0].notation)
    assert at.state.turns == MOST_TURNS
    assert (at.result.void, at.result.winners, at.result.shown, at.result.net) == (True, (), (), (-1, -1))
    assert at.result.stakes.pot == 2
    assert [type(event) for event in at.events[-2:]] == [CardDiscarded, DealOver]


def test_g_13_a_void_deal_counts_among_the_deals_agreed_on():
    at = deal(*NOTHING[:2], deals=1).play("1 discard 2C")
    while at.state.result is None:
        at.draw(at.to_act[0], "discard").discard(at.to_act[0], at.hand(at.to_act[0])[0].notation)
    assert (at.result.void, at.result.game_over, at.result.stakes.deals) == (True, True, 1)


def test_g_12_the_next_winner_takes_the_pot_of_a_void_deal():
    at = deal("AS KS 9S 6S 3S", "KH QH 8D 5C 2H", rest="2S 7C", pot=5).play("1 show")
    assert at.chips == (26, 19)
