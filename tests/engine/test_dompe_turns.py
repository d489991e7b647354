"""Dompe: deal, turns, call, outright wins, stock, pot, options (dompe.md DM-1 to DM-39 and DM-42 to DM-52)."""

from __future__ import annotations

import pytest

from engine.actions import Bet, Discard, Draw, Fold, Knock, Show, Shuffle, Stay
from engine.cards import JOKER, card, cards
from engine.errors import BadSetup, IllegalAction
from engine.events import Called, CardDiscarded, DealOver, HandShown, Paid, Shuffled
from engine.games.dompe import GAME, DompeRules
from engine.parts.ranking import RUN
from engine.parts.turns import MOST_TURNS
from engine.stakes import Stakes, Transfer

from .table import Table

NOTHING = ["AS KH 9D 6C 3S", "KS QH 8D 5C 2S", "QS JH 7D 4C 3D", "JS TH 6D 4H 2D", "9S 8H 5D 3C AD"]
"""Five hands of a high card each."""
REST = "2C 7C 8C 9C TC JC QC KC"


class AtTheTable:
    """A deal told by P1, P2, … up to the dealer, who sits on seat 0: so P1 is the highest seat."""

    def __init__(self, *hands: str, rest: str = REST, **more) -> None:
        self.players = len(hands)
        by_seat = [hands[self.player(seat) - 1] for seat in range(self.players)]
        self.table = Table(by_seat, rest, game=GAME, dealer=0, **more)

    def seat(self, player: int) -> int:
        """The seat of a player."""
        return self.players - player

    player = seat
    """The player on a seat."""

    def offers(self, player: int):
        return self.table.offers(self.seat(player))

    def hand(self, player: int):
        return self.table.hand(self.seat(player))

    def play(self, *moves: str) -> AtTheTable:
        """Moves such as ``1 discard 2C``, ``2 stock``, ``2 pile``, ``2 call``, ``2 show``, ``2 turn``."""
        for move in moves:
            who, what, *cards_ = move.split()
            seat = self.seat(int(who))
            match what:
                case "stock" | "pile":
                    self.table.draw(seat, {"pile": "discard"}.get(what, what))
                case "call":
                    self.table.knock(seat)
                case "show":
                    self.table.show(seat)
                case "turn":
                    self.table.turn(seat)
                case "discard":
                    self.table.discard(seat, cards_[0])
        return self

    def refused(self, player: int, do: str, *argument: object) -> str:
        make = {"draw": Draw, "discard": Discard, "call": Knock, "show": Show}[do]
        return self.table.refused(make(self.seat(player), *argument))

    @property
    def to_act(self) -> tuple[int, ...]:
        return tuple(self.player(seat) for seat in self.table.to_act)

    @property
    def result(self):
        return self.table.result

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(self.player(seat) for seat in self.result.winners)

    @property
    def shown(self) -> tuple[int, ...]:
        return tuple(self.player(seat) for seat in self.result.shown)

    @property
    def chips(self) -> tuple[int, ...]:
        """In order of play."""
        return tuple(self.result.stakes.chips[self.seat(player)] for player in range(1, self.players + 1))


# -- the deal ----------------------------------------------------------------------------------------------------------


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
    at = Table(NOTHING[:4], REST, game=GAME, dealer=2)
    assert at.to_act == (1,)
    assert at.discard(1, "2C").to_act == (0,)
    assert at.turn(0).to_act == (3,)
    assert at.turn(3).to_act == (2,)
    assert not GAME.clockwise
    dealt = Table(["9S 9H 9D 2D 3H", *NOTHING[1:3]], "9C TC TD TS", game=GAME, dealer=1)
    assert dealt.knock(0).discard(0, "3H").turn(2).turn(1).result.stakes.dealer == 0
    assert AtTheTable("AC KC 8C 6C 2C", *NOTHING[3:], rest="4C").play("1 show").result.stakes.dealer == 2


