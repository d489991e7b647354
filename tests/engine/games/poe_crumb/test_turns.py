"""Poe Crumb: the deal, the turns, the knock, the stock, the score (poe_crumb.md PC-1 to PC-27)."""

from __future__ import annotations

import pytest

from engine.actions import Bet, Discard, Draw, Fold, Knock, Show, Shuffle, Stay
from engine.cards import card, cards, standard_pack
from engine.errors import BadSetup, IllegalAction
from engine.events import CardDiscarded, CardDrawn, DealOver, HandShown, Knocked, Shuffled, StockRanOut
from engine.games.drawing.turn import MOST_TURNS
from engine.games.poe_crumb import GAME, PoeCrumbRules
from engine.stakes import Stakes, Transfer
from tests.kit.stacked import deal
from tests.kit.table import Table

KINGS, QUEENS, JACKS = "KS KH 7D 5C 3S", "QS QH 7C 5D 3H", "JS JH 8D 6C 4S"
HANDS = [KINGS, QUEENS, JACKS]
REST = "2C 9C 9D 9H 9S TC TD TH TS"


def table(hands=HANDS, rest=REST, **more) -> Table:
    return deal(hands, rest, game=GAME, **more)


def fresh(seats: int, **rules) -> Table:
    """A table at which nobody's cards matter."""
    return table([""] * seats, rest="", **rules)


def round_of_turns(at: Table) -> Table:
    """Everybody draws from the stock and discards that card."""
    for seat in at.state.order:
        at.turn(seat)
    return at


@pytest.mark.parametrize(
    ("seats", "jokers", "stock"), [(2, 0, 41), (3, 0, 36), (6, 0, 21), (9, 0, 6), (10, 0, 1), (10, 1, 2), (10, 2, 3)]
)
def test_pc_1_pc_2_pc_4_two_to_ten_play_with_up_to_two_jokers(seats, jokers, stock):
    piles = fresh(seats, jokers=jokers).middle()
    assert (piles.stock, piles.discards) == (stock, 1)
    assert stock == 51 + jokers - 5 * seats


@pytest.mark.parametrize("seats", [1, 11])
def test_pc_1_no_other_number_plays(seats):
    with pytest.raises(BadSetup, match="2 to 10 seats"):
        GAME.new_deal(PoeCrumbRules(), seats, Stakes(0, (20,) * seats), standard_pack().cards)


def test_pc_1_three_to_six_are_recommended():
    assert GAME.telling.recommended == range(3, 7)


def test_pc_2_the_deck_must_be_the_pack_of_the_rules():
    with pytest.raises(BadSetup, match="each of the 54 cards once"):
        GAME.new_deal(PoeCrumbRules(jokers=2), 3, Stakes(0, (20,) * 3), standard_pack().cards)


def test_pc_3_five_cards_each_one_at_a_time_and_an_upcard():
    state = GAME.new_deal(PoeCrumbRules(), 3, Stakes(0, (20,) * 3), standard_pack().cards)
    layout = GAME.layout(state)
    assert [" ".join(map(str, hand)) for hand in layout.hands] == ["QS 9S 6S 3S KH", "AS JS 8S 5S 2S", "KS TS 7S 4S AH"]
    assert layout.discards == cards("QH")
    assert layout.stock[0] is card("JH")


def test_pc_10_the_player_at_the_dealers_left_begins_and_play_is_clockwise():
    at = table(dealer=0)
    assert at.to_act == (1,)
    assert at.turn(1).to_act == (2,)
    assert at.turn(2).to_act == (0,)


def test_pc_11_a_turn_is_a_draw_and_a_discard():
    at = table()
    assert at.offers(0) == {"draw": ("stock", "discard")}
    assert at.offers(1) == {}
    at.draw(0)
    assert at.offers(0) == {"discard": ("KS", "KH", "7D", "5C", "3S", "9C")}
    at.discard(0, "3S")
    assert (at.discards, at.to_act) == ("2C 3S", (1,))
    assert at.draw(1, "discard").hand(1)[-1] is card("3S")
    assert at.discards == "2C"


