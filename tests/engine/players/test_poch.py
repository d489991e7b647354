"""The careful player of Poch, Le Poque and the Poch of 1873: how it bets and what it leads."""

from __future__ import annotations

import pytest

from engine.actions import Action, Bet, Fold, Pass, Play
from engine.cards import card
from engine.game import GAMES
from engine.players import PLAYERS
from engine.shuffle import Stream
from engine.simulate import simulate
from tests.kit.poch import EDITIONS, deal
from tests.kit.table import Table

CAREFUL = PLAYERS["careful"]
GOOD, POOR = "AS AH AC 9D 8C 7C 7D JC", "7S 8H 9S TH JD QH KC AD"


def choice(table: Table) -> Action:
    """What the careful player does whose turn it is."""
    (player,) = table.to_act
    return CAREFUL.choose(table.seen_by(player), Stream(b"a test"))


@pytest.mark.parametrize("game", EDITIONS)
@pytest.mark.parametrize("seats", [3, 6])
def test_careful_wins_from_players_who_do_anything(game, seats):
    players = [CAREFUL if seat % 2 else PLAYERS["random"] for seat in range(seats)]
    totals = simulate(GAMES[game], GAMES[game].rules(), players, 200, 1)
    careful = sum(totals.net[1::2]) / len(totals.net[1::2])
    assert careful > 200
    assert sum(totals.net[0::2]) < -200


def test_careful_bets_on_a_good_set_and_passes_without_one():
    good = choice(deal("poch", [GOOD, "", "", ""], "KD"))
    assert isinstance(good, Bet)
    assert choice(deal("poch", [POOR, "", "", ""], "KD")) == Pass(0)


def test_careful_folds_a_small_pair_to_a_large_bet_and_matches_a_small_one():
    hands = ["", "QS QH 7D 8C TS", "", ""]
    large = deal("poch-1873", hands, "KD").bets("1b30")
    assert choice(large) == Fold(1)
    hands = ["", "AS AH 7D 8C TS", "", ""]
    small = deal("poch-1873", hands, "KD", pools={"poch": 8}).bets("1b1")
    assert isinstance(choice(small), Bet)


def test_careful_never_folds_four_aces():
    table = deal("le-poque", ["", "AS AH AC AD 7C", ""], "KD").bets("1b34")
    assert choice(table) == Bet(table.seats[1], 34)


def test_careful_bluffs_seldom():
    passed = bets = 0
    for seven in ("7S", "7H", "7D", "7C"):
        for eight in ("8S", "8H", "8D", "8C"):
            for king in ("KS", "KH", "KC"):
                table = deal("le-poque", [f"{seven} {eight} TS JH {king}", "", ""], "QD")
                bets += isinstance(choice(table), Bet)
                passed += 1
    assert 0 < bets < passed / 4


def test_careful_takes_what_nobody_else_can():
    table = deal("le-poque", ["", "", "7S 8H TS JH KC"], "QD").bets("1p 2p")
    assert isinstance(choice(table), Bet)


def test_careful_is_not_all_in_at_once_with_a_pair():
    action = choice(deal("poch", [GOOD, "", "", ""], "KD"))
    assert isinstance(action, Bet)
    assert action.amount <= 20


def test_careful_goes_out_where_it_can():
    table = deal("poch-1873", ["JH QH KH AH 7S", "9S", "TS"], "8S").all_pass()
    table.do(choice(table)).do(choice(table))
    assert table.result.winners == (0,)


def test_careful_knows_that_the_turned_card_is_in_a_hand_where_the_option_says_so():
    """The queen of spades is turned up: a jack of spades stops there, or else somebody follows with her."""
    hands = ["JS TH JC QD QC 9H 9C 9D KD 7H TC", "", ""]
    plain, option = (
        choice(deal("poch", hands, "QS", turned_card_belongs_to_next=on).all_pass()) for on in (False, True)
    )
    assert plain == Play(0, card("JS"))
    assert option != plain


@pytest.mark.parametrize("hand", ["8D 8S QH JD 9C", "7H 8D KD JS KC", "TC JC 7C 9C AC"])
def test_careful_leads_the_same_where_all_stakes_are_higher(hand: str):
    usual, high = (
        choice(deal("poch-1873", [hand, "", "", ""], "7S", chips=40 * stake, stake=stake).all_pass())
        for stake in (1, 10)
    )
    assert usual == high


def test_careful_leads_the_long_run_that_it_follows_itself():
    table = deal("poch", ["7H 8H 9H TH JH QH KH AH 7S 8S 9D", "", ""], "7D").all_pass()
    assert choice(table) == Play(0, card("7H"))


@pytest.mark.parametrize("game", EDITIONS)
@pytest.mark.parametrize("rules", [{}, {"short_stacks": "extra_chips"}])
def test_careful_players_among_themselves_come_to_an_end(game, rules):
    totals = simulate(GAMES[game], GAMES[game].rules(**rules), [CAREFUL] * 5, 60, 2)
    assert sum(totals.wins) == 60