def test_dm_4_everybody_antes():
    at = AtTheTable(*NOTHING[:4], ante=2).table
    assert (at.chips, at.pot) == ((18,) * 4, 8)
    assert at.state.transfers[0] == Transfer(3, "pot", 2, "ante")


def test_dm_5_dm_6_five_cards_each_and_a_sixth_to_the_first_player():
    state = GAME.new_deal(DompeRules(), 3, Stakes(1, (20,) * 3), GAME.pack(DompeRules(), 3).cards)
    layout = GAME.layout(state)
    hands = [" ".join(map(str, hand)) for hand in layout.hands]
    assert hands == ["AS JS 8S 5S 2S QH", "QS 9S 6S 3S KH", "KS TS 7S 4S AH"]
    assert layout.discards == ()
    assert GAME.observe(state, None).upcard is None
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
        assert GAME.observe(state, None).stock == stock


# -- turns -------------------------------------------------------------------------------------------------------------


def test_dm_10_the_first_turn_has_no_draw():
    at = AtTheTable(*NOTHING[:3])
    assert at.offers(1) == {"discard": ("AS", "KH", "9D", "6C", "3S", "2C")}
    assert at.refused(1, "draw", "stock") == "six_dealt"
    view = GAME.observe(at.table.state, at.seat(1))
    assert (view.phase, view.drawn, view.drawn_from) == ("discard", None, None)
    at.play("1 discard 2C")
    assert (at.to_act, at.table.discards) == ((2,), "2C")


def test_dm_11_a_five_card_hand_is_called_and_not_shown_on_the_first_turn():
    at = AtTheTable("9S 9H 9D 6C 3S", *NOTHING[1:3], rest="2C 7C TD TH")
    assert list(at.offers(1)) == ["knock", "discard"]
    assert at.refused(1, "show") == "nothing_to_show"
    at.play("1 call", "1 discard 2C")
    assert at.to_act == (2,)


def test_dm_11_a_six_card_hand_is_shown_on_the_first_turn():
    at = AtTheTable("AS KS 9S 6S 3S", "KH QH 8D 5C 2H", rest="2S 7C")
    assert list(at.offers(1)) == ["show", "knock", "discard"]
    assert at.play("1 show").winners == (1,)


def test_dm_12_a_turn_is_a_draw_and_a_discard():
    at = AtTheTable(*NOTHING[:3]).play("1 discard 2C")
    assert at.offers(2) == {"draw": ("stock", "discard")}
    assert at.offers(3) == {}
    at.play("2 stock")
    assert at.hand(2)[-1] is card("7C")
    assert at.table.events[-1].card.to(None) is None
    assert at.table.events[-1].card.to(at.seat(2)) is card("7C")
    at.play("2 discard KS", "3 pile")
    assert at.table.events[-1].card.to(None) is card("KS")
    assert at.table.discards == "2C"


def test_dm_12_a_call_comes_after_the_draw():
    at = AtTheTable("AS KH 9D 6C 3S", "9S 9H 9C 5C 2S", rest="2C 7C").play("1 discard 2C")
    assert at.refused(2, "call") == "draw_first"
    assert at.refused(2, "show") == "draw_first"
    assert at.refused(2, "discard", card("2S")) == "draw_first"
    at.play("2 stock")
    assert list(at.offers(2)) == ["knock", "discard"]


CALL = "9S 9H 9D"


def around(caller: int, players: int) -> AtTheTable:
    """A deal in which the caller has three nines and nobody else anything, played up to the call and its discard."""
    hands = ["AS KH TD 6C 3S", "KS QH 8D 5C 2S", "QS JH 7D 4C 3D", "JS TH 6D 4H 2D", "TS 8H 5D 3C AD"][:players]
    hands[caller - 1] = " ".join([CALL, *hands[caller - 1].split()[3:]])
    at = AtTheTable(*hands, rest="2C 7C 8C 9C TC JC QC KC AC 5H 6H 7H")
    at.play(*(["1 discard 2C"] if caller > 1 else []), *(f"{player} turn" for player in range(2, caller)))
    if caller > 1:
        at.play(f"{caller} stock")
    at.play(f"{caller} call")
    return at.play(f"{caller} discard {at.hand(caller)[-1]}")