def test_pc_11_only_the_drawer_sees_a_card_from_the_stock():
    at = table().draw(0)
    assert [at.last_is(CardDrawn).card.to(seat) for seat in (0, 1, None)] == [card("9C"), None, None]
    assert at.seen_by(0).drawn is card("9C")
    assert at.seen_by(1).drawn is None
    at.discard(0, "9C").draw(1, "discard")
    assert at.last_is(CardDrawn).card.to(None) is card("9C")


def test_pc_12_the_card_just_taken_may_go_straight_back():
    at = table().draw(0, "discard")
    assert "2C" in at.offers(0)["discard"]
    at.discard(0, "2C")
    assert (at.discards, at.hand(0)) == ("2C", cards(KINGS))


def test_pc_13_a_knock_takes_the_place_of_a_turn():
    at = round_of_turns(table())
    assert at.offers(0) == {"knock": (), "draw": ("stock", "discard")}
    at.knock(0)
    assert at.events[-1] == Knocked(0)
    assert (at.to_act, at.discards.split()[-1]) == ((1,), "9H")


def test_pc_14_no_knock_on_ones_own_first_turn():
    at = table()
    assert at.refused(Knock(0)) == "knock_on_first_turn"
    at.turn(0).turn(1)
    assert at.refused(Knock(2)) == "knock_on_first_turn"
    at.turn(2).knock(0)


def test_pc_15_no_knock_after_a_draw_and_no_draw_after_a_knock():
    at = round_of_turns(table()).draw(0)
    assert at.refused(Knock(0)) == "knock_after_draw"
    at.discard(0, "9S").knock(1)
    assert at.refused(Draw(1, "stock")) == "not_your_turn"
    assert at.refused(Discard(1, card("3H"))) == "not_your_turn"


def test_pc_16_a_second_knock_is_refused():
    at = round_of_turns(table()).knock(0)
    assert at.offers(1) == {"draw": ("stock", "discard")}
    assert at.refused(Knock(1)) == "already_knocked"
    at.draw(1)
    assert at.refused(Knock(1)) == "already_knocked"


def test_pc_16_who_likes_his_hand_takes_the_upcard_and_puts_it_back():
    at = round_of_turns(table()).knock(0)
    at.draw(1, "discard").discard(1, "9H").draw(2, "discard").discard(2, "9H")
    assert at.result.winners == (0,)
    assert at.hand(1) == cards(QUEENS)


@pytest.mark.parametrize("knocker", [0, 1, 2])
def test_pc_17_everybody_else_has_one_more_turn(knocker):
    at = round_of_turns(table())
    for seat in range(knocker):
        at.turn(seat)
    at.knock(knocker)
    others = [(knocker + 1) % 3, (knocker + 2) % 3]
    for seat in others:
        assert at.to_act == (seat,)
        at.turn(seat)
    assert at.to_act == ()
    assert at.result.winners == (0,)


def test_pc_17_the_view_tells_who_has_played():
    at = round_of_turns(table()).turn(0).knock(1).turn(2)
    assert [seat.done for seat in at.view.seats] == [False, True, True]
    assert [seat.knocked for seat in at.view.seats] == [False, True, False]


def emptied(**more) -> Table:
    """Ten players, of whom the first has taken the only card of the stock."""
    return fresh(10, **more).turn(0)


def test_pc_18_pc_19_with_ten_players_one_card_is_shuffled_after_every_turn():
    at = emptied()
    first, second = cards(at.discards)
    assert (at.to_act, at.view.asks) == ((), "shuffle")
    assert GAME.to_shuffle(at.state) == (first,)
    assert all(GAME.prompts(at.state, seat) == () for seat in range(10))
    at.shuffle()
    assert at.events[-1] == Shuffled(1)
    assert (at.to_act, at.discards) == ((1,), second.notation)
    at.draw(1)
    assert at.hand(1)[-1] is first
    assert GAME.to_shuffle(at.state) == ()
    at.discard(1, first.notation)
    assert (at.discards, GAME.to_shuffle(at.state)) == (f"{second} {first}", (second,))


def test_pc_18_the_discards_under_the_top_one_become_the_stock_in_the_order_given():
    at = table([KINGS, QUEENS], rest="2C 9C 9D")
    while not GAME.to_shuffle(at.state):
        at.turn(at.to_act[0])
    under_top = at.discards.split()[:-1]
    top = at.discards.split()[-1]
    assert len(under_top) == 41
    order = under_top[::-1]
    at.shuffle(" ".join(order))
    layout = GAME.layout(at.state)
    assert [card.notation for card in layout.stock] == order
    assert at.discards == top
    assert at.turn(at.to_act[0]).discards.split() == [top, order[0]]


