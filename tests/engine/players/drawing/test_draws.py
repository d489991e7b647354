"""Four cards to a flush or a straight are kept, and nothing better is broken for them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

import engine.games  # noqa: F401 - registers the games
from engine.cards import ALL_CARDS, Card, cards
from engine.game import GAMES
from engine.players.drawing.draws import NO_DRAWS, Draws, Keeper, Prospects, Waiter
from engine.players.drawing.poker import Hands, hands, limit
from engine.players.drawing.thinking import DRAWING
from engine.players.drawing.world import DISCARD, DRAW, STOCK, UPCARD
from tests.kit.worlds import dealt

HANDS: Hands = hands("knock-poker", GAMES["knock-poker"].rules())
UP_TO_A_PAIR = Draws(*[limit("two_pairs")] * 3)
KEEPER, PLAIN = Keeper(HANDS, UP_TO_A_PAIR), Keeper(HANDS, NO_DRAWS)


def numbers(text: str) -> list[int]:
    return [there.index for there in cards(text)]


def total(hand: list[int]) -> int:
    return sum(HANDS.weights[card] for card in hand)


def thrown(text: str, keeper: Keeper = KEEPER, kept: str = "") -> str:
    hand = numbers(text)
    _, gone = keeper.keep(hand, total(hand), numbers(kept)[0] if kept else -1)
    found: Card = next(there for there in cards(text) if there.index == gone)
    return str(found.notation)


@pytest.mark.parametrize(
    ("hand", "gone", "plainly"),
    [
        ("KS 9S 5S 2S 9H 3D", "3D", "2S"),  # four spades before the pair's third card
        ("9S 8H 7D 6C 6H KS", "KS", "7D"),  # an open straight, and the pair besides
        ("9S 8H 7D 5C KH KD", "KH KD", "5C"),  # an inside straight before a pair
        ("KS 9S 5S 2S KH 9D", "2S", "2S"),  # two pairs stay together
        ("KS KH KD 5S 2S 9S", "2S", "2S"),  # so does a triplet
        ("KS 9S 5S 2S 7S 3D", "3D", "3D"),  # a flush is there
        ("AS 2H 3D 4C JH JD", "JH JD", "2H"),  # the ace is low, too
    ],
)
def test_four_cards_to_a_better_hand_are_kept(hand: str, gone: str, plainly: str) -> None:
    assert thrown(hand) in gone.split()
    assert thrown(hand, PLAIN) == plainly


def test_a_card_that_may_not_go_stays() -> None:
    assert thrown("KS 9S 5S 2S 9H 3D", kept="3D") == "9H"


def test_levels_lie_between_pairs_and_two_pairs_flush_first() -> None:
    in_order = ("AS AH 9D 5C 2H", "9S 8H 7D 5C KS", "9S 8H 7D 6C KS", "KS 9S 5S 2S 3D", "3S 3H 2D 2C 4H")
    found = [KEEPER.level(total(numbers(hand))) for hand in in_order]
    assert found == sorted(set(found))
    assert [PLAIN.level(total(numbers(hand))) for hand in in_order[1:4]] != found[1:4]


def test_the_upcard_is_taken_for_a_draw_and_no_pair_disturbs_it() -> None:
    three, four = numbers("KS 9S 5S 2H 3D"), numbers("KS 9S 5S 2S 3D")
    seven_of_spades, three_of_hearts = numbers("7S 3H")
    assert KEEPER.source(three, total(three), seven_of_spades) == UPCARD
    assert PLAIN.source(three, total(three), seven_of_spades) == STOCK
    assert KEEPER.source(four, total(four), three_of_hearts) == STOCK
    assert PLAIN.source(four, total(four), three_of_hearts) == UPCARD


def test_an_upcard_that_leaves_too_little_is_not_taken() -> None:
    hand = numbers("KS KH 9D 5C 2H")
    (nine,) = numbers("9C")
    assert PLAIN.source(hand, total(hand), nine) == UPCARD
    assert PLAIN.source(hand, total(hand), nine, limit("two_pairs", 13)) == UPCARD
    assert PLAIN.source(hand, total(hand), nine, limit("three_of_a_kind")) == STOCK


@pytest.mark.parametrize("game", ["knock-poker", "dompe", "poe-crumb"])
def test_after_a_knock_a_regular_takes_no_upcard_that_can_hardly_win(game: str) -> None:
    """A pair of twos is more than ace high, but nobody knocks with so little."""
    kernel = DRAWING.kernel_of(game, GAMES[game].rules(), 4)
    deck = numbers("AS KH 9D 5C 2H 2D")
    world = dealt(kernel, [*deck, *(card for card in kernel.pack if card not in deck)], 3)
    world.stage, world.seat, world.hands[0], world.discards = DRAW, 0, deck[:5], deck[5:]
    world.sums[0], world.turns = sum(kernel.terms.weights[card] for card in deck[:5]), 9
    choose = kernel.policy(replace(kernel.sharp, draws=NO_DRAWS))
    assert choose(world) == UPCARD
    world.knocker = 3
    assert choose(world) == STOCK
    assert kernel.policy(replace(kernel.sharp, aims_high=False))(world) == UPCARD


@pytest.mark.parametrize("game", ["knock-poker", "dompe", "poe-crumb"])
def test_nothing_better_is_broken_and_the_level_is_that_of_the_cards_kept(game: str) -> None:
    kernel = DRAWING.kernel_of(game, GAMES[game].rules(), 4)
    of_game: Hands = kernel.hands
    assert game in DRAWING.games
    assert kernel.sharp.draws != NO_DRAWS
    keeper, chance = Keeper(of_game, kernel.sharp.draws), Random(game)
    waited = 0
    for _ in range(3000):
        hand = chance.sample(kernel.pack, 6)
        sum_ = sum(of_game.weights[card] for card in hand)
        level, gone = keeper.keep(hand, sum_)
        best = of_game.best(hand, sum_)[0]
        left = of_game.value(sum_ - of_game.weights[gone])
        assert level == keeper.level(sum_ - of_game.weights[gone])
        assert level >= max(keeper.level(sum(of_game.weights[card] for card in five)) for five in combinations(hand, 5))
        if left < best:
            waited += of_game.made(left) < of_game.made(best)
            assert best < max(kernel.sharp.draws)
    assert waited > 30


DOMPE: Hands = hands("dompe", GAMES["dompe"].rules(), cards("X"))
WAITER = Waiter(DOMPE, Prospects(pair=4, two_pairs=14, three_suited=2, four_suited=16, three_near=1, four_near=6))


def first_to_go(text: str, kept: str = "") -> list[str]:
    hand = numbers(text)
    order = WAITER.order(hand, sum(DOMPE.weights[card] for card in hand), numbers(kept)[0] if kept else -1)
    return [next(there.notation for there in cards(text) if there.index == gone) for gone in order]


@pytest.mark.parametrize(
    ("hand", "gone"),
    [
        ("8S 8H 5S 3S KD QC", "QC"),  # beside a pair the third spades, not the highest card; king and queen are alike
        ("8S 8H 5D 6C KH KD", "5D"),  # two pairs, and no near straight to tell the five from the six
        ("KS 9S 5S 2S 9H 3D", "3D"),  # four spades, and the nines besides
        ("9S 8H 7D 5C 4D KD", "KD"),  # 9-8-7-5 and 8-7-5-4
        ("AS 2H 3D 9C 9H KC", "KC"),  # the low ace is near 2-3
    ],
)
def test_who_waits_in_dompe_throws_away_what_leaves_the_best_prospects(hand: str, gone: str) -> None:
    assert first_to_go(hand)[0] == gone


def test_a_wild_card_is_of_every_suit_and_rank() -> None:
    four_suited, three_suited = numbers("9S 5S 2S KD X"), numbers("9S 5S 2H KD X")
    points = [WAITER.points(sum(DOMPE.weights[card] for card in hand)) for hand in (four_suited, three_suited)]
    assert points[0] - points[1] == 14


def test_a_card_that_may_not_go_is_not_in_the_order() -> None:
    assert first_to_go("KS 9S 5S 2S 9H 3D", kept="3D")[0] == "9H"
    assert "3D" not in first_to_go("KS 9S 5S 2S 9H 3D", kept="3D")


def test_the_first_of_the_order_is_what_is_thrown_away() -> None:
    chance = Random(4)
    for _ in range(300):
        hand = chance.sample(DOMPE.pack, 6)
        total_ = sum(DOMPE.weights[card] for card in hand)
        kept = chance.choice((-1, hand[-1]))
        assert WAITER.thrown(hand, total_, kept) == WAITER.order(hand, total_, kept)[0]


def test_a_regular_of_dompe_throws_away_by_prospects_until_somebody_calls() -> None:
    kernel = DRAWING.kernel_of("dompe", GAMES["dompe"].rules(), 4)
    deck = numbers("8S 8H 5S 3S KD QC")
    world = dealt(kernel, [*deck, *(card for card in kernel.pack if card not in deck)], 3)
    world.stage, world.seat, world.hands[0], world.source = DISCARD, 0, deck[:], STOCK
    world.sums[0] = sum(kernel.terms.weights[card] for card in deck)
    queen, trey = numbers("QC 3S")
    assert kernel.policy(kernel.sharp)(world) == queen
    assert kernel.policy(replace(kernel.sharp, prospects=None))(world) == trey
    assert kernel.candidates(world, queen, ("discard",), kernel.sharp)[:2] == [queen, numbers("KD")[0]]
    world.knocker = 3
    assert kernel.policy(kernel.sharp)(world) == trey


def test_ranks_that_a_spanish_pack_lacks_are_jumped_over() -> None:
    of_game: Any = GAMES["dompe"]
    spanish = hands("dompe", of_game.rules(deck="spanish_40", joker=0))
    hand, near = numbers("6S 7H JD 2C AS"), Prospects(0, 0, 0, 0, three_near=1, four_near=0)
    points = [Waiter(of, near).points(sum(of.weights[card] for card in hand)) for of in (spanish, DOMPE)]
    assert (len(spanish.windows()), points) == (7, [3, 0])


def test_four_cards_to_a_straight_over_such_a_gap_are_kept() -> None:
    """Seven, jack and queen are neighbours in a Spanish pack of forty cards."""
    of_game: Any = GAMES["dompe"]
    spanish = hands("dompe", of_game.rules(deck="spanish_40", joker=0))
    for of, gone in ((spanish, {"3H", "3C"}), (HANDS, {"QD", "6S"})):
        hand = numbers("6S 7H QD JS 3H 3C")
        _, thrown_away = Keeper(of, UP_TO_A_PAIR).keep(hand, sum(of.weights[card] for card in hand))
        assert ALL_CARDS[thrown_away].notation in gone
