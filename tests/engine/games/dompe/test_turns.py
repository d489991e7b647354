"""Dompe: turns and the call, what is refused and who sees what (dompe.md DM-10 to DM-17a and DM-34 to DM-39)."""

from __future__ import annotations

import pytest

from engine.actions import Bet, Fold, Shuffle, Stay
from engine.asks import Ask
from engine.cards import JOKER, card, cards
from engine.events import Called, CardDrawn
from tests.kit.dompe import NOTHING, around, deal

# -- turns


def test_dm_10_the_first_turn_has_no_draw():
    at = deal(*NOTHING[:3])
    assert at.offers(1) == {"discard": ("AS", "KH", "9D", "6C", "3S", "2C")}
    assert at.refused("1 stock") == "six_dealt"
    view = at.seen_by(1)
    assert (view.asks, view.drawn, at.middle(1).drawn_from) == (Ask.DISCARD, None, None)
    at.play("1 discard 2C")
    assert (at.to_act, at.discards) == ((2,), "2C")


def test_dm_11_a_five_card_hand_is_called_and_not_shown_on_the_first_turn():
    at = deal("9S 9H 9D 6C 3S", *NOTHING[1:3], rest="2C 7C TD TH")
    assert list(at.offers(1)) == ["knock", "discard"]
    assert at.refused("1 show") == "nothing_to_show"
    at.play("1 call", "1 discard 2C")
    assert at.to_act == (2,)


def test_dm_11_a_six_card_hand_is_shown_on_the_first_turn():
    at = deal("AS KS 9S 6S 3S", "KH QH 8D 5C 2H", rest="2S 7C")
    assert list(at.offers(1)) == ["show", "knock", "discard"]
    assert at.play("1 show").winners == (1,)


def test_dm_12_a_turn_is_a_draw_and_a_discard():
    at = deal(*NOTHING[:3]).play("1 discard 2C")
    assert at.offers(2) == {"draw": ("stock", "discard")}
    assert at.offers(3) == {}
    at.play("2 stock")
    assert at.hand(2)[-1] is card("7C")
    assert at.last_is(CardDrawn).card.to(None) is None
    assert at.last_is(CardDrawn).card.to(at.seat(2)) is card("7C")
    at.play("2 discard KS", "3 pile")
    assert at.last_is(CardDrawn).card.to(None) is card("KS")
    assert at.discards == "2C"


def test_dm_12_a_call_comes_after_the_draw():
    at = deal("AS KH 9D 6C 3S", "9S 9H 9C 5C 2S", rest="2C 7C").play("1 discard 2C")
    assert at.refused("2 call") == "draw_first"
    assert at.refused("2 show") == "draw_first"
    assert at.refused("2 discard 2S") == "draw_first"
    at.play("2 stock")
    assert list(at.offers(2)) == ["knock", "discard"]


@pytest.mark.parametrize(("players", "caller"), [(n, k) for n in range(2, 6) for k in range(1, n + 1)])
def test_dm_13_a_call_ends_play_with_the_dealers_next_turn(players, caller):
    at = around(caller, players)
    for player in range(caller + 1, players + 1):
        assert at.to_act == (player,)
        view = at.view
        assert [seat.seat for seat in view.seats if not seat.done] == [
            at.seat(k) for k in range(players, player - 1, -1)
        ]
        at.play(f"{player} turn")
    assert at.to_act == ()
    assert at.winners == (caller,)
    assert tuple(at.shown) == (*range(caller, players + 1), *range(1, caller))


def test_dm_13_a_dealers_call_ends_play_after_the_dealers_discard():
    at = deal(*NOTHING[:2], "9S 9H 9C 4C 3D", rest="2C 7C TC")
    at.play("1 discard 2C", "2 turn", "3 stock", "3 call")
    assert at.to_act == (3,)
    assert at.play("3 discard 3D").winners == (3,)


def test_dm_13_who_sits_before_the_caller_has_no_further_turn():
    at = around(caller=3, players=4)
    assert at.to_act == (4,)
    for player in (1, 2):
        assert at.refused(f"{player} stock") == "not_your_turn"


def test_dm_13_a_call_in_a_later_round():
    at = deal("9S 9H KC 6C 3S", "KS QH 8D 5C 2S", "QS JH 7D 4C 3D", rest="2C TS TH TD 9D 8C 7C 6D")
    at.play("1 discard 2C", "2 turn", "3 turn", "1 stock", "1 discard 3S", "2 turn", "3 turn")
    at.play("1 stock", "1 discard 6C")
    assert at.to_act == (2,)


def test_dm_14_after_a_call_a_six_card_hand_still_wins_at_once():
    at = deal("KS KH KD KC 3S", "4H 5C 6D 7S 8H", "QS JH 7D 4C 3D", rest="2C 9D 8C", chips=10)
    at.play("1 call", "1 discard 3S", "2 stock")
    assert list(at.offers(2)) == ["show", "discard"]
    at.play("2 show")
    assert at.chips == (9, 12, 9)
    assert (at.winners, tuple(at.shown), at.to_act) == ((2,), (2,), ())