@pytest.mark.parametrize(("players", "caller"), [(n, k) for n in range(2, 6) for k in range(1, n + 1)])
def test_dm_13_a_call_ends_play_with_the_dealers_next_turn(players, caller):
    at = around(caller, players)
    for player in range(caller + 1, players + 1):
        assert at.to_act == (player,)
        view = GAME.observe(at.table.state, None)
        assert [one.seat for one in view.seats if not one.done] == [at.seat(k) for k in range(players, player - 1, -1)]
        at.play(f"{player} turn")
    assert at.to_act == ()
    assert at.winners == (caller,)
    assert at.shown == (*range(caller, players + 1), *range(1, caller))


def test_dm_13_a_dealers_call_ends_play_after_the_dealers_discard():
    at = AtTheTable(*NOTHING[:2], "9S 9H 9C 4C 3D", rest="2C 7C TC")
    at.play("1 discard 2C", "2 turn", "3 stock", "3 call")
    assert at.to_act == (3,)
    assert at.play("3 discard 3D").winners == (3,)


def test_dm_13_who_sits_before_the_caller_has_no_further_turn():
    at = around(caller=3, players=4)
    assert at.to_act == (4,)
    for player in (1, 2):
        assert at.refused(player, "draw", "stock") == "not_your_turn"


def test_dm_13_a_call_in_a_later_round():
    at = AtTheTable("9S 9H KC 6C 3S", "KS QH 8D 5C 2S", "QS JH 7D 4C 3D", rest="2C TS TH TD 9D 8C 7C 6D")
    at.play("1 discard 2C", "2 turn", "3 turn", "1 stock", "1 discard 3S", "2 turn", "3 turn")
    at.play("1 stock", "1 discard 6C")
    assert at.to_act == (2,)


def test_dm_14_after_a_call_a_six_card_hand_still_wins_at_once():
    at = AtTheTable("KS KH KD KC 3S", "4H 5C 6D 7S 8H", "QS JH 7D 4C 3D", rest="2C 9D 8C", chips=10)
    at.play("1 call", "1 discard 3S", "2 stock")
    assert list(at.offers(2)) == ["show", "discard"]
    at.play("2 show")
    assert at.chips == (9, 12, 9)
    assert (at.winners, at.shown, at.to_act) == ((2,), (2,), ())


def test_dm_17a_a_taken_card_does_not_go_straight_back():
    at = AtTheTable(*NOTHING[:3]).play("1 discard 2C", "2 pile")
    assert at.offers(2)["discard"] == ("KS", "QH", "8D", "5C", "2S")
    assert at.refused(2, "discard", card("2C")) == "taken_card"
    at.play("2 discard KS", "3 stock")
    assert "7C" in at.offers(3)["discard"]


def test_dm_34_no_call_below_three_of_a_kind():
    at = AtTheTable("AS AH KD KC 3S", *NOTHING[1:2], rest="2C")
    assert list(at.offers(1)) == ["discard"]
    assert at.refused(1, "call") == "call_too_low"


def test_dm_34_after_a_call_only_discards_that_keep_it():
    at = AtTheTable("9S 9H 9D 6C 3S", *NOTHING[1:2]).play("1 call")
    assert at.offers(1) == {"discard": ("6C", "3S", "2C")}
    assert at.refused(1, "discard", card("9S")) == "discard_below_call"
    assert at.refused(1, "discard", card("AS")) == "card_not_held"


def test_dm_34_the_hand_kept_counts_a_taken_card_too():
    """Five spades without the card taken from the pile are a flush, but that card must be kept."""
    at = AtTheTable("AH KH 9D 6C 3D", "KS QS 8S 5S 2S").play("1 discard 2C", "2 pile")
    assert list(at.offers(2)) == ["discard"]
    assert at.refused(2, "call") == "call_needs_taken_card"


