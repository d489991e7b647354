"""Computer players."""

from __future__ import annotations

import pytest

from engine.actions import Discard, Draw, Fold, Knock, Prompt, Show, Stay
from engine.cards import card
from engine.game import GAMES
from engine.memory import begin, remember
from engine.players import PLAYERS, would
from engine.players.blind import answer
from engine.shuffle import Stream
from engine.simulate import simulate
from engine.stakes import Stakes
from tests.kit import knock_rummy
from tests.kit.knock_poker import deal
from tests.kit.table import Table

CAREFUL = PLAYERS["careful"]
WEAK, OTHER = "7S 5H 4D 3C 2S", "9C 8D 6H 4S 2H"


def choose(table: Table, seat: int, player: str = "careful"):
    return PLAYERS[player].choose(table.seen_by(seat), Stream(b"a test"))


def test_random_takes_each_offer_alike():
    prompts = (Prompt("draw", ("stock", "discard")), Prompt("knock"))
    stream = Stream(b"a test")
    found = [answer(3, prompts, stream) for _ in range(300)]
    for action in (Draw(3, "stock"), Draw(3, "discard"), Knock(3)):
        assert 60 < found.count(action) < 140


def test_random_bets_any_amount_in_the_range():
    stream = Stream(b"a test")
    found = {answer(0, (Prompt("pass"), Prompt("bet", least=2, most=4)), stream) for _ in range(200)}
    assert {getattr(action, "amount", "pass") for action in found} == {"pass", 2, 3, 4}


def test_random_with_a_view_and_without_choose_alike():
    table = deal([WEAK, OTHER], "AC AD")
    found = PLAYERS["random"].choose(table.seen_by(0), Stream(b"x"))
    assert found == answer(0, table.game.prompts(table.state, 0), Stream(b"x"))


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("seat", [None, 1])
def test_who_is_asked_nothing_chooses_nothing(player, seat):
    with pytest.raises(ValueError, match=r"nothing"):
        choose(deal([WEAK, OTHER], "AC AD"), seat, player)


def test_what_a_careful_player_would_do_is_told_from_what_the_seat_sees_and_remembers():
    def would_do(hands, seat, do):
        table = deal(hands, "AC AD")
        return would(table.seen_by(seat), begin(table.seen_by(seat)), do)

    assert would_do([WEAK, OTHER], 0, "knock") is False
    assert would_do([WEAK, OTHER], 0, "draw") is True
    assert would_do(["KS KH KD 3C 2S", OTHER], 0, "knock") is True
    assert would_do([WEAK, OTHER], 1, "knock") is None, "nothing is asked"
    assert would_do([WEAK, OTHER], None, "knock") is None, "a spectator"


def test_what_a_regular_would_knock_with_is_good_enough_though_a_careful_player_plays_on():
    """With 51 points of deadwood among two: the one knocks with up to 66 in the first round, the other with 42."""
    table = knock_rummy.deal(["AS 2S 3S KH QD 9C 8D 7H 6C AD", "7S 8S JC QH 5C 2D 4H KD TS 5D"], "QC JD").draw(0)
    seen = table.seen_by(0)
    assert CAREFUL.choose(seen, Stream(b"x")).do == "discard"
    assert would(seen, remember(begin(table.game.observe(table.start, table.seat(0))), table.events), "knock") is True


def test_careful_takes_an_upcard_that_makes_a_pair():
    assert choose(deal([WEAK, OTHER], "7C AD"), 0) == Draw(0, "discard")


def test_careful_draws_from_the_stock_else():
    assert choose(deal([WEAK, OTHER], "QC AD"), 0) == Draw(0, "stock")


def test_careful_keeps_the_best_five():
    assert choose(deal([WEAK, OTHER], "AC 7D").draw(0), 0) == Discard(0, card("2S"))


def test_careful_knocks_with_a_good_hand():
    assert choose(deal(["7S 7H 7D 3C 2S", OTHER], "AC AD"), 0) == Knock(0)
    assert choose(deal(["7S 7H 4D 3C 2S", OTHER], "7C AD").draw(0, "discard"), 0) == Knock(0)


def test_careful_wants_more_where_more_play():
    hands = ["QS QH JD JC 2S", OTHER, "TS TC 8H 6C 4H", "9S 8S 6D 4C 3H", "KC KD 9D 5C 3D", "AC AD 9H 5D 3S"]
    assert choose(deal(hands[:2], "7C 7D"), 0) == Knock(0)
    assert choose(deal(hands, "7C 7D"), 0) == Draw(0, "stock")


