"""Four cards to a flush or a straight are kept, and nothing better is broken for them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

import engine.games  # noqa: F401 - registers the games
from engine.actions import Draw, Source
from engine.cards import ALL_CARDS, Card, cards
from engine.game import GAMES
from engine.players.base import Limit
from engine.players.drawing.draws import NO_DRAWS, Draws, Keeper, Prospects, Waiter
from engine.players.drawing.poker import Hands, hands, limit
from engine.players.drawing.thinking import DRAWING
from engine.players.drawing.world import DISCARD, DRAW, KNOCK, STOCK, UPCARD, World
from engine.shuffle import Stream
from tests.kit.lab import Lab
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
WAITER = Waiter(
    DOMPE, Prospects(pair=4, two_pairs=14, three_suited=2, four_suited=16, three_near=1, four_near=6, triplet=4)
)


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


CRUMB: Any = DRAWING.kernel_of("poe-crumb", GAMES["poe-crumb"].rules(), 6)
EXPERT: Any = CRUMB.sharp.expert


def crumb(text: str, upcard: str, stage: int, rounds: int = 1) -> World:
    """A world of six, after so many rounds, in which the second seat has these cards and this upcard."""
    deck = numbers(f"{text} {upcard}")
    world = dealt(CRUMB, [*deck, *(card for card in CRUMB.pack if card not in deck)], 0)
    world.stage, world.seat, world.source, world.discards = stage, 1, STOCK, deck[-1:]
    world.turns = 6 * rounds
    world.hands[1], world.sums[1] = deck[:-1], sum(CRUMB.terms.weights[card] for card in deck[:-1])
    return world


@pytest.mark.parametrize(
    ("hand", "expert", "regular"),
    [
        ("KS 9S 5S 2S KH 9D", "2S", "2S"),  # two pairs stay together
        ("KS 9S 5S 2S KH 3D", "3D", "3D"),  # four spades, and the kings besides
        ("8S 7H 5D 4C 2H KD", "KD", "2H"),  # near straights count for more than an odd king
        ("KS KH KD 9S 5S 2S", "2S", "2S"),  # a triplet counts for more than four spades
        ("9S 8S 7S 6S 5H KS", "5H", "5H"),  # a flush counts for more than a straight
        ("9S 8S 7S 6D 5H 2S", "2S", "2S"),  # no straight is broken up
    ],
)
def test_among_six_an_expert_of_poe_crumb_keeps_what_may_still_become_good(
    hand: str, expert: str, regular: str
) -> None:
    world = crumb(hand, "3C", DISCARD)
    assert [CRUMB.policy(style)(world) for style in (EXPERT, CRUMB.sharp)] == [*numbers(expert), *numbers(regular)]
    assert CRUMB.candidates(world, numbers(expert)[0], ("discard",), EXPERT)[0] == numbers(expert)[0]
    world.knocker = 4
    assert CRUMB.policy(EXPERT)(world) == CRUMB.policy(CRUMB.sharp)(world)


@pytest.mark.parametrize(
    ("hand", "upcard", "rounds", "expert", "regular"),
    [
        ("KS 9S 6H 4D 2C", "2H", 1, STOCK, UPCARD),  # an unseen card is likely to be worth more than a low pair
        ("KS KH 6H 4D 2C", "KD", 1, UPCARD, UPCARD),
        ("KS KH 6H 4D 2C", "6D", 1, UPCARD, UPCARD),
        ("9S 8H 7D 6C 5H", "KD", 2, KNOCK, STOCK),  # a straight wins often enough, and nobody gets better
        ("KS KH KD 9S 5S", "2S", 1, STOCK, KNOCK),  # a triplet does not
    ],
)
def test_among_six_an_expert_of_poe_crumb_takes_only_what_is_worth_a_turn_and_knocks_with_a_straight(
    hand: str, upcard: str, rounds: int, expert: int, regular: int
) -> None:
    world = crumb(hand, upcard, DRAW, rounds)
    assert [CRUMB.policy(style)(world) for style in (EXPERT, CRUMB.sharp)] == [expert, regular]


@pytest.mark.parametrize(("seats", "taken"), [(2, "discard"), (6, "stock")])
def test_an_expert_begins_with_its_own_rule_where_it_has_one_of_its_own(seats: int, taken: Source) -> None:
    others = ("3S 5D 8H TC QD", "4H 6S 9D JC AH", "2S 5H 8D TS QH", "3H 6D 9C JS AD", "4S 7H 8C TD QC")[: seats - 1]
    lab = Lab(seats, game="poe-crumb")
    rows = [hand.split() for hand in ("KS 9S 6H 4D 2C", *others)]
    lab.deal(" ".join([*(name for row in zip(*rows, strict=True) for name in row), "2H"]), dealer=seats - 1)
    view, memory = lab.table.seen_by(0)
    chosen = DRAWING.by_search(view, memory, Stream(b"a test"), Limit(0), lambda kernel: kernel.sharp)
    assert chosen.action == Draw(0, taken)
    by_rule = DRAWING.by_rule(view, memory, Stream(b"a test"), lambda kernel: kernel.sharp)
    assert by_rule.action == Draw(0, "discard")


def test_an_expert_of_poe_crumb_has_a_rule_of_its_own_among_three_to_nine() -> None:
    rules = GAMES["poe-crumb"].rules()
    own = [DRAWING.kernel_of("poe-crumb", rules, seats).sharp.expert is not None for seats in range(2, 11)]
    assert own == [False, *[True] * 7, False]


def test_ranks_that_a_spanish_pack_lacks_are_jumped_over() -> None:
    of_game: Any = GAMES["dompe"]
    spanish = hands("dompe", of_game.rules(deck="spanish_40", joker=0))
    hand, near = numbers("6S 7H JD 2C AS"), Prospects(0, 0, 0, 0, three_near=1, four_near=0, triplet=0)
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