def test_dm_35_there_is_one_call():
    at = AtTheTable("9S 9H 9D 6C 3S", "8S 8H 8D 5C 2S", rest="2C 7C 7D").play("1 call")
    assert at.refused(1, "call") == "already_called"
    at.play("1 discard 2C", "2 stock")
    assert list(at.offers(2)) == ["discard"]
    assert at.refused(2, "call") == "already_called"
    assert at.table.events[-3] == Called(at.seat(1))
    assert GAME.observe(at.table.state, None).knocker == at.seat(1)


def test_dm_35_a_call_is_never_obligatory():
    at = AtTheTable("9S 9H 9D 6C 3S", *NOTHING[1:2]).play("1 discard 2C")
    assert at.to_act == (2,)
    assert at.table.state.caller is None


def test_dm_38_an_outright_win_may_be_let_go():
    at = AtTheTable("AS KS 9S 6S 3S", "KH QH 8D 5C 2H", rest="2S 7C").play("1 discard 2S")
    assert at.to_act == (2,)
    at = AtTheTable("AS KS 9S 6S 3S", "KH QH 8D 5C 2H", rest="2S 7C").play("1 call")
    assert at.refused(1, "show") == "show_after_call"
    assert list(at.offers(1)) == ["discard"]


def test_dm_39_the_joker_is_discarded_and_taken_like_any_card():
    at = AtTheTable("AS KH 9D 6C X", "9S 9H 8D 5C 2S").play("1 discard X", "2 pile")
    assert at.hand(2)[-1] is JOKER
    assert "knock" in at.offers(2)


# -- outright wins -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "sixth", "type_"),
    [
        ("AS KS 9S 6S 3S", "2S", "six_card_flush"),
        ("AS 2H 3D 4C 5S", "6H", "six_card_straight"),
        ("9S 9H 4D 4C KS", "X", "three_pairs"),
        ("9S 9H 9D 9C KS", "X", "five_of_a_kind"),
    ],
)
def test_dm_16_dm_18_the_shower_takes_the_pot_at_once(hand, sixth, type_):
    at = AtTheTable(hand, "JH 8H 8D 5C 2D", "QH JC 7D 4S 3C", rest=sixth).play("1 show")
    assert (at.winners, at.chips) == ((1,), (22, 19, 19))
    shown, paid, over = at.table.events
    assert isinstance(shown, HandShown)
    assert (shown.cards, shown.name.type) == (at.hand(1), type_)
    assert paid == Paid(Transfer("pot", at.seat(1), 3, "pot"))
    assert isinstance(over, DealOver)
    view = GAME.observe(at.table.state, None)
    assert [one.hand is not None for one in view.seats] == [False, False, True]
    assert view.seats[2].name.type == type_


def test_dm_19_a_quintilla_is_shown_after_any_draw_and_after_a_call():
    at = AtTheTable("9S 9H 9D 6C 3S", "8S 8H 8D 8C 2S", rest="2C X").play("1 call", "1 discard 2C", "2 stock")
    assert list(at.offers(2)) == ["show", "discard"]
    assert at.play("2 show").winners == (2,)


def test_dm_19_a_quintilla_not_shown_is_the_highest_hand_at_the_showdown():
    at = AtTheTable("9S 9H 9D 6C 3S", "8S 8H 8D 8C 2S", rest="2C X").play("1 call", "1 discard 2C", "2 stock")
    assert at.play("2 discard 2S").winners == (2,)
    assert at.shown == (1, 2)


def test_dm_19_no_show_between_turns():
    at = AtTheTable(*NOTHING[:2], "8S 8H 8C TD X", rest="2C").play("1 discard 2C")
    assert at.table.refused(Show(at.seat(3))) == "not_your_turn"


# -- showdown ----------------------------------------------------------------------------------------------------------


def test_dm_26_less_than_three_of_a_kind_does_not_win():
    at = AtTheTable("2S 2H 2D 6C 3S", "AS AH KD KC QS", rest="4C 7C").play("1 call", "1 discard 6C", "2 turn")
    assert at.winners == (1,)


