"""Lines for pools, and for cards that are played out."""

from __future__ import annotations

import pytest

import engine.games  # noqa: F401 - registers the games
from bot.i18n import Texts, pools
from engine.cards import card
from engine.events import CardPlayed, Event, SequenceStopped
from engine.game import GAMES
from engine.middle import Pool, Pools
from engine.rules import read_rules
from engine.stakes import HOUSE, Stakes, Transfer


def name_of(seat: int) -> str:
    return ("Ann", "B_o", "Cy", "Di")[seat]


NAMES = ("ace", "king", "queen", "jack", "ten", "marriage", "sequence", "poch", "centre")
BOARD = Pools(tuple(Pool(name, 4, bet_for=name == "poch") for name in NAMES), card("8S"), None, False)


def said(texts: Texts, *paid: Transfer) -> list[str]:
    return pools.payments(texts, paid, name_of, lambda some: texts.payments(some, name_of), BOARD)


def test_who_takes_several_pools_does_so_in_one_line(texts: Texts) -> None:
    paid = [Transfer(pool, 1, 4, "pool") for pool in ("king", "queen", "marriage")]
    assert said(texts, *paid, Transfer("ace", 0, 5, "pool")) == [
        r"B\_o takes the King, Queen, and Marriage pools: 12 chips.",
        "Ann takes the Ace pool: 5 chips.",
    ]


def test_who_wins_the_betting_takes_bets_and_pool(texts: Texts) -> None:
    paid = (
        Transfer(0, "pot", 3, "bet"),
        Transfer("pot", 0, 2, "returned"),
        Transfer("pot", 1, 9, "stakes"),
        Transfer("pot", 2, 1, "stakes"),
        Transfer("poch", 1, 4, "poch"),
    )
    assert said(texts, *paid) == [
        "Ann takes back 2 chips that nobody matched.",
        r"B\_o takes the bets (9 chips) and the Poch pool (4 chips).",
        "Cy takes 1 chip that was bet.",
    ]
    assert "the Poque pool" in said(texts.at("le-poque"), *paid)[1]


def test_what_players_pay_one_another_comes_last(texts: Texts) -> None:
    paid = (Transfer(0, 2, 3, "cards"), Transfer("centre", 2, 4, "centre"), Transfer(1, 2, 3, "cards"))
    assert said(texts, *paid) == [
        "Cy takes the Centre pool: 4 chips.",
        r"Ann and B\_o pay Cy 3 chips each (for cards left).",
    ]


def test_chips_of_the_house_are_told_once(texts: Texts) -> None:
    given = [Transfer(HOUSE, seat, 60, "extra_chips") for seat in (2, 0, 1)]
    assert pools.issued(texts, given) == ["Chips ran short, so the house gives everybody 60 chips more."]
    assert pools.issued(texts, [Transfer(0, 1, 2, "cards")]) == []


def test_po_64_shares_are_added_up(texts: Texts) -> None:
    paid = [Transfer(pool, seat, 1, "unclaimed") for pool, seat in (("ace", 0), ("ten", 0), ("ten", 1))]
    assert said(texts, *paid) == [r"The 3 chips left on the board are shared out: 2 to Ann and 1 to B\_o."]


@pytest.mark.parametrize(("many", "word"), [(6, "six"), (7, "seven"), (9, "nine")])
def test_dressing_the_board(texts: Texts, many: int, word: str) -> None:
    paid = [Transfer(seat, pool, 2, "dress") for seat in range(3) for pool in NAMES[:many]]
    assert pools.dressed(texts, paid) == f"Everybody puts 2 chips into each of the {word} pools."


def test_lq_3_the_fifth_pool_is_named_by_its_option(texts: Texts) -> None:
    game = GAMES["le-poque"]
    for option, name in (("ten_and_nine", "Ten & Nine"), ("ten", "Ten")):
        rules = read_rules(game.rules, {"ten_pool": option})
        deck = game.pack(rules, 3).deck([])
        board = game.observe(game.new_deal(rules, 3, Stakes(0, (40,) * 3), deck), None).middle
        assert isinstance(board, Pools)
        ten = board.pool("ten")
        assert ten is not None
        assert pools.title(texts, ten) == name


def ran(texts: Texts, cards: str, stop: bool, over: bool = False) -> str:
    """``cards``: each with the number of the seat before it."""
    played = [(int(notation[0]), card(notation[1:])) for notation in cards.split()]
    events: list[Event] = [CardPlayed(seat, card, forced=place > 0) for place, (seat, card) in enumerate(played)]
    if stop:
        events.append(SequenceStopped(*played[-1]))
    return pools.run(texts, events, name_of, over=over)


@pytest.mark.parametrize(
    ("cards", "stop", "over", "words"),
    [
        ("08S 19S 2TS", True, False, r"Ann leads the 8♠; B\_o 9♠, Cy 10♠; nobody has the J♠: Cy leads next."),
        ("08S 19S 1TS 0JS", True, False, r"Ann leads the 8♠; B\_o 9♠ 10♠, Ann J♠; nobody has the Q♠: Ann leads again."),
        ("0AH", True, False, "Ann leads the A♥; nothing is above the ace: Ann leads again."),
        ("0KH 2AH", True, False, "Ann leads the K♥; Cy A♥; nothing is above the ace: Cy leads next."),
        ("07C 08C", False, True, "Ann leads the 7♣; Ann 8♣; Ann has no card left."),
        ("07C 38C", True, True, "Ann leads the 7♣; Di 8♣; nobody has the 9♣; Di has no card left."),
        ("0AC", True, True, "Ann leads the A♣; nothing is above the ace; Ann has no card left."),
    ],
)
def test_a_run_in_one_line(texts: Texts, cards: str, stop: bool, over: bool, words: str) -> None:
    assert ran(texts, cards, stop, over) == words