def test_dm_17a_a_taken_card_does_not_go_straight_back():
    at = deal(*NOTHING[:3]).play("1 discard 2C", "2 pile")
    assert at.offers(2)["discard"] == ("KS", "QH", "8D", "5C", "2S")
    assert at.refused("2 discard 2C") == "taken_card"
    at.play("2 discard KS", "3 stock")
    assert "7C" in at.offers(3)["discard"]


def test_dm_34_no_call_below_three_of_a_kind():
    at = deal("AS AH KD KC 3S", *NOTHING[1:2], rest="2C")
    assert list(at.offers(1)) == ["discard"]
    assert at.refused("1 call") == "call_too_low"


def test_dm_34_after_a_call_only_discards_that_keep_it():
    at = deal("9S 9H 9D 6C 3S", *NOTHING[1:2]).play("1 call")
    assert at.offers(1) == {"discard": ("6C", "3S", "2C")}
    assert at.refused("1 discard 9S") == "discard_below_call"
    assert at.refused("1 discard AS") == "card_not_held"


def test_dm_34_the_hand_kept_counts_a_taken_card_too():
    """Five spades without the card taken from the pile are a flush, but that card must be kept."""
    at = deal("AH KH 9D 6C 3D", "KS QS 8S 5S 2S").play("1 discard 2C", "2 pile")
    assert list(at.offers(2)) == ["discard"]
    assert at.refused("2 call") == "call_needs_taken_card"


def test_dm_35_there_is_one_call():
    at = deal("9S 9H 9D 6C 3S", "8S 8H 8D 5C 2S", rest="2C 7C 7D").play("1 call")
    assert at.refused("1 call") == "already_called"
    at.play("1 discard 2C")
    assert at.refused("2 call") == "already_called", "and a draw would change nothing"
    at.play("2 stock")
    assert list(at.offers(2)) == ["discard"]
    assert at.refused("2 call") == "already_called"
    assert at.events[-3] == Called(at.seat(1))
    assert at.view.knocker == at.seat(1)


def test_dm_35_a_call_is_never_obligatory():
    at = deal("9S 9H 9D 6C 3S", *NOTHING[1:2]).play("1 discard 2C")
    assert at.to_act == (2,)
    assert at.state.knocker is None


def test_dm_38_an_outright_win_may_be_let_go():
    at = deal("AS KS 9S 6S 3S", "KH QH 8D 5C 2H", rest="2S 7C").play("1 discard 2S")
    assert at.to_act == (2,)
    at = deal("AS KS 9S 6S 3S", "KH QH 8D 5C 2H", rest="2S 7C").play("1 call")
    assert at.refused("1 show") == "show_after_call"
    assert list(at.offers(1)) == ["discard"]


def test_dm_39_the_joker_is_discarded_and_taken_like_any_card():
    at = deal("AS KH 9D 6C X", "9S 9H 8D 5C 2S").play("1 discard X", "2 pile")
    assert at.hand(2)[-1] is JOKER
    assert "knock" in at.offers(2)


# -- refusals and views


def test_g_9_everything_else_is_refused():
    at = deal(*NOTHING[:3])
    assert at.refused("2 stock") == "not_your_turn"
    for action in (Fold(2, card("AS")), Stay(2), Bet(2, 1)):
        assert at.refused(action) == "not_in_this_game"
    assert at.refused(Shuffle(cards("2C"))) == "no_shuffle"
    at.play("1 discard 2C", "2 stock")
    assert at.refused("2 stock") == "already_drawn"
    over = deal("AS KS 9S 6S 3S", "KH QH 8D 5C 2H", rest="2S 7C").play("1 show")
    assert over.refused("2 stock") == "deal_over"


def test_g_10_hands_are_private_until_they_are_shown():
    at = deal(*NOTHING[:3])
    assert [seat.hand for seat in at.view.seats] == [None] * 3
    assert [bool(seat.hand) for seat in at.seen_by(2).seats] == [False, True, False]
    assert [seat.cards for seat in at.view.seats] == [5, 5, 6]
    at = around(caller=1, players=2).play("2 turn")
    assert all(seat.hand and seat.name for seat in at.view.seats)


def test_the_names_of_ones_own_cards():
    def named(*hands: str, rest: str, moves: tuple[str, ...] = ()) -> str:
        at = deal(*hands, rest=rest).play(*moves)
        player = at.to_act[0]
        found = at.own(player).name
        assert found is not None
        return found.type

    assert named("9S 9H 9D 6C 3S", NOTHING[1], rest="2C") == "three_of_a_kind"
    assert named("AS KS 9S 6S 3S", "KH QH 8D 5C 2H", rest="2S") == "six_card_flush"
    taken = ("1 discard 2C", "2 pile")
    assert named("AH KH 9D 6C 3D", "KS QS 8S 5S 2S", rest="2C", moves=taken) == "pair"  # the flush would lose the 2C