def test_dm_27_the_joker_wins_between_equal_hands():
    at = AtTheTable("8D 7D 6H 5D 4D", "8C 7C 6S X 4C", rest="KH KS").play("1 call", "1 discard KH", "2 turn")
    assert at.winners == (2,)


def test_dm_28_then_the_suit_of_the_highest_card():
    at = AtTheTable("QC JS TS 9D 8S", "QS JD TD 9S 8H", rest="2H KD").play("1 call", "1 discard 2H", "2 turn")
    assert at.winners == (2,)


def test_dm_50_dm_51_first_called_wins_between_equal_hands():
    hands = ["QC JS TS 9D 8S", "QS JD TD 9S X"]
    by_joker = AtTheTable(*hands, rest="2H 8D").play("1 call", "1 discard 2H", "2 turn")
    assert by_joker.winners == (2,)  # king high
    hands[1] = "QS TD 9S 8D X"
    at = AtTheTable(*hands, rest="2H 3D").play("1 call", "1 discard 2H", "2 turn")
    assert at.winners == (2,)
    at = AtTheTable(*hands, rest="2H 3D", equal_hands="first_called").play("1 call", "1 discard 2H", "2 turn")
    assert at.winners == (1,)
    at = AtTheTable(*hands, rest="2H 3D", equal_hands="first_called")
    assert at.play("1 discard 2H", "2 stock", "2 call", "2 discard 3D").winners == (2,)


def test_dm_51_the_order_of_showing_begins_with_the_caller():
    hands = ["QC JS TS 9D 8S", "QS JD TD 9S 8H", "QD JC TC 9H 8D"]
    at = AtTheTable(*hands, rest="2H 3D 3C", equal_hands="first_called")
    at.play("1 discard 2H", "2 stock", "2 call", "2 discard 3D", "3 turn")
    assert (at.shown, at.winners) == ((2, 3, 1), (2,))
    by_suit = AtTheTable(*hands, rest="2H 3D 3C").play("1 discard 2H", "2 stock", "2 call", "2 discard 3D", "3 turn")
    assert (by_suit.shown, by_suit.winners) == ((2, 3, 1), (3,))


def test_dm_33_the_highest_hand_takes_the_pot_and_nothing_else_is_paid():
    at = around(caller=2, players=4)
    at.play("3 turn", "4 turn")
    assert at.chips == (19, 23, 19, 19)
    assert [one.reason for one in at.table.state.transfers] == ["ante"] * 4 + ["pot"]


# -- the stock ---------------------------------------------------------------------------------------------------------


def emptied() -> Table:
    """Five players with the forty cards, played until the stock is empty."""
    at = Table([""] * 5, "", game=GAME, dealer=0, deck="spanish_40")
    at.discard(4, at.hand(4)[0].notation)
    while not GAME.to_shuffle(at.state):
        at.turn(at.to_act[0])
    return at


def test_dm_17b_dm_36_all_discards_but_the_top_one_are_shuffled_when_the_turn_is_over():
    at = emptied()
    pile = at.discards.split()
    assert len(pile) == 15
    assert (at.to_act, GAME.observe(at.state, None).phase) == ((), "shuffle")
    assert [one.notation for one in GAME.to_shuffle(at.state)] == pile[:-1]
    order = sorted(pile[:-1])
    at.shuffle(" ".join(order))
    assert at.events[-1] == Shuffled(14)
    assert at.discards == pile[-1]
    assert [one.notation for one in GAME.layout(at.state).stock] == order
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
    while GAME.observe(at.state, None).stock > 1 or at.to_act != (0,):
        seat = at.to_act[0]
        if GAME.observe(at.state, None).stock > 1:
            at.turn(seat)
        else:
            at.draw(seat, "discard")
            at.discard(seat, at.offers(seat)["discard"][0])
    at.draw(0)
    assert at.to_act == (0,)
    assert GAME.to_shuffle(at.state) == ()