def test_careful_folds_a_weak_hand_and_stays_with_a_good_one():
    table = deal([WEAK, OTHER, "KS KH KD 3H 2D"], "AC QD TD").turn(0).knock(1)
    assert choose(table.draw(2), 2) == Discard(2, card("2D"))
    table.discard(2, "2D")
    weak = deal([WEAK, OTHER], "AC QD JD").knock(0).draw(1)
    assert choose(weak, 1) == Fold(1, card("2H"))


def test_careful_chooses_where_the_stock_has_run_out():
    strong = "KS KH KD 3H 3D"
    hands = {0: WEAK, 1: strong, 2: OTHER, 3: "9H 9S 8S 5S 4C"}
    ten = deal({**hands, **dict.fromkeys(range(4, 10), "")}, "9D QD", seats=10).draw(0).knock(0).discard(0, "QD")
    assert choose(ten, 1) == Stay(1)
    assert choose(ten.stay(1), 2) == Fold(2)
    pair = {**hands, 2: "TS TH 6H 4S 2H", **dict.fromkeys(range(4, 10), "")}
    ten = deal(pair, "9D TD", seats=10).draw(0).knock(0).discard(0, "TD").stay(1)
    assert choose(ten, 2) == Draw(2, "discard")


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_careful_beats_random(seats):
    game = GAMES["knock-poker"]
    players = [CAREFUL, *[PLAYERS["random"]] * (seats - 1)]
    totals = simulate(game, game.rules(), players, deals=150, seed=1)
    assert totals.net[0] > 20
    assert sum(totals.net) == 0


def test_careful_plays_some_games_only():
    assert CAREFUL.plays("knock-poker")
    assert not CAREFUL.plays("whist")
    assert PLAYERS["random"].plays("crummy")


def kin(game: str, seats: int = 3, top: str = "", **rules: object):
    """What the careful player does first in a deal with these cards on top of the deck."""
    chosen = GAMES[game]
    made = chosen.rules(**rules)
    deck = chosen.pack(made, seats).deck(top.split())
    state = chosen.new_deal(made, seats, Stakes(seats - 1, (20,) * seats), deck)
    (seat,) = chosen.to_act(state)
    return CAREFUL.choose(chosen.observe(state, seat), Stream(b"a test"))


@pytest.mark.parametrize(
    ("top", "action"),
    [
        ("2S AH 9D 3S KH 9C 4S QH 8S 5S JC 8D 6S AC 7C 7S", Show(1)),
        ("7S AH 9D 7H KH 9C 7D QH 8S 5S JC 8D 4H AC 2C 3C", Knock(1)),
        ("7S AH 9D 7H KH 9C TD QH 8S 5S JC 8D 4H AC 2C 3C", Discard(1, card("3C"))),
        ("7S AH 9D 7H KH 9C X QH 8S 5S JC 8D 4H AC 2C 3C", Knock(1)),
    ],
    ids=["shows", "calls", "discards", "with the joker"],
)
def test_careful_shows_calls_or_keeps_the_best_five_in_dompe(top, action):
    assert kin("dompe", top=top) == action


def test_careful_takes_the_upcard_that_makes_a_hand_of_poe_crumb():
    hands = "7S 5H 4D 3C 2S 9C 8D 6H AS KH"  # 7S 4D 2S 8D AS for the first player
    assert kin("poe-crumb", 2, f"{hands} QC") == Draw(0, "stock")
    assert kin("poe-crumb", 2, f"{hands} 4S") == Draw(0, "discard")
    assert kin("poe-crumb", 2, f"{hands} X", jokers=1) == Draw(0, "discard")


@pytest.mark.parametrize("game", ["dompe", "poe-crumb"])
@pytest.mark.parametrize("seats", [2, 4])
def test_careful_wins_more_deals_than_players_who_play_anything(game, seats):
    players = [CAREFUL, *(PLAYERS["random"] for _ in range(seats - 1))]
    totals = simulate(GAMES[game], GAMES[game].rules(), players, 60, 1)
    assert totals.wins[0] > 60 * 0.5
    assert totals.void == 0


@pytest.mark.parametrize(
    "rules", [{"deck": "spanish_40"}, {"deck": "spanish_48", "wild": "two_of_coins"}, {"joker": 0}]
)
def test_careful_plays_dompe_with_every_pack(rules):
    totals = simulate(GAMES["dompe"], GAMES["dompe"].rules(**rules), [CAREFUL] * 5, 20, 1)
    assert sum(totals.wins) == 20


@pytest.mark.parametrize("rules", [{"jokers": 2}, {"sudden_death": True}, {"ante": 1}])
def test_careful_plays_poe_crumb_with_ten(rules):
    totals = simulate(GAMES["poe-crumb"], GAMES["poe-crumb"].rules(**rules), [CAREFUL] * 10, 20, 1)
    assert sum(totals.wins) >= 20
