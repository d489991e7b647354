"""Whom hints and odds take the others for in the games of draw and discard: people who have played as ordinary players
do, turn by turn."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import cards
from engine.events import Shuffled
from engine.middle import Piles
from engine.parts.melds import deadwood
from engine.players.drawing.pasts import HANDS, Held, likely, together, turns_of
from engine.players.drawing.sampling import determinize, others, situation
from engine.players.drawing.thinking import DRAWING
from engine.players.drawing.world import UPCARD, World
from engine.shuffle import Stream
from tests.kit.lab import Lab

WORLDS = 150


def dealt(hands: list[str], following: str, dealer: int, game: str = "knock-poker", **rules: object) -> Lab:
    """A deal with these hands, from the seat after the dealer on, and the cards that come after them."""
    lab = Lab(len(hands), game=game, **rules)  # type: ignore[arg-type]
    rows = [hand.split() for hand in hands]
    return lab.deal(" ".join([*(name for row in zip(*rows, strict=True) for name in row), following]), dealer=dealer)


def worlds(lab: Lab, *, ordinary: bool = True) -> tuple[Any, list[World]]:
    """The kernel, and worlds as whoever is to act samples them."""
    view, memory = lab.table.seen_by(lab.seat)
    kernel: Any = DRAWING.kernel_of(view.game, view.rules, len(view.seats))
    there = situation(kernel, view, memory)
    stream = Stream(b"a test")
    taken_for = others(there, (), stream) if ordinary else None
    return kernel, [determinize(there, stream, taken_for)[0] for _ in range(WORLDS)]


def numbers(names: str) -> list[int]:
    """The cards by number."""
    return [card.index for card in cards(names)]


def after_the_king_was_taken(game: str) -> Lab:
    """The first of four has taken the king that was turned up, thrown away a low card, and not knocked."""
    hands = ["4S 4H KD 9C 7C", "3D 8S TH QC JD", "2S 6H 8D TC AD", "3C 5S 9H JC QH"]
    return dealt(hands, "KS", 3, game).do("draw", "discard").do("discard", cards("7C")[0])


def with_two_kings(found: list[World]) -> int:
    """In how many worlds the first holds another king beside that which it has taken."""
    kings = {*numbers("KS KH KD KC")}
    assert all(numbers("KS")[0] in world.hands[0] for world in found)
    return sum(len(kings.intersection(world.hands[0])) > 1 for world in found)


@pytest.mark.parametrize("game", ["knock-poker", "poe-crumb"])
def test_whoever_took_a_card_has_use_for_it(game: str) -> None:
    """A king is taken beside another king, as a rule: seldom for a flush or a straight, never for nothing."""
    lab = after_the_king_was_taken(game)
    assert with_two_kings(worlds(lab)[1]) > 0.6 * WORLDS
    assert with_two_kings(worlds(lab, ordinary=False)[1]) < 0.4 * WORLDS


def test_in_poe_crumb_what_somebody_drew_last_may_be_good_enough_to_knock_with() -> None:
    """Nobody could knock with it yet: a knock takes the place of a draw."""
    lab = dealt(["2S 4H 6D 9C KC", "3D 8S TH QC JD"], "AS 5S 7D 9S 2H 4D 6H", 1, "poe-crumb")
    for _ in range(2):
        for _ in range(2):
            lab.do("draw", "stock")
            lab.do("discard", lab.view(lab.seat).drawn)
    kernel, found = worlds(lab)
    limit_now = kernel.sharp.knock[2]
    good = sum(kernel.hands.value(world.sums[1]) >= limit_now for world in found)
    assert 0.05 * WORLDS < good < 0.6 * WORLDS


def test_nobody_is_taken_for_somebody_who_hardly_ever_knocks() -> None:
    """After a few turns without a knock such people would hold better hands than those who are there."""
    for game, name in (("poe-crumb", "patient"), ("knock-poker", "tight"), ("dompe", "tight")):
        rules = Lab(2, game=game).rules
        kernel: Any = DRAWING.kernel_of(game, rules, 2)
        assert name in {style.name for style in kernel.mixture}
        assert name not in {style.name for style in kernel.ordinary}


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_in_knock_poker_about_half_of_them_play_as_a_regular(seats: int) -> None:
    """The others knock and stay as careful people and novices do."""
    kernel: Any = DRAWING.kernel_of("knock-poker", Lab(2).rules, seats)
    regulars = kernel.ordinary.count(kernel.sharp)
    assert 0.4 <= regulars / len(kernel.ordinary) <= 0.6


def test_in_knock_rummy_some_let_a_hand_pass_in_the_first_round_that_they_could_have_knocked_with() -> None:
    """Computer players do so where people sit: who knocks at once takes the deal from everybody else."""
    lab = Lab(4, game="knock-rummy").deal(dealer=3)
    for _ in range(4):
        lab.do("draw", "stock")
        lab.do("discard", lab.view(lab.seat).drawn)
    kernel, found = worlds(lab)
    least = kernel.sharp.knock[0]
    low = sum(deadwood(world.sums[seat]) <= least for world in found for seat in (1, 2, 3))
    assert low > WORLDS * 3 // 2
    _, anybody = worlds(lab, ordinary=False)
    assert sum(deadwood(world.sums[seat]) <= least for world in anybody for seat in (1, 2, 3)) < WORLDS * 3 // 2


def test_a_hand_is_found_by_playing_the_turns_again() -> None:
    """Each has the card that was taken; where nobody would have done so, hands are found all the same."""
    lab = after_the_king_was_taken("knock-poker")
    view, memory = lab.table.seen_by(lab.seat)
    kernel: Any = DRAWING.kernel_of(view.game, view.rules, 4)
    there = situation(kernel, view, memory)
    (turn,), *others = turns_of(memory, there.plain.left, kernel.terms)
    assert not any(others)
    assert (turn.source, turn.top, turn.thrown, turn.knocks) == (UPCARD, *numbers("KS 7C"), False)
    for played in (turn, turn._replace(knocks=True), turn._replace(left=1, over=40)):
        found = likely(kernel, there.plain, 0, (played,), there.unseen, kernel.ordinary, Stream(b"a test"))
        assert len(found) == HANDS
        for style, hand, total, held in found:
            assert style in kernel.ordinary
            assert len(set(hand)) == 5
            assert turn.top in hand
            assert set(hand) <= {turn.top, *there.unseen}
            assert total == sum(kernel.terms.weights[card] for card in hand)
            assert held == sum(1 << card for card in hand)


def test_hands_lie_together_only_if_they_have_no_card_in_common() -> None:
    style: Any = None
    first, second = Held(style, [1, 2], 0, 0b110), Held(style, [3, 4], 0, 0b11000)
    below = Stream(b"a test").below
    assert together([first, second], 0b100, below) is second
    assert together([first, second], 0b10010, below) is None


def test_the_upcard_stays_where_the_discards_are_shuffled() -> None:
    """The stock of ten has a single card: the first draws it, and the second takes what the first throws away."""
    lab = Lab(10, game="poe-crumb").deal(dealer=9).do("draw", "stock")
    thrown = lab.view(0).hand[0]
    lab.do("discard", thrown).do("draw", "discard").do("discard", lab.view(1).hand[0])
    view, memory = lab.table.seen_by(2)
    assert any(isinstance(event, Shuffled) for event in memory.told)
    kernel: Any = DRAWING.kernel_of(view.game, view.rules, len(view.seats))
    (turn,) = turns_of(memory, lab.middle(Piles).stock, kernel.terms)[1]
    assert (turn.source, turn.top) == (UPCARD, thrown.index)