def test_dm_36_a_dealers_call_with_the_last_card_goes_straight_to_the_showdown():
    stock = "2C 3C 4C 5C 6C 7C JC QC KC AC 2S 3S 4S 5S 6S 7S JS QS KS"
    at = Table(["AS AH AD 2H 3H", "2D 3D 4D 5D 7H"], "KH " + stock, game=GAME, dealer=0, deck="spanish_40")
    at.discard(1, "KH")
    while GAME.observe(at.state, None).stock > 1:
        at.turn(at.to_act[0])
    seat = at.to_act[0]
    if seat == 1:
        at.draw(1, "discard").discard(1, "2D")
    at.draw(0).knock(0).discard(0, "2H")
    assert at.result.winners == (0,)


def test_dm_37_g_12_a_deal_without_a_call_is_void_after_500_turns():
    at = AtTheTable(*NOTHING[:2]).play("1 discard 2C").table
    while at.state.result is None:
        seat = at.to_act[0]
        at.draw(seat, "discard").discard(seat, at.hand(seat)[0].notation)
    assert at.state.turns == MOST_TURNS
    assert (at.result.void, at.result.winners, at.result.shown, at.result.net) == (True, (), (), (-1, -1))
    assert at.result.stakes.pot == 2
    assert [type(one) for one in at.events[-2:]] == [CardDiscarded, DealOver]


def test_g_12_the_next_winner_takes_the_pot_of_a_void_deal():
    at = AtTheTable("AS KS 9S 6S 3S", "KH QH 8D 5C 2H", rest="2S 7C", pot=5).play("1 show")
    assert at.chips == (26, 19)


# -- options -----------------------------------------------------------------------------------------------------------


def test_dm_52_g_8_credit_is_the_default():
    at = AtTheTable(*NOTHING[:3], chips=0, ante=3)
    assert at.table.chips == (-3, -3, -3)


def test_dm_52_g_8_who_cannot_pay_the_ante_sits_out():
    pack = GAME.pack(DompeRules(), 4)
    rules = DompeRules(broke="sit_out", ante=5)
    state = GAME.new_deal(rules, 4, Stakes(0, (4, 5, 4, 20)), pack.cards)
    assert state.order == (1, 3)  # seat 0 cannot deal: the deal passes on, anticlockwise, to seat 3
    view = GAME.observe(state, None)
    assert [one.standing for one in view.seats] == ["out", "in", "out", "in"]
    assert [one.done for one in view.seats] == [True, False, True, False]
    assert GAME.layout(state).hands[0] == ()
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, Draw(2, "stock"))
    assert caught.value.code == "not_dealt_in"
    with pytest.raises(BadSetup, match="fewer than 2 players"):
        GAME.new_deal(rules, 4, Stakes(0, (4, 4, 4, 20)), pack.cards)


@pytest.mark.parametrize(("deals", "played", "over"), [(0, 99, False), (1, 0, True), (3, 1, False), (3, 2, True)])
def test_dm_52_the_game_ends_after_so_many_deals(deals, played, over):
    at = AtTheTable("AS KS 9S 6S 3S", "KH QH 8D 5C 2H", rest="2S 7C", deals=deals, played=played).play("1 show")
    assert at.result.game_over == over
    assert at.result.game_winners == ((at.seat(1),) if over else ())
    tied = AtTheTable("AS KS 9S 6S 3S", "KH QH 8D 5C 2H", rest="2S", deals=1, chips=(21, 19)).play("1 show")
    assert tied.result.game_winners == (0, 1)


@pytest.mark.parametrize("deck", ["spanish_40", "spanish_48"])
def test_dm_43_dm_44_the_yuca_at_the_table(deck):
    at = AtTheTable("7S 7H 7C 7D AS", "AH KH 3C 4C 6S", rest="2D", deck=deck, wild="two_of_coins").play("1 show")
    assert at.table.events[0].name.type == "five_of_a_kind"
    plain = AtTheTable("7S 7H 7C 7D AS", "AH KH 3C 4C 6S", rest="2D", deck=deck)
    assert list(plain.offers(1)) == ["knock", "discard"]