def test_pc_18_no_other_shuffle_is_taken():
    at = emptied()
    under_top, top = cards(at.discards)
    for order in ((), (top,), (under_top, top), (under_top, under_top)):
        assert at.refused(Shuffle(order)) == "wrong_shuffle"
    assert at.refused(Draw(1, "stock")) == "shuffle_first"
    assert at.refused(Knock(1)) == "shuffle_first"
    at.shuffle()
    assert at.refused(Shuffle((under_top,))) == "no_shuffle"


def test_pc_19_the_last_turn_before_the_showdown_is_followed_by_no_shuffle():
    at = emptied().shuffle()
    for seat in range(1, 10):
        at.turn(seat).shuffle()
    at.knock(0)
    for seat in range(1, 9):
        at.turn(seat).shuffle()
    at.turn(9)
    assert at.result.shown == tuple(range(10))
    assert GAME.to_shuffle(at.state) == ()


def test_pc_20_pc_21_sudden_death_ends_play_with_the_turn_that_took_the_last_card():
    at = fresh(10, sudden_death=True).draw(0)
    assert at.to_act == (0,)
    at.discard(0, at.hand(0)[-1].notation)
    assert at.result.shown == tuple(range(10))
    assert [type(event) for event in at.events if not isinstance(event, HandShown)][-3:] == [
        CardDiscarded,
        StockRanOut,
        DealOver,
    ]


def test_pc_22_sudden_death_cuts_off_the_last_turns():
    at = fresh(9, sudden_death=True)
    for seat in range(9):
        at.draw(seat, "discard").discard(seat, at.hand(seat)[-1].notation)
    at.knock(0)
    for seat in range(1, 7):
        at.turn(seat)
    assert at.state.result is not None
    assert at.state.turns == 9 + 1 + 6


def test_pc_23_pc_24_the_best_hand_wins_knocker_or_not():
    at = round_of_turns(table([KINGS, "9S 9H 9D 2D 3D", JACKS], rest="2C TC TD TH TS QC QD")).knock(0).turn(1).turn(2)
    assert at.result.winners == (1,)
    assert at.result.net == (0, 1, 0)
    assert at.result.shown == (0, 1, 2)
    assert at.chips == (20, 20, 20)


def test_pc_25_all_who_hold_the_best_hand_win():
    at = round_of_turns(table([KINGS, "KD KC 7C 5D 3H", JACKS])).turn(0).knock(1).turn(2).turn(0)
    assert at.result.winners == (0, 1)
    assert at.result.net == (1, 1, 0)
    assert at.result.stakes.scores == (1, 1, 0)


def scored(scores: tuple[int, ...], **more) -> Table:
    """The first seat wins, with so many rounds won before."""
    return round_of_turns(table(scores=scores, **more)).knock(0).turn(1).turn(2)


def test_pc_26_the_score_is_rounds_won():
    result = scored((2, 0, 1)).result
    assert result.stakes.scores == (3, 0, 1)
    assert (result.game_over, result.game_winners) == (False, ())
    assert GAME.judging.unit == "rounds"


def test_pc_26_the_view_has_the_scores():
    at = table()
    assert [seat.score for seat in at.view.seats] == [0, 0, 0]
    assert [seat.score for seat in scored((2, 0, 1)).view.seats] == [3, 0, 1]


@pytest.mark.parametrize(("played", "over"), [(1, False), (2, True)])
def test_pc_26_most_rounds_win_after_so_many_deals(played, over):
    result = scored((0, 1, 1), played=played, deals=3).result
    assert result.stakes.scores == (1, 1, 1)
    assert (result.game_over, result.game_winners) == (over, (0, 1, 2) if over else ())


@pytest.mark.parametrize(("target", "over"), [(2, True), (3, True), (4, False), (0, False)])
def test_pc_26_or_when_somebody_has_won_enough(target, over):
    result = scored((2, 2, 0), target_wins=target).result
    assert (result.game_over, result.game_winners) == (over, (0,) if over else ())


