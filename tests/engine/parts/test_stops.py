"""Sequences in suit, as they are played out in the games of the stops group."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies

from engine.cards import JOKER, Rank, card, cards, short_pack
from engine.parts.stops import next_card, run


def hands(*texts: str):
    return tuple(map(cards, texts))


def played(*moves: str):
    return tuple((int(move[0]), card(move[1:])) for move in moves)


def test_the_next_card():
    assert next_card(card("9H")) is card("TH")
    assert next_card(card("2S")) is card("3S")
    assert next_card(card("AC")) is None
    with pytest.raises(ValueError, match="joker"):
        next_card(JOKER)


def test_whoever_holds_the_next_card_plays_it_until_nobody_does():
    found = run(0, card("8H"), hands("8H TH 7C", "9H AS", "QH KH"))
    assert found.cards == played("08H", "19H", "0TH")
    assert (found.out, found.stopped, found.last) == (None, True, (0, card("TH")))


def test_the_ace_is_the_end():
    found = run(1, card("KS"), hands("7H", "KS 8H", "AS 9H"))
    assert found.cards == played("1KS", "2AS")
    assert (found.out, found.stopped) == (None, True)


def test_the_last_card_of_a_hand_ends_it_in_mid_sequence():
    found = run(0, card("8H"), hands("8H 7C", "9H", "TH QS"))
    assert found.cards == played("08H", "19H")
    assert (found.out, found.stopped) == (1, False)


def test_who_leads_the_last_card_is_out_and_may_stop_too():
    assert (run(0, card("AC"), hands("AC", "9H")).out, run(0, card("AC"), hands("AC", "9H")).stopped) == (0, True)
    assert run(0, card("8H"), hands("8H", "9H TH")).cards == played("08H")


def test_only_who_holds_a_card_leads_it():
    with pytest.raises(ValueError, match="does not hold"):
        run(0, card("8H"), hands("7H", "8H"))


@given(strategies.permutations(short_pack(Rank.SEVEN).cards), strategies.integers(1, 9), strategies.integers(0, 2))
def test_a_run_is_a_sequence_of_cards_held(deck, each, leader):
    dealt = [tuple(deck[seat * each : (seat + 1) * each]) for seat in range(3)]
    found = run(leader, dealt[leader][0], dealt)
    due = dealt[leader][0]
    for seat, following in found.cards:
        assert following is due
        assert following in dealt[seat]
        after = next_card(due)
        if after is not None:
            due = after
    seat, last = found.last
    after = next_card(last)
    assert found.stopped == (after is None or not any(after in hand for hand in dealt))
    counts = [sum(player == place for player, _ in found.cards) for place in range(3)]
    assert [place for place in range(3) if counts[place] == each] == ([] if found.out is None else [seat])
    assert found.stopped or found.out is not None