# -- refusals and views ------------------------------------------------------------------------------------------------


def test_g_9_everything_else_is_refused():
    at = AtTheTable(*NOTHING[:3])
    assert at.refused(2, "draw", "stock") == "not_your_turn"
    for action in (Fold(2, card("AS")), Stay(2), Bet(2, 1)):
        assert at.table.refused(action) == "not_in_this_game"
    assert at.table.refused(Shuffle(cards("2C"))) == "no_shuffle"
    at.play("1 discard 2C", "2 stock")
    assert at.refused(2, "draw", "stock") == "already_drawn"
    over = AtTheTable("AS KS 9S 6S 3S", "KH QH 8D 5C 2H", rest="2S 7C").play("1 show")
    assert over.refused(2, "draw", "stock") == "deal_over"


def test_g_10_hands_are_private_until_they_are_shown():
    at = AtTheTable(*NOTHING[:3])
    assert [one.hand for one in GAME.observe(at.table.state, None).seats] == [None] * 3
    assert [bool(one.hand) for one in GAME.observe(at.table.state, 1).seats] == [False, True, False]
    assert [one.cards for one in GAME.observe(at.table.state, None).seats] == [5, 5, 6]
    at = around(caller=1, players=2).play("2 turn")
    assert all(one.hand and one.name for one in GAME.observe(at.table.state, None).seats)


def test_the_names_of_ones_own_cards():
    def named(*hands: str, rest: str, moves: tuple[str, ...] = ()) -> str:
        at = AtTheTable(*hands, rest=rest).play(*moves)
        player = at.to_act[0]
        return GAME.observe(at.table.state, at.seat(player)).own.name.type

    assert named("9S 9H 9D 6C 3S", NOTHING[1], rest="2C") == "three_of_a_kind"
    assert named("AS KS 9S 6S 3S", "KH QH 8D 5C 2H", rest="2S") == "six_card_flush"
    taken = ("1 discard 2C", "2 pile")
    assert named("AH KH 9D 6C 3D", "KS QS 8S 5S 2S", rest="2C", moves=taken) == "pair"  # the flush would lose the 2C


def test_every_pack_has_the_ranks_of_the_run():
    assert tuple(sorted({one.rank for one in GAME.pack(DompeRules(joker=0), 2)})) == RUN


# -- the worked examples -----------------------------------------------------------------------------------------------


def test_the_first_worked_example():
    hands = ["9S 9H 9D 6C 3S", "7S 7H 7D 5C 2S", "QS JH TD 4C 3D", "AC JC TC 6S 2C"]
    at = AtTheTable(*hands, rest="KH KS KD 8C", chips=10)
    at.play("1 discard KH", "2 stock", "2 call", "2 discard KS", "3 turn", "4 stock", "4 discard 6S")
    assert (at.shown, at.winners) == ((2, 3, 4, 1), (4,))
    assert at.chips == (9, 9, 9, 13)


def test_the_first_worked_example_without_the_flush():
    hands = ["9S 9H 9D 6C 3S", "7S 7H 7D 5C 2S", "QS JH TD 4C 3D", "AC JC TC 6S 2C"]
    at = AtTheTable(*hands, rest="KH KS KD 8H", chips=10)
    at.play("1 discard KH", "2 stock", "2 call", "2 discard KS", "3 turn", "4 turn")
    assert (at.winners, at.chips) == ((1,), (13, 9, 9, 9))


def test_the_second_worked_example():
    at = AtTheTable(*NOTHING[:2], "2D 2H 2C 6S 6H", rest="KC TC TD", chips=10)
    at.play("1 discard KC", "2 turn", "3 stock", "3 call", "3 discard TD")
    assert at.chips == (9, 9, 12)


def test_the_third_worked_example():
    at = AtTheTable("KS KH KD KC 3S", "4H 5C 6D 7S 8H", NOTHING[2], rest="2C 9C", chips=10)
    at.play("1 call", "1 discard 3S", "2 stock", "2 show")
    assert at.chips == (9, 12, 9)