def test_pc_26_the_winners_share_the_antes():
    hands = [KINGS, "KD KC 7C 5D 3H", JACKS]
    at = round_of_turns(table(hands, ante=3, pot=2))
    assert (at.chips, at.pot) == ((17,) * 3, 11)
    at.turn(0).knock(1).turn(2).turn(0)
    assert at.state.transfers[3:] == (Transfer("pot", 0, 6, "pot"), Transfer("pot", 1, 5, "pot"))  # G-6
    assert at.result.stakes.chips == (23, 22, 17)
    assert at.result.net == (1, 1, 0)


def test_pc_26_who_cannot_pay_the_ante_plays_on_credit():
    at = table(ante=3, chips=(2, 20, 20))
    assert at.chips == (-1, 17, 17)


def test_pc_27_the_deal_passes_to_the_left():
    at = round_of_turns(table(dealer=0)).knock(1).turn(2).turn(0)
    assert at.result.stakes.dealer == 1


def test_g_12_a_deal_without_a_knock_is_void_after_500_turns():
    at = table(ante=1)
    while at.state.result is None:
        seat = at.to_act[0]
        at.draw(seat, "discard").discard(seat, "2C")
    assert at.state.turns == MOST_TURNS
    assert (at.result.void, at.result.winners, at.result.net) == (True, (), (0, 0, 0))
    assert at.result.stakes.pot == 3
    assert at.result.shown == ()


def test_g_13_a_knock_at_the_end_of_the_cap_is_played_out():
    at = table()
    for _ in range(MOST_TURNS - 1):
        seat = at.to_act[0]
        at.draw(seat, "discard").discard(seat, "2C")
    knocker = at.to_act[0]
    at.knock(knocker)
    while at.state.result is None:
        at.turn(at.to_act[0])
    assert not at.result.void


def test_g_9_everything_else_is_refused():
    at = table()
    assert at.refused(Draw(1, "stock")) == "not_your_turn"
    assert at.refused(Discard(0, card("KS"))) == "draw_first"
    for action in (Fold(0), Stay(0), Show(0), Bet(0, 1)):
        assert at.refused(action) == "not_in_this_game"
    assert at.refused(Shuffle(cards("2C"))) == "no_shuffle"
    at.draw(0)
    assert at.refused(Draw(0, "stock")) == "already_drawn"
    assert at.refused(Discard(0, card("AS"))) == "card_not_held"
    at.discard(0, "9C")
    over = round_of_turns(table()).knock(0).turn(1).turn(2)
    assert over.refused(Draw(0, "stock")) == "deal_over"


def test_g_9_a_refusal_carries_what_it_names():
    at = round_of_turns(table()).knock(0)
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(at.state, Knock(1))
    assert caught.value.details == {"knocker": 0}


def test_g_10_hands_are_private_until_they_are_shown():
    at = round_of_turns(table())
    assert [seat.hand for seat in at.view.seats] == [None] * 3
    assert [bool(seat.hand) for seat in at.seen_by(1).seats] == [False, True, False]
    at.knock(0).turn(1).turn(2)
    assert all(seat.hand and seat.name for seat in at.view.seats)


def test_a_hand_of_six_is_named_by_its_best_five():
    at = table(["KS KH 7D 5C 3S", QUEENS, JACKS], rest="2C KD").draw(0)
    own = at.seen_by(0).own
    assert own is not None
    assert own.name is not None
    assert own.name.type == "three_of_a_kind"


def test_the_worked_example():
    eights_and_fours = "8S 8H 4D 4C 2S"
    at = table([KINGS, eights_and_fours, JACKS], rest="3C TC TD TH TS")
    at.draw(0, "discard").discard(0, "3C")
    at.turn(1).turn(2).turn(0).knock(1).turn(2).turn(0)
    assert at.result.stakes.scores == (0, 1, 0)
    assert at.result.winners == (1,)


def test_the_worked_example_with_an_equal_hand():
    at = table(["8D 8C 4H 2C KD", "8S 8H 4D 4C 2S", "JS JH 9D 6C 3S"], rest="3C TC TD 4S")
    at.draw(0, "discard").discard(0, "3C")
    at.turn(1).turn(2).draw(0).discard(0, "KD").knock(1).turn(2).turn(0)
    assert at.result.winners == (0, 1)
    assert at.result.stakes.scores == (1, 1, 0)
