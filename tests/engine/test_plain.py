"""What is played for somebody who isn't there (general.md G-11a): nothing that risks or decides anything."""

from __future__ import annotations

import pytest

import engine.games  # noqa: F401 - registers the games
from engine.actions import Action, Discard, Draw, Fold, Pass, Play, Stay
from engine.cards import card
from engine.plain import plain_move
from tests.kit import crummy, dompe, knock_poker, knock_rummy, poch
from tests.kit.table import Table


def plain(table: Table) -> Action:
    """The plain move of whoever is to act."""
    (seat, *_) = table.game.to_act(table.state)
    return plain_move(table.game.observe(table.state, seat))


def test_it_draws_from_the_stock_and_throws_the_card_back() -> None:
    """Though the upcard would make three aces, and the hand is good enough to knock with."""
    at = knock_poker.deal([knock_poker.ACES, knock_poker.EIGHTS], rest="AD 2C")
    assert plain(at) == Draw(0, "stock")
    at.draw(0)
    assert plain(at) == Discard(0, card("2C"))


def test_in_dompe_it_calls_nothing_and_throws_the_lowest_of_six_cards_away() -> None:
    at = dompe.deal("QS QH QD 5C 3S", "KS JD 9H 6C 4S", rest="9D 2C")
    assert plain(at) == Discard(at.seat(1), card("3S"))


@pytest.mark.parametrize(("fold", "stay", "folds"), [(1, 2, True), (2, 2, False), (3, 2, False), (0, 1, True)])
def test_after_a_knock_in_knock_poker_it_takes_the_cheaper_certain_cost(fold: int, stay: int, folds: bool) -> None:
    """KP-20 against KP-23: a fold pays the one for sure, whoever stays may have to pay the other."""
    at = knock_poker.deal(
        [knock_poker.HIGH, knock_poker.ACES], rest="2C 2D", fold_payment=fold, stay_payment=stay
    ).knock(0)
    assert plain(at) == Draw(1, "stock")
    at.draw(1)
    assert plain(at) == (Fold(1, card("2D")) if folds else Discard(1, card("2D")))


def test_where_the_stock_is_gone_after_a_knock_it_folds_or_stays() -> None:
    """KP-40: then nothing can be drawn but the upcard."""
    for fold, expected in ((1, Fold(1)), (2, Stay(1))):
        at = knock_poker.deal(knock_poker.TEN, "4H 4C", fold_payment=fold, stay_payment=2)
        at.draw(0).knock(0).discard(0, "4C")
        assert plain(at) == expected


def test_in_knock_rummy_it_never_knocks() -> None:
    at = knock_rummy.deal(["AS AH AD 2S 2H 2D 3S 3H 3D 4C", "KS QH JD 9C 8S 7H 6D 5C TS 4H"], rest="KC 8D")
    assert plain(at) == Draw(0, "stock")
    at.draw(0)
    assert plain(at) == Discard(0, card("8D"))


def test_in_crummy_it_plays_the_lowest_card_and_lays_no_quartet() -> None:
    at = crummy.deal(["7S 7H 7D 7C AS", "8S", "9S"])
    move = plain(at)
    assert isinstance(move, Play)
    assert move.card.rank == card("7S").rank


def test_in_poch_it_passes_folds_and_leads_its_lowest_card() -> None:
    at = poch.deal("poch", ["AC KC 8D 8H", "AH KH 9D 9H", "QC JC TD TH"], "7S")
    assert plain(at) == Pass(at.seats[0])
    at.do(at.action("1 bet 2"))
    assert plain(at) == Fold(at.seats[1])
    at.play("2 fold", "3 fold")
    move = plain(at)
    assert isinstance(move, Play)
    assert move.card.rank == min(held.rank for held in at.hand(1))


def test_nobody_is_asked_nothing() -> None:
    at = knock_poker.deal([knock_poker.ACES, knock_poker.EIGHTS])
    for viewer in (1, None):
        with pytest.raises(ValueError, match="nothing is asked"):
            plain_move(at.game.observe(at.state, viewer))
